"""A round of the knock-out drawn: the first of the two draws of rule 19."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.hastings.boards import Mended, by_exchange, by_seekers, halves, mend, sides_of
from rules.hastings.colours import Settler, by_lot, how_they_came, sought_by
from rules.hastings.field import Board, Colour, Draw, DrawInput, Lucky, Pair
from rules.hastings.lucky import lucky_losers, next_ranking
from rules.model import Id, Reason, Value


def draw_round(data: DrawInput) -> Draw:
    """Lucky losers, ranking, boards and colours of a round, with the reasons. Rules: 1-5, 13-16, 22, 23, 26-28."""
    if data.last is None:
        return _first_round(data)
    lucky = lucky_losers(data.last, data.out, data.places, data.colours, data.is_final)
    ranking = next_ranking(data.last, data.out, tuple(one.player for one in lucky), data.order)
    pairs, held = halves(ranking, data.places)
    if data.kind == "seekers":
        return _by_seekers(data, lucky, ranking, tuple(held))
    forbidden = _Forbidden(data)
    rank = {p: i for i, p in enumerate(ranking, start=1)}
    mended = mend(pairs, rank, forbidden)
    boards, typed = by_exchange(mended.pairs, data.typed)
    settler = Settler(rank, data.colours, {}, how_they_came(data.last), premier=data.kind == "premier")
    return _drawn(data, lucky, ranking, boards, (), tuple(held), settler, mended, _typed_notes(typed))


class _Forbidden:
    """Whether two may not be paired. Rule: 5, 22, 26; rulings H5, H27, H30."""

    def __init__(self, data: DrawInput) -> None:
        self.data = data

    def __call__(self, one: Id, two: Id) -> bool:
        data, pair = self.data, frozenset((one, two))
        if pair in data.apart:
            return True
        if data.is_final:
            return False
        if data.last is not None:
            return pair in data.met
        federation = data.federation.get(one, "")
        same_federation = federation in data.kept_apart and federation == data.federation.get(two, "")
        family = data.family.get(one, "")
        return same_federation or (family != "" and family == data.family.get(two, ""))


def _first_round(data: DrawInput) -> Draw:
    places = len(data.ranking) + len(data.ranking) % 2
    pairs, held = halves(data.ranking, places)
    rank = {p: i for i, p in enumerate(data.ranking, start=1)}
    mended = mend(pairs, rank, _Forbidden(data))
    boards, typed = by_exchange(mended.pairs, data.typed)
    lot: Colour = data.lot or "W"
    whites = by_lot(boards, lot, data.boards_before)
    drawn = []
    for number, (pair, white) in enumerate(zip(boards, whites, strict=True), start=data.boards_before + 1):
        first, second = pair
        colour: dict[str, Value] = {
            "white": white,
            "board": number,
            "first": first,
            "drawn": "White" if lot == "W" else "Black",
        }
        code = "first-colour" if data.lot else "first-colour-to-come"
        why = (Reason("2/H3", "halves", _pair_facts(pair, rank)), Reason("4/H4", code, colour))
        drawn.append(Board(first, second, white, why))
    left = tuple(pair for pair in boards if pair in mended.left)
    return Draw((), data.ranking, tuple(drawn), tuple(held), left, (*mended.notes, *_typed_notes(typed)))


def _by_seekers(data: DrawInput, lucky: tuple[Lucky, ...], ranking: tuple[Id, ...], held: tuple[Id, ...]) -> Draw:
    paired = [p for p in ranking if p not in held]
    sought = {p: sought_by(data.colours.get(p, "")) for p in paired}
    sides = sides_of(paired, sought)
    made = by_seekers(paired, sides.side)
    rank = {p: i for i, p in enumerate(ranking, start=1)}

    def kind(one: Id, two: Id) -> object:
        return sides.side[one], sides.side[two]

    mended = mend((*made.pairs, *made.bottom), rank, _Forbidden(data), kind)
    boards, typed = by_exchange(mended.pairs, data.typed)
    settler = Settler(rank, data.colours, sides.side, how_they_came(data.last))
    notes = [Reason("16/H22", "seekers", {"white": sides.of("W"), "black": sides.of("B")})]
    if sides.joined:
        notes.append(Reason("H21", "joined-side", {"players": sides.joined}))
    if made.surplus is not None:
        aside: dict[str, Value] = {
            "colour": "White" if made.surplus == "W" else "Black",
            "boards": len(made.bottom),
            "stay": made.stay,
            "moved": made.moved,
        }
        notes.append(Reason("16/H22", "set-aside", aside))
    bottom = tuple(range(len(made.pairs), len(boards)))
    return _drawn(data, lucky, ranking, boards, bottom, held, settler, mended, (*notes, *_typed_notes(typed)))


def _drawn(
    data: DrawInput,
    lucky: tuple[Lucky, ...],
    ranking: tuple[Id, ...],
    boards: Sequence[Pair],
    bottom: Sequence[int],
    held: tuple[Id, ...],
    settler: Settler,
    mended: Mended,
    notes: tuple[Reason, ...],
) -> Draw:
    rank = settler.rank
    made = []
    for at, pair in enumerate(boards):
        first, second = pair
        white, colours = settler.white(pair)
        facts: dict[str, Value] = {
            "first": first,
            "second": second,
            "first_place": rank[first],
            "second_place": rank[second],
        }
        why = Reason("16/H22" if data.kind == "seekers" else "H3", _pair_code(data, at in bottom), facts)
        made.append(Board(first, second, white, (why, colours), at in bottom))
    left = tuple(pair for pair in boards if pair in mended.left)
    return Draw(lucky, ranking, tuple(made), held, left, (*notes, *mended.notes))


def _pair_code(data: DrawInput, set_aside: bool) -> str:
    if data.kind == "seekers":
        return "set-aside-board" if set_aside else "seekers-board"
    return "premier-board" if data.kind == "premier" else "halves"


def _typed_notes(typed: Sequence[Pair]) -> tuple[Reason, ...]:
    return tuple(Reason("H35", "brought-together", {"first": one, "second": two}) for one, two in typed)


def _pair_facts(pair: Pair, rank: Mapping[Id, int]) -> dict[str, Value]:
    first, second = pair
    return {"first": first, "second": second, "first_place": rank[first], "second_place": rank[second]}
