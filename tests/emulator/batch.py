"""`spreadsheets.batchUpdate`: every request is applied to a copy; one refusal and nothing has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.book import Book
from tests.emulator.errors import ApiError, field_violation, in_request, invalid
from tests.emulator.guards import may_write
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import Setting

Handler = Callable[["Batch", Json], Json | None]
HANDLERS: dict[str, Handler] = {}
#: The modules that hold the handlers, loaded when the first batch is run.
FAMILIES = (
    "sheets",
    "cells",
    "paste",
    "tidy",
    "dimensions",
    "metadata",
    "objects",
    "filters",
    "fill",
    "tables",
    "comments",
    "sources",
)


def kind(name: str) -> Callable[[Handler], Handler]:
    """Registers the handler of a kind of request."""

    def register(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return register


class Batch:
    """One batchUpdate in progress on a copy of the book."""

    def __init__(self, book: Book, setting: Setting) -> None:
        self.book = book
        self.setting = setting

    def area(self, grid_range: Mapping[str, Any] | None, *, write: bool = True) -> tuple[Sheet, Rect]:
        """The tab and closed rectangle of a GridRange. Problems: 400 outside the grid or inside a protection."""
        sheet, rect = self.book.place(dict(grid_range or {}))
        closed = Rect(
            rect.top,
            rect.left,
            sheet.row_count if rect.bottom is None else rect.bottom,
            sheet.column_count if rect.right is None else rect.right,
        )
        assert closed.bottom is not None
        assert closed.right is not None
        if closed.bottom > sheet.row_count or closed.right > sheet.column_count:
            raise self.book.past_grid(sheet, closed)
        if write:
            may_write(self.book, sheet, closed, self.setting)
        return sheet, closed

    def place(self, grid_range: Mapping[str, Any] | None) -> Json:
        """A GridRange as it is kept: with its tab's id, checked."""
        given = {name: value for name, value in (grid_range or {}).items() if value is not None}
        given.setdefault("sheetId", 0)
        self.area(given, write=False)
        return given


def _two_kinds(number: int, kinds: list[str]) -> ApiError:
    where = f"requests[{number}]"
    words = f"Invalid value at '{where}' (oneof), oneof field 'kind' is already set. Cannot set '{kinds[1]}'"
    return field_violation(where, words)


def run(book: Book, requests: list[Json], setting: Setting) -> tuple[Book, list[Json]]:
    """The book after all requests, and their replies. Problems: 400 with the number of the first refused request."""
    for family in FAMILIES:
        import_module(f"tests.emulator.batch_{family}")
    batch = Batch(book.copy(), setting)
    replies: list[Json] = []
    for number, request in enumerate(requests):
        given = {name: body for name, body in request.items() if body is not None}
        if len(given) != 1:
            if not given:
                raise invalid(f"Invalid requests[{number}]: No request set.")
            raise _two_kinds(number, list(given))
        ((name, body),) = given.items()
        handler = HANDLERS.get(name)
        if handler is None:
            raise ApiError(501, f"The emulator has no request of kind {name}.")
        try:
            answer = handler(batch, body)
        except ApiError as refusal:
            # Only a meaning refused is told with its place: what is not found or not allowed is told as it is.
            raise in_request(refusal, f"requests[{number}].{name}") if refusal.code == 400 else refusal from None
        replies.append({} if answer is None else {name: answer})
    return batch.book, replies
