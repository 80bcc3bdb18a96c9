"""Adapters that lead a `requests` session to the emulator. The product's own code stays untouched.

`LoopbackAdapter` goes over a real socket; `InProcessAdapter` calls the service directly and is faster. Both are mounted
on the hosts of the real service by `mount`.
"""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.structures import CaseInsensitiveDict

from tests.emulator.service import Service
from tests.emulator.traffic import Request

HOSTS = (
    "https://sheets.googleapis.com/",
    "https://www.googleapis.com/",
    "https://oauth2.googleapis.com/",
    "https://sts.googleapis.com/",
    "https://accounts.google.com/",
)


class LoopbackAdapter(HTTPAdapter):
    """Swaps scheme and host for a loopback address, keeps path and query."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._target = urlsplit(url)

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send to the loopback address; the answer tells the address that was asked for."""
        asked = request.url
        parts = urlsplit(asked or "")
        request.headers["X-Emulated-Host"] = parts.hostname or ""
        request.url = urlunsplit((self._target.scheme, self._target.netloc, parts.path, parts.query, ""))
        try:
            answer = super().send(request, *args, **kwargs)
        finally:
            request.url = asked
        answer.url = asked or ""
        return answer


class InProcessAdapter(BaseAdapter):
    """Calls the service without a socket. Cuts, hangs and half answers are raised as `requests` raises them."""

    def __init__(self, service: Service) -> None:
        super().__init__()
        self._service = service

    def send(self, request: requests.PreparedRequest, *_args: Any, **_kwargs: Any) -> requests.Response:
        """The service's answer as a `requests.Response`. Problems: the exceptions of a broken connection."""
        body = request.body or b""
        if isinstance(body, str):
            body = body.encode()
        elif not isinstance(body, bytes):
            body = b"".join(body) if not hasattr(body, "read") else body.read()
        asked = Request.of(request.method or "GET", request.url or "", dict(request.headers), body)
        got = self._service.handle(asked)
        if got.fate == "cut":
            raise requests.exceptions.ConnectionError("the emulator cut the connection", request=request)
        if got.fate == "hang":
            raise requests.exceptions.ReadTimeout("the emulator gives no answer", request=request)
        if got.fate == "truncated":
            raise requests.exceptions.ChunkedEncodingError("the emulator gave half an answer", request=request)
        answer = requests.Response()
        answer.status_code = got.status
        answer.headers = CaseInsensitiveDict({"Content-Type": got.content_type})
        answer.raw = io.BytesIO(got.body)
        answer._content = got.body
        answer.url = request.url or ""
        answer.request = request
        answer.encoding = "utf-8"
        answer.reason = "OK" if got.status < 400 else "Refused"
        return answer

    def close(self) -> None:
        """Nothing to close."""


def mount(session: requests.Session, adapter: BaseAdapter) -> requests.Session:
    """Lead all Google hosts of a session to the adapter; also those of the session it refreshes tokens with."""
    for host in HOSTS:
        session.mount(host, adapter)
    refresher = getattr(session, "_auth_request", None)
    inner = getattr(refresher, "session", None)
    if isinstance(inner, requests.Session) and inner is not session:
        mount(inner, adapter)
    return session
