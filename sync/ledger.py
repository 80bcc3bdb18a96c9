"""Rows of Games, Rounds and Lots held against the record.

The record counts. A row that is gone comes back at the second pass that misses it, with what people last typed
there; a row whose id was edited, or that stands twice with different words, freezes its game; nothing else stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.model import Book, Claim, Decision, Empty, Game, How, Lot, Recorded, Round
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import DEADLINE, PAIR
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.decode import Sheet, TypedRow
from sync.grid import Cell, is_blank
from sync.identity import Identities
from sync.journal import Journal
from sync.kinds import cell_text, clean, name_key
from sync.problems import At, Problem
from sync.results import OPEN, NoResult, Said, read_result

PERSON_CELLS = {
    "Games": ("Result", "Game URL", "Deadline", "Ended", "Note"),
    "Rounds": ("Deadline", "Note", "Starts"),
    "Lots": ("Typed",),
}
ID_COLUMN = {"Games": "Game", "Rounds": "Round", "Lots": "Lot"}


@dataclass(frozen=True)
class Seen:
    """What people had typed beside a row when last looked at, and since when each cell says so."""

    cells: Mapping[str, str]
    since: Mapping[str, datetime]


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
    claims: tuple[Claim, ...]
    decisions: tuple[Decision, ...]
    lots: Mapping[str, TypedRow]
    seen: tuple[tuple[str, str, Mapping[str, str]], ...]  # (tab, id, cells) that changed since last seen
    problems: tuple[Problem, ...]
    touched: Mapping[str, datetime]  # game id -> since when its typed result stands


def seen_before(journal: Journal) -> dict[tuple[str, str], Seen]:
    """What people had typed beside each row, as last noted."""
    found: dict[tuple[str, str], Seen] = {}
    for line in journal.of("seen"):
        key = (str(line.detail.get("tab", "Games")), line.subject)
        old = found.get(key, Seen({}, {}))
        cells = {str(k): str(v) for k, v in line.detail.get("cells", {}).items()}
        since = {k: (old.since[k] if old.cells.get(k) == v and k in old.since else line.when) for k, v in cells.items()}
        found[key] = Seen(cells, since)
    return found


def missed_before(journal: Journal) -> frozenset[tuple[str, str]]:
    """Rows noted as gone and not seen or appended since."""
    gone: set[tuple[str, str]] = set()
    for line in journal.of("missing", "back"):
        key = (str(line.detail.get("tab", "Games")), line.subject)
        gone.add(key) if line.event == "missing" else gone.discard(key)
    return frozenset(gone)


def _recorded_ids(record: Sequence[Recorded]) -> dict[tuple[str, str], Game | Round | Lot]:
    found: dict[tuple[str, str], Game | Round | Lot] = {}
    for recorded in record:
        match recorded.fact:
            case Game() as game:
                found["Games", game.id] = game
            case Round() as round_:
                found["Rounds", round_.id] = round_
            case Lot() as lot:
                found["Lots", lot.id] = lot
    return found


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
    before = seen_before(journal)
    missed = missed_before(journal)
    rows: dict[tuple[str, str], LedgerRow] = {}
    first: list[tuple[str, str]] = []
    again: list[tuple[str, str]] = []
    for tab in ("Games", "Rounds", "Lots"):
        if tab not in sheet.layout:
            continue
        found, strangers = _rows_by_id(sheet, tab, problems)
        wanted = [id_ for t, id_ in recorded if t == tab]
        unknown = {id_: r for id_, r in found.items() if id_ not in wanted}
        gone = [id_ for id_ in wanted if id_ not in found]
        edited = _edited(gone, unknown, recorded, tab, spec) if tab == "Games" else {}
        for id_, row in unknown.items():
            owner = next((g for g, u in edited.items() if u == id_), None)
            at = row[0].at(ID_COLUMN[tab])
            if owner:
                problems.append(Problem("id-edited", at, {"missing": owner, "id": id_}))
            else:
                near = gone[0] if len(gone) == 1 else "the old id again"
                problems.append(Problem("row-unknown", at, {"id": id_, "near": near}))
        problems += [Problem("row-without-id", row.at()) for row in strangers]
        for id_ in wanted:
            copies = tuple(found.get(id_, ()))
            if copies:
                frozen = _differ(copies, tab)
                if len(copies) > 1:
                    facts = {
                        "id": id_,
                        "first": copies[0].at(ID_COLUMN[tab]).cell,
                        "second": copies[1].at(ID_COLUMN[tab]).cell,
                    }
                    code = "row-twice-different" if frozen else "row-twice"
                    problems.append(Problem(code, copies[1].at(ID_COLUMN[tab]), facts))
                rows[tab, id_] = LedgerRow(id_, copies[0], frozen, copies)
                continue
            if id_ in edited:
                rows[tab, id_] = LedgerRow(id_, None, True)
                continue
            rows[tab, id_] = LedgerRow(id_, None, (tab, id_) not in missed)
            (again if (tab, id_) in missed else first).append((tab, id_))
            if (tab, id_) not in missed:
                problems.append(Problem("row-missing", At(sheet.titles.get(tab, tab)), {"id": id_}))
    claims, decisions, touched = _said(sheet, spec, rows, recorded, standing, before, who, now, problems)
    seen = _changed(rows, before, sheet)
    lots = {id_: r.row for (tab, id_), r in rows.items() if tab == "Lots" and r.row is not None}
    return Ledger(rows, tuple(first), tuple(again), claims, decisions, lots, seen, tuple(problems), touched)


def _rows_by_id(sheet: Sheet, tab: str, problems: list[Problem]) -> tuple[dict[str, list[TypedRow]], list[TypedRow]]:
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
    del problems  # ids that read badly were told of when the cells were read
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


def _differ(copies: Sequence[TypedRow], tab: str) -> bool:
    views = [
        {h: clean(cell_text(c.raw.get(h))) for h in c.raw if h in PERSON_CELLS[tab] or h in ("White", "Black")}
        for c in copies
    ]
    return any(v != views[0] for v in views[1:])


def _person_cells(row: TypedRow, tab: str) -> dict[str, str]:
    return {h: clean(cell_text(row.raw.get(h))) for h in PERSON_CELLS[tab] if not is_blank(row.raw.get(h))}


def _changed(
    rows: Mapping[tuple[str, str], LedgerRow], before: Mapping[tuple[str, str], Seen], sheet: Sheet
) -> tuple[tuple[str, str, Mapping[str, str]], ...]:
    """Rows whose cells of people changed since last noted. White and Black count too: they may be rulings."""
    del sheet
    changed = []
    for (tab, id_), ledger_row in rows.items():
        if ledger_row.row is None or ledger_row.frozen:
            continue
        cells = _person_cells(ledger_row.row, tab)
        if cells != dict(before.get((tab, id_), Seen({}, {})).cells):
            changed.append((tab, id_, cells))
    return tuple(changed)


def _said(
    sheet: Sheet,
    spec: FormatSheet,
    rows: Mapping[tuple[str, str], LedgerRow],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    standing: Standing,
    before: Mapping[tuple[str, str], Seen],
    who: Identities,
    now: datetime,
    problems: list[Problem],
) -> tuple[tuple[Claim, ...], tuple[Decision, ...], dict[str, datetime]]:
    claims: list[Claim] = []
    decisions: list[Decision] = []
    touched: dict[str, datetime] = {}
    pairs, frozen = _pairs(rows, recorded, standing, spec, who, problems)
    for (tab, id_), ledger_row in rows.items():
        row = ledger_row.row
        if tab == "Rounds" and row is not None and not ledger_row.frozen:
            decisions += _round_words(row, id_, recorded[tab, id_], problems)
        if tab != "Games" or id_ not in standing.games:
            continue
        game = recorded[tab, id_]
        assert isinstance(game, Game)
        seen = before.get((tab, id_), Seen({}, {}))
        white, black = pairs.get(id_, (game.white, game.black))
        if (white, black) != (game.white, game.black) and id_ not in frozen:
            second = black.value if isinstance(black, Empty) else black
            decisions.append(Decision(PAIR, id_, f"{white} ; {second}", key=id_))
        if isinstance(black, Empty):
            continue
        said = _result(row, spec, seen, sheet, problems) if row is not None else _as_seen(seen, spec)
        is_frozen = ledger_row.frozen or id_ in frozen
        if is_frozen:
            claims.append(
                Claim(id_, (white, black), said.score if said else None, said.how if said else How.PLAYED, "frozen")
            )
        elif said is not None:
            same = row is None or read_same(row.raw.get("Result"), seen.cells.get("Result", ""))
            sent = seen.since.get("Result", now) if same else now
            touched[id_] = sent
            state = "reopened" if said.word == OPEN else "ruled"
            ended = row.values.get("Ended") if row is not None else None
            claims.append(
                Claim(
                    id_, (white, black), said.score, said.how, "reopened" if state == "reopened" else "ruled", sent,
                    ended if isinstance(ended, datetime) else None, str(row.at("Result")) if row else "",
                )
            )  # fmt: skip
        if row is not None and not ledger_row.frozen:
            deadline = row.values.get("Deadline")
            if isinstance(deadline, datetime):
                decisions.append(Decision(DEADLINE, id_, end=deadline, key=id_))
            ended = row.values.get("Ended")
            if isinstance(ended, datetime):
                decisions.append(Decision("Ended", id_, end=ended, key=id_))
    return tuple(claims), tuple(decisions), touched


def read_same(cell: Cell, seen: str) -> bool:
    """Whether a cell says what was seen before."""
    return clean(cell_text(cell)) == seen


def _round_words(row: TypedRow, id_: str, round_: Game | Round | Lot, problems: list[Problem]) -> list[Decision]:
    assert isinstance(round_, Round)
    del problems
    found = []
    deadline = row.values.get("Deadline")
    if isinstance(deadline, datetime):
        found.append(Decision(DEADLINE, id_, end=deadline, key=id_))
    starts = row.values.get("Starts")
    if isinstance(starts, datetime) and starts != round_.starts:
        found.append(Decision("Start", id_, start=starts, key=id_))
    return found


def _result(row: TypedRow, spec: FormatSheet, seen: Seen, sheet: Sheet, problems: list[Problem]) -> Said | None:
    del sheet
    said = read_result(row.raw.get("Result"), spec)
    if isinstance(said, NoResult):
        words = ", ".join(w.word for w in spec.results)
        problems.append(Problem(said.code, row.at("Result"), {"typed": said.typed, "near": said.near, "words": words}))
        return _as_seen(seen, spec)
    return said


def _as_seen(seen: Seen, spec: FormatSheet) -> Said | None:
    said = read_result(seen.cells.get("Result"), spec)
    return None if isinstance(said, NoResult) else said


def _pairs(
    rows: Mapping[tuple[str, str], LedgerRow],
    recorded: Mapping[tuple[str, str], Game | Round | Lot],
    standing: Standing,
    spec: FormatSheet,
    who: Identities,
    problems: list[Problem],
) -> tuple[dict[str, tuple[str, str | Empty]], set[str]]:
    """White and Black of every game as typed now; games that cannot be so are frozen."""
    pairs: dict[str, tuple[str, str | Empty]] = {}
    frozen: set[str] = set()
    changed: set[str] = set()
    for id_ in standing.games:
        ledger_row = rows.get(("Games", id_))
        game = recorded["Games", id_]
        assert isinstance(game, Game)
        pairs[id_] = (game.white, game.black)
        if ledger_row is None or ledger_row.row is None:
            continue
        row = ledger_row.row
        white = _side(row, spec.first_heading, game.white, who, problems)
        black = _side(row, spec.second_heading, game.black, who, problems)
        if white is None or black is None or isinstance(white, Empty):
            frozen.add(id_)
            continue
        if white == black:
            problems.append(Problem("against-oneself", row.at(spec.first_heading), {"player": white}))
            frozen.add(id_)
            continue
        if (white, black) != (game.white, game.black):
            changed.add(id_)
        pairs[id_] = (white, black)
    for id_ in sorted(changed):
        round_ = ref(id_).round
        together = [g for g in standing.games if ref(g).round == round_]
        for player in pairs[id_]:
            if isinstance(player, Empty):
                continue
            now_in = [g for g in together if player in pairs[g]]
            was_in = [g for g in together if player in (standing.game(g).white, standing.game(g).black)]
            if len(now_in) > max(1, len(was_in)):
                row_ = rows["Games", id_].row
                assert row_ is not None
                problems.append(
                    Problem(
                        "twice-in-round", row_.at(spec.first_heading), {"player": who.show(player), "round": round_}
                    )
                )
                frozen.update(now_in)
    for id_ in frozen:
        game = recorded["Games", id_]
        assert isinstance(game, Game)
        pairs[id_] = (game.white, game.black)
    return pairs, frozen


def _side(
    row: TypedRow, heading: str, recorded: str | Empty, who: Identities, problems: list[Problem]
) -> str | Empty | None:
    typed = clean(cell_text(row.raw.get(heading)))
    was = recorded.value if isinstance(recorded, Empty) else recorded
    if heading not in row.raw or name_key(typed) == name_key(was):
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


def recorded_cells_changed(
    sheet: Sheet, ledger: Ledger, wanted: Mapping[tuple[str, str], Mapping[str, str]]
) -> list[Problem]:
    """Recorded cells that people changed: the record counts."""
    problems = []
    for (tab, id_), cells in wanted.items():
        row = ledger.rows[tab, id_].row if (tab, id_) in ledger.rows else None
        if row is None:
            continue
        for heading, recorded in cells.items():
            if heading not in row.raw:
                continue
            typed = clean(cell_text(row.raw.get(heading)))
            if typed != clean(recorded):
                facts = {"typed": typed or "(blank)", "recorded": recorded}
                problems.append(Problem("recorded-changed", row.at(heading), facts))
    del sheet
    return problems


def with_ledger(book: Book, ledger: Ledger) -> Book:
    """The book with what people say in the ledger tabs."""
    return replace(book, claims=(*book.claims, *ledger.claims), decisions=(*book.decisions, *ledger.decisions))
