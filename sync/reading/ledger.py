"""Rows of Games, Rounds and Lots held against the record.

The record counts. A row that is gone comes back at the second pass that misses it, with what people last typed
there; a row whose id was edited, or that is there twice with different words, freezes its game; nothing else stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.model import Claim, Decision, Empty, Game, How, Lot, Recorded, Round
from rules.parts.decisions import DEADLINE, PAIR
from rules.parts.ids import parse_ref, ref
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.grid import is_blank
from sync.journal import Journal
from sync.kinds import LONGEST_LIST, cell_text, clean, name_key, read_moment
from sync.problems import At, Problem
from sync.reading.decode import Sheet, TypedRow
from sync.reading.identity import Identities
from sync.reading.restored import restored_rows
from sync.reading.results import OPEN, NoResult, Said, read_result
from sync.reading.seen_cells import (
    NOTHING_SEEN,
    PERSON_CELLS,
    Seen,
    missed_before,
    nobody_typed_the_start,
    person_cells,
    seen_before,
    starts_published,
)

ID_COLUMN = {"Games": "Game", "Rounds": "Round", "Lots": "Lot"}


@dataclass(frozen=True)
class LedgerRow:
    """A recorded row and where it stands now."""

    id: str
    row: TypedRow | None  # None while it is gone
    frozen: bool = False
    copies: tuple[TypedRow, ...] = ()


@dataclass(frozen=True)
class Ledger:
    """The three tabs as they stand against the record."""

    rows: Mapping[tuple[str, str], LedgerRow]  # (tab, id)
    missing_first: tuple[tuple[str, str], ...]  # noticed as gone for the first time
    again: tuple[tuple[str, str], ...]  # to be appended again
    back: tuple[tuple[str, str], ...]  # noticed as gone before, and there again without our doing
    claims: tuple[Claim, ...]
    decisions: tuple[Decision, ...]
    lots: Mapping[str, TypedRow]
    changed_at: Mapping[str, datetime]  # games whose players the director changed, and since when
    seen: tuple[tuple[str, str, Mapping[str, Any]], ...]  # (tab, id, detail) of cells that changed since last seen
    problems: tuple[Problem, ...]


def latest_by_row(record: Sequence[Recorded]) -> dict[tuple[str, str], Recorded]:
    """The last fact of every row there should be, by tab and id."""
    found: dict[tuple[str, str], Recorded] = {}
    for recorded in record:
        match recorded.fact:
            case Game(id=id_):
                found["Games", id_] = recorded
            case Round(id=id_):
                found["Rounds", id_] = recorded
            case Lot(id=id_):
                found["Lots", id_] = recorded
    return found


def _recorded_ids(record: Sequence[Recorded]) -> dict[tuple[str, str], Game | Round | Lot]:
    return {key: r.fact for key, r in latest_by_row(record).items() if isinstance(r.fact, Game | Round | Lot)}


def read_ledger(
    sheet: Sheet,
    spec: FormatSheet,
    record: Sequence[Recorded],
    standing: Standing,
    journal: Journal,
    who: Identities,
    now: datetime,
) -> Ledger:
    """The ledger tabs against the record, and what people say in them."""
    problems: list[Problem] = []
    recorded = _recorded_ids(record)
    latest = latest_by_row(record)
    before = seen_before(journal)
    missed = missed_before(journal)
    rows: dict[tuple[str, str], LedgerRow] = {}
    first: list[tuple[str, str]] = []
    again: list[tuple[str, str]] = []
    back: list[tuple[str, str]] = []
    for tab in ("Games", "Rounds", "Lots"):
        if tab not in sheet.layout:
            continue
        wanted = [id_ for t, id_ in recorded if t == tab]
        if tab in sheet.unsound:  # what stands there cannot be told apart: everything stays as it was
            rows |= {(tab, id_): LedgerRow(id_, None, True) for id_ in wanted}
            continue
        found, strangers = _rows_by_id(sheet, tab)
        gone = [id_ for id_ in wanted if id_ not in found]
        unknown = {id_: r for id_, r in found.items() if (tab, id_) not in recorded}
        edited = _edited(gone, unknown, recorded, tab, spec) if tab == "Games" else {}
        still_gone = [id_ for id_ in gone if (tab, id_) not in missed]  # the others come back in this pass
        _tell_unknown(tab, unknown, edited, still_gone, standing, problems)
        problems += [Problem("row-without-id", row.at()) for row in strangers]
        lost = [(tab, id_) for id_ in gone if (tab, id_) in missed and id_ not in edited]
        restored, misread = restored_rows(sheet, spec, journal, latest, lost)
        again += lost
        problems += misread
        for id_ in wanted:
            copies = tuple(found.get(id_, ()))
            if (tab, id_) in restored:
                rows[tab, id_] = LedgerRow(id_, restored[tab, id_], copies=(restored[tab, id_],))
                continue
            if copies:
                frozen = len(copies) > 1 and _differ(copies, tab, spec)
                if len(copies) > 1:
                    _tell_copies(id_, tab, copies, frozen, problems)
                rows[tab, id_] = LedgerRow(id_, copies[0], frozen, copies)
                if (tab, id_) in missed:
                    back.append((tab, id_))
                continue
            if id_ in edited:
                rows[tab, id_] = LedgerRow(id_, None, True)
                continue
            rows[tab, id_] = LedgerRow(id_, None, True)
            first.append((tab, id_))
            problems.append(Problem("row-missing", At(sheet.titles.get(tab, tab)), {"id": id_}))
    pairs, frozen_pairs = _pairs(rows, recorded, standing, before, spec, who, problems)
    published = starts_published(record)
    claims, decisions = _said(
        sheet, spec, rows, recorded, standing, before, pairs, frozen_pairs, published, now, problems
    )
    seen = _changed(rows, recorded, before, {id_: pairs[id_] for id_ in frozen_pairs}, published, spec)
    lots = {id_: r.row for (tab, id_), r in rows.items() if tab == "Lots" and r.row is not None}
    changed_at = _changed_at(decisions, before, spec, now)
    return Ledger(
        rows, tuple(first), tuple(again), tuple(back), claims, decisions, lots, changed_at, seen, tuple(problems)
    )  # fmt: skip


def _changed_at(
    decisions: Sequence[Decision], before: Mapping[tuple[str, str], Seen], spec: FormatSheet, now: datetime
) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for decision in decisions:
        if decision.kind == PAIR:
            since = before.get(("Games", decision.about), NOTHING_SEEN).since
            moments = [since[h] for h in (spec.first_heading, spec.second_heading) if h in since]
            found[decision.about] = max(moments, default=now)
    return found


def _tell_unknown(
    tab: str,
    unknown: Mapping[str, Sequence[TypedRow]],
    edited: Mapping[str, str],
    gone: Sequence[str],
    standing: Standing,
    problems: list[Problem],
) -> None:
    """Rows whose id the record does not know. One that a coming round would use holds publication."""
    for id_, row in unknown.items():
        owner = next((g for g, u in edited.items() if u == id_), None)
        at = row[0].at(ID_COLUMN[tab])
        if owner:
            problems.append(Problem("id-edited", at, {"missing": owner, "id": id_}))
            continue
        found = parse_ref(id_) if tab != "Lots" else None
        ahead = found is not None and found.round not in standing.rounds and found.round not in standing.withdrawn
        near = gone[0] if len(gone) == 1 else "the old id"
        problems.append(Problem("row-unknown", at, {"id": id_[:40], "near": near}, holds=ahead))


def _tell_copies(id_: str, tab: str, copies: Sequence[TypedRow], frozen: bool, problems: list[Problem]) -> None:
    first, second = (c.at(ID_COLUMN[tab]) for c in copies[:2])
    code = "row-twice-different" if frozen else "row-twice"
    problems.append(Problem(code, second, {"id": id_, "first": first.cell, "second": second.cell}))


def _rows_by_id(sheet: Sheet, tab: str) -> tuple[dict[str, list[TypedRow]], list[TypedRow]]:
    found: dict[str, list[TypedRow]] = {}
    strangers: list[TypedRow] = []
    for row in sheet.rows.get(tab, ()):
        raw = row.raw.get(ID_COLUMN[tab])
        if is_blank(raw):
            strangers.append(row)
            continue
        text = clean(cell_text(raw))
        at = parse_ref(text)
        found.setdefault(str(at) if at and tab != "Lots" else text, []).append(row)
    return found, strangers


def _edited(
    gone: Sequence[str],
    unknown: Mapping[str, Sequence[TypedRow]],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    tab: str,
    spec: FormatSheet,
) -> dict[str, str]:
    """Ids that seem to have been changed by hand: the old one is gone and its players stand under a new one."""
    edited: dict[str, str] = {}
    for id_ in gone:
        game = recorded[tab, id_]
        assert isinstance(game, Game)
        black = game.black.value if isinstance(game.black, Empty) else game.black
        for other, rows in unknown.items():
            typed = {name_key(rows[0].text(spec.first_heading)), name_key(rows[0].text(spec.second_heading))}
            if typed == {name_key(game.white), name_key(black)} and other not in edited.values():
                edited[id_] = other
                break
    return edited


def _differ(copies: Sequence[TypedRow], tab: str, spec: FormatSheet) -> bool:
    wanted = (*PERSON_CELLS[tab], spec.first_heading, spec.second_heading)
    views = [{h: clean(cell_text(c.raw.get(h))) for h in c.raw if h in wanted} for c in copies]
    return any(v != views[0] for v in views[1:])


def _changed(
    rows: Mapping[tuple[str, str], LedgerRow],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    before: Mapping[tuple[str, str], Seen],
    frozen: Mapping[str, tuple[str, str | Empty]],
    published: Mapping[str, frozenset[datetime]],
    spec: FormatSheet,
) -> tuple[tuple[str, str, Mapping[str, Any]], ...]:
    """Rows whose cells of people changed since last noted.

    Where the result cannot be read, or the names cannot be so (`frozen`: who plays until they can), the last ones that
    could be go on standing and are noted beside it.
    """
    changed: list[tuple[str, str, Mapping[str, Any]]] = []
    for (tab, id_), ledger_row in rows.items():
        if ledger_row.row is None or ledger_row.frozen:
            continue
        fact = recorded[tab, id_]
        cells = person_cells(ledger_row.row, tab, fact, spec)
        old = before.get((tab, id_), NOTHING_SEEN)
        if isinstance(fact, Round) and nobody_typed_the_start(ledger_row.row, fact, published, old):
            cells.pop("Starts", None)
        for heading in (*PERSON_CELLS[tab], spec.first_heading, spec.second_heading):
            if heading not in ledger_row.row.columns and heading in old.cells:
                cells[heading] = old.cells[heading]  # the column cannot be found: as if untouched
        pair = _noted_pair(frozen[id_]) if tab == "Games" and id_ in frozen else None
        if cells == dict(old.cells) and pair == old.pair:
            continue
        detail: dict[str, Any] = {"tab": tab, "cells": cells}
        if pair is not None:
            detail |= {"pair": list(pair), "stands": old.result}
        elif tab == "Games" and isinstance(read_result(cells.get("Result"), spec), NoResult):
            detail["stands"] = old.result
        changed.append((tab, id_, detail))
    return tuple(changed)


def _noted_pair(pair: tuple[str, str | Empty]) -> tuple[str, str]:
    return pair[0], pair[1].value if isinstance(pair[1], Empty) else pair[1]


def _said(
    sheet: Sheet,
    spec: FormatSheet,
    rows: Mapping[tuple[str, str], LedgerRow],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    standing: Standing,
    before: Mapping[tuple[str, str], Seen],
    pairs: Mapping[str, tuple[str, str | Empty]],
    frozen: set[str],
    published: Mapping[str, frozenset[datetime]],
    now: datetime,
    problems: list[Problem],
) -> tuple[tuple[Claim, ...], tuple[Decision, ...]]:
    claims: list[Claim] = []
    decisions: list[Decision] = []
    for (tab, id_), ledger_row in rows.items():
        row = None if ledger_row.frozen else ledger_row.row
        seen = before.get((tab, id_), NOTHING_SEEN)
        if tab == "Lots" or (tab == "Games" and id_ not in standing.games):
            continue
        deadline = _moment(row, "Deadline", seen, sheet)
        if deadline is not None:
            typed_at = _since(row, "Deadline", seen, now)
            decisions.append(Decision(DEADLINE, id_, end=deadline, key=id_, seen=typed_at))
        if tab == "Rounds":
            fact = recorded[tab, id_]
            assert isinstance(fact, Round)
            starts = row.values.get("Starts") if row is not None else None
            ours = row is None or nobody_typed_the_start(row, fact, published, seen)
            if isinstance(starts, datetime) and not ours:
                decisions.append(Decision("Start", id_, start=starts, key=id_, seen=_since(row, "Starts", seen, now)))
            continue
        game = recorded[tab, id_]
        assert isinstance(game, Game)
        white, black = pairs.get(id_, (game.white, game.black))
        if (white, black) != (game.white, game.black):
            second = black.value if isinstance(black, Empty) else black
            decisions.append(Decision(PAIR, id_, f"{white} ; {second}", key=id_))
        ended = _moment(row, "Ended", seen, sheet)
        if ended is not None:
            decisions.append(Decision("Ended", id_, end=ended, key=id_))
        if not isinstance(black, Empty):
            is_frozen = ledger_row.frozen or id_ in frozen
            claims += _result_claim(id_, (white, black), row, seen, is_frozen, ended, spec, now, problems)
        elif row is not None and not is_blank(row.raw.get("Result")):
            said = {"game": id_, "player": white, "bye": black.value, "typed": clean(cell_text(row.raw["Result"]))[:40]}
            problems.append(Problem("result-on-bye", row.at("Result"), said))
    return tuple(claims), tuple(decisions)


def _result_claim(
    id_: str,
    players: tuple[str, str],
    row: TypedRow | None,
    seen: Seen,
    frozen: bool,
    ended: datetime | None,
    spec: FormatSheet,
    now: datetime,
    problems: list[Problem],
) -> list[Claim]:
    """The director's word about a game, if there is one; a frozen game keeps the last word that could be read."""
    if frozen:
        said = _as_seen(seen, spec)
        score, how = (said.score, said.how) if said else (None, How.PLAYED)
        return [Claim(id_, players, score, how, "frozen", seen.result_since if said else None)]
    said = _result(row, spec, seen, problems) if row is not None and "Result" in row.columns else _as_seen(seen, spec)
    if said is None:
        return []
    same = row is None or said == _as_seen(seen, spec)
    sent = (seen.result_since or now) if same else now
    source = str(row.at("Result")) if row is not None else ""
    return [
        Claim(id_, players, said.score, said.how, "reopened" if said.word == OPEN else "ruled", sent, ended, source)
    ]


def _moment(row: TypedRow | None, heading: str, seen: Seen, sheet: Sheet) -> datetime | None:
    """A moment typed beside a row; as last seen while the row or its column is gone."""
    if row is not None and heading in row.columns:
        typed = row.values.get(heading)
        return typed if isinstance(typed, datetime) else None
    cell = seen.cells.get(heading)
    found = read_moment(cell, sheet.zone, heading == "Deadline", order=sheet.ways.order) if cell else None
    return found if isinstance(found, datetime) else None


def _since(row: TypedRow | None, heading: str, seen: Seen, now: datetime) -> datetime:
    """Since when a cell says what it says: now where it was not seen so before."""
    text = None if row is None else clean(cell_text(row.raw.get(heading)))[:LONGEST_LIST]
    noted = seen.cells.get(heading) if text is None or heading not in (row.columns if row else ()) else text
    known = seen.since.get(heading) if noted == seen.cells.get(heading) else None
    return now if known is None else known.astimezone(now.tzinfo)


def _result(row: TypedRow, spec: FormatSheet, seen: Seen, problems: list[Problem]) -> Said | None:
    said = read_result(row.raw.get("Result"), spec)
    if isinstance(said, NoResult):
        words = ", ".join(w.word for w in spec.results)
        problems.append(Problem(said.code, row.at("Result"), {"typed": said.typed, "near": said.near, "words": words}))
        return _as_seen(seen, spec)
    return said


def _as_seen(seen: Seen, spec: FormatSheet) -> Said | None:
    said = read_result(seen.result or None, spec)
    return None if isinstance(said, NoResult) else said


def _pairs(
    rows: Mapping[tuple[str, str], LedgerRow],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    standing: Standing,
    before: Mapping[tuple[str, str], Seen],
    spec: FormatSheet,
    who: Identities,
    problems: list[Problem],
) -> tuple[dict[str, tuple[str, str | Empty]], set[str]]:
    """White and Black of every game as typed now; games that cannot be so are frozen as they were last."""
    pairs: dict[str, tuple[str, str | Empty]] = {}
    last: dict[str, tuple[str, str | Empty]] = {}
    frozen: set[str] = set()
    changed: list[str] = []
    for id_ in standing.games:
        ledger_row = rows.get(("Games", id_))
        game = recorded["Games", id_]
        assert isinstance(game, Game)
        last[id_] = pairs[id_] = _pair_as_seen(game, before.get(("Games", id_), NOTHING_SEEN), spec, who)
        if ledger_row is None or ledger_row.row is None or ledger_row.frozen:
            continue
        row = ledger_row.row
        headings = (spec.first_heading, spec.second_heading)
        if before.get(("Games", id_), NOTHING_SEEN).pair is not None and not all(h in row.columns for h in headings):
            frozen.add(id_)  # what cannot be so cannot be seen just now: as if untouched
            continue
        white = _side(row, spec.first_heading, game.white, last[id_][0], who, problems)
        black = _side(row, spec.second_heading, game.black, last[id_][1], who, problems)
        if isinstance(white, Empty):
            near = f" A mark such as {white.value} stands under {spec.second_heading}."
            problems.append(Problem("unknown-player", row.at(spec.first_heading), {"typed": white.value, "near": near}))
        if white is None or black is None or isinstance(white, Empty):
            frozen.add(id_)
            continue
        if white == black:
            problems.append(Problem("against-oneself", row.at(spec.first_heading), {"player": white}))
            frozen.add(id_)
            continue
        if (white, black) != (game.white, game.black):
            changed.append(id_)
        pairs[id_] = (white, black)
    _freeze_doubled(changed, pairs, rows, standing, spec, who, frozen, problems)
    pairs |= {id_: last[id_] for id_ in frozen}
    return pairs, frozen


def _pair_as_seen(game: Game, seen: Seen, spec: FormatSheet, who: Identities) -> tuple[str, str | Empty]:
    """White and Black as last noted: as recorded, or as the director had changed them."""
    if seen.pair is not None:
        return seen.pair[0], next((e for e in Empty if e.value == seen.pair[1]), seen.pair[1])
    white = who.find(seen.cells.get(spec.first_heading, "")) or game.white
    typed = seen.cells.get(spec.second_heading, "")
    mark = next((e for e in Empty if typed and name_key(e.value) == name_key(typed)), None)
    black = mark or who.find(typed) or game.black
    return (game.white, game.black) if white == black else (white, black)


def _freeze_doubled(
    changed: Sequence[str],
    pairs: Mapping[str, tuple[str, str | Empty]],
    rows: Mapping[tuple[str, str], LedgerRow],
    standing: Standing,
    spec: FormatSheet,
    who: Identities,
    frozen: set[str],
    problems: list[Problem],
) -> None:
    """Freeze the games of somebody who stands in more of a round than was published, until all edits are made."""
    for id_ in changed:
        round_ = ref(id_).round
        together = [
            g for g in standing.games
            if ref(g).round == round_ and ref(g).match != ref(id_).match and not _is_void(rows.get(("Games", g)), spec)
        ]  # fmt: skip
        for player in pairs[id_]:
            if isinstance(player, Empty):
                continue
            others = [g for g in together if player in pairs[g]]
            published = [g for g in standing.games if ref(g).round == round_ and player in _sides(standing.game(g))]
            if others and len(others) >= max(1, len({ref(g).match for g in published})):
                row = rows["Games", id_].row
                assert row is not None
                facts = {"player": who.show(player), "round": round_}
                problems.append(Problem("twice-in-round", row.at(spec.first_heading), facts))
                frozen.update((id_, *others))


def _is_void(ledger_row: LedgerRow | None, spec: FormatSheet) -> bool:
    if ledger_row is None or ledger_row.row is None:
        return False
    said = read_result(ledger_row.row.raw.get("Result"), spec)
    return isinstance(said, Said) and said.how is How.VOID


def _sides(game: Game) -> tuple[str | Empty, str | Empty]:
    return game.white, game.black


def _side(
    row: TypedRow,
    heading: str,
    recorded: str | Empty,
    last: str | Empty,
    who: Identities,
    problems: list[Problem],
) -> str | Empty | None:
    if heading not in row.columns:
        return last
    typed = clean(cell_text(row.raw.get(heading)))
    was = recorded.value if isinstance(recorded, Empty) else recorded
    if name_key(typed) == name_key(was):
        return recorded
    if not typed:
        problems.append(Problem("unknown-player", row.at(heading), {"typed": "", "near": f" The record says “{was}”."}))
        return None
    mark = next((e for e in Empty if name_key(e.value) == name_key(typed)), None)
    if mark is not None:
        return mark
    found = who.find(typed)
    if found is None:
        problems.append(who.unknown(typed, row.at(heading)))
        return None
    return found
