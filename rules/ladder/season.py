"""The season replayed from the record: every round's Ladder, who moved, and how things stand now.

What was published (pairs, Byes, times) is as recorded; ladders, Scores and Ranks are worked out afresh through
all rounds with the outcomes as they are now, so a corrected result reaches everything after it (L22).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from rules.ladder.games import Played, Rules, play_out, rules_of
from rules.ladder.order import Move, after_round, ranks
from rules.ladder.roster import Publication, Roster, read_roster
from rules.ladder.scores import HalfWins, Scores, widest_paths
from rules.model import Book, Empty, How, Id
from rules.parts.ids import ref
from rules.parts.people import People, rows_of
from rules.parts.record import Standing, standing


@dataclass
class Tally:
    """Counts over Completed games, added up game by game."""

    half_wins: dict[tuple[Id, Id], int] = field(default_factory=dict)
    met: dict[Id, dict[Id, int]] = field(default_factory=dict)  # Completed games before the Final (L7)
    completed: dict[Id, int] = field(default_factory=dict)  # Completed games of a player, whoever the opponent (L6)
    colours: dict[frozenset[Id], tuple[Id, Id]] = field(default_factory=dict)  # White, Black of the last (L9)

    def add(self, games: Iterable[Played], final: bool = False) -> None:
        """Count these games. Rule: ladder 1(d), 2(a); L26: a default counts.

        L18: a Final game gives no Win and counts nowhere but for the colours of the next game.
        """
        for game in games:
            o = game.outcome
            if not o.is_completed or isinstance(o.black, Empty) or o.score is None:
                continue
            white, black = o.white, o.black
            for player, opponent, score in ((white, black, o.score[0]), (black, white, o.score[1])):
                if final:
                    continue
                self.completed[player] = self.completed.get(player, 0) + 1
                self.half_wins[player, opponent] = self.half_wins.get((player, opponent), 0) + int(2 * score)
                against = self.met.setdefault(player, {})
                against[opponent] = against.get(opponent, 0) + 1
            if game.colours is not None:
                self.colours[frozenset(game.colours)] = game.colours

    def copy(self) -> Tally:
        """The same counts, to be added to without changing these."""
        met = {player: dict(against) for player, against in self.met.items()}
        return Tally(dict(self.half_wins), met, dict(self.completed), dict(self.colours))


@dataclass(frozen=True)
class Stage:
    """A published preliminary round: what it was paired on and what it led to."""

    id: Id
    number: int
    kind: str
    published: Publication
    games: tuple[Played, ...]
    paired_on: tuple[Id, ...]  # the Ladder on which it was paired
    paired_ranks: Mapping[Id, int]
    before: Tally  # counts when it was paired
    complete: bool
    completed_at: datetime | None
    ladder: tuple[Id, ...]  # after 5(e); while it runs, the Ladder as it is
    moves: tuple[Move, ...]
    scores: Scores | None  # those used by 5(e)


@dataclass(frozen=True)
class Season:
    """The whole event as it stands."""

    book: Book
    now: datetime
    rules: Rules
    stands: Standing
    roster: Roster
    people: People
    games: Mapping[Id, Played]
    by_round: Mapping[Id, tuple[Played, ...]]
    stages: tuple[Stage, ...]
    finals: tuple[Publication, ...]
    ladder: tuple[Id, ...]
    scores: Scores
    ranks: Mapping[Id, int]
    tally: Tally
    through: tuple[Id, ...]  # removed players through whom paths still run (setting, L15)
    before_last: tuple[Id, ...]  # the Ladder before the last 5(e): Change counts from it

    @property
    def last(self) -> Stage | None:
        """The latest preliminary round."""
        return self.stages[-1] if self.stages else None

    @property
    def positions(self) -> Mapping[Id, int]:
        """Position in the Ladder by player, from 1."""
        return {player: i for i, player in enumerate(self.ladder, start=1)}

    def games_of(self, round_: Id) -> tuple[Played, ...]:
        """The games and Byes of a round or Final, in order."""
        return self.by_round.get(round_, ())

    def status(self, player: Id) -> str:
        """The status of a player at this moment."""
        return self.people.status(player, self.now)

    def participants(self, ladder: Sequence[Id]) -> tuple[Id, ...]:
        """Who of a Ladder can be paired now, in its order. Rule: L8."""
        return tuple(p for p in ladder if self.status(p) == "Active")


def replay(book: Book, now: datetime, instead: Mapping[Id, Played] | None = None) -> Season:
    """The season of a book at a moment. `instead` replaces outcomes, to ask what would have been."""
    stands = standing(book)
    roster = read_roster(book.record, stands)
    rules = rules_of(book)
    games = {**play_out(book, stands, roster, now, rules), **(instead or {})}
    grouped: dict[Id, list[Played]] = {}
    for id_, game in games.items():
        grouped.setdefault(ref(id_).round, []).append(game)
    by_round = {round_: tuple(found) for round_, found in grouped.items()}
    keep = str(book.setting("Removed players' games") or "ignored") == "kept"
    tally = Tally()
    ladder: list[Id] = list(roster.initial)
    before_last: tuple[Id, ...] = tuple(ladder)
    out: set[Id] = set()
    pending = list(roster.removals)
    stages: list[Stage] = []
    finals: list[Publication] = []

    def through() -> tuple[Id, ...]:
        return tuple(sorted(out - set(ladder))) if keep else ()

    def scores_now() -> Scores:
        return scores_among(ladder, through(), tally.half_wins)

    def remove(until: datetime | None, place: int | None) -> None:
        while pending and (until is None or pending[0].at <= until) and (place is None or pending[0].place < place):
            player = pending.pop(0).player
            out.add(player)
            if player in ladder:
                ladder.remove(player)

    for n, published in enumerate(roster.publications):
        following = roster.publications[n + 1].place if n + 1 < len(roster.publications) else None
        at = ref(published.round.id)
        played = by_round.get(published.round.id, ())
        remove(None, published.place)
        if at.stage == "F":
            finals.append(published)
            tally.add(played, final=True)
            continue
        for player in published.joined:
            if player not in ladder:
                ladder.append(player)
                out.discard(player)
        paired_on, before = tuple(ladder), tally.copy()
        paired_ranks = ranks(ladder, scores_now())
        tally.add(played)
        complete = all(g.outcome.is_over for g in played)
        completed_at = None
        moves: tuple[Move, ...] = ()
        used = None
        if complete:
            completed_at = max((g.decided_at for g in played if g.decided_at), default=published.recorded.at)
            if following is not None:
                completed_at = min(completed_at, roster.publications[n + 1].recorded.at)
            over = roster.over.get(published.round.id)
            if over is None:
                remove(completed_at, following)
            else:  # recorded: a result corrected since may have another time
                remove(None, over)
            before_last = tuple(ladder)
            used = scores_now()
            order, moves = after_round(ladder, used)
            ladder[:] = order
        else:
            remove(None, following)
        stages.append(
            Stage(
                id=published.round.id,
                number=at.number,
                kind=published.round.kind,
                published=published,
                games=played,
                paired_on=paired_on,
                paired_ranks=paired_ranks,
                before=before,
                complete=complete,
                completed_at=completed_at,
                ladder=tuple(ladder),
                moves=moves,
                scores=used,
            )
        )
    remove(None, None)
    scores = scores_now()
    return Season(
        book=book,
        now=now,
        rules=rules,
        stands=stands,
        roster=roster,
        people=People(rows_of(book)),
        games=games,
        by_round=by_round,
        stages=tuple(stages),
        finals=tuple(finals),
        ladder=tuple(ladder),
        scores=scores,
        ranks=ranks(ladder, scores),
        tally=tally,
        through=through(),
        before_last=before_last,
    )


def scores_among(ladder: Sequence[Id], removed: Sequence[Id], half_wins: HalfWins) -> Scores:
    """The Scores among the players of a Ladder; paths run through `removed` as well. Rule: L2, L15."""
    players = (*ladder, *removed)
    if len(players) > 400:
        return widest_paths(players, dict(half_wins))
    return _remembered(players, tuple(sorted(half_wins.items())))


@lru_cache(maxsize=128)
def _remembered(players: tuple[Id, ...], half_wins: tuple[tuple[tuple[Id, Id], int], ...]) -> Scores:
    return widest_paths(players, dict(half_wins))


def is_null(game: Played) -> bool:
    """Whether a game ended without anybody gaining: Null, by time, by a leaver or by the director's word."""
    return game.outcome.state == "decided" and game.outcome.how in (How.NULL, How.DOUBLE_DEFAULT)
