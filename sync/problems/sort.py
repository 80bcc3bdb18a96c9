"""Mistakes in a sheet are values: what a problem is, where it is, and how its kind is worded."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from rules.advice import Advice
from rules.model import NO_FIELDS, Fields


class Urgency(Enum):
    """How soon somebody should look."""

    STOP = "stopped"  # nothing is decided until a person acts
    NOW = "now"  # holds up the event
    SOON = "soon"  # something waits or will be decided by a default
    NOTE = "note"  # worth knowing, nothing waits


@dataclass(frozen=True)
class At:
    """A cell, a row or a tab. `cell` is its address such as B14; blank for a whole tab."""

    tab: str
    cell: str = ""
    column: str = ""
    row: int = 0

    def __str__(self) -> str:
        where = f"{self.tab} {self.cell}".strip()
        return f"{where} ({self.column})" if self.column and self.cell else where


@dataclass(frozen=True)
class Problem:
    """One thing a person should know or do."""

    code: str
    at: At
    facts: Fields = field(default_factory=lambda: NO_FIELDS)
    holds: bool = False  # holds publication


@dataclass(frozen=True)
class Sort:
    """A kind of problem: how urgent, what is wrong, what to type, what happens if nobody does."""

    urgency: Urgency
    wording: str
    advice: Advice
    otherwise: str = ""
