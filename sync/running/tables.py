"""The public tables of a book by its name, as notebooks want them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sync.backends.books import open_book
from sync.making.leaving import all_tables
from sync.running.once import engine_for

if TYPE_CHECKING:
    import pandas as pd


def tables_of(book: str) -> dict[str, pd.DataFrame]:
    """Every public table by the title of its tab, and `Results by round`. Raises BackendError and ExtraMissing."""
    grid = open_book(book).read()
    return all_tables(grid, engine_for(grid))
