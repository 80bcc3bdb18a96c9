"""Accounts at the chess sites."""

from __future__ import annotations

import unicodedata

from tests.judges.reader.ground import BLANK, WHITE, Cell, Refused, clean
from tests.judges.reader.texts import as_text

CODE = "username-unreadable"
NEVER = frozenset("@/\\:;,<>\"'()[]{}?#|")
SMALL = "abcdefghijklmnopqrstuvwxyz"
LETTERS = frozenset(SMALL + "0123456789_-")
SITES = {"chess.com": "Chess.com", "chesscom": "Chess.com", "chess com": "Chess.com"}
SITES |= {"lichess": "Lichess", "lichess.org": "Lichess"}


def account(cell: Cell) -> object:
    """The site, if the text names one, and the name in small letters."""
    text = unicodedata.normalize("NFKC", clean(as_text(cell)))
    if text == "":
        return BLANK
    if len(text) > 200:
        raise Refused(CODE)
    for found in (alone(text), link(text.lower()), beside(text.lower())):
        if found is not None:
            return found
    raise Refused(CODE)


def alone(text: str) -> tuple[str, str] | None:
    name = text.removeprefix("@")
    if 1 <= len(name) <= 100 and not any(sign in NEVER or sign in WHITE for sign in name):
        return "", name.casefold()
    return None


def shown_name(text: str) -> str | None:
    return text if 2 <= len(text) <= 30 and all(sign in LETTERS for sign in text) else None


def link(text: str) -> tuple[str, str] | None:
    rest = text.removeprefix("https://") if text.startswith("https://") else text.removeprefix("http://")
    for mark in ("?", "#"):
        rest = rest.partition(mark)[0]
    host, _, path = rest.partition("/")
    for port in (":443", ":80"):
        host = host.removesuffix(port)
    steps = path.split("/")
    front, _, domain = host.rpartition("chess.com")
    name: str | None = None
    if host == "api.chess.com":
        name = after(steps, "pub", "player")
    elif domain == "" and host.endswith("chess.com") and (front in ("", "www.", "m.", "mobile.") or language(front)):
        steps = steps[1:] if language(steps[0] + ".") else steps
        name = after(steps, "member") or after(steps, "games", "archive") or after(steps, "stats", "*", "*")
    elif host in ("lichess.org", "www.lichess.org", "m.lichess.org"):
        name = after(steps, "@")
        return None if name is None else ("Lichess", name)
    return None if name is None else ("Chess.com", name)


def language(front: str) -> bool:
    return len(front) == 3 and front[2] == "." and all(sign in SMALL for sign in front[:2])


def after(steps: list[str], *wanted: str) -> str | None:
    """The name behind these steps of a path; a star stands for any one step."""
    if len(steps) <= len(wanted) or any(want not in ("*", step) for step, want in zip(steps, wanted, strict=False)):
        return None
    return shown_name(steps[len(wanted)])


def beside(text: str) -> tuple[str, str] | None:
    """A name beside a site, or a link beside its own site."""
    for words, site in SITES.items():
        for rest in (*behind(text, words), *before(text, words)):
            if (name := shown_name(rest)) is not None:
                return site, name
            if (found := link(rest)) is not None and found[0] == site:
                return found
    return None


def behind(text: str, site: str) -> list[str]:
    joints = (" ", ":", ": ", " : ", " :", "=", "= ", " = ", " =", " - ")
    return [text[len(site + joint) :] for joint in joints if text.startswith(site + joint)]


def before(text: str, site: str) -> list[str]:
    ends = (f" ({site})", f"({site})", f" on {site}", f" at {site}", f" @ {site}")
    return [text[: -len(end)] for end in ends if text.endswith(end)]
