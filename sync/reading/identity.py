"""Who is who: the rows of Players held against the players already taken into the event.

A player's identity is the recorded name. A row is the same player when it has that name, or lists it under
“Also known as”, or has the account recorded with it. Nothing else is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from rules.model import Empty, Entry, Fields, Noticed, Person, Recorded, Value
from rules.parts.ids import ref
from sync.grid import is_blank
from sync.kinds import LONGEST_NAME, clean, name_key, short_text
from sync.problems import At, Problem
from sync.reading.decode import TypedRow, near

_MARKS = {name_key(e.value) for e in Empty}
NO_PLACES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Identities:
    """People of the event under their recorded names, and every name they are known by."""

    people: tuple[Person, ...]
    known: Mapping[str, str]  # compared name or account -> recorded name
    shown: Mapping[str, str]  # recorded name -> name in Players, where they differ
    cells: Mapping[str, TypedRow]  # recorded name -> row
    problems: tuple[Problem, ...] = ()
    usernames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # recorded name -> accounts and names

    def find(self, typed: str) -> str | None:
        """The recorded name of somebody typed by name, alias or account."""
        return self.known.get(name_key(typed))

    def show(self, name: str) -> str:
        """The name to show for a recorded name."""
        return self.shown.get(name, name)

    def unknown(self, typed: str, at: At) -> Problem:
        """The problem of a name nobody has."""
        typed = short_text(typed, LONGEST_NAME)
        return Problem(
            "unknown-player", at, {"typed": typed, "near": near(typed, [self.show(p.name) for p in self.people])}
        )


def identify(
    rows: Sequence[TypedRow],
    record: Sequence[Recorded],
    renamed: Mapping[str, str],
    readable: bool = True,
    places: Mapping[str, int] = NO_PLACES,
) -> Identities:
    """Who the rows are. `renamed` maps compared names to recorded ones, as noted at earlier passes.

    Where the tab is not `readable` (its headings are damaged), everybody stands as the record has them. `places`
    are those of an earlier season: seeds for whom none is typed.
    """
    recorded: dict[str, Entry] = {}
    for fact in record:
        if isinstance(fact.fact, Entry):
            recorded.setdefault(fact.fact.player, fact.fact)
    left = _left(record)
    if not readable:
        everybody = tuple(Person(name, {**e.taken, "Status": left.get(name)}) for name, e in recorded.items())
        known = {name_key(name): name for name in recorded}
        return Identities(everybody, known, {}, {})
    by_key = {name_key(name): name for name in recorded}
    problems: list[Problem] = []
    usable = _usable(rows, problems)
    owner: dict[int, str] = {}
    taken: set[str] = set()
    for how in (_by_name, _by_note, _by_alias, _by_account):
        for row in usable:
            if row.number in owner:
                continue
            name = how(row, by_key, recorded, renamed)
            if name is not None and name not in taken:
                owner[row.number] = name
                taken.add(name)
    fresh = [row for row in usable if row.number not in owner]
    _say_who_is_gone(recorded, taken, fresh, rows, problems, left)
    people: list[Person] = []
    shown: dict[str, str] = {}
    cells: dict[str, TypedRow] = {}
    for row in usable:
        typed = row.text("Player")
        name = owner.get(row.number, typed)
        if name != typed:
            shown[name] = typed
        cells[name] = row
        people.append(Person(name, _fields(row, left.get(name), places.get(name_key(typed)))))
    known, usernames = _known_names(people, cells, recorded, renamed, problems)
    return Identities(tuple(people), known, shown, cells, tuple(problems), usernames)


def _usable(rows: Sequence[TypedRow], problems: list[Problem]) -> list[TypedRow]:
    seen: dict[str, TypedRow] = {}
    for row in rows:
        typed = row.text("Player")
        if not typed:
            if any(key not in ("Note",) for key in row.values) and "Player" not in _misread(row):
                problems.append(Problem("player-blank", row.at("Player")))
            continue
        if ";" in typed:
            problems.append(Problem("name-with-separator", row.at("Player"), {"typed": typed}))
        elif len(typed) > 100:
            problems.append(Problem("name-too-long", row.at("Player"), {"typed": typed[:30] + "…"}))
        elif name_key(typed) in _MARKS:
            problems.append(Problem("name-is-a-mark", row.at("Player"), {"typed": typed}))
        elif name_key(typed) in seen:
            first = seen[name_key(typed)].at("Player")
            problems.append(
                Problem("player-twice", row.at("Player"), {"player": typed, "first": first.cell}, holds=True)
            )
        else:
            seen[name_key(typed)] = row
    return list(seen.values())


def _misread(row: TypedRow) -> set[str]:
    return {h for h, cell in row.raw.items() if not is_blank(cell) and h not in row.values}


def _aliases(row: TypedRow) -> tuple[str, ...]:
    value = row.values.get("Also known as")
    return tuple(str(v) for v in value) if isinstance(value, tuple) else ()


def _by_name(row: TypedRow, by_key: Mapping[str, str], recorded: object, renamed: object) -> str | None:
    del recorded, renamed
    return by_key.get(name_key(row.text("Player")))


def _by_note(row: TypedRow, by_key: object, recorded: object, renamed: Mapping[str, str]) -> str | None:
    del by_key, recorded
    return renamed.get(name_key(row.text("Player")))


def _by_alias(row: TypedRow, by_key: Mapping[str, str], recorded: object, renamed: object) -> str | None:
    del recorded, renamed
    return next((by_key[name_key(a)] for a in _aliases(row) if name_key(a) in by_key), None)


def _by_account(row: TypedRow, by_key: object, recorded: Mapping[str, Entry], renamed: object) -> str | None:
    del by_key, renamed
    account = name_key(row.text("Username"))
    if not account:
        return None
    return next((n for n, e in recorded.items() if name_key(str(e.taken.get("Username") or "")) == account), None)


def _say_who_is_gone(
    recorded: Mapping[str, Entry],
    taken: set[str],
    fresh: Sequence[TypedRow],
    rows: Sequence[TypedRow],
    problems: list[Problem],
    left: Mapping[str, str],
) -> None:
    gone = [name for name in recorded if name not in taken and name not in left]
    new = [row for row in fresh if not row.text("From round")]
    for name in gone:
        if len(gone) == 1 and len(new) == 1:
            facts: Fields = {"player": name, "name": new[0].text("Player")}
            problems.append(Problem("maybe-renamed", new[0].at("Player"), facts, holds=True))
        else:
            tab = rows[0].tab if rows else "Players"
            problems.append(Problem("player-gone", At(tab), {"player": name}, holds=bool(new)))


def _fields(row: TypedRow, left: str | None, place: int | None) -> dict[str, Value]:
    fields: dict[str, Value] = {k: v for k, v in row.values.items() if k != "Note"}
    fields["Row"] = row.number
    if left and ("Status" not in row.columns or "Status" in _misread(row)):
        fields["Status"] = left  # a word that cannot be read takes no removal back
    if place is not None and "Seed" not in fields:
        fields["Seed"] = Fraction(place)
    return fields


def _left(record: Sequence[Recorded]) -> dict[str, str]:
    """The last status recorded of everybody who left."""
    left: dict[str, str] = {}
    for recorded in record:
        fact = recorded.fact
        if isinstance(fact, Noticed) and fact.what == "status":
            left.pop(fact.about, None)
            if fact.value is not None:
                left[fact.about] = str(fact.value)
    return left


def _known_names(
    people: Sequence[Person],
    cells: Mapping[str, TypedRow],
    recorded: Mapping[str, Entry],
    renamed: Mapping[str, str],
    problems: list[Problem],
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    known: dict[str, str] = {name_key(name): name for name in recorded}
    known |= {key: name for key, name in renamed.items() if name in recorded}
    for person in people:
        known[name_key(cells[person.name].text("Player"))] = person.name
    usernames: dict[str, tuple[str, ...]] = {}
    owners: dict[str, str] = {}
    for person in people:
        row = cells[person.name]
        account = clean(row.text("Username")) or row.text("Player")
        if row.text("Username"):
            other = owners.get(name_key(account))
            if other is not None:
                facts: Fields = {"typed": account, "other": other}
                problems.append(Problem("username-twice", row.at("Username"), facts))
            owners.setdefault(name_key(account), person.name)
        names = (account, *_aliases(row))
        usernames[person.name] = names
        for name in names:
            known.setdefault(name_key(name), person.name)
    return known, usernames


def round_of(game: str) -> str:
    """The round of a game's id."""
    return ref(game).round
