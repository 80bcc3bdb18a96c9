"""Numbers and dates as the service shows and understands them.

Serial dates count days since 1899-12-30; the fraction is the time of day. They carry no zone: the spreadsheet's own
is meant. Text typed by a person is read by `tests.emulator.entry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal

from tests.emulator.locales import locale_of
from tests.emulator.patterns import EPOCH, show_date, show_number, show_text, shows_text

DATE_KINDS = frozenset(("DATE", "TIME", "DATE_TIME"))
#: The last day there is a date for.
_LAST = 2_958_465


def serial(moment: datetime) -> float:
    """Days since the epoch of a naive local time."""
    return (moment - EPOCH) / timedelta(days=1)


def moment(value: float) -> datetime:
    """The naive local time of a serial, to the second."""
    return EPOCH + timedelta(seconds=round(value * 86400))


def general(value: float | int, locale: str = "en_US") -> str:
    """A number without a format: up to ten digits, without trailing noughts; very large and very small by powers."""
    if isinstance(value, int) or float(value).is_integer():
        text = str(int(value)) if abs(value) < 1e15 else _power(value)
    elif abs(value) < 1e-9:
        text = _power(value)
    else:
        text = f"{value:.10g}"
        if "e" in text:
            text = f"{Decimal(text):f}" if abs(value) < 1 else _power(value)
    return text.replace(".", locale_of(locale).decimal)


def _power(value: float | int) -> str:
    head, _, power = f"{value:.5E}".partition("E")
    head = head.rstrip("0").rstrip(".")
    return f"{head}E{power[0]}{int(power[1:]):02d}"


def show(value: float | int, number_format: Mapping[str, str], locale: str = "en_US") -> str:
    """A number through a number format."""
    kind = number_format.get("type", "")
    pattern = number_format.get("pattern", "")
    if not pattern or pattern.lower() == "general":
        pattern = default_pattern(kind, locale)
    if not pattern or pattern == "@" or kind == "TEXT":
        return general(value, locale)
    if kind in DATE_KINDS:
        return show_date(value, pattern, locale_of(locale)) if 0 <= value <= _LAST + 1 else general(value, locale)
    return show_number(value, pattern, locale_of(locale))


def show_entered_text(text: str, number_format: Mapping[str, str]) -> str:
    """A text through a number format: as it is, unless the format says how texts look."""
    pattern = number_format.get("pattern", "")
    return show_text(text, pattern) if pattern and shows_text(pattern) else text


def default_pattern(kind: str, locale: str) -> str:
    """The pattern of a kind of number format that gives none; nothing for plain text and plain numbers."""
    habits = locale_of(locale)
    clock = "h:mm:ss am/pm" if locale.startswith(("en_US", "en_CA", "en_AU", "en_IN")) else "hh:mm:ss"
    return {
        "NUMBER": "#,##0.00",
        "PERCENT": "0.00%",
        "CURRENCY": habits.money,
        "SCIENTIFIC": "0.00E+00",
        "DATE": habits.date,
        "TIME": clock,
        "DATE_TIME": f"{habits.date} h:mm:ss" if locale == "en_US" else f"{habits.date} hh:mm:ss",
    }.get(kind, "")
