"""A whole ladder season whose results are settled beforehand, played by pasted links or by a director's typing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from rules.model import Empty
from sync.grid import Cell, is_blank
from tests.backends.people import Person
from tests.sync.desk import Desk, QuickXlsxPerson, fill
from tests.tournaments.rigs import BACKENDS
from tests.verification.desk import LinkDesk
from tests.verification.site import Site

FIELD = (("Ada", 2000), ("Ben", 1950), ("Cem", 1900), ("Dov", 1850))
NEVER = "never"  # what the two played nobody reported in time


def dice(*parts: object) -> int:
    """A number that is the same every time."""
    return int(hashlib.sha256(repr(parts).encode()).hexdigest()[:8], 16)


def word_of(seed: int, game: str, pair: tuple[str, str]) -> str:
    """How a game ends, settled by its id and the two, whoever has White; now and then it is not reported in time."""
    if not game.startswith("F") and dice(seed, "null", game) % 7 == 0:
        return NEVER
    winner = [*sorted(pair), *sorted(pair), ""][dice(seed, game) % 5]
    return "1/2-1/2" if not winner else "1-0" if winner == pair[0] else "0-1"


def open_book(backend: str, folder: Path, site: Site, verify: bool, rounds: int) -> LinkDesk:
    """A fresh book on a backend, started."""
    table = BACKENDS[backend](folder)
    person = QuickXlsxPerson(folder / "book.xlsx") if backend == "xlsx" else table.person
    made = LinkDesk(table.backend, person, site=site)
    given: dict[str, Cell] = {"Verify_games": "yes" if verify else "no", "Rounds": rounds}
    fill(made, FIELD, True, **given)
    return made


def send(d: LinkDesk, url: str, name: str = "") -> None:
    """A form answer, written in one go."""
    cells: dict[str, Cell] = {"Timestamp": d.now.replace(tzinfo=None), "Game URL": url, "Your name": name or None}
    add_row(d.person, "Form Responses", {h: c for h, c in cells.items() if c is not None})


def add_row(person: Person, title: str, values: dict[str, Cell]) -> None:
    """A new row below the last, typed at once (a file is opened and saved once)."""
    seen = person.see(title)
    last = max((n for n, row in enumerate(seen, start=1) if any(not is_blank(c) for c in row)), default=0)
    columns = {person.column(title, heading): value for heading, value in values.items()}
    rows = person.take_up(title)
    while len(rows) <= last:
        rows.append([])
    row = rows[last]
    row.extend([None] * (max(columns) + 1 - len(row)))
    for column, value in columns.items():
        row[column] = person.typed(value, row[column])
    person.put_down(title, rows)


def by_typing(d: LinkDesk, game: str, word: str) -> None:
    """The director types the result."""
    d.result(game, word)


class ByLinks:
    """Players paste links, with everything in between that people do with links."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.last = ""  # the link of the game reported before: a wrong one for the next

    def __call__(self, d: LinkDesk, game: str, word: str) -> None:
        """Report one game."""
        white, black = d.pair(game)
        swapped = dice(self.seed, "swap", game) % 3 == 0
        real = {"1-0": "0-1", "0-1": "1-0"}.get(word, word) if swapped else word
        habit = dice(self.seed, "habit", game) % 6
        # Of two games that contradict each other the one that is listed alone would count.
        lag = timedelta(minutes=(0, 0, 7, 55)[dice(self.seed, "lag", game) % 4] if habit != 2 else 0)
        if habit == 0 and self.last:  # the link of an earlier game first
            send(d, self.last, white)
            d.later(minutes=2)
        if habit == 1:  # a game of the two with another clock first
            send(d, d.site.play(white, black, "1-0", time_control="300", listed=d.now), white)
            d.later(minutes=2)
        other = d.site.play(white, black, "1/2-1/2", d.now, d.now) if habit == 2 else ""
        url = d.played(game, real, swapped, listed=d.now + lag)
        if other:  # a friendly game of the two contradicts the real one, until its sender corrects it
            send(d, other, black)
        send(d, url, white if habit < 4 else "")
        if other:
            d.sync()
            d.later(minutes=3)
            send(d, url, black)
        if habit == 3:  # both report, in different shapes
            send(d, url.replace("www.chess.com/game/live", "chess.com/fr/live/game") + "?username=x", black)
        if habit == 4:  # people who do not play here, and pages that are no games
            send(d, d.site.play("magnus", "hikaru", listed=d.now))
            send(d, "https://www.chess.com/member/ada")
        self.last = url

    def late(self, d: LinkDesk, game: str) -> None:
        """The link of a game nobody reported in time, after its deadline."""
        send(d, d.played(game, "1-0", ended=d.now - timedelta(days=2)))


def play(d: LinkDesk, seed: int, report: Callable[[LinkDesk, str, str], None], most: int = 60) -> LinkDesk:
    """Until the champion is known. A game nobody reports is waited for until it is Null."""
    for _ in range(most):
        answer = d.last.decided.answer
        assert answer is not None
        if answer.state == "finished":
            return d
        games = [g for g in d.games() if not isinstance(g.black, Empty)]
        standing = set(d.open_games())
        todo = [g.id for g in games if g.id in standing]
        for game in todo:
            word = word_of(seed, game, d.pair(game))
            if word != NEVER:
                report(d, game, word)
        d.later(hours=2).settle()
        unreported = [g for g in todo if word_of(seed, g, d.pair(g)) == NEVER]
        if unreported:
            d.later(days=7).settle()
            if isinstance(report, ByLinks):
                report.late(d, unreported[0])
                d.settle()
    raise AssertionError(f"no champion after {most} turns: open {d.open_games()}")


def outcome_of(d: Desk) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The final Ladder, and what every game gave whom (a swap decides who has White next time, and nothing else)."""
    ladder = d.table("Ladder", "Position", "Player", "Rank", "Played", "Wins", "Draws", "Null", "Points", "Placement")
    turned = {"1-0": "0-1", "0-1": "1-0"}
    games = []
    for game, white, black, word in d.table("Pairings", "Game", "White", "Black", "Outcome"):
        pair = sorted((white, black))
        games.append((game, *pair, word if pair[0] == white else turned.get(word, word)))
    return ladder, games
