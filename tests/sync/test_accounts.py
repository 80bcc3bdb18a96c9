"""Accounts and links through the workbook: links under Username, and the private part of a link that is shown nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.registry import engine_of
from sync import encode
from sync.cli.said import problem_lines
from sync.making.export import as_json, as_page, as_pgn, journal_lines, public_tables
from sync.reading import seen_cells
from sync.reading.gather import gather, read_sheet
from sync.running.explaining import explained_in
from sync.telling import notices
from tests.sync.desk import Desk, desk, file_desk

PEOPLE = (("Adler", 2000), ("Bauer", 1900), ("Cohn", 1800))
SECRET = "Zz9Q"
SEAT = f"https://lichess.org/abcdEFGH{SECRET}"


@pytest.mark.parametrize("rig", ["memory", "file"])
def test_links_are_read_and_names_with_spaces_are_told_at_the_first_pass(rig: str, tmp_path: Path) -> None:
    """Before the event has begun, not after a game turned Null."""
    d = desk(PEOPLE) if rig == "memory" else file_desk(tmp_path / "club.xlsx", PEOPLE)
    typed = ("https://www.chess.com/member/adler_a", "lichess.org/@/bauer_b", "c o h n")
    for (player, _), link in zip(PEOPLE, typed, strict=True):
        d.type("Players", player, "Username", link)
    d.sync()
    sheet, journal, status = read_sheet(d.backend.read(), engine_of("ladder").sheet)
    who = gather(engine_of("ladder"), sheet, journal, status, d.now).who
    assert [who.usernames[p] for p, _ in PEOPLE] == [("adler_a",), ("bauer_b",), ()]
    assert [who.find(n) for n in ("Adler_A", "bauer_b", "c o h n")] == ["Adler", "Bauer", "Cohn"]
    (problem,) = [p for p in d.problems if p.code == "username-unreadable"]
    assert "Players" in str(problem.at)
    assert "“c o h n” is no user name: those hold no spaces." in str(problem_lines(d.last))
    assert [t for (t,) in d.table("Players", "Username")] == list(typed), "nothing typed is changed"
    d.type("Players", "Cohn", "Username", "cohn_c").sync()
    assert "username-unreadable" not in d.codes()


def test_a_player_is_known_by_the_account_however_it_is_typed() -> None:
    """The name typed over and the account now as a link: the same player; at the other site it would be another."""
    d = desk(PEOPLE)
    d.type("Players", "Bauer", "Username", "lichess: bauer_b").start()
    row = d.row("Players", "Bauer")
    d.person.type("Players", "Player", row, "Bauer-Meyer")
    d.person.type("Players", "Username", row, "https://lichess.org/@/Bauer_B/all")
    d.settle()
    assert "player-gone" not in d.codes()
    assert "Bauer-Meyer" in str(d.shown("Ladder"))


def test_one_name_at_two_sites_is_two_accounts_and_alone_names_nobody() -> None:
    """No line about a double; a report that names only `max` is not given to either."""
    d = desk(PEOPLE)
    d.type("Players", "Adler", "Username", "max (chess.com)").type("Players", "Bauer", "Username", "max on lichess")
    d.sync()
    assert "username-twice" not in d.codes()
    sheet, journal, status = read_sheet(d.backend.read(), engine_of("ladder").sheet)
    who = gather(engine_of("ladder"), sheet, journal, status, d.now).who
    assert who.find("max") is None
    d.type("Players", "Bauer", "Username", "@max").sync()
    assert "username-twice" in d.codes()


TYPED_IN = ("Form Responses", "Games", "Players", "Decisions")


def shown_anywhere(d: Desk, *but: str) -> str:
    """Everything the worker wrote or would write out: its tabs, the Journal, exports, what it prints."""
    grid, engine = d.backend.read(), engine_of(d.format)
    _, journal, _ = read_sheet(grid, engine.sheet)
    tables = public_tables(grid, engine)
    tabs = [d.shown(t) for t in d.person.titles() if t not in (*TYPED_IN, *but)]
    said = [explained_in(grid, engine, "R1-01", lambda: d.now), *problem_lines(d.last)]
    books = [str(d.last.decided.views), str(d.last.decided.plan.steps), str([n.text for n in d.last.decided.box.due])]
    return "\n".join(
        map(
            str,
            (tabs, as_json(tables), as_page(tables, "x"), as_pgn(grid, engine), journal_lines(journal), said, books),
        )
    )


def test_the_private_part_of_a_link_is_shown_nowhere() -> None:
    """Wherever people put such a link: into the form, the message, Games, a decision, a name of an account."""
    d = desk(started=True)
    game = d.open_games()[0]
    d.send = lambda _: ()
    d.report(game, "1-0", "Ben", **{"Game URL": SEAT})
    d.report(game, "what? " + SEAT, "Ada", **{"Game URL": f"{SEAT} https://lichess.org/ijklMNOP{SECRET}"})
    d.report("", "", "Cem", **{"Message to the director": f"look at {SEAT}"})
    d.report("R9-01", "1-0", SEAT, **{"Game URL": f"{SEAT}x or {SEAT}https://lichess.org/"})
    d.type("Games", game, "Game URL", SEAT).type("Games", game, "Note", SEAT)
    d.type("Games", game, "Deadline", SEAT).type("Players", "Eva", "Username", SEAT)
    d.decide("Answered", SEAT, SEAT)
    d.settle()
    d.result(game, "1-0").later(hours=20).settle()
    text = shown_anywhere(d)
    assert "abcdEFGH" in text
    assert SECRET not in text


def test_an_old_journal_with_such_a_link_is_shown_cut_and_costs_no_write() -> None:
    """Lines written before this rule stay as they are; what is shown of them is cut, and nothing is noted anew."""
    d = desk(started=True)
    game = d.open_games()[0]
    d.type("Games", game, "Game URL", "https://lichess.org/abcdEFGHWwww")
    with pytest.MonkeyPatch.context() as as_before:
        for module in (seen_cells, encode, notices):
            as_before.setattr(module, "public_links", lambda text: text)
        d.settle()
    assert "abcdEFGHWwww" in str(d.shown("Journal"))
    d.later(minutes=1).settle()
    before = len(d.shown("Journal"))
    d.later(minutes=1).settle()
    assert len(d.shown("Journal")) == before
    assert "Wwww" not in shown_anywhere(d, "Journal")
    d.result(game, "1-0").settle()
    assert "Wwww" not in str(d.shown("Journal")[before:]), "and no new line holds it"


def test_a_reporter_who_pastes_the_link_of_a_profile_is_known() -> None:
    """Also as `@name`; not a stranger of the same name at the other site, and nobody where two have the name."""
    d = desk(PEOPLE)
    d.type("Players", "Adler", "Username", "lichess: max").type("Players", "Bauer", "Username", "bauer_b")
    d.sync()
    sheet, journal, status = read_sheet(d.backend.read(), engine_of("ladder").sheet)
    who = gather(engine_of("ladder"), sheet, journal, status, d.now).who
    typed = ("https://lichess.org/@/Max", "@max", "lichess.org/@/bauer_b", "https://www.chess.com/member/bauer_b/stats")
    assert [who.find(t) for t in typed] == ["Adler", "Adler", "Bauer", "Bauer"]
    strangers = ("https://www.chess.com/member/max", "https://lichess.org.evil.example/@/max", "@nobody", "@a b")
    assert [who.find(t) for t in strangers] == [None] * 4


def test_a_player_entered_by_the_link_of_a_profile_has_that_account() -> None:
    """A blank Username is the same as Player, whatever form that has."""
    d = desk((("https://lichess.org/@/bauer_b", 1900), ("Cohn", 1800)))
    sheet, journal, status = read_sheet(d.backend.read(), engine_of("ladder").sheet)
    who = gather(engine_of("ladder"), sheet, journal, status, d.now).who
    assert who.usernames["https://lichess.org/@/bauer_b"] == ("bauer_b",)
