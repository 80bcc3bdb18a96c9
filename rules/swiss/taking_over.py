"""A Swiss under way, out of a report file: players, rounds and results as facts, and what could not be kept.

The rounds stand as they were paired and played; nothing of them is judged again. What this program cannot hold is
named, with what it means for the rounds to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from rules.model import Empty, Entry, Fields, Game, How, Lot, Person, Recorded, Round, Value
from rules.parts.brought import brought, why_brought
from rules.parts.decisions import APART
from rules.parts.ids import game_id, round_id
from rules.parts.lines import score_word
from rules.parts.median import Board, in_board_order
from rules.parts.results import RESULTS
from rules.parts.trf import PlayerRecord, RoundResult, Trf, TrfError, read_trf
from rules.parts.trf.dates import day_in, days_of_rounds
from rules.parts.trf.records import OPEN, AbnormalRecord, AcceleratedRecord, TeamRecord
from rules.parts.trf.scoring import scoring_of
from rules.swiss.listing import COLOUR_LOT
from rules.swiss.roster import taken_of
from rules.swiss.terms import MEDIAN, SYSTEMS
from rules.swiss.tiebreaks.catalogue import read_list
from rules.swiss.trf import names_made, rows_of

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
USUAL: Mapping[str, Fraction] = {
    "1": ONE, "=": HALF, "0": ZERO, "W": ONE, "D": HALF, "L": ZERO, "+": ONE, "-": ZERO, "U": ONE, "F": ONE, "H": HALF,
    "Z": ZERO,
}  # fmt: skip
MOST_NAMED = 12


@dataclass(frozen=True)
class TakenOver:
    """An event under way. Rows and settings by heading; `told` what could not be kept, `ask` what is to be accepted."""

    players: tuple[Fields, ...]
    settings: Mapping[str, Value]
    decisions: tuple[Mapping[str, str], ...]
    facts: tuple[Recorded, ...]
    said: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()


class CannotTakeOver(ValueError):
    """What the file has cannot be held, or what is needed is missing: a line each."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


@dataclass
class _Event:
    """The file with what follows from it, while it is taken over."""

    trf: Trf
    source: str
    now: datetime
    lines: Mapping[int, int]  # the line of each player
    names: Mapping[int, str]
    played: int  # rounds with games
    told: list[str] = field(default_factory=list)
    ask: list[str] = field(default_factory=list)

    def at(self, number: int) -> str:
        """Where a player stands in the file."""
        return f"{self.source}, line {self.lines[number]}"

    def named(self, numbers: Iterable[int]) -> str:
        """Names for a message."""
        names = [self.names[number] for number in sorted(numbers)]
        more = len(names) - MOST_NAMED
        return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def take_over(data: bytes, source: str, now: datetime, given: Mapping[str, str]) -> TakenOver:
    """The event of a report file. `given`: settings that the director said beforehand, by name.

    Raises CannotTakeOver, and TrfError where the file cannot be read.
    """
    reading = read_trf(data)
    if reading.blocked:
        raise TrfError(reading.blocked)
    trf = reading.trf
    names = {number: name for number, (_, name) in names_made(trf).items()}
    lines = {record.number: at for at, record in enumerate(trf.records, start=1) if isinstance(record, PlayerRecord)}
    event = _Event(trf, source, now, lines, names, rounds_played(trf))
    event.ask += [str(p) for p in reading.problems if "sum of the rounds" in p.expected]
    _refuse_what_cannot_be_held(event)
    late = [p.number for p in trf.players if any(cell.code in "FH+" for cell in p.rounds[event.played :])]
    if late:
        event.ask.append(f"points for rounds that were not paired yet are left out: {event.named(late)}")
    settings = _settings(event, given)
    numbers = {old: new for new, old in enumerate(sorted(names), start=1)}
    if any(old != new for old, new in numbers.items()):
        event.told.append("starting ranks without gaps: they are counted through, in the order of the file")
    first = {player.number: first_round(player, event.played) for player in trf.players}
    left = _left(event)
    decisions = _decisions(event, left)
    rows = []
    for player, row in zip(sorted(trf.players, key=lambda one: one.number), rows_of(trf), strict=True):
        if first[player.number] > 1:
            row = {**row, "From round": round_id("", "R", first[player.number])}
        if player.number in left:
            row = {**row, "Status": "Withdrawn", "Note": f"not paired since R{left[player.number]}: {source}"}
        rows.append(row)
    facts = [*_facts(event, settings, rows, numbers, first)]
    _tell_what_is_lost(event)
    said = [f"{len(rows)} players, {event.played} {'round' if event.played == 1 else 'rounds'}"]
    still = sum(player.result(event.played).code == OPEN for player in trf.players) // 2
    if still:
        said.append(
            f"round {event.played} is under way: {still} {'game has' if still == 1 else 'games have'} no result"
        )
    return TakenOver(
        tuple(rows), settings, tuple(decisions), tuple(facts), tuple(said), tuple(event.told), tuple(event.ask)
    )


def rounds_played(trf: Trf) -> int:
    """The last round of the file that was paired: somebody has an opponent, or the bye of an odd number."""
    return max(
        (
            n
            for player in trf.players
            for n, cell in enumerate(player.rounds, start=1)
            if cell.opponent is not None or cell.code == "U"
        ),
        default=0,
    )


def first_round(player: PlayerRecord, played: int) -> int:
    """The round from which a player takes part; 1 where nothing is known of any."""
    return next((n for n in range(1, played + 1) if player.result(n).code != "Z"), 1)


# --- what cannot be held ----------------------------------------------------------------------------------------------


def _refuse_what_cannot_be_held(event: _Event) -> None:
    trf = event.trf
    wrong = []
    if not event.played:
        wrong.append("it has no round with games: leave --with-rounds out to take its players alone")
    scoring = scoring_of(trf)
    cells = {cell for player in trf.players for cell in player.rounds[: event.played] if cell.code != OPEN}
    for code in sorted({cell.code for cell in cells}):
        gives = {scoring.of(cell) for cell in cells if cell.code == code}
        if gives != {USUAL[code]}:
            points = " or ".join(f"{float(p):g}" for p in sorted(gives))
            wrong.append(
                f"a result “{code}” gives {points} in it, and {float(USUAL[code]):g} in a Swiss of this program"
            )
    for at, record in enumerate(trf.records, start=1):
        if isinstance(record, AbnormalRecord):
            wrong.append(f"line {at} (299) gives points beside the results, and the standings would lack them")
    if wrong:
        raise CannotTakeOver(wrong)


def _tell_what_is_lost(event: _Event) -> None:
    trf = event.trf
    cells = [cell for player in trf.players for cell in player.rounds[: event.played]]
    codes = {cell.code for cell in cells}
    if codes & set("WDL"):
        event.told.append("that games of less than one move are not rated: here they are games")
    if any(cell.code == "F" or (cell.code == "+" and cell.opponent is None) for cell in cells):
        event.told.append("which byes of a point were asked for, and which an odd number made: here all are alike")
    accelerated = any(isinstance(record, AcceleratedRecord) for record in trf.records) or bool(trf.texts("XXA"))
    if accelerated:
        event.told.append("the acceleration: the rounds to come are paired by real points")
    if any(cell.opponent is not None and cell.colour == "-" for cell in cells):
        event.told.append("who had which colour in games not played: the file does not say, and none counts")
    if any(isinstance(record, TeamRecord) for record in trf.records):
        event.told.append("the teams")
    for tag, what in (("222", "the coded time control"), ("172", "how starting ranks were made")):
        if trf.text(tag):
            event.told.append(f"{what} ({tag})")


# --- settings and the director's lines --------------------------------------------------------------------------------

HEADERS = {
    "012": "Tournament", "022": "City", "032": "Event federation", "102": "Chief arbiter", "112": "Deputy arbiters",
    "122": "Rate of play",
}  # fmt: skip


def _settings(event: _Event, given: Mapping[str, str]) -> Mapping[str, Value]:
    trf = event.trf
    settings: dict[str, Value] = {}
    for tag, name in HEADERS.items():
        text = "; ".join(text for text in trf.texts(tag) if text)
        if text:
            settings[name] = text
    total = trf.total_rounds
    if total < event.played:
        event.told.append(f"that {total} rounds were declared: {event.played} were played")
    settings["Rounds"] = max(total, event.played)
    if total == trf.rounds and not any(trf.text(tag) for tag in ("142", "XXR")) and "Rounds" not in given:
        event.ask.append(f'the file does not declare its rounds: {event.played} count; else say --set "Rounds=9"')
    system = system_of(trf)
    if system:
        settings["Pairing system"] = system
    elif "Pairing system" not in given:
        raise CannotTakeOver(
            [f'it does not say how it was paired: say --set "Pairing system=dutch" ({", ".join(SYSTEMS)})']
        )
    ties, unknown = read_list(trf.text("202").replace(",", " ; "))
    if ties and not unknown:
        settings["Tie-breaks"] = " ; ".join(one.code for one in ties)
    elif unknown:
        event.told.append(f"the tie-breaks {trf.text('202')}: {', '.join(unknown)} is not known here; see Settings")
    return {**settings, **given}


def system_of(trf: Trf) -> str:
    """The pairing system that a file names (`192`, else the words of `092`), as Settings call it; blank where none."""
    coded = trf.text("192").strip().upper()
    for name in SYSTEMS:
        if coded.startswith(f"FIDE_{name.upper()}"):
            return name
    words = trf.text("092").casefold()
    if "median" in words:
        return MEDIAN
    return next((name for name in SYSTEMS if name in words), "")


def _left(event: _Event) -> dict[int, int]:
    """Who is taken for withdrawn, and since which round: missed the last two rounds or more."""
    found = {}
    once = []
    for player in event.trf.players:
        missed = 0
        while missed < event.played and player.result(event.played - missed).code == "Z":
            missed += 1
        if missed >= min(2, event.played):
            found[player.number] = event.played - missed + 1
        elif missed:
            once.append(player.number)
    if found:
        event.told.append(
            f"whether those who missed the last rounds come back: {event.named(found)} (Withdrawn in Players)"
        )
    if once and not announced(event.trf, event.played + 1):
        event.told.append(
            f"whether those who missed round {event.played} have left: {event.named(once)} (paired for the next round)"
        )
    return found


def announced(trf: Trf, number: int) -> dict[int, str]:
    """Who is said beforehand to be away in the round after the last: the code of the bye by starting rank."""
    found = {int(word): "Z" for text in trf.texts("XXZ") for word in text.split() if word.isdecimal()}
    for record in trf.byes:
        if record.round == number:
            found |= dict.fromkeys(record.players, record.kind)
    for player in trf.players:
        cell = player.rounds[number - 1] if len(player.rounds) >= number else None
        if cell is not None and cell.opponent is None and cell.code in "HFZ":
            found[player.number] = cell.code
    known = {player.number for player in trf.players}
    return {player: code for player, code in found.items() if player in known}


def _decisions(event: _Event, left: Mapping[int, int]) -> list[Mapping[str, str]]:
    trf, coming = event.trf, event.played + 1
    round_ = round_id("", "R", coming)
    found: list[Mapping[str, str]] = []
    away = announced(trf, coming)
    late = sorted(set(away) - set(left))
    found += [{"Decision": "Absent", "About": event.names[number], "Value": round_} for number in late]
    points = [number for number, code in away.items() if code in "HF"]
    if points:
        event.told.append(f"points for being away in {round_}: {event.named(points)} are Absent, without points")
    later = sorted({record.round for record in trf.byes if record.round > coming})
    if later:
        event.told.append(
            f"byes announced for later rounds ({', '.join(f'R{n}' for n in later)}): type Absent for them"
        )
    defaulted = [
        player.number
        for player in trf.players
        if player.number not in away and _last_game(player, event.played).code == "-" and player.number not in left
    ]
    if defaulted and trf.texts("XXZ"):  # the file names who is away, and does not name them
        found += [{"Decision": "Excuse", "About": event.names[n], "Value": ""} for n in sorted(defaulted)]
    elif defaulted:
        event.told.append(
            f"whether those who lost their last game by default come back: {event.named(defaulted)} "
            "(not paired before you type Excuse: S43)"
        )
    for text in trf.texts("XXP"):
        together = [int(word) for word in text.split() if word.isdecimal()]
        found += _apart(event, together, "")
    for record in trf.prohibited:
        if record.first <= coming and record.last >= trf.total_rounds:
            found += _apart(event, record.players, "")
            continue
        for number in range(max(record.first, coming), min(record.last, trf.total_rounds) + 1):
            found += _apart(event, record.players, round_id("", "R", number))
    return found


def _apart(event: _Event, numbers: Iterable[int], round_: str) -> list[Mapping[str, str]]:
    known = [number for number in numbers if number in event.names]
    return [
        {"Decision": APART, "About": round_, "Value": f"{event.names[a]} ; {event.names[b]}"}
        for at, a in enumerate(known)
        for b in known[at + 1 :]
    ]


def _last_game(player: PlayerRecord, played: int) -> RoundResult:
    return next(
        (cell for cell in reversed(player.rounds[:played]) if cell.opponent is not None),
        RoundResult(),
    )


# --- facts ------------------------------------------------------------------------------------------------------------


def _facts(
    event: _Event,
    settings: Mapping[str, Value],
    rows: Iterable[Fields],
    numbers: Mapping[int, int],
    first: Mapping[int, int],
) -> Iterable[Recorded]:
    """Entries, the colour of round 1, rounds and their games, in the order in which they would have been written."""
    people = {old: Person(str(row["Player"]), row) for old, row in zip(sorted(numbers), rows, strict=True)}
    days = days_of_rounds(event.trf.text("132"), event.now.tzinfo) or [day_in(event.trf.text("042"), event.now.tzinfo)]
    scores = dict.fromkeys(numbers, 0)
    words: tuple[tuple[str, str], ...] = ()
    for round_number in range(1, event.played + 1):
        round_ = round_id("", "R", round_number)
        for old in sorted(numbers):
            if first[old] == round_number:
                name = people[old].name
                why = why_brought("entry", event.at(old), player=name, number=numbers[old])
                yield Recorded(Entry(name, "", numbers[old], taken_of(people[old]), round_), event.now, why)
        if round_number == 1:
            yield from _colour(event, people)
        taken: dict[str, Value] = {RESULTS: words}
        day = days[round_number - 1] if round_number <= len(days) else None
        if day is not None:
            taken["day"] = day
        taken |= {"system": settings["Pairing system"], "rounds": settings["Rounds"]}
        why = why_brought("round", event.source, round=round_)
        yield Recorded(Round(round_, "round", taken=taken), event.now, why)
        games = [*_games(event, round_number, people, scores)]
        yield from games
        words = tuple(
            (game.fact.id, word) for game in games if isinstance(game.fact, Game) and (word := _word(game.fact))
        )
        for player in event.trf.players:
            scores[player.number] += int(2 * USUAL.get(player.result(round_number).code, ZERO))


def _colour(event: _Event, people: Mapping[int, Person]) -> Iterable[Recorded]:
    """The colour that the first of those paired in round 1 had: as said for the event, else as played."""
    paired = sorted(p.number for p in event.trf.players if p.result(1).opponent is not None or p.result(1).code == "U")
    if len(paired) < 2:
        return
    one = next(p for p in event.trf.players if p.number == paired[0])
    said = initial_colour(event.trf)
    colour = one.result(1).colour.upper().replace("-", "")
    if said:
        colour = said if paired[0] % 2 else {"W": "B", "B": "W"}[said]
    if not colour:
        event.told.append("the colour lot of round 1: the file does not give it, and White counts as drawn")
        return
    among = (people[paired[0]].name, people[paired[len(paired) // 2]].name)
    why = why_brought("lot", event.at(one.number), player=among[0], colour="White" if colour == "W" else "Black")
    yield Recorded(Lot(COLOUR_LOT, "colour", among, (among[0 if colour == "W" else 1],)), event.now, why)


def initial_colour(trf: Trf) -> str:
    """The colour of odd starting ranks as the file says it (`152`, `XXC`): W or B, blank where it does not."""
    said = trf.text("152").strip().upper()
    if said in ("W", "B"):
        return said
    words = trf.text("XXC").casefold()
    return "W" if "white1" in words else "B" if "black1" in words else ""


def _games(event: _Event, number: int, people: Mapping[int, Person], scores: Mapping[int, int]) -> Iterable[Recorded]:
    round_ = round_id("", "R", number)
    by_number = {player.number: player for player in event.trf.players}
    boards = []
    for player in event.trf.players:
        cell = player.result(number)
        if cell.opponent is None:
            continue
        mirror = by_number[cell.opponent].result(number)

        has_white = cell.colour == "w" or mirror.colour == "b"
        has_black = cell.colour == "b" or mirror.colour == "w"
        if has_white or (not has_black and player.number < cell.opponent):
            boards.append(Board(player.number, cell.opponent, ()))
    at = 0
    for at, board in enumerate(in_board_order(boards, scores), start=1):
        white, black = by_number[board.white], by_number[board.black]
        codes = white.result(number).code, black.result(number).code
        default = "+" in codes or "-" in codes
        how = How.DOUBLE_DEFAULT if codes == ("-", "-") else How.DEFAULT if default else How.PLAYED
        score = None if OPEN in codes else (USUAL[codes[0]], USUAL[codes[1]])
        source = event.at(board.white)
        game = Game(
            game_id(round_, at), people[board.white].name, people[board.black].name, taken=brought(source, score, how)
        )
        facts = {"white": game.white, "black": people[board.black].name}
        yield Recorded(game, event.now, why_brought("default" if default else "game", source, **facts))
    for old in sorted(by_number):
        player = by_number[old]
        cell = player.result(number)
        if cell.opponent is not None or (cell.code == "Z" and not _between(player, number, event.played)):
            continue
        empty = {"H": Empty.HALF_BYE, "Z": Empty.ABSENT}.get(cell.code, Empty.BYE)
        code = {Empty.HALF_BYE: "half-bye", Empty.ABSENT: "absent"}.get(empty, "bye")
        at += 1
        game = Game(game_id(round_, at), people[old].name, empty, taken=brought(event.at(old), None, How.PLAYED))
        yield Recorded(game, event.now, why_brought(code, event.at(old), player=people[old].name, round=round_))


def _between(player: PlayerRecord, number: int, played: int) -> bool:
    """Whether a round missed lies between rounds in which the player took part: before and after, no row is written."""
    there = [n for n in range(1, played + 1) if player.result(n).code != "Z"]
    return bool(there) and there[0] < number < there[-1]


def _word(game: Game) -> str:
    score, how = game.taken.get("score"), game.taken.get("how")
    if not isinstance(score, tuple) or isinstance(game.black, Empty):
        return ""
    white, black = score
    assert isinstance(white, Fraction)
    assert isinstance(black, Fraction)
    return f"{score_word(white, black)}{'F' if how != How.PLAYED.name else ''}"
