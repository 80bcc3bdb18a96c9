"""Which game a form answer is about: by its id, by both players, or by the only open game of one of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


def fit(
    answer: Answer,
    standing: Standing,
    found: Mapping[str, Outcome],
    who: Identities,
    spec: FormatSheet,
    verify: bool,
    checked: Mapping[str, Checked],
    stays: str | None = None,
    reported: Collection[str] = (),
) -> Treated:
    """Which game an answer is about and what it says of it; state `accepted` means it may count.

    `stays`: the game it was accepted for at an earlier pass, which it goes on being about. `reported`: games with an
    accepted report.
    """
    if not (answer.raw_link or answer.result or answer.pairing or answer.white or answer.black):
        return Treated(
            answer,
            "message" if answer.message else "no game",
            why="" if answer.message else "It says nothing of a game.",
        )
    if answer.sent is None:
        return Treated(answer, "no game", why="It has no readable time.")
    if answer.doubt:
        doubtful = stays or _named(answer, standing, found, who, reported) or ""
        why = f"Its time stamp can be {answer.doubt}."
        return Treated(answer, "held" if doubtful else "no game", doubtful, why=why)
    link = answer.link
    if isinstance(link, Refused) and (verify or not answer.result):
        return Treated(answer, "refused", why=refusal_words(link))
    known = checked.get(link.canonical) if isinstance(link, GameLink) else None
    for game in (stays, known.game if known is not None and verify else None):
        if game and (game not in found or isinstance(found[game].black, Empty)):
            return Treated(answer, "no game", why=f"{game} is not played any more.")
    if verify and isinstance(link, GameLink):
        if known is not None and known.state == "verified" and known.players and known.score is not None:
            game = known.game or stays or _game_between(known.players, answer.sent, standing, found)
            if game is None:
                return Treated(answer, "no game", why="No game between these two was announced and open.")
            verified = _said_for(known.score, found, game, known.players, spec)
            outcome = found[game]
            pair = (outcome.white, str(outcome.black))
            white = known.white or known.players[0]
            return Treated(answer, "accepted", game, pair, verified, known.words, known.ended, white)
        guess = stays or _named(answer, standing, found, who, reported)
        if known is not None and known.state == "needs-td":
            state: State = "held" if known.game or guess else "no game"
            return Treated(answer, state, known.game or guess or "", known.players, None, known.words)
        words = known.words if known else "Waiting for the chess site."
        return (
            Treated(answer, "waiting", guess or "", None, None, words)
            if guess
            else Treated(answer, "waiting", why=words)
        )
    game = stays or _named(answer, standing, found, who, reported)
    if game is None:
        return Treated(answer, "no game", why=_why_no_game(answer, standing, found, who))
    said = read_words(answer.result, spec)
    outcome = found[game]
    assert not isinstance(outcome.black, Empty)
    players = (outcome.white, outcome.black)
    if verify:
        return Treated(answer, "held", game, players, said, "It holds no link of a game, and games are verified here.")
    if said is None:
        why = f"It does not say who won: “{answer.result[:60]}”." if answer.result else "It does not say who won."
        return Treated(answer, "held", game, players, None, why)
    if said.how not in (How.PLAYED, How.TIE_DECLARED):
        why = f"A game without play ({said.word}) is for the director."
        return Treated(answer, "held", game, players, None, why)
    white = who.find(answer.white) or "" if answer.white else ""
    if white == outcome.black and who.find(answer.black or outcome.white) == outcome.white:
        said = turned(said, spec)  # they agreed on the other colours: the result counts for the players
    return Treated(answer, "accepted", game, players, said, white=white)


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
    still_open = [o for o in both if not o.is_over or (o.at is not None and o.at >= sent)]
    chosen = (still_open or both)[:1]
    return chosen[0].id if chosen else None


def _named(
    answer: Answer, standing: Standing, found: Mapping[str, Outcome], who: Identities, reported: Collection[str]
) -> str | None:
    """The game an answer names: by its id, by both players, or by the only open game of one of them.

    Who has no open game means the latest one: a correction, or a report that comes too late.
    """
    assert answer.sent is not None
    names = [who.find(n) for n in (answer.white, answer.black) if n]
    if any(n is None for n in names):
        return None
    at = parse_ref(answer.pairing) if answer.pairing else None
    if at is not None:
        outcome = found.get(str(at))
        fits = outcome is not None and not isinstance(outcome.black, Empty) and not outcome.is_void
        if not fits or any(n not in (outcome.white, outcome.black) for n in names):  # type: ignore[union-attr]
            return None
        return str(at) if standing.games[str(at)].at <= answer.sent else None
    if len(names) == 2 and names[0] and names[1]:
        return _game_between((names[0], names[1]), answer.sent, standing, found)
    reporter = who.find(answer.reporter) if answer.reporter else None
    single = names[0] if names else reporter
    if single is None:
        return None
    sent = answer.sent
    mine = [o for o in playable(standing, found, sent) if single in (o.white, o.black)]
    still_open = [o for o in mine if not o.is_over or (o.at is not None and o.at >= sent)]
    still_open = [o for o in still_open if o.id not in reported and (o.due is None or o.due >= sent)]
    if not still_open:
        return mine[0].id if mine else None
    return still_open[0].id if len(still_open) == 1 else None


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
