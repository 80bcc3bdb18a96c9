"""Games as the sites tell them, with the gaps of real life."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.chesssites.games import (
    DRAWS,
    LOSSES,
    Outcome,
    SiteGame,
    Unreadable,
    of_chess_com_archive,
    of_chess_com_callback,
    of_lichess_export,
)
from sync.chesssites.links import GameLink
from sync.chesssites.model import Clock, Site, clock_of_setting, variant_named
from sync.chesssites.pgn import san_moves
from tests.chesssites.samples import (
    ENDED,
    FEN_960,
    archive_game,
    callback_answer,
    lichess_game,
    site_game,
    uuid_of,
)


def read(answer: object) -> SiteGame:
    assert isinstance(answer, SiteGame)
    return answer


def test_an_archive_game_is_read_whole() -> None:
    """Every field the tests and the evidence need is there, times aware and in UTC."""
    game = site_game()
    assert (game.site, game.kind, game.id) == (Site.CHESS_COM, "live", "123456789012")
    assert (game.variant, game.clock, game.rated) == ("chess960", Clock(900, 10), True)
    assert game.ended == ENDED
    assert game.started == ENDED - timedelta(minutes=25)
    assert (game.white.username, game.white.code, game.white.rating) == ("ada960", "win", 1500)
    assert game.white.ids == {f"uuid:{uuid_of('ada960')}"}
    assert (game.plies, game.moves, game.initial) == (8, 4, FEN_960)
    assert game.outcome is Outcome.WHITE
    assert game.is_at(GameLink(Site.CHESS_COM, "live", "123456789012"))
    assert game.is_at(GameLink(Site.CHESS_COM, "uuid", uuid_of("123456789012")))
    assert not game.is_at(GameLink(Site.CHESS_COM, "live", "123456789013"))


def test_a_missing_pgn_costs_only_what_it_held() -> None:
    """Without PGN the end, clock, codes and the coded moves are still known; the start is not."""
    game = site_game(pgn=None)
    assert (game.started, game.ended, game.clock, game.outcome) == (None, ENDED, Clock(900, 10), Outcome.WHITE)
    assert game.plies == 6  # twelve characters of move code
    assert (game.san, game.tag) == (None, None)


def test_a_thin_answer_of_the_by_clock_list_is_read() -> None:
    """Clock, variant and end come from the PGN where the object itself leaves them out."""
    game = site_game(time_control=None, rules=None, end_time=None, tcn=None, uuid=None, initial_setup=None, rated=None)
    assert (game.clock, game.variant, game.ended) == (Clock(900, 10), "chess960", ENDED)
    assert (game.initial, game.rated, game.uuid) == (FEN_960, None, None)


def test_twelve_digits_stay_text() -> None:
    """A number too long for a spreadsheet's numbers is kept digit by digit."""
    assert site_game(number="999999999999").id == "999999999999"


@pytest.mark.parametrize(
    "changes",
    [{"url": None}, {"url": "https://www.chess.com/puzzles/1"}, {"white": None}, {"black": "ben"}, {"white": {}}],
)
def test_what_is_no_game_is_said_to_be_none(changes: dict[str, Any]) -> None:
    """Without number or players there is no game, and no crash."""
    assert isinstance(of_chess_com_archive({**archive_game(), **changes}), Unreadable)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(sorted(archive_game())),
    st.sampled_from(sorted(lichess_game())),
    st.sampled_from(sorted(callback_answer()["game"])),
)
def test_any_field_may_hold_anything(value: Any, field: str, lichess_field: str, callback_field: str) -> None:
    """Whatever a site puts into one field, each reader answers with a game or with Unreadable."""
    for answer in (
        of_chess_com_archive({**archive_game(), field: value}),
        of_chess_com_archive(value),
        of_lichess_export(lichess_game(**{lichess_field: value})),
        of_lichess_export(value),
        of_chess_com_callback(callback_answer(**{callback_field: value})),
        of_chess_com_callback(value),
    ):
        assert isinstance(answer, SiteGame | Unreadable)
        assert isinstance(answer, Unreadable) or isinstance(answer.outcome, Outcome)


CODES = [*sorted(LOSSES[Site.CHESS_COM] | DRAWS[Site.CHESS_COM]), "win", "", "newfangled", "bughousepartnerwin"]


@pytest.mark.parametrize(("white", "black"), list(product(CODES, CODES)))
def test_only_clean_pairs_of_codes_count(white: str, black: str) -> None:
    """One win against one loss code, or two draw codes; every other pair, unknown codes included, is unclear."""
    outcome = site_game(codes=(white, black), pgn=None).outcome
    losses, draws = LOSSES[Site.CHESS_COM], DRAWS[Site.CHESS_COM]
    if white == "win" and black in losses:
        assert outcome is Outcome.WHITE
    elif black == "win" and white in losses:
        assert outcome is Outcome.BLACK
    elif white in draws and black in draws:
        assert outcome is Outcome.DRAW
    else:
        assert outcome is Outcome.UNCLEAR


def test_codes_against_the_result_tag_contradict() -> None:
    """When the PGN says the other side won, nobody guesses."""
    game = archive_game()
    game["pgn"] = game["pgn"].replace('[Result "1-0"]', '[Result "0-1"]')
    assert read(of_chess_com_archive(game)).outcome is Outcome.CONTRADICTION


def test_a_daily_game_has_no_live_clock() -> None:
    """`1/86400` is a day a move; its kind keeps its number apart from live numbers."""
    game = site_game(url="https://www.chess.com/game/daily/5", time_control="1/86400")
    assert (game.kind, game.clock) == ("daily", None)
    assert not game.is_at(GameLink(Site.CHESS_COM, "live", "5"))


def test_the_undocumented_answer_gives_the_same_game() -> None:
    """Players with their account numbers, codes from winner and reason, the clock from tenths if need be."""
    game = read(of_chess_com_callback(callback_answer()))
    assert (game.white.code, game.black.code, game.outcome) == ("win", "resigned", Outcome.WHITE)
    assert game.black.ids == {"player_id:22", f"uuid:{uuid_of('ben_plays')}"}
    assert (game.clock, game.plies, game.ended) == (Clock(900, 10), 44, ENDED)
    bare = read(of_chess_com_callback(callback_answer(pgnHeaders=None, gameEndReason=None, winner="black")))
    assert (bare.clock, bare.white.code, bare.outcome) == (Clock(900, 10), "lose", Outcome.BLACK)
    drawn = read(of_chess_com_callback(callback_answer(winner="", gameEndReason="repetition")))
    assert drawn.outcome is Outcome.DRAW
    assert read(of_chess_com_callback(callback_answer(winner="", gameEndReason="aborted"))).aborted
    assert not read(of_chess_com_callback(callback_answer(isFinished=False))).finished


@pytest.mark.parametrize(
    ("status", "winner", "outcome"),
    [
        ("mate", "white", Outcome.WHITE),
        ("resign", "black", Outcome.BLACK),
        ("outoftime", "white", Outcome.WHITE),
        ("timeout", "black", Outcome.BLACK),
        ("draw", None, Outcome.DRAW),
        ("stalemate", None, Outcome.DRAW),
        ("outoftime", None, Outcome.DRAW),
        ("insufficientMaterialClaim", None, Outcome.DRAW),
        ("cheat", "white", Outcome.UNCLEAR),
        ("unknownFinish", None, Outcome.UNCLEAR),
        ("resign", None, Outcome.UNCLEAR),
        ("draw", "white", Outcome.UNCLEAR),
    ],
)
def test_lichess_endings(status: str, winner: str | None, outcome: Outcome) -> None:
    """Status and winner together make the codes; a ban or an unknown ending is for the director."""
    game = read(of_lichess_export(lichess_game(status=status, winner=winner)))
    assert game.outcome is outcome
    assert game.finished
    assert not game.aborted


def test_lichess_game_read_whole() -> None:
    """Milliseconds, ids in lower case, the starting position, and moves without PGN."""
    game = read(of_lichess_export(lichess_game()))
    assert (game.id, game.variant, game.clock, game.initial) == ("q7ZvsdUF", "chess960", Clock(900, 10), FEN_960)
    assert (game.ended, game.plies, game.white.ids) == (ENDED, 8, frozenset({"lichess:ada960"}))


def test_lichess_without_an_end() -> None:
    """Running games are not finished, aborted ones are no games, anonymous players have no name."""
    running = read(of_lichess_export(lichess_game(status="started", winner=None)))
    assert (running.finished, running.ended) == (False, None)
    aborted = read(of_lichess_export(lichess_game(status="aborted", winner=None, moves="")))
    assert (aborted.aborted, aborted.plies) == (True, 0)
    assert read(of_lichess_export(lichess_game(status="noStart"))).aborted
    anonymous = read(of_lichess_export(lichess_game(players={"white": {"aiLevel": 3}, "black": {}})))
    assert (anonymous.white.username, anonymous.black.ids) == ("", frozenset())
    assert read(of_lichess_export(lichess_game(clock=None, speed="correspondence"))).clock is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("15|10", Clock(900, 10)),
        ("15+10", Clock(900, 10)),
        (" 15 min + 10 s ", Clock(900, 10)),
        ("10", Clock(600, 0)),
        ("3|2", Clock(180, 2)),
        ("900+10", None),
        ("0+0", None),
        ("daily", None),
        ("", None),
        ("15|10|5", None),
    ],
)
def test_the_clock_setting_is_read(text: str, clock: Clock | None) -> None:
    """Minutes and seconds a move; a number that looks like seconds is not guessed at."""
    assert clock_of_setting(text) == clock


def test_clocks_and_variants_are_shown_and_named_alike() -> None:
    """`15|10` is what players know; a variant has one name whoever writes it."""
    assert (str(Clock(900, 10)), str(Clock(90, 1)), str(Clock(30, 0))) == ("15|10", "90s|1", "30s|0")
    assert {variant_named(name) for name in ("Chess960", "live960", "Fischer Random", "Freestyle")} <= {
        "chess960",
        variant_named("Fischer Random"),
    }
    assert variant_named("Fischer Random") == "chess960"
    assert variant_named("standard") == variant_named("Chess") == "chess"


def test_moves_are_read_through_clocks_comments_and_variations() -> None:
    """Only moves are left; a word that is no move makes the list unknown instead of wrong."""
    text = "1. e4 {[%clk 0:15:01]} 1... e5 $1 (1... c5 (1... e6) 2. Nf3) 2.Nf3! Nc6 ; aside\n3. 0-0 b1=Q+ 1/2-1/2"
    assert san_moves(text) == ("e4", "e5", "Nf3", "Nc6", "O-O", "b1=Q+")
    assert san_moves("1. e4 =IMPORTXML(1) 1-0") is None
    assert san_moves("*") == ()


def test_an_old_end_is_read_only_where_its_zone_is_known() -> None:
    """A time with a named zone we do not know is no time at all."""
    game = archive_game(end_time=None)
    game["pgn"] = game["pgn"].replace('[EndTime "20:30:00"]', '[EndTime "13:30:00 PDT"]')
    assert read(of_chess_com_archive(game)).ended is None
    game["pgn"] = game["pgn"].replace('[EndTime "13:30:00 PDT"]', '[EndTime "20:30:00 GMT+0000"]')
    assert read(of_chess_com_archive(game)).ended == datetime(2026, 3, 12, 20, 30, tzinfo=UTC)
