"""A changed result of an earlier round, explained in one note (L22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.ladder.director import Typed
from rules.ladder.drafts import pair_round, results_now
from rules.ladder.games import Played
from rules.ladder.season import Season, Stage, replay
from rules.model import Fields, How, Id, Reason, Value
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome
from rules.parts.record import is_bye
from rules.parts.results import RESULTS, pairs_in, results_used, told_late
from rules.reasons import value_text

PairOfRound = tuple[Id, Id, Id]  # round, player, player (blank for a Bye)


@dataclass(frozen=True)
class Correction:
    """One result that is not what the published rounds were made from, and what that changes."""

    game: Id
    players: tuple[Id, Id]
    old: str
    new: str
    moved: tuple[tuple[Id, int, int], ...]  # player, position with the old result, position now
    otherwise: tuple[PairOfRound, ...]  # pairs that would have been made since, and were not
    finalists: tuple[Id, Id] | None  # who would be Finalists now, where others were published
    has_final: bool = True  # whether a Final was published at all

    @property
    def facts(self) -> Fields:
        """The correction as data of a sentence."""
        moved = tuple(f"{player} {old} → {new}" for player, old, new in self.moved) or ("nobody",)
        otherwise = tuple(_pair_text(pair) for pair in self.otherwise) or ("the same pairs",)
        return {
            "game": self.game,
            "white": self.players[0],
            "black": self.players[1],
            "old": self.old or "no result",
            "new": self.new or "no result",
            "moved": moved,
            "otherwise": otherwise,
            "finalists": self._finalists,
            "rests": f"Moved: {value_text(moved)}. Otherwise paired: {value_text(otherwise)}. "
            f"Final: {self._finalists}.",
        }

    @property
    def _finalists(self) -> str:
        if not self.has_final:
            return "none is published yet"
        if self.finalists is None:
            return "the published Finalists stay the top two"
        return f"the top two would be {self.finalists[0]} and {self.finalists[1]}"

    @property
    def reason(self) -> Reason:
        """The note."""
        return Reason("L22", "correction", self.facts)


def _pair_text(pair: PairOfRound) -> str:
    round_, first, second = pair
    return f"{round_}: {first} – {second}" if second else f"{round_}: Bye of {first}"


def corrections(season: Season) -> tuple[Correction, ...]:
    """What was corrected since, or in the pass in which, it was published on. Each is compared with the season as it
    was before."""
    words = results_now(season)
    known: dict[Id, str] = {}
    for id_, used in results_used(season.book, season.stands).items():
        if id_ not in words:
            continue
        late = told_late(used, words[id_], season.games[id_].outcome)
        if words[id_] != used.word or late is not None:
            known[id_] = used.word if late is None else late.word
    return tuple(
        _correction(season, id_, known[id_], words[id_]) for id_ in sorted(known, key=lambda i: ref(i).sort_key)
    )


def _correction(season: Season, id_: Id, old: str, new: str) -> Correction:
    game = season.games[id_]
    before = replay(season.book, season.now, {id_: as_it_was(game, old)})
    positions = {player: i for i, player in enumerate(before.ladder, start=1)}
    moved = tuple(
        (player, positions[player], now)
        for player, now in season.positions.items()
        if player in positions and positions[player] != now
    )
    o = game.outcome
    return Correction(
        game=id_,
        players=(o.white, str(o.black)),
        old=old,
        new=new,
        moved=moved,
        otherwise=tuple(
            pair
            for stage in season.stages
            if ref(stage.id).sort_key > ref(id_).sort_key
            for pair in other_pairs(season, stage)
        ),
        finalists=other_finalists(season),
        has_final=bool(season.finals),
    )


def as_it_was(game: Played, word: str) -> Played:
    """The game with an earlier result, given by its word."""
    o = game.outcome
    plain = word.removesuffix("F")
    if not word:
        was: Outcome = replace(o, state="open", score=None, how=None, at=None, by="", claim=None)
        return Played(was, None, None)
    if word in ("Null", "Void"):
        how = How.NULL if word == "Null" else How.VOID
        return Played(replace(o, state="decided", how=how, score=(Fraction(0), Fraction(0))), game.decided_at, None)
    first, _, second = plain.partition("-")
    if word.startswith("1/2"):
        first, second = "1/2", "1/2"
    how = How.PLAYED if plain == word else How.DEFAULT if first != second else How.DOUBLE_DEFAULT
    score = (Fraction(first), Fraction(second))
    colours = (o.white, str(o.black)) if how is How.PLAYED else None
    return Played(replace(o, state="decided", how=how, score=score), game.decided_at, colours)


def repaired(stage: Stage) -> frozenset[frozenset[Id]]:
    """Who would meet whom in a published round if it were paired now, with the same participants and typed input."""
    published = [r for r in stage.games if not r.outcome.is_void]
    participants = {p for g in published for p in (g.outcome.white, g.outcome.black) if isinstance(p, str)}
    order = [p for p in stage.paired_on if p in participants]
    taken = stage.published.round.taken
    typed = Typed(
        pairs=tuple(p for p in _pairs(taken.get("pairs")) if set(p) <= participants),
        byes=tuple(p for p in _names(taken.get("byes")) if p in participants),
        apart=frozenset(frozenset(p) for p in _pairs(taken.get("apart"))),
        only_typed=bool(taken.get("only typed")),
    )
    return pair_round(order, stage.paired_on, stage.paired_ranks, stage.before, stage.number, typed, 1).unordered


def other_pairs(season: Season, stage: Stage) -> tuple[PairOfRound, ...]:
    """Pairs and Byes that would be made in a published round now, and were not."""
    if stage.kind == "tie-break":
        return ()
    games = season.stands.games_of(stage.id)
    made = frozenset(frozenset((g.white,)) if is_bye(g) else frozenset((g.white, str(g.black))) for g in games)
    place = {player: i for i, player in enumerate(stage.paired_on)}
    found = []
    for pair in repaired(stage) - made:
        first, *rest = sorted(pair, key=lambda p: place[p])
        found.append((stage.id, first, rest[0] if rest else ""))
    return tuple(sorted(found, key=lambda p: place[p[1]]))


def other_finalists(season: Season) -> tuple[Id, Id] | None:
    """The top two, where a Final of others was published on the Ladder. None where they are the same, or none was."""
    if not season.finals or len(season.ladder) < 2:
        return None
    named = _names(season.finals[-1].round.taken.get("finalists"))
    top = (season.ladder[0], season.ladder[1])
    return None if set(top) == set(named) or not set(named) <= set(season.ladder) else top


def absorbed(season: Season) -> Mapping[Id, tuple[Reason, ...]]:
    """Corrections that a later publication took into account, by the id of that publication."""
    known: dict[Id, str] = {}
    found: dict[Id, tuple[Reason, ...]] = {}
    for published in season.roster.publications:
        reasons = []
        for line in pairs_in(published.round.taken.get(RESULTS)):
            if line[0] in known and known[line[0]] != line[1]:
                facts: dict[str, Value] = {
                    "game": line[0],
                    "old": known[line[0]] or "no result",
                    "new": line[1] or "no result",
                }
                reasons.append(Reason("L22", "corrected", facts))
            known[line[0]] = line[1]
        found[published.round.id] = tuple(reasons)
    return found


def _pairs(value: Value) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, tuple):
        return ()
    return tuple((str(v[0]), str(v[1])) for v in value if isinstance(v, tuple) and len(v) == 2)


def _names(value: Value) -> tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, tuple) else ()
