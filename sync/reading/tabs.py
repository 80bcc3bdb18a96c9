"""Whose a tab is: the worker's by its mark, or one that people made to be read; everything else is somebody's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.registry import formats
from sync.grid import Grid, TabGrid, filled_rows, is_blank
from sync.kinds import cell_text, clean
from sync.marks import is_loose, made_keys
from sync.reading.headings import KEY_HEADINGS, columns_of, heading_cells, heading_row_of
from sync.schema import Rows, Tab, normal


def is_marked(grid: Grid) -> bool:
    """Whether marks on tabs are this book's: a single tab may have been copied out of another one with its mark."""
    keys = made_keys("Settings") | made_keys("Journal")
    return any(t.key in keys for t in grid.tabs)


def has_marks(grid: Grid, layout: Sequence[Tab], known: Mapping[str, str]) -> bool:
    """Whether any tab of the grid still bears the key the worker gave it."""
    ours = {key for key in known.values() if not is_loose(key)}.union(*(made_keys(t.name) for t in layout))
    return any(t.key in ours for t in grid.tabs)


def is_ours_by_title(tab: Tab, there: TabGrid, known: Mapping[str, str], lost: bool) -> bool:
    """Whether a tab with our title and without a mark is ours all the same."""
    if tab.rows is Rows.FORM:
        return True
    if tab.rows is Rows.VIEW:
        written = tab.name in known and (lost or is_loose(known[tab.name]))
        return (written and _alike(tab, there) >= _half(tab)) or (tab.name not in known and _is_fresh(tab, there))
    if tab.name in known:
        return _has_key_headings(tab, there) or _alike(tab, there) >= _half(tab)
    if tab.name == "Settings":
        return _names_a_format(tab, there)
    if tab.name == "Players":
        return _has_key_headings(tab, there)
    if tab.name == "Journal":
        return _is_record(tab, there)
    headed = _alike(tab, there) == len(tab.columns)
    return headed and (tab.rows is Rows.PEOPLE or not _has_lines(tab, there))


def may_be_known_by_headings(tab: Tab, known: Mapping[str, str], lost: bool) -> bool:
    """Whether headings may tell a tab whose title is another one by now."""
    if tab.rows is Rows.VIEW:
        return tab.name in known and lost
    return tab.name in known or tab.name in ("Settings", "Journal")


def by_headings(grid: Grid, tab: Tab, taken: Collection[str], known: Mapping[str, str]) -> TabGrid | None:
    """The one tab whose headings fit best, half of them at least."""
    scored = [(_alike(tab, t), t) for t in grid.tabs if t.key not in taken]
    best = max(scored, key=lambda s: s[0], default=(0, None))
    if best[1] is None or best[0] < max(2, _half(tab)) or not _unique_best(scored, best[0]):
        return None
    if tab.name not in known and not (_names_a_format if tab.name == "Settings" else _is_record)(tab, best[1]):
        return None
    return best[1]


def _half(tab: Tab) -> int:
    return (len(tab.columns) + 1) // 2


def _alike(tab: Tab, there: TabGrid) -> int:
    """How many of the headings stand where the worker would put them, or lower where most are found there."""
    wanted = {normal(h) for h in tab.headings}
    return len(wanted & {normal(c) for c in heading_cells(there, heading_row_of(tab, there))})


def _has_key_headings(tab: Tab, there: TabGrid) -> bool:
    where, _ = columns_of(tab, there, "")
    return all(h in where for h in KEY_HEADINGS.get(tab.name, tab.headings))


def _is_fresh(tab: Tab, there: TabGrid) -> bool:
    """Whether a tab holds the headings of a view, the line above them, and not a word of anybody's."""
    above = {cell for row in there.rows[: tab.heading_row - 1] for cell in row if not is_blank(cell)}
    cells = tuple(c for c in heading_cells(there, tab.heading_row))
    return cells == tab.headings and above <= {tab.help} and not any(filled_rows(there, tab.heading_row + 1))


def _names_a_format(tab: Tab, there: TabGrid) -> bool:
    """Whether a tab is the Settings of a book: it has a line Format that names one."""
    where, _ = columns_of(tab, there, "")
    name, value = where.get("Setting"), where.get("Value")
    if name is None or value is None:
        return False
    lines = (row for _, row in filled_rows(there, heading_row_of(tab, there) + 1) if len(row) > max(name, value))
    return any(normal(row[name]) == "format" and clean(cell_text(row[value])).casefold() in formats() for row in lines)


def _is_record(tab: Tab, there: TabGrid) -> bool:
    """Whether a tab is the Journal of a book: all its headings and no line, or most of them and lines it wrote."""
    alike = _alike(tab, there)
    if alike == len(tab.columns) and not _has_lines(tab, there):
        return True
    return alike >= _half(tab) and any(str(cell).startswith('{"') for row in there.rows for cell in row)


def _has_lines(tab: Tab, there: TabGrid) -> bool:
    """Whether anything stands below the headings: lines that only the record of an event can explain."""
    return any(filled_rows(there, heading_row_of(tab, there) + 1))


def own_tabs(grid: Grid, layout: Sequence[Tab], found: Mapping[str, TabGrid]) -> dict[str, TabGrid]:
    """People's own tabs with a title that the schema uses, by that name."""
    ours = {tab.key for tab in found.values()}
    titled = {normal(t.title): t for t in reversed(grid.tabs) if t.key not in ours and not t.key.startswith("answers:")}
    return {tab.name: titled[normal(tab.name)] for tab in layout if normal(tab.name) in titled}


def _unique_best(scored: Sequence[tuple[int, TabGrid]], best: int) -> bool:
    return sum(score == best for score, _ in scored) == 1
