"""Websites beside the passes: one of each book, made again where the book changed, and an index of several."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import escape

from sync.backends.base import BackendError
from sync.backends.books import open_book
from sync.running.once import NotABook, engine_for
from sync.site.content import slug_of
from sync.site.folder import Done, NotASite, put
from sync.site.make import make_site


def site_of(book: str, folder: Path) -> Done:
    """Make the website of a book. Raises NotASite, OSError, NotABook and what the backend raises."""
    grid = open_book(book).read()
    return make_site(grid, engine_for(grid), folder)


@dataclass
class Sites:
    """The websites of the books of one command: one in the folder itself, several each in a folder of its own."""

    books: tuple[str, ...]
    folder: Path
    seen: dict[str, int] = field(default_factory=dict)

    def after(self, book: str) -> str:
        """Bring a book's website up to date after a pass; a line where that did not work, else blank."""
        try:
            grid = open_book(book).read()
            if self.seen.get(book) == grid.revision:
                return ""
            make_site(grid, engine_for(grid), self.place(book))
            self.seen[book] = grid.revision
            if len(self.books) > 1:
                self._index()
        except (NotASite, NotABook, BackendError, OSError) as wrong:
            said = f"{self.folder}: {wrong.strerror}" if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
            return f"The website of {book} was not written: {said}."
        return ""

    def place(self, book: str) -> Path:
        """Where a book's website stands."""
        return self.folder / self.slug(book) if len(self.books) > 1 else self.folder

    def slug(self, book: str) -> str:
        """The folder of a book among several: after the file, or the end of the spreadsheet's id."""
        name = (
            Path(book).stem
            if not book.startswith("https://")
            else book.rstrip("/").split("/d/")[-1].split("/")[0][-12:]
        )
        slug = slug_of(name)
        alike = [other for other in self.books if other != book and slug_of(Path(other).stem) == slug]
        return f"{slug}-{self.books.index(book) + 1}" if alike else slug

    def _index(self) -> None:
        links = "".join(
            f'<li><a href="{self.slug(book)}/index.html">{escape(Path(book).stem)}</a></li>'
            for book in self.books if (self.place(book) / "index.html").is_file()
        )  # fmt: skip
        page = (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Events</title></head>'
            f"<body><main><h1>Events</h1><ul>{links}</ul></main></body></html>\n"
        )
        own = self.folder / "events"
        put(own, {"index.html": page.replace('href="', 'href="../')})
