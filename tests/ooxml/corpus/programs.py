"""Books that other programs began or saved: XlsxWriter, openpyxl, LibreOffice."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.ooxml.corpus.drawn import png
from tests.ooxml.corpus.kinds import KINDS, LINES, Kind
from tests.ooxml.package import Package


def office() -> str | None:
    """Where LibreOffice lies; None where it is not installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def converted(data: bytes, ending: str = ".xlsx", to: str = "xlsx:Calc MS Excel 2007 XML") -> bytes:
    """The book as LibreOffice saves it after it opened it. Raises CalledProcessError where it does not open."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / f"book{ending}", Path(folder) / "out"
        source.write_bytes(data)
        command = [
            office() or "soffice",
            f"-env:UserInstallation=file://{folder}/profile",
            "--headless",
            "--convert-to",
            to,
            "--outdir",
            str(out),
            str(source),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        return next(out.iterdir()).read_bytes()


def of_xlsxwriter() -> bytes:
    """A club's book with a chart, a picture, a table, sparklines, validations, notes, formats and a chart as a tab."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet("Fees")
    money = book.add_format({"num_format": "#,##0.00 [$€-407]", "bold": True, "bg_color": "#FFEEAA", "border": 1})
    for row, line in enumerate(LINES):
        for column, value in enumerate(line):
            sheet.write(row, column, value, money if row and column else None)
    sheet.write_formula("D2", "=B2-C2", None, 5)
    sheet.write_array_formula("D3:D4", "{=B3:B4-C3:C4}", None, 0)
    sheet.write_dynamic_array_formula("E2:E3", "=UNIQUE(B2:B3)", None, 10)
    sheet.write_rich_string("A8", "plain ", book.add_format({"bold": True}), "bold", " and plain")
    sheet.add_table("A10:C13", {"name": "Owed", "columns": [{"header": h} for h in LINES[0]]})
    sheet.data_validation("D10", {"validate": "list", "source": ["yes", "no"]})
    sheet.conditional_format("B2:B5", {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format("C2:C5", {"type": "icon_set", "icon_style": "3_traffic_lights"})
    sheet.add_sparkline("F2", {"range": "Fees!B2:B5"})
    sheet.write_comment("A2", "by cheque", {"width": 300, "author": "Ada"})
    sheet.insert_textbox("H2", "Fees are due in May")
    sheet.insert_image("H12", "dot.png", {"image_data": io.BytesIO(png(30))})
    sheet.write_url("A15", "https://club.example/", string="club")
    sheet.set_header("&LFees&RPage &P")
    sheet.freeze_panes(1, 1)
    sheet.set_column("G:G", None, None, {"level": 1, "hidden": True})
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Fees!$B$2:$B$5", "categories": "=Fees!$A$2:$A$5"})
    sheet.insert_chart("M2", chart)
    drawn = book.add_chart({"type": "line"})
    drawn.add_series({"values": "=Fees!$C$2:$C$5"})
    book.add_chartsheet("Fees drawn").set_chart(drawn)
    book.define_name("Fees_all", "=Fees!$B$2:$B$5")
    book.set_custom_property("Club", "North")
    book.close()
    return out.getvalue()


def of_openpyxl() -> bytes:
    """A club's book as openpyxl writes it, with its own sort of chart, notes, filter and merged cells."""
    from openpyxl import Workbook
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Fees"
    for line in LINES:
        sheet.append(line)
    sheet["A1"].comment = Comment("by cheque", "Ada", width=300, height=80)
    sheet.merge_cells("E1:G2")
    sheet.auto_filter.ref = "A1:C5"
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=5), titles_from_data=True)
    sheet.add_chart(chart, "I2")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@cache
def of_libreoffice() -> bytes:
    """The club's book as LibreOffice saves it. Made once: it gives its rules other ids each time."""
    return converted(of_xlsxwriter())


def through_libreoffice(data: bytes) -> bytes:
    """The event's book opened and saved in LibreOffice before the first pass."""
    return converted(data)


def _nothing(package: Package) -> None:
    assert package.parts


for entry in (
    Kind("plain", _nothing),
    Kind("begun with xlsxwriter", begin=of_xlsxwriter),
    Kind("begun with openpyxl", begin=of_openpyxl),
    Kind("begun with libreoffice", begin=of_libreoffice, slow=True),
    Kind("saved with libreoffice", finish=through_libreoffice, slow=True),
):
    KINDS[entry.name] = entry
