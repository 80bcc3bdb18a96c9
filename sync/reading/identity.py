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
from sync.chesssites.accounts import Account, NoAccount, is_link, read_account
from sync.chesssites.links import public_links
from sync.chesssites.model import Site
from sync.chesssites.model import same_name as same_account
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
    only: Mapping[str, frozenset[tuple[str, Site]]] = field(default_factory=dict)  # accounts typed with their site

    def find(self, typed: str) -> str | None:
        """The recorded name of somebody typed by name, alias or account; an account also as a link or `@name`."""
        found = self.known.get(name_key(typed))
        if found is not None or not (is_link(typed) or typed.lstrip().startswith("@")):
            return found
        account = read_account(typed)
        return self._whose(account) if isinstance(account, Account) else None

    def _whose(self, account: Account) -> str | None:
        """Whose account it is; None where it is nobody's, or where the same name belongs to two."""
        key = same_account(account.name)
        owners = []
        for name, names in self.usernames.items():
            at = {site for account_name, site in self.only.get(name, frozenset()) if account_name == key}
            if key in map(same_account, names) and (not at or account.site is None or account.site in at):
                owners.append(name)
        return owners[0] if len(owners) == 1 else None

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
    known, accounts = _known_names(people, cells, recorded, renamed, problems)
    usernames = {name: mine.names for name, mine in accounts.items()}
    only = {name: mine.only for name, mine in accounts.items() if mine.only}
    return Identities(tuple(people), known, shown, cells, tuple(problems), usernames, only)


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
    typed = row.text("Username")
    if not typed:
        return None
    account = read_account(typed)
    for name, entry in recorded.items():
        before = str(entry.taken.get("username") or entry.taken.get("Username") or "")
        if name_key(before) == name_key(typed):
            return name
        if before and isinstance(account, Account) and _is_same(account, read_account(before)):
            return name
    return None


def _is_same(one: Account, other: Account | NoAccount) -> bool:
    """Whether two accounts are the same: an account of one site is not that of the other with its name."""
    if not isinstance(other, Account) or name_key(one.name) != name_key(other.name):
        return False
    return one.site is other.site or one.site is None or other.site is None


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


@dataclass(frozen=True)
class _Mine:
    """What the chess sites may know somebody by."""

    names: tuple[str, ...]
    only: frozenset[tuple[str, Site]]


def _known_names(
    people: Sequence[Person],
    cells: Mapping[str, TypedRow],
    recorded: Mapping[str, Entry],
    renamed: Mapping[str, str],
    problems: list[Problem],
) -> tuple[dict[str, str], dict[str, _Mine]]:
    known: dict[str, str] = {name_key(name): name for name in recorded}
    known |= {key: name for key, name in renamed.items() if name in recorded}
    for person in people:
        known[name_key(cells[person.name].text("Player"))] = person.name
    mine = {person.name: _accounts(cells[person.name], problems) for person in people}
    _say_who_shares(people, cells, problems)
    owners: dict[str, set[str]] = {}
    for person in people:
        row = cells[person.name]
        typed = clean(row.text("Username"))
        for name in (*mine[person.name].names, *((typed,) if typed else ()), *_aliases(row)):
            owners.setdefault(name_key(name), set()).add(person.name)
            known.setdefault(name_key(name), person.name)
    at_two_sites = {name for one in mine.values() for name, _ in one.only}
    for key, whose in owners.items():  # the same name at two sites: alone it names neither
        if len(whose) > 1 and key in at_two_sites and known.get(key) in whose and key not in _own_names(people, cells):
            del known[key]
    return known, mine


def _own_names(people: Sequence[Person], cells: Mapping[str, TypedRow]) -> set[str]:
    return {name_key(n) for p in people for n in (p.name, cells[p.name].text("Player"))}


def _accounts(row: TypedRow, problems: list[Problem]) -> _Mine:
    """The accounts of a line: what stands under Username, else the name; then what stands under Also known as.

    An Also known as may be any name; one that is a link is read as a link.
    """
    typed = clean(row.text("Username"))
    found: list[Account] = []
    if typed:
        account = read_account(typed)
        if isinstance(account, Account):
            found.append(account)
        else:
            problems.append(_unread(row, "Username", typed, account))
    else:
        player = row.text("Player")
        linked = read_account(player) if is_link(player) else None
        found.append(linked if isinstance(linked, Account) else Account(player))
    for alias in _aliases(row):
        account = read_account(alias)
        if is_link(alias) and not isinstance(account, Account):
            problems.append(_unread(row, "Also known as", alias, account))
        elif isinstance(account, Account) and account.site is not None:
            found.append(account)
        else:
            found.append(Account(alias))
    only = frozenset((same_account(a.name), a.site) for a in found if a.site is not None)
    anywhere = {same_account(a.name) for a in found if a.site is None}
    return _Mine(tuple(dict.fromkeys(a.name for a in found)), frozenset(o for o in only if o[0] not in anywhere))


def _unread(row: TypedRow, heading: str, typed: str, account: Account | NoAccount) -> Problem:
    why = account.why if isinstance(account, NoAccount) else ""
    return Problem("username-unreadable", row.at(heading), {"typed": short_text(public_links(typed)), "why": why})


def _say_who_shares(people: Sequence[Person], cells: Mapping[str, TypedRow], problems: list[Problem]) -> None:
    """A line for each account under Username that another player has already."""
    owners: list[tuple[Account, str]] = []
    for person in people:
        row = cells[person.name]
        account = read_account(clean(row.text("Username"))) if row.text("Username") else None
        if not isinstance(account, Account):
            continue
        other = next((name for before, name in owners if _is_same(account, before)), None)
        if other is not None:
            facts: Fields = {"typed": account.name, "other": other}
            problems.append(Problem("username-twice", row.at("Username"), facts))
        owners.append((account, person.name))


def round_of(game: str) -> str:
    """The round of a game's id."""
    return ref(game).round
