"""What each kind of cell takes, as data: `docs/what-is-read.md` is made from it, and a test reads its examples.

The patterns are the reader's own. They are applied to the whole text as it is made plain (`sync.kinds.signs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds import clock, dates, duration, moment, number, text, zone
from sync.kinds.words import NO_WORDS, YES_WORDS


@dataclass(frozen=True)
class Shape:
    """One way to type a value: in words, as a pattern where there is one, with examples and what they mean."""

    words: str
    examples: tuple[tuple[Cell, str], ...] = ()
    pattern: str = ""


@dataclass(frozen=True)
class Grammar:
    """All that a kind of cell takes, the limits, and examples of what is refused with the code of the message."""

    kinds: tuple[Kind, ...]
    value: str
    shapes: tuple[Shape, ...]
    limits: tuple[str, ...] = ()
    refused: tuple[tuple[Cell, str], ...] = ()


_DAY = datetime(2026, 11, 30, 18, 0)
_GROUPS = (
    "Thousands: one to three digits, the first no 0, then one to three groups of a mark and exactly three digits. The "
    "mark is a space, a comma, a point or an apostrophe, the same one throughout. So a comma or point before exactly "
    "three digits marks thousands: `1.500` is 1500."
)
_IN_A_CELL = (
    "A number in a cell, below 10^15 to either side: the shortest decimal number that is the same double. Nearer to 0 "
    "than 10^-9, it is 0."
)

WHOLE = Grammar(
    (Kind.INTEGER,),
    "a whole number",
    (
        Shape(_IN_A_CELL + " It must be whole.", ((5, "5"), (5.0, "5"))),
        Shape(
            "A minus or nothing; one to twelve digits, or thousands; then, if anything, a point or comma with one or two "
            "zeros, where the sign is not the thousands' mark. " + _GROUPS,
            (("5", "5"), ("007", "7"), ("1 800", "1800"), ("1,800", "1800"), ("5,0", "5"), ("-2", "-2")),
            number.WHOLE.pattern,
        ),
    ),
    (f"At most {number.LARGEST_WHOLE} to either side. A setting may allow less: its message says so.",),
    (("5.5", "not-whole"), ("1 2", "not-whole"), ("five", "not-whole"), ("1½", "not-whole"), (2.5, "not-whole")),
)
EXACT = Grammar(
    (Kind.NUMBER,),
    "an exact number",
    (
        Shape(_IN_A_CELL, ((7.75, "31/4"), (3, "3"))),
        Shape(
            "A minus or nothing; one to twelve digits, or thousands as above; then, if anything, a point or comma with one, "
            "two, four, five or six digits. Three digits only behind a single 0. The decimal sign is not the mark.",
            (("7,5", "15/2"), ("1.234,56", "30864/25"), ("0.125", "1/8"), ("1.500", "1500")),
            number.DECIMAL.pattern,
        ),
        Shape(
            "A fraction alone: one to six digits, a slash, one to six digits that do not begin with 0.",
            (("1/2", "1/2"), ("3/2", "3/2")),
        ),
        Shape(
            "A mixed number: one to six digits, a space, a fraction above 0 and below 1.",
            (("3 1/2", "7/2"),),
            number.FRACTION.pattern,
        ),
        Shape(
            "One of the signs " + " ".join(number.VULGAR) + ", alone or behind one to six digits, with a space or without.",
            (("½", "1/2"), ("3½", "7/2"), ("3 ½", "7/2")),
            number.VULGAR_SHAPE.pattern,
        ),
    ),
    (),
    (("1 2", "not-a-number"), ("3 3/2", "not-a-number"), ("1234.567", "not-a-number"), (".5", "not-a-number"),
     ("+5", "not-a-number"), ("5%", "not-a-number"), ("1e3", "not-a-number")),
)  # fmt: skip
RATING = Grammar(
    (Kind.RATING,),
    "a rating",
    (
        Shape("As a whole number.", ((1850, "1850"), ("1 850", "1850"), ("1.850", "1850"), ("1’850", "1850"), ("1850.0", "1850"))),
        Shape("0 is no rating, as in lists of unrated players.", ((0, "blank"),)),
    ),
    (
        f"From Settings → Ratings from ({number.RATINGS[0]}) to Settings → Ratings to ({number.RATINGS[1]}).",
        "A date is refused: the spreadsheet made it from a number.",
    ),
    (("1640 N", "not-a-rating"), (1.85, "not-a-rating"), ("1500 1600", "not-a-rating"), ("1850.5", "not-a-rating"),
     (_DAY, "not-a-rating"), (50, "rating-range"), ("18500", "rating-range")),
)  # fmt: skip
DECIMAL_RATING = Grammar(
    (Kind.DECIMAL_RATING,),
    "a rating of a format whose rules look behind the point",
    (
        Shape("As an exact number, without fractions.", (("1655.25", "6621/4"), (1655.5, "3311/2"), ("1,655", "1655"))),
        Shape("0 is no rating.", (("0", "blank"),)),
    ),
    ("The same range as a rating.",),
    (("1640 N", "not-a-rating"), (1.85, "rating-range"), ("1655 1/2", "not-a-rating")),
)
SEED = Grammar(
    (Kind.SEED,),
    "a place in an order",
    (Shape("As a whole number.", ((1, "1"), ("12", "12"))),),
    (f"From 1 to {number.LARGEST_WHOLE}.",),
    ((0, "not-a-seed"), (1.5, "not-a-seed"), ("1 2", "not-a-seed"), ("first", "not-a-seed")),
)
MONEY = Grammar(
    (Kind.MONEY,),
    "an amount of money",
    (Shape("As an exact number, without fractions.", (("10,000", "10000"), ("12.50", "25/2"), (5000, "5000"))),),
    (
        f"At most {number.DECIMALS_OF_MONEY} decimals that are not 0.",
        "No sign and no code of a currency: the currency stands in Settings, where a format has one.",
    ),
    (("$10,000", "not-money"), ("10 000 €", "not-money"), ("EUR 500", "not-money"), (12.505, "money-decimals"),
     ("0.125", "money-decimals"), ("1/2", "not-money")),
)  # fmt: skip
CHECK = Grammar(
    (Kind.CHECK,),
    "yes or no",
    (
        Shape("A ticked box, or TRUE: yes. One not ticked, or FALSE: no.", ((True, "yes"), (False, "no"))),
        Shape(
            "Yes: " + ", ".join(f"`{w}`" for w in sorted(YES_WORDS)) + ".", (("x", "yes"), (1, "yes"), ("Ja", "yes"))
        ),
        Shape("No: " + ", ".join(f"`{w}`" for w in sorted(NO_WORDS)) + ".", (("nein", "no"), (0, "no"))),
    ),
    ("Case is forgiven; nothing stands before or behind the word.",),
    (("perhaps", "not-yes-no"), ("2", "not-yes-no"), ("yes!", "not-yes-no"), ("-", "not-yes-no")),
)
MOMENT = Grammar(
    (Kind.MOMENT,),
    "a moment (here in Europe/Berlin)",
    (
        Shape(
            "A date cell, or a number that is a spreadsheet's day number: the wall clock of the file's own zone where the "
            "file has one, else of the event's. Rounded to the second.",
            ((_DAY, "2026-11-30T18:00:00+01:00"), (46356.75, "2026-11-30T18:00:00+01:00")),
        ),
        Shape(
            "Year, month, day, with `-`, `/` or `.` between, twice the same: one or two digits for month and day.",
            (("2026-11-30", "2026-11-30T00:00:00+01:00"), ("2026/11/30", "2026-11-30T00:00:00+01:00")),
            dates.YEAR_FIRST.pattern,
        ),
        Shape(
            "Day, month, year with points, a space after a point or none. Points always put the day first.",
            (("30.11.2026", "2026-11-30T00:00:00+01:00"), ("1. 11. 2027", "2027-11-01T00:00:00+01:00")),
            dates.DOTTED.pattern,
        ),
        Shape(
            "Two numbers and the year with `/` or `-`. If only one of the two can be the month, or both are the same, it is "
            "that day. Else Settings → Dates says which comes first; blank, it is asked about.",
            (("30/11/2026", "2026-11-30T00:00:00+01:00"), ("11/30/2026", "2026-11-30T00:00:00+01:00"),
             ("5/5/2027", "2027-05-05T00:00:00+02:00")),
            dates.SLASHED.pattern,
        ),
        Shape(
            "Day, month as a word of the table below, year. An ending st, nd, rd, th or a point behind the day; a point, a "
            "comma behind the month; `de` between.",
            (("30 Nov 2026", "2026-11-30T00:00:00+01:00"), ("30. November 2026", "2026-11-30T00:00:00+01:00"),
             ("30-Nov-2026", "2026-11-30T00:00:00+01:00"), ("30 de noviembre de 2026", "2026-11-30T00:00:00+01:00")),
            dates.DAY_WORD.pattern,
        ),
        Shape("Month as a word, day, year.", (("November 30, 2026", "2026-11-30T00:00:00+01:00"),), dates.WORD_DAY.pattern),
        Shape(
            "Before the date a weekday of the table below, up to two of `.` and `,`, and a space. It must be the weekday of "
            "the date; of two possible days, where Settings → Dates is blank, it chooses the one that it is.",
            (("Mon 30 Nov 2026", "2026-11-30T00:00:00+01:00"), ("Wed 3/11/2026", "2026-03-11T00:00:00+01:00")),
            dates.WEEKDAY.pattern,
        ),
        Shape(
            "Behind the date a space, or a comma and a space, and a time of day; behind a date that begins with the year "
            "also a T at once. 24:00 is the end of the day. Parts of a second are dropped.",
            (("2026-11-30T18:00:00.5", "2026-11-30T18:00:00+01:00"), ("30.11.2026 18.00", "2026-11-30T18:00:00+01:00"),
             ("30.11.2026 18h00", "2026-11-30T18:00:00+01:00"), ("11/30/2026 6:00 PM", "2026-11-30T18:00:00+01:00"),
             ("30.11.2026 18 Uhr", "2026-11-30T18:00:00+01:00"), ("2026-11-30 24:00", "2026-12-01T00:00:00+01:00")),
            " or ".join(shape.pattern for shape in clock.SHAPES),
        ),
        Shape(
            "Behind the time Z, at once or after a space. Or a space and UTC or GMT, which may have an offset.",
            (("2026-11-30T17:00:00Z", "2026-11-30T18:00:00+01:00"), ("2026-11-30 17:00 UTC", "2026-11-30T18:00:00+01:00"),
             ("2026-11-30 18:00 UTC+1", "2026-11-30T18:00:00+01:00")),
        ),
        Shape(
            "Behind the time an offset, at most 14 hours, with or without a space. One with a minus only behind a time "
            "after T, behind seconds, or behind UTC or GMT: else it looks like a span of time.",
            (("2026-11-30T18:00+01:00", "2026-11-30T18:00:00+01:00"), ("2026-11-30 12:00:00-05:00", "2026-11-30T18:00:00+01:00"),
             ("2026-11-30 18:00 +0100", "2026-11-30T18:00:00+01:00")),
            moment.OFFSET.pattern,
        ),
        Shape(
            "Behind the time and a space the name of a place, in full (see time zones).",
            (("2026-11-30 12:00 America/New York", "2026-11-30T18:00:00+01:00"),),
        ),
        Shape(
            "Behind the time and a space the letters that the event's own zone has at that moment, as Pairsheet writes "
            "them. Of a doubled hour they say which is meant; in an hour that is left out none are right. "
            "Up to six other letters are asked about (`zone-letters`).",
            (("Mon 30 Nov 2026, 18:00 CET", "2026-11-30T18:00:00+01:00"), ("2026-10-25 02:30 CET", "2026-10-25T02:30:00+01:00")),
        ),
        Shape("`now`, in Settings → Start alone."),
    ),
    (
        f"Days {moment.FIRST_DAY} to {moment.LAST_DAY} of a spreadsheet, typed as text too: "
        f"{moment.from_serial(moment.FIRST_DAY):%Y-%m-%d} to the beginning of "
        f"{moment.from_serial(moment.LAST_DAY):%Y-%m-%d}. Text of at most 100 characters.",
        "A date alone is the first moment of the day; in Deadline, To and Until it is 23:59:59.",
        "A doubled hour is the earlier of the two; an hour left out is the one after it.",
    ),
    (("1/11/2027", "date-two-ways"), ("Tuesday 2026-11-30", "weekday-wrong"), ("2026-11-30 18:00 EST", "zone-letters"),
     ("2027-07-01 18:00 CET", "zone-letters"), ("2026-11-30 10:00-12:00", "not-a-time"), ("30.11.26", "not-a-time"),
     ("18:00", "not-a-time"), ("tomorrow", "not-a-time"), ("2026-11-30 18", "not-a-time"), (2026, "not-a-time")),
)  # fmt: skip
DURATION = Grammar(
    (Kind.DURATION,),
    "a length of time",
    (
        Shape("0 alone.", ((0, "0 seconds"), ("0", "0 seconds"))),
        Shape(
            "One or more parts, the largest unit first and each unit once. A part is an amount, a space or none, a unit of "
            "the table below, a point or none. The amount is one to nine digits, then if anything a point or comma with one "
            "or two digits; or a fraction or mixed number. Between parts a comma or none, a "
            "space or none, a word for `and` with a space behind it or none.",
            (("2 hours", "7200 seconds"), ("30 min", "1800 seconds"), ("1,5 h", "5400 seconds"), ("1 1/2 hours", "5400 seconds"),
             ("1½ Stunden", "5400 seconds"), ("1 day and 2 hours", "93600 seconds"), ("3d", "259200 seconds"),
             ("2 h 30 min", "9000 seconds")),
            duration.PART.pattern,
        ),
    ),
    ("Whole seconds, at most a hundred years of 365 days. Text of at most 100 characters.",),
    ((90, "not-a-duration"), ("90", "not-a-duration"), ("-2 hours", "not-a-duration"), ("2 hours ago", "not-a-duration"),
     ("2:30", "not-a-duration"), ("1.500 h", "not-a-duration"), ("30 min 2 h", "not-a-duration"), ("a while", "not-a-duration"),
     ("1 month", "not-a-duration")),
)  # fmt: skip
SLOT = Grammar(
    (Kind.SLOT,),
    "a weekday and a time of day",
    (
        Shape(
            "A weekday of the table below, a point or comma or nothing, a space, a time of day without seconds and not 24:00.",
            (("Sunday 18:00", "Sunday 18:00"), ("so 18 Uhr", "Sunday 18:00"), ("Sun, 6 pm", "Sunday 18:00")),
        ),
    ),
    (),
    (
        ("18:00 Sunday", "not-a-slot"),
        ("Sunday", "not-a-slot"),
        ("Sunday 24:00", "not-a-slot"),
        ("s 18:00", "not-a-slot"),
    ),
)
ZONE = Grammar(
    (Kind.ZONE,),
    "a time zone",
    (
        Shape("`UTC`, `GMT` or `Z`, case forgiven; `Etc/UTC` and `Etc/GMT` as written.", (("utc", "UTC"),)),
        Shape(
            "A name of the tz database that has a slash, case forgiven, spaces for `_`. Not one that begins with "
            + ", ".join(zone.NOT_PLACES) + ".",
            (("Europe/Berlin", "Europe/Berlin"), ("america/new york", "America/New_York")),
        ),
        Shape("Its last part alone, where one such name has it.", (("Berlin", "Europe/Berlin"),)),
    ),
    (),
    (("EST", "not-a-zone"), ("CET", "not-a-zone"), ("MST7MDT", "not-a-zone"), ("GMT+1", "not-a-zone"), ("UTC+2", "not-a-zone"),
     ("Etc/GMT+1", "not-a-zone"), ("Eastern", "not-a-zone"), ("Berlin time", "not-a-zone")),
)  # fmt: skip
CHOICE = Grammar(
    (Kind.CHOICE,),
    "one of the list of its column or setting",
    (
        Shape("A word of the list, in small letters the same. (Here the list is: no, yes.)", (("Yes", "yes"),)),
        Shape("TRUE and FALSE in a cell, where the list has `yes`.", ((True, "yes"), (False, "no"))),
    ),
    (),
    (("maybe", "not-a-choice"), ("y", "not-a-choice"), ("yes, please", "not-a-choice")),
)
GAME_ID = Grammar(
    (Kind.GAME_ID,),
    "the id of a game or round",
    (
        Shape(
            "A section of one to four letters A-Z and a hyphen, or nothing; R, P or F and one to six digits; if anything a "
            "hyphen and one to six digits, and behind those, if anything, a point and one to six digits. Digits 0-9; case forgiven; "
            "leading zeros do not matter.",
            (("R3-02", "R3-02"), ("r3-2", "R3-02"), ("a-r3", "A-R3"), ("F1-01.2", "F1-01.2")),
        ),
    ),
    (),
    (
        ("3-2", "not-an-id"),
        ("game 3", "not-an-id"),
        ("R3–02", "not-an-id"),
        ("R3 02", "not-an-id"),
        ("Ｒ3-02", "not-an-id"),
    ),
)
ROUND_ID = Grammar(
    (Kind.ROUND_ID,),
    "the id of a round",
    (
        Shape("As above, without a board.", (("R3", "R3"), ("a-r3", "A-R3"))),
        Shape("One to three digits 0-9 alone: the round of that number, without a section.", ((3, "R3"), ("03", "R3"))),
    ),
    (),
    (("R3-02", "not-an-id"), ("round 3", "not-an-id"), (3.5, "not-an-id"), ("1000", "not-an-id")),
)
_TEXT = "Any text, kept as clean text. A number as its digits, a tick as TRUE or FALSE, a date as 2026-11-30 18:00, or 2026-11-30 at midnight."
TEXT = Grammar(
    (Kind.TEXT, Kind.RESULT),
    "text",
    (Shape(_TEXT, (("  a  b ", "a b"), ("007", "007"), (7, "7"), (True, "TRUE"), ("1e5", "1e5"))),),
    (f"At most {text.LONGEST_TEXT} characters. Words of results have a page of their own.",),
    (("#REF!", "error-cell"),),
)
PLAYER = Grammar(
    (Kind.PLAYER,),
    "a name",
    (Shape(_TEXT, (("So,  Wesley", "So, Wesley"), ("007", "007"))),),
    (
        f"At most {text.LONGEST_NAME} characters.",
        "Names are compared by their NFKC form in folded case, so `Ａda` and `ada` are one name.",
    ),
)
PLAYERS = Grammar(
    (Kind.PLAYERS,),
    "a list of names",
    (Shape("Names separated by `;`, each cleaned; empty ones are left out. A comma separates nothing.",
           (("So, Wesley ; Ada;", "So, Wesley ; Ada"),)),),
    (f"At most {text.LONGEST_LIST} characters in all, as typed.",),
)  # fmt: skip
LINK = Grammar(
    (Kind.URL,),
    "a link",
    (Shape("Any text, cleaned. Which links name a game follows from the chess sites' own addresses.",
           ((" https://lichess.org/abcdefgh ", "https://lichess.org/abcdefgh"),)),),
    (f"At most {text.LONGEST_LINK} characters.",),
)  # fmt: skip

GRAMMARS: tuple[Grammar, ...] = (
    WHOLE, EXACT, RATING, DECIMAL_RATING, SEED, MONEY, MOMENT, DURATION, SLOT, ZONE, CHECK, CHOICE, GAME_ID, ROUND_ID,
    TEXT, PLAYER, PLAYERS, LINK,
)  # fmt: skip
