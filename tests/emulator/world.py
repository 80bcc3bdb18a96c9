"""Everything the services keep: files, their versions, who may use them, the list of changes."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tests.emulator.book import Book
from tests.emulator.clock import Clock
from tests.emulator.errors import ApiError
from tests.emulator.switches import Switches

SPREADSHEET = "application/vnd.google-apps.spreadsheet"
#: Files that Drive opens as a spreadsheet and the Sheets service does not.
OFFICE = frozenset(
    {
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.ms-excel",
        "application/vnd.ms-excel.sheet.macroEnabled.12",
    }
)
RANKS = {"reader": 1, "commenter": 1, "writer": 2, "fileOrganizer": 2, "organizer": 2, "owner": 3}
_ID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#: How many old versions of a book are kept for a person to restore.
HISTORY = 60


@dataclass(slots=True)
class File:
    """A file in Drive; a spreadsheet has a book."""

    id: str
    name: str
    mime: str
    owner: str
    created: datetime
    modified: datetime
    version: int = 1
    trashed: bool = False
    parents: list[str] = field(default_factory=lambda: ["root"])
    #: Role by account; `anyone` is the public.
    roles: dict[str, str] = field(default_factory=dict)
    book: Book | None = None
    history: list[Book] = field(default_factory=list)
    comments: list[dict[str, Any]] = field(default_factory=list)
    description: str = ""
    #: Who has been named as the next owner and has not accepted yet.
    heir: str = ""
    #: Those of the roles that are held by groups.
    groups: set[str] = field(default_factory=set)

    def rank(self, who: str) -> int:
        """0 no access, 1 may read, 2 may write, 3 owns."""
        return max(RANKS.get(self.roles.get(who, ""), 0), RANKS.get(self.roles.get("anyone", ""), 0))


class World:
    """The state behind all services, with one lock: requests are served one after the other."""

    def __init__(self, clock: Clock | None = None, switches: Switches | None = None, seed: int = 0) -> None:
        self.clock = clock or Clock()
        self.switches = switches or Switches()
        self.lock = threading.RLock()
        self.files: dict[str, File] = {}
        #: (file id, removed, time) of every change, oldest first.
        self.changes: list[tuple[str, bool, datetime]] = []
        self._dice = random.Random(f"world {seed}")
        self._last = self.clock.now()

    def moment(self) -> datetime:
        """The time now, later than any time given before."""
        self._last = max(self.clock.now(), self._last + timedelta(milliseconds=1))
        return self._last

    def new_id(self) -> str:
        """A file id of the usual length."""
        return "1" + "".join(self._dice.choices(_ID_LETTERS, k=43))

    def create(self, name: str, owner: str, mime: str = SPREADSHEET, book: Book | None = None) -> File:
        """A new file; a spreadsheet gets one empty tab unless a book is given."""
        now = self.moment()
        file = File(book.id if book else self.new_id(), name, mime, owner, now, now, roles={owner: "owner"})
        if mime == SPREADSHEET:
            file.book = book or Book(file.id, name)
            file.book.owner = owner
        self.files[file.id] = file
        self.note(file)
        return file

    def share(self, file_id: str, who: str, role: str = "writer") -> None:
        """Give an account (or `anyone`) a role."""
        self.files[file_id].roles[who] = role
        self.touch(self.files[file_id])

    def note(self, file: File, *, removed: bool = False) -> None:
        """Enter a change into the list."""
        self.changes.append((file.id, removed, self._last))

    def touch(self, file: File) -> None:
        """Something about the file changed."""
        file.modified = self.moment()
        if self.switches.drive_version_grows:
            file.version += 1
        self.note(file)

    def commit(self, file: File, book: Book) -> None:
        """Put a new version in the place of the old one."""
        assert file.book is not None
        file.history.append(file.book)
        del file.history[:-HISTORY]
        file.book = book
        file.name = book.properties["title"]
        self.touch(file)

    def opened(self, book_id: str, who: str, *, write: bool) -> File:
        """The spreadsheet file for an account. Problems: 404 when there is none, 403 without the right."""
        file = self.files.get(book_id)
        if file is None:
            raise ApiError(404, "Requested entity was not found.")
        if file.rank(who) < (2 if write else 1):
            raise ApiError(403, "The caller does not have permission")
        if file.book is None:
            if file.mime not in OFFICE:  # a text, a form, a picture: nothing of that id is known here
                raise ApiError(404, "Requested entity was not found.")
            words = "This operation is not supported for this document. The document must not be an Office file."
            raise ApiError(400, words, status="FAILED_PRECONDITION")
        return file

    def book(self, book_id: str) -> Book:
        """The current version of a spreadsheet."""
        book = self.files[book_id].book
        assert book is not None
        return book
