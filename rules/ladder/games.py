"""Outcomes of ladder games: deadlines, removals, refused claims and what counts when the TD does not answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from rules.ladder.roster import Roster
from rules.model import Book, Claim, Decision, Empty, Game, How, Id
from rules.parts.decisions import DEADLINE, EARLIEST, in_order
from rules.parts.ids import ref
from rules.parts.numerals import days_in
from rules.parts.outcomes import Clock, Outcome, outcome
from rules.parts.record import Standing

ANSWER = "If the TD does not answer"


@dataclass(frozen=True)
class Rules:
    """The settings the ladder's games depend on."""

    days: int = 7
    hold: timedelta = timedelta(days=3)
    answer_after: timedelta | None = None  # None: wait for the TD however long

    @property
    def clock(self) -> Clock:
        """What a deadline does. Rule: ladder 3(a), L11."""
        return Clock(null_at_deadline=True, hold=self.hold)


def rules_of(book: Book) -> Rules:
    """The settings of a book; defaults where a cell is blank or cannot be read."""
    answer = days_in(book.setting(ANSWER))
    return Rules(
        days=days_in(book.setting("Days per game")) or 7,
        hold=timedelta(days=_default(days_in(book.setting("Hold claims for")), 3)),
        answer_after=None if answer is None else timedelta(days=answer),
    )


def _default(value: int | None, other: int) -> int:
    return other if value is None else value


@dataclass(frozen=True)
class Played:
    """A game of the record with its outcome, when it was first decided, and who had which colour."""

    outcome: Outcome
    decided_at: datetime | None
    colours: tuple[Id, Id] | None  # who had White and Black; None where nobody had a colour in it (L26)
    answers_at: datetime | None = None  # when a held report will count by itself, or did
    left: Id | None = None  # the leaver who ended it


def play_out(book: Book, stands: Standing, roster: Roster, now: datetime, rules: Rules) -> Mapping[Id, Played]:
    """Every game that stands, by id, in playing order.

    Rules: ladder 3(a), L11, L12, L15, L26.
    """
    claims: dict[Id, list[Claim]] = {}
    for claim in sorted(book.claims, key=lambda c: (c.sent or EARLIEST, c.source, c.state, c.how.value, c.players)):
        claims.setdefault(claim.about, []).append(claim)
    decisions = in_order(book.decisions)
    refused = [d for d in decisions if d.kind == "Refuse claim"]
    places = {r.fact.id: i for i, r in enumerate(book.record) if isinstance(r.fact, Game)}
    found = {}
    for id_ in stands.games:
        game = stands.game(id_)
        announced = stands.games[id_].at
        round_ = ref(id_).round
        due = stands.round(round_).due if round_ in stands.rounds else None
        about = _not_refused(claims.get(id_, ()), [d for d in refused if d.about == id_])
        found[id_] = _play(game, about, decisions, now, rules, due, announced, roster, places[id_], book.disputed)
    return found


def _play(
    game: Game,
    claims: Sequence[Claim],
    decisions: Sequence[Decision],
    now: datetime,
    rules: Rules,
    round_due: datetime | None,
    announced: datetime,
    roster: Roster,
    place: int,
    disputed: Sequence[Decision],
) -> Played:
    decisions = [d for d in decisions if d.kind != DEADLINE or d.end is None or d.end > announced]  # L42
    plain = outcome(game, claims, decisions, now, rules.clock, round_due, disputed)
    if isinstance(plain.black, Empty):
        return Played(plain, announced, None)
    gone = [r for p in (plain.white, plain.black) if (r := roster.removal_after(p, place)) is not None]
    removal = min(gone, key=lambda r: r.place, default=None)
    if removal is not None and plain.due is not None and removal.at >= plain.due:
        removal = None
    if removal is not None:  # what was sent before the removal counts as if that were the deadline (L31)
        game = replace(game, due=removal.at)
        decisions = [d for d in decisions if not (d.kind == DEADLINE and game.id.startswith(d.about))]
    settled = plain if removal is None else outcome(game, claims, decisions, now, rules.clock)
    answers_at, told = None, claims
    if rules.answer_after is not None and (settled.state == "open" or settled.by == "deadline"):
        told, answers_at = _answered(claims, settled, now, rules)
    if told is not claims:
        settled = outcome(game, told, decisions, now, rules.clock, round_due, disputed)
    left = removal.player if removal is not None and settled.by == "deadline" else None
    settled = replace(settled, due=plain.due, by="leaver" if left else settled.by)
    return _played(settled, told, now, announced, answers_at, left)


def _played(
    settled: Outcome,
    claims: Sequence[Claim],
    now: datetime,
    announced: datetime,
    answers_at: datetime | None,
    left: Id | None,
) -> Played:
    decided = None
    if settled.state == "decided":
        moments = [c.sent for c in claims if c.state in ("accepted", "ruled") and c.sent is not None]
        if settled.at is not None:
            moments.append(settled.at)
        if settled.by == "director" and settled.due is not None and settled.due <= now:
            moments.append(settled.due)  # it was Null before the director's word
        decided = max(announced, min(moments, default=announced))
    colours = None
    if settled.is_completed and settled.how is How.PLAYED and isinstance(settled.black, str):
        colours = (settled.white, settled.black)
        if settled.claim is not None and settled.claim.white == settled.black:
            colours = (settled.black, settled.white)  # agreed otherwise (L10)
    return Played(settled, decided, colours, answers_at, left)


def over_since(game: Played, rules: Rules) -> datetime | None:
    """When everybody could see that a game was over; None while it is not.

    A report that waited counts as of when it was sent, and a game held for one is Null as of its deadline, but the
    days the director has for an answer begin when that was known. Rules: L11, L40.
    """
    o = game.outcome
    if o.by == "form" and game.answers_at is not None:
        return game.answers_at
    if o.by in ("deadline", "leaver") and o.held and o.at is not None:
        return o.at + rules.hold
    return game.decided_at


def _not_refused(claims: Sequence[Claim], refusals: Sequence[Decision]) -> list[Claim]:
    kept = []
    for claim in claims:
        gone = any(
            d.seen is None or (claim.sent or EARLIEST) <= d.seen
            for d in refusals
            if claim.state in ("accepted", "waiting", "held")
        )
        if not gone:
            kept.append(claim)
    return kept


def _answered(
    claims: Sequence[Claim], plain: Outcome, now: datetime, rules: Rules
) -> tuple[Sequence[Claim], datetime | None]:
    """The claims with a single clear held one accepted once the director has had time enough, and when that is.

    Claims that contradict each other are left: the game ends Null when their time is over (L12).
    """
    assert rules.answer_after is not None
    held = [c for c in plain.held if c.state == "held" and c.score is not None]
    told = {_by_player(c) for c in plain.held if c.score is not None}
    if not held or len(told) != 1 or any(c.score is None for c in plain.held):
        return claims, None
    moment = max(c.sent or EARLIEST for c in held) + rules.answer_after
    if plain.due is not None:
        moment = min(moment, plain.due + rules.hold)
    if now < moment:
        return claims, moment
    return [replace(c, state="accepted") if c in held else c for c in claims], moment


def _by_player(claim: Claim) -> tuple[tuple[Id, Fraction], ...]:
    assert claim.score is not None
    return tuple(sorted(zip(claim.players, claim.score, strict=True)))
