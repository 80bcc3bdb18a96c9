"""Which game a form answer is about: by its id, by both players, or by the only open game of one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from rules.model import Empty, How
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink, Refused
from sync.chesssites.words import sentence
from sync.claims.reports import Answer, Checked, State, Treated, read_words
from sync.reading.decode import near
from sync.reading.identity import Identities
from sync.reading.results import Said, turned


@dataclass(frozen=True)
class Case:
    """An answer, and what it is held against.

    `by_link`: its link decides, not its words. `stays`: the game it was accepted for at an earlier pass, which it goes
    on being about. `reported`: games with an accepted report.
    """

    answer: Answer
    standing: Standing
    found: Mapping[str, Outcome]
    who: Identities
    spec: FormatSheet
    by_link: bool
    checked: Mapping[str, Checked]
    stays: str | None = None
    reported: Collection[str] = ()

    @property
    def known(self) -> Checked | None:
        """What the site says of its link."""
        link = self.answer.link
        return self.checked.get(link.canonical) if isinstance(link, GameLink) else None

    @property
    def sent(self) -> datetime:
        """When it was sent; only asked where that is known."""
        assert self.answer.sent is not None
        return self.answer.sent

    def named(self) -> str | None:
        """The game it is about, as far as it says so itself."""
        return self.stays or _named(self)

    def says(self, state: State, game: str = "", said: Said | None = None, why: str = "", white: str = "") -> Treated:
        """It was treated so; of a game that two players play."""
        outcome = self.found[game]
        return Treated(self.answer, state, game, (outcome.white, str(outcome.black)), said, why, white=white)


def fit(case: Case) -> Treated:
    """Which game an answer is about and what it says of it; state `accepted` means it may count.

    The first step that knows decides.
    """
    return next(treated for step in _STEPS if (treated := step(case)) is not None)


def _says_nothing(case: Case) -> Treated | None:
    answer = case.answer
    if answer.raw_link or answer.result or answer.pairing or answer.white or answer.black:
        return None
    if answer.message:
        return Treated(answer, "message")
    return Treated(answer, "no game", why="It says nothing of a game.")


def _has_no_clear_time(case: Case) -> Treated | None:
    answer = case.answer
    if answer.sent is None:
        return Treated(answer, "no game", why="It has no readable time.")
    if not answer.doubt:
        return None
    game = case.named() or ""
    return Treated(answer, "held" if game else "no game", game, why=f"Its time stamp can be {answer.doubt}.")


def _links_no_game(case: Case) -> Treated | None:
    link = case.answer.link
    if isinstance(link, Refused) and (case.by_link or not case.answer.result):
        return Treated(case.answer, "refused", why=refusal_words(link))
    return None


def _is_of_a_game_that_is_gone(case: Case) -> Treated | None:
    linked = case.known.game if case.known is not None and case.by_link else None
    for game in (case.stays, linked):
        if game and (game not in case.found or isinstance(case.found[game].black, Empty)):
            return Treated(case.answer, "no game", why=f"{game} is not played any more.")
    return None


def _is_verified(case: Case) -> Treated | None:
    known = case.known
    if not case.by_link or known is None or known.state != "verified" or not known.players or known.score is None:
        return None
    game = known.game or case.stays or _game_between(known.players, case.sent, case.standing, case.found)
    if game is None:
        return Treated(case.answer, "no game", why="No game between these two was announced and open.")
    said = _said_for(known.score, case.found, game, known.players, case.spec)
    treated = case.says("accepted", game, said, known.words, known.white or known.players[0])
    return replace(treated, ended=known.ended)


def _is_being_verified(case: Case) -> Treated | None:
    if not case.by_link or not isinstance(case.answer.link, GameLink):
        return None
    known, guess = case.known, case.named() or ""
    if known is not None and known.state == "needs-td":
        game = known.game or guess
        return Treated(case.answer, "held" if game else "no game", game, known.players, None, known.words)
    return Treated(case.answer, "waiting", guess, why=known.words if known else "Waiting for the chess site.")


def _names_no_game(case: Case) -> Treated | None:
    if case.named() is not None:
        return None
    return Treated(case.answer, "no game", why=_why_no_game(case.answer, case.standing, case.found, case.who))


def _says_how_it_ended(case: Case) -> Treated:
    answer, game = case.answer, case.named()
    assert game is not None
    said = read_words(answer.result, case.spec)
    if case.by_link:
        return case.says("held", game, said, "It holds no link of a game, and games are verified here.")
    if said is None:
        quoted = f": “{answer.result[:60]}”" if answer.result else ""
        return case.says("held", game, why=f"It does not say who won{quoted}.")
    if said.how not in (How.PLAYED, How.TIE_DECLARED):
        return case.says("held", game, why=f"A game without play ({said.word}) is for the director.")
    outcome, who = case.found[game], case.who
    white = who.find(answer.white) or "" if answer.white else ""
    if white == outcome.black and who.find(answer.black or outcome.white) == outcome.white:
        said = turned(said, case.spec)  # they agreed on the other colours: the result counts for the players
    return case.says("accepted", game, said, white=white)


_STEPS: tuple[Callable[[Case], Treated | None], ...] = (
    _says_nothing, _has_no_clear_time, _links_no_game, _is_of_a_game_that_is_gone, _is_verified, _is_being_verified,
    _names_no_game, _says_how_it_ended,
)  # fmt: skip


def is_of_another(answer: Answer, game: str, found: Mapping[str, Outcome], who: Identities) -> bool:
    """Whether an answer names, by id or by its players, another pairing than this one."""
    at = parse_ref(answer.pairing) if answer.pairing else None
    if at is not None and str(at) in found:
        return str(at) != game
    names = {who.find(n) for n in (answer.white, answer.black) if n} - {None}
    return game in found and not names <= {found[game].white, found[game].black}


def refusal_words(refused: Refused) -> str:
    """Why a link is none of a game, in words."""
    return sentence("link", refused.code, refused.facts)


def _said_for(
    score: tuple[Fraction, Fraction],
    found: Mapping[str, Outcome],
    game: str,
    players: tuple[str, str],
    spec: FormatSheet,
) -> Said:
    """A verified score in the words of the format, as of the row's White and Black."""
    outcome = found[game]
    if players == (outcome.black, outcome.white):
        score = (score[1], score[0])
    word = next((w.word for w in spec.results if w.score == score and w.how is How.PLAYED), f"{score[0]}-{score[1]}")
    return Said(word, score, How.PLAYED)


def playable(standing: Standing, found: Mapping[str, Outcome], sent: datetime) -> list[Outcome]:
    """Games announced before `sent`, with two players, not cancelled, latest first."""
    games = [
        o
        for id_, o in found.items()
        if not isinstance(o.black, Empty) and not o.is_void and standing.games[id_].at <= sent
    ]
    return sorted(games, key=lambda o: (standing.games[o.id].at, ref(o.id).sort_key), reverse=True)


def _game_between(
    players: tuple[str, str], sent: datetime, standing: Standing, found: Mapping[str, Outcome]
) -> str | None:
    both = [o for o in playable(standing, found, sent) if {o.white, o.black} == set(players)]
    both.sort(key=lambda o: standing.games[o.id].at == sent)  # one announced at that very second was hardly played
    still_open = [o for o in both if _is_open(o, sent)]
    chosen = (still_open or both)[:1]
    return chosen[0].id if chosen else None


def _named(case: Case) -> str | None:
    """The game an answer names: by its id, by both players, or by the only open game of one of them.

    Who has no open game means the latest one: a correction, or a report that comes too late.
    """
    answer, who = case.answer, case.who
    names = [who.find(n) for n in (answer.white, answer.black) if n]
    known = [n for n in names if n]
    if len(known) < len(names):
        return None
    at = parse_ref(answer.pairing) if answer.pairing else None
    if at is not None:
        return _by_id(case, str(at), known)
    if len(known) == 2:
        return _game_between((known[0], known[1]), case.sent, case.standing, case.found)
    single = known[0] if known else (who.find(answer.reporter) if answer.reporter else None)
    return _only_game_of(case, single) if single is not None else None


def _by_id(case: Case, game: str, names: Collection[str]) -> str | None:
    """The game of this id, where it is played by the players named and was announced before."""
    outcome = case.found.get(game)
    if outcome is None or isinstance(outcome.black, Empty) or outcome.is_void:
        return None
    if not {outcome.white, outcome.black} >= set(names):
        return None
    return game if case.standing.games[game].at <= case.sent else None


def _only_game_of(case: Case, player: str) -> str | None:
    """The only open game of a player without a report; the latest where none is open; none of several."""
    sent = case.sent
    mine = [o for o in playable(case.standing, case.found, sent) if player in (o.white, o.black)]
    still_open = [
        o for o in mine if _is_open(o, sent) and o.id not in case.reported and (o.due is None or o.due >= sent)
    ]
    if not still_open:
        return mine[0].id if mine else None
    return still_open[0].id if len(still_open) == 1 else None


def _is_open(outcome: Outcome, sent: datetime) -> bool:
    """Whether a game was not over when an answer was sent."""
    return not outcome.is_over or (outcome.at is not None and outcome.at >= sent)


def _why_no_game(answer: Answer, standing: Standing, found: Mapping[str, Outcome], who: Identities) -> str:
    assert answer.sent is not None
    for typed in (answer.white, answer.black, answer.reporter):
        if typed and who.find(typed) is None:
            return f"Nobody called “{typed[:60]}” is in Players.{near(typed, [who.show(p.name) for p in who.people])}"
    if answer.pairing:
        at = parse_ref(answer.pairing)
        if at is None or str(at) not in found:
            return f"There is no game {answer.pairing[:20]}."
        if standing.games[str(at)].at > answer.sent:
            return f"It was sent before {at} was announced."
        return f"{at} is not a game of these players."
    if answer.white and answer.black:
        return f"{answer.white[:60]} and {answer.black[:60]} have no game that was announced before it was sent."
    return "It does not say which game it is about."
