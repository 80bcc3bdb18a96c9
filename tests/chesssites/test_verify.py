"""Every test of a game, alone and together, and the notes that refuse nothing."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from sync.chesssites.games import of_lichess_export, with_former
from sync.chesssites.model import Clock, KnownPlayer, Site
from sync.chesssites.verify import Expected, NeedsTD, NoPairing, Verdict, Verified, pairing_of, verify
from sync.chesssites.words import NOTES, TESTS, sentence
from tests.chesssites.samples import ADA, ANNOUNCED, BEN, ENDED, expected, lichess_game, site_game, uuid_of

CYD = KnownPlayer("Cyd", ("cyd",))


def failures(verdict: Verdict) -> list[str]:
    assert isinstance(verdict, NeedsTD)
    for one in verdict.failed:
        assert "unknown)" not in sentence("test", one.code, one.facts)
    return [one.code for one in verdict.failed]


def notes(verdict: Verdict) -> list[str]:
    for one in verdict.notes:
        assert "unknown)" not in sentence("note", one.code, one.facts)
    return [one.code for one in verdict.notes]


def test_a_fitting_game_is_verified() -> None:
    """Right players, variant, clock, time and codes: White of the pairing won."""
    assert verify(site_game(), expected()) == Verified("R1-01", 2, 0, swapped=False)


@pytest.mark.parametrize(
    ("codes", "swap", "first", "second"),
    [
        (("win", "timeout"), False, 2, 0),
        (("checkmated", "win"), False, 0, 2),
        (("agreed", "agreed"), False, 1, 1),
        (("win", "timeout"), True, 0, 2),
        (("checkmated", "win"), True, 2, 0),
        (("stalemate", "stalemate"), True, 1, 1),
    ],
)
def test_the_result_counts_for_the_players(codes: tuple[str, str], swap: bool, first: int, second: int) -> None:
    """Swapped colours are a note; the points go to whoever won them (ruling L10)."""
    white, black = ("ben_plays", "ada960") if swap else ("ada960", "ben_plays")
    verdict = verify(site_game(codes=codes, white=white, black=black), expected())
    assert isinstance(verdict, Verified)
    assert (verdict.half_points_first, verdict.half_points_second, verdict.swapped) == (first, second, swap)
    assert notes(verdict) == (["swapped-colours"] if swap else [])


FAILING: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({"white": "cyd"}, {}, ["players"]),
    ({"black": "ada960"}, {}, ["players"]),
    ({}, {"second": ADA}, ["players"]),
    ({}, {"first": replace(ADA, usernames=("ada960", "ben_plays")), "second": replace(BEN, usernames=("ada960", "ben_plays"))}, ["ambiguous"]),
    ({}, {"sites": frozenset({Site.LICHESS})}, ["site"]),
    ({}, {"state": "it became Null on 17 March"}, ["closed"]),
    ({}, {"used": {"chess.com/live/123456789012": "R0-01"}}, ["used"]),
    ({"codes": ("aborted", "aborted")}, {}, ["aborted"]),
    ({"codes": ("win", "newfangled")}, {}, ["unclear"]),
    ({"codes": ("win", "win")}, {}, ["unclear"]),
    ({"end_time": None, "pgn": None}, {}, ["no-end-time"]),
    ({"ended": ANNOUNCED - timedelta(seconds=1)}, {}, ["before-announcement"]),
    ({"rules": "chess"}, {}, ["variant"]),
    ({"time_control": "600"}, {}, ["clock"]),
    ({"time_control": "1/86400"}, {}, ["clock"]),
    ({"rated": False}, {"rated": True}, ["rated"]),
    ({"rules": "chess", "time_control": "600", "white": "cyd"}, {}, ["players", "variant", "clock"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "pairing", "codes"), FAILING)
def test_each_test_fails_by_itself(game: dict[str, Any], pairing: dict[str, Any], codes: list[str]) -> None:
    """One condition broken is one failed test with its own sentence; several are all listed."""
    assert failures(verify(site_game(**game), expected(**pairing))) == codes


def test_a_contradiction_and_an_unfinished_game_are_failures() -> None:
    """Codes against the PGN, and a game still running, go to the director."""
    assert failures(verify(replace(site_game(), tag="0-1"), expected())) == ["contradiction"]
    assert failures(verify(replace(site_game(), finished=False, ended=None), expected())) == ["not-finished"]


def test_the_edge_of_the_announcement_counts() -> None:
    """A game that ended at the very moment of the announcement is no older game."""
    assert isinstance(verify(site_game(ended=ANNOUNCED), expected()), Verified)


def test_a_repeated_report_of_the_same_game_is_no_second_use() -> None:
    """The game that decided this pairing may be reported again."""
    used = {"chess.com/live/123456789012": "R1-01"}
    assert isinstance(verify(site_game(), expected(used=used)), Verified)


def test_names_are_compared_without_case_and_by_alias() -> None:
    """Case and a leading @ do not matter; another known account is a note."""
    at_ben = expected(second=KnownPlayer("Ben", ("@BEN_PLAYS",)))
    assert notes(verify(site_game(white="ADA960"), at_ben)) == []
    other = expected(first=KnownPlayer("Ada", ("ada_main", "ada960")))
    assert notes(verify(site_game(), other)) == ["alias"]


def test_a_renamed_player_is_known_by_stable_id() -> None:
    """An id kept from an earlier game, or the site's own word, finds the player under the new name."""
    kept = KnownPlayer("Ada", ("ada_old",), frozenset({f"uuid:{uuid_of('ada960')}"}))
    assert notes(verify(site_game(), expected(first=kept))) == ["renamed"]
    told = with_former(site_game(), {"ada_old": "ada960"})
    assert notes(verify(told, expected(first=KnownPlayer("Ada", ("ada_old",))))) == ["renamed"]
    assert failures(verify(site_game(), expected(first=KnownPlayer("Ada", ("ada_old",))))) == ["players"]


@pytest.mark.parametrize(
    ("codes", "reported_by", "said"),
    [
        (("win", "resigned"), "first", []),
        (("win", "resigned"), "second", ["reported-by-other"]),
        (("resigned", "win"), "second", []),
        (("resigned", "win"), "first", ["reported-by-other"]),
        (("agreed", "agreed"), "first", []),
        (("agreed", "agreed"), "second", ["reported-by-other"]),
    ],
)
def test_a_report_by_the_other_player_is_a_note(codes: tuple[str, str], reported_by: Any, said: list[str]) -> None:
    """The winner reports, or White of a draw; somebody else may (rule 1(b)(iv))."""
    assert notes(verify(site_game(codes=codes), expected(), reported_by)) == said


def test_short_abandoned_and_odd_times_are_notes() -> None:
    """The number of moves, a player who left, a start before and an end after: said, not judged."""
    assert notes(verify(site_game(), expected(short_moves=5))) == ["short-game"]
    assert notes(verify(site_game(codes=("win", "abandoned")), expected())) == ["abandoned"]
    early = verify(site_game(ended=ANNOUNCED + timedelta(minutes=5)), expected())
    assert notes(early) == ["started-before-announcement"]
    assert notes(verify(site_game(), expected(deadline=ENDED - timedelta(minutes=1)))) == ["ended-after-deadline"]
    assert notes(verify(site_game(), expected(deadline=ENDED))) == []
    assert notes(verify(site_game(pgn=None, tcn=None), expected())) == ["moves-unknown"]


def test_a_lichess_game_is_verified_by_the_same_tests() -> None:
    """Other site, same tests; `timeout` there means that a player left."""
    game = of_lichess_export(lichess_game(status="timeout", winner="black"))
    verdict = verify(game, expected())  # type: ignore[arg-type]
    assert isinstance(verdict, Verified)
    assert (verdict.half_points_second, notes(verdict)) == (2, ["abandoned"])


def test_no_condition_left_out_is_tested() -> None:
    """An event without variant or clock accepts any."""
    game = site_game(rules="chess", time_control="60")
    assert isinstance(verify(game, expected(variant=None, clock=None)), Verified)
    assert isinstance(verify(site_game(), expected(clock=Clock(900, 10))), Verified)


def test_every_word_has_a_case() -> None:
    """Each code of the two catalogues makes a sentence even when facts are missing."""
    for kind, codes in (("test", TESTS), ("note", NOTES)):
        assert all(len(sentence(kind, code, {})) > 10 for code in codes)
    assert sentence("test", "brand-new", {"b": "2", "a": "1"}) == "brand-new: a 1, b 2"


def test_the_pairing_is_found_by_the_players_alone() -> None:
    """A form that asks for the link only still reaches the right pairing."""
    other = expected(pairing="R1-02", first=CYD)
    assert pairing_of(site_game(), [other, expected()]) == expected()
    stranger = pairing_of(site_game(white="zed"), [expected()])
    assert isinstance(stranger, NoPairing)
    assert sentence("test", stranger.failed.code, stranger.failed.facts).startswith("zed is not known")
    apart = pairing_of(site_game(white="cyd", black="ada960"), [expected(), other])
    assert isinstance(apart, NoPairing)
    assert apart.failed.code == "not-paired"


def test_games_of_a_match_fill_its_pairings_in_order() -> None:
    """The game that decided one is reported again: that one. A new game: the first open one announced before it."""
    one = expected(pairing="F1-01.1", announced=ANNOUNCED)
    two = expected(pairing="F1-01.2", announced=ANNOUNCED + timedelta(days=1))
    used = {"chess.com/live/1": "F1-01.1"}
    both: list[Expected] = [replace(two, used=used), replace(one, used=used)]
    found = [pairing_of(site_game(number=number), both) for number in ("1", "2")]
    assert [one.pairing for one in found if isinstance(one, Expected)] == ["F1-01.1", "F1-01.2"]
    closed = [replace(one, state="decided"), two]
    assert pairing_of(site_game(), closed) == two
