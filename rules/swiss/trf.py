"""Report files of a Swiss: the one FIDE gets, the one another pairing system is asked with, and players read in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from types import MappingProxyType

from rules.model import Id
from rules.parts.median import Card, Colour
from rules.parts.trf import PlayerRecord, dump_trf, load_players, make_trf
from rules.parts.trf.cards import Person, players_of
from rules.parts.trf.records import HeaderRecord, Record, Trf
from rules.swiss.baku import accelerations
from rules.swiss.places import Line
from rules.swiss.roster import number_taken, text_taken
from rules.swiss.season import Season
from rules.swiss.terms import MEDIAN, SYSTEM_EDITIONS

NO_VIRTUAL: Mapping[int, tuple[int, ...]] = MappingProxyType({})
TABLE_TEXT = {"round-robin": "Individual: Round-Robin", "double round-robin": "Individual: Double-Round-Robin"}
DATES_FROM = 87  # blanks after `132 ` so that the first date stands in column 92, above its round


def report_for_pairing(
    cards: Collection[Card],
    to_pair: Collection[int],
    number: int,
    total: int,
    lot: Colour,
    apart: Collection[tuple[int, int]],
    virtual: Mapping[int, tuple[int, ...]] = NO_VIRTUAL,
    bye: int = 2,
) -> str:
    """The event before a round as a report file: who is not to be paired is absent (`XXZ`). No names go into it.

    virtual: points of an acceleration by number, round by round; bye: what the bye gives. Unit: half-points.
    """
    people = {card.number: Person(f"Player {card.number}", rating=card.rating) for card in cards}
    away = [card.number for card in cards if card.number not in set(to_pair)]
    records: list[Record] = [
        HeaderRecord("012", "Event"),
        HeaderRecord("XXR", str(total)),
        HeaderRecord("XXC", "white1" if lot == "W" else "black1"),
    ]
    if away:
        records.append(HeaderRecord("XXZ", " ".join(map(str, away))))
    records += special(virtual, bye)
    records += [HeaderRecord("XXP", f"{a} {b}") for a, b in apart]
    records += players_of(tuple(cards), people, number - 1)
    return dump_trf(make_trf(records)).decode()


def special(virtual: Mapping[int, tuple[int, ...]], bye: int) -> list[Record]:
    """Lines for a bye that gives less than a win, and for virtual points. Unit: half-points."""
    found: list[Record] = [HeaderRecord("XXS", f"PAB={bye / 2:.1f}")] if bye != 2 else []
    for number, points in sorted(virtual.items()):
        found.append(HeaderRecord("XXA", f"{number:>4} " + " ".join(f"{half / 2:4.1f}" for half in points)))
    return found


def report_file(season: Season, places: Collection[Line]) -> str:
    """The report of the rounds that are over, as TRF16 text. Rule: 20.

    Settings give the words of the header; where one is blank its line is left out.
    """
    rounds = season.complete
    numbers = season.numbers
    cards = season.cards(numbers)
    people = {number: _person(season, player) for player, number in numbers.items()}
    seats: dict[tuple[int, int], Colour] = {
        (past.round, numbers[player]): past.seat
        for player, rows in season.history.items()
        for past in rows.values()
        if past.seat is not None
    }
    ranks = _ranks(places)
    lines = players_of(cards, people, rounds, ranks=ranks, seats=seats)
    more = special(virtual_until(season, numbers, rounds), season.terms.bye_points)
    return dump_trf(make_trf([*_header(season, lines), *more, *lines])).decode()


def virtual_until(season: Season, numbers: Mapping[Id, int], rounds: int) -> Mapping[int, tuple[int, ...]]:
    """Virtual points of the first rounds by pairing number; empty where nothing is accelerated. Ruling: S64."""
    if not season.terms.baku or not rounds:
        return {}
    lists = {id_: {p: e.number for p, e in entries.items()} for id_, entries in season.roster.at.items()}
    return accelerations(lists, numbers, f"R{rounds}", max(season.terms.rounds, rounds))


def _ranks(places: Collection[Line]) -> Mapping[int, int]:
    """A rank for everybody, without ties: those who share a place follow each other by number."""
    return {one.number: rank for rank, one in enumerate(places, start=1)}


def _person(season: Season, player: Id) -> Person:
    entry = season.entry(player)
    sex = text_taken(entry, "sex").lower()[:1]
    return Person(
        player,
        {"f": "w"}.get(sex, sex),
        _title(text_taken(entry, "title")),
        number_taken(entry, "rating"),
        text_taken(entry, "federation").upper(),
        text_taken(entry, "fide_id"),
        text_taken(entry, "born").replace("-", "/"),
    )


TITLES: Mapping[str, str] = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
    "GF": "WGM", "MF": "WIM", "FF": "WFM", "CF": "WCM", "HM": "IM", "HG": "GM",
}  # fmt: skip


def _title(text: str) -> str:
    """A title in the letters of today; older files have shorter ones."""
    title = text.strip().upper()
    return TITLES.get(title, title)


def _header(season: Season, players: Collection[PlayerRecord]) -> list[Record]:
    book = season.book

    def setting(name: str) -> str:
        value = book.setting(name)
        return "" if value is None else str(value).strip()

    dates = [_when(season, id_) for id_ in season.rounds[: season.complete]]
    known = [day for day in dates if day is not None]
    rated = sum(bool(player.rating) for player in players)
    system = season.terms.system
    said = "FIDE Swiss Rules, median score-group"
    if system in SYSTEM_EDITIONS:
        said = f"FIDE {system.capitalize()} System, {SYSTEM_EDITIONS[system]}"
    if season.terms.baku:
        said += "; Baku acceleration"
    texts = [
        ("012", setting("Tournament")),
        ("022", setting("City")),
        ("032", setting("Event federation")),
        ("042", _day(known[0]) if known and dates[0] else ""),
        ("052", _day(known[-1]) if known and dates[-1] else ""),
        ("062", str(len(players))),
        ("072", str(rated)),
        ("082", "0"),
        ("092", TABLE_TEXT.get(system) or f"Individual: Swiss-System ({said})"),
        ("102", setting("Chief arbiter")),
        ("112", setting("Deputy arbiters")),
        ("122", setting("Rate of play")),
        ("132", " " * DATES_FROM + "  ".join(_short(day) for day in dates) if known else ""),
        ("XXR", str(season.terms.rounds)),
        ("XXC", _first_colour(season)),
    ]
    return [HeaderRecord(tag, text) for tag, text in texts if text.strip()]


def _first_colour(season: Season) -> str:
    lot = season.stands.lot("R1 colour")
    if lot is None or not lot.answer:
        return ""
    white = lot.answer[0] == lot.among[0]
    taken = season.roster.at.get("R1", {}).get(lot.among[0])
    if season.terms.system != MEDIAN and taken is not None and taken.number % 2 == 0:
        white = not white  # there the colour of odd numbers (S58)
    return "white1" if white else "black1"


def _when(season: Season, round_: Id) -> datetime | None:
    """The day of a round: when it went out; of one that was taken over, as the file had it, None where it had none."""
    recorded = season.stands.rounds[round_]
    if recorded.why.code != "brought-round":
        return recorded.at
    day = season.stands.round(round_).taken.get("day")
    return day if isinstance(day, datetime) else None


def _day(moment: datetime) -> str:
    return f"{moment:%Y/%m/%d}"


def _short(moment: datetime | None) -> str:
    return " " * 8 if moment is None else f"{moment:%y/%m/%d}"


def names_made(trf: Trf) -> dict[int, tuple[str, str]]:
    """Name in the file and name in a new event, by starting rank.

    They differ where the file has no name, or gives one that somebody above has already: names in an event are unique.
    """
    names: dict[int, tuple[str, str]] = {}
    written = {" ".join(player.name.split()).casefold() for player in trf.players}
    taken: set[str] = set()
    for player in sorted(trf.players, key=lambda one: one.number):
        wrote = " ".join(player.name.split())
        name = wrote
        if not wrote or wrote.casefold() in taken:
            name = f"{wrote} ({player.number})" if wrote else f"Player {player.number}"
            while name.casefold() in written | taken:
                name += f" ({player.number})"
        taken.add(name.casefold())
        names[player.number] = (wrote, name)
    return names


def names_changed(data: bytes) -> list[str]:
    """A sentence for each player of a report file whose name a new event cannot take over as written.

    Raises TrfError where the file cannot be read.
    """
    lines = []
    for number, (wrote, name) in names_made(load_players(data)).items():
        if not wrote:
            lines.append(f'The player with starting rank {number} has no name in the file and is called "{name}" here.')
        elif wrote != name:
            lines.append(
                f'"{wrote}" is in the file more than once; the one with starting rank {number} is called "{name}" here.'
            )
    return lines


def players_from_trf(data: bytes | str) -> list[dict[str, str | int]]:
    """The players of a report file as rows of Players, by heading, in the order of their starting ranks.

    Only what a new event may take over: no results. Two players of one name are told apart by their starting rank;
    `names_changed` says so.
    Raises TrfError where the file cannot be read.
    """
    return rows_of(load_players(data))


def rows_of(trf: Trf) -> list[dict[str, str | int]]:
    """The same of a file that was read."""
    rows: list[dict[str, str | int]] = []
    names = names_made(trf)
    for player in sorted(trf.players, key=lambda one: one.number):
        row: dict[str, str | int] = {"Player": names[player.number][1]}
        facts: tuple[tuple[str, str | int | None], ...] = (
            ("Rating", player.rating or None),
            ("Title", _title(player.title)),
            ("Federation", player.federation.strip()),
            ("FIDE id", player.fide_id.strip()),
            ("Born", player.birth.strip()),
            ("Sex", player.sex.strip()),
        )
        row |= {heading: value for heading, value in facts if value}
        rows.append(row)
    return rows
