"""One pasted link: what becomes of it, with nothing else said, in every way it can turn out."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import requests

from sync.chesssites.cache import FileCache
from tests.sync.desk import BEGIN
from tests.verification.desk import LinkDesk, link_desk
from tests.verification.site import Site

DUE = BEGIN + timedelta(days=7)


def started(site: Site, clock: str = "15|10") -> LinkDesk:
    """Round 1 is out: R1-01 Cem and Ben, R1-02 Eva and Dov."""
    d = link_desk(site, Clock=clock)
    assert [d.pair(g) for g in ("R1-01", "R1-02")] == [("Cem", "Ben"), ("Eva", "Dov")]
    return d


def test_a_link_is_enough(site: Site) -> None:
    """No name, no result: who played, who won and for which pairing, the site says; then it is never asked again."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "0-1")).settle()
    assert d.outcome("R1-01") == "0-1"
    assert d.submission()[:3] == ("R1-01", "accepted", "0-1")
    assert d.checks() == [("R1-01", "verified")]
    site.clear()
    d.later(hours=30).settle()
    assert site.log == []
    assert "Pairsheet" in next(iter(site.agents))
    assert "td@example.org" in next(iter(site.agents))


def test_swapped_colours_are_a_note_and_count_for_the_players(site: Site) -> None:
    """Black as paired has White and wins: 0-1 in the row, a note, and the colours really had go on record (L10)."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0", swapped=True)).settle()
    assert d.outcome("R1-01") == "0-1"
    assert "Colours were swapped: Ben had White." in d.submission()[3]
    claims = d.last.decided.reading.claims if d.last.decided.reading else ()
    assert [c.white for c in claims] == ["Ben"]


def test_the_other_player_may_report(site: Site) -> None:
    """1(b)(iv) names the winner; a report by the loser is a note, not a refusal."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0"), name="Ben").settle()
    assert d.submission()[:3] == ("R1-01", "accepted", "1-0")
    assert "Reported by Ben, not by Cem." in d.submission()[3]


def test_wrong_variant_and_clock_go_to_the_director_in_words(site: Site) -> None:
    """Both failed tests stand in Problems and Submissions; the game waits, and the director's word decides (1(e))."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", rules="chess", time_control="600")).settle()
    assert d.outcome("R1-01") == ""
    why = d.submission()[3]
    assert "The game was chess; this event plays chess960." in why
    assert "The clock was 10|0; this event plays 15|10." in why
    assert why in d.says(d.problem("claim-held"))
    assert d.submission()[:2] == ("R1-01", "held")
    d.result("R1-01", "1-0").settle()
    assert d.outcome("R1-01") == "1-0"
    assert "claim-held" not in d.codes()
    assert d.submission()[1] == "overruled"


def test_a_condition_put_right_is_judged_again_without_asking(site: Site) -> None:
    """The director allows another clock: the kept evidence is enough."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", time_control="600")).settle()
    assert d.outcome("R1-01") == ""
    site.clear()
    d.set("Clock", "any").settle()
    assert d.outcome("R1-01") == "1-0"
    assert site.log == []


def test_a_typed_result_beats_a_verified_game(site: Site) -> None:
    """Overruled: Submissions says so; taken back, the verified game counts again."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0")).settle()
    d.result("R1-01", "Null").settle()
    assert d.outcome("R1-01") == "Null"
    assert d.submission()[1] == "overruled"
    assert "The director's Null counts." in d.submission()[3]
    d.result("R1-01", None).settle()
    assert d.outcome("R1-01") == "1-0"
    assert d.submission()[1] == "accepted"


def test_a_game_decides_one_pairing_only(site: Site) -> None:
    """The link of a game that decided an earlier round is no result of a later one."""
    d = link_desk(site, (("Ada", 2000), ("Ben", 1900)))
    first, *_ = d.open_games()
    old = d.played(first)
    d.later(hours=3).link(old).settle()
    second, *_ = d.open_games()
    assert d.pair(second) == ("Ben", "Ada") or d.pair(second) == ("Ada", "Ben")
    d.later(hours=3).link(f"{old}?tab=analysis").settle()
    assert d.outcome(second) == ""
    assert [s[1] for s in d.submissions()] == ["accepted", "merged"]


def test_an_older_game_of_the_two_is_refused_with_the_reason(site: Site) -> None:
    """It ended before the pairing was announced: held for the director with both times."""
    d = started(site)
    d.later(hours=1).link(d.played("R1-01", ended=BEGIN - timedelta(days=2))).settle()
    assert d.submission()[:2] == ("R1-01", "held")
    assert "before R1-01 was announced" in d.submission()[3]


def test_an_account_put_right_afterwards_makes_the_game_count(site: Site) -> None:
    """A player used a second account: the director adds it under Also known as; nobody is asked again."""
    d = started(site)
    d.later(hours=3).link(site.play("cem_on_the_road", "Ben")).settle()
    assert d.submission()[1] == "no game"
    assert "cem_on_the_road is not known in this event" in d.submission()[3]
    site.clear()
    d.type("Players", "Cem", "Also known as", "cem_on_the_road").settle()
    assert d.submission()[:3] == ("R1-01", "accepted", "1-0")
    assert "Cem played as cem_on_the_road." in d.submission()[3]
    assert site.log == []


def test_a_renamed_account_is_known_by_its_id(site: Site) -> None:
    """After one verified game the stable id is on record; a new user name changes nothing."""
    d = link_desk(site, (("Ada", 2000), ("Ben", 1900)))
    first, *_ = d.open_games()
    d.later(hours=3).link(d.played(first)).settle()
    site.rename("ben", "benjamin_the_great")
    second, *_ = d.open_games()
    names = [n.replace("Ben", "benjamin_the_great") for n in d.pair(second)]
    d.later(hours=3).link(site.play(names[0], names[1], "1/2-1/2")).settle()
    assert d.outcome(second) == "1/2-1/2"
    assert "Ben now plays as benjamin_the_great." in d.submission()[3]


def test_a_game_of_strangers_and_of_people_not_paired(site: Site) -> None:
    """Neither holds anything up; Submissions says whose game it is, or that they have no game with each other."""
    d = started(site)
    d.later(hours=2).link(site.play("Cem", "magnus"))
    d.link(site.play("Cem", "Dov")).settle()
    assert [s[1] for s in d.submissions()] == ["no game", "no game"]
    assert "magnus is not known in this event." in d.submissions()[0][3]
    assert "Cem and Dov have no game with each other that is open." in d.submissions()[1][3]
    d.now = DUE
    d.settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("Null", "Null")


def test_other_pages_are_refused_with_the_reason(site: Site) -> None:
    """A daily game, a profile, a bare number: each is told apart, and nobody is asked."""
    d = started(site)
    site.clear()
    for typed in ("https://www.chess.com/game/daily/123", "https://www.chess.com/member/cem", "123456789012"):
        d.link(typed)
    d.settle()
    assert [s[1] for s in d.submissions()] == ["refused"] * 3
    assert ["daily game" in d.submissions()[0][3], "page of a player" in d.submissions()[1][3]] == [True, True]
    assert site.log == []


def test_an_aborted_game_is_no_game(site: Site) -> None:
    """It goes to the director; the game that was played then counts, and the first report holds nothing up."""
    d = started(site)
    aborted = d.played("R1-01")
    site.entries[-1].data["white"]["result"] = site.entries[-1].data["black"]["result"] = "abandoned"
    d.later(hours=3).link(aborted).settle()
    assert d.submission()[1] == "held"
    d.later(hours=1).link(d.played("R1-01", "0-1")).settle()
    assert d.outcome("R1-01") == "0-1"
    assert "claim-held" not in d.codes()


def test_two_reports_of_one_game_agree(site: Site) -> None:
    """Both players send the same link, in different shapes: one counts, the other says the same."""
    d = started(site)
    url = d.played("R1-01")
    d.later(hours=3).link(url)
    d.later(hours=1).link(url.replace("www.chess.com/game/live", "chess.com/de/live/game") + "?username=ben#x").settle()
    assert [s[:2] for s in d.submissions()] == [("R1-01", "accepted"), ("R1-01", "merged")]


def test_two_games_that_contradict_each_other_stand_side_by_side(site: Site) -> None:
    """Two links, two results: neither counts until the director says so."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0")).link(d.played("R1-01", "0-1")).settle()
    assert d.outcome("R1-01") == ""
    assert "1-0" in d.says(d.problem("claims-contradict"))
    assert "0-1" in d.says(d.problem("claims-contradict"))
    assert [s[1] for s in d.submissions()] == ["held", "held"]


def test_a_second_game_after_the_first_was_accepted_is_no_second_result(site: Site) -> None:
    """Another person's other game contradicts what was accepted: it goes back to the director (nothing rests on it)."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0"), name="Cem").settle()
    assert d.outcome("R1-01") == "1-0"
    d.later(hours=1).link(d.played("R1-01", "0-1"), name="Ben").settle()
    assert d.outcome("R1-01") == ""
    assert "claims-contradict" in d.codes()


def test_the_same_person_corrects_a_link(site: Site) -> None:
    """A wrong game of the two was pasted first; the newer answer of the same person replaces it."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0"), name="Cem").settle()
    d.later(hours=1).link(d.played("R1-01", "1/2-1/2"), name="Cem").settle()
    assert d.outcome("R1-01") == "1/2-1/2"
    assert [s[1] for s in d.submissions()] == ["replaced", "accepted"]


def test_a_report_after_the_deadline_is_late(site: Site) -> None:
    """The game was Null at its deadline; the verified game is shown to the director and changes nothing (L12)."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-02")).settle()
    d.now = DUE + timedelta(minutes=1)
    d.sync()
    d.link(d.played("R1-01", ended=DUE - timedelta(hours=5))).settle()
    assert d.outcome("R1-01") == "Null"
    assert d.submission()[:3] == ("R1-01", "late", "1-0")
    assert "late-report" in d.codes()


def test_a_link_sent_at_the_very_deadline_counts(site: Site) -> None:
    """What counts is when the form was sent (L11)."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-02")).settle()
    d.now = DUE
    url = d.played("R1-01")
    d.now = DUE + timedelta(hours=2)
    d.link(url, sent=DUE).settle()
    assert d.outcome("R1-01") == "1-0"


def test_no_link_where_games_are_verified_waits_for_the_director(site: Site) -> None:
    """A result in words fits a pairing but proves nothing: it holds the game for the director."""
    d = started(site)
    d.later(hours=3).report("R1-01", "White won").settle()
    assert d.outcome("R1-01") == ""
    assert "no link of a game" in d.says(d.problem("claim-held"))


def test_without_a_site_the_words_are_enough(site: Site) -> None:
    """Verification off: the result asked for in the form counts and needs no link; nobody is asked."""
    d = link_desk(site, Verify_games="no")
    d.later(hours=3).report("R1-01", "White won").settle()
    assert d.outcome("R1-01") == "1-0"
    assert site.log == []


def test_words_accepted_before_verification_was_turned_on_stay(site: Site) -> None:
    """Turning it on in mid-season questions nothing that counts already."""
    d = link_desk(site, Verify_games="no")
    d.later(hours=3).report("R1-01", "White won").settle()
    d.set("Verify games", "yes").settle()
    assert d.outcome("R1-01") == "1-0"
    assert d.submission()[1] == "accepted"
    assert "claim-held" not in d.codes()


def test_lichess_where_the_event_allows_it(site: Site) -> None:
    """Rule 1(a) says Chess.com: a game at Lichess goes to the director unless the setting says otherwise."""
    d = started(site)
    d.later(hours=3).link(site.play_at_lichess("q7ZvsdUF", "Cem", "Ben")).settle()
    assert "The game was played at Lichess; this event is played at Chess.com." in d.submission()[3]
    d.set("Site", "any").settle()
    assert d.outcome("R1-01") == "1-0"
    d.later(hours=1).link(site.play_at_lichess("abcdEFGH", "Eva", "Dov", None) + "/black#30")
    d.link(site.play_at_lichess("zyxwVUTS", "Eva", "Ben"))
    d.settle()
    assert d.outcome("R1-02") == "1/2-1/2"


def test_a_clock_that_cannot_be_read_is_told(site: Site) -> None:
    """`900+10` is none: Problems says how to type it; games are not tested for their clock meanwhile."""
    d = started(site, "900+10")
    assert "900+10" in d.says(d.problem("clock-unreadable"))
    d.later(hours=3).link(d.played("R1-01", time_control="600")).settle()
    assert d.outcome("R1-01") == "1-0"


def test_a_result_page_before_the_announcement_waits_for_nothing(site: Site) -> None:
    """A link sent before anything was announced fits no game and is not asked about."""
    d = link_desk(site, started=False)
    d.link(site.play("Cem", "Ben")).settle()
    assert site.log == []
    d.later(hours=1).start()
    assert d.submission()[1] == "no game"


def test_refused_reports_and_new_ones(site: Site) -> None:
    """Refuse claim ends a verified report; a newer game of the two counts."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01", "1-0")).settle()
    d.later(hours=1).decide("Refuse claim", "R1-01").settle()
    assert d.outcome("R1-01") == ""
    assert d.submission()[1] == "refused"
    d.later(hours=1).link(d.played("R1-01", "0-1")).settle()
    assert d.outcome("R1-01") == "0-1"


def test_evidence_outlasts_the_site(site: Site, tmp_path: Path) -> None:
    """Verified once, kept in the Journal: a lost cache, a new process and a dead site change nothing."""
    d = started(site)
    d.later(hours=3).link(d.played("R1-01")).settle()
    views = d.views()
    site.trouble = requests.ConnectionError("gone")
    d.cache = FileCache(tmp_path / "sites.json")
    d.new_process().later(hours=20).settle()
    assert d.views("Problems", "Ladder", "This round") == {
        k: v for k, v in views.items() if k not in ("Problems", "Ladder", "This round")
    }
    assert d.outcome("R1-01") == "1-0"
