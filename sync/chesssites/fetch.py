"""One polite request at a time to a site's data, with every way it can fail as a value.

Shell: the only module that opens a connection. Session, clock and sleep are handed in. What it keeps to: a
User-Agent naming the operator's contact, one request after another, conditional requests, time-outs, few retries
with short pauses, `Retry-After`, never again after 410, moved addresses remembered. A host that failed is left
alone for the rest of the pass, so a site that is down delays nothing but its own checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import requests
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from sync.chesssites.answers import Form, Nonsense, TooSlow, address, body_of, decoded, redirected
from sync.chesssites.cache import Cache, Kept
from sync.chesssites.model import Facts, Site

_ACCEPT: Mapping[Form, str] = {"json": "application/json", "lines": "application/x-ndjson"}
# An unchanged answer is put down anew only this often, so that a cache file is not written at every pass.
_REFRESH = timedelta(hours=6)
# A site that did not answer is left alone for so long, by all books.
_FIRST_QUIET = timedelta(minutes=1)
_LONGEST_QUIET = timedelta(minutes=15)
HOSTS = {"api.chess.com": Site.CHESS_COM, "www.chess.com": Site.CHESS_COM, "lichess.org": Site.LICHESS}


class ContactMissing(ValueError):
    """Verification was switched on without a contact of the operator, which the sites ask for."""


@dataclass(frozen=True)
class Limits:
    """How long, how often, how much. Units: seconds, attempts, requests a pass, bytes of an answer."""

    connect: float = 5.0
    read: float = 20.0
    attempts: int = 3
    longest_pause: float = 10.0
    requests_a_pass: int = 80
    seconds_a_pass: float = 90.0
    seconds_an_answer: float = 30.0
    most_bytes: int = 20_000_000


@dataclass(frozen=True)
class Data:
    """Decoded data, and the address it came from in the end."""

    value: Any
    url: str


@dataclass(frozen=True)
class Absent:
    """The site has nothing there: `missing` (404) today, `gone` (410) for good."""

    code: Literal["missing", "gone"]
    url: str


@dataclass(frozen=True)
class Trouble:
    """No answer to be had now: a code of `words.WAITING`, and how long the site wants to be left alone."""

    code: str
    facts: Facts
    retry_after: timedelta | None = None


Answer = Data | Absent | Trouble


@dataclass(frozen=True)
class Asked:
    """One line of the request log."""

    method: str
    url: str
    status: int | None
    what: str


class _Again(Exception):
    """Worth another attempt, after `pause` seconds if the site said so."""

    def __init__(self, trouble: Trouble, pause: float | None = None) -> None:
        super().__init__(trouble.code)
        self.trouble = trouble
        self.pause = pause


def user_agent(contact: str) -> str:
    """The User-Agent: the program, its version, and whom to write to. Refuses to be made without a contact."""
    clean = contact.strip()
    if not re.fullmatch(r"[\x21-\x7e]{1,200}", clean) or not re.search(r".@.+\..|^https?://.+\..", clean):
        raise ContactMissing(
            "Checking games needs the operator's contact, an e-mail address or a web page: the sites ask for it."
        )
    try:
        release = version("pairsheet")
    except PackageNotFoundError:
        release = "dev"
    return f"Pairsheet/{release} (tournament results; contact: {clean})"


class Fetcher:
    """Asks, and remembers. One for each worker; `begin_pass` before each pass."""

    def __init__(
        self,
        contact: str,
        session: requests.Session,
        now: Callable[[], datetime],
        sleep: Callable[[float], None],
        cache: Cache,
        limits: Limits | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`clock` counts seconds for waiting and cannot be set; without one the seconds of `now` are counted."""
        self._headers = {"User-Agent": user_agent(contact)}
        self._session = session
        self._now = now
        self._clock = clock or (lambda: now().timestamp())
        self._sleep = sleep
        self._cache = cache
        self._limits = limits or Limits()
        self.log: list[Asked] = []
        self.begin_pass()

    def begin_pass(self) -> None:
        """Start counting afresh and look at everything again."""
        self.log.clear()
        self._answers: dict[str, Answer] = {}
        self._down: dict[str, Trouble] = {}
        self._began = self._clock()
        self._sent = 0

    def get(self, url: str, form: Form = "json", final: bool = False) -> Answer:
        """The data at an address, once a pass. `final`: what comes now cannot change and is kept for good."""
        if url not in self._answers:
            self._answers[url] = self._get(url, form, final)
        return self._answers[url]

    def is_kept(self, url: str) -> bool:
        """Whether an earlier pass found data there."""
        kept = self._cache.get(self._moved(url))
        return kept is not None and kept.kind == "body"

    def post(self, url: str, body: str, form: Form) -> Answer:
        """The data given for a list of things asked for. Never remembered."""
        answer = self._guarded("POST", url, form, body, None)
        return Trouble("bad-redirect", _facts(url)) if isinstance(answer, _Elsewhere) else answer

    def _get(self, url: str, form: Form, final: bool) -> Answer:
        asked, hops = url, 0
        while True:
            target = self._moved(asked)
            kept = self._cache.get(target)
            if kept is not None and kept.kind == "gone":
                return Absent("gone", target)
            body = self._body(target, kept, form)
            if body is not None and body.final:
                return Data(decoded(body.body, form), target)
            answer = self._guarded("GET", target, form, None, body, final)
            if not isinstance(answer, _Elsewhere):
                if target != url and answer == Absent("missing", target):
                    self._cache.forget(url)  # the address moved once more, or the first one is in use again
                return answer
            hops += 1
            if hops > 4:
                return Trouble("bad-redirect", _facts(url))
            if answer.for_good:
                self._cache.put(target, Kept("moved", self._now(), location=answer.url))
            asked = answer.url

    def _body(self, url: str, kept: Kept | None, form: Form) -> Kept | None:
        """The remembered answer, if it is one that can be read; a damaged one is dropped."""
        if kept is None or kept.kind != "body":
            return None
        try:
            decoded(kept.body, form)
        except (ValueError, Nonsense):
            self._cache.forget(url)
            return None
        return kept

    def _moved(self, url: str) -> str:
        for _ in range(5):
            kept = self._cache.get(url)
            if kept is None or kept.kind != "moved" or not kept.location:
                break
            url = kept.location
        return url

    def _guarded(
        self, method: str, url: str, form: Form, body: str | None, kept: Kept | None, final: bool = False
    ) -> Answer | _Elsewhere:
        parts = address(url)
        host = parts.hostname or "" if parts is not None else ""
        if host not in HOSTS:
            return Trouble("bad-redirect", _facts(url))
        quiet = self._cache.get(f"wait:{host}")
        if quiet is not None and not quiet.was_possible(self._now()):
            quiet = None
        if quiet is not None and quiet.until is not None and quiet.until > self._now():
            return Trouble(quiet.body or "rate-limited", _facts(url), quiet.until - self._now())
        if host in self._down:
            return self._down[host]
        retrying = Retrying(
            stop=stop_after_attempt(self._limits.attempts),
            wait=self._pause,
            retry=retry_if_exception(self._is_worth_it),
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return retrying(self._once, method, url, form, body, kept, final)
        except _Again as again:
            trouble = again.trouble
            if trouble.code == "rate-limited":
                self._cache.put(
                    f"wait:{host}", Kept("wait", self._now(), until=self._now() + (trouble.retry_after or timedelta()))
                )
            elif trouble.code != "cut-off":  # one answer cut off says nothing about the next address
                self._down[host] = trouble
                if trouble.code == "site-down":  # other books' passes need not find out the same
                    self._cache.put(f"wait:{host}", self._left_alone(quiet, trouble))
            return trouble

    def _left_alone(self, before: Kept | None, trouble: Trouble) -> Kept:
        """A growing pause for a site that does not answer: twice the last one, if that ended lately."""
        now, pause = self._now(), _FIRST_QUIET
        if before is not None and before.until is not None and now - before.until < 2 * _LONGEST_QUIET:
            pause = min(_LONGEST_QUIET, 2 * (before.until - before.fetched))
        return Kept("wait", now, body=trouble.code, until=now + pause)

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, _Again) and error.pause is not None:
            return error.pause
        return min(self._limits.longest_pause, float(2 ** (state.attempt_number - 1)))

    def _is_worth_it(self, error: BaseException) -> bool:
        if not isinstance(error, _Again):
            return False
        pause = error.pause or 0.0
        return pause <= self._limits.longest_pause and self._seconds_left() > pause and self._has_requests_left()

    def _seconds_left(self) -> float:
        return self._limits.seconds_a_pass - (self._clock() - self._began)

    def _has_requests_left(self) -> bool:
        return self._sent < self._limits.requests_a_pass

    def _once(
        self, method: str, url: str, form: Form, body: str | None, kept: Kept | None, final: bool
    ) -> Answer | _Elsewhere:
        if not self._has_requests_left() or self._seconds_left() <= 0:
            return Trouble("budget", _facts(url))
        headers = {**self._headers, "Accept": _ACCEPT[form]}
        if body is not None:
            headers["Content-Type"] = "text/plain"
        if kept is not None and kept.etag:
            headers["If-None-Match"] = kept.etag
        if kept is not None and kept.last_modified:
            headers["If-Modified-Since"] = kept.last_modified
        self._sent += 1
        began = self._clock()
        try:
            response = self._session.request(
                method,
                url,
                data=body,
                headers=headers,
                timeout=(self._limits.connect, self._limits.read),
                allow_redirects=False,
                stream=True,
            )
            content = body_of(response, self._limits.most_bytes, lambda: self._is_late(began))
        except Nonsense as nonsense:
            self.log.append(Asked(method, url, None, "nonsense"))
            return Trouble("nonsense", {**_facts(url), "what": str(nonsense)})
        except TooSlow as error:
            self.log.append(Asked(method, url, None, "too slow"))
            raise _Again(Trouble("site-down", _facts(url))) from error
        except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema, ValueError) as error:
            self.log.append(Asked(method, url, None, type(error).__name__))
            return Trouble("nonsense", {**_facts(url), "what": "a redirect to no address"})
        except requests.RequestException as error:
            cut = isinstance(error, requests.exceptions.ChunkedEncodingError | requests.exceptions.ContentDecodingError)
            self.log.append(Asked(method, url, None, type(error).__name__))
            raise _Again(Trouble("cut-off" if cut else "site-down", _facts(url))) from error
        self.log.append(Asked(method, url, response.status_code, ""))
        try:
            return self._read(url, form, kept, final, response, content, keep=method == "GET")
        except Nonsense as nonsense:
            return Trouble("nonsense", {**_facts(url), "what": str(nonsense)})

    def _is_late(self, began: float) -> bool:
        """Whether an answer has taken too long, or all answers of this pass together."""
        return self._clock() - began > self._limits.seconds_an_answer or self._seconds_left() <= 0

    def _read(
        self,
        url: str,
        form: Form,
        kept: Kept | None,
        final: bool,
        response: requests.Response,
        content: bytes,
        *,
        keep: bool,
    ) -> Answer | _Elsewhere:
        status = response.status_code
        if status == 200:
            return self._read_body(url, form, final, response, content, keep=keep)
        if status == 304 and kept is not None:
            if final or self._now() - kept.fetched > _REFRESH:
                self._cache.put(url, replace(kept, fetched=self._now(), final=final))
            return Data(decoded(kept.body, form), url)
        if status in (301, 302, 303, 307, 308):
            target = redirected(url, response.headers.get("Location", ""))
            site = _site_of(target)
            if site is None or site is not _site_of(url) or target == url or not keep:
                return Trouble("bad-redirect", _facts(url))
            return _Elsewhere(target, for_good=status in (301, 308))
        if status == 404:
            return Absent("missing", url)
        if status == 410:
            self._cache.put(url, Kept("gone", self._now()))
            return Absent("gone", url)
        if status == 429:
            pause = _retry_after(response, self._now()) or 60.0
            raise _Again(Trouble("rate-limited", _facts(url), timedelta(seconds=pause)), pause)
        if status >= 500:
            raise _Again(Trouble("site-down", _facts(url, status)), _retry_after(response, self._now()))
        code = "forbidden" if status in (401, 403) else "odd-status"
        return Trouble(code, _facts(url, status))

    def _read_body(
        self, url: str, form: Form, final: bool, response: requests.Response, content: bytes, *, keep: bool
    ) -> Data:
        try:
            text = content.decode("utf-8")
            value = decoded(text, form)
        except ValueError as error:
            web_page = content.lstrip()[:1] == b"<"
            raise _Again(Trouble("not-json" if web_page else "cut-off", _facts(url))) from error
        if keep:
            etag, modified = response.headers.get("ETag"), response.headers.get("Last-Modified")
            if final or etag or modified:
                self._cache.put(url, Kept("body", self._now(), text, etag, modified, final=final))
        return Data(value, url)


@dataclass(frozen=True)
class _Elsewhere:
    url: str
    for_good: bool


def _site_of(url: str) -> Site | None:
    parts = address(url)
    return HOSTS.get(parts.hostname or "") if parts is not None else None


def _facts(url: str, status: int | None = None) -> Facts:
    site = _site_of(url)
    said = {"site": site.shown if site else "the site", "url": url}
    return said if status is None else {**said, "status": str(status)}


def _retry_after(response: requests.Response, now: datetime) -> float | None:
    """The pause a site asks for, in seconds: a number or a date; at most a day."""
    text = response.headers.get("Retry-After", "").strip()
    if not text:
        return None
    if text.isascii() and text.isdigit():
        return min(float(text), 86_400.0)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return min(max((moment - now).total_seconds(), 0.0), 86_400.0)
