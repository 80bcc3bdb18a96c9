"""Pictures of each tab as a phone shows it, of the sample season: `python -m sheets_templates.pictures docs/pictures`.

LibreOffice draws the workbook at its natural size; what a narrow phone would show of each tab, its upper left corner,
is cut out. Needs `soffice` and `pdftoppm` on the path.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.styles import Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from PIL import Image

from rules.model import Round
from sheets_templates.look import PHONE
from sync.running.demo import ZONE, Season
from sync.running.once import Pass

TALL = 600  # pixels of a phone that a sheet's cells have
SHARP = 1.5  # pixels of the picture for each of the phone
INCH = 96  # pixels
COLOURS = 48
TIMEOUT = 120
MOMENT = datetime(2026, 11, 27, 12, 0, tzinfo=ZONE)  # the same pictures every time
FONT, SIZE, BOLD = "DejaVu Sans Condensed", 0.84, 0.78  # about as wide as Calibri, and free
PLAIN = Font(name=FONT, size=9)  # what widths of columns are counted in: 7 pixels a digit, as Calibri 11
LEAD = 3  # rows of a view above its data
SKIPPED = ("Lists",)


class Missing(Exception):
    """A program that is needed is not there."""


def tools() -> tuple[str, str]:
    """Paths of soffice and pdftoppm. Raises Missing."""
    found = []
    for name, package in (("soffice", "LibreOffice"), ("pdftoppm", "poppler-utils")):
        path = shutil.which(name)
        if path is None:
            raise Missing(f"{name} is not on the path; it comes with {package}.")
        found.append(path)
    return found[0], found[1]


def sample(path: Path) -> None:
    """The sample season in the middle of its third round, with something in every tab."""

    def third_round(done: Pass) -> bool:
        answer = done.decided.answer
        return answer is not None and any(
            isinstance(r.fact, Round) and r.fact.id == "R3" for r in (*_record(done), *done.decided.facts)
        )

    Season(path, MOMENT, lambda _: None).play(third_round)


def _record(done: Pass) -> Sequence[Any]:
    return done.decided.gathered.record if done.decided.gathered is not None else ()


def for_paper(path: Path) -> list[str]:
    """Make each visible tab one sheet of paper that holds what a phone shows. Titles come back, in order."""
    book = load_workbook(path)
    titles = []
    inner: Any = book
    inner._named_styles["Normal"].font = PLAIN
    inner._fonts[0] = PLAIN
    for ws in book.worksheets:
        if not ws.max_row or ws.sheet_state != "visible" or ws.title in SKIPPED:
            ws.sheet_state = "hidden"
            continue
        titles.append(ws.title)
        ws.print_title_rows = None
        ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
        ws.page_setup.paperSize, ws.page_setup.orientation, ws.page_setup.scale = 8, "portrait", 100
        for side in ("left", "right", "top", "bottom", "header", "footer"):
            setattr(ws.page_margins, side, 0)
        ws.print_options.gridLines = False
        ws.print_area = f"A1:{get_column_letter(_columns_shown(ws))}{_rows_shown(ws)}"
        _narrow(ws)
    book.save(path)
    return titles


def _columns_shown(ws: Any) -> int:
    """How many columns a phone shows, the last of them in part."""
    wide, column, last = 0.0, 0, 9.0
    while wide < PHONE * 1.1 and column < min(12, ws.max_column):
        column += 1
        letter = get_column_letter(column)
        last = ws.column_dimensions[letter].width if letter in ws.column_dimensions else last
        wide += last * 7 + 5
    return max(column, 2)


def _rows_shown(ws: Any) -> int:
    """How many rows a phone shows; all of them stay on one sheet of paper."""
    tall, row = 0.0, 0
    while tall < TALL and row < max(6, ws.max_row):
        row += 1
        tall += (ws.row_dimensions[row].height or 15) * INCH / 72
    return row


def _narrow(ws: Any) -> None:
    edge = Side(style="hair", color="D5DAE1")
    for row in ws.iter_rows(min_row=1, max_row=_rows_shown(ws)):
        for cell in row:
            font = cell.font
            cell.font = Font(
                name=FONT,
                size=(font.sz or 11) * (BOLD if font.b else SIZE),
                bold=font.b,
                italic=font.i,
                color=font.color,
                underline=font.u,
            )
            if cell.row >= LEAD:
                cell.border = Border(left=edge, right=edge, top=edge, bottom=edge)


def draw(book: Path, titles: Sequence[str], out: Path) -> list[Path]:
    """One picture a tab. Paths come back."""
    soffice, pdftoppm = tools()
    folder = book.parent
    profile = f"-env:UserInstallation=file://{folder / 'profile'}"
    command = [soffice, profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(book)]
    subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT)
    pdf = book.with_suffix(".pdf")
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    wide, tall = round(PHONE * SHARP), round(TALL * SHARP)
    for number, title in enumerate(titles, start=1):
        stem = folder / f"tab{number}"
        command = [
            pdftoppm,
            "-png",
            "-singlefile",
            "-r",
            str(round(INCH * SHARP)),
            "-f",
            str(number),
            "-l",
            str(number),
        ]
        command += ["-x", "0", "-y", "0", "-W", str(wide), "-H", str(tall), str(pdf), str(stem)]
        subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT)
        path = out / f"{title.casefold().replace(' ', '-')}.png"
        save(stem.with_suffix(".png"), path, (wide, tall))
        paths.append(path)
    return paths


def save(made: Path, path: Path, size: tuple[int, int]) -> None:
    """The picture, small, with the blank paper below the last line cut off."""
    with Image.open(made) as raw:
        picture = raw.convert("RGB")
    page = Image.new("RGB", size, "white")
    page.paste(picture, (0, 0))
    inked = page.point(lambda value: 255 if value < 250 else 0).getbbox()
    bottom = min(size[1], (inked[3] if inked else 0) + 24)
    page = page.crop((0, 0, size[0], bottom))
    page.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def main(arguments: Sequence[str], tell: Callable[[str], object] = print) -> int:
    """Draw every tab into the folder given; the exit code comes back."""
    if len(arguments) != 1:
        tell("usage: python -m sheets_templates.pictures FOLDER")
        return 2
    try:
        tools()
    except Missing as missing:
        tell(f"No pictures: {missing}")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "sample.xlsx"
        sample(book)
        titles = for_paper(book)
        for path in draw(book, titles, Path(arguments[0])):
            tell(f"{path} ({path.stat().st_size // 1024 + 1} kB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
