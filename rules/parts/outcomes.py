"""What became of each game: the claims made about it, the director's word, and its deadline, put together.

The same for every format; only what happens at a deadline differs (a ladder game becomes Null, elsewhere
nothing happens by the clock alone). Outcomes are worked out at every pass and never read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Literal

from rules.model import Book, Claim, Decision, Empty, Game, How, Id
from rules.parts.brought import BY_FILE, claim_brought, is_brought
from rules.parts.decisions import DEADLINE, EARLIEST, PAIR, in_order
from rules.parts.ids import ref
from rules.parts.record import Standing

ZERO = Fraction(0)


@dataclass(frozen=True)
class Clock:
    """What the deadline does. `hold` is how long a fitting claim keeps a game open past it (L11)."""

    null_at_deadline: bool = False
    hold: timedelta = timedelta(days=3)


@dataclass(frozen=True)
class Outcome:
    """A game as it stands now. `score` is (first, second) = (White, Black) of this value, after rulings.

    state: `open` (no result yet), `decided`, `frozen` (its row is damaged; nothing new is decided on it),
    `bye`. `at` is when it was decided; `by` who decided: director, form, deadline, leaver, record, or the file that the
    event was taken over from.
    """

    id: Id
    white: Id
    black: Id | Empty
    state: Literal["open", "decided", "frozen", "bye"]
    due: datetime | None = None
    how: How | None = None
    score: tuple[Fraction, Fraction] | None = None
    at: datetime | None = None
    by: str = ""
    held: tuple[Claim, ...] = ()  # fitting claims that wait for a site or for the director
    held_until: datetime | None = None  # until when they keep the game open
    late: tuple[Claim, ...] = ()  # sent after the deadline: shown, count for nothing by themselves
    ended: datetime | None = None
    claim: Claim | None = None  # the claim that decided it

    @property
    def is_over(self) -> bool:
        """Whether nothing more is expected of it."""
        return self.state in ("decided", "bye")

    @property
    def is_completed(self) -> bool:
        """Whether it gave somebody something: a win, half a win (footnote 5 of the ladder), not a Null or a Void."""
        return self.state == "decided" and self.score is not None and any(self.score)

    @property
    def is_void(self) -> bool:
        """Whether the director cancelled it."""
        return self.how is How.VOID

    def score_of(self, player: Id) -> Fraction:
        """What the game gave a player of it."""
        if self.score is None:
            return ZERO
        return self.score[0] if player == self.white else self.score[1]

    def opponent_of(self, player: Id) -> Id | Empty:
        """The other player."""
        return self.black if player == self.white else self.white


def players_after_rulings(game: Game, decisions: Sequence[Decision]) -> tuple[Id, Id | Empty]:
    """White and Black as the director last changed them (a `Pair` decision about the game's id, of two names)."""
    white, black = game.white, game.black
    for decision in decisions:
        if decision.kind == PAIR and decision.about == game.id:
            first, _, second = decision.value.partition(" ; ")
            empty = next((e for e in Empty if e.value == second), None)
            if first and second and first != second and " ; " not in second:
                white, black = first, empty or second
    return white, black


def disputed_until(game: Game, disputed: Sequence[Decision]) -> datetime | None:
    """The last of the deadlines that contradict each other: before it nobody knows that the game is over."""
    at = ref(game.id)
    return max(
        (
            d.end
            for d in disputed
            if d.kind == DEADLINE and d.about in (at.round, at.match, game.id) and d.end is not None
        ),
        default=None,
    )


def due_after_rulings(game: Game, round_due: datetime | None, decisions: Sequence[Decision]) -> datetime | None:
    """The deadline that counts: typed for the game, else typed for its round, else as announced (L11)."""
    due = game.due or round_due
    at = ref(game.id)
    for about in (at.round, at.match, game.id):
        for decision in decisions:
            if decision.kind == DEADLINE and decision.about == about and decision.end is not None:
                due = decision.end
    return due


def outcome(
    game: Game,
    claims: Sequence[Claim],
    decisions: Sequence[Decision],
    now: datetime,
    clock: Clock = Clock(),
    round_due: datetime | None = None,
    disputed: Sequence[Decision] = (),
) -> Outcome:
    """The outcome of one game from the claims about it.

    The director's word beats an accepted claim, that beats the deadline. A claim that fits and waits keeps
    the game open past its deadline for at most `clock.hold`. `Open` typed by the director refuses every
    claim sent before it; typed after the deadline it keeps the game open until a new deadline is typed.
    `disputed` deadlines, which contradict each other, keep it open until the last of them.
    """
    white, black = players_after_rulings(game, decisions)
    due = due_after_rulings(game, round_due, decisions)
    if isinstance(black, Empty):
        return Outcome(
            game.id, white, black, "bye", due, by=BY_FILE if is_brought(game) and black is game.black else ""
        )
    base = Outcome(game.id, white, black, "open", due)
    ruled = next((c for c in claims if c.state == "ruled"), None)
    if any(c.state == "frozen" for c in claims):
        frozen = next((c for c in claims if c.state == "frozen" and c.score is not None), None)
        return _decided(base, frozen, "record", state="frozen") if frozen else replace(base, state="frozen")
    if ruled is not None:
        return _decided(base, ruled, "director")
    reopened = max((c.sent for c in claims if c.state == "reopened" and c.sent), default=None)
    came = claim_brought(game)
    if came is not None and not reopened and set(came.players) == {white, black}:
        return _decided(base, came, BY_FILE)
    fresh = [c for c in claims if c.state in ("accepted", "waiting", "held") and (not reopened or _sent(c) > reopened)]
    fresh = [c for c in fresh if set(c.players) == {white, black}]
    limit = due if clock.null_at_deadline else None
    waits = disputed_until(game, disputed) if limit is not None else None
    if limit is not None and waits is not None and waits > limit:
        limit = waits
    if reopened and limit and limit <= reopened:
        limit = None
    in_time = [c for c in fresh if limit is None or c.sent is None or c.sent <= limit]
    late = tuple(c for c in fresh if c not in in_time)
    accepted = [c for c in in_time if c.state == "accepted"]
    if accepted:
        return replace(_decided(base, max(accepted, key=_sent), "form"), late=late)
    held = tuple(c for c in in_time if c.state in ("waiting", "held"))
    if limit is None or now < limit:
        return replace(base, held=held, late=late, held_until=waits if waits == limit else None)
    if held and now < limit + clock.hold:
        return replace(base, held=held, held_until=limit + clock.hold, late=late)
    return replace(
        base, state="decided", how=How.NULL, score=(ZERO, ZERO), at=limit, by="deadline", held=held, late=late
    )


def outcomes(book: Book, standing: Standing, now: datetime, clock: Clock = Clock()) -> Mapping[Id, Outcome]:
    """The outcome of every game that stands, by id, in playing order."""
    about: dict[Id, list[Claim]] = {}
    for claim in book.claims:
        about.setdefault(claim.about, []).append(claim)
    decisions = in_order(book.decisions)
    found = {}
    for id_ in standing.games:
        game = standing.game(id_)
        round_ = ref(id_).round
        due = standing.round(round_).due if round_ in standing.rounds else None
        found[id_] = outcome(game, about.get(id_, ()), decisions, now, clock, due)
    return found


def next_deadline(found: Mapping[Id, Outcome], now: datetime) -> datetime | None:
    """The next moment at which an open game changes by the clock alone."""
    moments = [
        m for o in found.values() if o.state == "open" for m in (o.due, o.held_until) if m is not None and m > now
    ]
    return min(moments, default=None)


def _sent(claim: Claim) -> datetime:
    return claim.sent or EARLIEST


def _decided(base: Outcome, claim: Claim, by: str, state: Literal["decided", "frozen"] = "decided") -> Outcome:
    score = claim.score
    if score is not None and claim.players == (base.black, base.white):
        score = (score[1], score[0])
    if score is None and claim.how is not How.VOID:
        score = (ZERO, ZERO)
    return replace(base, state=state, how=claim.how, score=score, at=claim.sent, by=by, ended=claim.ended, claim=claim)
