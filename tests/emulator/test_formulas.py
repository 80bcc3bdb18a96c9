"""Formulas: how they are kept, what they give, how the answer looks, and what their mistakes are called."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import gspread
import pytest
from gspread.utils import ValueRenderOption

from tests.emulator.fixtures import Emulated, in_process
from tests.emulator.formulas import calc_of
from tests.emulator.numerals import serial

__all__ = ["in_process"]
TABLE: list[list[Any]] = [
    ["Name", "Club", "Points", "Date"],
    ["Anna", "North", 10, "2026-01-05"],
    ["Bert", "South", 7.5, "2026-02-01"],
    ["Cara", "North", 3, "2026-03-09"],
    ["Dora", "", "", ""],
]


@pytest.fixture
def book(in_process: Emulated) -> gspread.Spreadsheet:
    """A file with a small table in A1:D5."""
    book = in_process.quick_client().open_by_key(in_process.book_id)
    book.sheet1.update(TABLE, "A1", raw=False)
    book.add_worksheet("Other tab", 10, 5).update([["key", "x"], ["R1-02", "1-0"], ["R1-01", "½-½"]], "A1")
    book.sheet1.define_named_range("C2:C4", "scores")
    return book


def result(book: gspread.Spreadsheet, formula: str) -> Any:
    """The plain value of a formula in cell F7."""
    book.sheet1.update([[formula]], "F7", raw=False)
    got = book.sheet1.get("F7", value_render_option=ValueRenderOption.unformatted)
    return got[0][0] if got and got[0] else None


GIVES: list[tuple[str, Any]] = [
    ("= 1 / 1024", 0.0009765625),
    ("=2^3*2+1", 17),
    ("=-2^2", 4),
    ("=50%*10", 5),
    ('="a"&1&TRUE', "a1TRUE"),
    ("=1<>2", True),
    ("=SUM(C2:C5,1)", 21.5),
    ("=SUM(scores)", 20.5),
    ("=AVERAGE(C:C)", 20.5 / 3),
    ("=COUNT(A:C)", 3),
    ("=COUNTA(B1:B9)", 4),
    ("=COUNTBLANK(B1:B9)", 5),
    ("=MAX(C2:C5)-MIN(C2:C5)", 7),
    ("=MEDIAN(C2:C4)", 7.5),
    ("=LARGE(C2:C4,2)", 7.5),
    ("=RANK(7.5,C2:C4)", 2),
    ('=COUNTIF(B2:B5,"north")', 2),
    ('=COUNTIF(C2:C5,">=7.5")', 2),
    ('=COUNTIF(A2:A5,"?a*")', 1),
    ('=SUMIF(B2:B5,"North",C2:C5)', 13),
    ('=SUMIFS(C2:C5,B2:B5,"North",C2:C5,">5")', 10),
    ('=AVERAGEIF(B2:B5,"North",C2:C5)', 6.5),
    ('=COUNTIFS(B2:B5,"North",C2:C5,"<5")', 1),
    ("=SUMPRODUCT(C2:C4,C2:C4)", 165.25),
    ("=ROUND(2.345,2)", 2.35),
    ("=ROUND(-2.5)", -3),
    ("=ROUNDUP(2.01)", 3),
    ("=MOD(-1,3)", 2),
    ("=INT(-1.5)", -2),
    ('=IF(C2>5,"many","few")', "many"),
    ("=IF(FALSE,1)", False),
    ('=IFS(C3>9,"a",C3>5,"b")', "b"),
    ('=SWITCH(B2,"South",1,"North",2,3)', 2),
    ("=AND(TRUE,C2>1)", True),
    ("=OR(FALSE,C2<1)", False),
    ("=NOT(TRUE)", False),
    ('=IFERROR(1/0,"none")', "none"),
    ('=IFNA(MATCH("x",A:A,0),0)', 0),
    ('=MATCH("Cara",A:A,0)', 4),
    ("=MATCH(7,C4:C4)", 1),
    ("=INDEX(A2:C5,2,3)", 7.5),
    ('=INDEX(\'Other tab\'!$B:$B,MATCH("R1-01",\'Other tab\'!$A:$A,0))&""', "½-½"),
    ('=IFERROR(INDEX(\'Other tab\'!$B:$B,MATCH("R9",\'Other tab\'!$A:$A,0))&"","")', None),
    ('=VLOOKUP("Bert",A2:C5,3,FALSE)', 7.5),
    ("=VLOOKUP(3,{0},1)", "#ERROR!"),
    ('=VLOOKUP("Bz",A2:C5,1)', "Bert"),
    ('=XLOOKUP("Cara",A2:A5,B2:B5)', "North"),
    ('=XLOOKUP("Zoe",A2:A5,B2:B5,"nobody")', "nobody"),
    ('=HLOOKUP("Club",A1:D5,3,FALSE)', "South"),
    ("=ROW()*100+COLUMN()", 706),
    ("=ROWS(A2:C5)&COLUMNS(A2:C5)", "43"),
    ("=ADDRESS(3,2)", "$B$3"),
    ('=INDIRECT("A"&2)', "Anna"),
    ("=SUM(OFFSET(C1,1,0,3,1))", 20.5),
    ('=LEFT("Anna",2)&RIGHT("Anna")&MID("Anna",2,2)', "Anann"),
    ('=LEN(TRIM("  a   b "))', 3),
    ('=SUBSTITUTE("1-0, 1-0","1-0","0-1",2)', "1-0, 0-1"),
    ('=FIND("n","Anna")+SEARCH("N","anna")', 4),
    ('=PROPER("anna MARIA")', "Anna Maria"),
    ('=TEXTJOIN(", ",TRUE,B2:B5)', "North, South, North"),
    ('=JOIN("-",A2:A3)', "Anna-Bert"),
    ('=REGEXEXTRACT("R12-03","R(\\d+)")', "12"),
    ('=TEXT(46027.5,"yyyy-mm-dd hh:mm")', "2026-01-05 12:00"),
    ('=TEXT(0.256,"0.0%")', "25.6%"),
    ('=VALUE("1,500")+1', 1501),
    ("=DATE(2026,1,5)", 46027),
    ("=DATE(2026,14,1)", 46419),
    ("=YEAR(D2)*10000+MONTH(D2)*100+DAY(D2)", 20260105),
    ("=EDATE(D2,1)-D2", 31),
    ("=EOMONTH(D3,0)", 46081),
    ("=WEEKDAY(D2)", 2),
    ('=DATEDIF(D2,D4,"D")', 63),
    ("=D3-D2", 27),
    ("=ISBLANK(C5)&ISNUMBER(C2)&ISTEXT(A2)", "TRUETRUETRUE"),
    ("=COUNTUNIQUE(B2:B5)", 2),
    ('=HYPERLINK("https://lichess.org";"game")', "game"),
    ('=IMAGE("https://x.org/a.png")', None),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "value"), GIVES)
def test_a_formula_gives_its_value(book: gspread.Spreadsheet, formula: str, value: Any) -> None:
    """Over a table with a blank row, another tab and a named range."""
    assert result(book, formula) == (pytest.approx(value) if isinstance(value, float) else value)


MISTAKES: list[tuple[str, str, str, str]] = [
    ("=1/0", "#DIV/0!", "DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero."),
    ('=1+"x"', "#VALUE!", "VALUE", "'x' is a text and cannot be coerced to a number."),
    ("=FROBNICATE(1)", "#NAME?", "NAME", "Unknown function: 'FROBNICATE'."),
    ("=nobody", "#NAME?", "NAME", "Unknown range name: 'NOBODY'."),
    ("=Nowhere!A1", "#REF!", "REF", "Reference does not exist."),
    ('=MATCH("x",A:A,0)', "#N/A", "N_A", "Did not find value 'x' in MATCH evaluation."),
    ('=VLOOKUP("Anna",A2:C5,9,FALSE)', "#REF!", "REF", "VLOOKUP evaluates to an out of bounds range."),
    ("=SQRT(-1)", "#NUM!", "NUM", "#NUM!"),
    ("=1+", "#ERROR!", "ERROR", "Formula parse error."),
    (
        "=F7+1",
        "#REF!",
        "REF",
        "Circular dependency detected. To resolve with iterative calculation, see File > Settings.",
    ),
]


@pytest.mark.parametrize(("formula", "shown", "kind", "words"), MISTAKES)
def test_a_mistake_has_a_kind_and_words(
    book: gspread.Spreadsheet, formula: str, shown: str, kind: str, words: str
) -> None:
    """The short form in values, the kind and the words in the cell's data."""
    assert result(book, formula) == shown
    got = book.fetch_sheet_metadata({"ranges": "Sheet1!F7", "fields": "sheets.data.rowData.values"})
    (cell,) = got["sheets"][0]["data"][0]["rowData"][0]["values"]
    assert cell["userEnteredValue"] == {"formulaValue": formula}
    assert cell["effectiveValue"]["errorValue"] == {"type": kind, "message": words}
    assert cell["formattedValue"] == shown


KEPT = [
    ("=sum( 'Other tab'!a3:a3 )", "=sum( 'Other tab'!A3 )"),
    ("='Sheet1'!B3:a2", "=Sheet1!A2:B3"),
    ("=sheet1!$d$3 + 1", "=Sheet1!$D$3 + 1"),
    ("=if(true,\"a3:a3\",'other TAB'!A1)", "=if(true,\"a3:a3\",'Other tab'!A1)"),
    ("=Sheet1!3:3", "=Sheet1!3:3"),
    ("=SUM(Sheet1!$A3:$A3)", "=SUM(Sheet1!$A3)"),
    ("=sum(b:$a)", "=sum($A:B)"),
    ("=SCORES+1", "=SCORES+1"),
]


@pytest.mark.parametrize(("typed", "kept"), KEPT)
def test_references_are_kept_in_order(book: gspread.Spreadsheet, typed: str, kept: str) -> None:
    """Capitals, first corner first, titles as they are spelt and without needless quotes, however it was entered."""
    book.sheet1.update([[typed]], "F7", raw=False)
    data = {"start": {"sheetId": 0, "rowIndex": 7, "columnIndex": 5}, "fields": "userEnteredValue"}
    rows = [{"values": [{"userEnteredValue": {"formulaValue": typed}}]}]
    book.batch_update({"requests": [{"updateCells": {**data, "rows": rows}}]})
    assert book.sheet1.get("F7:F8", value_render_option=ValueRenderOption.formula) == [[kept], [kept]]


LOOKS = [
    ("=DATE(2026,1,5)", "1/5/2026"),
    ("=D2+1", "2026-01-06"),
    ("=MAX(D2:D4)", "2026-03-09"),
    ("=IF(TRUE,D2,0)", "2026-01-05"),
    ("=D3-D2", "27"),
    ("=C2*2", "20"),
    ("=SUM(G1:G2)", "$12"),
    ("=G3", "50%"),
]


@pytest.mark.parametrize(("formula", "shown"), LOOKS)
def test_an_answer_looks_like_what_it_came_from(book: gspread.Spreadsheet, formula: str, shown: str) -> None:
    """A formula in an unformatted cell brings the format of its function or of the cells it refers to."""
    book.sheet1.update([["$5"], ["$7"], ["50%"]], "G1", raw=False)
    book.sheet1.update([[formula]], "F7", raw=False)
    assert book.sheet1.acell("F7").value == shown


def test_the_time_is_that_of_the_files_zone(in_process: Emulated, book: gspread.Spreadsheet) -> None:
    """NOW and TODAY follow the clock and the zone in the file's settings."""
    in_process.service.clock.set(datetime(2026, 1, 5, 23, 30, tzinfo=UTC))
    assert result(book, "=NOW()") == pytest.approx(serial(datetime(2026, 1, 5, 23, 30)))
    book.update_timezone("Europe/Paris")
    assert result(book, "=TODAY()") == serial(datetime(2026, 1, 6))
    assert book.sheet1.acell("F7").value == "1/6/2026"


def test_functions_that_are_not_here_are_counted(in_process: Emulated, book: gspread.Spreadsheet) -> None:
    """A function that fills several cells shows nothing, and is told apart from one that does not exist."""
    assert result(book, "=UNIQUE(B2:B5)") is None
    calc = calc_of(in_process.book, in_process.service.clock.now())
    calc.value(in_process.book.sheet(0), 6, 5)
    assert calc.unknown == {"UNIQUE"}
