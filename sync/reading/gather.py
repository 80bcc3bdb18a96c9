"""Everything a pass knows before it decides: the sheet, the record, who is who, and what the director says."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from rules.model import Book, Claim, Decision, Engine, Entry, Fields, Game, Recorded, Value
from rules.parts.decisions import DEADLINE, PAIR, contradictions, in_order, without
from rules.parts.ids import parse_ref, ref
from rules.parts.prize_tables import UNREAD
from rules.parts.record import Standing, read_record
from rules.reasons import moment_text
from rules.sheet import DecisionSpec, FormatSheet, Kind, Setting
from sync.grid import Grid, is_blank
from sync.journal import SEASON, Journal, Line, from_json, is_fact, known_tabs, noted_setting, read_journal
from sync.kinds import (
    LONGEST_TEXT,
    Misread,
    cell_text,
    clean,
    join_names,
    name_key,
    noted_text,
    read_cell,
    read_noted,
    short_text,
    split_names,
)
from sync.problems import At, Problem
from sync.reading.decode import Sheet, TypedRow, decode, find_tabs, near
from sync.reading.first_look import rows_in_order
from sync.reading.identity import Identities, identify
from sync.reading.ledger import Ledger, read_ledger
from sync.reading.row_names import noted_names, with_recorded_names
from sync.reading.unread import Unread, unread_cells
from sync.schema import decisions_of, settings_of, workbook

NOTHING_UNREAD = Unread()
CHANGE_IN_GAMES = "To change who plays it, type the names over in Games."
ROOM_IN_A_LINE = 20_000  # characters of a Journal line's detail
_ROUND = re.compile(r"(?:round)? *([0-9]{1,3})", re.IGNORECASE)
_SIGNS = tuple(re.compile(sign) for sign in (",", "/", "&", r"\+", " - ", "[–—-]", r"\b(?:and|vs?|v)\b\.?"))


@dataclass(frozen=True)
class Gathered:
    """What is known before anything is decided."""

    sheet: Sheet
    journal: Journal
    record: tuple[Recorded, ...]
    standing: Standing
    who: Identities
    ledger: Ledger
    decisions: tuple[Decision, ...]
    decision_cells: Mapping[str, TypedRow]
    decision_lines: tuple[tuple[str, Fields], ...]  # (subject, detail) of decisions seen for the first time
    settings: Mapping[tuple[str, str], Value]
    problems: tuple[Problem, ...]
    status: Mapping[str, object]
    settings_lines: tuple[tuple[str, Fields], ...] = ()
    disputed: tuple[Decision, ...] = ()  # lines that contradict each other
    unread: Unread = NOTHING_UNREAD

    def book(self, claims: Sequence[Claim] = ()) -> Book:
        """The engine's book, with these claims of form answers beside what is typed."""
        return Book(
            settings=self.settings,
            people=tuple(p for p in self.who.people if p.name not in self.unread.waiting),
            decisions=in_order((*self.decisions, *self.ledger.decisions)),
            claims=(*self.ledger.claims, *claims),
            record=self.record,
            prizes=tuple(_prize_row(row) for row in self.sheet.rows.get("Prizes", ())),
            disputed=self.disputed,
        )


def _prize_row(row: TypedRow) -> Fields:
    return {**row.values, UNREAD: tuple(sorted(row.unread))} if row.unread else row.values


def read_sheet(grid: Grid, spec: FormatSheet) -> tuple[Sheet, Journal, Mapping[str, object]]:
    """The grid decoded, with the Journal and the Status tab; tabs are found by the keys the Journal remembers."""
    layout = {tab.name: tab for tab in workbook(spec)}
    first = find_tabs(grid, (layout["Journal"],), {}).get("Journal")
    rows = rows_in_order(first) if first is not None else ()
    sheet = decode(grid, spec, known_tabs(rows), noted_setting(rows, "Time zone"))
    tab = sheet.tabs.get("Journal")
    if tab is not None and (first is None or tab.key != first.key):
        rows = rows_in_order(tab)
    return sheet, read_journal(rows, 2, sheet.zone), _status(sheet)


def _status(sheet: Sheet) -> dict[str, object]:
    tab = sheet.tabs.get("Status")
    rows = tab.rows[1:] if tab is not None else ()
    return {str(r[0]): r[1] for r in rows if len(r) > 1 and not is_blank(r[0])}


def gather(engine: Engine, sheet: Sheet, journal: Journal, status: Mapping[str, object], now: datetime) -> Gathered:
    """Put the sheet and the record together."""
    record = journal.facts
    standing = read_record(record)
    renamed = {name_key(str(line.detail.get("name", ""))): line.subject for line in journal.of("renamed")}
    readable = "Players" in sheet.tabs and "Players" not in sheet.unsound
    places = {
        name_key(str(n)): p for line in journal.of(SEASON) for n, p in dict(line.detail.get("places", {})).items()
    }
    who = identify(sheet.rows.get("Players", ()), record, renamed, readable, places)
    unread = unread_cells(sheet, record, who)
    who = replace(who, people=unread.people)
    sheet = replace(sheet, problems=unread.problems)
    games = {r.fact.id: r for r in record if isinstance(r.fact, Game)}
    sheet = with_recorded_names(sheet, engine.sheet, games, noted_names(journal, who.shown) | _other_names(who))
    ledger = read_ledger(sheet, engine.sheet, record, standing, journal, who, now)
    decisions, cells, lines, problems = _decisions(engine.sheet, sheet, journal, standing, who, now)
    decisions, early = _in_time(decisions, cells, standing, now)
    beside, early_beside = _in_time(
        ledger.decisions, {key[1]: r.row for key, r in ledger.rows.items() if r.row}, standing, now
    )
    cells |= {key[1]: r.row for key, r in ledger.rows.items() if r.row}
    disputed, contrary = _disputed(engine.sheet, (*decisions, *beside), cells, standing)
    ledger = replace(ledger, decisions=without(beside, disputed))
    decisions = without(decisions, disputed)
    problems += [*early, *early_beside, *contrary]
    settings, setting_problems, setting_lines = _settings(engine.sheet, sheet, journal, record)
    return Gathered(
        sheet, journal, record, standing, who, ledger, decisions, cells, lines, settings,
        (*sheet.problems, *who.problems, *ledger.problems, *problems, *setting_problems), status, setting_lines,
        tuple(decision for lines in disputed for decision in lines), unread,
    )  # fmt: skip


def _other_names(who: Identities) -> frozenset[tuple[str, str]]:
    """Aliases that mean nobody else, beside the recorded names they stand for."""
    return frozenset(
        (name_key(other), name) for name, others in who.usernames.items() for other in others if who.find(other) == name
    )


def _settings(
    spec: FormatSheet, sheet: Sheet, journal: Journal, record: Sequence[Recorded]
) -> tuple[Mapping[tuple[str, str], Value], list[Problem], tuple[tuple[str, Fields], ...]]:
    """Settings in force: those that define the event stay as they were when it began."""
    began = any(isinstance(r.fact, Entry) for r in record)
    settings = dict(sheet.settings)
    problems: list[Problem] = []
    fixed: dict[tuple[str, str], str] = {}
    noted: dict[tuple[str, str], str] = {}
    for line in journal.of("settings"):
        for key, text in line.detail.items():
            name, _, section = str(key).partition("@")
            fixed.setdefault((name, section), str(text))
            noted[name, section] = str(text)
    specs = {s.name: s for s in settings_of(spec)}
    if began and ("Settings" not in sheet.tabs or "Settings" in sheet.unsound):
        for (name, section), text in noted.items():  # as last noted, until the headings are mended
            value = read_noted(text, specs[name].kind, sheet.zone, specs[name].choices) if name in specs else None
            settings[name, section] = None if isinstance(value, Misread) else value
        return settings, [], ()
    for (name, section), text in fixed.items() if began else ():
        setting = specs.get(name)
        if setting is None or not setting.defines:
            continue
        typed = noted_text(settings.get((name, section)))
        if name_key(typed) != name_key(text):
            value = read_noted(text, setting.kind, sheet.zone, setting.choices)
            settings[name, section] = None if isinstance(value, Misread) else value
            at = sheet.setting_cells.get((name, section), At(sheet.titles.get("Settings", "Settings")))
            problems.append(Problem("setting-fixed", at, {"name": name, "value": text or "blank"}))
    now_said = {f"{n}@{s}": noted_text(v) for (n, s), v in settings.items() if _is_noted(n)}
    now_said |= {f"{n}@{s}": "" for n, s in noted if f"{n}@{s}" not in now_said}
    if noted:  # a setting that came with a later version of the program says nothing new at its default
        unsaid = {f"{s.name}@": _default_text(s, sheet.zone) for s in specs.values() if s.default}
        now_said = {k: v for k, v in now_said.items() if _key(k) in noted or unsaid.get(k, "") != v}
    changed = {k: v for k, v in now_said.items() if noted.get(_key(k)) != v}
    if began:
        problems += _changed_settings(spec, sheet, journal, now_said)
    return settings, problems, tuple(("settings", part) for part in _in_parts(changed))


def _key(named: str) -> tuple[str, str]:
    """A setting and its section, from the one text they are noted under."""
    name, _, section = named.partition("@")
    return name, section


def _in_parts(changed: Mapping[str, str]) -> list[dict[str, str]]:
    """The settings to note, in as many lines of the Journal as they need."""
    parts: list[dict[str, str]] = []
    room = 0
    for key, text in changed.items():
        need = 2 * (len(key) + len(text))  # a quotation mark takes two characters there
        if need > room or not parts:
            parts.append({})
            room = ROOM_IN_A_LINE
        parts[-1][key] = text
        room -= need
    return parts


def _changed_settings(spec: FormatSheet, sheet: Sheet, journal: Journal, now_said: Mapping[str, str]) -> list[Problem]:
    """Rules that differ from what they were when the last round went out: they count from the next draft."""
    last = max((line.no for line in journal.of("round")), default=0)
    if not last:
        return []
    was: dict[str, str] = {}
    for line in journal.of("settings"):
        for key, text in line.detail.items():
            if line.no <= last or str(key) not in was:
                was[str(key)] = str(text)
    rules = {s.name: "setting-changed" for s in spec.settings if not s.defines} | {"Time zone": "zone-anew"}
    problems = []
    for key, old in was.items():
        name, _, section = key.partition("@")
        new = now_said.get(key, "")
        if name not in rules or new == old or (name == "Time zone" and not new):  # that one is asked for anyway
            continue
        at = sheet.setting_cells.get((name, section), At(sheet.titles.get("Settings", "Settings")))
        problems.append(Problem(rules[name], at, {"name": name, "old": old or "blank", "new": new or "blank"}))
    return problems


def _is_noted(name: str) -> bool:
    return name not in ("Start", "Publish", "Confirm", "Copy", "Form link", "Form answers", "Public sheet")


def _default_text(setting: Setting, zone: ZoneInfo) -> str:
    value = read_cell(setting.default, setting.kind, zone, setting.choices)
    return "" if isinstance(value, Misread) else noted_text(value)


def _decisions(
    spec: FormatSheet, sheet: Sheet, journal: Journal, standing: Standing, who: Identities, now: datetime
) -> tuple[tuple[Decision, ...], dict[str, TypedRow], tuple[tuple[str, Fields], ...], list[Problem]]:
    specs = {name_key(d.kind): d for d in decisions_of(spec)}
    seen: dict[str, tuple[datetime, int]] = {}  # when, and after how many facts
    noted: dict[str, Decision] = {}
    facts_so_far = 0
    for line in journal.lines:
        facts_so_far += is_fact(line)
        key = str(line.detail.get("key", ""))
        if line.event == "decided":
            seen.setdefault(key, (line.when, facts_so_far))
            noted.setdefault(key, replace(_noted_decision(line, sheet.zone), after=facts_so_far))
        elif line.event == "decision-gone":
            seen.pop(key, None)
            noted.pop(key, None)
    if "Decisions" not in sheet.tabs or "Decisions" in sheet.unsound:
        return tuple(noted.values()), {}, (), []  # as last noted, until the tab can be read again
    found: list[Decision] = []
    cells: dict[str, TypedRow] = {}
    lines: list[tuple[str, Fields]] = []
    problems: list[Problem] = []
    standing_keys: set[str] = set()
    times: dict[tuple[object, ...], int] = {}
    for row in sheet.rows.get("Decisions", ()):
        typed = row.text("Decision") or clean(cell_text(row.raw.get("Decision")))
        if not typed:
            if any(h != "Note" for h in row.values):
                facts: Fields = {
                    "kind": "This line",
                    "missing": "Decision",
                    "example": "Pick a decision from the list.",
                }
                problems.append(Problem("decision-incomplete", row.at("Decision"), facts))
            continue
        known = specs.get(name_key(typed))
        if known is None:
            facts = {"typed": short_text(typed), "near": near(short_text(typed), [d.kind for d in specs.values()])}
            problems.append(Problem("decision-unknown", row.at("Decision"), facts))
            continue
        decision, problem = _decision(known, row, sheet.zone, who, not spec.has_sections)
        if decision is not None and problem is None:
            if spec.has_sections:
                problem = _of_another_format(known, decision, row, standing)
            else:
                problem = _about_nothing(known, decision, row, standing, who)
        if problem is not None or decision is None:
            problems += [problem] if problem is not None else []
            continue
        if decision.kind == PAIR and decision.about in standing.games:
            facts = {"kind": PAIR, "why": f"{decision.about} is published", "example": CHANGE_IN_GAMES}
            problems.append(Problem("decision-bad", row.at("About"), facts))
            continue
        says = (decision.kind, decision.about, decision.value, decision.start, decision.end)
        same = times[says] = times.get(says, 0) + 1
        print_ = short(repr(says if same == 1 else (*says, same)), 12)  # the same line again is another word
        standing_keys.add(print_)
        if print_ not in seen:
            seen[print_] = (now, len(journal.facts))  # what this pass will write comes after it
            detail: Fields = {
                "key": print_, "about": decision.about, "value": decision.value, "from": decision.start,
                "to": decision.end,
            }  # fmt: skip
            lines.append(("decided:" + decision.kind, detail))
        place = f"Decisions!{row.number}"
        cells[place] = row
        when, after = seen[print_]
        found.append(replace(decision, key=place, seen=when.astimezone(sheet.zone), after=after))
    gone = [key for key in seen if key not in standing_keys]
    lines += [("decision-gone:", {"key": key}) for key in sorted(gone)]
    return in_order(found), cells, tuple(lines), problems


def _in_time(
    decisions: Sequence[Decision], cells: Mapping[str, TypedRow], standing: Standing, now: datetime
) -> tuple[tuple[Decision, ...], list[Problem]]:
    """The decisions without deadlines from before the announcement, which only a slip of the year or month makes.

    They would end games before anybody knew of them. Rule: ladder L42.
    """
    kept: list[Decision] = []
    problems: list[Problem] = []
    for decision in decisions:
        at = parse_ref(decision.about)
        if decision.kind != DEADLINE or decision.end is None or at is None:
            kept.append(decision)
            continue
        known = (
            standing.games.get(decision.about) or standing.rounds.get(decision.about) or standing.rounds.get(at.round)
        )
        since = known.at if known is not None else now
        if decision.end > since:
            kept.append(decision)
            continue
        why = (
            f"{decision.about} was announced on {moment_text(since)}" if known else f"{decision.about} is still to come"
        )
        row = cells.get(decision.key)
        place = At("Decisions") if row is None else row.at("To" if "To" in row.columns else "Deadline")
        facts = {"typed": moment_text(decision.end), "why": why}
        problems.append(Problem("deadline-too-early", place, facts))
    return tuple(kept), problems


def _disputed(
    spec: FormatSheet, decisions: Sequence[Decision], cells: Mapping[str, TypedRow], standing: Standing
) -> tuple[tuple[tuple[Decision, ...], ...], list[Problem]]:
    """Lines seen at once that contradict each other, and the problem that names them all.

    Two deadlines keep their game open by themselves; what else waits is whatever would be published.
    """
    found = contradictions(decisions, {d.kind: d for d in decisions_of(spec)}, standing.rounds)
    problems: list[Problem] = []
    for lines in found:
        rows = sorted((_where(d, cells) for d in lines), key=lambda at: (at.tab != "Decisions", at.tab, at.row))
        said: Fields = {"kind": " / ".join(sorted({d.kind for d in lines})), "cells": tuple(str(at) for at in rows)}
        runs = all(d.kind == DEADLINE and _is_out(d.about, standing) for d in lines)
        problems.append(Problem("decisions-contradict", rows[0], said, holds=not runs))
    return found, problems


def _where(decision: Decision, cells: Mapping[str, TypedRow]) -> At:
    row = cells.get(decision.key)
    if row is None:
        return At("Decisions")
    typed = {DEADLINE: "Deadline", "Start": "Starts"}.get(decision.kind, "")
    return row.at(next((h for h in ("Decision", typed) if h in row.columns), ""))


def _is_out(about: str, standing: Standing) -> bool:
    at = parse_ref(about)
    return at is not None and at.round in standing.rounds


def _noted_decision(line: Line, zone: ZoneInfo) -> Decision:
    detail = {k: from_json(v, zone) for k, v in line.detail.items()}
    return Decision(
        line.subject, str(detail.get("about") or ""), str(detail.get("value") or ""), detail.get("from"),
        detail.get("to"), f"Decisions:{detail.get('key')}", line.when.astimezone(zone),
    )  # fmt: skip


def _decision(
    spec: DecisionSpec, row: TypedRow, zone: ZoneInfo, who: Identities, one_section: bool
) -> tuple[Decision | None, Problem | None]:
    example = _example(spec)

    def bad(heading: str, why: str) -> tuple[None, Problem]:
        return None, Problem("decision-bad", row.at(heading), {"kind": spec.kind, "why": why, "example": example})

    def lacking(heading: str) -> tuple[None, Problem]:
        facts: Fields = {"kind": spec.kind, "missing": heading, "example": example}
        return None, Problem("decision-incomplete", row.at(heading), facts)

    parts: dict[str, str] = {}
    for heading, kind in (("About", spec.about), ("Value", spec.value)):
        raw = row.raw.get(heading)
        if is_blank(raw):
            if kind is not None and not _may_be_blank(spec, heading):
                return lacking(heading)
            parts[heading] = ""
            continue
        round_ = _round_in_words(cell_text(raw), spec) if heading == "About" and one_section else None
        text = round_ or _text_of(raw, kind or Kind.TEXT, zone, who)
        if kind is Kind.INTEGER and text is not None and int(text) < 1:
            return bad(heading, f"“{text}” in {heading} is not a whole number from 1 on")
        if text is None:
            typed = short_text(clean(cell_text(raw)), 300)
            if kind in (Kind.PLAYER, Kind.PLAYERS):
                names = split_names(typed) if kind is Kind.PLAYERS else (typed,)
                stranger = next((n for n in names if who.find(n) is None), typed)
                if kind is Kind.PLAYERS and _run_together(stranger, who):
                    return bad(heading, f"the names in {heading} need a ; between them")
                return None, who.unknown(stranger, row.at(heading))
            return bad(heading, f"“{typed}” in {heading} cannot be read")
        parts[heading] = text
    if (spec.start and "From" in row.unread) or (spec.end and "To" in row.unread):
        return None, None  # the message about the cell says so
    start, end = row.values.get("From"), row.values.get("To")
    if spec.end and not isinstance(end, datetime) and is_blank(row.raw.get("To")) and spec.value is None:
        return lacking("To")
    return (
        Decision(
            spec.kind,
            parts["About"],
            parts["Value"],
            start if isinstance(start, datetime) else None,
            end if isinstance(end, datetime) else None,
        ),
        None,
    )


def _round_in_words(text: str, spec: DecisionSpec) -> str | None:
    """`R3` for `3` and `Round 3`, where About is a round or one of its games and there is one section."""
    example, found = parse_ref(spec.example[0]), _ROUND.fullmatch(clean(text))
    return f"R{int(found[1])}" if found and example is not None and example.stage == "R" else None


def _about_nothing(
    spec: DecisionSpec, decision: Decision, row: TypedRow, standing: Standing, who: Identities
) -> Problem | None:
    """A line that can never count: about no id at all, or about no game of a published round."""
    about, at = decision.about, parse_ref(decision.about)
    if not about or parse_ref(spec.example[0]) is None or (at is None and who.find(about) is not None):
        return None
    if at is None:
        why = f"“{short_text(about)}” in About is no round and no game"
    elif at.board is None or at.stage == "F" or about in standing.games:
        return None
    elif at.round in standing.rounds or spec.about is Kind.GAME_ID:
        why = f"there is no game {about}"
    else:
        return None  # of a round that may come
    return Problem("decision-bad", row.at("About"), {"kind": spec.kind, "why": why, "example": _example(spec)})


def _of_another_format(spec: DecisionSpec, decision: Decision, row: TypedRow, standing: Standing) -> Problem | None:
    """An id without a section, as other formats have them, where every id has one."""
    at = parse_ref(decision.about)
    if at is None or at.section or parse_ref(spec.example[0]) is None:
        return None
    like = next((g for g in standing.games if ref(g).number == at.number), next(iter(standing.games), ""))
    why = f"ids begin with a section here, unlike {decision.about}" + (f"; such as {like}" if like else "")
    return Problem("decision-bad", row.at("About"), {"kind": spec.kind, "why": why, "example": ""})


def _run_together(text: str, who: Identities) -> bool:
    """Whether this is known names with another sign between them than the semicolon."""
    return any(len(names) > 1 and all(map(who.find, names)) for names in (sign.split(text) for sign in _SIGNS))


def _may_be_blank(spec: DecisionSpec, heading: str) -> bool:
    """A decision whose example leaves a cell blank may leave it blank, and one that says so."""
    return heading in spec.optional or not spec.example[0 if heading == "About" else 1]


def _text_of(raw: object, kind: Kind, zone: ZoneInfo, who: Identities) -> str | None:
    text = clean(cell_text(raw))  # type: ignore[arg-type]
    if kind is Kind.PLAYER:
        return who.find(text)
    if kind is Kind.PLAYERS:
        names = [who.find(name) for name in split_names(text)]
        return None if any(n is None for n in names) else join_names([str(n) for n in names])
    if kind is Kind.TEXT:
        at = parse_ref(text)
        return str(at) if at else (who.find(text) or (text if len(text) <= LONGEST_TEXT else None))
    value = read_cell(raw, kind, zone)  # type: ignore[arg-type]
    return None if isinstance(value, Misread) else str(value)


def _example(spec: DecisionSpec) -> str:
    about, value = spec.example
    shown = [f"About: {about}" if about else "", f"Value: {value}" if value else ""]
    return "For example " + ", ".join(s for s in shown if s) + "." if any(shown) else spec.want


def short(text: str, size: int = 6) -> str:
    """A short code for people to type."""
    return hashlib.sha256(text.encode()).hexdigest()[:size]
