"""The tests of a game against the pairing it was reported for.

Pure. Nothing here asks a site: a game and what is expected go in; `Verified` with notes, or `NeedsTD` with every
failed test, comes out. What players may agree on between themselves (colours, who reports) is a note; variant and
clock are conditions of the game and go to the director.

Rule: ladder 1(a)-(e); rulings L10, L11, L12.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sync.chesssites.games import ABANDONED, Outcome, Side, SiteGame
from sync.chesssites.model import Clock, Facts, KnownPlayer, Site, same_name

Seat = Literal["first", "second"]
_SEATS: tuple[Seat, Seat] = ("first", "second")


@dataclass(frozen=True)
class Expected:
    """What a game must be to decide a pairing. `first` is the player paired as White.

    None leaves a test out. `used`: game key → the pairing it decided already. `state`: why the pairing is not open,
    blank while it is. `short_moves`: games of fewer full moves are noted. `zone` decides only how times are shown:
    the zone of `announced`.
    """

    pairing: str
    first: KnownPlayer
    second: KnownPlayer
    announced: datetime
    deadline: datetime | None = None
    variant: str | None = None
    clock: Clock | None = None
    rated: bool | None = None
    sites: frozenset[Site] | None = None
    used: Mapping[str, str] = field(default_factory=dict)
    state: str = ""
    short_moves: int = 10


@dataclass(frozen=True)
class FailedTest:
    """One test a game failed: a code of `words.TESTS` and what its sentence needs."""

    code: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Note:
    """Something worth saying that refuses nothing: a code of `words.NOTES` and what its sentence needs."""

    code: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Verified:
    """A game that decides its pairing. Units: half-points, for the player paired first and second (ruling L10)."""

    pairing: str
    half_points_first: int
    half_points_second: int
    swapped: bool
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class NeedsTD:
    """A game the director must look at, with every failed test in the order of importance."""

    pairing: str
    failed: tuple[FailedTest, ...]
    notes: tuple[Note, ...] = ()


Verdict = Verified | NeedsTD


def is_player(side: Side, player: KnownPlayer, site: Site) -> bool:
    """Whether a side of a game at a site is this player.

    By user name, another known name, or a stable id after a rename.
    """
    names = {same_name(side.username), *side.former} - {""}
    return not names.isdisjoint(player.names_at(site)) or bool(side.ids & player.ids)


def verify(game: SiteGame, expected: Expected, reported_by: Seat | None = None) -> Verdict:
    """All tests of a game for a pairing; `reported_by` is who sent the form, where that is known."""
    one, other, site = expected.first, expected.second, game.site
    straight = is_player(game.white, one, site) and is_player(game.black, other, site)
    swapped = is_player(game.black, one, site) and is_player(game.white, other, site)
    failed = tuple(_failed(game, expected, straight, swapped))
    notes = tuple(_notes(game, expected, swapped and not straight, reported_by)) if straight != swapped else ()
    if failed:
        return NeedsTD(expected.pairing, failed, notes)
    white = {Outcome.WHITE: 2, Outcome.DRAW: 1}.get(game.outcome, 0)
    first = 2 - white if swapped else white
    return Verified(expected.pairing, first, 2 - first, swapped, notes)


def _failed(game: SiteGame, expected: Expected, straight: bool, swapped: bool) -> Iterable[FailedTest]:
    sides = {"white": game.white.username or "nobody", "black": game.black.username or "nobody"}
    names = {"pairing": expected.pairing, "first": expected.first.name, "second": expected.second.name}
    if straight and swapped:
        yield FailedTest("ambiguous", {**sides, **names})
    elif not (straight or swapped):
        accounts = {
            f"{seat}_names": ", ".join(player.usernames) or "no user name"
            for seat, player in zip(_SEATS, (expected.first, expected.second), strict=True)
        }
        yield FailedTest("players", {**sides, **names, **accounts})
    if expected.sites is not None and game.site not in expected.sites:
        wanted = " or ".join(sorted(site.shown for site in expected.sites))
        yield FailedTest("site", {"found": game.site.shown, "wanted": wanted})
    if expected.state:
        yield FailedTest("closed", {"pairing": expected.pairing, "state": expected.state})
    other = expected.used.get(game.key)
    if other is not None and other != expected.pairing:
        yield FailedTest("used", {"other": other})
    yield from _failed_result(game)
    yield from _failed_time(game, expected)
    yield from _failed_conditions(game, expected)


def _failed_result(game: SiteGame) -> Iterable[FailedTest]:
    codes = {"white_code": game.white.code or "none", "black_code": game.black.code or "none"}
    if game.aborted:
        yield FailedTest("aborted")
    elif not game.finished:
        yield FailedTest("not-finished")
    elif game.outcome is Outcome.UNCLEAR:
        yield FailedTest("unclear", codes)
    elif game.outcome is Outcome.CONTRADICTION:
        yield FailedTest("contradiction", {**codes, "tag": game.tag or ""})


def _failed_time(game: SiteGame, expected: Expected) -> Iterable[FailedTest]:
    if game.ended is None:
        if game.finished:
            yield FailedTest("no-end-time")
    elif game.ended < expected.announced:
        times = {"ended": _shown(game.ended, expected), "announced": _shown(expected.announced, expected)}
        yield FailedTest("before-announcement", {"pairing": expected.pairing, **times})


def _failed_conditions(game: SiteGame, expected: Expected) -> Iterable[FailedTest]:
    if expected.variant is not None and game.variant != expected.variant:
        yield FailedTest("variant", {"found": game.variant, "wanted": expected.variant})
    if expected.clock is not None and game.clock != expected.clock:
        found = str(game.clock) if game.clock else "not a live clock"
        yield FailedTest("clock", {"found": found, "wanted": str(expected.clock)})
    if expected.rated is not None and game.rated is not None and game.rated != expected.rated:
        words = {True: "rated", False: "unrated"}
        yield FailedTest("rated", {"found": words[game.rated], "wanted": words[expected.rated]})


def _notes(game: SiteGame, expected: Expected, swapped: bool, reported_by: Seat | None) -> Iterable[Note]:
    players = {"first": expected.first, "second": expected.second}
    sides = {"first": game.black if swapped else game.white, "second": game.white if swapped else game.black}
    if swapped:
        yield Note("swapped-colours", {"white": expected.second.name})
    for seat, player in players.items():
        side = sides[seat]
        if same_name(side.username) not in player.names_at(game.site):
            yield Note("renamed", {"player": player.name, "username": side.username})
        elif same_name(side.username) != same_name(player.usernames[0]):
            yield Note("alias", {"player": player.name, "username": side.username})
        if side.code in ABANDONED[game.site]:
            yield Note("abandoned", {"who": player.name})
    if game.moves is None:
        yield Note("moves-unknown")
    elif game.moves < expected.short_moves:
        yield Note("short-game", {"moves": str(game.moves)})
    reporter = _reporter(game.outcome, swapped)
    if reported_by is not None and reporter is not None and reported_by != reporter:
        yield Note("reported-by-other", {"who": players[reported_by].name, "expected": players[reporter].name})
    if game.started is not None and game.ended is not None and game.started < expected.announced <= game.ended:
        times = {"started": _shown(game.started, expected), "announced": _shown(expected.announced, expected)}
        yield Note("started-before-announcement", times)
    if expected.deadline is not None and game.ended is not None and game.ended > expected.deadline:
        times = {"ended": _shown(game.ended, expected), "deadline": _shown(expected.deadline, expected)}
        yield Note("ended-after-deadline", times)


def _reporter(outcome: Outcome, swapped: bool) -> Seat | None:
    """Who submits unless agreed otherwise: the winner, or White of a draw. Rule: ladder 1(b)(iv)."""
    if outcome in (Outcome.WHITE, Outcome.DRAW):
        return "second" if swapped else "first"
    if outcome is Outcome.BLACK:
        return "first" if swapped else "second"
    return None


def _shown(moment: datetime, expected: Expected) -> str:
    return moment.astimezone(expected.announced.tzinfo).strftime("%Y-%m-%d %H:%M %Z").strip()


@dataclass(frozen=True)
class NoPairing:
    """A game that belongs to no pairing that is open; `failed` says why."""

    failed: FailedTest


def pairing_of(game: SiteGame, expectations: Sequence[Expected]) -> Expected | NoPairing:
    """The pairing a game was played for, found by its players alone (a form asks for the link only).

    Among several pairings of the same two: the one this game decided already, else one that is open and was
    announced before the game ended, the earliest first (games of a match are reported in order), else the latest.
    """
    fitting = [one for one in expectations if _pairs(game, one)]
    if not fitting:
        return NoPairing(_why_none(game, expectations))
    decided = game.key
    for one in fitting:
        if one.used.get(decided) == one.pairing:
            return one
    ordered = sorted(fitting, key=lambda one: (one.announced, one.pairing))
    for one in ordered:
        taken = one.pairing in one.used.values()
        if not one.state and not taken and (game.ended is None or game.ended >= one.announced):
            return one
    return ordered[-1]


def _pairs(game: SiteGame, one: Expected) -> bool:
    site = game.site
    return (is_player(game.white, one.first, site) and is_player(game.black, one.second, site)) or (
        is_player(game.black, one.first, site) and is_player(game.white, one.second, site)
    )


def _why_none(game: SiteGame, expectations: Sequence[Expected]) -> FailedTest:
    players = {player for one in expectations for player in (one.first, one.second)}
    strangers = [
        side.username or "nobody"
        for side in (game.white, game.black)
        if not any(is_player(side, player, game.site) for player in players)
    ]
    if strangers:
        verb = "is" if len(strangers) == 1 else "are"
        return FailedTest("not-in-event", {"names": f"{' and '.join(strangers)} {verb}"})
    return FailedTest("not-paired", {"white": game.white.username, "black": game.black.username})
