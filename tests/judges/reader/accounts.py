"""Accounts at the chess sites."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from tests.judges.reader.ground import BLANK, WHITE, Cell, Refused, clean
from tests.judges.reader.texts import as_text

CODE = "username-unreadable"
NEVER = frozenset("@/\\:;,=<>\"'()[]{}?#|")
SMALL = "abcdefghijklmnopqrstuvwxyz"
LETTERS = frozenset(SMALL + "0123456789_-")
SITES = {"chess.com": "Chess.com", "chesscom": "Chess.com", "chess com": "Chess.com"}
SITES |= {"lichess": "Lichess", "lichess.org": "Lichess"}
ADDRESSES = tuple(front + host for host in ("chess.com", "lichess.org") for front in ("", "www.", "m."))


def account(cell: Cell) -> object:
    """The site, if the text names one, and the name in small letters."""
    text = unicodedata.normalize("NFKC", clean(as_text(cell)))
    text = " ".join(word for word in "".join(" " if sign in WHITE else sign for sign in text).split(" ") if word)
    if text == "":
        return BLANK
    if len(text) > 200:
        raise Refused
    found = beside(text.lower()) or link(text.lower()) or alone(text)
    if found is None:
        raise Refused(CODE)
    return found


def alone(text: str) -> tuple[str, str] | None:
    name = text.removeprefix("@")
    for address in ADDRESSES:
        behind = text.lower()[len(address) : len(address) + 1]
        if text.lower().startswith(address) and not (behind.isalnum() or behind == "_"):
            return None
    if 1 <= len(name) <= 100 and not any(sign in NEVER or sign in WHITE for sign in name):
        return "", name.casefold()
    return None


def shown_name(text: str) -> str | None:
    return text if 2 <= len(text) <= 30 and all(sign in LETTERS for sign in text) else None


def link(text: str) -> tuple[str, str] | None:
    if any(sign in WHITE for sign in text):
        return None
    rest = text.removeprefix("https://") if text.startswith("https://") else text.removeprefix("http://")
    for mark in ("#", "?"):
        rest = rest.partition(mark)[0]
    host, _, path = rest.partition("/")
    for port in (":443", ":80"):
        host = host.removesuffix(port)
    steps = unquote(path).lower().split("/")
    name: str | None = None
    if host == "api.chess.com":
        name = page(steps, "pub", "player")
    elif host in ("lichess.org", "www.lichess.org", "m.lichess.org"):
        name = page(steps, "@")
        return None if name is None else ("Lichess", name)
    elif host == "chess.com" or (host.endswith(".chess.com") and is_front(host[: -len(".chess.com")])):
        name = of_chess_com(steps)
    return None if name is None else ("Chess.com", name)


def is_front(front: str) -> bool:
    return front in ("www", "m", "mobile") or is_language(front)


def is_language(text: str) -> bool:
    return len(text) == 2 and all(sign in SMALL for sign in text)


def of_chess_com(steps: list[str]) -> str | None:
    languages = re.fullmatch(r"[a-z]{2}(?:[-_][a-z]{2})?", steps[0])
    members = steps[1:] if languages else steps
    for member in ("member", "members"):
        if (name := page(members, member)) is not None:
            return name
    others = steps[1:] if is_language(steps[0]) else steps
    while others and others[-1] == "":
        others = others[:-1]
    if others[:2] == ["games", "archive"] and len(others) == 3:
        return shown_name(others[2])
    if others[:1] == ["stats"] and others[1:2] and others[1] in ("live", "daily", "overview") and len(others) in (3, 4):
        if len(others) == 4 and not re.fullmatch(r"[a-z0-9]+", others[2]):
            return None
        return shown_name(others[-1])
    return None


def page(steps: list[str], *wanted: str) -> str | None:
    """The name behind these parts of a path; more parts may follow it."""
    fits = len(steps) > len(wanted) and steps[: len(wanted)] == list(wanted)
    return shown_name(steps[len(wanted)]) if fits else None


def beside(text: str) -> tuple[str, str] | None:
    """A name beside a site, or a link behind its own site."""
    for words, site in SITES.items():
        for rest in (*behind(text, words), *before(text, words)):
            if (name := shown_name(rest.removeprefix("@"))) is not None:
                return site, name
        for rest in behind(text, words):
            if (found := link(rest)) is not None and found[0] == site:
                return found
    return None


def behind(text: str, site: str) -> list[str]:
    joints = (" ", ":", ": ", " : ", " :", "=", "= ", " = ", " =", " - ")
    return [text[len(site + joint) :] for joint in joints if text.startswith(site + joint)]


def before(text: str, site: str) -> list[str]:
    ends = [f" on {site}", f" at {site}", f" @ {site}"]
    for opened, closed in (("(", ")"), ("[", "]")):
        inner = (f"{opened}{one}{site}{other}{closed}" for one in ("", " ") for other in ("", " "))
        ends += [space + end for end in inner for space in (" ", "")]
    return [text[: -len(end)] for end in ends if text.endswith(end)]
