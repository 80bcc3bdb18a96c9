"""How the play-offs of the written tour cases end, read from what the cases expect to see and from nothing else.

Of each case the last Bracket, Lots and Standings are read; a play-off counts when its head line says who won it.
Nothing of the engine is used: winners are counted again from the games by the words of regulation 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.tournaments.script import Case, Expected

Cells = Mapping[str, str]
HALF = Fraction(1, 2)
BYE = "(bye)"
LAST = "Armageddon"
LEVELS = {"quarter-final": "first round", "semi-final": "semi-final", "final": "final"}


@dataclass(frozen=True)
class Shown:
    """The last tables of a case: lines of Bracket, Lots and Standings, and the words typed before the start."""

    bracket: Sequence[Cells]
    lots: Mapping[str, Cells]
    standings: Sequence[Cells]
    words: frozenset[tuple[str, str]]  # (decision, about)


@dataclass
class Ended:
    """A play-off that is over: its event, who was in it, who won, and the ways it ended in."""

    section: str
    players: tuple[str, ...]
    winner: str
    ways: set[str] = field(default_factory=set)
    stages: set[str] = field(default_factory=set)  # rates and all-play-alls seen in it

    @property
    def size(self) -> int:
        """How many were level."""
        return len(self.players)


def shown_in(case: Case) -> Shown:
    """What the case expects at last."""
    last: dict[str, Expected] = {}
    for step in case.steps:
        last |= {e.tab: e for e in step.expected if e.kind == "table"}
    given = {e.tab: e for e in case.given}
    words = {(c["Decision"], c["About"]) for c in _lines(given.get("Decisions"))}
    lots = {c["Lot"]: c for c in _lines(last.get("Lots"))}
    return Shown(tuple(_lines(last.get("Bracket"))), lots, tuple(_lines(last.get("Standings"))), frozenset(words))


def _lines(table: Expected | None) -> Iterator[Cells]:
    for row in table.rows if table is not None else ():
        yield dict(zip(table.headings, row, strict=True)) if table is not None else {}


def endings(case: Case) -> list[Ended]:
    """Every play-off that the case shows to its end."""
    shown = shown_in(case)
    found = []
    for head in shown.bracket:
        at = re.fullmatch(r"([A-Z]+)-P1", head["Match"])
        if at is None or not head["State"].startswith("won by ") or "Games" not in head:
            continue
        ended = Ended(at[1], tuple(sorted(head["Games"].split(" ; "))), head["Winner"])
        rows = [c for c in shown.bracket if re.match(rf"{at[1]}-P\d+(-|, )", c["Match"])]
        _read(ended, rows, shown)
        found.append(ended)
    return found


def _read(ended: Ended, rows: Sequence[Cells], shown: Shown) -> None:
    matches = [c for c in rows if c.get("Games") and c["Second"] != BYE and c["State"].startswith("over")]
    if any(c["State"].endswith(" is to be played") for c in rows) or not rows:
        ended.ways.add("named by the director")
    if not rows:
        return
    if ended.size == 3:
        _three(ended, rows, shown)
    elif ended.size > 3:
        _ranked(ended, shown)
        byes = sum(c["Second"] == BYE for c in rows)
        ended.ways.add(f"{byes} byes")
    level = {c["Match"]: LEVELS.get(c.get("Round", ""), "match") for c in matches}
    for line in matches:
        name = "match" if ended.size == 2 else level[line["Match"]]
        way = _how(line, shown, ended)
        ended.ways.add(f"{name}: {way}")
        if way.endswith(("games", "White", "Black", "drawn")):
            assert line["Winner"] == _by_the_words(line, shown), line
    if matches and "named by the director" not in ended.ways:
        assert matches[-1]["Winner"] == ended.winner, ended


def games_of(line: Cells) -> list[tuple[str, Fraction, Fraction, bool]]:
    """Rate, points of the first and the second player, and whether somebody was not there, game by game."""
    found = []
    for text in line["Games"].split(", "):
        at = re.fullmatch(r"(\w+) (\d(?:\.5)?)-(\d(?:\.5)?)(F?)", text)
        assert at, text
        found.append((at[1], Fraction(at[2]), Fraction(at[3]), bool(at[4])))
    return found


def _how(line: Cells, shown: Shown, ended: Ended) -> str:
    if line["State"] == "over (left)":
        return "a player left"
    if line["State"] == "over (director)":
        return "named by the director"
    games = games_of(line)
    ended.stages |= {rate for rate, *_ in games}
    rates = [rate for rate, *_ in games]
    substituted = "blitz for rapid, " if rates[0] == "blitz" and ended.size != 3 else ""
    if rates[-1] != LAST:
        order = {2: "first two games", 4: "next two games"}[len(rates)] if substituted else f"{rates[-1]} games"
        return substituted + order
    _, first, second, _ = games[-1]
    if first == second:
        return f"{substituted}{LAST} drawn"
    return f"{substituted}{LAST} won by {'White' if _white(line, shown) == line['Winner'] else 'Black'}"


def _white(line: Cells, shown: Shown) -> str:
    """Who has White in the Armageddon game: the winner of the toss or the other, as that player chose."""
    toss = next(c for id_, c in shown.lots.items() if id_.startswith(f"{line['Match']}.") and c["Kind"] == "toss")
    chooser = toss["Drawn"] or toss["Typed"]
    other = line["Second"] if chooser == line["First"] else line["First"]
    return chooser if shown.lots[f"{toss['Lot']} colour"]["Typed"] == "White" else other


def _by_the_words(line: Cells, shown: Shown) -> str:
    """The winner counted again: each pair of games by itself, then the Armageddon game, a draw is Black's."""
    games = games_of(line)
    while games:
        if games[0][0] == LAST:
            _, first, second, _ = games.pop(0)
            black = line["Second"] if _white(line, shown) == line["First"] else line["First"]
            winner = black if first == second else line["First"] if first > second else line["Second"]
        else:
            (_, a, b, _), (_, c, d, _), *games = games
            winner = "" if a + c == b + d else line["First"] if a + c > b + d else line["Second"]
        if winner:
            assert not games, f"played on after the end: {line}"
            return winner
    raise AssertionError(f"no winner: {line}")


def _three(ended: Ended, rows: Sequence[Cells], shown: Shown) -> None:
    """The all-play-all, who was on top after it, and the bye."""
    points = dict.fromkeys(ended.players, Fraction(0))
    played = [c for c in rows if c.get("Round", "all-play-all") == "all-play-all" and "-P1" in c["Match"]]
    assert len(played) == 3, played
    for line in played:
        first, second = (Fraction(p) for p in line["Score"].split("-"))
        points[line["First"]] += first
        points[line["Second"]] += second
    top = [p for p, n in points.items() if n == max(points.values())]
    ended.ways.add(f"all-play-all: {('one alone', 'two level', 'all level')[len(top) - 1]}")
    ended.stages.add("all-play-all")
    if {("Blitz for rapid", ended.section), ("Blitz for rapid", f"{ended.section}-P1")} & shown.words:
        ended.ways.add("all-play-all: blitz for rapid")
    if len(top) == 1:
        assert ended.winner == top[0]
    if len(top) < 3:
        return
    (bye,) = [c["First"] for c in rows if c["Second"] == BYE]
    lot = shown.lots.get(f"{ended.section}-P1 bye")
    among = f"by lot among {len(lot['Drawn'].split(' ; '))}" if lot else "by most wins"
    ended.ways.add(f"bye {among}")
    ended.ways.add("won by the one with the bye" if bye == ended.winner else "won by a semi-finalist")
    ended.stages.add(f"bye {among.split(' among')[0]}")


def _ranked(ended: Ended, shown: Shown) -> None:
    lots = [c for id_, c in shown.lots.items() if id_.startswith(f"{ended.section}-P1 order")]
    names = [n for c in lots for n in c["Drawn"].split(" ; ")]
    how = "by wins" if not lots else "by lot" if len(lots) == 1 and len(names) == ended.size else "by wins and lot"
    ended.ways.add(f"ranked {how}")
