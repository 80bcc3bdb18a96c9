"""The service on a loopback port."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from tests.emulator.service import Service
from tests.emulator.traffic import Request


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave together: without these two, every answer waits for the other side's delayed receipt.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: _Server

    def _serve(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size) if size else b""
        host = self.headers.get("X-Emulated-Host") or self.headers.get("Host") or "127.0.0.1"
        request = Request.of(self.command, f"http://{host}{self.path}", dict(self.headers.items()), body)
        answer = self.server.service.handle(request)
        if answer.fate == "hang":
            self.server.closing.wait(answer.seconds)
            self._drop()
            return
        if answer.fate == "cut":
            self._drop()
            return
        if answer.fate == "slow":
            self.server.closing.wait(answer.seconds)
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if answer.fate == "truncated":
            self.wfile.write(answer.body[: len(answer.body) // 2])
            self._drop()
            return
        if answer.status != 204:
            self.wfile.write(answer.body)
        self.wfile.flush()

    def _drop(self) -> None:
        self.close_connection = True
        try:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed: the service keeps its own log."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, service: Service) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = service
        self.closing = threading.Event()


class LoopbackServer:
    """A running server; use as a context manager. `url` is its address."""

    def __init__(self, service: Service | None = None) -> None:
        self.service = service or Service()
        self._server = _Server(self.service)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def port(self) -> int:
        """The port it listens at."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Such as http://127.0.0.1:40123."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def token_uri(self) -> str:
        """Address of the token service, for key files."""
        return self.url + "/token"

    def start(self) -> Self:
        """Begin to serve."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop serving and let hanging answers go."""
        self._server.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
