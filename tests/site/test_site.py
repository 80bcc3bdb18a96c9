"""The website: what it shows, what it never shows, and how its folder is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest
from icalendar import Calendar

from rules.registry import engine_of, formats
from sync.running.sites import Sites, site_of
from sync.site.content import event_of
from sync.site.folder import MARK, NotASite, put
from sync.site.make import make_site
from tests.frozen.random_events import Event as Played
from tests.newcomer.person import run
from tests.sync.desk import Desk, desk, file_desk

SAMPLE = Path(__file__).parents[2] / "docs" / "samples" / "real-games.xlsx"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "עדה לוי",
    "x" * 99,
    "Ada & Co",
    "{{ 7 * 7 }}",
)


def made(d: Desk, folder: Path) -> dict[str, str]:
    """The site of a desk's book: text by path."""
    make_site(d.backend.read(), engine_of(d.format), folder)
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*")) if p.is_file()}


def cells(page: str) -> list[list[list[str]]]:
    """The tables of a page as a strict reader of HTML has them."""
    reader = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree = reader.parse(page)
    return [
        [["".join(cell.itertext()) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
        for table in tree.iter("table")
    ]


@pytest.mark.parametrize("format_name", formats())
def test_the_site_says_what_the_tabs_say(format_name: str, tmp_path: Path) -> None:
    """After a random event: each table of each format cell by cell, sound HTML, calendars, feed and data."""
    played = Played(format_name, 3)
    played.told()
    engine = engine_of(format_name)
    grid = played.backend.read()
    make_site(grid, engine, tmp_path)
    event = event_of(grid, engine)
    assert {t.title for t in event.tables} >= {engine.sheet.views[0].title, "This round", "Pairings", "Why"}
    for table in event.tables:
        page = (tmp_path / "t" / f"{table.slug}.html").read_text(encoding="utf-8")
        (shown,) = cells(page)
        assert shown[0] == list(table.headings)
        assert shown[1:] == [list(row) for row in table.rows]
        data = json.loads((tmp_path / "data" / f"{table.slug}.json").read_text(encoding="utf-8"))
        assert data["rows"] == [list(row) for row in table.rows]
    for path in tmp_path.rglob("*.html"):
        cells(path.read_text(encoding="utf-8"))
    for path in tmp_path.rglob("*.ics"):
        Calendar.from_ical(path.read_bytes())
    feed = ET.fromstring((tmp_path / "feed.xml").read_bytes())
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == len(event.rounds)
    assert set(event.slugs) == set(event.players)


def test_private_cells_stand_on_no_page(tmp_path: Path) -> None:
    """A secret in every cell that players must not read: mails, notes, messages, problems, the record."""
    d = desk(started=True)
    d.type("Players", "Ada", "Note", "SECRET1")
    d.person.add_row(
        "Form Responses",
        {"Timestamp": d.now.replace(tzinfo=None), "Message to the director": "SECRET2", "Pairing": "R1-01"},
    )
    d.decide("SECRET3", "SECRET4", "SECRET5")
    d.set("Form answers", "SECRET6").set("Notice: null", "SECRET7 {game}")
    d.settle()
    for path, text in made(d, tmp_path).items():
        assert "SECRET" not in text, path


def test_a_name_that_went_is_in_no_file(tmp_path: Path) -> None:
    """After a rename the old name and its page are gone; the new one is there."""
    d = desk(started=True)
    assert any("Ada" in text for text in made(d, tmp_path).values())
    d.person.type("Players", "Player", d.row("Players", "Ada"), "Zelda")
    d.person.type("Players", "Also known as", d.row("Players", "Zelda"), "Ada")
    d.settle()
    after = made(d, tmp_path)
    assert not [path for path, text in after.items() if re.search(r"\bAda\b", text) or "/ada-" in path]
    assert any("Zelda" in text for text in after.values())


def test_hostile_names_are_text(tmp_path: Path) -> None:
    """Markup, quotes, scripts and templates in names and in the event's name stay what they are: letters."""
    d = desk(tuple((name, 1500 + 10 * n) for n, name in enumerate(HOSTILE)), started=True, Tournament="<b>Autumn</b>")
    pages = made(d, tmp_path)
    for path, page in pages.items():
        if path.endswith(".html"):
            assert page.count("<script") == page.count('<script type="application/json"') + page.count(
                '<script src="'
            ), path
            assert "onerror=alert(1)>" not in page
            assert "<b>Autumn" not in page
            cells(page)
    shown = [cell for row in cells(pages["t/ladder.html"])[0] for cell in row]
    assert set(HOSTILE) <= set(shown)
    assert 'href="javascript:' not in "".join(pages.values())


def test_every_page_forbids_what_is_not_its_own(tmp_path: Path) -> None:
    """A policy first of all, no inline script or style, no foreign address but links of games."""
    for path, page in made(desk(started=True), tmp_path).items():
        if path.endswith(".html"):
            assert page.index("Content-Security-Policy") < page.index("<title")
            assert not re.search(r"<style|style=|\son\w+=|<script(?! (?:src=\"|type=\"application/json\"))", page), path
            assert not re.search(r'(?:src|href)="(?:https?:)?//', page), path


def test_a_second_time_changes_nothing_and_what_went_goes(tmp_path: Path) -> None:
    """Bytes and times of unchanged files stay; after a result only what shows it is written."""
    d = desk(started=True)
    folder = tmp_path / "site"
    first = make_site(d.backend.read(), engine_of("ladder"), folder)
    times = {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}
    second = make_site(d.backend.read(), engine_of("ladder"), folder)
    assert (second.written, second.gone, second.same) == (0, 0, first.written)
    assert times == {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}
    d.result("R1-01", "1-0").settle()
    third = make_site(d.backend.read(), engine_of("ladder"), folder)
    assert 0 < third.written < first.written


def test_only_its_own_folder(tmp_path: Path) -> None:
    """A folder with somebody's files is refused, and so is a file; a list that leads outside is not followed."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("mine")
    with pytest.raises(NotASite, match="not empty"):
        put(tmp_path / "mine", {"index.html": "x"})
    with pytest.raises(NotASite, match="is a file"):
        put(tmp_path / "mine" / "diary.txt", {"index.html": "x"})
    site = tmp_path / "site"
    put(site, {"index.html": "x", "p/a.html": "y"})
    (site / "note.txt").write_text("somebody's")
    mark = json.loads((site / MARK).read_text())
    mark["files"]["../mine/diary.txt"] = ""
    (site / MARK).write_text(json.dumps(mark))
    done = put(site, {"index.html": "x"})
    assert (done.gone, (site / "p").exists()) == (1, False)
    assert (tmp_path / "mine" / "diary.txt").read_text() == "mine"
    assert (site / "note.txt").read_text() == "somebody's"


def test_a_write_that_fails_leaves_pages_whole_and_the_next_one_heals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each file in turn: every file is the old one or the new one, the front page is new only when all are."""
    old = {f"{n}.html": f"old {n}" for n in "abc"} | {"index.html": "old"}
    new = {f"{n}.html": f"new {n}" for n in "bcd"} | {"index.html": "new"}
    real = Path.replace
    for stop in range(7):
        folder = tmp_path / str(stop)
        put(folder, old)
        left = [stop]

        def fails(self: Path, target: Path, left: list[int] = left) -> Path:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(28, "No space left on device")
            return real(self, target)

        monkeypatch.setattr(Path, "replace", fails)
        try:
            put(folder, new)
        except OSError:
            there = {p.name: p.read_text() for p in folder.glob("*.html")}
            assert all(text in (old.get(name), new.get(name)) for name, text in there.items())
            assert there["index.html"] == "old" or all(there.get(n) == t for n, t in new.items())
        monkeypatch.setattr(Path, "replace", real)
        put(folder, new)
        assert {p.name: p.read_text() for p in folder.glob("*.html")} == new


def test_a_first_write_that_was_killed_does_not_shut_the_folder(tmp_path: Path) -> None:
    """Nothing stands there but the beginning of the list; anything else there is somebody's."""
    (tmp_path / f".{MARK}.new").write_text("{", encoding="utf-8")
    assert put(tmp_path, {"index.html": "a"}).written == 1
    assert {path.name for path in tmp_path.iterdir()} == {"index.html", MARK}
    other = tmp_path / "other"
    other.mkdir()
    (other / f".{MARK}.new").write_text("{", encoding="utf-8")
    (other / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(NotASite):
        put(other, {"index.html": "a"})


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`site` makes it; `sync --site` keeps it; of several books each has its own, with an index of them."""
    monkeypatch.chdir(tmp_path)
    file_desk(tmp_path / "club.xlsx", started=True)
    file_desk(tmp_path / "autumn.xlsx", started=True)
    said = run("site", "club.xlsx", "out")
    assert said.exit_code == 0
    assert "Open out/index.html" in said.output
    assert run("site", "club.xlsx", "club.xlsx").exit_code == 2
    assert run("sync", "club.xlsx", "--site", "two").exit_code in (0, 1)
    run("site", "club.xlsx", "out")
    assert (tmp_path / "two" / "index.html").read_bytes() == (tmp_path / "out" / "index.html").read_bytes()
    sites = Sites(("club.xlsx", "autumn.xlsx"), tmp_path / "all")
    assert [sites.after(book) for book in sites.books] == ["", ""]
    index = (tmp_path / "all" / "events" / "index.html").read_text()
    assert "../club/index.html" in index
    assert "../autumn/index.html" in index
    assert sites.after("none.xlsx").startswith("The website of none.xlsx was not written")


def test_addresses_need_a_setting(tmp_path: Path) -> None:
    """Absolute addresses and the sitemap only where `Website address` says where it stands; engines are asked to stay away."""
    d = desk(started=True)
    pages = made(d, tmp_path / "a")
    assert "sitemap.xml" not in pages
    assert "og:url" not in pages["index.html"]
    assert "noindex" in pages["index.html"]
    d.set("Website address", "https://club.example/autumn/").set("Found by search engines", "yes").settle()
    pages = made(d, tmp_path / "b")
    assert 'content="https://club.example/autumn/index.html"' in pages["index.html"]
    assert "https://club.example/autumn/t/ladder.html" in pages["sitemap.xml"]
    assert "noindex" not in pages["index.html"]


def test_the_sample_has_a_chart(tmp_path: Path) -> None:
    """Positions by round, a line a player, with its words."""
    site_of(str(SAMPLE), tmp_path / "site")
    page = (tmp_path / "site" / "t" / "history.html").read_text(encoding="utf-8")
    (history,) = cells(page)
    assert page.count("<polyline") == len(history) - 1 > 20
    assert f"<title>{history[1][0]} – {history[0][1]}: {history[1][1]}" in page
