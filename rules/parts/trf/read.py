"""Reading a report file: every line becomes a record, every mistake a problem with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rules.parts.trf.columns import Columns
from rules.parts.trf.encoding import decoded
from rules.parts.trf.problems import TrfError, TrfProblem
from rules.parts.trf.records import (
    BYE_CODES,
    CODES,
    FORFEIT_CODES,
    OPEN,
    AbnormalRecord,
    AcceleratedRecord,
    ByeRecord,
    HeaderRecord,
    NationalRecord,
    OtherRecord,
    PlayerRecord,
    ProhibitedRecord,
    Record,
    ResultColour,
    RoundResult,
    TeamRecord,
    Trf,
)
from rules.parts.trf.scoring import scoring_of

LAST_OF_PERSON = 79  # the last column that says who somebody is; points, rank and rounds follow
FIRST_ROUND = 92  # column of round 1; each round takes ten
HEADER_TAGS = frozenset(f"{ten:02}2" for ten in range(1, 23)) | {"352", "362"}
TEAM_TAGS = frozenset(["013", "300", "310", "320", "330", "801", "802"])
PLACED_TAGS = frozenset({"132", "162", "362", "XXA"})  # their text stands in columns of its own
_LINE_END = re.compile(r"\r\n|\r|\n")
_DATE = re.compile(r"\d{2}(\d{2})?[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}")


@dataclass(frozen=True)
class TrfReading:
    """A file as read, and what is wrong in it. Records whose line has a blocking problem are kept as other lines."""

    trf: Trf
    problems: tuple[TrfProblem, ...]

    @property
    def blocked(self) -> tuple[TrfProblem, ...]:
        """Problems that keep the file from being used."""
        return tuple(problem for problem in self.problems if problem.blocks)


def read_trf(data: bytes | str) -> TrfReading:
    """The file as values, with all problems found in one pass. The encoding is found by evidence (`encoding.py`)."""
    found = decoded(data)
    text, encoding = found.text, found.encoding
    records: list[Record] = []
    endings: list[str] = []
    lines: list[int] = []
    problems: list[TrfProblem] = []
    position = 0
    while position < len(text):
        end = _LINE_END.search(text, position)
        stop = end.start() if end else len(text)
        line = Columns(text[position:stop], len(records) + 1)
        records.append(parse_line(line))
        endings.append(end.group() if end else "")
        lines.append(line.line)
        problems += line.problems
        position = end.end() if end else len(text)
    trf = Trf(tuple(records), tuple(endings), encoding)
    if found.doubt:
        problems.append(_in_doubt(text, found.doubt))
    problems += _no_report(trf)
    problems += _cross_check(trf)
    return TrfReading(trf, tuple(sorted(problems, key=lambda one: (one.line, one.column))))


def load_players(data: bytes | str) -> Trf:
    """The players alone, as far as the columns before their points: nothing else in the file stands in the way.

    Raises TrfError where nobody is in it, or where somebody's own columns cannot be read.
    """
    found = decoded(data)
    kept = "\n".join(line[:LAST_OF_PERSON] if line.startswith("001") else "" for line in _LINE_END.split(found.text))
    reading = read_trf(kept)
    problems = list(reading.blocked)
    if found.doubt and not kept.isascii():
        problems.insert(0, _in_doubt(kept, found.doubt))
    if not reading.trf.players:
        problems = list(_no_report(read_trf(found.text).trf)) or problems
    if problems:
        raise TrfError(problems)
    return reading.trf


def _in_doubt(text: str, doubt: str) -> TrfProblem:
    return TrfProblem(*_first_strange(text), f"text in UTF-8 (this could be {doubt}; save it as UTF-8)")


def _first_strange(text: str) -> tuple[int, int, str]:
    """Line, column and letters of the first place that hangs on the encoding."""
    for number, line in enumerate(_LINE_END.split(text), start=1):
        for column, letter in enumerate(line, start=1):
            if not letter.isascii():
                return number, column, line[column - 1 : column + 11].strip()
    return 1, 1, ""


def _no_report(trf: Trf) -> list[TrfProblem]:
    """Something that is no report file at all: nobody plays in it."""
    if any(isinstance(r, PlayerRecord | TeamRecord) or r.source.startswith("001") for r in trf.records):
        return []
    first = next((r.source.strip() for r in trf.records if r.source.strip()), "")
    if not first:
        return [TrfProblem(1, 1, "", "a report file with players (this one is empty)")]
    if first.casefold().startswith(("<!doctype", "<html", "<?xml", "<head", "<body")):
        said = "a report file (this is a web page: sign in there, and download the file itself)"
        return [TrfProblem(1, 1, first[:20], said)]
    known = any(isinstance(r, HeaderRecord) for r in trf.records)
    return [TrfProblem(1, 1, first[:20], f"{'players' if known else 'a report file'}: lines that begin with 001")]


def parse_line(line: Columns) -> Record:
    """The record of a line; problems go to the line. A line with a blocking problem becomes an other line."""
    tag = line.raw(1, 3)
    if not line.text.strip() or tag == "###":
        return OtherRecord(line.text, source=line.text)
    reader = _READERS.get(tag)
    if reader is None and tag in HEADER_TAGS:
        reader = _header
    elif reader is None and tag in TEAM_TAGS:
        reader = _team
    elif reader is None and re.fullmatch(r"XX[A-Z]", tag):
        reader = _extension
    elif reader is None and re.fullmatch(r"[A-Z]{3}", tag) and line.word(5, 8).isdecimal():
        reader = _national  # without a number it is a legend such as `DDD SSSS`
    if reader is None:
        line.report(1, 3, "a line tag of the report format (001, 012, …, XXR, ###)", blocks=False)
        return OtherRecord(line.text, source=line.text)
    line.blank(4, 4)
    record = reader(line)
    if record is None or any(problem.blocks for problem in line.problems):
        return OtherRecord(line.text, source=line.text)
    return record


def _player(line: Columns) -> Record | None:
    number = line.number(5, 8, "a starting rank from 1 to 9999", low=1)
    for column in (9, 14, 48, 53, 57, 69, 80, 85):
        line.blank(column, column)
    line.blank(90, 91, blocks=True)
    sex = line.raw(10, 10).strip()
    if sex and sex not in "mwfMWF":
        line.report(10, 10, "m or w", blocks=False)
    name = line.word(15, 47)
    if not name:
        line.report(15, 47, "a name", blocks=False)
    rating = line.number(49, 52, "a rating of up to four digits, or blanks", needed=False)
    points = line.points(81, 84, "points such as 11.5", needed=False)
    if points is None and not line.word(81, 84):
        points = Fraction(0)  # a list of players before the first round; else the sum of the rounds is held against it
    rank = line.number(86, 89, "a rank, or blanks", needed=False)
    rounds = _rounds(line)
    if number is None or points is None:
        return None
    return PlayerRecord(
        number,
        name,
        sex,
        line.word(11, 13),
        rating or None,
        line.word(54, 56),
        line.word(58, 68),
        line.word(70, 79),
        points,
        rank,
        rounds,
        source=line.text,
    )


def _rounds(line: Columns) -> tuple[RoundResult, ...]:
    rounds = []
    for start in range(FIRST_ROUND, len(line.text.rstrip()) + 1, 10):
        opponent = line.number(start, start + 3, "an opponent's starting rank, 0000 or blanks", needed=False)
        line.blank(start + 4, start + 4, blocks=True)
        colour = line.one_of(start + 5, "WB-", "w, b or -", blank="-")
        line.blank(start + 6, start + 6, blocks=True)
        code = line.one_of(start + 7, f"{CODES}?X*", f"a result: one of {' '.join(CODES)} or a blank", blank=" ")
        line.blank(start + 8, start + 9, blocks=True)
        if colour is None or code is None:
            continue
        if code in " ?X*":
            code = OPEN if opponent else "Z"
        shade: ResultColour = "w" if colour == "W" else "b" if colour == "B" else "-"
        if opponent and code in BYE_CODES:
            line.report(start + 7, start + 7, f"a result of a game against {opponent} (no bye with an opponent)")
        elif opponent and shade == "-" and code not in FORFEIT_CODES:
            line.report(start + 5, start + 5, "w or b for a game")
        elif not opponent and code in "10=WDL":
            line.report(start, start + 3, "the opponent of a game played")
        rounds.append(RoundResult(opponent or None, shade, code))
    return tuple(rounds)


def _tag_and_text(line: Columns) -> tuple[str, str]:
    tag, text = line.raw(1, 3), line.raw(5, len(line.text)).rstrip()
    return tag, text if tag in PLACED_TAGS else text.lstrip()


def _header(line: Columns) -> Record:
    tag, text = _tag_and_text(line)
    last = len(line.text)
    if tag in ("062", "072", "082") and text and not re.match(r"\d+", text):
        line.report(5, last, "a number", blocks=False)
    if tag == "142":
        line.number(5, last, "the number of rounds", low=1)
    if tag in ("042", "052") and text and not _DATE.fullmatch(text):
        line.report(5, last, "a date such as 2026/02/28", blocks=False)
    if tag == "152" and text.upper() not in ("W", "B"):
        line.report(5, last, "W or B")
    if tag == "162":
        for column in range(6, last + 1, 9):
            line.one_of(column, "WDLAPX", "a result letter W, D, L, A, P or X")
            line.points(column + 1, column + 4, "points such as 1.0")
    return HeaderRecord(tag, text, source=line.text)


def _extension(line: Columns) -> Record:
    tag, text = _tag_and_text(line)
    last = len(line.text)
    if tag == "XXR":
        line.number(5, last, "the number of rounds", low=1)
    elif tag == "XXC":
        for word in text.split():
            if word.lower() not in ("white1", "black1", "rank"):
                line.report(5, last, "white1, black1 or rank")
    elif tag in ("XXZ", "XXP"):
        numbers = line.free_numbers(5, "a starting rank")
        if tag == "XXP" and len(numbers) < 2 and not line.problems:
            line.report(5, last, "two or more starting ranks")
    elif tag == "XXA":
        line.number(5, 8, "a starting rank", low=1)
        for column in range(10, len(line.text.rstrip()) + 1, 5):
            line.points(column, column + 3, "fictitious points such as 1.0")
    elif tag == "XXS":
        for match in re.finditer(r"\S+", line.raw(5, last)):
            if not re.fullmatch(r"[A-Z]+=\d+([.,]\d+)?", match.group()):
                start = 5 + match.start()
                line.report(start, start + len(match.group()) - 1, "points such as WW=1.0")
    return HeaderRecord(tag, text, source=line.text)


def _national(line: Columns) -> Record | None:
    number = line.number(5, 8, "the starting rank of a 001 line", low=1)
    rating = line.number(49, 52, "a national rating, or blanks", needed=False)
    return None if number is None else NationalRecord(line.raw(1, 3), number, rating or None, source=line.text)


def _bye(line: Columns) -> Record | None:
    kind = line.one_of(5, "FHZ", "F, H or Z")
    number = line.number(7, 9, "a round", low=1)
    players = line.numbers_from(11, 4, "a starting rank")
    return None if kind is None or number is None else ByeRecord(kind, number, players, source=line.text)


def _prohibited(line: Columns) -> Record | None:
    first = line.number(5, 7, "a first round", low=1)
    last = line.number(9, 11, "a last round", low=1)
    players = line.numbers_from(13, 4, "a starting rank")
    if len(players) < 2 and not line.problems:
        line.report(13, len(line.text), "two or more starting ranks")
    if first is None or last is None:
        return None
    if last < first:
        line.report(9, 11, "a last round not before the first")
    return ProhibitedRecord(first, last, players, source=line.text)


def _accelerated(line: Columns) -> Record | None:
    match_points = line.points(5, 8, "match points, or blanks", needed=False)
    points = line.points(10, 13, "points such as 1.0")
    numbers = [
        line.number(start, stop, expected, low=1)
        for start, stop, expected in (
            (15, 17, "a first round"),
            (19, 21, "a last round"),
            (23, 26, "a first starting rank"),
            (28, 31, "a last starting rank"),
        )
    ]
    first, last, from_player, to_player = numbers
    if points is None or first is None or last is None or from_player is None or to_player is None:
        return None
    return AcceleratedRecord(match_points, points, first, last, from_player, to_player, source=line.text)


def _abnormal(line: Columns) -> Record | None:
    kind = line.one_of(5, "WDLFHZ+-", "W, D, L, F, H, Z, +, - or a blank", blank=" ")
    match_points = line.points(7, 11, "match points, or blanks", needed=False)
    points = line.points(13, 17, "points such as 1.0, or blanks", needed=False)
    number = line.number(20, 22, "a round, or blanks for all", needed=False)
    players = line.numbers_from(24, 4, "a starting rank")
    if kind is None:
        return None
    return AbnormalRecord(kind.strip(), match_points, points or Fraction(0), number or 0, players, source=line.text)


def _team(line: Columns) -> Record:
    if line.raw(1, 3) == "013":
        line.numbers_from(37, 4, "a starting rank")
    elif line.raw(1, 3) == "310":
        line.number(5, 7, "a team number", low=1)
        line.numbers_from(74, 4, "a starting rank")
    return TeamRecord(line.raw(1, 3), line.raw(5, len(line.text)), source=line.text)


_READERS: dict[str, Callable[[Columns], Record | None]] = {
    "001": _player,
    "240": _bye,
    "250": _accelerated,
    "260": _prohibited,
    "299": _abnormal,
}


def _cross_check(trf: Trf) -> list[TrfProblem]:
    """Doubled numbers, opponents who do not exist, and the two lines of a game telling different stories."""
    problems: list[TrfProblem] = []
    lines: dict[int, tuple[int, PlayerRecord]] = {}
    for line, record in enumerate(trf.records, start=1):
        if isinstance(record, PlayerRecord):
            if record.number in lines:
                expected = f"a starting rank not used before (line {lines[record.number][0]} has it)"
                problems.append(TrfProblem(line, 5, str(record.number), expected))
            else:
                lines[record.number] = (line, record)
    broken = {  # players whose own line could not be read: what others say of them is not judged
        int(record.text[4:8])
        for record in trf.records
        if isinstance(record, OtherRecord) and record.text.startswith("001") and record.text[4:8].strip().isdecimal()
    }
    last = max((n for _, p in lines.values() for n, r in enumerate(p.rounds, start=1) if r.opponent), default=0)
    for line, player in lines.values():
        for number, result in enumerate(player.rounds, start=1):
            if result.opponent is None or result.opponent in broken:
                continue
            column = FIRST_ROUND + 10 * (number - 1)
            if result.code == OPEN and number < last:
                expected = f"a result: round {last} is paired already, and the last round alone may be under way"
                problems.append(TrfProblem(line, column + 7, player.source[column + 6 : column + 7].strip(), expected))
                continue
            if result.opponent not in lines or result.opponent == player.number:
                problems.append(TrfProblem(line, column, str(result.opponent), "the starting rank of another player"))
                continue
            other_line, opponent = lines[result.opponent]
            mirror = opponent.result(number)
            if mirror.opponent != player.number:
                expected = f"an opponent whose own line names {player.number} in round {number} (line {other_line})"
                problems.append(TrfProblem(line, column, str(result.opponent), expected))
            elif mirror.colour == result.colour != "-":
                expected = f"the colour that line {other_line} leaves in round {number}"
                problems.append(TrfProblem(line, column + 5, result.colour, expected))
            elif mirror.code not in _ANSWERS[result.code]:
                expected = f"a result that fits {mirror.code} of line {other_line}"
                problems.append(TrfProblem(line, column + 7, result.code, expected))
    problems += _points_that_do_not_add_up(trf)
    for line, record in enumerate(trf.records, start=1):
        if isinstance(record, ByeRecord | ProhibitedRecord | AbnormalRecord):
            problems += [
                TrfProblem(line, 1, str(number), "the starting rank of a player", blocks=False)
                for number in record.players
                if number not in lines and lines and not any(isinstance(one, TeamRecord) for one in trf.records)
            ]
    return problems


def _points_that_do_not_add_up(trf: Trf) -> list[TrfProblem]:
    """Printed points that are not the sum of the rounds, where no record gives points otherwise."""
    if any(isinstance(record, AbnormalRecord) for record in trf.records):
        return []
    scoring = scoring_of(trf)
    found = []
    for line, record in enumerate(trf.records, start=1):
        if isinstance(record, PlayerRecord) and record.rounds:
            total = sum(map(scoring.of, record.rounds), Fraction(0))
            if total != record.points:
                printed, expected = record.source[80:84].strip(), f"{float(total):.1f}, the sum of the rounds,"
                found.append(TrfProblem(line, 81, printed, expected, blocks=False))
    return found


# What may stand on the other line of a game. Both may lose, by forfeit or by decision.
_ANSWERS = {OPEN: OPEN, "1": "0", "0": "10=", "=": "=0", "W": "L", "L": "WDL", "D": "DL", "+": "-", "-": "+-"}
