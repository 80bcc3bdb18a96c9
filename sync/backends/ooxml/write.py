"""Carries a plan out on the parts of a workbook file that it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sync.backends.base import Unreachable
from sync.backends.ooxml.chart import draw, hint_in
from sync.backends.ooxml.editor import Editor
from sync.backends.ooxml.formulas import LOOK_UP_BEGINS, Finder, finder, look_up_in, shown, title_of
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.styles import only_grew
from sync.backends.xlsx_back import Rewritten
from sync.backends.xlsx_limits import TooMuch
from sync.backends.xlsx_parts import CHART, DAMAGE, KEY, Parts, sheet_of
from sync.grid import Grid, address
from sync.marks import key_of
from sync.plan import AppendRows, MakeTab, OutRow, Plan, RenewCells, ReplaceRows
from sync.schema import Tab


def rewritten(data: bytes, parts: Parts, plan: Plan, before: Grid, called: str) -> Rewritten:
    """The file after the plan. `before` is what was read of the same bytes. Raises Refused, Raced, Unreachable."""
    try:
        editor = Editor(data, before, called)
        _carry_out(editor, plan)
        editor.set_revision(plan.base + 1)
        _work_out(editor, parts)
        return _done(editor)
    except (TooMuch, TypeError, AttributeError, IndexError, *DAMAGE) as error:
        raise _damaged(called, error) from error


def prepared(
    data: bytes,
    parts: Parts,
    tabs: Sequence[Tab],
    rows: Mapping[str, Sequence[OutRow]],
    before: Grid,
    called: str,
    places: Mapping[str, str],
) -> Rewritten | None:
    """The file with everything that was missing; None when nothing was. `places`: keys of the tabs that are ours."""
    from sync.backends.ooxml.growing import add_headings, fill, make, ours

    try:
        editor, at = Editor(data, before, called), 0
        for tab in tabs:
            title = ours(editor, tab, places.get(tab.name, ""))
            if title is None:
                title = make(editor, tab, at, rows.get(tab.name, ()))
            elif editor.sheet(title).is_blank():
                fill(editor, title, tab, rows.get(tab.name, ()))
            else:
                add_headings(editor, title, tab)
                editor.give_key(title, tab.name)
            at = editor.book.titles().index(title) + 1
        if not editor.package.has_changed:
            return None
        _work_out(editor, parts)
        return _done(editor)
    except (TooMuch, TypeError, AttributeError, IndexError, *DAMAGE) as error:
        raise _damaged(called, error) from error


def _done(editor: Editor) -> Rewritten:
    data, package = editor.saved(), editor.package
    looks = editor.styles.path
    before = package.original(looks)
    grown = before is not None and only_grew(before, package.read(looks))
    return Rewritten(data, editor.all_written(), package.same(), frozenset([looks] if grown else []))


def _damaged(called: str, error: Exception) -> Unreachable:
    return Unreachable(f"{called} can be read but not written: a part of it is damaged ({error!r}).")


def _carry_out(editor: Editor, plan: Plan) -> None:
    last = {step.tab if isinstance(step.tab, str) else step.tab.name: number for number, step in enumerate(plan.steps)}
    drawn: set[str] = set()
    for number, step in enumerate(plan.steps):
        if isinstance(step, MakeTab):
            from sync.backends.ooxml.growing import make

            make(editor, step.tab, _index(editor, step.before), (), step.title)
            continue
        sheet = editor.of(step.tab, plan.places)
        if isinstance(step, AppendRows):
            _append(editor, sheet, step)
        elif isinstance(step, RenewCells):
            for row, column, out in step.cells:
                editor.put(sheet, row, column + 1, out)
        else:
            _replace(editor, sheet, step)
            drawn.add(sheet.title)
        if last[step.tab] == number:
            if sheet.title in drawn:
                _draw(editor, sheet)
            editor.close(sheet.title)


def _append(editor: Editor, sheet: Sheet, step: AppendRows) -> None:
    for number, row in enumerate(step.rows, start=sheet.last_filled() + 1):
        for column, out in enumerate(row, start=1):
            if out is not None:
                editor.put(sheet, number, column, out)


def _replace(editor: Editor, sheet: Sheet, step: ReplaceRows) -> None:
    wrapping, first = editor.wrapping(sheet), sheet.first_scrolling_row()
    for number, row in enumerate(step.rows, start=step.first):
        for column in range(step.width):
            editor.put(sheet, number, column + 1, row[column] if column < len(row) else None)
        if wrapping and number >= first:
            editor.fit_height(sheet, number, wrapping)


def _index(editor: Editor, before: Sequence[str]) -> int:
    titles = editor.book.titles()
    found = [editor.by_key(key_of(name)) or (name if name in editor.titles() else None) for name in before]
    return min((titles.index(title) for title in found if title is not None), default=len(titles))


def _draw(editor: Editor, sheet: Sheet) -> None:
    names = editor.book.names()
    for name, text in names.items():
        if name.startswith(KEY) and sheet_of(text) == sheet.title:
            hint = hint_in(names.get(CHART + name[len(KEY) :], ""))
            if hint is not None:
                draw(editor.package, sheet, hint)
                editor.package.touch(sheet.path)


def _work_out(editor: Editor, parts: Parts) -> None:
    """Put beside the worker's own look-ups what they show, where that may have changed."""
    finders: dict[tuple[str, str, str], Finder] = {}
    facts = {part.title: part.facts.formulas for part in parts.sheets}
    titles = set(editor.titles())
    changed = {title for title in titles if editor.is_open(title)}
    for title in titles:
        there, path = facts.get(title, {}), editor.book.path_of(title)
        if (title not in changed and not there) or LOOK_UP_BEGINS.encode() not in editor.package.read(path):
            continue
        targets = _looked_into(editor, path)
        if targets & changed or (targets and (title in changed or None in there.values())):
            _show(editor, editor.sheet(title), changed, finders)


def _looked_into(editor: Editor, path: str) -> set[str]:
    """Tabs that the look-ups of a tab look into."""
    formulas = editor.package.tree(path).iter(editor.space.tag("f"))
    look_ups = (look_up_in(formula.text) for formula in formulas)
    return {title_of(look_up) for look_up in look_ups if look_up is not None}


def _show(editor: Editor, sheet: Sheet, changed: set[str], finders: dict[tuple[str, str, str], Finder]) -> None:
    titles = set(editor.titles())
    for row, column, cell, formula in list(sheet.formulas()):
        look_up = look_up_in(formula.text)
        if look_up is None or (title := title_of(look_up)) not in titles:
            continue
        bare = editor.cells.shows_nothing(cell)
        if title not in changed and not bare:
            continue  # what it shows stands beside it, and where it looks nothing changed
        where = (title, look_up["key"], look_up["value"])
        if where not in finders:
            finders[where] = finder(editor.sheet(title), look_up["key"], look_up["value"])
        kind, text = shown(finders[where](look_up["id"]), bool(look_up["text"]))
        if bare or (cell.get("t") or "n") != (kind or "n") or (cell[1].text or "") != text:
            editor.cells.put_result(cell, kind, text)
            editor.package.touch(sheet.path)
            editor.written.add((sheet.title, address(row, column - 1)))
