"""Finding a game at its site: the published archives of Chess.com, the export of Lichess.

Shell over `fetch`. Answers are values: `Found`, `NotYet` (ask again later, `waiting` says when) or `Unknown` (a
person must look). One `Sites` for each worker, `begin_pass` before each pass: within a pass each address is asked
at most once, so one archive serves all games of its player.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode

import requests

from sync.chesssites.answers import PlainSession
from sync.chesssites.archives import (
    Archive,
    PlayerRecord,
    Window,
    is_settled,
    listed_months,
    months_to_ask,
    record_of,
)
from sync.chesssites.cache import Cache, Kept, MemoryCache
from sync.chesssites.fetch import Absent, Answer, Asked, Data, Fetcher, Limits, Trouble
from sync.chesssites.games import (
    Outcome,
    SiteGame,
    Unreadable,
    of_chess_com_callback,
    of_lichess_export,
    with_former,
)
from sync.chesssites.links import GameLink
from sync.chesssites.model import Clock, Facts, KnownPlayer, Site, same_name
from sync.chesssites.verify import is_player

CHESS_COM_API = "https://api.chess.com/pub"
CHESS_COM_SITE = "https://www.chess.com"
LICHESS_API = "https://lichess.org"
LICHESS_AT_ONCE = 300
_EXPORT = {"pgnInJson": "true", "clocks": "false", "evals": "false", "opening": "false"}


@dataclass(frozen=True)
class Found:
    """The game, as the site tells it."""

    game: SiteGame


@dataclass(frozen=True)
class NotYet:
    """No answer now: a code of `words.WAITING`; `retry_after` where the site named a pause."""

    reason: str
    facts: Facts = field(default_factory=dict)
    retry_after: timedelta | None = None


@dataclass(frozen=True)
class Unknown:
    """Asking again will not help: a code of `words.WAITING`, for the director."""

    reason: str
    facts: Facts = field(default_factory=dict)


Lookup = Found | NotYet | Unknown


@dataclass(frozen=True)
class Ask:
    """One link to look up, whose players it may be, and when the game can have ended.

    `players` in the order to be asked: White of the likeliest pairing, then Black, then others.
    """

    link: GameLink
    players: tuple[KnownPlayer, ...]
    around: Window
    clock: Clock | None = None


@dataclass(frozen=True)
class Fitting:
    """Games found without asking anybody, oldest first; `trouble` where part of the search failed."""

    games: tuple[SiteGame, ...]
    trouble: NotYet | None = None


class Sites:
    """The sites, asked one thing at a time."""

    def __init__(
        self,
        contact: str,
        session: requests.Session,
        now: Callable[[], datetime],
        sleep: Callable[[float], None],
        cache: Cache | None = None,
        limits: Limits | None = None,
        undocumented: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`contact` names the operator to the sites; `fetch.ContactMissing` is raised without one.

        `undocumented` allows the website's own single-game call of Chess.com, which may break and, over-used, can
        get an address banned: off unless the operator says so.
        """
        self._cache = cache or MemoryCache()
        self._now = now
        self._undocumented = undocumented
        self._fetch = Fetcher(contact, session, now, sleep, self._cache, limits, clock)
        self.begin_pass()

    @property
    def log(self) -> Sequence[Asked]:
        """Every request of this pass, in order."""
        return self._fetch.log

    def begin_pass(self) -> None:
        """Forget this pass's answers and counts; what the cache keeps stays."""
        self._fetch.begin_pass()
        self._bulk: dict[str, Lookup] = {}
        self._indexed: dict[str, Archive] = {}
        self._renames: dict[str, str] = {}

    def end_pass(self) -> None:
        """Let the cache make its memory last."""
        self._cache.save()

    def remembered(self, key: str) -> datetime | None:
        """When something was last asked for, as `remember` was told; None where nobody remembers.

        What was noted in the future was noted by a clock that was wrong: it is forgotten.
        """
        kept = self._cache.get(key)
        return kept.fetched if kept is not None and kept.was_possible(self._now()) else None

    def remember(self, key: str, moment: datetime) -> None:
        """Keep, beside the answers, when something was last asked for."""
        self._cache.put(key, Kept("asked", moment))

    def find(
        self, link: GameLink, players: Sequence[KnownPlayer], around: Window, clock: Clock | None = None
    ) -> Lookup:
        """One game by its link. With `clock`, Chess.com's list of games at that clock is tried after the months."""
        return self.find_many([Ask(link, tuple(players), around, clock)])[0]

    def find_many(self, asks: Sequence[Ask]) -> list[Lookup]:
        """The games of several links, in their order: Lichess in bulk, Chess.com archive by archive."""
        at_lichess = list(dict.fromkeys(ask.link.id for ask in asks if ask.link.site is Site.LICHESS))
        wanted = [one for one in at_lichess if one not in self._bulk]
        if len(wanted) == 1:
            self._bulk[wanted[0]] = self._lichess_one(wanted[0])
        for start in range(0, len(wanted) if len(wanted) > 1 else 0, LICHESS_AT_ONCE):
            self._bulk.update(self._lichess_bulk(wanted[start : start + LICHESS_AT_ONCE]))
        return [
            self._bulk[ask.link.id] if ask.link.site is Site.LICHESS else self._identified(self._chess_com(ask), ask)
            for ask in asks
        ]

    def player(self, site: Site, username: str) -> PlayerRecord | Absent | NotYet:
        """The account of a user name: its stable id, its spelling today, whether it was closed."""
        name = quote(same_name(username), safe="")
        url = f"{CHESS_COM_API}/player/{name}" if site is Site.CHESS_COM else f"{LICHESS_API}/api/user/{name}"
        answer = self._fetch.get(url)
        if isinstance(answer, Trouble):
            return _not_yet(answer)
        if isinstance(answer, Absent):
            return answer
        record = record_of(site, answer.value)
        return record if record is not None else NotYet("not-json", _said(site))

    def fitting_games(
        self,
        first: KnownPlayer,
        second: KnownPlayer,
        since: datetime,
        until: datetime | None = None,
        variant: str | None = None,
        clock: Clock | None = None,
        site: Site = Site.CHESS_COM,
    ) -> Fitting:
        """Finished games of the two with each other that ended in the time and fit variant and clock.

        For proposing a result nobody reported. The second player is asked about only where the first has no data.
        """
        window = Window(since, until or self._now())
        games, trouble = (self._games_at_chess_com if site is Site.CHESS_COM else self._games_at_lichess)(
            first, second, window
        )
        fitting = {
            game.key: game
            for game in games
            if (is_player(game.white, first, site) and is_player(game.black, second, site))
            or (is_player(game.black, first, site) and is_player(game.white, second, site))
            if game.finished and not game.aborted and game.outcome in (Outcome.WHITE, Outcome.BLACK, Outcome.DRAW)
            if game.ended is not None and window.since <= game.ended <= window.until
            if variant is None or game.variant == variant
            if clock is None or game.clock == clock
        }
        in_order = sorted(fitting.values(), key=lambda game: (game.ended or window.since, game.key))
        return Fitting(tuple(in_order), trouble)

    # Chess.com

    def _chess_com(self, ask: Ask) -> Lookup:
        trouble: NotYet | None = None
        absent: list[str] = []
        heard = False
        names = list(_names(ask.players, Site.CHESS_COM))
        for name in names:
            for archive in self._archives(name, ask.around):
                if isinstance(archive, NotYet):
                    trouble = trouble or archive
                elif isinstance(archive, Absent):
                    absent.append(name)
                else:
                    heard = True
                    game = archive.find(ask.link)
                    if isinstance(game, SiteGame):
                        return Found(game)
                    if isinstance(game, Unreadable):
                        return Unknown("unreadable", {**_said(Site.CHESS_COM), "what": game.what})
        for name in names if ask.clock is not None else ():
            game = self._by_clock(name, ask.clock).find(ask.link) if ask.clock else None
            if isinstance(game, SiteGame):
                return Found(game)
        if self._undocumented and ask.link.kind == "live":
            single = self._single(ask.link)
            if isinstance(single, Found) or (isinstance(single, NotYet) and single.reason == "running"):
                return single
        if trouble is not None:
            return trouble
        if not names:
            return Unknown("nobody-to-ask")
        if not heard and len(set(absent)) == len(names):
            return Unknown("accounts-gone", {**_said(Site.CHESS_COM), "names": ", ".join(names)})
        return NotYet("not-listed-yet", _said(Site.CHESS_COM))

    def _archives(self, name: str, around: Window) -> Iterator[Archive | Absent | NotYet]:
        """The months of one player, newest first; nothing for a month the site does not list."""
        player = f"{CHESS_COM_API}/player/{quote(name, safe='')}"
        listed: set[str] | None = None
        for month in months_to_ask(around, self._now()):
            url = f"{player}/games/{month:%Y/%m}"
            if listed is None and not self._fetch.is_kept(url):
                answer = self._fetch.get(f"{player}/games/archives")
                if isinstance(answer, Trouble):
                    yield _not_yet(answer)
                    return
                if isinstance(answer, Absent):
                    yield answer
                    return
                self._learn_name(name, answer.url)
                listed = listed_months(answer.value)
            if listed is not None and f"{month:%Y/%m}" not in listed:
                yield Archive({})
                continue
            yield self._archive(name, url, final=is_settled(month, self._now()))

    def _archive(self, name: str, url: str, final: bool) -> Archive | NotYet:
        answer = self._fetch.get(url, final=final)
        if isinstance(answer, Trouble):
            return _not_yet(answer)
        if isinstance(answer, Absent):
            return Archive({})  # a month just begun, though it was listed
        self._learn_name(name, answer.url)
        return self._index(url, answer)

    def _by_clock(self, name: str, clock: Clock) -> Archive:
        url = f"{CHESS_COM_API}/player/{quote(name, safe='')}/games/live/{clock.base}/{clock.increment}"
        answer = self._fetch.get(url)
        return self._index(url, answer) if isinstance(answer, Data) else Archive({})

    def _index(self, url: str, answer: Data) -> Archive:
        if url not in self._indexed:
            self._indexed[url] = Archive.of(answer.value)
        return self._indexed[url]

    def _single(self, link: GameLink) -> Lookup:
        answer = self._fetch.get(f"{CHESS_COM_SITE}/callback/live/game/{link.id}")
        if not isinstance(answer, Data):
            return _not_yet(answer) if isinstance(answer, Trouble) else NotYet("not-listed-yet", _said(link.site))
        game = of_chess_com_callback(answer.value)
        if isinstance(game, Unreadable) or not game.is_at(link):
            return NotYet("not-json", _said(link.site))
        return Found(game) if game.finished else NotYet("running")

    def _learn_name(self, asked: str, url: str) -> None:
        """A permanent redirect from one player's address to another's is the site's word for a rename."""
        found = re.match(re.escape(CHESS_COM_API) + r"/player/([^/]+)", url)
        if found and same_name(found.group(1)) != same_name(asked):
            self._renames[same_name(asked)] = same_name(found.group(1))

    def _identified(self, answer: Lookup, ask: Ask) -> Lookup:
        """The game with stable ids looked up for a side nobody recognises, where the event knows such ids."""
        if not isinstance(answer, Found):
            return answer
        game = with_former(answer.game, self._renames)
        knows_ids = any(one.startswith("player_id:") for player in ask.players for one in player.ids)
        for colour in ("white", "black") if knows_ids else ():
            side = game.white if colour == "white" else game.black
            if not side.username or any(is_player(side, player, game.site) for player in ask.players):
                continue
            record = self.player(Site.CHESS_COM, side.username)
            if isinstance(record, PlayerRecord):
                known = replace(side, ids=side.ids | record.ids)
                game = replace(game, white=known) if colour == "white" else replace(game, black=known)
        return Found(game)

    def _games_at_chess_com(
        self, first: KnownPlayer, second: KnownPlayer, window: Window
    ) -> tuple[list[SiteGame], NotYet | None]:
        trouble: NotYet | None = None
        for player in (first, second):
            games: list[SiteGame] = []
            heard = False
            for name in _names([player], Site.CHESS_COM):
                for archive in self._archives(name, window):
                    if isinstance(archive, Archive):
                        heard = True
                        games.extend(archive.all())
                    elif isinstance(archive, NotYet):
                        trouble = trouble or archive
            if heard:
                return [with_former(game, self._renames) for game in games], trouble
        return [], trouble

    # Lichess

    def _lichess_one(self, game_id: str) -> Lookup:
        return _one_of_lichess(
            game_id, self._fetch.get(f"{LICHESS_API}/game/export/{quote(game_id)}?{urlencode(_EXPORT)}")
        )

    def _lichess_bulk(self, ids: Sequence[str]) -> dict[str, Lookup]:
        url = f"{LICHESS_API}/api/games/export/_ids?{urlencode(_EXPORT)}"
        answer = self._fetch.post(url, ",".join(ids), "lines")
        if isinstance(answer, Trouble):
            return dict.fromkeys(ids, _not_yet(answer))
        lines = answer.value if isinstance(answer, Data) else []
        by_id = {line["id"]: line for line in lines if isinstance(line, dict) and isinstance(line.get("id"), str)}
        return {
            one: _one_of_lichess(one, Data(by_id[one], url) if one in by_id else Absent("missing", url)) for one in ids
        }

    def _games_at_lichess(
        self, first: KnownPlayer, second: KnownPlayer, window: Window
    ) -> tuple[list[SiteGame], NotYet | None]:
        games: list[SiteGame] = []
        trouble: NotYet | None = None
        for name in _names([first], Site.LICHESS):
            for other in _names([second], Site.LICHESS):
                asked = {
                    "vs": other,
                    # The site sorts by the start of a game, we by its end: look a little further back.
                    "since": str(int((window.since - timedelta(hours=12)).timestamp() * 1000)),
                    "until": str(int(window.until.timestamp() * 1000)),
                    "finished": "true",
                    "max": "50",
                }
                url = f"{LICHESS_API}/api/games/user/{quote(name, safe='')}?{urlencode({**asked, **_EXPORT})}"
                answer = self._fetch.get(url, "lines")
                if isinstance(answer, Trouble):
                    trouble = trouble or _not_yet(answer)
                elif isinstance(answer, Data):
                    games.extend(game for game in map(of_lichess_export, answer.value) if isinstance(game, SiteGame))
        return games, trouble


def _one_of_lichess(game_id: str, answer: Answer) -> Lookup:
    if isinstance(answer, Trouble):
        return _not_yet(answer)
    if isinstance(answer, Absent):
        return Unknown("no-such-game", {**_said(Site.LICHESS), "id": game_id})
    game = of_lichess_export(answer.value)
    if isinstance(game, Unreadable):
        return Unknown("unreadable", {**_said(Site.LICHESS), "what": game.what})
    return Found(game) if game.finished else NotYet("running", _said(Site.LICHESS))


def _names(players: Iterable[KnownPlayer], site: Site) -> Iterator[str]:
    """User names to ask a site about, once each, accounts before the other names of the same player."""
    yield from dict.fromkeys(name for player in players for name in player.names_at(site))


def _not_yet(trouble: Trouble) -> NotYet:
    return NotYet(trouble.code, trouble.facts, trouble.retry_after)


def _said(site: Site) -> Facts:
    return {"site": site.shown}


def open_sites(
    contact: str, cache: Cache | None = None, undocumented: bool = False, session: requests.Session | None = None
) -> Sites:
    """The sites with a real connection (or the given one) and the real clock, as the worker uses them."""
    # A slow site must not keep a book waiting for long.
    limits = Limits(read=10.0, attempts=2, seconds_a_pass=30.0, seconds_an_answer=20.0)
    line = session or PlainSession()
    return Sites(
        contact, line, lambda: datetime.now(UTC), time.sleep, cache, limits, undocumented, time.monotonic
    )  # fmt: skip
