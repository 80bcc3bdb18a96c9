"""Forms whose answers arrive in a tab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from tests.emulator.book import Book
from tests.emulator.cells import Cell
from tests.emulator.numerals import serial
from tests.emulator.people import Person
from tests.emulator.service import Service
from tests.emulator.sheet import Sheet
from tests.emulator.values import Setting, entered

#: Titles of form tabs and the heading of their first column, by language of the person who made the form.
FORM_TABS = {
    "en": ("Form Responses 1", "Timestamp"),
    "fr": ("Réponses au formulaire 1", "Horodateur"),
    "de": ("Formularantworten 1", "Zeitstempel"),
    "es": ("Respuestas de formulario 1", "Marca temporal"),
    "nl": ("Formulierreacties 1", "Tijdstempel"),
}


class Form:
    """A form whose answers arrive in a tab of a spreadsheet."""

    def __init__(self, service: Service, book_id: str, questions: Sequence[str], *, language: str = "en") -> None:
        self.service = service
        self.book_id = book_id
        self.questions = list(questions)
        #: The column of each question; the form writes there even when somebody changes the heading.
        self._columns = {question: column for column, question in enumerate(questions, start=1)}
        title, first = FORM_TABS[language]
        person = self._owner()
        self.sheet_id = person.add_tab(title, 100, max(len(questions) + 1, 6))
        person.type_row(title, [first, *questions], 0)
        #: The stamp of each answer, by which its row is found again wherever persons have moved it.
        self._answers: dict[int, float] = {}

    @property
    def tab(self) -> str:
        """The title of the tab now."""
        return self._sheet(self.service.world.book(self.book_id)).title

    def _sheet(self, book: Book) -> Sheet:
        return book.sheet(self.sheet_id)

    def submit(self, answers: Mapping[str, str], *, at: datetime | None = None) -> int:
        """Send a form; gives the number of the answer. The row goes below the last one, stamped in the book's zone."""
        with self.service.world.lock:
            file = self.service.world.files[self.book_id]
            assert file.book is not None
            book = file.book.copy()
            sheet = self._sheet(book)
            row = max(sheet.last_row(), 1)
            if self.service.switches.form_answer_inserts_row and row < sheet.row_count:
                sheet.insert("ROWS", row, 1)
                book.shift(sheet, "ROWS", row, 1)
            sheet.resize("ROWS", max(sheet.row_count, row + 1))
            when = self._stamp(book, at)
            self._fill(book, sheet, row, answers, when)
            self.service.world.commit(file, book)
            number = len(self._answers) + 1
            self._answers[number] = when
            return number

    def edit(self, number: int, answers: Mapping[str, str], *, at: datetime | None = None) -> None:
        """Change an answer sent before: its row changes in place and gets the time of the change."""
        if not self.service.switches.form_edit_changes_row:
            self.submit(answers, at=at)
            return
        with self.service.world.lock:
            file = self.service.world.files[self.book_id]
            assert file.book is not None
            book = file.book.copy()
            sheet = self._sheet(book)
            when = self._stamp(book, at)
            self._fill(book, sheet, self._row(sheet, number), answers, when)
            self._answers[number] = when
            self.service.world.commit(file, book)

    def delete_row(self, number: int) -> None:
        """A person deletes the row of an answer (the form itself keeps it)."""
        with self.service.world.lock:
            row = self._row(self._sheet(self.service.world.book(self.book_id)), number)
            self._owner().delete_rows(self.tab, row)

    def rename_question(self, old: str, new: str) -> None:
        """Another wording in the form: the heading of its column changes."""
        column = self._columns[old]
        self.questions[self.questions.index(old)] = new
        self._columns[new] = self._columns.pop(old)
        self._owner().type_at(self.tab, 0, column, new)

    def add_question(self, question: str) -> None:
        """A new question: a column at the end, whatever a person put there before is moved right."""
        column = len(self.questions) + 1
        self._owner().insert_columns(self.tab, column)
        self._owner().type_at(self.tab, 0, column, question)
        self.questions.append(question)
        self._columns[question] = column

    def _owner(self) -> Person:
        return Person(self.service, self.book_id, self.service.world.files[self.book_id].owner)

    def _stamp(self, book: Book, at: datetime | None) -> float:
        moment = at or self.service.clock.now()
        when = serial(moment.astimezone(ZoneInfo(book.properties["timeZone"])).replace(tzinfo=None))
        taken = set(self._answers.values())
        while when in taken:
            when += 1e-8  # two answers within one tick stay apart
        return when

    def _row(self, sheet: Sheet, number: int) -> int:
        for row, column, cell in sheet.filled():
            if column == 0 and cell.entered == self._answers[number]:
                return row
        raise LookupError(f"the row of answer {number} is gone")

    def _fill(self, book: Book, sheet: Sheet, row: int, answers: Mapping[str, str], when: float) -> None:
        stamped = sheet.cell(row, 0).formatted({"type": "DATE_TIME", "pattern": "m/d/yyyy h:mm:ss"})
        cells: dict[int, Cell] = {0: stamped.holding(when)}
        setting = Setting(self.service.world.files[self.book_id].owner, self.service.clock.now(), self.service.switches)
        option = "USER_ENTERED" if self.service.switches.form_answers_parsed else "RAW"
        for question, column in self._columns.items():
            if question in answers:
                text = answers[question]
                # An answer is never a formula, whatever it begins with.
                plain = option == "RAW" or text.startswith(("=", "+", "'"))
                cells[column] = entered(text, sheet.cell(row, column), "RAW" if plain else option, book, setting)
        sheet.put(row, cells)
