"""New lines of the Journal, numbered on from the last."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rules.model import Recorded
from sync.journal import Journal, Line, event_of, fact_detail, subject_of, to_json


class NewLines:
    """The lines of this pass, in the order they are written."""

    def __init__(self, journal: Journal, now: datetime, token: str) -> None:
        self.made: list[Line] = []
        self._last = journal.last
        self._now = now
        self._token = token

    def note(self, event: str, subject: str, detail: Mapping[str, Any], cause: str = "") -> None:
        self._last += 1
        self._add(line_of(self._last, self._now, event, subject, detail, cause, self._token))

    def fact(self, recorded: Recorded, cause: str = "") -> None:
        self._last += 1
        fact = recorded.fact
        line = Line(
            self._last, recorded.at, event_of(fact), subject_of(fact), fact_detail(recorded), cause, self._token
        )
        self._add(line)

    def _add(self, line: Line) -> None:
        self.made.append(line)
        self._last += len(line.rows()) - 1

    @property
    def last(self) -> int:
        return self._last


def line_of(
    no: int, when: datetime, event: str, subject: str, detail: Mapping[str, Any], cause: str, token: str
) -> Line:
    body = {key: to_json(value) if not isinstance(value, dict | list) else value for key, value in detail.items()}
    return Line(no, when, event, subject, body, cause, token)
