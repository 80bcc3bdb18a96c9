"""Pairing a report file again by the system it names, where that is one of the library's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from rules.parts.median import Colour
from rules.parts.trf.cards import cards_before
from rules.parts.trf.recheck import kept_apart
from rules.parts.trf.records import AcceleratedRecord, Trf
from rules.swiss.systems import NoSystemPairing, SystemMissing, pairs_of
from rules.swiss.trf import report_for_pairing


class CannotCheck(ValueError):
    """The file cannot be paired again; the message says why."""


@dataclass(frozen=True)
class Compared:
    """A round of a file beside what its system gives: how many pairs are the same, and lines on the others."""

    round: int
    boards: int
    same: int
    lines: tuple[str, ...]


def compared(trf: Trf, system: str, names: Mapping[int, str]) -> Iterator[Compared]:
    """Every round of the file. Raises CannotCheck."""
    if any(isinstance(record, AcceleratedRecord) for record in trf.records) or trf.texts("XXA"):
        raise CannotCheck("it was paired with acceleration, which is not worked out here")
    total, lot = max(trf.total_rounds, trf.rounds), _lot(trf)
    for number in range(1, trf.rounds + 1):
        cards = cards_before(trf, number)
        present = [card.number for card in cards if card.present]
        theirs = _theirs(trf, number)
        if not theirs:
            continue
        apart = sorted({(min(p), max(p)) for group in kept_apart(trf, number) for p in combinations(group, 2)})
        try:
            found = pairs_of(system, report_for_pairing(cards, present, number, total, lot, apart))
        except SystemMissing as missing:
            raise CannotCheck(f"the library for the {system} system is not installed here") from missing
        except NoSystemPairing as none:
            yield Compared(number, len(theirs), 0, (f"No pairing by the {system} system: {none}",))
            continue
        yield _compare(number, theirs, found, names)


def _theirs(trf: Trf, number: int) -> dict[frozenset[int], int]:
    """The pairs of a round and who had White, 0 where nobody is said to; a bye is a pair with 0."""
    pairs: dict[frozenset[int], int] = {}
    for player in trf.players:
        result = player.result(number)
        if result.opponent is not None:
            white = {"w": player.number, "b": result.opponent}.get(result.colour, 0)
            pair = frozenset((player.number, result.opponent))
            pairs[pair] = pairs.get(pair) or white
        elif result.code == "U":
            pairs[frozenset((player.number, 0))] = player.number
    return pairs


def _compare(
    number: int, theirs: Mapping[frozenset[int], int], found: tuple[tuple[int, int], ...], names: Mapping[int, str]
) -> Compared:
    ours = {frozenset(pair): pair[0] for pair in found}
    lines = []
    for pair, white in sorted(theirs.items(), key=lambda one: sorted(one[0])):
        if pair not in ours:
            instead = [(other, ours[other]) for other in ours if other & pair - {0}]
            said = "; ".join(_pair(other, first, names) for other, first in instead) or "nothing"
            lines.append(f"{_pair(pair, white, names)}: by the rules {said}.")
        elif 0 not in pair and white and ours[pair] != white:
            lines.append(f"{_pair(pair, white, names)}: by the rules the colours are the other way round.")
    return Compared(number, len(theirs), sum(pair in ours for pair in theirs), tuple(lines))


def _pair(pair: frozenset[int], white: int, names: Mapping[int, str]) -> str:
    first, second = sorted(pair, key=lambda one: (one != white, one == 0, one))
    return (
        f"bye for {names.get(first, first)}"
        if second == 0
        else f"{names.get(first, first)} – {names.get(second, second)}"
    )


def _lot(trf: Trf) -> Colour:
    """The colour drawn for odd numbers: as declared, else as the first pair of round 1 had it, else White."""
    said = trf.text("152").strip().upper() or {"white1": "W", "black1": "B"}.get(trf.text("XXC").strip().casefold(), "")
    if said in ("W", "B"):
        return "W" if said == "W" else "B"
    for player in sorted(trf.players, key=lambda one: one.number):
        result = player.result(1)
        if result.opponent is not None and result.opponent > player.number and result.colour != "-":
            return "W" if (result.colour == "w") == (player.number % 2 == 1) else "B"
    return "W"
