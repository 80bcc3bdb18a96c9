"""The tables of an event for notebooks: `from sync import open_tables`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["open_tables"]


def open_tables(book: str) -> dict[str, pd.DataFrame]:
    """Every public table of a book by the title of its tab, and `Results by round`: what `export` writes.

    `book` is a path ending .xlsx or .xlsm, or the link or id of a Google spreadsheet. Nothing is written.
    Raises BackendError where the book cannot be reached, ExtraMissing without pandas.
    """
    from sync.running.tables import tables_of

    return tables_of(book)
