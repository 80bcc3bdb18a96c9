"""Season walk 15 and 16: an end, the archive, copies, the next season."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from rules.registry import engine_of
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.making.create import create
from sync.making.export import archive, public_tables
from sync.making.season import carried_from
from tests.backends.people import MemoryPerson
from tests.season.around import Maker, is_over, next_round, until
from tests.sync.desk import FIVE, Desk, desk


def finish(d: Desk) -> Desk:
    """Play to the champion."""
    while d.rounds()[-1][0] == "R":
        d.results(d.rounds()[-1]).settle()
        if d.rounds()[-1][0] == "R" and not d.open_games():
            next_round(d)
    for number in range(1, 8):
        if is_over(d):
            return d
        d.later(hours=3).result(f"F1-01.{number}", "1-0" if number % 2 else "0-1").settle()
    return d


def copy_of(d: Desk, name: str = "copy") -> Desk:
    """File → Make a copy."""
    copy = d.book.copy()
    copy.id, copy.mark = name, None
    return Desk(MemoryBackend(copy), MemoryPerson(copy), now=d.now)


def test_16_an_end_with_banner_placements_and_silence(anywhere: Maker) -> None:
    """Finished on top of every tab for people, Placements, no more passes that write, later answers shown as late."""
    d = finish(anywhere(FIVE[:3], started=True, Rounds=1))
    assert is_over(d)
    for tab in ("Ladder", "This round", "Pairings", "Why"):
        assert "Champion" in d.shown(tab)[0][0], tab
    places = d.table("Ladder", "Player", "Placement")
    assert sorted(p for _, p in places) == ["1", "2", "3"]
    assert not d.later(hours=5).sync().wrote
    assert d.last.decided.wake is None
    assert "finished" in d.codes()
    d.report("R1-01", "Black won", "Cem").settle()
    assert d.table("Ladder", "Player", "Placement") == places
    state = d.table("Submissions", "Game", "State")[-1][1]
    assert state not in ("accepted", "waiting")


def test_16_edits_to_players_after_the_end_change_no_placement(anywhere: Maker) -> None:
    """Removed, paused, deleted, sorted, a newcomer in spring: the autumn stays."""
    d = finish(anywhere(FIVE[:3], started=True, Rounds=1))
    places = d.table("Ladder", "Player", "Placement")
    first = next(p for p, n in places if n == "1")
    d.status(first, "Disqualified").settle()
    d.status(places[-1][0], "Withdrawn").settle()
    d.person.add_row("Players", {"Player": "Spring", "Seed": 1})
    d.person.sort("Players", "Player")
    d.later(days=90).settle()
    assert d.table("Ladder", "Player", "Placement") == places
    d.person.delete_rows("Players", d.row("Players", first))
    d.settle()
    assert d.table("Ladder", "Player", "Placement") == places
    assert is_over(d)


def test_16_reopened_by_a_typed_cell(anywhere: Maker) -> None:
    """A corrected game of the Final opens it again; cleared, it is over as before."""
    d = finish(anywhere(FIVE[:2], started=True, Rounds=1))
    last = [g.id for g in d.games()][-1]
    word = d.outcome(last)
    placed = d.table("Ladder", "Player", "Placement")
    d.later(days=1).result(last, "1/2-1/2").settle()
    assert not is_over(d)
    assert {p for _, p in d.table("Ladder", "Player", "Placement")} == {""}
    more = [g.id for g in d.games()][-1]
    assert more != last, "the Final goes on"
    d.later(days=1).result(last, word).settle()
    assert is_over(d)
    assert d.table("Ladder", "Player", "Placement") == placed
    assert "to be played" not in str(d.shown("This round")), f"{more} is not needed any more"
    told = [row[3] for row in d.shown("Journal") if row[2] == "notice"]
    d.later(days=20).settle()
    assert [row[3] for row in d.shown("Journal") if row[2] == "notice"] == told, "nobody is reminded of it"


def test_16_another_champion_is_told_anew() -> None:
    """A correction after the end makes somebody else Champion: the end is told once for each."""
    d = finish(desk(FIVE[:2], True, "ladder", Rounds=1))
    first = next(p for p, n in d.table("Ladder", "Player", "Placement") if n == "1")
    for game in [g for g in d.games() if g.id.startswith("F1-")]:
        d.result(game.id, "0-1" if game.white == first else "1-0")
    d.settle()
    assert is_over(d)
    assert next(p for p, n in d.table("Ladder", "Player", "Placement") if n == "1") != first
    ends = [text for about, text in d.table("Notices", "About", "Text to paste") if about == "champion"]
    assert len(ends) == 2
    d.later(days=1).settle()
    assert len([a for (a,) in d.table("Notices", "About") if a == "champion"]) == 2


def test_16_the_archive_reads_back_to_the_same_tables(tmp_path: Path) -> None:
    """Tables in CSV and JSON are those of the book; the workbook inside, synced again, writes nothing."""
    d = finish(Maker("xlsx", tmp_path)(FIVE[:3], started=True, Rounds=1))
    path = tmp_path / "book.xlsx"
    engine = engine_of("ladder")
    grid = d.backend.read()
    out = archive(grid, engine, tmp_path / "kept.zip", path)
    tables = public_tables(grid, engine)
    with zipfile.ZipFile(out) as zipped:
        names = zipped.namelist()
        read = json.loads(zipped.read("tables.json"))
        (tmp_path / "again").mkdir()
        zipped.extract("book.xlsx", tmp_path / "again")
    assert {"games.pgn", "page.html", "journal.jsonl", "book.xlsx", "tables/ladder.csv"} <= set(names)
    assert set(read) == set(tables)
    for name, table in tables.items():
        assert [list(r.values()) for r in read[name]] == json.loads(table.to_json(orient="values")), name
    from sync.backends.xlsx import XlsxBackend

    again = XlsxBackend(tmp_path / "again" / "book.xlsx").read()
    for name, table in public_tables(again, engine).items():
        assert table.equals(tables[name]), name


def test_15_a_copy_beside_the_original_does_nothing_and_says_nothing() -> None:
    """Whatever is due: the copy stops and asks, the original goes on and tells each thing once."""
    d = desk(started=True)
    c = copy_of(d)
    for one in (d, c):
        one.later(days=5, hours=2).sync()
        one.later(days=2).sync()
    assert (d.outcome("R1-01"), c.outcome("R1-01")) == ("Null", "")
    assert c.codes() == ["book-copied"]
    assert not c.sync().wrote
    assert [n for p in c.done for n in p.decided.box.due] == []
    assert c.rounds() == ["R1"]


def test_15_a_new_season_from_the_old_book_takes_players_seeds_and_settings_only() -> None:
    """`new --from`: the order of the last Ladder, who left stays out, nothing of the games, notes or Start."""
    d = desk(FIVE, True, "ladder", Rounds=1, Days_per_game=9)
    d.type("Players", "Ada", "Note", "slow payer").type("Players", "Ada", "Username", "ada1")
    d.status("Dov", "Withdrawn").settle()
    finish(d)
    order = [p for (p,) in d.table("Ladder", "Player")]
    places = {row[0]: int(row[1]) for row in d.table("Ladder", "Player", "Placement")}
    engine = engine_of("ladder")
    book = MemoryBook(zone="Europe/Berlin")
    book.id = "next"
    create(MemoryBackend(book), engine, carried_from(MemoryBackend(d.book), engine))
    n = Desk(MemoryBackend(book), MemoryPerson(book), now=d.now)
    n.settle()
    assert n.codes() == ["not-started"]
    new_order = [p for (p,) in n.table("Ladder", "Player")]
    assert sorted(new_order) == sorted(order)
    assert [places[p] for p in new_order] == sorted(places.values())
    assert "Dov" not in new_order
    assert "slow payer" not in str(n.shown("Players"))
    assert ("Ada", "ada1") in n.table("Players", "Player", "Username")
    row = n.person.row_of("Settings", "Setting", "Days per game")
    assert str(n.person.look("Settings", "Value", row)) in ("9", "9.0")
    assert n.table("Games", "Game") == []
    n.start()
    assert n.rounds() == ["R1"]


def test_15_a_copied_book_as_a_new_season_ignores_what_was_before() -> None:
    """Old answers, old notices, old facts: none of them counts in the copy; the original is untouched."""
    d = finish(desk(FIVE[:3], True, "ladder", Rounds=1))
    d.report("R1-01", "White won", "Cem").settle()
    before = d.book.copy()
    c = copy_of(d)
    c.set("Copy", "new season").sync()
    for tab in ("Games", "Rounds"):
        c.person.delete_rows(tab, 2, 60)
    c.set("Start", None).later(days=30).settle()
    assert c.codes() == ["not-started"]
    c.start()
    assert c.rounds() == ["R1"]
    assert c.table("Submissions", "Game", "State") == []
    until(c, lambda o: o.outcome("R1-01") == "Null")
    notices = [n.key for p in c.done for n in p.decided.box.due]
    assert notices
    assert len(notices) == len(set(notices))
    assert [t.rows for t in d.book.tabs] == [t.rows for t in before.tabs]
