"""Rounds that the director takes back: only what was published last, and only while nothing came in for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rules.model import Book, Decision, Id, Trouble, Value
from rules.parts.decisions import id_in, of_kind
from rules.parts.record import Standing, is_done, seen_against

WITHDRAW = "Withdraw round"


def taken_back(
    book: Book,
    stands: Standing,
    decisions: Iterable[Decision],
    last_with: Callable[[Id], Collection[Id]],
    told: Callable[[Collection[Id]], tuple[Id, ...]],
    round_in: Callable[[str], Id] = id_in,
    named: str = "games",
    anyway: str = "",
) -> tuple[tuple[Id, ...], tuple[Trouble, ...]]:
    """The rounds that go now, and what is wrong with other such lines. A line counts once and stays in the sheet.

    `last_with`: the rounds that stand or fall with one, itself among them; none where another round rests on it.
    `told`: games of some rounds that have a result or a report; the trouble has them under `named`. `anyway`: the word
    in Value with which such a round goes as well, its results with it; blank where the format has none.
    """
    found: dict[Id, None] = {}
    troubles: list[Trouble] = []
    for decision in of_kind(decisions, WITHDRAW):
        round_ = round_in(decision.about)
        if is_done(book, decision, round_):
            continue
        facts: dict[str, Value] = {"round": round_ or decision.about}
        group = last_with(round_) if round_ in stands.rounds else ()
        code = ""
        if round_ not in stands.rounds:
            code = "withdraw-unknown"
        elif not group:
            code = "withdraw-not-last"
        elif seen_against(book, decision, stands.rounds[round_]) < 0:
            code = "withdraw-too-early"
        elif not (anyway and decision.value.strip().casefold() == anyway) and (games := told(group)):
            code, facts[named] = "withdraw-has-results", games
        else:
            found |= dict.fromkeys(group)
        if code:
            troubles.append(Trouble(code, decision.key or decision.about, "About", facts))
    return tuple(found), tuple(troubles)
