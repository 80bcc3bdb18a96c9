"""How typed texts are understood and how numbers, days and times are shown, in several locales."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import gspread
import pytest
from gspread.utils import DateTimeOption, ValueRenderOption

from tests.emulator.entry import typed
from tests.emulator.fixtures import Emulated, in_process
from tests.emulator.numerals import general, serial, show

__all__ = ["in_process"]
TODAY = date(2026, 3, 14)
#: Tuesday 5 April 2016, 16:08:53.528: the moment of the reference's own examples.
MOMENT = serial(datetime(2016, 4, 5, 16, 8, 53, 528000))


def number(year: int, month: int, day: int) -> float:
    """A day as a serial."""
    return serial(datetime(year, month, day))


TYPED: list[tuple[str, str, Any, str]] = [
    ("en_US", "007", 7, ""),
    ("en_US", "+5", 5, ""),
    ("en_US", "-.5", -0.5, ""),
    ("en_US", "(5)", -5, ""),
    ("en_US", "2,000,000.01", 2000000.01, "#,##0.00"),
    ("en_US", "1,500", 1500, "#,##0"),
    ("en_US", "1,50", "1,50", ""),
    ("en_US", "1e5", 100000, "0.00E+00"),
    ("en_US", "50%", 0.5, "0%"),
    ("en_US", "12.5%", 0.125, "0.00%"),
    ("en_US", "$100.15", 100.15, '"$"#,##0.00'),
    ("en_US", "-$5", -5, '"$"#,##0'),
    ("en_US", "$-1,200", -1200, '"$"#,##0'),
    ("en_US", "TRUE", True, ""),
    ("en_US", "false", False, ""),
    ("en_US", "1-2", number(2026, 1, 2), "m-d"),
    ("en_US", "1/2", number(2026, 1, 2), "m/d"),
    ("en_US", "2026-09-05", number(2026, 9, 5), "yyyy-mm-dd"),
    ("en_US", "2026/9/5", number(2026, 9, 5), "yyyy/m/d"),
    ("en_US", "2026-10-12", number(2026, 10, 12), "yyyy-mm-dd"),
    ("en_US", "10/05/2026", number(2026, 10, 5), "mm/dd/yyyy"),
    ("en_US", "12/31/99", number(1999, 12, 31), "m/d/yy"),
    ("en_US", "Jan 5", number(2026, 1, 5), "mmm d"),
    ("en_US", "January 5, 2026", number(2026, 1, 5), "mmmm d, yyyy"),
    ("en_US", "5-Jan-2026", number(2026, 1, 5), "d-mmm-yyyy"),
    ("en_US", "Monday, January 5, 2026", number(2026, 1, 5), "mmmm d, yyyy"),
    ("en_US", "10:30", 0.4375, "h:mm"),
    ("en_US", "10:30:00 PM", 0.9375, "h:mm:ss am/pm"),
    ("en_US", "36:00", 1.5, "[h]:mm"),
    ("en_US", "2026-09-05 12:00", number(2026, 9, 5) + 0.5, "yyyy-mm-dd h:mm"),
    ("en_US", "1/2/2026 6:00:00 PM", number(2026, 1, 2) + 0.75, "m/d/yyyy h:mm:ss am/pm"),
    ("en_GB", "1/2/2026", number(2026, 2, 1), "d/m/yyyy"),
    ("en_GB", "£5.50", 5.5, '"£"#,##0.00'),
    ("de_DE", "1.500,25", 1500.25, "#,##0.00"),
    ("de_DE", "1,5", 1.5, ""),
    ("de_DE", "1.5", number(2026, 5, 1), "d.m"),
    ("de_DE", "05.01.2026", number(2026, 1, 5), "dd.mm.yyyy"),
    ("de_DE", "5. Januar 2026", number(2026, 1, 5), "d mmmm yyyy"),
    ("de_DE", "WAHR", True, ""),
    ("de_DE", "12,50 €", 12.5, '#,##0.00 "€"'),
    ("fr_FR", "1\u202f500,5", 1500.5, "#,##0.00"),
    ("fr_FR", "FAUX", False, ""),
    ("fr_FR", "5 mars 2026", number(2026, 3, 5), "d mmmm yyyy"),
    ("sv_SE", "2026-01-05", number(2026, 1, 5), "yyyy-mm-dd"),
]  # fmt: skip
TEXTS = "1-0 0-1 1/2-1/2 ½-½ 1:0 +-- 32/1 13/13/2026 1.2.3 0x10 NaN Infinity 1_000 -- ($) % $ e5 1e R1-01 24:60 Maybe"


@pytest.mark.parametrize(("locale", "text", "value", "pattern"), TYPED)
def test_a_typed_text_becomes_a_value_and_a_format(locale: str, text: str, value: Any, pattern: str) -> None:
    """The format follows what was typed: its order, marks and noughts in front."""
    got, number_format = typed(text, locale, TODAY)
    assert got == pytest.approx(value) if isinstance(value, float) else got == value
    assert type(got) is type(value) or isinstance(got, (int, float))
    assert (number_format or {"pattern": ""})["pattern"] == pattern


@pytest.mark.parametrize("text", TEXTS.split())
def test_what_is_neither_number_nor_day_stays_text(text: str) -> None:
    """Scores above all: 1-0 is no date, since there is no day nought."""
    assert typed(text, "en_US", TODAY) == (text, None)


@pytest.mark.parametrize(("text", "locale"), [(one, place) for place, one, _, _ in TYPED if one not in ("(5)", "+5")])
def test_what_is_shown_is_understood_again(text: str, locale: str) -> None:
    """A value through the format it was given, typed again, is the same value."""
    value, number_format = typed(text, locale, TODAY)
    if number_format is None or isinstance(value, bool) or number_format["type"] == "SCIENTIFIC":
        return
    shown = show(value, number_format, locale)
    again, _ = typed(shown, locale, TODAY)
    assert again == pytest.approx(value), shown


DATES = [
    ("h:mm:ss.00 a/p", "4:08:53.53 p"),
    ('hh:mm A/P".M."', "04:08 P.M."),
    ("yyyy-mm-dd", "2016-04-05"),
    (r"mmmm d \[dddd\]", "April 5 [Tuesday]"),
    ("ddd mmm dd", "Tue Apr 05"),
    ("dddd, m/d/yy at h:mm", "Tuesday, 4/5/16 at 16:08"),
    ("mmmmm", "A"),
    ("yyyy-mm-dd hh:mm", "2016-04-05 16:08"),
]
LENGTH = (3 * 3600 + 13 * 60 + 41.255) / 86400


@pytest.mark.parametrize(("pattern", "shown"), DATES)
def test_days_and_times_are_shown_as_in_the_reference(pattern: str, shown: str) -> None:
    """The reference's examples of patterns, for the moment it takes."""
    assert show(MOMENT, {"type": "DATE_TIME", "pattern": pattern}) == shown


def test_lengths_of_time_are_shown_whole() -> None:
    """The largest unit in brackets is not cut at its sixty."""
    assert show(LENGTH, {"type": "TIME", "pattern": "[hh]:[mm]:[ss].000"}) == "03:13:41.255"
    assert show(LENGTH, {"type": "TIME", "pattern": "[mmmm]:[ss].000"}) == "0193:41.255"
    assert show(1.5, {"type": "TIME", "pattern": "[h]:mm"}) == "36:00"


NUMBERS = [
    (12345.125, "####.#", "12345.1"),
    (12.34, "???.???", " 12.34 "),
    (5.125, "# ???/???", "5   1/8  "),
    (0.25, "?/?", "1/4"),
    (12000, "#,###", "12,000"),
    (12200000, "0.0,,", "12.2"),
    (1234567, "#,##0,", "1,235"),
    (5, "000", "005"),
    (0.5, ".0#", ".5"),
    (1.5, ".0#", "1.5"),
    (12, "#.0#", "12.0"),
    (0.256, "0%", "26%"),
    (12000, "0.00e+00", "1.20e+04"),
    (0.00012, "0.00E+00", "1.20E-04"),
    (12000, "##0.0E+0", "12.0E+3"),
    (-5.5, "0.0", "-5.5"),
    (-0.01, "0.0", "0.0"),
    (-5, "$#,##0.00;[Red]($#,##0.00)", "($5.00)"),
    (0, '0;-0;"none"', "none"),
    (1234.5, '"$"#,##0.00', "$1,234.50"),
    (1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00)', " $1,234.50 "),
    (123456789, "000-00-0000", "123-45-6789"),
    (50, '[<100]"low "0;"high "0', "low 50"),
    (150, '[<100]"low "0;"high "0', "high 150"),
    (2.5, "0", "3"),
    (3.5, '0.0 "points"', "3.5 points"),
    (7, '[$€]0', "€7"),
    (1e20, "#,##0", "100,000,000,000,000,000,000"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "pattern", "shown"), NUMBERS)
def test_numbers_are_shown_through_patterns(value: float, pattern: str, shown: str) -> None:
    """Slots, thousands, powers, fractions, signs, conditions, literals."""
    assert show(value, {"type": "NUMBER", "pattern": pattern}) == shown


DEFAULTS = [
    ("NUMBER", 1000.12, "en_US", "1,000.12"),
    ("PERCENT", 0.1012, "en_US", "10.12%"),
    ("CURRENCY", 1000.12, "en_US", "$1,000.12"),
    ("SCIENTIFIC", 1010, "en_US", "1.01E+03"),
    ("DATE", number(2008, 9, 26), "en_US", "9/26/2008"),
    ("TIME", 15 / 24 + 59 / 1440, "en_US", "3:59:00 PM"),
    ("DATE", number(2008, 9, 26), "de_DE", "26.09.2008"),
    ("DATE", number(2008, 9, 26), "en_GB", "26/09/2008"),
    ("CURRENCY", 1000.12, "de_DE", "1.000,12 €"),
    ("CURRENCY", 1000.12, "en_GB", "£1,000.12"),
    ("NUMBER", 1234567.5, "fr_FR", "1\u202f234\u202f567,50"),
    ("NUMBER", 1234567.5, "de_CH", "1’234’567.50"),
    ("TEXT", 5.0, "en_US", "5"),
]


@pytest.mark.parametrize(("kind", "value", "locale", "shown"), DEFAULTS)
def test_a_kind_without_a_pattern_has_the_locales_own(kind: str, value: float, locale: str, shown: str) -> None:
    """As the reference's table of kinds shows them."""
    assert show(value, {"type": kind}, locale) == shown


def test_numbers_without_a_format() -> None:
    """Ten digits at most, powers for the very large and the very small, the locale's own decimal mark."""
    assert [general(value) for value in (1 / 3, 1 / 1024, 2.50, 100, 123456.789012345)] == [
        "0.3333333333",
        "0.0009765625",
        "2.5",
        "100",
        "123456.789",
    ]
    assert general(12345678901234567890) == "1.23457E+19"
    assert general(1e15) == "1E+15"
    assert general(1.5, "de_DE") == "1,5"


def test_words_follow_the_locale() -> None:
    """Names of months and days."""
    day = number(2026, 3, 2)
    assert show(day, {"type": "DATE", "pattern": "dddd d mmmm yyyy"}, "fr_FR") == "lundi 2 mars 2026"
    assert show(day, {"type": "DATE", "pattern": "ddd, d. mmm"}, "de_DE") == "Mo, 2. März"


def test_a_sheet_takes_and_shows_what_its_locale_says(in_process: Emulated) -> None:
    """The same texts, typed into a German and an American file; RAW and formatted cells are left alone."""
    book = in_process.quick_client().open_by_key(in_process.book_id)
    tab = book.sheet1
    tab.update([["1.5", "1,5", "TRUE", "2-1", "'007"]], "A1", raw=False)
    assert tab.get("A1:E1") == [["1.5", "1,5", "TRUE", "2-1", "007"]]
    assert tab.get("A1:E1", value_render_option=ValueRenderOption.unformatted) == [[1.5, "1,5", True, 46054, "007"]]
    book.update_locale("de_DE")
    tab.update([["1.5", "1,5", "WAHR", "2-1", "'007"]], "A2", raw=False)
    assert tab.get("A2:E2", value_render_option=ValueRenderOption.unformatted) == [[46143, 1.5, True, 46024, "007"]]
    assert tab.get("A2:E2") == [["1.5", "1,5", "WAHR", "2-1", "007"]]
    assert tab.get("A1:C1") == [["1,5", "1,5", "WAHR"]]
    tab.update([["1.5", "=1+1", "TRUE"]], "A3", raw=True)
    assert tab.get("A3:C3", value_render_option=ValueRenderOption.unformatted) == [["1.5", "=1+1", "TRUE"]]


def test_the_format_that_was_typed_is_kept_with_the_cell(in_process: Emulated) -> None:
    """A later number in the same cell is shown through it; a format given before is not overwritten."""
    book = in_process.quick_client().open_by_key(in_process.book_id)
    tab = book.sheet1
    tab.update([["$5", "2026-01-05"]], "A1", raw=False)
    tab.update([[7, 46028]], "A1")
    assert tab.get("A1:B1") == [["$7", "2026-01-06"]]
    tab.format("C1", {"numberFormat": {"type": "NUMBER", "pattern": "0.0"}})
    tab.update([["$5"]], "C1", raw=False)
    assert tab.acell("C1").value == "5.0"
    dates: Any = tab.get(
        "B1",
        value_render_option=ValueRenderOption.unformatted,
        date_time_render_option=DateTimeOption.formatted_string,
    )
    assert dates == [["2026-01-06"]]


def test_texts_go_through_a_format_that_speaks_of_them(in_process: Emulated) -> None:
    """The fourth part of a pattern, or a lone `@` with words around it."""
    book: gspread.Spreadsheet = in_process.quick_client().open_by_key(in_process.book_id)
    book.sheet1.format("A1:A2", {"numberFormat": {"type": "NUMBER", "pattern": '0;-0;0;"Player "@'}})
    book.sheet1.update([["Anna"], [3]], "A1")
    assert book.sheet1.get("A1:A2") == [["Player Anna"], ["3"]]
