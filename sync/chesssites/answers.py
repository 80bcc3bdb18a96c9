"""A site's answer taken in with care: so large, so long, and only what can be data.

`body_of` reads from the connection piece by piece; `decoded` is pure. What is no sensible answer is `Nonsense`, with
what was wrong in a few words.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, Literal, NoReturn
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
import urllib3

from sync.chesssites.model import LONGEST_NUMBER

Form = Literal["json", "lines"]

_PIECE = 65_536


class Nonsense(Exception):
    """An answer that is none. Asking again at once will not help."""


class TooSlow(Exception):
    """The answer did not end in time."""


class PlainSession(requests.Session):
    """A session that leaves redirects alone: the library would read their bodies whole, and stumble over bad ones."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        """None: where an answer points to is looked at by the fetcher."""
        del resp
        return None


def body_of(response: requests.Response, most: int, is_late: Callable[[], bool]) -> bytes:
    """The body, decompressed, of at most so many bytes. Raises Nonsense, TooSlow and what `requests` raises.

    A site that sends a byte now and then keeps every time-out of the connection; so the time is looked at after
    whatever has come.
    """
    announced = response.headers.get("Content-Length", "")
    if announced.isascii() and announced.isdigit() and (len(announced) > 12 or int(announced) > most):
        raise Nonsense(f"more than {most // 1_000_000} MB")
    raw = response.raw
    if not isinstance(raw, urllib3.HTTPResponse):
        return response.content
    pieces: list[bytes] = []
    size = 0
    try:
        while piece := raw.read1(_PIECE, decode_content=True):
            pieces.append(piece)
            size += len(piece)
            if size > most:
                raise Nonsense(f"more than {most // 1_000_000} MB")
            if is_late():
                raise TooSlow
    except urllib3.exceptions.DecodeError as error:
        raise requests.exceptions.ContentDecodingError(error) from error
    except urllib3.exceptions.ReadTimeoutError as error:
        raise requests.exceptions.ReadTimeout(error) from error
    except (urllib3.exceptions.HTTPError, OSError) as error:
        raise requests.exceptions.ChunkedEncodingError(error) from error
    finally:
        response.close()
    return b"".join(pieces)


def decoded(text: str, form: Form) -> Any:
    """The data in a body. Raises ValueError where it is none, and Nonsense where no site would say such a thing."""
    try:
        if form == "json":
            return _json(text)
        return [_json(line) for line in text.splitlines() if line.strip()]
    except RecursionError as error:
        raise Nonsense("nested too deeply") from error


def _json(text: str) -> Any:
    return json.loads(text, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number)


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER + 1:  # a sign may stand in front
        raise Nonsense(f"a number of {len(digits)} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits) if len(digits) <= 400 else math.inf
    if not math.isfinite(number):
        raise Nonsense("a number beyond counting")
    return number


def _no_number(word: str) -> NoReturn:
    raise Nonsense(f"{word[:20]} for a number")


def address(url: str) -> SplitResult | None:
    """The parts of an address that may be asked: https, the usual port, nobody's name in it; None for any other."""
    try:
        parts = urlsplit(url)
        is_plain = parts.scheme == "https" and parts.port in (None, 443) and "@" not in parts.netloc
    except ValueError:  # a port or a host that is none
        return None
    return parts if is_plain and parts.hostname else None


def redirected(url: str, location: str) -> str:
    """Where an answer points to. Raises Nonsense where that is no address."""
    if not location.strip() or len(location) > 2000 or not location.isprintable():
        raise Nonsense("a redirect to nowhere")
    try:
        target = urljoin(url, location)
        urlsplit(target).port  # noqa: B018  raises where it is no number
    except ValueError as error:
        raise Nonsense("a redirect to no address") from error
    return target
