"""What a pass is told and what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rules.model import Answer, Recorded
from sync.claims.submissions import Checked, Reading
from sync.encode import needs_you
from sync.journal import Line
from sync.plan import OutRow, Plan
from sync.problems import Problem, Sort
from sync.reading.gather import Gathered
from sync.reading.look_ups import LookUp
from sync.runner import Holding
from sync.telling.notices import Outbox

Note = tuple[str, str, Mapping[str, Any], str]  # event, subject, detail, cause of a line


@dataclass(frozen=True)
class Outside:
    """What a pass is told by its shell: its token, the mark kept outside, what chess sites said, fresh chance."""

    token: str
    fresh_seed: str
    marked: int = 0
    checked: Mapping[str, Checked] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()  # further Journal lines, of the shell's work
    requests: str = ""
    problems: tuple[Problem, ...] = ()
    delivering: bool = False  # notices have addresses to go to
    wake: datetime | None = None  # when the shell wants to ask a chess site next
    brought: tuple[Recorded, ...] = ()  # facts of an event that began elsewhere, for a book without any


@dataclass(frozen=True)
class Decided:
    """The plan of a pass and what to tell the operator."""

    plan: Plan
    problems: tuple[Problem, ...]
    catalogue: Mapping[str, Sort]
    facts: tuple[Recorded, ...] = ()
    answer: Answer | None = None
    wake: datetime | None = None
    stopped: bool = False
    last_no: int = 0
    lines: tuple[Line, ...] = ()
    gathered: Gathered | None = None
    reading: Reading | None = None
    held: tuple[Holding, ...] = ()
    box: Outbox = field(default_factory=Outbox)
    views: Mapping[str, Sequence[OutRow]] = field(default_factory=dict)
    due: datetime | None = None  # when the event goes on by the clock; `wake` may come before, for a reminder
    look_ups: tuple[LookUp, ...] = ()  # that show something else than they ought to

    @property
    def needs(self) -> int:
        """How many things need a person."""
        return needs_you(self.problems, self.catalogue)
