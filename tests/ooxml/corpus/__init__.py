"""Books of owners: a real book of Pairsheet with every kind of part that a program may have put into it."""

from tests.ooxml.corpus import around, drawn, forms, formulas, laid, looks, notes, pivots, programs, texts
from tests.ooxml.corpus.kinds import KINDS, Kind

__all__ = [
    "KINDS", "Kind", "around", "drawn", "forms", "formulas", "laid", "looks", "notes", "pivots", "programs", "texts",
]  # fmt: skip
