"""Numbers and dates as the service shows and understands them.

Serial dates count days since 1899-12-30; the fraction is the time of day. They carry no zone: the spreadsheet's own
is meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

EPOCH = datetime(1899, 12, 30)
DATE_KINDS = frozenset(("DATE", "TIME", "DATE_TIME"))
_DAY_FIRST = ("fr", "de", "es", "it", "pt", "nl", "pl", "ru", "tr", "en_GB", "en_AU", "en_IN", "en_NZ", "en_IE")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def serial(moment: datetime) -> float:
    """Days since the epoch of a naive local time."""
    return (moment - EPOCH) / timedelta(days=1)


def moment(value: float) -> datetime:
    """The naive local time of a serial, to the second."""
    return EPOCH + timedelta(seconds=round(value * 86400))


def day_first(locale: str) -> bool:
    """Whether people of this locale write the day before the month."""
    return locale.startswith(_DAY_FIRST)


def decimal_comma(locale: str) -> bool:
    """Whether people of this locale write 1,5 for one and a half."""
    return locale.startswith(("fr", "de", "es", "it", "pt", "nl", "pl", "ru", "tr", "sv", "da", "nb", "fi", "cs"))


def date_pattern(locale: str) -> str:
    """The default date format of a locale."""
    if locale.startswith("de"):
        return "dd.mm.yyyy"
    return "dd/mm/yyyy" if day_first(locale) else "m/d/yyyy"


def general(value: float | int, locale: str = "en_US") -> str:
    """A number without a format: up to ten significant digits, without trailing noughts."""
    if isinstance(value, int) or float(value).is_integer():
        text = str(int(value)) if abs(value) < 1e15 else f"{value:.4E}"
    else:
        text = f"{value:.10g}"
        if "e" in text:
            text = f"{value:.10f}".rstrip("0") if 1e-7 < abs(value) < 1 else text.upper().replace("E-0", "E-")
    return text.replace(".", ",") if decimal_comma(locale) else text


def show(value: float | int, number_format: Mapping[str, str], locale: str = "en_US") -> str:
    """A number through a number format."""
    kind = number_format.get("type", "")
    pattern = number_format.get("pattern", "")
    if kind in DATE_KINDS:
        return show_date(value, pattern or default_pattern(kind, locale))
    if kind == "TEXT" or not kind or pattern in ("", "General", "@"):
        if kind == "PERCENT":
            return show_number(value, "0.00%", locale)
        if kind == "CURRENCY":
            return show_number(value, "$#,##0.00", locale)
        if kind == "SCIENTIFIC":
            return show_number(value, "0.00E+00", locale)
        return general(value, locale)
    return show_number(value, pattern, locale)


def default_pattern(kind: str, locale: str) -> str:
    """The pattern of a date kind that gives none."""
    if kind == "TIME":
        return "h:mm:ss am/pm" if locale == "en_US" else "hh:mm:ss"
    if kind == "DATE_TIME":
        return f"{date_pattern(locale)} hh:mm:ss"
    return date_pattern(locale)


def show_number(value: float | int, pattern: str, locale: str) -> str:
    """A number through a pattern of noughts, hashes, comma, per cent, exponent and literals."""
    sections = pattern.split(";")
    if len(sections) > 1 and value < 0:
        return show_number(-value, sections[1], locale)
    if len(sections) > 2 and value == 0:
        return _literal(sections[2])
    pattern = sections[0]
    core = re.search(r"[#0?][#0?,.]*(?:E\+0+)?%?", pattern)
    if core is None:
        return _literal(pattern)
    body = core[0]
    percent = "%" in pattern
    amount = value * 100 if percent else value
    body = body.rstrip("%")
    if "E+" in body:
        decimals = len(body.split("E")[0].partition(".")[2])
        text = f"{amount:.{decimals}E}"
        head, exponent = text.split("E")
        text = f"{head}E{exponent[0]}{abs(int(exponent)):02d}"
    else:
        whole, _, fraction = body.partition(".")
        text = f"{abs(amount):,.{len(fraction)}f}" if "," in whole else f"{abs(amount):.{len(fraction)}f}"
        optional = len(fraction) - len(fraction.rstrip("#"))
        if optional and "." in text:
            kept = text[len(text) - optional :].rstrip("0")
            text = (text[: len(text) - optional] + kept).rstrip(".")
        least = whole.count("0")
        digits = text.split(".")[0]
        if len(digits) < least:
            text = "0" * (least - len(digits)) + text
        if amount < 0:
            text = "-" + text
    if decimal_comma(locale):
        text = text.translate(str.maketrans(",.", "\u202f,"))
    tail = pattern[core.end() :]
    return _literal(pattern[: core.start()]) + text + ("%" if percent and "%" not in tail else "") + _literal(tail)


def _literal(text: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)|\[[^\]]*\]|_.', lambda got: got[1] or got[2] or "", text)


_DATE_TOKEN = re.compile(r'"[^"]*"|\\.|\[h+\]|y+|m+|d+|h+|s+|am/pm|a/p|0+|.', re.IGNORECASE)


def show_date(value: float, pattern: str) -> str:
    """A serial through a date pattern."""
    when = moment(value)
    half_day = re.search(r"am/pm|a/p", pattern, re.IGNORECASE) is not None
    out: list[str] = []
    before = ""
    tokens = _DATE_TOKEN.findall(pattern)
    for at, token in enumerate(tokens):
        low = token.lower()
        if low[0] in "ymdhs" and low.strip(low[0]) == "":
            following = next((t.lower() for t in tokens[at + 1 :] if t.lower()[0] in "ymdhs"), "")
            out.append(_date_part(low, when, half_day, before, following))
            before = low[0]
        elif low == "am/pm":
            out.append("AM" if when.hour < 12 else "PM")
        elif token.startswith('"'):
            out.append(token[1:-1])
        elif token.startswith("\\"):
            out.append(token[1:])
        elif low.startswith("[h"):
            out.append(str(int(value * 24)))
            before = "h"
        else:
            out.append(token)
    return "".join(out)


def _date_part(token: str, when: datetime, half_day: bool, before: str, following: str) -> str:
    size = len(token)
    if token[0] == "y":
        return f"{when.year:04d}" if size > 2 else f"{when.year % 100:02d}"
    if token[0] == "d":
        return when.strftime("%A") if size > 3 else when.strftime("%a") if size == 3 else f"{when.day:0{size}d}"
    if token[0] == "h":
        hour = (when.hour % 12 or 12) if half_day else when.hour
        return f"{hour:0{size}d}"
    if token[0] == "s":
        return f"{when.second:0{size}d}"
    if before == "h" or following.startswith("s"):
        return f"{when.minute:0{size}d}"
    return when.strftime("%B") if size > 3 else when.strftime("%b") if size == 3 else f"{when.month:0{size}d}"


Typed = tuple[Any, dict[str, str] | None]

_EN_NUMBER = re.compile(r"^([+-]?)(\$?)((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?)(?:[eE]([+-]?\d+))?(%?)$")
_TIME = re.compile(r"^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?$", re.IGNORECASE)


def typed(text: str, locale: str, today: date, short_dates: bool = True) -> Typed:
    """(value, number format or None) of a text typed into an unformatted cell; text stays text."""
    stripped = text.strip()
    if stripped.upper() in ("TRUE", "FALSE"):
        return stripped.upper() == "TRUE", None
    number = _number(stripped, locale)
    if number is not None:
        return number
    when = _date_time(stripped, locale, today, short_dates)
    return when if when is not None else (text, None)


def _number(text: str, locale: str) -> Typed | None:
    if decimal_comma(locale):
        if re.search(r"[.]", text) and not re.fullmatch(r"[+-]?\d{1,3}(\.\d{3})+(,\d+)?%?", text):
            return None
        text = text.replace(".", "").replace("\u202f", "").replace("\u00a0", "").replace(",", ".")
    match = _EN_NUMBER.match(text)
    if match is None or not any(letter.isdigit() for letter in match[3]):
        return None
    sign, currency, digits, exponent, percent = match.groups()
    value = float(digits.replace(",", "")) * (-1 if sign == "-" else 1)
    decimals = len(digits.partition(".")[2])
    if exponent:
        return _whole(value * 10 ** int(exponent)), {"type": "SCIENTIFIC", "pattern": "0.00E+00"}
    if percent:
        return _whole(value / 100), {"type": "PERCENT", "pattern": "0.00%" if decimals else "0%"}
    if currency:
        return _whole(value), {"type": "CURRENCY", "pattern": "$#,##0.00" if decimals else "$#,##0"}
    if "," in digits:
        return _whole(value), {"type": "NUMBER", "pattern": "#,##0.00" if decimals else "#,##0"}
    return _whole(value), None


def _whole(value: float) -> float | int:
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _date_time(text: str, locale: str, today: date, short_dates: bool) -> Typed | None:
    head, gap, tail = text.partition(" ")
    clock = _clock(text)
    if clock is not None:
        return clock, {"type": "TIME", "pattern": default_pattern("TIME", locale)}
    got = _date(text, locale, today, short_dates)
    if got is not None:
        return _whole(serial(datetime.combine(got[0], datetime.min.time()))), {"type": "DATE", "pattern": got[1]}
    if gap and (clock := _clock(tail.strip())) is not None and (got := _date(head, locale, today, False)) is not None:
        value = serial(datetime.combine(got[0], datetime.min.time())) + clock
        return value, {"type": "DATE_TIME", "pattern": f"{got[1]} h:mm:ss"}
    return None


def _clock(text: str) -> float | None:
    match = _TIME.match(text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if match[4]:
        hour = hour % 12 + (12 if match[4].lower() == "pm" else 0)
    if minute > 59 or second > 59:
        return None
    return (hour * 3600 + minute * 60 + second) / 86400


def _date(text: str, locale: str, today: date, short_dates: bool) -> tuple[date, str] | None:
    if match := re.fullmatch(r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})", text):
        got = _day(int(match[1]), int(match[3]), int(match[4]))
        mark = match[2]
        return (got, f"yyyy{mark}mm{mark}dd") if got else None
    separators = r"[-/.]" if day_first(locale) else r"[-/]"
    if match := re.fullmatch(rf"(\d{{1,2}})({separators})(\d{{1,2}})(?:\2(\d{{4}}|\d{{2}}))?", text):
        first, second = int(match[1]), int(match[3])
        if match[4] is None and not short_dates:
            return None
        day, month = (first, second) if day_first(locale) else (second, first)
        year = today.year if match[4] is None else int(match[4]) + (2000 if len(match[4]) == 2 else 0)
        got = _day(year, month, day)
        return (got, date_pattern(locale)) if got else None
    if match := re.fullmatch(r"(\d{1,2})[ -]([A-Za-z]{3,9})(?:[ -](\d{4}))?", text):
        return _worded(match[2], match[1], match[3], today, "d mmm")
    if match := re.fullmatch(r"([A-Za-z]{3,9})[ -](\d{1,2})(?:,? (\d{4}))?", text):
        return _worded(match[1], match[2], match[3], today, "mmm d")
    return None


def _worded(month: str, day: str, year: str | None, today: date, pattern: str) -> tuple[date, str] | None:
    name = month.lower()
    for number, short in enumerate(_MONTHS, start=1):
        full = date(2000, number, 1).strftime("%B").lower()
        if name in (short, full):
            got = _day(int(year) if year else today.year, number, int(day))
            return (got, pattern + (" yyyy" if year else "")) if got else None
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
