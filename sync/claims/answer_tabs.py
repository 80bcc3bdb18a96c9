"""A tab that may hold answers of a form: where its time stamps stand, and which column asks which question.

Only the question that asks for a thing is read for it: by its heading; or, where no heading tells, a column of links
alone, or one with five or more answers that are all results. Such a choice is recorded in the Journal and stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink, parse_link
from sync.claims.reports import read_words
from sync.grid import Row, TabGrid, filled_rows, is_blank
from sync.kinds import cell_text, clean
from sync.reading.questions import LINK, NAME, RESULT, heading_key, is_schemas_own, question_of
from sync.reading.stamps import StampColumn, stamp_column
from sync.schema import Tab

ENOUGH = 5  # so many answers that are all results make a question one for the result
OWN_IDS = ("question-id-", "submission_id")  # a hidden row of ids that Nextcloud writes below its headings

_OUT_OF = re.compile(r"[0-9]+ / [0-9]+")


@dataclass(frozen=True)
class AnswerTab:
    """A tab as looked at. `columns`: by question, the best first; `chosen`: what answers without a heading told."""

    tab: TabGrid
    stamp: StampColumn | None
    columns: Mapping[str, tuple[int, ...]]
    rows: tuple[tuple[int, Row], ...]  # those with an answer: sheet row and cells
    chosen: tuple[tuple[str, str], ...] = ()  # question, heading

    def texts(self, row: Row, question: str) -> list[str]:
        """What a row answers to a question, each text once."""
        found = (text_of(row, i) for i in self.columns.get(question, ()))
        return list(dict.fromkeys(t for t in found if t))

    def others(self, row: Row) -> list[str]:
        """Every text of a row but its time stamp."""
        skip = self.stamp.index if self.stamp is not None else -1
        return [t for i in range(len(row)) if i != skip and (t := text_of(row, i))]


def text_of(row: Row, index: int) -> str:
    """A cell's text, blank beyond the edge."""
    return clean(cell_text(row[index])) if index < len(row) and row[index] is not None else ""


def look_at(tab: TabGrid, noted: Mapping[str, str], spec: FormatSheet) -> AnswerTab:
    """The tab as answers of a form. `noted`: questions told at earlier passes, by heading as compared."""
    headings = tab.rows[0] if tab.rows else ()
    rows = tuple((n, row) for n, row in filled_rows(tab, 2) if not _is_row_of_ids(row))
    cells = [row for _, row in rows]
    stamp = stamp_column(headings, cells)
    texts = [cell_text(h) for h in headings]
    free = [i for i in range(max((len(r) for r in (headings, *cells)), default=0)) if stamp is None or i != stamp.index]
    columns: dict[str, tuple[int, ...]] = {}
    for index in free:
        heading = texts[index] if index < len(texts) else ""
        question = question_of(heading) or noted.get(heading_key(heading), "")
        if question and not _is_quiz_score(heading, [text_of(row, index) for row in cells]):
            columns[question] = (*columns.get(question, ()), index)
    for question, places in columns.items():
        columns[question] = tuple(
            sorted(places, key=lambda i: (not is_schemas_own(texts[i]), -i if question == NAME else i))
        )
    asked = {i for places in columns.values() for i in places}
    told = _by_content(cells, [i for i in free if i not in asked], columns, spec)
    chosen = tuple((q, texts[i]) for q, places in told.items() for i in places if i < len(texts) and texts[i].strip())
    return AnswerTab(tab, stamp, columns | told, rows, chosen)


def _is_quiz_score(heading: str, texts: Sequence[str]) -> bool:
    """Whether this is the column in which a quiz of Google's counts the right answers: `9 / 10`."""
    filled = [t for t in texts if t]
    return heading_key(heading) == "score" and bool(filled) and all(_OUT_OF.fullmatch(t) for t in filled)


def _is_row_of_ids(row: Row) -> bool:
    return any(isinstance(c, str) and c.startswith(OWN_IDS) for c in row)


def _by_content(
    rows: Sequence[Row], free: Sequence[int], columns: Mapping[str, tuple[int, ...]], spec: FormatSheet
) -> dict[str, tuple[int, ...]]:
    """Questions that no heading asks and whose answers tell what was asked."""
    answers = {i: [t for row in rows if (t := text_of(row, i))] for i in free}
    found: dict[str, tuple[int, ...]] = {}
    links = tuple(i for i, texts in answers.items() if texts and all(is_link(t) for t in texts))
    if links and LINK not in columns:
        found[LINK] = links
    results = [
        i
        for i, texts in answers.items()
        if len(texts) >= ENOUGH and all(read_words(t, spec) is not None for t in texts)
    ]
    if len(results) == 1 and RESULT not in columns:
        found[RESULT] = (results[0],)
    return found


def is_link(text: str) -> bool:
    """Whether a text is the link of a game and nothing else."""
    return " " not in text and ("/" in text) and isinstance(parse_link(text), GameLink)


def is_workers(tab: TabGrid, layout: Sequence[Tab]) -> bool:
    """Whether a tab has the headings of one of the worker's, a copy of it perhaps."""
    for own in layout:
        wanted = {heading_key(h) for h in own.headings}
        enough = len(wanted) if len(wanted) < 3 else max(3, (len(wanted) + 1) // 2)
        for number in {1, own.heading_row}:
            there = tab.rows[number - 1] if len(tab.rows) >= number else ()
            if len(wanted & {heading_key(cell_text(c)) for c in there if not is_blank(c)}) >= enough:
                return True
    return False
