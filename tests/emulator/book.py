"""A spreadsheet: tabs, named ranges, metadata, settings, who owns it, its history."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.emulator.a1 import Rect, parse_cells, range_name, split
from tests.emulator.cells import Formula, cloned, is_place
from tests.emulator.errors import ApiError, invalid
from tests.emulator.refs import canonical, permute_refs, rename_tab, shift_refs
from tests.emulator.sheet import Json, Sheet, map_places, shift_place

_WHITE = {"red": 1, "green": 1, "blue": 1}
DEFAULT_FORMAT: Json = {
    "backgroundColor": _WHITE,
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": {
        "foregroundColor": {},
        "fontFamily": "arial,sans,sans-serif",
        "fontSize": 10,
        "bold": False,
        "italic": False,
        "strikethrough": False,
        "underline": False,
        "foregroundColorStyle": {"rgbColor": {}},
    },
    "backgroundColorStyle": {"rgbColor": _WHITE},
}
_THEME = {
    "TEXT": "000000",
    "BACKGROUND": "FFFFFF",
    "ACCENT1": "4285F4",
    "ACCENT2": "EA4335",
    "ACCENT3": "FBBC04",
    "ACCENT4": "34A853",
    "ACCENT5": "FF6D01",
    "ACCENT6": "46BDC6",
    "LINK": "1155CC",
}


def _theme() -> Json:
    from tests.emulator.cells import single_precision

    colours = []
    for kind, code in _THEME.items():
        parts = zip(("red", "green", "blue"), (int(code[at : at + 2], 16) for at in (0, 2, 4)), strict=True)
        rgb = {name: single_precision(part / 255) for name, part in parts if part}
        colours.append({"colorType": kind, "color": {"rgbColor": rgb}})
    return {"primaryFontFamily": "Arial", "themeColors": colours}


THEME = _theme()


class Book:
    """One version of a spreadsheet. A change is made on a copy, which then takes the place of the old version."""

    def __init__(
        self, book_id: str, title: str, *, seed: int = 0, locale: str = "en_US", time_zone: str = "Etc/GMT"
    ) -> None:
        self.id = book_id
        self.properties: Json = {
            "title": title,
            "locale": locale,
            "autoRecalc": "ON_CHANGE",
            "timeZone": time_zone,
            "defaultFormat": DEFAULT_FORMAT,
            "spreadsheetTheme": THEME,
        }
        self.sheets: list[Sheet] = [Sheet(0, "Sheet1")]
        self.named: dict[str, Json] = {}
        self.metadata: dict[int, Json] = {}
        #: Threads of comments; where they hang is kept with the tabs.
        self.comments: list[Json] = []
        self.owner = ""
        self.dice = random.Random(f"{seed}/{book_id}")
        #: The evaluator's results for this version; see `tests.emulator.formulas`.
        self.calc: Any = None

    def copy(self) -> Book:
        """An independent version."""
        twin = Book.__new__(Book)
        twin.id = self.id
        twin.properties = dict(self.properties)
        twin.sheets = [sheet.copy() for sheet in self.sheets]
        twin.named = cloned(self.named)
        twin.metadata = cloned(self.metadata)
        twin.comments = cloned(self.comments)
        twin.owner = self.owner
        twin.dice = self.dice
        twin.calc = None
        return twin

    @property
    def locale(self) -> str:
        """Such as en_US."""
        return str(self.properties["locale"])

    @property
    def url(self) -> str:
        """Where a person opens it."""
        return f"https://docs.google.com/spreadsheets/d/{self.id}/edit"

    def fresh_id(self, taken: Callable[[int], bool]) -> int:
        """A random id that is not in use."""
        while taken(number := self.dice.randrange(1, 2**31 - 1)):
            continue
        return number

    def sheet(self, sheet_id: int | None) -> Sheet:
        """The tab with an id (0 when none is given). Problems: 400."""
        for sheet in self.sheets:
            if sheet.id == (sheet_id or 0):
                return sheet
        raise invalid(f"No grid with id: {sheet_id or 0}")

    @property
    def first(self) -> Sheet:
        """The first visible tab."""
        return next((sheet for sheet in self.sheets if not sheet.properties.get("hidden")), self.sheets[0])

    def titled(self, title: str) -> Sheet | None:
        """The tab with a title, upper and lower case forgiven."""
        exact = [sheet for sheet in self.sheets if sheet.title == title]
        alike = [sheet for sheet in self.sheets if sheet.title.lower() == title.lower()]
        return next(iter(exact or alike), None)

    def named_range(self, name: str) -> Json | None:
        """The named range of a name, if any."""
        return next((item for item in self.named.values() if item["name"].lower() == name.lower()), None)

    def find(self, text: str) -> tuple[Sheet, Rect]:
        """The tab and rectangle of a range in A1 notation, open ends kept. Problems: 400 for what is not a range."""
        title, cells = split(text)
        if title is None and cells is not None:
            # Without a tab, a text is a range of the first visible tab if it can be one, else a name, else a title.
            if rect := parse_cells(cells):
                return self.first, rect
            if named := self.named_range(cells):
                return self.place(named["range"])
            if sheet := self.titled(cells):
                return sheet, Rect(0, 0, None, None)
            raise invalid(f"Unable to parse range: {text}")
        found = self.titled(title) if title else self.first
        if found is None:
            if whole := self.titled(text):
                return whole, Rect(0, 0, None, None)
            raise invalid(f"Unable to parse range: {text}")
        if cells is None:
            return found, Rect(0, 0, None, None)
        if rect := parse_cells(cells):
            return found, rect
        named = self.named_range(cells)
        if named is None:
            raise invalid(f"Unable to parse range: {text}")
        return self.place(named["range"])

    def read_area(self, text: str) -> tuple[Sheet, Rect]:
        """The same, cut at the grid. Problems: 400 when it begins outside."""
        sheet, rect = self.find(text)
        if rect.top >= sheet.row_count or rect.left >= sheet.column_count:
            raise self.past_grid(sheet, rect)
        return sheet, rect.within(sheet.row_count, sheet.column_count)

    @staticmethod
    def past_grid(sheet: Sheet, rect: Rect) -> ApiError:
        """The refusal of a range outside the grid."""
        return invalid(
            f"Range ({range_name(sheet.title, rect)}) exceeds grid limits. "
            f"Max rows: {sheet.row_count}, max columns: {sheet.column_count}"
        )

    def place(self, grid_range: Json) -> tuple[Sheet, Rect]:
        """The tab and rectangle of a GridRange, open ends kept."""
        sheet = self.sheet(grid_range.get("sheetId"))
        rect = Rect(
            grid_range.get("startRowIndex") or 0,
            grid_range.get("startColumnIndex") or 0,
            grid_range.get("endRowIndex"),
            grid_range.get("endColumnIndex"),
        )
        if (rect.bottom is not None and rect.bottom <= rect.top) or (
            rect.right is not None and rect.right <= rect.left
        ):
            raise invalid("Range must have a start before its end")
        return sheet, rect

    def shift(self, sheet: Sheet, axis: str, start: int, count: int) -> None:
        """Let every object and formula follow an insertion (count > 0) or a deletion (count < 0)."""

        def moved(place: Json) -> Json | None:
            return shift_place(place, axis, start, count) if place.get("sheetId", 0) == sheet.id else place

        self.map_objects(moved)
        self.rewrite(lambda text, home: shift_refs(text, home.title, sheet.title, axis, start, count))

    def permute(self, sheet: Sheet, axis: str, order: list[int]) -> None:
        """Let objects and formulas follow rows or columns to other places, where they stay together there."""
        place = {old: new for new, old in enumerate(order)}

        def how(first: int, end: int) -> tuple[int, int]:
            new = sorted(place.get(at, at) for at in range(first, end))
            return (new[0], new[-1] + 1) if new and new[-1] - new[0] == len(new) - 1 else (first, end)

        def moved(spot: Json) -> Json:
            if spot.get("sheetId", 0) != sheet.id or ("dimension" in spot and spot["dimension"] != axis):
                return spot
            if "rowIndex" in spot or "columnIndex" in spot:
                name = "rowIndex" if axis == "ROWS" else "columnIndex"
                return {**spot, name: place.get(spot.get(name, 0), spot.get(name, 0))}
            names = ("startRowIndex", "endRowIndex") if axis == "ROWS" else ("startColumnIndex", "endColumnIndex")
            names = ("startIndex", "endIndex") if "dimension" in spot else names
            if names[1] not in spot:
                return spot
            first, end = how(spot.get(names[0], 0), spot[names[1]])
            return {**spot, names[0]: first, names[1]: end}

        self.map_objects(moved)
        self.rewrite(lambda text, home: permute_refs(text, home.title, sheet.title, axis, how))

    def move_row_metadata(self, sheet: Sheet, place: dict[int, int]) -> None:
        """Let metadata of rows go to other rows."""
        for item in self.metadata.values():
            span = item["location"].get("dimensionRange")
            if span and span["dimension"] == "ROWS" and span.get("sheetId", 0) == sheet.id:
                at = place.get(span["startIndex"], span["startIndex"])
                item["location"] = {
                    **item["location"],
                    "dimensionRange": {**span, "startIndex": at, "endIndex": at + 1},
                }

    def map_objects(self, how: Callable[[Json], Json | None]) -> None:
        """Pass every place in every object through a function; objects whose place is gone go too."""
        for sheet in self.sheets:
            for name, items in sheet.parts.items():
                if items:
                    sheet.parts[name] = [
                        new for item in items if (new := map_places(item, how)) not in (None, {}) and _still(item, new)
                    ]
            if sheet.basic_filter is not None:
                sheet.basic_filter = map_places(sheet.basic_filter, how)
        self.named = {key: new for key, item in self.named.items() if (new := map_places(item, how)) is not None}
        kept: dict[int, Json] = {}
        for key, item in self.metadata.items():
            span = item["location"].get("dimensionRange")
            if span is not None:
                span = how({**span, "sheetId": span.get("sheetId", 0)})
                if span is None:
                    continue
                item = {**item, "location": {**item["location"], "dimensionRange": span}}
            kept[key] = item
        self.metadata = kept

    def rewrite(self, how: Callable[[str, Sheet], str]) -> None:
        """Pass every formula through a function."""
        for sheet in self.sheets:
            for row, cells in list(sheet.rows.items()):
                changed = {}
                for column, cell in cells.items():
                    if isinstance(cell.entered, Formula):
                        new = how(cell.entered, sheet)
                        if new != cell.entered:
                            changed[column] = cell.holding(Formula(new))
                if changed:
                    sheet.put(row, changed)

    def formula(self, text: str) -> Formula:
        """A formula as it is kept; see `refs.canonical`."""

        def title_of(typed: str) -> str | None:
            sheet = self.titled(typed)
            return None if sheet is None else sheet.title

        return Formula(canonical(text, title_of))

    def rename(self, sheet: Sheet, title: str) -> None:
        """Give a tab another title; formulas follow. Problems: 400 when it is taken or empty."""
        check_title(title)
        other = self.titled(title)
        if other is not None and other.id != sheet.id:
            raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
        old = sheet.title
        sheet.properties["title"] = title
        self.rewrite(lambda text, _home: rename_tab(text, old, title))


def check_title(title: str) -> None:
    """Problems: 400 when a tab cannot have the title."""
    if not title:
        raise invalid("The sheet name cannot be empty.")
    if len(title) > 100:
        raise invalid("The sheet name cannot be greater than 100 characters.")


def _still(old: Json, new: Json) -> bool:
    """Whether an object still has a place: conditional formats and merges go with their last range."""
    if is_place(old):
        return True
    return not (old.get("ranges") and not new.get("ranges"))
