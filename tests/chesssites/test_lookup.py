"""Finding games: which addresses are asked, in which order, how often, and what every odd answer becomes."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
import responses

from sync.chesssites.archives import PlayerRecord, Window, months_to_ask
from sync.chesssites.cache import MemoryCache
from sync.chesssites.fetch import Absent, ContactMissing, Limits, user_agent
from sync.chesssites.links import GameLink, parse_link
from sync.chesssites.lookup import Ask, Found, NotYet, Unknown, open_sites
from sync.chesssites.model import CHESS960, Clock, KnownPlayer, Site
from sync.chesssites.verify import NeedsTD, Verified, verify
from sync.chesssites.words import WAITING, sentence
from tests.chesssites.conftest import API, World
from tests.chesssites.samples import (
    ADA,
    ANNOUNCED,
    BEN,
    ENDED,
    archive_game,
    callback_answer,
    expected,
    lichess_game,
    uuid_of,
)

LINK = GameLink(Site.CHESS_COM, "live", "123456789012")
LICHESS_LINK = GameLink(Site.LICHESS, "game", "q7ZvsdUF")
AROUND = Window(ANNOUNCED, ENDED + timedelta(minutes=10))
CALLBACK = "https://www.chess.com/callback/live/game/123456789012"


def ready(world: World, games: list[Any] | None = None) -> None:
    """Ada's and Ben's archives with the game in it."""
    listed = [archive_game()] if games is None else games
    for player in ("ada960", "ben_plays"):
        world.months(player, "2026/02", "2026/03")
        world.month(player, "2026/03", listed, etag=f'"{player}"')


def reason(answer: object) -> str:
    assert isinstance(answer, NotYet | Unknown)
    assert "unknown)" not in sentence("waiting", answer.reason, answer.facts)
    return answer.reason


# Where it asks


def test_white_archive_first_and_then_nobody(world: World) -> None:
    """White's months, then White's archive; once found, Black is not asked."""
    ready(world)
    answer = world.sites().find(LINK, [ADA, BEN], AROUND)
    assert isinstance(answer, Found)
    assert world.asked() == ["ada960/games/archives", "ada960/games/2026/03"]
    assert isinstance(verify(answer.game, expected()), Verified)


def test_black_archive_when_white_lacks_the_game(world: World) -> None:
    """A site slow for one player may be quick for the other."""
    ready(world)
    world.month("ada960", "2026/03", [])
    assert isinstance(world.sites().find(LINK, [ADA, BEN], AROUND), Found)
    assert world.asked()[-1] == "ben_plays/games/2026/03"


def test_every_request_names_tool_and_contact(world: World) -> None:
    """The User-Agent says who asks; a missing contact refuses to start at all."""
    ready(world)
    world.sites().find(LINK, [ADA, BEN], AROUND)
    for call in world.http.calls:
        assert "Pairsheet/" in call.request.headers["User-Agent"]
        assert "td@example.org" in call.request.headers["User-Agent"]
        assert call.request.headers["Accept"] == "application/json"


@pytest.mark.parametrize("contact", ["", "  ", "me", "a@b\r\nX-Evil: 1", "two words@example.org", "http://x"])
def test_no_contact_no_requests(contact: str) -> None:
    """Neither nothing, nor something nobody could write to, nor a line break that would forge a header."""
    with pytest.raises(ContactMissing):
        user_agent(contact)
    with pytest.raises(ContactMissing):
        open_sites(contact)


def test_a_page_will_do_as_contact() -> None:
    """Some operators have a page rather than an address."""
    assert "https://club.example.org/ladder" in user_agent("https://club.example.org/ladder")


def test_one_archive_serves_all_games_of_a_player_in_a_pass(world: World) -> None:
    """Five links of the same player in one pass: one list of months, one archive, five games."""
    games = [archive_game(number=str(n)) for n in range(1, 6)]
    ready(world, games)
    sites = world.sites()
    asks = [Ask(GameLink(Site.CHESS_COM, "live", str(n)), (ADA, BEN), AROUND) for n in range(1, 6)]
    assert all(isinstance(answer, Found) for answer in sites.find_many(asks))
    assert isinstance(sites.find(asks[0].link, [ADA], AROUND), Found)
    assert world.asked() == ["ada960/games/archives", "ada960/games/2026/03"]
    assert [line.status for line in sites.log] == [200, 200]


def test_an_unchanged_month_costs_one_304(world: World) -> None:
    """The next pass asks with the tag it was given; the list of months is not needed again."""
    ready(world)
    sites = world.sites()
    sites.find(LINK, [ADA], AROUND)
    world.clear()
    world.now += timedelta(minutes=5)
    sites.begin_pass()
    assert isinstance(sites.find(LINK, [ADA], AROUND), Found)
    assert world.asked() == ["ada960/games/2026/03"]
    assert world.statuses() == [304]


def test_last_modified_serves_where_there_is_no_tag(world: World) -> None:
    """If-Modified-Since is sent with the date the site gave."""
    world.months("ada960", "2026/03")
    url = f"{API}/player/ada960/games/2026/03"
    stamp = "Thu, 12 Mar 2026 20:40:00 GMT"
    world.http.add(responses.GET, url, json={"games": [archive_game()]}, headers={"Last-Modified": stamp})
    sites = world.sites()
    sites.find(LINK, [ADA], AROUND)
    world.forget(url)
    world.http.add(
        responses.GET,
        url,
        status=304,
        match=[responses.matchers.header_matcher({"If-Modified-Since": stamp})],
    )
    sites.begin_pass()
    assert isinstance(sites.find(LINK, [ADA], AROUND), Found)


def test_a_finished_month_is_never_asked_for_again(world: World) -> None:
    """Fetched two days after its end or later, it cannot change; the running month is asked each pass."""
    world.months("ada960", "2026/02", "2026/03")
    world.month("ada960", "2026/02", [archive_game(number="2", ended=datetime(2026, 2, 27, 12, 0, tzinfo=UTC))])
    world.month("ada960", "2026/03", [], etag='"march"')
    around = Window(datetime(2026, 2, 20, tzinfo=UTC), world.now)
    sites = world.sites()
    link = GameLink(Site.CHESS_COM, "live", "2")
    assert isinstance(sites.find(link, [ADA], around), Found)
    world.clear()
    sites.begin_pass()
    assert isinstance(sites.find(link, [ADA], around), Found)
    assert world.asked() == ["ada960/games/2026/03"]


def test_a_month_fetched_just_after_its_end_is_not_final(world: World) -> None:
    """On the first of the month the site may still be filling in the last evening."""
    world.now = datetime(2026, 4, 1, 6, 0, tzinfo=UTC)
    ready(world)
    sites = world.sites()
    sites.find(LINK, [ADA], AROUND)
    sites.begin_pass()
    world.clear()
    sites.find(LINK, [ADA], AROUND)
    assert world.asked() == ["ada960/games/2026/03"]


@pytest.mark.parametrize(
    ("since", "until", "months"),
    [
        ("2026-03-10T18:00", "2026-03-12T20:00", ["2026/03"]),
        ("2026-03-28T18:00", "2026-03-31T20:00", ["2026/04", "2026/03"]),
        ("2026-04-01T03:00", "2026-04-02T20:00", ["2026/04", "2026/03"]),
        ("2025-12-28T18:00", "2026-01-04T20:00", ["2026/01", "2025/12"]),
        ("2026-01-31T23:00", "2026-03-01T20:00", ["2026/03", "2026/02", "2026/01"]),
    ],
)
def test_at_the_end_of_a_month_both_are_asked(since: str, until: str, months: list[str]) -> None:
    """The site's months need not turn at midnight UTC; the newest comes first."""
    start, end = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (since, until))
    assert [f"{month:%Y/%m}" for month in months_to_ask(Window(start, end), end + timedelta(days=9))] == months


def test_no_month_of_the_future_is_asked(world: World) -> None:
    """A window that reaches beyond now is cut off at now."""
    around = Window(ANNOUNCED, ANNOUNCED + timedelta(days=90))
    assert [f"{month:%Y/%m}" for month in months_to_ask(around, world.now)] == ["2026/03"]


def test_a_game_at_month_end_is_found_in_either_archive(world: World) -> None:
    """Ended on 1 April in UTC, listed under March: found all the same."""
    world.now = datetime(2026, 4, 1, 7, 0, tzinfo=UTC)
    ended = datetime(2026, 4, 1, 3, 0, tzinfo=UTC)
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [archive_game(ended=ended)])
    answer = world.sites().find(LINK, [ADA], Window(ended - timedelta(days=1), world.now))
    assert isinstance(answer, Found)
    assert world.asked() == ["ada960/games/archives", "ada960/games/2026/03"]


def test_a_month_just_begun_is_no_trouble(world: World) -> None:
    """Listed or not, a 404 for it means that nothing is there yet."""
    world.months("ada960", "2026/03")
    world.fails(f"{API}/player/ada960/games/2026/03", 404, '{"code":0,"message":"not found"}')
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "not-listed-yet"
    world.months("ada960", "2026/02")
    sites = world.sites()
    world.clear()
    assert reason(sites.find(LINK, [ADA], AROUND)) == "not-listed-yet"
    assert world.asked() == ["ada960/games/archives"]


def test_a_busy_month_of_six_hundred_games(world: World) -> None:
    """Two and a half megabytes are read, the game is found, and the second look costs a 304."""
    filler = "1. e4 e5 " * 500
    crowd = [archive_game(number=str(10_000 + n), pgn=filler, white="ada960", black=f"p{n}") for n in range(600)]
    ready(world, [*crowd, archive_game()])
    sites = world.sites()
    assert isinstance(sites.find(LINK, [ADA], AROUND), Found)
    sites.begin_pass()
    assert isinstance(sites.find(LINK, [ADA], AROUND), Found)
    assert world.statuses()[-1] == 304


def test_the_long_id_finds_the_same_game(world: World) -> None:
    """A link with Chess.com's uuid is matched by the archive's own uuid."""
    ready(world)
    link = parse_link(f"https://www.chess.com/game/{uuid_of('123456789012')}")
    assert isinstance(link, GameLink)
    answer = world.sites().find(link, [ADA], AROUND)
    assert isinstance(answer, Found)
    assert answer.game.id == "123456789012"


def test_a_daily_game_of_the_same_number_is_another_game(world: World) -> None:
    """Daily and live numbers overlap."""
    ready(world, [archive_game(url="https://www.chess.com/game/daily/123456789012", time_control="1/86400")])
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "not-listed-yet"


def test_the_clock_list_is_the_second_chance(world: World) -> None:
    """With the event's clock, the list of games at that clock is asked after all archives."""
    ready(world, [])
    world.json(f"{API}/player/ada960/games/live/900/10", {"games": [archive_game(pgn=None)]})
    answer = world.sites().find(LINK, [ADA], AROUND, Clock(900, 10))
    assert isinstance(answer, Found)
    assert world.asked()[-1] == "ada960/games/live/900/10"


def test_aliases_are_asked_about_after_the_account(world: World) -> None:
    """A game played from another known account is found under it."""
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [])
    world.months("ada_alt", "2026/03")
    world.month("ada_alt", "2026/03", [archive_game(white="ada_alt")])
    both = replace(ADA, usernames=("ada960", "ada_alt"))
    assert isinstance(world.sites().find(LINK, [both], AROUND), Found)


def test_names_become_safe_addresses(world: World) -> None:
    """What people type as a user name never leaves its place in the address."""
    odd = KnownPlayer("Odd", ("../../x?y#z",))
    assert reason(world.sites().find(LINK, [odd], AROUND)) == "site-down"
    assert {str(call.request.url) for call in world.http.calls} == {f"{API}/player/..%2F..%2Fx%3Fy%23z/games/archives"}


def test_nobody_to_ask(world: World) -> None:
    """Without a user name there is no archive to look into."""
    assert reason(world.sites().find(LINK, [KnownPlayer("Ada", ())], AROUND)) == "nobody-to-ask"
    assert world.asked() == []


# Odd answers


@pytest.mark.parametrize(
    ("status", "body", "headers", "code"),
    [
        (200, "<html>Just a moment...</html>", {"Content-Type": "text/html"}, "not-json"),
        (200, '{"games": [{"url": "https://www.ch', {}, "cut-off"),
        (200, b"\xff\xfe\x00", {}, "cut-off"),
        (200, "[" * 200_000, {}, "nonsense"),
        (200, f'{{"games": [{"7" * 5000}]}}', {}, "nonsense"),
        (200, '{"games": [NaN]}', {}, "nonsense"),
        (200, '{"games": [1e999]}', {}, "nonsense"),
        (200, '{"games": []}', {"Content-Length": "9" * 5000}, "nonsense"),
        (200, '{"games": []}' + " " * 20_000_000, {}, "nonsense"),
        (500, "oops", {}, "site-down"),
        (503, "<html/>", {}, "site-down"),
        (403, "<html>blocked</html>", {}, "forbidden"),
        (418, "", {}, "odd-status"),
        (304, "", {}, "odd-status"),
        (429, "", {"Retry-After": "7200"}, "rate-limited"),
        (200, requests.exceptions.ConnectTimeout(), {}, "site-down"),
        (200, requests.exceptions.ReadTimeout(), {}, "site-down"),
        (200, requests.exceptions.SSLError(), {}, "site-down"),
        (200, requests.exceptions.ChunkedEncodingError(), {}, "cut-off"),
        (301, "", {"Location": "https://example.org/pub/player/ada960/games/2026/03"}, "bad-redirect"),
        (301, "", {"Location": "http://api.chess.com/pub/player/ada960/games/2026/03"}, "bad-redirect"),
        (301, "", {"Location": "https://lichess.org/pub/player/ada960"}, "bad-redirect"),
        (301, "", {"Location": "https://api.chess.com:8443/pub/player/ada960"}, "bad-redirect"),
        (301, "", {"Location": "https://ada@api.chess.com/pub/player/ada960"}, "bad-redirect"),
        (301, "", {"Location": "https://api.chess.com.evil.example/pub/player/ada960"}, "bad-redirect"),
        (301, "", {"Location": "https://api.chess.com:99999999/pub"}, "nonsense"),
        (301, "", {"Location": "https://api.chess.com:x/pub"}, "nonsense"),
        (301, "", {"Location": "https://[::1/pub"}, "nonsense"),
        (302, "", {"Location": "/" + "a" * 5000}, "nonsense"),
        (302, "", {}, "nonsense"),
        (429, "", {"Retry-After": "9" * 5000}, "rate-limited"),
        (429, "", {"Retry-After": "Mon, 99 Foo 99999 99:99:99 +9999999"}, "rate-limited"),
    ],
)
def test_every_failure_is_a_value(world: World, status: int, body: Any, headers: dict[str, str], code: str) -> None:
    """Whatever comes instead of data is a reason to wait, in a sentence of its own, and never a crash."""
    world.months("ada960", "2026/03")
    world.fails(f"{API}/player/ada960/games/2026/03", status, body, headers)
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == code


def test_every_reason_has_words() -> None:
    """The catalogue says something for each, with facts or without."""
    assert all(len(sentence("waiting", code, {})) > 10 for code in WAITING)


def test_retries_are_few_and_short(world: World) -> None:
    """Three attempts with growing short pauses, and the site is then left alone for the pass."""
    for player in ("ada960", "ben_plays"):
        world.fails(f"{API}/player/{player}/games/archives", 500)
    sites = world.sites()
    assert reason(sites.find(LINK, [ADA, BEN], AROUND)) == "site-down"
    assert world.asked() == ["ada960/games/archives"] * 3
    assert world.slept == [1.0, 2.0]
    sites.begin_pass()
    sites.find(LINK, [BEN], AROUND)
    assert world.asked()[3:] == [], "a pass soon after leaves the site alone"
    world.now += timedelta(minutes=2)
    sites.begin_pass()
    sites.find(LINK, [BEN], AROUND)
    assert world.asked()[3:] == ["ben_plays/games/archives"] * 3
    world.now += timedelta(minutes=1)
    sites.begin_pass()
    sites.find(LINK, [BEN], AROUND)
    assert len(world.asked()) == 6, "the pauses grow"


def test_one_answer_cut_off_does_not_silence_the_site(world: World) -> None:
    """White's archive is broken, Black's is not: found."""
    ready(world)
    world.fails(f"{API}/player/ada960/games/2026/03", 200, '{"games": [')
    assert isinstance(world.sites().find(LINK, [ADA, BEN], AROUND), Found)


def test_a_hiccup_is_got_over(world: World) -> None:
    """One failure, then the answer: found in the same pass."""
    world.months("ada960", "2026/03")
    url = f"{API}/player/ada960/games/2026/03"
    world.http.add(responses.GET, url, body=requests.exceptions.ConnectionError())
    world.http.add(responses.GET, url, json={"games": [archive_game()]})
    assert isinstance(world.sites().find(LINK, [ADA], AROUND), Found)
    assert world.slept == [1.0]


def test_a_short_retry_after_is_waited_for(world: World) -> None:
    """Three seconds are waited within the pass."""
    world.months("ada960", "2026/03")
    url = f"{API}/player/ada960/games/2026/03"
    world.http.add(responses.GET, url, status=429, headers={"Retry-After": "3"})
    world.http.add(responses.GET, url, json={"games": [archive_game()]})
    assert isinstance(world.sites().find(LINK, [ADA], AROUND), Found)
    assert world.slept == [3.0]


@pytest.mark.parametrize("wish", ["600", "Thu, 12 Mar 2026 21:10:00 GMT"])
def test_a_long_retry_after_silences_the_host_for_that_time(world: World, wish: str) -> None:
    """Ten minutes are not slept through: no request goes there until they are over, in later passes either."""
    ready(world)
    world.fails(f"{API}/player/ada960/games/2026/03", 429, "", {"Retry-After": wish})
    cache = MemoryCache()
    sites = world.sites(cache)
    answer = sites.find(LINK, [ADA, BEN], AROUND)
    assert isinstance(answer, NotYet)
    assert (answer.reason, answer.retry_after) == ("rate-limited", timedelta(minutes=10))
    assert world.slept == []
    world.clear()
    world.now += timedelta(minutes=9)
    later = world.sites(cache).find(LINK, [BEN], AROUND)
    assert isinstance(later, NotYet)
    assert later.retry_after == timedelta(minutes=1)
    assert world.asked() == []
    world.now += timedelta(minutes=1)
    assert isinstance(world.sites(cache).find(LINK, [BEN], AROUND), Found)


def test_gone_is_never_asked_again(world: World) -> None:
    """After a 410 the address is left alone for good; the opponent's archive still has the game."""
    ready(world)
    world.fails(f"{API}/player/ada960/games/archives", 410)
    sites = world.sites()
    assert isinstance(sites.find(LINK, [ADA, BEN], AROUND), Found)
    assert world.asked()[0] == "ada960/games/archives"
    world.clear()
    sites.begin_pass()
    assert isinstance(sites.find(LINK, [ADA, BEN], AROUND), Found)
    assert world.asked() == ["ben_plays/games/2026/03"]


def test_closed_accounts_on_both_sides_go_to_the_director(world: World) -> None:
    """Nothing is left to be asked: no use in waiting."""
    for player in ("ada960", "ben_plays"):
        world.fails(f"{API}/player/{player}/games/archives", 404)
    assert reason(world.sites().find(LINK, [ADA, BEN], AROUND)) == "accounts-gone"


def test_a_moved_address_is_remembered_and_tells_of_a_rename(world: World) -> None:
    """301 once, then straight to the new place; the player is known under the new name without any id."""
    for what in ("archives", "2026/03"):
        old, new = (f"{API}/player/{name}/games/{what}" for name in ("ada_old", "ada960"))
        world.fails(old, 301, "", {"Location": new})
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [archive_game()], etag='"a"')
    renamed = KnownPlayer("Ada", ("ada_old",))
    sites = world.sites()
    answer = sites.find(LINK, [renamed], AROUND)
    assert isinstance(answer, Found)
    verdict = verify(answer.game, expected(first=renamed))
    assert isinstance(verdict, Verified)
    assert [note.code for note in verdict.notes] == ["renamed"]
    world.clear()
    sites.begin_pass()
    again = sites.find(LINK, [renamed], AROUND)
    assert isinstance(again, Found)
    assert world.asked() == ["ada960/games/2026/03"]
    assert isinstance(verify(again.game, expected(first=renamed)), Verified)


def test_a_temporary_redirect_is_followed_and_forgotten(world: World) -> None:
    """302 says nothing for next time; a circle of them ends."""
    url = f"{API}/player/ada960/games/2026/03"
    world.months("ada960", "2026/03")
    world.fails(url, 302, "", {"Location": f"{url}/elsewhere"})
    world.json(f"{url}/elsewhere", {"games": [archive_game()]})
    sites = world.sites()
    assert isinstance(sites.find(LINK, [ADA], AROUND), Found)
    sites.begin_pass()
    sites.find(LINK, [ADA], AROUND)
    assert world.asked()[-2:] == ["ada960/games/2026/03", "ada960/games/2026/03/elsewhere"]
    world.fails(f"{url}/elsewhere", 302, "", {"Location": url})
    sites.begin_pass()
    assert reason(sites.find(LINK, [ADA], AROUND)) == "bad-redirect"


def test_a_rename_without_redirect_is_recognised_by_the_player_record(world: World) -> None:
    """White's old name is unknown to the site; Black's archive has the game, and the record has the stable id."""
    world.fails(f"{API}/player/ada_old/games/archives", 404)
    ready(world)
    world.json(f"{API}/player/ada960", {"player_id": 11, "username": "Ada960", "status": "basic"})
    renamed = KnownPlayer("Ada", ("ada_old",), frozenset({"player_id:11"}))
    answer = world.sites().find(LINK, [renamed, BEN], AROUND)
    assert isinstance(answer, Found)
    assert isinstance(verify(answer.game, expected(first=renamed)), Verified)
    stranger = KnownPlayer("Ada", ("ada_old",), frozenset({"player_id:12"}))
    other = world.sites().find(LINK, [stranger, BEN], AROUND)
    assert isinstance(other, Found)
    assert isinstance(verify(other.game, expected(first=stranger)), NeedsTD)


def test_an_unreadable_record_of_the_game_goes_to_the_director(world: World) -> None:
    """The site has the game but not its players: waiting will not mend that."""
    broken = archive_game()
    del broken["white"]
    ready(world, [broken, "nonsense", None, {"url": 7}])
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "unreadable"


@pytest.mark.parametrize("data", [[], "x", None, 5, {"games": None}, {"games": {"a": 1}}, {}])
def test_data_of_another_shape_holds_no_game(world: World, data: Any) -> None:
    """Valid JSON of any other shape is an archive without games."""
    world.months("ada960", "2026/03")
    world.json(f"{API}/player/ada960/games/2026/03", data)
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "not-listed-yet"
    world.json(f"{API}/player/ada960/games/archives", data)
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "not-listed-yet"


def test_the_budget_of_a_pass_is_kept(world: World) -> None:
    """After so many requests the pass stops asking, says so, and the next pass goes on."""
    ready(world, [])
    sites = world.sites(limits=Limits(requests_a_pass=3))
    assert reason(sites.find(LINK, [ADA, BEN], AROUND)) == "budget"
    assert len(world.asked()) == 3
    sites.begin_pass()
    assert reason(sites.find(LINK, [ADA, BEN], AROUND)) == "not-listed-yet"


def test_a_slow_site_cannot_hold_up_the_pass(world: World) -> None:
    """When the time of a pass is used up, nothing more is asked."""
    ready(world, [])
    sites = world.sites(limits=Limits(seconds_a_pass=30))
    world.now += timedelta(seconds=31)
    assert reason(sites.find(LINK, [ADA, BEN], AROUND)) == "budget"
    assert world.asked() == []


# The undocumented call


def test_the_undocumented_call_is_off_unless_allowed(world: World) -> None:
    """Without the setting it is never made; with it, once, after everything published."""
    ready(world, [])
    world.json(CALLBACK, callback_answer())
    assert reason(world.sites().find(LINK, [ADA], AROUND)) == "not-listed-yet"
    assert CALLBACK not in world.asked()
    answer = world.sites(undocumented=True).find(LINK, [ADA], AROUND)
    assert isinstance(answer, Found)
    assert (answer.game.source, world.asked().count(CALLBACK)) == ("callback", 1)
    assert isinstance(verify(answer.game, expected()), Verified)


def test_the_undocumented_call_may_fail_or_say_the_game_runs(world: World) -> None:
    """Its failures change nothing; a running game is said to be running."""
    ready(world, [])
    world.fails(CALLBACK, 404)
    assert reason(world.sites(undocumented=True).find(LINK, [ADA], AROUND)) == "not-listed-yet"
    world.json(CALLBACK, {"game": {}})
    assert reason(world.sites(undocumented=True).find(LINK, [ADA], AROUND)) == "not-listed-yet"
    world.json(CALLBACK, callback_answer(number=5))
    assert reason(world.sites(undocumented=True).find(LINK, [ADA], AROUND)) == "not-listed-yet"
    world.json(CALLBACK, callback_answer(isFinished=False))
    assert reason(world.sites(undocumented=True).find(LINK, [ADA], AROUND)) == "running"


# Players


def test_player_records(world: World) -> None:
    """Stable id, spelling and status; closed accounts are said to be closed; unknown names are absent."""
    world.json(f"{API}/player/ada960", {"player_id": 11, "username": "Ada960", "status": "premium"})
    world.json(f"{API}/player/bad", {"player_id": 12, "username": "bad", "status": "closed:fair_play_violations"})
    world.fails(f"{API}/player/nobody", 404)
    world.json("https://lichess.org/api/user/ada960", {"id": "ada960", "username": "Ada960"})
    world.json("https://lichess.org/api/user/shut", {"id": "shut", "username": "shut", "disabled": True})
    sites = world.sites()
    assert sites.player(Site.CHESS_COM, "ADA960") == PlayerRecord(
        Site.CHESS_COM, "Ada960", frozenset({"player_id:11"}), "premium", False
    )
    closed = sites.player(Site.CHESS_COM, "bad")
    assert isinstance(closed, PlayerRecord)
    assert closed.closed
    assert isinstance(sites.player(Site.CHESS_COM, "nobody"), Absent)
    assert sites.player(Site.LICHESS, "Ada960") == PlayerRecord(
        Site.LICHESS, "Ada960", frozenset({"lichess:ada960"}), "", False
    )
    shut = sites.player(Site.LICHESS, "shut")
    assert isinstance(shut, PlayerRecord)
    assert shut.closed


# Found without asking


def test_fitting_games_are_found_without_a_link(world: World) -> None:
    """Only finished games of the two, in time, of the right variant and clock, oldest first; one archive read."""
    hour = timedelta(hours=1)
    games = [
        archive_game(number="1", ended=ANNOUNCED - hour),
        archive_game(number="2", rules="chess"),
        archive_game(number="3", time_control="600"),
        archive_game(number="4", black="cyd"),
        archive_game(number="5", codes=("win", "newfangled")),
        archive_game(number="6", ended=ENDED + hour, white="ben_plays", black="ada960"),
        archive_game(number="7"),
    ]
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", games)
    world.now = ENDED + timedelta(hours=3)
    sites = world.sites()
    found = sites.fitting_games(ADA, BEN, ANNOUNCED, None, CHESS960, Clock(900, 10))
    assert [game.id for game in found.games] == ["7", "6"]
    assert found.trouble is None
    assert isinstance(sites.find(GameLink(Site.CHESS_COM, "live", "7"), [ADA], AROUND), Found)
    assert len(world.asked()) == 2


def test_the_opponent_is_asked_where_the_first_has_no_data(world: World) -> None:
    """A closed account does not hide the game; trouble is said beside what was found."""
    ready(world)
    world.fails(f"{API}/player/ada960/games/archives", 404)
    world.now = ENDED + timedelta(hours=3)
    assert len(world.sites().fitting_games(ADA, BEN, ANNOUNCED).games) == 1
    world.fails(f"{API}/player/ada960/games/archives", 403)
    found = world.sites().fitting_games(ADA, BEN, ANNOUNCED)
    assert len(found.games) == 1
    assert found.trouble is not None


# Lichess


def test_one_lichess_game_is_exported(world: World) -> None:
    """One link, one request with the PGN in it."""
    world.json("https://lichess.org/game/export/q7ZvsdUF", lichess_game())
    answer = world.sites().find(LICHESS_LINK, [ADA, BEN], AROUND)
    assert isinstance(answer, Found)
    assert isinstance(verify(answer.game, expected()), Verified)
    assert "pgnInJson=true" in str(world.http.calls[0].request.url)


def test_several_lichess_games_are_asked_for_together(world: World) -> None:
    """One bulk request for all, each answered: found, running, unknown."""
    lines = [lichess_game("aaaaaaA1"), lichess_game("bbbbbbB2", status="started", winner=None)]
    body = "\n".join(json.dumps(line) for line in lines) + "\n"
    world.http.add(responses.POST, "https://lichess.org/api/games/export/_ids", body=body)
    sites = world.sites()
    asks = [
        Ask(GameLink(Site.LICHESS, "game", one), (), AROUND) for one in ("aaaaaaA1", "bbbbbbB2", "ccccccC3", "aaaaaaA1")
    ]
    answers = sites.find_many(asks)
    assert isinstance(answers[0], Found)
    assert answers[3] == answers[0]
    assert [reason(one) for one in answers[1:3]] == ["running", "no-such-game"]
    assert world.http.calls[0].request.body == "aaaaaaA1,bbbbbbB2,ccccccC3"
    assert world.http.calls[0].request.headers["Accept"] == "application/x-ndjson"
    sites.find(asks[0].link, [], AROUND)
    assert len(world.http.calls) == 1


def test_more_than_three_hundred_lichess_games_go_in_two_requests(world: World) -> None:
    """The site takes three hundred at once."""
    world.http.add(responses.POST, "https://lichess.org/api/games/export/_ids", body="")
    asks = [Ask(GameLink(Site.LICHESS, "game", f"{n:08d}"), (), AROUND) for n in range(301)]
    assert {reason(one) for one in world.sites().find_many(asks)} == {"no-such-game"}
    assert [str(call.request.body).count(",") for call in world.http.calls] == [299, 0]


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (404, "", "no-such-game"),
        (429, "", "rate-limited"),
        (502, "<html/>", "site-down"),
        (200, "<html/>", "not-json"),
        (200, "{}", "unreadable"),
        (200, '{"id": "q7ZvsdUF"}', "unreadable"),
    ],
)
def test_lichess_failures(world: World, status: int, body: str, code: str) -> None:
    """Each has its reason; a game Lichess does not know is no game."""
    world.fails("https://lichess.org/game/export/q7ZvsdUF", status, body)
    assert reason(world.sites().find(LICHESS_LINK, [], AROUND)) == code


def test_lichess_bulk_failure_leaves_all_waiting(world: World) -> None:
    """One failed bulk request is a reason to wait for each game; a minute's quiet after 429 without a time."""
    world.http.add(responses.POST, "https://lichess.org/api/games/export/_ids", status=429)
    asks = [Ask(GameLink(Site.LICHESS, "game", one), (), AROUND) for one in ("aaaaaaA1", "bbbbbbB2")]
    answers = world.sites().find_many(asks)
    assert [reason(one) for one in answers] == ["rate-limited"] * 2
    assert isinstance(answers[0], NotYet)
    assert answers[0].retry_after == timedelta(minutes=1)
    assert len(world.http.calls) == 1


def test_lichess_trouble_does_not_touch_chess_com(world: World) -> None:
    """A site that is down delays nothing but its own checks."""
    ready(world)
    world.fails("https://lichess.org/game/export/q7ZvsdUF", 500)
    around = AROUND
    answers = world.sites().find_many([Ask(LICHESS_LINK, (ADA,), around), Ask(LINK, (ADA,), around)])
    assert reason(answers[0]) == "site-down"
    assert isinstance(answers[1], Found)


def test_fitting_games_at_lichess(world: World) -> None:
    """Asked by the two names; the same tests as elsewhere."""
    lines = [lichess_game(), lichess_game("zzzzzzZ9", status="aborted", winner=None)]
    body = "\n".join(json.dumps(line) for line in lines)
    world.http.add(responses.GET, "https://lichess.org/api/games/user/ada960", body=body)
    world.now = ENDED + timedelta(hours=1)
    found = world.sites().fitting_games(ADA, BEN, ANNOUNCED, None, CHESS960, Clock(900, 10), Site.LICHESS)
    assert [game.id for game in found.games] == ["q7ZvsdUF"]
    assert "vs=ben_plays" in str(world.http.calls[0].request.url)
