"""What is remembered between runs, and that losing it loses nothing else."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.chesssites.archives import Window
from sync.chesssites.cache import FileCache, Kept, MemoryCache
from sync.chesssites.links import GameLink
from sync.chesssites.lookup import Found
from sync.chesssites.model import Site
from tests.chesssites.conftest import World
from tests.chesssites.samples import ADA, ANNOUNCED, archive_game

NOW = datetime(2026, 3, 12, 21, 0, tzinfo=UTC)
ANSWERS = {
    "https://a": Kept("body", NOW, '{"a": "½"}', etag='"1"', last_modified="x", final=True),
    "https://b": Kept("gone", NOW),
    "https://c": Kept("moved", NOW, location="https://d"),
    "wait:a": Kept("wait", NOW, until=NOW + timedelta(minutes=1)),
}


def test_the_file_gives_back_what_was_put_in(tmp_path: Path) -> None:
    """Every kind of answer survives the end of the process."""
    cache = FileCache(tmp_path / "deep" / "cache.json")
    for key, kept in ANSWERS.items():
        cache.put(key, kept)
    cache.save()
    again = FileCache(tmp_path / "deep" / "cache.json")
    assert {key: again.get(key) for key in ANSWERS} == ANSWERS
    assert again.trouble == ""
    again.forget("https://b")
    assert again.get("https://b") is None
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["cache.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"answers": {"x": 1}}',
        '{"answers": {"x": {"kind": "odd"}}}',
        "null",
        "[" * 100_000,
        '{"answers": {"x": {"kind": "wait", "body": "", "fetched": "2026-03-12T21:00:00", "until": null}}}',
        '{"answers": {"x": {"kind": "body", "body": "", "fetched": "2026-03-12T21:00:00Z", "until": null, "etag": [1]}}}',
    ],
)
def test_a_damaged_file_counts_as_empty(tmp_path: Path, text: str) -> None:
    """It is said, and the next save mends it."""
    path = tmp_path / "cache.json"
    path.write_text(text)
    cache = FileCache(path)
    assert cache.trouble.startswith("cache not read")
    cache.put("https://a", ANSWERS["https://a"])
    cache.save()
    assert FileCache(path).get("https://a") == ANSWERS["https://a"]


def test_nothing_new_nothing_written(tmp_path: Path) -> None:
    """A pass that learned nothing leaves the file alone."""
    path = tmp_path / "cache.json"
    cache = FileCache(path)
    cache.put("https://a", ANSWERS["https://a"])
    cache.save()
    stamp = path.stat().st_mtime_ns
    cache.save()
    FileCache(path).save()
    assert path.stat().st_mtime_ns == stamp


def test_the_oldest_answers_make_room(tmp_path: Path) -> None:
    """Above the limit the newest stay."""
    cache = FileCache(tmp_path / "cache.json", most_bytes=1_000)
    for number in range(20):
        cache.put(f"https://{number}", Kept("body", NOW, "{}", etag="e"))
    cache.save()
    again = FileCache(tmp_path / "cache.json")
    assert again.get("https://19") is not None
    assert again.get("https://0") is None


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    """Checks go on without a cache; the trouble is said."""
    (tmp_path / "file").write_text("")
    cache = FileCache(tmp_path / "file" / "cache.json")
    cache.put("https://a", ANSWERS["https://a"])
    cache.save()
    assert cache.trouble.startswith("cache not")


def test_a_job_started_anew_profits_from_the_last_one(world: World, tmp_path: Path) -> None:
    """Two runs of a timer job: the second costs one 304 and finds the game."""
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [archive_game()], etag='"a"')
    link, around = GameLink(Site.CHESS_COM, "live", "123456789012"), Window(ANNOUNCED, world.now)
    for _ in range(2):
        sites = world.sites(FileCache(tmp_path / "cache.json"))
        assert isinstance(sites.find(link, [ADA], around), Found)
        sites.end_pass()
    assert world.statuses() == [200, 200, 304]


def test_a_spoilt_body_in_the_cache_is_fetched_anew(world: World) -> None:
    """A remembered answer that cannot be read is dropped, final or not."""
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [archive_game()])
    cache = MemoryCache()
    cache.put("https://api.chess.com/pub/player/ada960/games/2026/03", Kept("body", NOW, "{", etag='"x"', final=True))
    link, around = GameLink(Site.CHESS_COM, "live", "123456789012"), Window(ANNOUNCED, world.now)
    assert isinstance(world.sites(cache).find(link, [ADA], around), Found)


def test_a_clock_that_was_years_ahead_stops_no_question(world: World) -> None:
    """What a machine noted with a wrong clock does not count: neither a site's wish for quiet nor a question asked."""
    cache = MemoryCache()
    ahead = world.now + timedelta(days=4000)
    cache.put("wait:api.chess.com", Kept("wait", ahead, until=ahead + timedelta(minutes=5)))
    sites = world.sites(cache)
    world.months("ada960", "2026/03")
    world.month("ada960", "2026/03", [archive_game()])
    link, around = GameLink(Site.CHESS_COM, "live", "123456789012"), Window(ANNOUNCED, world.now)
    assert isinstance(sites.find(link, [ADA], around), Found)
    sites.remember("link", ahead)
    assert sites.remembered("link") is None
    sites.remember("link", world.now)
    assert sites.remembered("link") == world.now
