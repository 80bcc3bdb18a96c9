"""A tab that may hold answers of a form: where its time stamps stand, and which column asks which question.

Only the question that asks for a thing is read for it: by its heading; or, where no heading tells, a column of links
alone, or one with five or more answers that are all results. Such a choice is recorded in the Journal and stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

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
    width = max((len(r) for r in (headings, *cells)), default=0)
    texts = [text_of(headings, i) for i in range(width)]
    free = [i for i in range(width) if stamp is None or i != stamp.index]
    columns = _by_heading(texts, free, cells, noted)
    asked = set(chain.from_iterable(columns.values()))
    told = _by_content(cells, [i for i in free if i not in asked], columns, spec)
    return AnswerTab(tab, stamp, columns | told, rows, _chosen(told, texts))


def _chosen(told: Mapping[str, tuple[int, ...]], texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Question and heading of each column that its answers told; one without a heading is found again each time."""
    return tuple((question, texts[i]) for question, places in told.items() for i in places if texts[i])


def _by_heading(
    texts: Sequence[str], free: Sequence[int], rows: Sequence[Row], noted: Mapping[str, str]
) -> dict[str, tuple[int, ...]]:
    """The columns of each question, by their headings: the schema's own before others.

    Of several names the last comes first: what the form asks stands behind what its maker knows of the sender.
    """
    found: dict[str, list[int]] = {}
    for index in free:
        question = question_of(texts[index]) or noted.get(heading_key(texts[index]), "")
        if question and not _is_quiz_score(texts[index], [text_of(row, index) for row in rows]):
            found.setdefault(question, []).append(index)
    found |= {NAME: found[NAME][::-1]} if NAME in found else {}
    return {q: tuple(sorted(places, key=lambda i: not is_schemas_own(texts[i]))) for q, places in found.items()}


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
    links = tuple(i for i, texts in answers.items() if texts and all(map(is_link, texts)))
    results = tuple(i for i, texts in answers.items() if len(texts) >= ENOUGH and _are_results(texts, spec))
    found = {LINK: links, RESULT: results if len(results) == 1 else ()}
    return {question: places for question, places in found.items() if places and question not in columns}


def _are_results(texts: Sequence[str], spec: FormatSheet) -> bool:
    return all(read_words(text, spec) is not None for text in texts)


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
