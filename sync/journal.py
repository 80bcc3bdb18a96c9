"""The Journal's lines: facts and notes as JSON, and back again.

A line is No, When (ISO with offset), Event, Subject, Detail (JSON), Cause, Pass. Facts (`entry`, `round`, `game`,
`lot`, `noticed`, `submission`) are read back at every pass; notes say what happened and are only read where
this module says so (drafts, rows first missed, cells first seen, notices).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from rules.model import Empty, Entry, Fact, Game, How, Lot, Noticed, Reason, Recorded, Round, Value
from rules.parts.ids import parse_ref
from sync.grid import Row
from sync.journal_rows import Cells, RawLine, read_rows, rows_of
from sync.jsontext import read_json
from sync.kinds import cell_text

SEASON = "season"  # a line that begins a new event in a copied book
CHANGED = "changed"  # what a confirmed line keeps of those that were changed: each with its No and its checksum
_FACTS: Mapping[str, type[Fact]] = {"entry": Entry, "round": Round, "game": Game, "lot": Lot, "noticed": Noticed}
_NAMES = {cls: name for name, cls in _FACTS.items()}


@dataclass(frozen=True)
class Line:
    """One line of the Journal."""

    no: int
    when: datetime
    event: str
    subject: str
    detail: Mapping[str, Any]
    cause: str = ""
    token: str = ""

    def rows(self) -> list[Cells]:
        """The line as written: one row, or several where its detail fits no cell."""
        detail = json.dumps(self.detail, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        when = self.when.isoformat(timespec="seconds")
        return rows_of(self.no, when, self.event, self.subject, detail, self.cause, self.token)


@dataclass(frozen=True)
class Changed:
    """A line that somebody changed: its sheet row, its No, and its checksum as it stands now."""

    row: int
    no: int
    check: str


@dataclass(frozen=True)
class Journal:
    """The Journal as read: its lines in order of No, and what is wrong with it."""

    lines: tuple[Line, ...] = ()
    damaged_rows: tuple[int, ...] = ()  # sheet rows that cannot be read
    missing: int = 0  # gaps in No
    earlier: int = 0  # the highest No of an earlier season whose lines are left out
    facts: tuple[Recorded, ...] = ()
    changed: tuple[Changed, ...] = ()  # lines that do not say what was written
    top: int = 0  # the highest No, that of a row that only goes on with a line included

    @property
    def last(self) -> int:
        """The highest No."""
        return max(self.top, self.earlier, *(line.no for line in self.lines[-1:]))

    def of(self, *events: str) -> Iterable[Line]:
        """Lines of these events, in order."""
        return (line for line in self.lines if line.event in events)

    def has_pass(self, token: str) -> bool:
        """Whether a pass with this token was written."""
        return any(line.token == token for line in self.lines)


def to_json(value: Any) -> Any:
    """A value of the model as JSON; what JSON lacks is tagged."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Empty):
        return {"empty": value.name}
    if isinstance(value, Fraction):
        return {"n": str(value)}
    if isinstance(value, datetime):
        return {"t": value.isoformat(timespec="seconds")}
    if isinstance(value, tuple | list):
        return [to_json(part) for part in value]
    if isinstance(value, Reason):
        tagged = {"rule": value.rule, "code": value.code, "data": {"m": to_json_map(value.data)}}
        return tagged | ({"parts": [to_json(part) for part in value.parts]} if value.parts else {})
    if isinstance(value, Mapping):
        return {"m": to_json_map(value)}
    raise TypeError(f"no JSON for {type(value).__name__}")


def to_json_map(data: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping's values as JSON."""
    return {str(key): to_json(value) for key, value in data.items()}


def from_json(value: Any, zone: ZoneInfo) -> Any:
    """The model's value again; times come back in the event's zone."""
    if isinstance(value, list):
        return tuple(from_json(part, zone) for part in value)
    if isinstance(value, dict):
        if "empty" in value:
            return Empty[value["empty"]]
        if "n" in value:
            return Fraction(value["n"])
        if "t" in value:
            return datetime.fromisoformat(value["t"]).astimezone(zone)
        if "code" in value:
            return Reason(
                value["rule"],
                value["code"],
                from_json(value.get("data", {"m": {}}), zone),
                tuple(from_json(part, zone) for part in value.get("parts", ())),
            )
        return {key: from_json(part, zone) for key, part in value.get("m", value).items()}
    return value


def is_fact(line: Line) -> bool:
    """Whether a line holds a fact; all others are notes."""
    return line.event in _FACTS


def subject_of(fact: Fact) -> str:
    """What a fact is about, as the Subject column shows it."""
    match fact:
        case Entry(player=player):
            return player
        case Noticed(about=about):
            return about
        case _:
            return fact.id


def fact_detail(recorded: Recorded) -> dict[str, Any]:
    """Detail of a fact's line: its fields that differ from their defaults, and the reason."""
    fact = recorded.fact
    body = {f.name: to_json(getattr(fact, f.name)) for f in fields(fact)}
    return {"fact": body, "why": to_json(recorded.why)}


def event_of(fact: Fact) -> str:
    """The Event of a fact's line."""
    return _NAMES[type(fact)]


def read_fact(line: Line, zone: ZoneInfo) -> Recorded | None:
    """The fact of a line; None for notes. Raises ValueError, KeyError or TypeError where the detail is damaged."""
    cls = _FACTS.get(line.event)
    if cls is None:
        return None
    body = {key: from_json(value, zone) for key, value in line.detail["fact"].items()}
    known = {f.name for f in fields(cls)}
    fact = cls(**{key: value for key, value in body.items() if key in known})
    why = from_json(line.detail["why"], zone)
    if not _is_sound(fact) or not isinstance(why, Reason):
        raise ValueError("a fact holds what it cannot hold")
    return Recorded(fact, line.when.astimezone(zone), why)


def _is_sound(fact: Fact) -> bool:
    """Whether every part of a fact read from the sheet is what it should be: somebody may have changed it there."""
    match fact:
        case Entry():
            whole = isinstance(fact.number, int) and not isinstance(fact.number, bool)
            return whole and _are_texts(fact.player, fact.section, fact.at) and isinstance(fact.taken, Mapping)
        case Round():
            return (
                _are_texts(fact.id, fact.kind) and parse_ref(fact.id) is not None and isinstance(fact.taken, Mapping)
                and all(m is None or isinstance(m, datetime) for m in (fact.starts, fact.due))
            )  # fmt: skip
        case Game():
            return (
                _are_texts(fact.id, fact.white, fact.rate) and parse_ref(fact.id) is not None
                and isinstance(fact.black, str | Empty) and isinstance(fact.taken, Mapping)
                and (fact.due is None or isinstance(fact.due, datetime))
            )  # fmt: skip
        case Lot():
            lists = (fact.among, () if fact.answer is None else fact.answer)
            return _are_texts(fact.id, fact.kind) and all(isinstance(p, tuple) and _are_texts(*p) for p in lists)
        case Noticed():
            return _are_texts(fact.about, fact.what)


def _are_texts(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_sound_note(line: Line, zone: ZoneInfo) -> bool:
    """Whether a note of which values are read again holds them. Raises what a damaged value raises."""
    if line.event == "seen":
        return isinstance(line.detail.get("cells", {}), dict)
    if line.event == SEASON:
        return isinstance(line.detail.get("places", {}), dict)
    if line.event not in ("decided", "submission"):
        return True
    detail = {key: from_json(value, zone) for key, value in line.detail.items()}
    if line.event == "decided":
        return all(m is None or isinstance(m, datetime) for m in (detail.get("from"), detail.get("to")))
    if detail.get("state") != "accepted":
        return True
    players, score = detail["players"], detail["score"]
    return (
        isinstance(players, tuple) and len(players) == 2 and _are_texts(*players, detail["word"], detail["key"])
        and isinstance(score, tuple) and len(score) == 2 and all(isinstance(s, Fraction) for s in score)
        and isinstance(detail["sent"], datetime) and detail["how"] in How.__members__
        and (detail.get("ended") is None or isinstance(detail["ended"], datetime))
    )  # fmt: skip


def as_reread(recorded: Recorded, now: datetime) -> Recorded:
    """A new fact as the Journal gives it back at the next pass, so that both passes go on from the same.

    Times are whole seconds then, and a time in an hour that the clocks leave out is the one after it.
    """
    zone = now.tzinfo
    if not isinstance(zone, ZoneInfo):
        return recorded
    body = json.loads(json.dumps(fact_detail(recorded)))
    line = Line(0, from_json(to_json(recorded.at), zone), event_of(recorded.fact), "", body)
    again = read_fact(line, zone)
    assert again is not None
    return again


def read_journal(rows: Sequence[Row], first: int, zone: ZoneInfo) -> Journal:
    """The Journal's lines from sheet rows `first` on (columns in the schema's order).

    Rows may have been sorted: order is by No. A line that is there twice counts once. Lines before the last `season`
    line belong to an earlier event and are left out.
    """
    found = read_rows(rows, first)
    lines: dict[int, Line] = {}
    facts: dict[int, Recorded] = {}
    changed: dict[int, Changed] = {}
    damaged = list(found.damaged)
    numbers = set(found.numbers)
    for copies in found.lines:
        for raw in copies:
            try:
                line, fact = _read_line(raw, zone)
            except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError):
                damaged.append(raw.row)
                continue
            if line.no in lines:
                continue
            lines[line.no] = line
            if fact is not None:
                facts[line.no] = fact
            if not raw.is_sound:
                changed[line.no] = Changed(raw.row, raw.no, raw.check)
        if copies[0].no not in lines:
            numbers.discard(copies[0].no)
    top = max(numbers, default=0)
    season = next((no for no in sorted(lines, reverse=True) if lines[no].event == SEASON), 0)
    kept = [no for no in sorted(lines) if no >= season]
    return Journal(
        tuple(lines[no] for no in kept), tuple(sorted(damaged)), top - len(numbers), max(0, season - 1),
        tuple(facts[no] for no in kept if no in facts), tuple(changed[no] for no in kept if no in changed), top,
    )  # fmt: skip


def _read_line(raw: RawLine, zone: ZoneInfo) -> tuple[Line, Recorded | None]:
    when = datetime.fromisoformat(raw.when).astimezone(zone)
    line = Line(raw.no, when, raw.event, raw.subject, _detail(raw.detail), raw.cause, raw.token)
    fact = read_fact(line, zone)
    if not raw.is_whole or not _is_sound_note(line, zone):
        raise ValueError("a part is missing, or a note holds what it cannot hold")
    return line, fact


def _detail(text: str) -> Mapping[str, Any]:
    found = read_json(text or "{}")
    if not isinstance(found, dict):
        raise ValueError("a line's detail is an object")
    return found


def known_tabs(rows: Sequence[Row]) -> dict[str, str]:
    """Keys of tabs by their names in the schema, as the Journal last noted them: all that is needed to find tabs."""
    best, found = -1, "{}"
    for row in rows:
        if len(row) > 4 and row[2] == "tabs" and isinstance(row[0], int) and row[0] > best:
            best, found = row[0], cell_text(row[4])
    try:
        return {str(k): str(v) for k, v in _detail(found).items()}
    except ValueError:
        return {}


def noted_setting(rows: Sequence[Row], name: str) -> str:
    """A setting of the whole event as the Journal last noted it; blank where it never did."""
    best, found = -1, ""
    for row in rows:
        if len(row) > 4 and row[2] == "settings" and isinstance(row[0], int) and row[0] > best:
            try:
                detail = _detail(cell_text(row[4]))
            except ValueError:
                continue
            if detail.get(f"{name}@"):
                best, found = row[0], str(detail[f"{name}@"])
    return found


def plain(value: Value) -> Any:
    """A value for a note's detail."""
    return to_json(value)
