"""Mistakes in a sheet are values. One catalogue holds their urgency, wording and advice.

Each wording may use the facts of the problem in braces; the advice is data (`rules.advice`), from which its sentence is
made. `sync.encode` shows them in Problems with the address of the cell; nothing here knows how.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.reasons import sentence
from sync.chesssites.links import public_links
from sync.problems.cells import CELLS, TABS
from sync.problems.director import DECISIONS, PRIVATE, PUBLICATION, SETTINGS
from sync.problems.people import GAMES, PLAYERS
from sync.problems.record import RECORD, REPORTS
from sync.problems.sort import At, Problem, Sort, Urgency

LONGEST_FACT = 2000  # characters of one fact in a wording
TWO_STOPS = re.compile(r"(?<![.;])[.;]\.(?=\s|$)")

CATALOGUE: Mapping[str, Sort] = {
    **CELLS, **TABS, **PLAYERS, **GAMES, **SETTINGS, **DECISIONS, **RECORD, **REPORTS, **PRIVATE, **PUBLICATION,
}  # fmt: skip


def _short(text: str) -> str:
    return f"{text[:LONGEST_FACT]}…" if len(text) > LONGEST_FACT else text


def wording(problem: Problem, catalogue: Mapping[str, Sort] = CATALOGUE) -> tuple[Urgency, str, str, str]:
    """Urgency, what is wrong, what to type, and what happens otherwise, in words.

    Raises KeyError for a code the catalogue lacks, or where the facts lack a name its wording uses.
    """
    sort = catalogue[problem.code]
    facts = {k: _short(public_links(v)) if isinstance(v, str) else v for k, v in problem.facts.items()}
    return (
        sort.urgency,
        _one_stop(sentence(sort.wording, facts)),
        _one_stop(sentence(sort.advice.words, facts)),
        _one_stop(sentence(sort.otherwise, facts)),
    )


def _one_stop(text: str) -> str:
    """The text with one full stop where a fact, such as `Ada B.`, and its sentence end together."""
    return TWO_STOPS.sub(".", text)


__all__ = ["CATALOGUE", "At", "Problem", "Sort", "Urgency", "wording"]
