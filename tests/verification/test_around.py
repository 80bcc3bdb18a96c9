"""Around the look-up: the games taken out as PGN, and a worker nobody named a contact for."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import chess.pgn
import pytest

from rules.registry import engine_of
from sync.grid import Grid
from sync.making.export import as_pgn
from sync.running.once import run_pass
from sync.running.service import exported, lookups, pass_over
from sync.running.verification import asks_for_verification
from sync.settings import Operator
from tests.sync.desk import file_desk
from tests.verification.desk import LinkDesk, link_desk
from tests.verification.season import ByLinks, open_book, play
from tests.verification.site import Site


def games_of(text: str) -> list[chess.pgn.Game]:
    """The games of a PGN text, as another program reads them."""
    file = io.StringIO(text)
    found = []
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        found.append(game)
    return found


def test_a_season_comes_out_as_one_pgn(site: Site, tmp_path: Path) -> None:
    """Exactly the games that count by a report, in playing order, with the players' names, from a file on the disk."""
    d = play(open_book("memory", tmp_path, site, True, 2), 5, ByLinks(5))
    paths = exported(d.backend, "book", tmp_path / "out" / "season.pgn", "pgn", lambda: d.now)
    games = games_of(paths[0].read_text("utf-8"))
    by_form = [g for g, by in d.table("Pairings", "Game", "Decided by") if by == "form"]
    assert [g.headers["Round"] for g in games] == by_form
    results = {g: (w, b, o) for g, w, b, o in d.table("Pairings", "Game", "White", "Black", "Outcome")}
    for game in games:
        white, black, word = results[game.headers["Round"]]
        assert {game.headers["White"], game.headers["Black"]} == {white, black}
        turned = {"1-0": "0-1", "0-1": "1-0"}.get(word, word)
        assert game.headers["Result"] == (word if game.headers["White"] == white else turned)
        assert game.headers["Site"].startswith("https://www.chess.com/game/live/")
        assert game.headers["TimeControl"] == "900+10"
        assert game.board().chess960
        assert len(list(game.mainline_moves())) == 8


def test_of_contradicting_games_none_is_exported(site: Site) -> None:
    """Nobody knows which was meant until the director or a player says so."""
    d = link_desk(site)
    d.later(hours=3).link(d.played("R1-01", "1-0")).link(d.played("R1-01", "0-1")).settle()
    assert as_pgn(d.backend.read(), engine_of("ladder")) == ""


@pytest.mark.parametrize("contact", ["", "nobody", "a b@c.de"])
def test_without_a_contact_one_problem_and_the_pass_goes_on(contact: str, site: Site, tmp_path: Path) -> None:
    """The sites are not asked; Problems says what the operator sets; everything else is decided."""
    d = link_desk(site)
    d.look_up = lookups(Operator(contact=contact, state=tmp_path))
    site.clear()
    d.later(hours=3).link(d.played("R1-01")).result("R1-02", "1-0").settle()
    assert d.codes().count("contact-missing") == 1
    assert "PAIRSHEET_CONTACT" in d.says(d.problem("contact-missing"))
    assert d.outcome("R1-02") == "1-0"
    assert d.submission()[1] == "waiting"
    assert site.log == []
    d.look_up = lookups(Operator(contact="td@example.org", state=tmp_path))
    d.settle()
    assert d.outcome("R1-01") == "1-0"
    assert (tmp_path / "sites.json").exists()


def test_a_book_without_the_setting_loads_nothing(site: Site) -> None:
    """Verification off: no problem without a contact, no request."""
    d = link_desk(site, Verify_games="no")
    grid = d.backend.read()
    said = lookups(Operator())(grid, engine_of("ladder"), d.now)
    assert (said.problems, site.log) == ((), [])
    assert not asks_for_verification(grid)


def test_the_setting_is_found_wherever_its_column_stands(site: Site) -> None:
    """A column inserted before Setting does not turn verification off."""
    d = link_desk(site)
    d.person.insert_column("Settings", 0)
    assert asks_for_verification(d.backend.read())
    assert not asks_for_verification(Grid("b", "empty", ()))


def test_the_worker_hears_when_to_look_next(site: Site, tmp_path: Path) -> None:
    """Through the service on a file: the pass says when the site is asked next, and a dry pass asks and writes nothing."""
    path = tmp_path / "book.xlsx"
    made = file_desk(path, started=True, Verify_games="yes")
    d = LinkDesk(made.backend, made.person, now=made.now, site=site)
    d.later(hours=3).link(d.played("R1-01", listed=d.now + timedelta(days=1)))
    who = Operator(contact="td@example.org", state=tmp_path / "state")
    dry = pass_over(lambda: d.now, True, lookups(who))(str(path))
    assert not dry.wrote
    done = pass_over(lambda: d.now, False, lookups(who))(str(path))
    assert done.wrote
    assert done.decided.wake == d.now + timedelta(minutes=2)
    assert not run_pass(d.backend, lambda: d.now, d.look_up).wrote
