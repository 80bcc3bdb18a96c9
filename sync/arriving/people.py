"""Players out of the rows of a list: what is taken, what is left and why, what is doubtful.

A doubt stops: nothing is written before it is settled. A warning is to be looked at, and accepted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sync.arriving import headings as h
from sync.arriving import values as v
from sync.arriving.files import Brought, Rows

HEAD_WITHIN = 40  # rows above the headings that other programs fill with the event's name
COLUMNS: Mapping[str, str] = {
    h.RATING: "Rating", h.NATIONAL: "Local rating", h.FEDERATION: "Federation", h.FIDE_ID: "FIDE id", h.BORN: "Born",
    h.SEX: "Sex", h.TITLE: "Title", h.USERNAME: "Username", h.SEED: "Seed",
}  # fmt: skip
"""The column of Players that takes a field, where the format has it."""
SHORTEST = 5  # letters of a name in which one letter more or less is likely a slip
MOST_SHOWN = 8


@dataclass
class Arrived:
    """Players as rows by heading of Players, and what is to be said."""

    players: list[dict[str, str | int]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """What the person said beforehand: headings by field, how days are meant."""

    columns: Mapping[str, str] = field(default_factory=dict)  # heading as typed, made plain -> field, or "-"
    dates: str = ""


def arrive(brought: Brought, known: frozenset[str], there: Sequence[str] = (), asked: Asked = Asked()) -> Arrived:
    """Players of a file for a format whose Players have the headings `known`, where `there` stand already."""
    found = Arrived(said=list(brought.said), doubts=list(brought.doubts), warnings=list(brought.warnings))
    picked = _headed(brought.tables, asked)
    if picked is None:
        found.doubts.append(
            'no column of names was found; say which it is with --column, such as --column "Teilnehmer=name"'
            + _first_words(brought.tables)
        )
        return found
    rows, at, fields = picked
    fields = _untitled(rows, at, fields)
    _tell_columns(found, rows[at] if at >= 0 else (), fields, known, asked)
    if found.doubts:
        return found
    if brought.by_signs and at >= 0:
        _tell_overlong(found, rows, at)
    _take(found, rows[at + 1 :], at + 2, fields, known, asked)
    if not found.players and not found.doubts:
        found.doubts.append("no player was found in it")
    _doubles(found, there)
    return found


def _first_words(tables: Sequence[Rows]) -> str:
    for rows in tables:
        for row in rows:
            cells = [cell for cell in row if cell]
            if len(cells) > 1:
                return f". Its columns begin with: {', '.join(cells[:MOST_SHOWN])}"
    return ""


def _tell_overlong(found: Arrived, rows: Rows, at: int) -> None:
    """Lines with more cells than there are headings: the sign between them stands inside a name, most likely."""
    width = len(rows[at])
    over = [
        f"row {number}: {', '.join(row[:3])} …"
        for number, row in enumerate(rows[at + 1 :], start=at + 2)
        if any(row[width:]) and not _FOOTER.match(row[0])
    ]
    if over:
        count = f"{len(over)} lines have" if len(over) > 1 else "a line has"
        found.doubts.append(
            f"{count} more cells than there are headings ({_some(over)}); put names that hold the separating sign into "
            "quotation marks, or save the list with semicolons"
        )


# --- columns ----------------------------------------------------------------------------------------------------------


def _headed(tables: Sequence[Rows], asked: Asked) -> tuple[Rows, int, dict[int, str]] | None:
    """The table, the row of its headings (-1 where there are none), and the field of each column that has one."""
    best: tuple[int, Rows, int, dict[int, str]] | None = None
    for rows in tables:
        for at, row in enumerate(rows[:HEAD_WITHIN]):
            fields = _fields(row, asked)
            if {h.NAME, h.SURNAME, h.USERNAME} & set(fields.values()):
                score = len(fields)
                if best is None or score > best[0]:
                    best = (score, rows, at, fields)
    if best is not None:
        return best[1:]
    for rows in tables:
        if rows and all(len([c for c in row if c]) <= 1 for row in rows) and not asked.columns:
            return rows, -1, {0: h.NAME}
    return None


def _untitled(rows: Rows, at: int, fields: dict[int, str]) -> dict[int, str]:
    """The fields, and a column without a heading in which nothing but titles stands, as other programs write it."""
    if at < 0 or h.TITLE in fields.values():
        return fields
    for column, heading in enumerate(rows[at]):
        below = [row[column] for row in rows[at + 1 :] if column < len(row) and row[column]]
        if not heading and below and all(cell.upper() in v.KNOWN_TITLES for cell in below):
            return {**fields, column: h.TITLE}
    return fields


def _fields(row: Sequence[str], asked: Asked) -> dict[int, str]:
    found: dict[int, str] = {}
    for column, heading in enumerate(row):
        said = asked.columns.get(h.plain(heading)) or asked.columns.get(str(column + 1))
        if said == "-":
            continue
        meant = said or h.field_of(heading)[0]
        if meant:
            found[column] = meant
    surnames = h.SURNAME in found.values()
    firsts = h.FIRST in found.values()
    for column, meant in list(found.items()):
        if meant == h.NAME and surnames and not firsts:
            found[column], firsts = h.FIRST, True  # beside a surname “Nome”, “Nombre”, “Jméno” is the first name
        elif meant == h.NAME and firsts and not surnames:
            found[column], surnames = h.SURNAME, True  # beside a first name “Nom” is the surname
    return found


def _tell_columns(
    found: Arrived, row: Sequence[str], fields: Mapping[int, str], known: frozenset[str], asked: Asked
) -> None:
    """Which heading was taken for what, what was left, what has to be asked."""
    taken, left, unsure = [], [], []
    for column, heading in enumerate(row):
        meant = fields.get(column)
        said = asked.columns.get(h.plain(heading)) or asked.columns.get(str(column + 1))
        if not heading:
            continue
        if meant is None:
            if h.plain(heading) not in h.NUMBERS and h.plain(heading) not in h.PRIVATE and said != "-":
                left.append(heading)
            continue
        target = "Player" if meant in (h.NAME, h.SURNAME, h.FIRST) else COLUMNS.get(meant, "")
        if target not in known:
            left.append(heading)
            continue
        taken.append(f"{heading} → {target}")
        if not said and not h.field_of(heading)[1]:
            unsure.append(f"{heading} as {meant}")
    twice = [name for name, n in Counter(fields.values()).items() if n > 1]
    for name in twice:
        both = [row[c] or str(c + 1) for c, meant in fields.items() if meant == name]
        how = " and ".join([f'--column "{both[0]}={name}"', *(f'--column "{other}=-"' for other in both[1:])])
        found.doubts.append(f"{' and '.join(f'“{b}”' for b in both)} could each be the {name}; say which with {how}")
    if taken:
        found.said.append(f"taken: {', '.join(taken)}")
    if left:
        found.said.append(f"left, since this format has no such column: {', '.join(left)}")
    if unsure:
        found.warnings.append(f"understood by the words of a language: {', '.join(unsure)}")


# --- rows -------------------------------------------------------------------------------------------------------------

_READ: Mapping[str, Callable[[str], v.Got]] = {
    h.RATING: v.rating_of, h.NATIONAL: v.rating_of, h.FEDERATION: v.federation_of, h.FIDE_ID: v.id_of,
    h.TITLE: v.title_of, h.USERNAME: v.username_of, h.SEED: v.id_of,
}  # fmt: skip


@dataclass(frozen=True)
class _Columns:
    """What the columns of a table mean, and how their cells are read."""

    fields: Mapping[int, str]
    known: frozenset[str]
    order: str  # of day and month
    sexes: frozenset[str]  # the letters that stand for them

    @classmethod
    def of(cls, rows: Rows, fields: Mapping[int, str], known: frozenset[str], dates: str) -> _Columns:
        """With what the cells of a column say about each other."""

        def cells(meant: str) -> list[str]:
            column = next((c for c, m in fields.items() if m == meant), None)
            return [] if column is None else [row[column] for row in rows if column < len(row)]

        return cls(
            fields, known, dates or v.order_in(cells(h.BORN)), frozenset(c.strip().casefold() for c in cells(h.SEX))
        )

    def read(self, meant: str, text: str) -> v.Got:
        """A cell of a column."""
        if meant == h.BORN:
            return v.born_of(text, self.order)
        return v.sex_of(text, self.sexes) if meant == h.SEX else _READ[meant](text)


@dataclass
class _Seen:
    """What is to be said of the rows, once all are read."""

    notes: list[str] = field(default_factory=list)
    bad: dict[str, list[str]] = field(default_factory=dict)
    days: list[str] = field(default_factory=list)
    skipped: int = 0

    def tell(self, found: Arrived) -> None:
        """Doubts, warnings and notes about the rows."""
        if self.days:
            how = 'say --dates "day first" or "month first"'
            found.doubts.append(f"days that can be read two ways ({_some(self.days)}): {how}")
        for meant, listed in self.bad.items():
            found.warnings.append(f"{len(listed)} of {meant} cannot be read and stay blank ({_some(listed)})")
        if self.notes:
            found.said.append(f"ratings with a sign: {_some(self.notes)}")
        if self.skipped:
            rows = "row" if self.skipped == 1 else "rows"
            found.said.append(f"{self.skipped} {rows} without a name passed over")


def _take(
    found: Arrived, rows: Rows, first: int, fields: Mapping[int, str], known: frozenset[str], asked: Asked
) -> None:
    columns, seen = _Columns.of(rows, fields, known, asked.dates), _Seen()
    for number, row in enumerate(rows, start=first):
        cells = {meant: v.tidy(row[c]) for c, meant in fields.items() if c < len(row)}
        name = _name(cells)
        filled = [cell for cell in row if cell]
        if name and not _is_footer(name, filled):
            found.players.append({"Player": name, **_player(cells, columns, seen, f"row {number}")})
        else:
            seen.skipped += bool(filled)
    seen.tell(found)


_TWO_WAYS = re.compile(r"\d{1,2}[-/]\d{1,2}[-/]\d{4}")


def _player(cells: Mapping[str, str], columns: _Columns, seen: _Seen, where: str) -> dict[str, str | int]:
    """The cells of one row that Players takes."""
    made: dict[str, str | int] = {}
    for meant, text in cells.items():
        column = COLUMNS.get(meant, "")
        if column not in columns.known or not text:
            continue
        got = columns.read(meant, text)
        if got.bad and meant == h.BORN and not columns.order and _TWO_WAYS.fullmatch(text):
            seen.days.append(f"{where}: {text}")
        elif got.bad:
            seen.bad.setdefault(meant, []).append(f"{where}: “{got.value}”")
        elif got.value:
            number = meant in (h.RATING, h.NATIONAL, h.SEED) and got.value.isdigit()
            made[column] = int(got.value) if number else got.value
        if got.note and not got.bad:
            seen.notes.append(f"{where}: {got.note}")
    return made


def _some(listed: Sequence[str]) -> str:
    more = len(listed) - MOST_SHOWN
    return "; ".join(listed[:MOST_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _name(cells: Mapping[str, str]) -> str:
    if name := cells.get(h.NAME, ""):
        return name
    if h.SURNAME not in cells:
        return cells.get(h.USERNAME, "")  # a list of accounts
    surname, first = cells.get(h.SURNAME, ""), cells.get(h.FIRST, "")
    return ", ".join(part for part in (surname, first) if part)


_FOOTER = re.compile(
    r"^(total|sum|summe|gesamt|average|durchschnitt|page|seite|https?://|www\.|source|quelle|program|from the tourn)",
    re.IGNORECASE,
)
NOBODY = frozenset({"bye", "spielfrei", "frei", "exempt", "not paired", "no emparejado", "---", "-", "?"})


def _is_footer(name: str, filled: Sequence[str]) -> bool:
    return (
        name.casefold() in NOBODY
        or (len(filled) <= 2 and bool(_FOOTER.match(name)))
        or not any(c.isalnum() for c in name)
    )


# --- doubles ----------------------------------------------------------------------------------------------------------


def same_key(name: str) -> str:
    """A name as compared for doubles: without capitals, accents and order of words."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    words = re.findall(r"\w+", "".join(c for c in folded if not unicodedata.combining(c)))
    return " ".join(sorted(words))


def _doubles(found: Arrived, there: Sequence[str]) -> None:
    """The same line twice is taken once; one name for two is a doubt; names that are nearly one are a warning.

    Who stands in the book already is left.
    """
    kept: list[dict[str, str | int]] = []
    by_name: dict[str, dict[str, str | int]] = {}
    for player in found.players:
        name = str(player["Player"])
        other = by_name.get(name)
        if other is None:
            by_name[name] = player
            kept.append(player)
        elif other != player:
            found.doubts.append(f"two people are called {name}; tell them apart in the file")
    if len(kept) < len(found.players) and not found.doubts:
        found.said.append(f"{len(found.players) - len(kept)} taken once that stood there twice")
    keys: dict[str, str] = {}
    for name in by_name:
        other_name = keys.setdefault(same_key(name), name)
        if other_name != name:
            found.warnings.append(f"“{other_name}” and “{name}” may be one player")
    found.warnings += _near(list(keys.items()))
    standing = {same_key(name): name for name in there}
    already = [str(p["Player"]) for p in kept if same_key(str(p["Player"])) in standing]
    if already:
        found.said.append(f"in the book already, and left as they are: {_some(already)}")
    found.players = [p for p in kept if same_key(str(p["Player"])) not in standing]


def _near(keys: Sequence[tuple[str, str]]) -> list[str]:
    """Names that differ in one letter: left out, put in, or another one."""
    without: dict[str, str] = {}
    found: dict[tuple[str, str], None] = {}
    for key, name in keys:
        if len(key) >= SHORTEST:
            for shorter in {key, *(key[:i] + key[i + 1 :] for i in range(len(key)))}:
                other = without.setdefault(shorter, name)
                if other != name:
                    found[other, name] = None
    return [f"“{one}” and “{other}” may be one player" for one, other in list(found)[:MOST_SHOWN]]
