"""Whole events on two files, one written by parts and one by openpyxl: after every pass the same cells and looks.

Random formats, owners and results. `PAIRSHEET_CAMPAIGN` multiplies them: 300 of it compare a thousand books and more.
"""

from __future__ import annotations

import io
import random
import warnings
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.formula import ArrayFormula

from rules.registry import formats
from sync.backends.xlsx import XlsxBackend
from sync.running.once import run_pass
from tests.campaign import numbers
from tests.ooxml.books import NO_BACKUPS, book_of
from tests.ooxml.checker import check
from tests.ooxml.corpus import KINDS
from tests.ooxml.hand import Hand
from tests.ooxml.owner import meddle
from tests.ooxml.story import BEGIN, STORY

# Books that the old writer keeps whole as well.
BOTH_KEEP = (
    "plain", "rich texts", "inline texts", "many shared texts", "shared formulas", "formulas over ranges", "links of the owner",
    "conditional formats of the owner", "groups and hidden lines", "names of every sort", "settings of print", "filters",
    "other names of parts", "relative targets",
)  # fmt: skip
_LOOKS = ("font", "fill", "border", "alignment", "protection", "number_format")


def told(data: bytes) -> dict[tuple[str, ...], Any]:
    """What openpyxl tells of a book, flat: by tab, what it is, and where."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wb, shown = load_workbook(io.BytesIO(data), rich_text=True), load_workbook(io.BytesIO(data), data_only=True)
    found: dict[tuple[str, ...], Any] = {("book", "tabs"): [(w.title, w.sheet_state) for w in wb.worksheets]}
    for key, named in wb.defined_names.items():
        found["book", "name", key] = (named.attr_text, named.hidden)
    for ws in wb.worksheets:
        where = ws.title
        for cell in ws._cells.values():
            if cell.value is None and not cell.has_style and cell.comment is None:
                continue
            link = (cell.hyperlink.target, cell.hyperlink.location) if cell.hyperlink else None
            found[where, "cell", cell.coordinate] = (
                _plain(cell.value),
                cell.data_type,
                link,
                cell.comment.text if cell.comment else None,
            )
            found[where, "shown", cell.coordinate] = shown[where][cell.coordinate].value
            found[where, "look", cell.coordinate] = tuple(repr(getattr(cell, n)) for n in _LOOKS)
        for dimension in ws.column_dimensions.values():
            for n in range(dimension.min or 1, min(dimension.max or 1, 80) + 1):
                found[where, "column", str(n)] = (
                    dimension.width,
                    dimension.hidden,
                    dimension.outlineLevel,
                    repr(dimension.font),
                )
        for n, line in ws.row_dimensions.items():
            if line.height or line.hidden:
                found[where, "row", str(n)] = (line.height, bool(line.hidden))
        found[where, "merges"] = sorted(map(str, ws.merged_cells.ranges))
        found[where, "offers"] = sorted(
            repr((str(v.sqref), v.type, v.formula1, v.promptTitle, v.prompt))
            for v in ws.data_validations.dataValidation
        )
        found[where, "rules"] = sorted(
            repr((str(r.sqref), [(x.type, x.formula, x.priority, repr(x.dxf), repr(x.colorScale)) for x in r.rules]))
            for r in ws.conditional_formatting
        )
        found[where, "names"] = sorted((k, n.attr_text) for k, n in ws.defined_names.items())
        found[where, "print"] = (
            ws.print_title_rows,
            str(ws.print_area),
            repr(ws.page_margins),
            [part.text for part in (ws.oddHeader.left, ws.oddHeader.center, ws.oddHeader.right)],
        )
        found[where, "rest"] = (
            ws.freeze_panes, repr(ws.protection), ws.sheet_properties.tabColor and ws.sheet_properties.tabColor.rgb,
            ws.sheet_view.zoomScale, ws.sheet_view.showGridLines, ws.auto_filter.ref, len(ws._charts),
        )  # fmt: skip
    return found


def _plain(value: Any) -> str:
    """A value as text, formulas over ranges with their range."""
    return f"{value.ref} {value.text}" if isinstance(value, ArrayFormula) else str(value)


def differences(new: bytes, old: bytes) -> list[str]:
    """What is told otherwise of the two."""
    one, other = told(new), told(old)
    return [
        f"{key}: {one.get(key)!r} where openpyxl wrote {other.get(key)!r}"
        for key in sorted(one.keys() | other.keys())
        if one.get(key) != other.get(key)
    ]


def _passed(path: Path, writer: str, now: datetime, number: int) -> bytes:
    """The file after a pass by this writer. The path is the same for both, as the Journal keeps a code made of it."""
    backend = XlsxBackend(path, NO_BACKUPS, writer=writer)
    run_pass(backend, lambda: now, token=lambda: f"{now:%d}-{number}", seed=lambda: "both")
    return path.read_bytes()


@pytest.mark.parametrize("seed", numbers(1))
def test_both_writers_make_the_same_books(seed: int, tmp_path: Path) -> None:
    """Each turn begins from the same bytes; after every pass nothing is told otherwise of the two files."""
    dice = random.Random(f"both:{seed}")
    kind = KINDS[dice.choice(BOTH_KEEP)]
    path = book_of(kind, dice.choice(formats()), tmp_path)
    mark = path.with_name(path.name + ".pairsheet")
    now = BEGIN
    for turn in STORY:
        hand = Hand(path)
        for act in turn:
            act(hand)
        if dice.random() < 0.8:
            meddle(hand, dice)
        hand.save()
        now += timedelta(days=dice.choice((1, 2, 9)))
        for number in range(6):
            before, marked = path.read_bytes(), mark.read_bytes() if mark.exists() else None
            old = _passed(path, "openpyxl", now, number)
            path.write_bytes(before)
            mark.unlink(missing_ok=True)
            if marked is not None:
                mark.write_bytes(marked)
            new = _passed(path, "", now, number)
            assert (new == before) == (old == before)
            if new == before:
                break
            assert differences(new, old)[:6] == [], f"{kind.name}, pass {number}"
            assert check(new) == []
