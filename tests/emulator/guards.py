"""Who may write where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.emulator.a1 import Rect
from tests.emulator.book import Book
from tests.emulator.errors import ApiError, invalid
from tests.emulator.sheet import Json, Sheet

if TYPE_CHECKING:
    from tests.emulator.values import Setting


def protected_area(book: Book, item: Json) -> tuple[Sheet, Rect] | None:
    """The tab and rectangle of a protected range; None for one without a place."""
    if item.get("namedRangeId") in book.named and "range" not in item:
        return book.place(book.named[item["namedRangeId"]]["range"])
    return book.place(item["range"]) if "range" in item else None


def may_edit(book: Book, item: Json, who: str) -> bool:
    """Whether an account may edit inside a protected range (a warning stops no program)."""
    if item.get("warningOnly") or who == book.owner:
        return True
    editors: dict[str, Any] = item.get("editors") or {}
    return who in editors.get("users", ()) or bool(editors.get("domainUsersCanEdit"))


def may_write(book: Book, sheet: Sheet, rect: Rect, setting: Setting) -> None:
    """Problems: 400 when the rectangle touches a range that this account may not edit."""
    if not setting.switches.protection_enforced:
        return
    for item in sheet.parts["protectedRanges"]:
        if may_edit(book, item, setting.who):
            continue
        place = protected_area(book, item)
        if place is None or not place[1].touches(rect):
            continue
        free = [book.place(one)[1] for one in item.get("unprotectedRanges", ())]
        if any(_covers(hole, rect, sheet) for hole in free):
            continue
        raise protected()


def may_shape(book: Book, sheet: Sheet, setting: Setting, *, any_part: bool = False) -> None:
    """Problems: 400 when the tab as a whole is protected from this account, or any part of it when that matters."""
    if not setting.switches.protection_enforced:
        return
    for item in sheet.parts["protectedRanges"]:
        place = protected_area(book, item)
        if place is None or may_edit(book, item, setting.who):
            continue
        whole = (place[1].top, place[1].left, place[1].bottom, place[1].right) == (0, 0, None, None)
        if whole or any_part:
            raise protected()


def protected() -> ApiError:
    """The refusal of a change inside a protection."""
    return invalid(
        "You are trying to edit a protected cell or object. "
        "Please contact the spreadsheet owner to remove protection if you need to edit."
    )


def _covers(hole: Rect, rect: Rect, sheet: Sheet) -> bool:
    a = hole.within(sheet.row_count, sheet.column_count)
    b = rect.within(sheet.row_count, sheet.column_count)
    assert a.bottom is not None
    assert a.right is not None
    assert b.bottom is not None
    assert b.right is not None
    return a.top <= b.top and a.left <= b.left and b.bottom <= a.bottom and b.right <= a.right
