"""Tabs that are missing and headings that lack: made as in a new workbook, then put into the real one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from sync.backends.ooxml.editor import Editor
from sync.backends.ooxml.graft import lay_over, new_tab
from sync.backends.ooxml.scratch import Made, Scratch, Standing
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.xml import children, local
from sync.marks import key_of
from sync.plan import OutRow
from sync.schema import Rows, Tab, normal

OURS = "Pairsheet."  # begins the names that the worker alone gives
_LISTS = "Lists"  # begins the title of the tab that long drop-downs take their words from
_PLAIN = frozenset(
    [
        "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "sheetCalcPr", "sheetData", "phoneticPr", "printOptions",
        "pageMargins", "pageSetup", "headerFooter",
    ]
)  # fmt: skip # what a tab has that nobody put anything onto


def ours(editor: Editor, tab: Tab, key: str) -> str | None:
    """Title of the tab with this key; one of our title that is empty, or holds answers of a form, is taken for it."""
    there = editor.by_key(key) if key and tab.rows is not Rows.FORM else None
    if there is None and tab.rows is Rows.FORM:
        there = editor.by_key(key_of(tab.name))
    titled = next((t for t in editor.titles() if normal(t) == normal(tab.name)), None)
    if there is None and titled is not None and (tab.rows is Rows.FORM or is_untouched(editor, titled)):
        return titled
    return there


def is_untouched(editor: Editor, title: str) -> bool:
    """Whether nobody put anything onto a tab: no value, look, note, chart, rule, list, filter or protection."""
    sheet = editor.sheet(title)
    if any(local(node) not in _PLAIN for node in sheet.root if local(node)):
        return False
    if any(len(cell) or int(cell.get("s") or 0) for _, _, cell in sheet.all_cells()):
        return False
    if any(name not in ("r", "spans") and "}" not in name for row in sheet.data for name in row.attrib):
        return False
    return not editor.book.names_of(editor.book.titles().index(title))


def make(editor: Editor, tab: Tab, index: int, rows: Sequence[OutRow] = (), title: str = "") -> str:
    """A new tab as the schema describes it, with first rows below the headings; its title comes back."""
    scratch = _scratch(editor)
    title = scratch.make(tab, rows, title)
    made = scratch.made(editor.space)
    looks = editor.styles.adopted(made.styles)
    path = new_tab(editor.package, editor.space, made, looks, title)
    editor.book.insert(title, path, index, made.is_hidden(title))
    editor.made[tab.name] = title
    _take_over(editor, scratch, made, title)
    return title


def fill(editor: Editor, title: str, tab: Tab, rows: Sequence[OutRow] = ()) -> None:
    """Give an empty tab its headings, look and first rows."""
    scratch = _scratch(editor)
    scratch.fill(title, tab, rows)
    made = scratch.made(editor.space)
    sheet = editor.sheet(title)
    lay_over(editor.package, sheet, made, editor.styles.adopted(made.styles))
    if made.is_hidden(title):
        editor.book.hide(title)
    _take_over(editor, scratch, made, title)


def add_headings(editor: Editor, title: str, tab: Tab) -> None:
    """Put headings that a tab of people's lacks to the right of those it has."""
    sheet = editor.sheet(title)
    scratch = _scratch(editor, sheet)
    scratch.add_headings(title, tab)
    put = {at for of, at in scratch.written if of == title}
    if not put:
        return
    made = scratch.made(editor.space)
    lay_over(editor.package, sheet, made, editor.styles.adopted(made.styles), put)
    _take_over(editor, scratch, made, title)


def _scratch(editor: Editor, sheet: Sheet | None = None) -> Scratch:
    titles = editor.book.titles()
    standing: dict[str, Iterable[Standing]] = {}
    for title in titles:
        if title.startswith(_LISTS) and title in editor.titles():
            standing[title] = list(_standing(editor.sheet(title)))
    if sheet is not None:
        standing[sheet.title] = list(_standing(sheet))
    hidden = [title for title in titles if editor.book.is_hidden(title)]
    return Scratch(titles, editor.book.names(), standing, hidden, editor.called)


def _standing(sheet: Sheet) -> Iterable[Standing]:
    for row, column, cell in sheet.all_cells():
        held = sheet.cells.held(cell)
        if held is None and sheet.cells.formula(cell) is not None:
            held = "="
        if held is not None:
            yield row, column, held


def _take_over(editor: Editor, scratch: Scratch, made: Made, title: str) -> None:
    """Names that were made along with a tab, and words for its drop-downs."""
    editor.written |= {at for at in scratch.written if at[0] == title}
    names: Mapping[str, str] = editor.book.names()
    for name, (text, hidden) in made.names().items():
        if name not in names or (name.startswith(OURS) and names[name] != text):
            editor.book.name(name, text, hidden)
    index = editor.book.titles().index(title)
    for name, text in made.names_of(title).items():
        editor.book.name(name, text, index=index)
    for other in made.titles():
        if not other.startswith(_LISTS) or other == title:
            continue
        if other not in editor.book.titles():
            path = new_tab(editor.package, editor.space, made, editor.styles.adopted(made.styles), other)
            editor.book.insert(other, path, len(editor.book.titles()), made.is_hidden(other))
            editor.made[other] = other
        elif other in editor.titles():
            _add_words(editor, made, other, scratch.stood(other))


def _add_words(editor: Editor, made: Made, title: str, stood: Collection[str]) -> None:
    """Put further words beside those that stand there: nothing that was there is written over."""
    sheet, root = editor.sheet(title), made.sheet(title)
    cells = (cell for row in children(root, "sheetData")[0] for cell in row if len(cell))
    fresh = {cell.get("r") for cell in cells} - set(stood)
    if fresh:
        lay_over(editor.package, sheet, made, editor.styles.adopted(made.styles), fresh)
        editor.written |= {(title, at) for at in fresh}
