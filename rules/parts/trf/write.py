"""Writing a report file: unchanged lines as they were, others in the columns of the format."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.parts.trf.columns import Columns
from rules.parts.trf.read import parse_line
from rules.parts.trf.records import (
    OPEN,
    AbnormalRecord,
    AcceleratedRecord,
    ByeRecord,
    HeaderRecord,
    NationalRecord,
    OtherRecord,
    PlayerRecord,
    ProhibitedRecord,
    Record,
    RoundResult,
    TeamRecord,
    Trf,
)

CR = "\r\n"


def dump_trf(trf: Trf) -> bytes:
    """The file as bytes; exactly those read where nothing was changed."""
    pairs = zip(trf.records, trf.endings, strict=True)
    return "".join(line_of(record) + ending for record, ending in pairs).encode(trf.encoding)


def make_trf(records: Iterable[Record]) -> Trf:
    """A file of our own from records, UTF-8, every line ended by CR LF."""
    found = tuple(records)
    return Trf(found, (CR,) * len(found))


def line_of(record: Record) -> str:
    """The line of a record: the one it was read from as long as that still says the same, else a fresh one."""
    if record.source and parse_line(Columns(record.source, 1)) == record:
        return record.source
    return _fresh(record)


def points_text(points: Fraction) -> str:
    """Points with one decimal, such as 11.5. Raises ValueError for thirds and the like."""
    tenths = points * 10
    if tenths.denominator != 1:
        raise ValueError(f"{points} points cannot be written with one decimal")
    whole, part = divmod(abs(tenths.numerator), 10)
    return f"{'-' if points < 0 else ''}{whole}.{part}"


def _fresh(record: Record) -> str:
    match record:
        case PlayerRecord():
            return _player(record)
        case HeaderRecord(tag, text) | TeamRecord(tag, text):
            return f"{tag} {text}".rstrip()
        case NationalRecord():
            return f"{record.federation} {record.number:4}{'':39} {_or_blank(record.rating):>4}".rstrip()
        case ByeRecord():
            return f"240 {record.kind} {record.round:03}{_numbers(record.players)}"
        case ProhibitedRecord():
            return f"260 {record.first:03} {record.last:03}{_numbers(record.players)}"
        case AcceleratedRecord():
            match_points = "" if record.match_points is None else points_text(record.match_points)
            return (
                f"250 {match_points:>4} {points_text(record.points):>4} {record.first:03} {record.last:03} "
                f"{record.from_player:04} {record.to_player:04}"
            )
        case AbnormalRecord():
            match_points = "" if record.match_points is None else points_text(record.match_points)
            return (
                f"299 {record.kind:1} {match_points:>5} {points_text(record.points):>5}  {record.round:03}"
                f"{_numbers(record.players)}"
            )
        case OtherRecord():
            return record.text


def _player(one: PlayerRecord) -> str:
    if not 0 < one.number < 10000:
        raise ValueError(f"starting rank {one.number} does not fit the four columns of the format")
    line = (
        f"001 {one.number:4} {one.sex:1.1}{one.title:>3.3} {one.name:33.33} {one.rating or 0:4} "
        f"{one.federation:3.3} {one.fide_id:>11.11} {one.birth:10.10} {points_text(one.points):>4} "
        f"{_or_blank(one.rank):>4}"
    )
    return (line + "".join(_round(result) for result in one.rounds)).rstrip()


def _round(result: RoundResult) -> str:
    opponent = "0000" if result.opponent is None else f"{result.opponent:4}"
    return f"  {opponent} {result.colour} {' ' if result.code == OPEN else result.code}"


def _or_blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _numbers(players: Iterable[int]) -> str:
    return "".join(f" {number:4}" for number in players)
