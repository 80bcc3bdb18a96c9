"""What a person types, or `USER_ENTERED` sends: numbers, per cent, money, days, times, yes and no."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from tests.emulator.locales import Locale, locale_of
from tests.emulator.numerals import serial

#: (value, number format or None).
Typed = tuple[Any, dict[str, str] | None]
_SIGNS = "$£€¥₹₽₺"
_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?P<tail>\.\d*)?(?:[eE](?P<power>[+-]?\d{1,3}))?")
_TIME = re.compile(r"(\d{1,4}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:\s*([ap]m?))?", re.IGNORECASE)


def typed(text: str, locale: str, today: date, short_dates: bool = True) -> Typed:
    """(value, number format or None) of a text typed into an unformatted cell; text stays text."""
    habits = locale_of(locale)
    stripped = text.strip()
    truth = stripped.upper()
    if truth in ("TRUE", "FALSE", habits.true, habits.false):
        return truth in ("TRUE", habits.true), None
    number = _number(stripped, habits)
    if number is not None:
        return number
    when = _date_time(stripped, habits, today, short_dates)
    return when if when is not None else (text, None)


def _whole(value: float) -> float | int:
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _number(text: str, habits: Locale) -> Typed | None:
    """A number with its sign, money sign, per cent sign or brackets."""
    minus = False
    if text.startswith("(") and text.endswith(")"):
        minus, text = True, text[1:-1].strip()
    money = percent = False
    # The signs may stand in any order: -$5, $-5, 5 €, 50 %.
    while text and (text[0] in "+-" or text[0] in _SIGNS or text.startswith(habits.symbol)):
        if text[0] in "+-":
            if minus or text[1:2] in ("+", "-"):
                return None
            minus = text[0] == "-"
            text = text[1:]
        else:
            if money:
                return None
            money = True
            text = text[len(habits.symbol) :] if text.startswith(habits.symbol) else text[1:]
        text = text.lstrip()
    if text.endswith("%"):
        percent, text = True, text[:-1].rstrip()
    elif text and (text[-1] in _SIGNS or text.endswith(habits.symbol)) and not money:
        money = True
        text = (text[: -len(habits.symbol)] if text.endswith(habits.symbol) else text[:-1]).rstrip()
    plain = _english(text, habits)
    match = _NUMBER.fullmatch(plain) if plain is not None else None
    if match is None or not (match["whole"] or (match["tail"] or ".").strip(".")) or (percent and money):
        return None
    value = float(f"{match['whole'].replace(',', '') or '0'}{match['tail'] or ''}e{match['power'] or '0'}")
    if value == float("inf"):
        return None
    value = (-value if minus else value) / (100 if percent else 1)
    return _whole(value), _number_format(match, habits, percent, money)


def _english(text: str, habits: Locale) -> str | None:
    """The digits with comma for thousands and point for decimals; None when they are of another habit."""
    if (habits.decimal, habits.thousands) == (".", ","):
        return text
    head, mark, tail = text.partition(habits.decimal)
    thousands = "\u202f\u00a0 " if habits.thousands in "\u202f\u00a0" else habits.thousands
    if "." in text and "." not in thousands and habits.decimal != ".":
        return None
    grouped = re.sub(f"[{re.escape(thousands)}]", ",", head)
    return f"{grouped}.{tail}" if mark else grouped


def _number_format(match: re.Match[str], habits: Locale, percent: bool, money: bool) -> dict[str, str] | None:
    decimals = bool((match["tail"] or "").strip("."))
    if match["power"]:
        return {"type": "SCIENTIFIC", "pattern": "0.00E+00"}
    if percent:
        return {"type": "PERCENT", "pattern": "0.00%" if decimals else "0%"}
    if money:
        return {"type": "CURRENCY", "pattern": habits.money if decimals else habits.money.replace(".00", "")}
    if "," in match["whole"]:
        return {"type": "NUMBER", "pattern": "#,##0.00" if decimals else "#,##0"}
    return None


def _date_time(text: str, habits: Locale, today: date, short_dates: bool) -> Typed | None:
    clock = _clock(text)
    if clock is not None:
        return _whole(clock[0]), {"type": "TIME", "pattern": clock[1]}
    day = _date(text, habits, today, short_dates)
    if day is not None:
        return _serial(day[0]), {"type": "DATE", "pattern": day[1]}
    for at in range(len(text)):
        if text[at] != " ":
            continue
        # A time belongs to the day before it; a day without a year and a time is taken too.
        clock, day = _clock(text[at + 1 :].strip()), _date(text[:at].rstrip(","), habits, today, short_dates)
        if clock is not None and day is not None and clock[0] < 1:
            return _serial(day[0]) + clock[0], {"type": "DATE_TIME", "pattern": f"{day[1]} {clock[1]}"}
    return None


def _serial(day: date) -> float | int:
    return _whole(serial(datetime.combine(day, datetime.min.time())))


def _clock(text: str) -> tuple[float, str] | None:
    """(part of a day, pattern). More than 24 hours are a length of time."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if minute > 59 or second > 59:
        return None
    pattern = ":mm" + (":ss" if match[3] else "") + (".000" if match[4] else "")
    if match[5]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[5].lower().startswith("p") else 0)
        pattern = "h" + pattern + " am/pm"
    elif hour > 23:
        pattern = "[h]" + pattern
    else:
        pattern = ("hh" if match[1].startswith("0") else "h") + pattern
    return (hour * 3600 + minute * 60 + second + float(match[4] or 0)) / 86400, pattern


def _date(text: str, habits: Locale, today: date, short_dates: bool) -> tuple[date, str] | None:
    """(day, pattern). The pattern follows what was typed: its order, its marks, its noughts in front."""
    if match := re.fullmatch(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", text):
        day = _day(int(match[1]), int(match[3]), int(match[4]))
        padded = len(match[3]) == len(match[4]) == 2
        month_slot, day_slot = _slot("m", match[3], padded), _slot("d", match[4], padded)
        return (day, f"yyyy{match[2]}{month_slot}{match[2]}{day_slot}") if day else None
    dotted = habits.day_first or habits.year_first
    marks = r"[-/.]" if dotted else r"[-/]"
    if match := re.fullmatch(rf"(\d{{1,2}})({marks})(\d{{1,2}})(?:\2(\d{{4}}|\d{{2}})?)?", text):
        if (match[4] is None and not short_dates) or (text.endswith(match[2]) and match[2] != "."):
            return None
        first, second = match[1], match[3]
        day_text, month_text = (first, second) if habits.day_first else (second, first)
        day = _day(_year(match[4], today), int(month_text), int(day_text))
        letters = "dm" if habits.day_first else "md"
        padded = first.startswith("0") or second.startswith("0")
        parts = [_slot(letters[0], first, padded), _slot(letters[1], second, padded)]
        if match[4]:
            parts.append("yyyy" if len(match[4]) == 4 else "yy")
        return (day, match[2].join(parts)) if day else None
    return _worded_date(text, habits, today)


def _slot(letter: str, digits: str, padded: bool) -> str:
    return letter * 2 if padded and len(digits) == 2 else letter


def _year(text: str | None, today: date) -> int:
    """A year of two digits is one between 80 years ago and 20 years ahead."""
    if text is None:
        return today.year
    if len(text) == 4:
        return int(text)
    year = today.year // 100 * 100 + int(text)
    if year > today.year + 20:
        return year - 100
    return year + 100 if year <= today.year - 80 else year


_WORD = r"(?P<month>[^\W\d_]{3,12}\.?)"
_WORDED = (
    (rf"(?P<day>\d{{1,2}})\.?(?P<mark>[ -]){_WORD}(?:[ ,-]\s?(?P<year>\d{{4}}|\d{{2}}))?", "{day}{mark}{month}"),
    (rf"{_WORD}(?P<mark>[ -])(?P<day>\d{{1,2}})(?:(?:, ?| |-)(?P<year>\d{{4}}))?", "{month}{mark}{day}"),
    (rf"{_WORD}(?P<mark>[ -])(?P<year>\d{{4}})", "{month}"),
)


def _worded_date(text: str, habits: Locale, today: date) -> tuple[date, str] | None:
    """A date with the month in words, in the locale's own or in English."""
    text = re.sub(r"^[^\W\d_]{3,13}\.?,? (?=\w+ )", _without_day(habits), text)
    for form, order in _WORDED:
        match = re.fullmatch(form, text)
        if match is None:
            continue
        found = _month(match["month"], habits)
        if found is None:
            return None
        number, long = found
        groups = match.groupdict()
        day_text = groups.get("day") or "1"
        day = _day(_year(groups["year"], today), number, int(day_text))
        if day is None:
            return None
        shape = order.format(
            day=_slot("d", day_text, day_text.startswith("0")), mark=match["mark"], month="mmmm" if long else "mmm"
        )
        if groups["year"]:
            comma = ", " if ", " in text else match["mark"]
            shape += comma + ("yyyy" if len(groups["year"]) == 4 else "yy")
        return day, shape
    return None


def _without_day(habits: Locale) -> Any:
    days = {name.lower().rstrip(".") for name in (*habits.days, *habits.short_days, *locale_of("en_US").days)}

    def how(match: re.Match[str]) -> str:
        return "" if match[0].strip().rstrip(",").rstrip(".").lower() in days else match[0]

    return how


def _month(word: str, habits: Locale) -> tuple[int, bool] | None:
    """(number, whether it was written out) of the name of a month."""
    name = word.lower().rstrip(".")
    english = locale_of("en_US")
    for months, long in (
        (habits.months, True),
        (english.months, True),
        (habits.short_months, False),
        (english.short_months, False),
    ):
        for number, one in enumerate(months, start=1):
            if one.lower().rstrip(".") == name:
                return number, long and len(name) > 3
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
