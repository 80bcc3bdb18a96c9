"""The Final: a match of as many games as it takes, kept apart from Wins, Scores and the Ladder (rule 2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from rules.ladder.director import CHAMPION, CONTINUE
from rules.ladder.games import Played, over_since
from rules.ladder.roster import Publication, Removal
from rules.ladder.season import Season, Tally
from rules.model import Game, How, Id, Reason, Recorded, Trouble, Value
from rules.parts.decisions import id_in, of_kind
from rules.parts.ids import game_id, ref
from rules.parts.record import next_free_board

NEEDED = Fraction(3)
AFTER_STOP = "after stop"  # said of the game with which a stopped Final goes on


@dataclass(frozen=True)
class Final:
    """A Final as it stands. `wins` are Final Wins of the two Finalists, in their order."""

    id: Id
    finalists: tuple[Id, Id]  # the higher one in the Ladder first
    games: tuple[Played, ...]
    wins: tuple[Fraction, Fraction]
    champion: Id | None = None
    decided_by: str = ""  # games or director
    decided_after: int = 0  # number of games that count
    broken: Removal | None = None
    stopped_since: datetime | None = None  # two Null games running (L27)
    goes_on: str = ""  # why a stopped Final goes on: director or time
    resumes_at: datetime | None = None  # when it goes on by itself

    @property
    def open_game(self) -> Played | None:
        """The game that is being played."""
        return next((g for g in self.games if not g.outcome.is_over), None)

    @property
    def second(self) -> Id | None:
        """The Finalist who did not win."""
        if self.champion is None:
            return None
        return self.finalists[1] if self.champion == self.finalists[0] else self.finalists[0]


def read_final(season: Season, published: Publication) -> Final:
    """How a Final stands. Rules: ladder 2(a)-(c), L13, L18, L19, L27."""
    id_ = published.round.id
    games = season.games_of(id_)
    named = published.round.taken.get("finalists")
    if isinstance(named, tuple) and len(named) == 2:
        finalists = (str(named[0]), str(named[1]))
    else:  # a record adopted from the rows of Games does not say it
        first = games[0].outcome
        finalists = (first.white, str(first.black))
    wins = [Fraction(0), Fraction(0)]
    nulls = 0
    for number, game in enumerate(games, start=1):
        o = game.outcome
        if o.state != "decided" or o.is_void:
            continue
        for i, player in enumerate(finalists):
            wins[i] += o.score_of(player) if player in (o.white, o.black) else Fraction(0)
        if season.stands.game(o.id).taken.get(AFTER_STOP):
            nulls = 0  # the director, or the clock, let it go on before this game
        nulls = nulls + 1 if o.how in (How.NULL, How.DOUBLE_DEFAULT) else 0
        if max(wins) >= NEEDED and wins[0] != wins[1]:
            champion = finalists[0] if wins[0] > wins[1] else finalists[1]
            return Final(id_, finalists, games, (wins[0], wins[1]), champion, "games", number)
    now = Final(id_, finalists, games, (wins[0], wins[1]), decided_after=len(games))
    broken = next((r for p in finalists if (r := season.roster.removal_after(p, published.place))), None)
    if broken is not None:
        return replace(now, broken=broken)
    typed = _champion_typed(season, now)
    if typed is not None:
        return replace(now, champion=typed, decided_by="director")
    if now.open_game is None and nulls >= 2:
        return _stopped(season, now)
    return now


def _champion_typed(season: Season, final: Final) -> Id | None:
    found = None
    for decision in of_kind(season.book.decisions, CHAMPION):
        if decision.value.strip() in final.finalists and id_in(decision.about) in ("", final.id):
            found = decision.value.strip()
    return found


def champion_troubles(season: Season, final: Final | None) -> tuple[Trouble, ...]:
    """Words for the end of the Final that cannot be followed."""
    troubles = []
    for decision in of_kind(season.book.decisions, CHAMPION):
        fits = final is not None and decision.value.strip() in final.finalists
        if not fits or (final is not None and id_in(decision.about) not in ("", final.id)):
            facts = {"kind": CHAMPION, "player": decision.value, "final": final.id if final else ""}
            code = "champion-unknown" if final else "champion-too-early"
            troubles.append(Trouble(code, decision.key or decision.about, "Value", facts))
    return tuple(troubles)


def _stopped(season: Season, final: Final) -> Final:
    """A Final whose last two games were Null: stopped, unless the director or the clock lets it go on (L27)."""
    last = final.games[-1]
    since = last.decided_at or season.now
    wait = season.rules.answer_after
    resumes = (over_since(last, season.rules) or since) + wait if wait is not None else None
    typed = any(
        id_in(d.about) == last.outcome.id or (id_in(d.about) in ("", final.id) and (d.seen is None or d.seen >= since))
        for d in of_kind(season.book.decisions, CONTINUE)
    )
    if typed:
        return replace(final, stopped_since=since, goes_on="director")
    if resumes is not None and season.now >= resumes:
        return replace(final, stopped_since=since, goes_on="time", resumes_at=resumes)
    return replace(final, stopped_since=since, resumes_at=resumes)


def final_now(season: Season) -> Final | None:
    """The latest Final, broken off or not; None before one was published."""
    return read_final(season, season.finals[-1]) if season.finals else None


def colours_of(tally: Tally, higher: Id, lower: Id) -> tuple[Id, Id, Reason]:
    """White and Black of the next game of two players, and why.

    Rule: ladder 1(b)(ii)-(iii), L9. First game: the lower plays White. Later: who had Black in the last.
    """
    last = tally.colours.get(frozenset((higher, lower)))
    if last is None:
        return lower, higher, Reason("1(b)(ii)", "colour-first", {"white": lower, "black": higher})
    white, black = last[1], last[0]
    return white, black, Reason("1(b)(iii)", "colour-turn", {"white": white, "black": black})


def inviter_reason(higher: Id, lower: Id) -> Reason:
    """Why a player sends the invitation. Rule: ladder 1(b)(i)."""
    return Reason("1(b)(i)", "inviter", {"player": lower, "higher": higher})


def next_game(season: Season, final: Final) -> Recorded:
    """The next game of a running Final; its clock starts now. Rule: ladder 2(a), 3(a)(iii), L13."""
    last = ref(final.games[-1].outcome.id)
    number = (last.game or 1) + 1
    higher, lower = final.finalists
    white, black, why = colours_of(season.tally, higher, lower)
    taken: dict[str, Value] = {"inviter": lower}
    if final.stopped_since is not None:
        taken[AFTER_STOP] = True
    due = due_from(season.now, season.rules.days)
    game = Game(game_id(final.id, last.board or 1, number), white, black, due=due, taken=taken)
    facts: dict[str, Value] = {
        "number": number,
        "first": final.finalists[0],
        "second": final.finalists[1],
        "first_wins": final.wins[0],
        "second_wins": final.wins[1],
    }
    parts = [why, inviter_reason(higher, lower)]
    if final.stopped_since is not None:
        parts.append(Reason("L27", f"final-goes-on-{final.goes_on}", {"since": final.stopped_since}))
    return Recorded(game, season.now, Reason("2(a)", "final-game", facts, tuple(parts)))


def first_game(season: Season, final_id: Id, finalists: tuple[Id, Id]) -> Recorded:
    """The first game of a new Final. Rule: ladder 2(a), 3(a)(ii)."""
    higher, lower = finalists
    white, black, why = colours_of(season.tally, higher, lower)
    board = next_free_board(season.book.record, final_id)
    game = Game(
        game_id(final_id, board, 1),
        white,
        black,
        due=due_from(season.now, season.rules.days),
        taken={"inviter": lower},
    )
    facts: dict[str, Value] = {
        "number": 1,
        "first": higher,
        "second": lower,
        "first_wins": Fraction(0),
        "second_wins": Fraction(0),
    }
    return Recorded(game, season.now, Reason("2(a)", "final-game", facts, (why, inviter_reason(higher, lower))))


def due_from(announced: datetime, days: int) -> datetime:
    """The deadline of something announced now: the same wall-clock time so many days later.

    Rule: ladder 3(a), L11, also across a clock change; a time the clocks jump over is the one after the jump.
    """
    zone = announced.tzinfo
    wall = announced.replace(tzinfo=None) + timedelta(days=days)
    return wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
