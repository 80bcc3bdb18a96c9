"""A table of games that were played: by headings, from text, a workbook, a saved page, or the headers of PGN."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from rules.model import How
from rules.parts.brought import TableGame
from rules.sheet import FormatSheet
from sync.arriving.files import Brought, Rows, decoded, read_file
from sync.arriving.headings import plain
from sync.arriving.people import NOBODY, Arrived, Asked, arrive
from sync.arriving.values import order_in, rating_of, tidy
from sync.kinds import clean
from sync.reading.results import NoResult, read_result

ROUND, WHITE, BLACK, RESULT, DATE, LINK, EVENT = "round", "white", "black", "result", "date", "link", "event"
WHITE_RATING, BLACK_RATING = "white rating", "black rating"
FIELDS = (ROUND, WHITE, BLACK, RESULT, DATE, LINK, EVENT, WHITE_RATING, BLACK_RATING)
NEEDED = (ROUND, WHITE, BLACK, RESULT)
_WORDS: Mapping[str, str] = {
    ROUND: "round ; rd ; runde ; ronde ; ronda ; rodada ; turno ; runda ; kolo ; kierros ; тур ; tur ; omgång ; "
    "forduló ; γύρος",
    WHITE: "white ; weiß ; weiss ; blancs ; blancas ; brancas ; bianco ; wit ; białe ; bílý ; vit ; hvid ; hvit ; "
    "valkoinen ; белые ; beyaz ; player 1 ; player1 ; first",
    BLACK: "black ; schwarz ; noirs ; negras ; pretas ; nero ; zwart ; czarne ; černý ; svart ; sort ; musta ; "
    "чёрные ; черные ; siyah ; player 2 ; player2 ; second",
    RESULT: "result ; score ; outcome ; ergebnis ; résultat ; resultado ; risultato ; uitslag ; wynik ; výsledek ; "
    "resultat ; tulos ; результат ; sonuç ; eredmény",
    DATE: "date ; datum ; fecha ; data ; dato ; päivä ; дата ; tarih ; day ; played",
    LINK: "link ; url ; game url ; game link ; game",
    EVENT: "event ; tournament",
    WHITE_RATING: "white elo ; whiteelo ; white rating ; elo white ; rating white",
    BLACK_RATING: "black elo ; blackelo ; black rating ; elo black ; rating black",
}
_FIELD = {plain(word): field_ for field_, listed in _WORDS.items() for word in listed.split(" ; ")}
HEAD_WITHIN = 40
MOST_SHOWN = 20
_OPEN = frozenset({"", "*", "?", "-", "–", "adj"})
_YMD = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:[T ].*)?")
_DMY = re.compile(r"(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?: .*)?")


@dataclass
class Games:
    """Games in the order of the file, the players in them with their best rating, and what is to be said."""

    games: list[TableGame] = field(default_factory=list)
    players: list[dict[str, str | int]] = field(default_factory=list)
    rounds: int = 0
    said: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def games_in(data: bytes, source: str, sheet: FormatSheet, asked: Asked, encoding: str, zone: ZoneInfo) -> Games:
    """The games of a file for a format. Raises NotAList for a file that is no table."""
    brought = _tables(data, encoding)
    found = Games(said=list(brought.said), wrong=list(brought.doubts), warnings=list(brought.warnings))
    picked = _headed(brought.tables, asked)
    if picked is None:
        named = ", ".join(NEEDED)
        found.wrong.append(f'no row of headings has {named}; say which column is which with --column "Weiss=white"')
        return found
    rows, at, fields = picked
    twice = sorted({name for name in fields.values() if list(fields.values()).count(name) > 1})
    missing = [name for name in NEEDED if name not in fields.values()]
    found.wrong += [f"two columns could each be the {name}; say which with --column" for name in twice]
    found.wrong += [f'no column holds the {name}; say which does with --column "HEADING={name}"' for name in missing]
    found.said.append("taken: " + ", ".join(f"{rows[at][c]} → {name}" for c, name in fields.items()))
    left = [rows[at][c] for c in range(len(rows[at])) if c not in fields and rows[at][c]]
    if left:
        found.said.append(f"left: {', '.join(left)}")
    if not found.wrong:
        _take(found, rows[at + 1 :], at + 2, fields, source, sheet, asked, zone)
    return found


def _tables(data: bytes, encoding: str) -> Brought:
    head = data[:200].lstrip(b"\xef\xbb\xbf \r\n\t")
    if not re.match(rb'\[\w+ "', head):
        return read_file(data, encoding)
    text, said, doubts, warnings = decoded(data, encoding)
    names = ("Event", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "Result", "Link")
    rows: Rows = [list(names)]
    for game in re.split(r"\n\s*\n(?=\[)", text.replace("\r\n", "\n")):
        tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]', game, flags=re.MULTILINE))
        if tags.get("White") or tags.get("Black"):
            if tags.get("Site", "").startswith("https://"):
                tags.setdefault("Link", tags["Site"])
            rows.append(["" if tags.get(n, "") in ("?", "????.??.??") else tags.get(n, "") for n in names])
    return Brought((rows,), (f"games (PGN), {said}",), doubts, warnings)


def _headed(tables: Sequence[Rows], asked: Asked) -> tuple[Rows, int, dict[int, str]] | None:
    best: tuple[int, Rows, int, dict[int, str]] | None = None
    for rows in tables:
        for at, row in enumerate(rows[:HEAD_WITHIN]):
            fields = {}
            for column, heading in enumerate(row):
                meant = (
                    asked.columns.get(plain(heading))
                    or asked.columns.get(str(column + 1))
                    or _FIELD.get(plain(heading))
                )
                if meant and meant != "-":
                    fields[column] = meant
            if list(fields.values()).count(LINK) > 1:  # beside a link, “Game” is the game's id, as in our own Pairings
                fields = {c: meant for c, meant in fields.items() if meant != LINK or plain(row[c]) != "game"}
            if {WHITE, BLACK} <= set(fields.values()) and (best is None or len(fields) > best[0]):
                best = (len(fields), rows, at, fields)
    return best[1:] if best is not None else None


@dataclass(frozen=True)
class _Row:
    """A row of the table as read: its number, cells by field, and what sorts it."""

    number: int
    cells: Mapping[str, str]
    round: int
    board: int
    played: datetime | None


def _take(
    found: Games,
    rows: Rows,
    first: int,
    fields: Mapping[int, str],
    source: str,
    sheet: FormatSheet,
    asked: Asked,
    zone: ZoneInfo,
) -> None:
    dates = [row[c] for row in rows for c, name in fields.items() if name == DATE and c < len(row)]
    order = asked.dates or order_in(dates)
    read: list[_Row] = []
    wrong: list[str] = []
    for number, row in enumerate(rows, start=first):
        cells = {name: tidy(row[c]) if c < len(row) else "" for c, name in fields.items()}
        if not any(cells.get(name) for name in (WHITE, BLACK, RESULT)):
            continue
        label = re.fullmatch(r"(?:\D*?)(\d{1,4})(?:[.:-](\d{1,4}))?\.?", cells[ROUND])
        if label is None:
            wrong.append(f"row {number}: “{cells[ROUND]}” is no number of a round")
            continue
        if not cells[WHITE] or (not cells[BLACK] and cells[RESULT]):
            wrong.append(f"row {number}: a player is missing")
            continue
        played, doubt = _day(cells.get(DATE, ""), order, zone)
        if doubt:
            wrong.append(f"row {number}: {doubt}")
            continue
        read.append(_Row(number, cells, int(label[1]), int(label[2] or 0), played))
    numbers = _rounds(read)
    found.rounds = max(numbers.values(), default=0)
    for one in read:
        game, trouble = _game(one, numbers[one.number], f"{source}, line {one.number}", sheet)
        if game is not None:
            found.games.append(game)
        else:
            wrong.append(f"row {one.number}: {trouble}")
    if not read and not wrong:
        wrong.append("no game was found in it")
    found.wrong += wrong[:MOST_SHOWN]
    if len(wrong) > MOST_SHOWN:
        found.wrong.append(f"and {len(wrong) - MOST_SHOWN} rows more")
    if _several(read) or {one.round for one in read} != set(numbers.values()):
        found.said.append(f"rounds counted through from 1 to {found.rounds}, in the order in which they were played")
    _people(found, read)


def _several(read: Sequence[_Row]) -> bool:
    return len({one.cells.get(EVENT, "") for one in read}) > 1


def _rounds(read: Sequence[_Row]) -> dict[int, int]:
    """The round of each row, by its number in the file: those of several events one after the other, as played."""
    several = _several(read)
    first: dict[str, int] = {}
    for at, one in enumerate(read):
        first.setdefault(one.cells.get(EVENT, ""), at)

    def key(one: _Row) -> tuple[str, int, int]:
        if not several:
            return "", 0, one.round
        return f"{one.played:%Y%m%d}" if one.played is not None else "", first[one.cells.get(EVENT, "")], one.round

    place = {found: number for number, found in enumerate(sorted({key(one) for one in read}), start=1)}
    return {one.number: place[key(one)] for one in read}


def _day(text: str, order: str, zone: ZoneInfo) -> tuple[datetime | None, str]:
    """The day at noon, and why it cannot be read."""
    if not text or set(text) <= set("?.-"):
        return None, ""
    if found := _YMD.fullmatch(text):
        year, month, day = (int(part) for part in found.groups())
    elif found := _DMY.fullmatch(text):
        one, other, year = int(found[1]), int(found[3]), int(found[4])
        if found[2] != "." and not order and one <= 12 and other <= 12 and one != other:
            return None, f'“{text}” can be read two ways; say --dates "day first" or "month first"'
        day, month = (other, one) if order == "month first" and found[2] != "." else (one, other)
    else:
        return None, f"“{text}” is no date that is known here"
    try:
        return datetime(year, month, day, 12, tzinfo=zone), ""
    except ValueError:
        return None, f"“{text}” is no day"


def _game(one: _Row, round_: int, source: str, sheet: FormatSheet) -> tuple[TableGame | None, str]:
    cells = one.cells
    white, black = clean(cells[WHITE]), clean(cells[BLACK])
    link = cells.get(LINK, "")
    link = link if link.startswith("https://") else ""
    if not black or black.casefold() in NOBODY:
        return TableGame(round_, one.board, white, "", None, How.PLAYED, one.played, link, source), ""
    if white == black:
        return None, f"{white} cannot play against {white}"
    if cells[RESULT] in _OPEN:
        return TableGame(round_, one.board, white, black, None, How.PLAYED, one.played, link, source), ""
    said = read_result(cells[RESULT], sheet)
    if isinstance(said, NoResult) or said is None:
        near = said.near if isinstance(said, NoResult) else ""
        return None, f"“{cells[RESULT]}” is no result.{near}"
    if said.score is None and said.how is not How.NULL:
        return None, f"“{cells[RESULT]}” gives nobody anything; take the row out"
    score = said.score or (Fraction(0), Fraction(0))
    return TableGame(round_, one.board, white, black, score, said.how, one.played, link, source), ""


def _people(found: Games, read: Sequence[_Row]) -> None:
    """The players, the highest rated first, and names that are nearly one."""
    best: dict[str, int] = {}
    for one in read:
        for side, rated in ((WHITE, WHITE_RATING), (BLACK, BLACK_RATING)):
            name = clean(one.cells[side])
            if name and name.casefold() not in NOBODY:
                got = rating_of(one.cells.get(rated, ""))
                best[name] = max(best.get(name, 0), int(got.value) if got.value.isdigit() and not got.bad else 0)
    listed: Arrived = arrive(Brought(([["Name"], *([name] for name in best)],), ()), frozenset({"Player"}))
    found.warnings += listed.warnings
    order = sorted(best, key=lambda name: -best[name])
    found.players = [{"Player": name, **({"Rating": best[name]} if best[name] else {})} for name in order]
