"""The same event in the other edition: TRF16 with XX extensions, or TRF26."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from rules.parts.trf.records import (
    AcceleratedRecord,
    ByeRecord,
    HeaderRecord,
    ProhibitedRecord,
    Record,
    Trf,
)
from rules.parts.trf.scoring import scoring_of
from rules.parts.trf.write import make_trf, points_text

Edition: TypeAlias = Literal["TRF16", "TRF26"]


def edition_of(trf: Trf) -> Edition:
    """TRF26 where a line occurs that only it has, else TRF16."""
    new = {"142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362"}
    for record in trf.records:
        if isinstance(record, HeaderRecord) and record.tag in new:
            return "TRF26"
        if isinstance(record, ByeRecord | ProhibitedRecord | AcceleratedRecord):
            return "TRF26"
    return "TRF16"


def convert(trf: Trf, edition: Edition) -> Trf:
    """The file with rounds, first colour, points, absences, prohibited pairs and acceleration in the other words.

    Lines that mean the same in both stay as they are; TRF26 lines without an older counterpart stay, too.
    """
    convert_one = _to_new(trf) if edition == "TRF26" else _to_old(trf)
    records: list[Record] = []
    for record in trf.records:
        records.extend(convert_one(record))
    return make_trf(records)


def _to_new(trf: Trf) -> Callable[[Record], tuple[Record, ...]]:
    last = max(trf.total_rounds, trf.rounds, 1)

    def one(record: Record) -> tuple[Record, ...]:
        if not isinstance(record, HeaderRecord):
            return (record,)
        text = record.text
        match record.tag:
            case "XXR":
                return (HeaderRecord("142", text),)
            case "XXC":
                letter = "W" if "white1" in text.lower() else "B" if "black1" in text.lower() else ""
                return (HeaderRecord("152", letter),) if letter else ()
            case "XXZ":
                return (ByeRecord("Z", trf.rounds + 1, _numbers(text)),)
            case "XXP":
                return (ProhibitedRecord(1, last, _numbers(text)),)
            case "XXA":
                return tuple(_accelerated(text))
            case "XXS":
                return (HeaderRecord("162", _points_162(trf)),)
        return (record,)

    return one


def _to_old(trf: Trf) -> Callable[[Record], tuple[Record, ...]]:
    fictitious: dict[int, dict[int, Fraction]] = {}
    for record in trf.records:
        if isinstance(record, AcceleratedRecord):
            for number in range(record.from_player, record.to_player + 1):
                for one_round in range(record.first, record.last + 1):
                    fictitious.setdefault(number, {})[one_round] = record.points
    written = False

    def one(record: Record) -> tuple[Record, ...]:
        nonlocal written
        match record:
            case HeaderRecord("142", text):
                return (HeaderRecord("XXR", text),)
            case HeaderRecord("152", text):
                return (HeaderRecord("XXC", "white1" if text.upper() == "W" else "black1"),)
            case HeaderRecord("162"):
                return (HeaderRecord("XXS", _points_xxs(trf)),)
            case ByeRecord() if record.round == trf.rounds + 1 and record.kind == "Z":
                return (HeaderRecord("XXZ", " ".join(map(str, record.players))),)
            case ProhibitedRecord() if record.first == 1 and record.last >= trf.total_rounds:
                return (HeaderRecord("XXP", " ".join(map(str, record.players))),)
            case AcceleratedRecord():
                if written:
                    return ()
                written = True
                return tuple(HeaderRecord("XXA", _xxa(number, points)) for number, points in sorted(fictitious.items()))
        return (record,)

    return one


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split() if word.isdecimal())


def _accelerated(text: str) -> list[AcceleratedRecord]:
    """One XXA line as 250 records, one for each run of rounds with equal points."""
    number, *points = text.split()
    found: list[AcceleratedRecord] = []
    for at, value in enumerate((Fraction(word.replace(",", ".")) for word in points), start=1):
        if found and found[-1].points == value and found[-1].last == at - 1:
            found[-1] = AcceleratedRecord(None, value, found[-1].first, at, int(number), int(number))
        elif value:
            found.append(AcceleratedRecord(None, value, at, at, int(number), int(number)))
    return found


def _xxa(number: int, points: Mapping[int, Fraction]) -> str:
    each = (points_text(points.get(one, Fraction(0))) for one in range(1, max(points) + 1))
    return f"{number:4} " + " ".join(f"{text:>4}" for text in each)


def _points_162(trf: Trf) -> str:
    """Text of a 162 line: letter in column 6, points in 7-10, the next letter nine columns on."""
    points = scoring_of(trf).points
    letters = {"W": "1w", "D": "=w", "L": "0w", "A": "Z", "P": "U"}
    return " " + "".join(f"{letter}{points_text(points[code]):>4}    " for letter, code in letters.items()).rstrip()


def _points_xxs(trf: Trf) -> str:
    points = scoring_of(trf).points
    letters = {
        "WW": "1w", "BW": "1b", "WD": "=w", "BD": "=b", "WL": "0w", "BL": "0b", "ZPB": "Z", "HPB": "H", "FPB": "F",
        "PAB": "U", "FW": "+", "FL": "-",
    }  # fmt: skip
    return " ".join(f"{letter}={points_text(points[code])}" for letter, code in letters.items())
