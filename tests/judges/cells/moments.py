"""Dates, times, lengths of time and weekly slots as people write them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from tests.judges.cells.numbers import VULGAR
from tests.judges.reader.page import and_words, meanings

LETTERS = ["CET", "CEST", "EST", "PST", "BST", "IST", "MESZ", "UTC", "GMT", "Z", "+03", "EDT"]
PLACES = [
    "Europe/Berlin",
    "America/New York",
    "america/new_york",
    "Asia/Kolkata",
    "Berlin",
    "Etc/GMT+1",
    "Australia/Lord_Howe",
]


def a_word(rng: random.Random, title: str, number: int) -> str:
    fitting = sorted(word for word, meaning in meanings(title).items() if meaning == number)
    return rng.choice((str.lower, str.title, str.upper))(rng.choice(fitting))


def a_day(rng: random.Random) -> date:
    at = rng.random()
    if at < 0.15:
        return rng.choice(
            (date(2026, 3, 29), date(2026, 10, 25), date(2027, 3, 28), date(2026, 3, 8), date(2026, 11, 1))
        )
    if at < 0.2:
        return rng.choice((date(1954, 10, 2), date(1954, 10, 3), date(2201, 2, 28), date(2201, 3, 1), date(1900, 1, 1)))
    return date(2026, 1, 1) + timedelta(days=rng.randrange(730))


def day_text(rng: random.Random, day: date) -> str:
    d = rng.choice((f"{day.day}", f"{day.day:02d}"))
    m = rng.choice((f"{day.month}", f"{day.month:02d}"))
    y = str(day.year) if rng.random() < 0.95 else f"{day.year % 100:02d}"
    word = a_word(rng, "Months", day.month - 1)
    mark = rng.choice("-/.")
    slash = rng.choice("-/")
    between = rng.choice((" ", " ", " ", "-", " de ", ", "))
    return rng.choice(
        (
            f"{y}{mark}{m}{mark}{d}",
            f"{y}-{day.month:02d}-{day.day:02d}",
            f"{d}.{m}.{y}",
            f"{d}. {m}. {y}",
            f"{d}{slash}{m}{slash}{y}",
            f"{m}{slash}{d}{slash}{y}",
            f"{m}{rng.choice('-/.')}{d}{rng.choice('-/.')}{y}",
            f"{d}{rng.choice(('', '', 'st', 'nd', 'rd', 'th', '.', 'er'))}{between}{word}{rng.choice(('', '.', ',', '.,'))}{between}{y}",
            f"{word}{rng.choice(('', '.'))} {d}{rng.choice(('', 'st', 'th'))}{rng.choice((',', ''))} {y}",
            f"{word} {y}",
        )
    )


def time_text(rng: random.Random) -> str:
    hour, minute = (
        rng.choice((0, 2, 2, 6, 12, 18, 23, 24, 25, rng.randrange(24))),
        rng.choice((0, 0, 30, 59, 60, rng.randrange(60))),
    )
    second = rng.randrange(61)
    end = rng.choice(("", "", "", "", " pm", "PM", " p.m.", " a.m", "am", " Uhr", "h", " h"))
    h = rng.choice((f"{hour}", f"{hour:02d}"))
    return rng.choice(
        (
            f"{h}:{minute:02d}{end}",
            f"{h}:{minute:02d}",
            f"{h}:{minute:02d}:{second:02d}{end}",
            f"{h}:{minute:02d}:{second:02d}{rng.choice('.,')}{rng.randrange(10**6)}{rng.choice(('', 'Z'))}",
            f"{h}.{minute:02d}{end}",
            f"{h}{rng.choice(('h', ' h ', 'h ', ' h'))}{minute:02d}",
            f"{h}{rng.choice((' pm', 'am', ' Uhr', 'h', ' a. m.', 'uhr', ''))}",
            f"{h}{minute:02d}",
            f"{h}:{minute}",
        )
    )


def zone_text(rng: random.Random) -> str:
    sign, hours, minutes = rng.choice("+-−"), rng.choice((0, 1, 2, 5, 14, 15, 9)), rng.choice((0, 30, 45, 60))
    offset = rng.choice(
        (
            f"{hours:02d}:{minutes:02d}",
            f"{hours:02d}{minutes:02d}",
            f"{hours}",
            f"{hours:02d}",
            f"{hours}:{minutes:02d}",
        )
    )
    return rng.choice(
        (
            "Z", " Z", rng.choice(("", " ")) + rng.choice(LETTERS), " " + rng.choice(LETTERS), " " + rng.choice(PLACES),
            f"{sign}{offset}", f" {sign}{offset}", f" UTC{sign}{offset}", f" GMT {sign}{offset}", f" ({rng.choice(LETTERS)})",
            f" - {rng.randrange(24)}:00", f"-{rng.randrange(24):02d}:00",
        )
    )  # fmt: skip


def moment(rng: random.Random) -> str:
    day = a_day(rng)
    text = day_text(rng, day)
    if rng.random() < 0.25:
        weekday = a_word(rng, "Weekdays", (day.weekday() + rng.choice((0, 0, 0, 1))) % 7)
        text = weekday + rng.choice((" ", ", ", ". ", ".,  ", "")) + text
    if rng.random() < 0.65:
        text += rng.choice((" ", " ", ", ", "T", "  ", " at ", ",")) + time_text(rng)
        if rng.random() < 0.45:
            text += zone_text(rng)
    return text


def slashed(rng: random.Random, day_first: bool) -> Callable[[random.Random], str]:
    """Stamps as one form writes them: two numbers, a year and a time, maybe with the weekday."""
    weekday, mark, half = rng.random() < 0.15, rng.choice("/-"), rng.random() < 0.4

    def stamp(rng: random.Random) -> str:
        day = date(2026, 1, 1) + timedelta(days=rng.randrange(730))
        one, two = (day.day, day.month) if day_first else (day.month, day.day)
        hour, minute = rng.randrange(24), rng.randrange(60)
        time = f"{hour % 12 or 12}:{minute:02d}:00 {'PM' if hour > 11 else 'AM'}" if half else f"{hour}:{minute:02d}:00"
        before = a_word(rng, "Weekdays", day.weekday()) + " " if weekday else ""
        letters = rng.choice(("", "", "", "", " CET", " CEST", " UTC"))
        return f"{before}{one}{mark}{two}{mark}{day.year} {time}{letters}"

    return stamp


def amount(rng: random.Random) -> str:
    whole = rng.choice((0, 1, 2, 30, 45, rng.randrange(200), rng.randrange(10**9)))
    return rng.choice(
        (
            str(whole), str(whole), str(whole), f"{whole}{rng.choice('.,')}{rng.choice(('5', '25', '50', '500', '3'))}",
            f"{whole} 1/2", f"{rng.randrange(9)}/{rng.randrange(9)}", rng.choice(VULGAR), f"{whole}{rng.choice(VULGAR)}",
            f"{whole} {rng.choice(VULGAR)}", f"{whole} 3/2", "1'000", f"-{whole}",
        )
    )  # fmt: skip


def length(rng: random.Random) -> str:
    units = sorted(meanings("Units"))
    order: Sequence[str] = ("weeks", "days", "hours", "minutes")
    wanted = [meaning for meaning in order if rng.random() < 0.4] or [rng.choice(order)]
    if rng.random() < 0.1:
        rng.shuffle(wanted)
    parts = []
    for meaning in wanted:
        unit = rng.choice([word for word in units if meanings("Units")[word] == meaning])
        parts.append(amount(rng) + rng.choice(("", " ", " ")) + unit + rng.choice(("", "", "", ".")))
    joint = rng.choice(
        (" ", " ", ", ", ",", "", "  ", *(f" {word} " for word in sorted(and_words())), ", and ", "and ")
    )
    return joint.join(parts) if rng.random() < 0.95 else rng.choice(("0", "00", "0.0", "90", "2:30", "a day", "PT2H"))


def slot(rng: random.Random) -> str:
    weekday = a_word(rng, "Weekdays", rng.randrange(7))
    return weekday + rng.choice((" ", " ", ", ", ". ", "", " at ", ".,  ")) + time_text(rng)
