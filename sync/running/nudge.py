"""A listener for "something changed": the form's script calls, the worker looks at that book at once.

Optional, and never the truth: a nudge says which book and when, nothing of what is in it, and the worker goes on
looking by itself. The listener speaks plain HTTP on this machine; a web server in front of it adds the HTTPS.
A call counts when its signature (HMAC-SHA256 of the body under a shared secret) and its time are right and it was
not heard before. Whoever asks without the secret learns nothing, not even which books there are. Few are served at the
same time, none for long, and whoever has been longest makes room: nobody keeps a real call out by being slow.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from typing import Any

from sync.backends.books import spreadsheet_id

PATH = "/nudge"
SIGNATURE = "X-Pairsheet-Signature"
LONGEST_BODY = 2_000  # bytes
TOLERANCE = 300  # seconds a clock may be off
REMEMBERED = 4_000  # calls, so that one caught on its way is good for nothing
AT_ONCE = 16  # callers served at the same time
PATIENCE = 5.0  # seconds for a caller's next word
LONGEST_CALL = 10.0  # seconds for a whole call, however many words it comes in
SHORTEST_SECRET = 16  # characters


class BadSecret(ValueError):
    """The secret is missing or too short to keep anybody out."""


def signature(body: bytes, secret: str) -> str:
    """What the header must hold for this body."""
    return "sha256=" + hmac.new(secret.encode("utf-8", "surrogateescape"), body, hashlib.sha256).hexdigest()


class Nudges:
    """Verifies calls and keeps the books that somebody asked to look at. Any thread may call it."""

    def __init__(self, books: Sequence[str], secret: str, now: Callable[[], float] = time.time) -> None:
        if len(secret) < SHORTEST_SECRET:
            raise BadSecret(f"PAIRSHEET_NUDGE_SECRET must hold at least {SHORTEST_SECRET} characters")
        self.listen_for(books)
        self._secret = secret
        self._now = now
        self._heard: OrderedDict[str, None] = OrderedDict()
        self._waiting: dict[str, None] = {}
        self._lock = threading.Lock()

    def listen_for(self, books: Sequence[str]) -> None:
        """Just these books from now on."""
        self._books = {spreadsheet_id(book) or book: book for book in books}

    def hear(self, body: bytes, signed: str) -> int:
        """Take a call. The HTTP status to answer with: 202 heard, 400 not understood, 401 not believed."""
        if not hmac.compare_digest(signature(body, self._secret).encode(), signed.encode("utf-8", "replace")):
            return 401
        try:
            said = json.loads(body)
            book, at, nonce = str(said["book"]), float(said["at"]), str(said["nonce"])
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return 400
        if not abs(self._now() - at) <= TOLERANCE:
            return 401
        with self._lock:
            if nonce in self._heard:
                return 202
            self._heard[nonce] = None
            while len(self._heard) > REMEMBERED:
                self._heard.popitem(last=False)
            if book in self._books:  # a book of another worker is no error, and no secret is told
                self._waiting[self._books[book]] = None
        return 202

    def take(self) -> tuple[str, ...]:
        """Books asked for since the last time, in order, each once."""
        with self._lock:
            waiting = tuple(self._waiting)
            self._waiting.clear()
        return waiting


class _Handler(BaseHTTPRequestHandler):
    timeout = PATIENCE
    server_version = "Pairsheet"
    sys_version = ""
    nudges: Nudges

    def do_POST(self) -> None:
        """A call of the script."""
        length = self.headers.get("Content-Length", "")
        if self.path.split("?")[0] != PATH:
            self._answer(404)
        elif not length.isascii() or not length.isdigit() or len(length) > 9:
            self._answer(411)
        elif int(length) > LONGEST_BODY:
            self._answer(413)
        else:
            self._answer(self.nudges.hear(self.rfile.read(int(length)), self.headers.get(SIGNATURE, "")))

    def do_GET(self) -> None:
        """Nothing to see."""
        self._answer(405 if self.path.split("?")[0] == PATH else 404)

    def _answer(self, status: int) -> None:
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Addresses of callers stay out of the log."""


Request = socket | tuple[bytes, socket]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 4 * AT_ONCE  # callers the system keeps waiting for a moment

    def __init__(self, address: tuple[str, int], handler: type[_Handler], clock: Callable[[], float]) -> None:
        self._seats = threading.BoundedSemaphore(AT_ONCE)
        self._served: dict[Request, float] = {}  # since when, the longest first
        self._lock = threading.Lock()
        self._clock = clock
        super().__init__(address, handler)

    @property
    def served(self) -> int:
        """How many callers have a seat."""
        return len(self._served)

    def process_request(self, request: Request, client_address: Any) -> None:
        """Serve in a thread of its own. When too many are being served, hang up on the one served longest."""
        if not self._seats.acquire(blocking=False):
            with self._lock:
                _hang_up(next(iter(self._served), None))
            if not self._seats.acquire(timeout=PATIENCE):
                self.shutdown_request(request)
                return
        with self._lock:
            self._served[request] = self._clock()
        super().process_request(request, client_address)

    def process_request_thread(self, request: Request, client_address: Any) -> None:
        """The thread's work; its seat is free afterwards."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._served.pop(request, None)
            self._seats.release()

    def service_actions(self) -> None:
        """Between callers: hang up on those whose whole call takes too long."""
        with self._lock:
            for request, since in self._served.items():
                if self._clock() - since > LONGEST_CALL:
                    _hang_up(request)

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        """A caller that hung up or spoke nonsense is no news."""


def _hang_up(request: Request | None) -> None:
    """End a connection from outside: its thread reads no more and gives its seat back."""
    if isinstance(request, socket):
        with contextlib.suppress(OSError):  # it has just ended by itself
            request.shutdown(SHUT_RDWR)


class Listener:
    """The listener as a context: `with Listener(nudges, port):`. Port 0 takes a free one."""

    def __init__(
        self, nudges: Nudges, port: int, host: str = "127.0.0.1", clock: Callable[[], float] = time.monotonic
    ) -> None:
        handler = type("Handler", (_Handler,), {"nudges": nudges})
        self._server = _Server((host, port), handler, clock)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    @property
    def served(self) -> int:
        """How many callers are being served."""
        return self._server.served

    def __enter__(self) -> Listener:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=PATIENCE)
