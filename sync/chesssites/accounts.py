"""The account behind what somebody typed under Username: a name, or a link to a player's page.

Pure. The whole text is read, by the forms of one table (`FORMS`); what the table does not list is `Refused`, and
nothing is looked for in the middle of a sentence. A form that names a site keeps it: two people may have the same
name at two sites.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from sync.chesssites.links import GameLink, parse_link
from sync.chesssites.model import Site


@dataclass(frozen=True)
class Account:
    """An account by its name; `site` where the text names one, None for any."""

    name: str
    site: Site | None = None


@dataclass(frozen=True)
class NoAccount:
    """Text that is no account: what is wrong with it, in words that go on after the text itself."""

    why: str


LONGEST_ACCOUNT = 200  # characters of a cell that can name an account
_LABELS: Mapping[str, Site] = {
    "chess.com": Site.CHESS_COM, "chesscom": Site.CHESS_COM, "chess com": Site.CHESS_COM,
    "lichess": Site.LICHESS, "lichess.org": Site.LICHESS,
}  # fmt: skip
_LABEL = "|".join(re.escape(label) for label in sorted(_LABELS, key=len, reverse=True))
_ANY_CASE = re.IGNORECASE | re.ASCII  # of A to Z alone: `ı` is an `i` to Python otherwise
_AT_SITE = r"@?(?P<name>[A-Za-z0-9_-]{2,30})"  # what both sites take as a name
_BARE = re.compile(
    r"@?(?P<name>(?!(?ai:(?:(?:www|m)\.)?(?:chess\.com|lichess\.org))\b)[^\s@/\\:;,=<>\"'()\[\]{}?#|]{1,100})"
)  # events are also played elsewhere
_LABELLED = (
    re.compile(rf"(?P<label>{_LABEL})(?:\s*[:=]\s*|\s+[-–]\s+){_AT_SITE}", _ANY_CASE),
    re.compile(rf"(?P<label>{_LABEL})\s+{_AT_SITE}", _ANY_CASE),
    re.compile(rf"{_AT_SITE}\s*[(\[]\s*(?P<label>{_LABEL})\s*[)\]]", _ANY_CASE),
    re.compile(rf"{_AT_SITE}\s+(?:on|at|@)\s+(?P<label>{_LABEL})", _ANY_CASE),
)
_LINK = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>(?:[^\s/?#@:.]+\.)+[^\s/?#@:.]+?)\.?(?P<port>:[0-9]{1,5})?"
    r"(?P<path>/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?",
    _ANY_CASE,
)
_LABEL_OF_LINK = re.compile(
    rf"(?:(?P<label>{_LABEL})(?:\s*[:=]\s*(?!(?:443|80)/)|\s+(?:[-–]\s+)?))?(?P<link>(?:https?://)?\S+)",
    _ANY_CASE,
)
_HOSTS = {
    Site.CHESS_COM: re.compile(r"(?:(?:www|m|mobile|[a-z]{2})\.)?chess\.com"),
    Site.LICHESS: re.compile(r"(?:(?:www|m)\.)?lichess\.org"),
}
_API = re.compile(r"api\.chess\.com")
_NAME_PART = r"(?P<name>[A-Za-z0-9_-]{2,30})"
_ON = r"(?:/[^\s]*)?/*"  # further parts of a page's address: /stats, /games, a slash
_PAGES: tuple[tuple[Site, re.Pattern[str]], ...] = (
    (Site.CHESS_COM, re.compile(rf"/(?:[a-z]{{2}}(?:[-_][a-z]{{2}})?/)?members?/{_NAME_PART}{_ON}", _ANY_CASE)),
    (Site.CHESS_COM, re.compile(rf"/(?:[a-z]{{2}}/)?stats/(?:live|daily|overview)(?:/[a-z0-9]+)?/{_NAME_PART}/*",
                                _ANY_CASE)),
    (Site.CHESS_COM, re.compile(rf"/(?:[a-z]{{2}}/)?games/archive/{_NAME_PART}/*", _ANY_CASE)),
    (Site.LICHESS, re.compile(rf"/@/{_NAME_PART}{_ON}")),
)  # fmt: skip
_API_PAGE = re.compile(rf"/pub/player/{_NAME_PART}{_ON}", _ANY_CASE)

FORMS: tuple[tuple[str, str], ...] = (
    ("adler_a", "adler_a, at whichever site"),
    ("@adler_a", "adler_a, at whichever site"),
    ("https://www.chess.com/member/adler_a", "adler_a at Chess.com"),
    ("chess.com/member/adler_a/", "adler_a at Chess.com"),
    ("m.chess.com/member/adler_a/stats", "adler_a at Chess.com"),
    ("https://www.chess.com/de/member/adler_a?ref_id=1", "adler_a at Chess.com"),
    ("https://www.chess.com/stats/live/rapid/adler_a", "adler_a at Chess.com"),
    ("https://www.chess.com/games/archive/adler_a", "adler_a at Chess.com"),
    ("https://api.chess.com/pub/player/adler_a", "adler_a at Chess.com"),
    ("https://lichess.org/@/bauer_b", "bauer_b at Lichess"),
    ("lichess.org/@/bauer_b/perf/rapid", "bauer_b at Lichess"),
    ("chess.com: adler_a", "adler_a at Chess.com"),
    ("lichess adler_a", "adler_a at Lichess"),
    ("adler_a (chess.com)", "adler_a at Chess.com"),
    ("adler_a on Lichess", "adler_a at Lichess"),
    ("Chess.com: https://www.chess.com/member/adler_a", "adler_a at Chess.com"),
)
"""Every form that is read, by an example, and what it is read as."""


LIMITS: tuple[str, ...] = (
    f"The whole text, in Unicode's NFKC, of at most {LONGEST_ACCOUNT} characters. The case of letters never matters.",
    "A name alone, with or without `@` in front: 1 to 100 characters, none of them white space or one of "
    "`@ / \\ : ; , = < > \" ' ( ) [ ] { } ? # |`. A text that is a name beside a site is that. None begins with "
    "`chess.com` or `lichess.org` as a whole word, `www.` or `m.` before it or not.",
    "A name beside a site, or in a link: 2 to 30 of `A-Z a-z 0-9 _ -`.",
    "A link: `https://`, `http://` or neither; port 443, 80 or none; nothing else before the host. Hosts: `chess.com` "
    "with `www.`, `m.`, `mobile.` or a language such as `de.` in front, or `api.chess.com`; `lichess.org` with `www.` "
    "or `m.`. No white space.",
    "A player's page, as a whole path: `/member/NAME` or `/members/NAME`, behind a language (`/de`, `/pt-br`) or not; "
    "`/stats/live/`, `/stats/daily/` or `/stats/overview/`, a class such as `rapid/` or none, and `NAME`, or "
    "`/games/archive/NAME`, each behind two letters of a language or not; at api.chess.com `/pub/player/NAME`; at "
    "Lichess `/@/NAME`. `%41` is `A`. More parts may follow the name, but not on a page of stats or an archive; so may "
    "`?` or `#` with what belongs to it, and slashes.",
    "A site: `chess.com`, `chesscom`, `chess com`, `lichess`, `lichess.org`; before the name, or before a link of that "
    "site, with a space, `:` or `=`, or a hyphen between spaces; after the name in brackets, round or square, or "
    "behind `on`, `at`, `@` between spaces. The name may have `@` in front.",
)
REFUSED: tuple[str, ...] = (
    "c o h n", "chess.com/adler_a", "https://chess.com@evil.example/member/adler_a", "lichess.com/@/bauer_b",
    "chess.com.evil.example/member/adler_a", "https://lichess.org/abcdefgh", "my page is lichess.org/@/bauer_b",
)  # fmt: skip


def read_account(text: str) -> Account | NoAccount:
    """The one account a whole text names."""
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    if not text:
        return NoAccount("is blank")
    if len(text) > LONGEST_ACCOUNT:
        return NoAccount("is too long for a user name")
    for pattern in _LABELLED:
        found = pattern.fullmatch(text)
        if found is not None:
            return Account(found["name"], _LABELS[found["label"].casefold()])
    return _linked(text) or _bare(text)


def is_link(text: str) -> bool:
    """Whether a text is meant as a link to a chess site's page, whatever it leads to."""
    folded = text.casefold()
    return "://" in folded or any(f"{site.value}/" in folded for site in Site)


def _bare(text: str) -> Account | NoAccount:
    found = _BARE.fullmatch(text)
    if found is not None:
        return Account(found["name"])
    if any(c.isspace() for c in text):
        return NoAccount("is no user name: those hold no spaces")
    return NoAccount("is no user name")


def _linked(text: str) -> Account | NoAccount | None:
    """The account of a link; None where the text is none."""
    found = _LABEL_OF_LINK.fullmatch(text)
    if found is None:
        return None
    link = found["link"]
    if "/" not in link and not re.match(r"(?ai:(?:www\.|m\.)?(?:chess\.com|lichess\.org))\b", link):
        return None
    split = _LINK.fullmatch(link)
    if split is None:
        return NoAccount("is no link to a player's page")
    host, path = split["host"].casefold(), unquote(split["path"] or "")
    if (split["port"] or ":443") not in (":443", ":80"):
        return NoAccount("is no link to a player's page")
    site = next((s for s, pattern in _HOSTS.items() if pattern.fullmatch(host)), None)
    if _API.fullmatch(host):
        page = _API_PAGE.fullmatch(path)
        return Account(page["name"], Site.CHESS_COM) if page else NoAccount("is no link to a player's page")
    if site is None:
        return NoAccount("is a link to neither Chess.com nor Lichess")
    if found["label"] and _LABELS[found["label"].casefold()] is not site:
        return NoAccount("names two sites")
    for of, pattern in _PAGES:
        page = pattern.fullmatch(path)
        if of is site and page is not None:
            return Account(page["name"], site)
    if isinstance(parse_link(link), GameLink):
        return NoAccount("is the link of a game, not of a player's page")
    return NoAccount("is no link to a player's page")
