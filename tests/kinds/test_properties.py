"""Generated cells: what is read is what was meant, with noise it is the same value or a message, and no digit is lost."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.model import Value
from rules.registry import engine_of, formats
from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds import Misread, noted_text, read_cell, read_moment, read_noted
from sync.kinds.words import DAYS, UNITS
from sync.schema import settings_of

ZONE = ZoneInfo("Europe/Berlin")
ZEROS = "0٠۰०০０𝟎"
MARKS = ("", " ", "\u00a0", "\u202f", "\u2009", ",", ".", "'", "’", "，", "٬")
NOISE = (*"0158.,'/-–+~?*%$€ \u00a0\u200b\u0660½²Oolx\t\n()[]", " 1600", "N", "+1", ".5", ",50", " 1/2")


def grouped(number: int, mark: str) -> str:
    """A number with its thousands marked."""
    return f"{number:,}".replace(",", mark)


def in_script(text: str, zero: str) -> str:
    """The text with the digits of another script."""
    return "".join(chr(ord(zero) + int(c)) if c.isascii() and c.isdigit() else c for c in text)


def digits(text: str) -> str:
    """All decimal digits of a text, as 0-9."""
    import unicodedata

    return "".join(str(unicodedata.decimal(c)) for c in text if c.isdecimal())


@given(
    st.integers(100, 4000),
    st.sampled_from(MARKS),
    st.sampled_from(ZEROS),
    st.sampled_from(("", " ", "\u00a0", "\u200b")),
)
def test_a_rating_however_it_is_written(number: int, mark: str, zero: str, around: str) -> None:
    """Marks, scripts and spaces change nothing."""
    typed = around + in_script(grouped(number, mark), zero) + around
    assert read_cell(typed, Kind.RATING, ZONE) == number
    assert read_cell(typed, Kind.INTEGER, ZONE) == number


@pytest.mark.parametrize("seed", range(20))
def test_noise_gives_the_same_digits_or_a_message(seed: int) -> None:
    """A thousand spoilt numbers each: whatever is read uses every digit that stands there, and no other."""
    dice = random.Random(seed)
    for _ in range(1000):
        typed = grouped(dice.randint(1, 99_999), dice.choice(MARKS))
        for _ in range(dice.randint(1, 3)):
            at = dice.randint(0, len(typed))
            typed = typed[:at] + dice.choice(NOISE) + typed[at + dice.choice((0, 0, 1)) :]
        for kind in (Kind.RATING, Kind.INTEGER, Kind.SEED):
            value = read_cell(typed, kind, ZONE)
            if isinstance(value, Misread) or value is None:
                continue
            assert isinstance(value, int | Fraction)
            own = digits(typed).lstrip("0")
            assert own in {str(abs(value)) + zeros for zeros in ("", "0", "00")} | {""}, (typed, value)


def test_what_spreadsheets_make_of_a_rating() -> None:
    """A number that lost its thousands, a date, a percentage: each is asked about."""
    made: list[Cell] = [
        1.85,
        1.9,
        2.1,
        18.5,
        datetime(1850, 1, 1),
        datetime(2026, 1, 8),
        0.185,
        46388,
        1850.5,
        1e300,
        True,
    ]
    for cell in made:
        assert isinstance(read_cell(cell, Kind.RATING, ZONE), Misread), cell
        assert isinstance(read_cell(cell, Kind.SEED, ZONE), Misread) or cell == 46388


WRITTEN = (
    "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M", "%d.%m.%Y, %H.%M", "%d %b %Y, %H:%M",
    "%B %d, %Y %I:%M %p", "%a %d %b %Y, %H:%M", "%A, %d %B %Y %Hh%M", "%A %d/%m/%Y %H:%M", "%A %m/%d/%Y %H:%M",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_moments_however_they_are_written(seed: int) -> None:
    """Each way gives the minute that was meant; where a slashed date may be two days, that one or a question."""
    dice = random.Random(seed)
    for _ in range(200):
        naive = datetime(2026, 1, 1) + timedelta(minutes=dice.randint(0, 2_000_000))
        way = dice.choice(WRITTEN)
        found = read_moment(naive.strftime(way), ZONE)
        if isinstance(found, Misread):
            assert found.code == "date-two-ways"
            assert "/%Y" in way
            continue
        assert isinstance(found, datetime)
        meant = naive.replace(tzinfo=ZONE).astimezone(UTC).astimezone(ZONE)
        assert found == meant, (naive.strftime(way), found)


@pytest.mark.parametrize("seed", range(20))
def test_a_spoilt_moment_is_made_of_what_stands_there(seed: int) -> None:
    """One or two signs more, less or other: a message, or a date and time whose numbers all stand in the text."""
    dice = random.Random(1000 + seed)
    for _ in range(500):
        naive = datetime(2026, 1, 1) + timedelta(minutes=dice.randint(0, 2_000_000))
        typed = naive.strftime(dice.choice(WRITTEN[:6]))
        for _ in range(dice.randint(1, 2)):
            at = dice.randint(0, len(typed) - 1)
            typed = typed[:at] + dice.choice((*"0123456789.:/- TZ+h", "", "24")) + typed[at + dice.choice((0, 1)) :]
        found = read_moment(typed, ZONE)
        if isinstance(found, Misread):
            continue
        assert isinstance(found, datetime)
        if (
            any(c in typed for c in "Z+")
            or "-" in typed.partition("T")[2]
            or typed.rstrip().endswith("24:00")
            or found.month in (3, 10)
        ):
            continue  # another zone, the end of a day, or a change of clocks
        numbers = {int(n) for n in "".join(c if c.isdigit() else " " for c in typed).split()}
        assert {found.year, found.day} <= numbers, (typed, found)
        assert {found.hour, found.minute} <= numbers | {0}, (typed, found)


@given(
    st.lists(st.sampled_from(sorted(UNITS)), min_size=1, max_size=4, unique_by=lambda u: UNITS[u]), st.integers(1, 99)
)
def test_lengths_of_time(units: list[str], amount: int) -> None:
    """The largest unit first; each part is counted once."""
    ordered = sorted(units, key=lambda u: -UNITS[u])
    assert (
        read_cell(" ".join(f"{amount} {u}" for u in ordered), Kind.DURATION, ZONE)
        == sum(UNITS[u] for u in units) * amount
    )
    assert isinstance(read_cell(f"{amount}", Kind.DURATION, ZONE), Misread)
    assert isinstance(read_cell(f"{amount} {units[0]} ago", Kind.DURATION, ZONE), Misread)
    assert isinstance(read_cell(f"-{amount} {units[0]}", Kind.DURATION, ZONE), Misread)


VALUES: list[tuple[Kind, st.SearchStrategy[Value]]] = [
    (Kind.INTEGER, st.integers(-(10**6), 10**6)), (Kind.NUMBER, st.fractions(-1000, 1000, max_denominator=999)),
    (Kind.RATING, st.integers(100, 4000).map(Fraction)), (Kind.DECIMAL_RATING, st.fractions(100, 4000, max_denominator=100)),
    (Kind.SEED, st.integers(1, 500).map(Fraction)), (Kind.MONEY, st.integers(0, 10**9).map(lambda n: Fraction(n, 100))),
    (Kind.DURATION, st.integers(0, 10**8)), (Kind.CHECK, st.booleans()),
    (Kind.SLOT, st.tuples(st.sampled_from(DAYS), st.integers(0, 23), st.integers(0, 59)).map(lambda t: f"{t[0]} {t[1]:02d}:{t[2]:02d}")),
    (Kind.ZONE, st.sampled_from(("UTC", "Europe/Berlin", "America/New_York", "America/Indiana/Knox"))),
    (Kind.GAME_ID, st.sampled_from(("R3-02", "A-R3-02", "F1-01.2"))), (Kind.ROUND_ID, st.sampled_from(("R3", "PAR-P1"))),
    (Kind.PLAYERS, st.lists(st.sampled_from(("Ada", "So, Wesley", "007")), min_size=1, unique=True).map(tuple)),
    (Kind.MOMENT, st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)).map(
        lambda m: m.replace(microsecond=0).astimezone(ZONE))),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "values"), VALUES, ids=lambda v: v.name if isinstance(v, Kind) else "")
@given(data=st.data())
def test_what_the_journal_notes_reads_back_equal(
    kind: Kind, values: st.SearchStrategy[Value], data: st.DataObject
) -> None:
    """A setting as it was noted is the setting."""
    value = data.draw(values)
    assert read_noted(noted_text(value), kind, ZONE) == value


@pytest.mark.parametrize("name", formats())
def test_every_default_is_typed_as_its_kind_is(name: str) -> None:
    """What a new book holds in its settings can be read, and is noted and read back as the same."""
    for setting in settings_of(engine_of(name).sheet):
        value = read_cell(setting.default or None, setting.kind, ZONE, setting.choices)
        assert not isinstance(value, Misread), setting
        assert read_noted(noted_text(value), setting.kind, ZONE, setting.choices) == value, setting
