"""A ladder under way, out of a table of its games: everybody entered at first, every round a fact.

The Ladder is worked out again from the results, by 5(e) after every round, so that everything that is shown can be
explained. Rounds stand as they were paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rules.ladder.order import initial_order
from rules.ladder.roster import taken_of
from rules.model import Empty, Entry, Game, How, Id, Person, Recorded, Round, Value
from rules.parts.brought import TableGame, brought, why_brought
from rules.parts.ids import game_id, round_id
from rules.parts.lines import score_word
from rules.parts.results import RESULTS


def take_over(games: Sequence[TableGame], people: Sequence[Person], source: str, now: datetime) -> list[Recorded]:
    """The facts of a ladder's rounds, in the order in which they would have been written. Rounds count from 1.

    A game without a result stays open, without a deadline: what it was announced with is not known.
    """
    facts = [
        Recorded(
            Entry(person.name, "", number, taken_of(person)),
            now,
            why_brought("entry", source, player=person.name, number=number),
        )
        for number, person in enumerate(initial_order(people), start=1)
    ]
    words: tuple[tuple[str, str], ...] = ()
    for number in range(1, max((game.round for game in games), default=0) + 1):
        id_ = round_id("", "R", number)
        listed = sorted((game for game in games if game.round == number), key=lambda game: (not game.black, game.board))
        taken: dict[str, Value] = {
            "pairs": tuple((game.white, game.black) for game in listed if game.black),
            "byes": tuple(game.white for game in listed if not game.black),
            "only typed": True,
            RESULTS: words,
        }
        facts.append(Recorded(Round(id_, "round", taken=taken), now, why_brought("round", source, round=id_)))
        made = [*_games(listed, id_, now)]
        facts += made
        words = tuple(
            (one.fact.id, _word(game))
            for one, game in zip(made, listed, strict=True)
            if isinstance(one.fact, Game) and game.black and game.score is not None
        )
    return facts


def _games(listed: Iterable[TableGame], round_: Id, now: datetime) -> Iterable[Recorded]:
    for board, game in enumerate(listed, start=1):
        black = game.black or Empty.BYE
        kept = brought(game.source, game.score if game.black else None, game.how, game.ended, game.link)
        fact = Game(game_id(round_, board), game.white, black, taken=kept)
        if not game.black:
            yield Recorded(fact, now, why_brought("bye", game.source, player=game.white, round=round_))
            continue
        code = "default" if game.how in (How.DEFAULT, How.DOUBLE_DEFAULT) else "game"
        yield Recorded(fact, now, why_brought(code, game.source, white=game.white, black=game.black))


def _word(game: TableGame) -> str:
    if game.how is How.NULL or game.score is None:
        return "Null"
    return f"{score_word(*game.score)}{'F' if game.how in (How.DEFAULT, How.DOUBLE_DEFAULT) else ''}"
