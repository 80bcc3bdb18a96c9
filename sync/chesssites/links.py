"""The game behind whatever a player pasted.

Pure. `parse_link` gives one `GameLink`, or a `Refused` that says why not. Numbers stay text (they reach twelve
digits and would be rounded by a spreadsheet). A link is taken at its word only for the id; whether such a game
exists, and whose it is, the site says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qsl

from sync.chesssites.model import Facts, Site

LinkKind = Literal["live", "uuid", "game"]


@dataclass(frozen=True)
class GameLink:
    """One game at one site.

    `kind`: `live` (a number at Chess.com), `uuid` (the long id Chess.com shows in a few places), `game` (Lichess).
    Live and daily numbers overlap at Chess.com, so the kind belongs to the identity.
    """

    site: Site
    kind: LinkKind
    id: str

    @property
    def canonical(self) -> str:
        """The link in the form kept beside what was typed."""
        if self.site is Site.LICHESS:
            return f"https://lichess.org/{self.id}"
        return f"https://www.chess.com/game/{'live/' if self.kind == 'live' else ''}{self.id}"

    @property
    def key(self) -> str:
        """What makes two links the same game."""
        return f"{self.site.value}/{self.kind}/{self.id}"


@dataclass(frozen=True)
class Refused:
    """Text that names no game that could be checked: a code of `words.LINKS` and what its sentence needs."""

    code: str
    facts: Facts = field(default_factory=dict)


# A pasted PGN can be long; a link beyond this is no link any more.
_READ_AT_MOST = 20_000
_URL = re.compile(
    r"(?<![\w@.-])(?P<scheme>[Hh][Tt][Tt][Pp][Ss]?://)?(?:[^\s/@<>\"']{1,80}@)?"
    r"(?P<host>(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24})\.?"
    r"(?P<rest>[/?#][^\s<>\"'`|\\^{}\[\]]*)?"
)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"), " ")
_TRAILING = ".,;:!?)>*_~»”’…"
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_NUMBER = re.compile(r"[0-9]{1,20}")
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
_LICHESS_ID = re.compile(r"([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?")

# First parts of paths at Chess.com that are pages of another kind.
_CHESS_COM_PAGES = {
    "puzzle": ("puzzles", "puzzle", "daily-chess-puzzle", "tactics", "drills", "daily-puzzle"),
    "event": ("events", "event"),
    "tournament": ("tournament", "tournaments"),
    "profile": ("member", "members", "players", "stats", "home", "friends"),
    "club": ("club", "clubs", "matches"),
    "computer": ("computer",),
    "daily": ("daily", "echess"),
    "variants": ("variants", "4-player-chess"),
    "game-list": ("games", "archive"),
}
_CHESS_COM_PAGE = {word: code for code, words in _CHESS_COM_PAGES.items() for word in words}
_BETWEEN = {"game", "live", "analysis", "review", "share", "livechess"}

_LICHESS_PAGES = {
    "puzzle": ("training", "storm", "streak", "racer", "puzzle"),
    "study": ("study", "studies"),
    "tournament": ("tournament", "arena"),
    "swiss": ("swiss",),
    "simul": ("simul",),
    "event": ("broadcast", "broadcasts"),
    "profile": ("@", "player", "streamer", "coach", "insights", "account", "inbox"),
    "club": ("team", "teams"),
    "analysis-board": ("analysis", "editor", "opening"),
    "not-a-game": (
        *("tv", "games", "learn", "practice", "features", "timeline", "api", "forum", "blog", "ublog", "patron"),
        *("source", "about", "contact", "faq", "mobile", "app", "variant", "video", "lobby", "setup", "challenge"),
        *("paste", "import", "page", "appeal", "settings", "developers", "help", "thanks", "ads", "stat", "search"),
        *("login", "signup", "feed", "recap", "changelog", "download", "customer", "dasher"),
    ),
}
_LICHESS_PAGE = {word: code for code, words in _LICHESS_PAGES.items() for word in words}


def parse_link(text: str) -> GameLink | Refused:
    """The one game a pasted text names.

    Several links to the same game are one; links to other pages beside a game link are passed over; links to two
    different games are refused, since nobody can tell which was meant (`game_links` lists them).
    """
    found = list(_readings(text))
    games = list(dict.fromkeys(one for one in found if isinstance(one, GameLink)))
    if len(games) == 1:
        return games[0]
    if games:
        return Refused("two-games", {"links": " ; ".join(game.canonical for game in games)})
    refusals = [one for one in found if isinstance(one, Refused)]
    # What a chess site's page was not tells a player more than some other address in the same text.
    ours = [one for one in refusals if one.code != "other-site"]
    if ours or refusals:
        return (ours or refusals)[0]
    return _no_link(text)


def game_links(text: str) -> tuple[GameLink, ...]:
    """Every game a text names, once each, in the order of the text."""
    return tuple(dict.fromkeys(one for one in _readings(text) if isinstance(one, GameLink)))


_SLASH = r"(?:/|%(?:25)?2[Ff])"
_SEAT = re.compile(
    rf"(lichess\.org\.?(?::[0-9]{{1,5}})?{_SLASH}+(?:(?:embed|game|export){_SLASH}+)*)"
    r"(?P<game>[A-Za-z0-9]{8})(?P<secret>[A-Za-z0-9]{4,})",  # longer ones hold a secret and a slip
    re.IGNORECASE,
)


def public_links(text: str) -> str:
    """The text without the private part of Lichess links.

    Twelve letters are a player's own address of a game. The last four are that player's secret: whoever has them can
    move in a running game. So they are shown nowhere, however the link came into the text.
    """
    if "lichess" not in text and "lichess" not in text.casefold():
        return text
    return _SEAT.sub(lambda m: m[0] if (m["game"] + m["secret"]).lower() in _LICHESS_PAGE else m[1] + m["game"], text)


def _clean(text: str) -> str:
    text = text[:_READ_AT_MOST].translate(_INVISIBLE).replace("&amp;", "&")
    return re.sub(r"(?i)%3a", ":", re.sub(r"(?i)%2f", "/", text)) if "%2f" in text.lower() else text


def _readings(text: str, depth: int = 0) -> Iterator[GameLink | Refused]:
    for match in _URL.finditer(_clean(text)):
        host, rest = match["host"].lower(), (match["rest"] or "").rstrip(_TRAILING)
        site = _site(host)
        if site is Site.CHESS_COM:
            yield _chess_com(host, rest)
        elif site is Site.LICHESS:
            yield _lichess(rest)
        elif match["scheme"] or rest:
            inner = list(_wrapped(rest, depth))
            yield from inner
            if not inner:
                yield Refused("other-site", {"host": _short(host)})


def _wrapped(rest: str, depth: int) -> Iterator[GameLink]:
    """Games inside a forwarding address, as mail programs and documents make them (`…/url?q=https://…`)."""
    if depth or "?" not in rest:
        return
    for name, value in parse_qsl(rest.partition("?")[2].partition("#")[0]):
        if name.lower() in {"q", "u", "url", "target", "to"} and value.lower().startswith("http"):
            yield from (one for one in _readings(value, depth + 1) if isinstance(one, GameLink))


def _site(host: str) -> Site | None:
    for site in Site:
        if host == site.value or host.endswith("." + site.value):
            return site
    return None


def _split(rest: str) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Path segments, query and fragment of what follows a host."""
    before, _, fragment = rest.partition("#")
    path, _, query = before.partition("?")
    segments = [segment for segment in (part.rstrip(_TRAILING) for part in path.split("/")) if segment]
    return segments, dict(parse_qsl(query)), dict(parse_qsl(fragment))


def _chess_com(host: str, rest: str) -> GameLink | Refused:
    label = host.removesuffix(Site.CHESS_COM.value).rstrip(".")
    page = {"page": _short(host + rest)}
    if label not in {"", "www", "m", "mobile"} and not _LANGUAGE.fullmatch(label):
        return Refused("not-a-game", page)
    typed, query, fragment = _split(rest)
    segments = [segment.lower() for segment in typed]
    if len(segments) > 1 and _LANGUAGE.fullmatch(segments[0]):
        segments = segments[1:]  # /de/live/game/…
    if segments and segments[0] in _CHESS_COM_PAGE:
        return Refused(_CHESS_COM_PAGE[segments[0]], page)
    numbered = fragment.get("g") or (query.get("g") if segments[:1] == ["live"] else None)
    if segments[:1] in (["live"], ["play"]) and numbered:  # /live#g=…
        return _numbered(numbered, page)
    if segments[:2] == ["livechess", "game"] and "id" in query:
        return _numbered(query["id"], page)
    if not segments or segments[0] not in _BETWEEN:
        return Refused("not-a-game", page)
    for segment in segments[1:]:
        if _NUMBER.fullmatch(segment) or _UUID.fullmatch(segment):
            return _numbered(segment, page)
        if segment in _CHESS_COM_PAGE:
            return Refused(_CHESS_COM_PAGE[segment], page)
        if segment not in _BETWEEN:
            break
    return Refused("analysis-board" if segments[0] == "analysis" else "no-number", page)


def _numbered(text: str, page: Facts) -> GameLink | Refused:
    if _UUID.fullmatch(text):
        return GameLink(Site.CHESS_COM, "uuid", text)
    number = text.lstrip("0")  # so that 0123 is no second name of game 123
    if not number or not _NUMBER.fullmatch(number):
        return Refused("no-number", page)
    return GameLink(Site.CHESS_COM, "live", number)


def _lichess(rest: str) -> GameLink | Refused:
    page = {"page": _short(public_links("lichess.org" + rest))}
    segments, _, _ = _split(rest)
    if segments[:1] == ["embed"]:
        segments = segments[1:]
    if segments[:1] == ["game"]:
        segments = segments[2:] if segments[1:2] == ["export"] else segments[1:]
    if not segments:
        return Refused("not-a-game", page)
    head = segments[0]
    # Ids are case-sensitive letters and digits, so only the exact lower-case word can be told from an id.
    if head in _LICHESS_PAGE or (len(head) not in (8, 12) and head.lower() in _LICHESS_PAGE):
        return Refused(_LICHESS_PAGE[head.lower()], page)
    found = _LICHESS_ID.fullmatch(re.sub(r"\.(?:pgn|gif|json)$", "", head))
    if found is None:
        return Refused("not-a-game", page)
    # Twelve characters are a player's own address of the game; the last four are that player's secret.
    return GameLink(Site.LICHESS, "game", found.group(1))


def _no_link(text: str) -> Refused:
    word = text.strip().strip("#№").strip()
    if not word:
        return Refused("empty")
    if _NUMBER.fullmatch(word):
        return Refused("bare-number", {"typed": word})
    return Refused("no-link", {"typed": _short(public_links(word))})


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


def _any_case(word: str) -> str:
    return "".join(f"[{c.upper()}{c}]" if c.isalpha() else "\\" + c for c in word)


def link_pattern() -> str:
    r"""A regular expression for a form's own check of the link: it lets through every text `parse_link` accepts.

    Written for the RE2 syntax of Google Forms: no look-around and no flags (letters in both cases are spelt out).
    Good for "contains" and for "matches". It is a first sieve against bare numbers, profiles and empty answers;
    `parse_link` has the last word, so it refuses little.
    """
    slash = r"\.?(?:\/|%(?:25)?2[Ff])"
    anything = r"[\s\S]*"
    chess_com = (
        f"{_any_case('chess.com')}{slash}{anything}"
        f"(?:{_any_case('game')}|{_any_case('live')}|{_any_case('analysis')}|{_any_case('play')})"
        f"{anything}[0-9]"
    )
    lichess = f"{_any_case('lichess.org')}{slash}{anything}[A-Za-z0-9]{{8}}"
    return f"{anything}(?:{chess_com}|{lichess}){anything}"
