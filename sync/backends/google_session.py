"""Requests to Google, each bounded in time and tries, within a budget, and told in one plain line when given up."""

from __future__ import annotations

import json
import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias

from sync.backends.base import Uncertain, Unreachable
from sync.backends.google_errors import Limited, Rejected, denial, refusal_of, sign_in_trouble

Json: TypeAlias = dict[str, Any]
Params: TypeAlias = Sequence[tuple[str, str]]
ADVISED = 2_000_000  # bytes of one write; Google takes more, more slowly, and one step stays one step
_LESS = "look less often, at fewer books with one account, or ask for a larger quota in the Google Cloud console"


A_BOOK = 4  # requests of a pass that reads, writes and marks its notices as sent


@dataclass(frozen=True)
class Limits:
    """How long and how often. Seconds, but for the counts."""

    connect: float = 5.0
    read: float = 30.0
    write: float = 60.0  # a large write takes Google longer than a read
    tries: int = 5
    seconds: float = 50.0  # for one request with all its tries
    first_wait: float = 1.0
    longest_wait: float = 16.0
    per_minute: int = 60  # what Google grants one account; 0 counts nothing


class _Again(Exception):
    """Trying again may help. `done`: it may have been carried out all the same. `limit`: there were too many."""

    def __init__(self, why: str, done: bool = False, wait: float | None = None, limit: bool = False) -> None:
        super().__init__(why)
        self.why, self.done, self.wait, self.limit = why, done, wait, limit


class Budget:
    """At most so many requests in any sixty seconds."""

    def __init__(self, per_minute: int, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._per_minute, self._clock, self._sleep = per_minute, clock, sleep
        self._sent: deque[float] = deque()

    def wait_for(self, until: float | None, count: int = A_BOOK) -> bool:
        """Wait until so many may be sent; whether they may before `until` on the clock. They are not taken."""
        if self._per_minute <= 0:
            return True
        now = self._clock()
        recent = [sent for sent in self._sent if sent > now - 60]
        over = len(recent) + min(count, self._per_minute) - self._per_minute
        if over > 0:
            free = recent[over - 1] + 60
            if until is not None and free > until:
                return False
            self._sleep(free - now)
        return True

    def spend(self, until: float) -> None:
        """Take one, waiting for it if need be. Raises Unreachable when it would not come before `until`."""
        if self._per_minute <= 0:
            return
        now = self._clock()
        while self._sent and self._sent[0] <= now - 60:
            self._sent.popleft()
        if len(self._sent) >= self._per_minute:
            free = self._sent[0] + 60
            if free > until:
                raise Unreachable(
                    f"The budget of {self._per_minute} requests a minute is used up; the next pass goes on."
                )
            self._sleep(free - now)
            self._sent.popleft()
        self._sent.append(self._clock())

    @property
    def used(self) -> int:
        """Requests sent in the last sixty seconds."""
        return sum(sent > self._clock() - 60 for sent in self._sent)


class GoogleSession:
    """One account's line to Google, shared by all its books. `http` signs the requests (google-auth's session)."""

    def __init__(
        self,
        http: Any,
        address: str = "",
        limits: Limits = Limits(),
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        dice: random.Random | None = None,
    ) -> None:
        from gspread.http_client import HTTPClient

        self.address = address
        self.limits = limits
        self.skew: float | None = None  # seconds by which this machine is ahead of Google, once an answer came
        self.sent = 0
        self.budget = Budget(limits.per_minute, clock, sleep)
        self._clock, self._sleep = clock, sleep
        self._dice = dice or random.Random()
        self._client = HTTPClient(None, session=http)  # type: ignore[arg-type]
        for part in (http, getattr(http, "_auth_request_session", None)):
            if part is not None and hasattr(part, "hooks"):
                part.hooks["response"].append(self._note_time)

    def get(self, url: str, params: Params = ()) -> Json:
        """The answer to a reading request. Raises Unreachable (Rejected for a 400)."""
        return self._call("get", url, params, None, False)

    def post(self, url: str, body: Mapping[str, Any], params: Params = ()) -> Json:
        """The answer to a writing request that a guard keeps from landing twice.

        Raises Rejected (nothing was written), Unreachable (nothing was written) or Uncertain.
        """
        data = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        try:
            return self._call("post", url, params, data, True)
        except (Uncertain, Rejected) as trouble:
            if len(data) <= ADVISED:
                raise
            size = f"{len(data) / 1_000_000:.1f} MB"
            raise type(trouble)(f"{trouble} (The write had {size}; Google advises 2 MB at most.)") from None

    def _call(self, method: str, url: str, params: Params, data: bytes | None, write: bool) -> Json:
        from tenacity import Retrying, retry_if_exception_type

        until = self._clock() + self.limits.seconds
        maybe_done = False

        def once() -> Json:
            nonlocal maybe_done
            try:
                return self._send(method, url, params, data, write, until)
            except _Again as trouble:
                maybe_done = maybe_done or trouble.done
                raise

        def stop(state: Any) -> bool:
            return bool(state.attempt_number >= self.limits.tries or self._clock() + state.upcoming_sleep > until)

        retrying = Retrying(
            retry=retry_if_exception_type(_Again), stop=stop, wait=self._wait, sleep=self._sleep, reraise=True
        )
        try:
            return retrying(once)
        except _Again as trouble:
            if write and maybe_done:
                raise Uncertain(f"{trouble.why}: whether the write landed shows at the next read.") from None
            if trouble.limit:
                raise Limited(f"{trouble.why}; the next pass tries again. If this goes on, {_LESS}.") from None
            raise Unreachable(f"{trouble.why}; the next pass tries again.") from None
        except Unreachable as trouble:
            if write and maybe_done:  # an earlier try may have made the very revision this one found taken
                raise Uncertain(f"{trouble} An earlier try may have landed: the next read shows it.") from None
            raise

    def _wait(self, state: Any) -> float:
        """Seconds before the next try: what Google asks for, else doubling, with jitter so that workers part."""
        trouble = state.outcome.exception() if state.outcome is not None else None
        doubled = self.limits.first_wait * float(2 ** (int(state.attempt_number) - 1))
        jittered = min(self.limits.longest_wait, doubled) * (0.5 + self._dice.random() / 2)
        asked = trouble.wait if isinstance(trouble, _Again) else None
        return max(jittered, asked or 0.0)

    def _send(self, method: str, url: str, params: Params, data: bytes | None, write: bool, until: float) -> Json:
        """One try. Raises _Again, Rejected, Unreachable or Uncertain, never anything with a secret in it."""
        import requests
        from google.auth.exceptions import GoogleAuthError, RefreshError
        from gspread.exceptions import APIError

        self.budget.spend(until)
        self.sent += 1
        wait = self.limits.write if write else self.limits.read
        left = max(1.0, until - self._clock())
        self._client.set_timeout((min(self.limits.connect, left), min(wait, left)))
        headers = {"Content-Type": "application/json; charset=utf-8"} if data is not None else None
        try:
            response = self._client.request(method, url, params=list(params), data=data, headers=headers)  # type: ignore[arg-type]
            answer = response.json()
        except APIError as error:
            raise self._refused(error.response) from None
        except RefreshError as error:
            if getattr(error, "retryable", False):
                raise _Again("Google's sign-in service is not well") from None
            raise sign_in_trouble(str(error.args[0] if error.args else ""), self.address) from None
        except GoogleAuthError:  # the way to the token service: the request itself was not carried out
            raise _Again("Google's sign-in service could not be reached") from None
        except requests.exceptions.RequestException as error:
            raise self._broken(error, write) from None
        if not isinstance(answer, dict):
            raise _Again("Google gave an answer that cannot be read", done=write)
        return answer

    def _refused(self, response: Any) -> Exception:
        try:
            body = response.json()
        except ValueError:
            body = None
        refusal = refusal_of(int(response.status_code), body)
        if refusal.is_limit:
            return _Again("Google says there were too many requests", wait=_seconds(response), limit=True)
        if refusal.status >= 500 or refusal.status == 408:
            return _Again(f"Google is not well ({refusal.status})", done=True, wait=_seconds(response))
        return denial(refusal, self.address)

    @staticmethod
    def _broken(error: Exception, write: bool) -> Exception:
        """A line that broke: before the request went out, or perhaps after it was carried out."""
        import requests

        names = repr(error)
        unsent = isinstance(error, requests.exceptions.ConnectTimeout) or any(
            name in names for name in ("NewConnectionError", "NameResolutionError")
        )
        if isinstance(error, requests.exceptions.Timeout):
            why = "Google did not answer in time"
        elif isinstance(error, requests.exceptions.ConnectionError):
            why = "Google could not be reached" if unsent else "the connection to Google broke"
        else:
            why = "Google gave an answer that cannot be read"
        if write and not unsent:
            return Uncertain(f"{why[0].upper()}{why[1:]}: whether the write landed shows at the next read.")
        return _Again(f"{why[0].upper()}{why[1:]}")

    def _note_time(self, response: Any, **_: Any) -> None:
        try:
            moment = parsedate_to_datetime(response.headers.get("Date", ""))
        except (TypeError, ValueError):
            return
        if moment.tzinfo is not None:
            self.skew = (datetime.now(UTC) - moment).total_seconds()


def _seconds(response: Any) -> float | None:
    """How long Google asks to wait."""
    try:
        return min(60.0, float(response.headers.get("Retry-After", "")))
    except ValueError:
        return None


def session_for(found: Any, limits: Limits = Limits()) -> GoogleSession:
    """A line to Google for a sign-in (`google_signin.SignIn`)."""
    from google.auth.transport.requests import AuthorizedSession

    return GoogleSession(AuthorizedSession(found.credentials), found.address, limits)  # type: ignore[no-untyped-call]
