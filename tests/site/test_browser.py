"""The website in a real browser, opened from the disk: what a visitor sees, does and prints.

Debian's `chromium`, driven by Playwright. Where there is none these cases are skipped and say so; with CI set they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from rules.registry import engine_of, formats
from sync.running.sites import site_of
from sync.site.make import make_site
from tests.frozen.random_events import Event as Played
from tests.site.test_site import HOSTILE, SAMPLE
from tests.sync.desk import Desk, desk

NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1280, "height": 720}
NASTY = (
    *HOSTILE,
    "‮gnp.exe",
    "Robert') DROP TABLE players--",
    "</script><script>alert(2)</script>",
    "=1+1",
    "W" * 100,
)


def program(*names: str) -> str:
    """Where one of these programs lies. Without it the case is skipped, and fails under CI."""
    for name in names:
        if found := shutil.which(name):
            return found
    said = f"{names[0]} is not installed here: nothing is known about the website in a browser"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all cases."""
    path = program("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=path, args=["--disable-dev-shm-usage"])
        yield made
        made.close()


@dataclass
class Visit:
    """Somebody's browser window, and everything in it that should not be."""

    context: BrowserContext
    page: Page
    folder: Path
    faults: list[str] = field(default_factory=list)

    def go(self, path: str) -> Page:
        """Open a page of the folder as a file."""
        self.page.goto((self.folder / path).as_uri())
        return self.page

    def overflow(self) -> str:
        """What sticks out of the page to the side; blank where nothing does."""
        wide, room = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        return "" if wide <= room else f"{self.page.url} is {wide} wide in a window of {room}"


@pytest.fixture
def visits(browser: Browser) -> Iterator[Any]:
    """A maker of windows, closed at the end; what they complained of fails the case."""
    made: list[Visit] = []

    def visit(folder: Path, **options: Any) -> Visit:
        context = browser.new_context(
            **{"viewport": WIDE, "timezone_id": "Europe/Berlin", "locale": "en-GB", **options}
        )
        page = context.new_page()
        one = Visit(context, page, folder)
        page.on("console", lambda said: one.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda wrong: one.faults.append(str(wrong)))
        page.on("dialog", lambda box: (one.faults.append(f"dialog {box.message}"), box.dismiss()))
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((folder.as_uri(), "http://127.0.0.1")) else one.faults.append(asked.url)
            ),
        )
        made.append(one)
        return one

    yield visit
    for one in made:
        one.context.close()
    assert not [fault for one in made for fault in one.faults]


def site(d: Desk, folder: Path) -> Path:
    """The site of a desk's book."""
    make_site(d.backend.read(), engine_of(d.format), folder)
    return folder


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of five in its first round, due a week after Mon 2 Nov 2026, 18:00 in Berlin."""
    return site(desk(started=True), tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The season of 225 real games."""
    folder = tmp_path_factory.mktemp("season")
    site_of(str(SAMPLE), folder)
    return folder


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of people whose names are attacks, or just hard to lay out."""
    d = desk(tuple((name, 1500 + 10 * n) for n, name in enumerate(NASTY)), started=True, Tournament="<b>Autumn</b>")
    return site(d, tmp_path_factory.mktemp("nasty"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An event of each format, played by random people."""
    found = {}
    for name in formats():
        event = Played(name, 3)
        event.told()
        found[name] = tmp_path_factory.mktemp(name)
        make_site(event.backend.read(), engine_of(name), found[name])
    return found


def kinds(folder: Path) -> list[str]:
    """A page of each kind, and each table."""
    tables = sorted(f"t/{p.name}" for p in (folder / "t").glob("*.html"))
    first = [f"{kind}/{min(p.name for p in (folder / kind).glob('*.html'))}" for kind in ("r", "p")]
    return ["index.html", *tables, *first, "wall.html", "print.html", "embed.html"]


@pytest.mark.parametrize("format_name", formats())
def test_nothing_is_asked_of_others_and_nothing_sticks_out(
    format_name: str, played: dict[str, Path], visits: Any
) -> None:
    """Each page of each format at 320 and 1280 pixels: no console error, no foreign request, no sideways scrolling."""
    visit = visits(played[format_name])
    for path in kinds(visit.folder):
        visit.page.set_viewport_size(NARROW)
        visit.go(path)
        assert visit.page.locator("h1").count() == 1
        assert not visit.overflow()
        visit.page.set_viewport_size(WIDE)
        assert not visit.overflow()


def test_everybody_can_read_it(club: Path, visits: Any) -> None:
    """axe-core finds nothing on any kind of page: light and dark, narrow and wide."""
    visit, axe, ground = visits(club), Axe(), set()
    for path in kinds(club):
        if path in ("t/this-round.html", "t/pairings.html", "t/scores.html"):
            continue  # tables like the others
        visit.go(path)
        for scheme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=scheme)
            ground.add((scheme, visit.page.evaluate("getComputedStyle(document.body).backgroundColor")))
            for window in (NARROW, WIDE):
                visit.page.set_viewport_size(window)
                again = (scheme, window) in (("light", WIDE), ("dark", NARROW))
                rules = {"runOnly": ["color-contrast", "target-size"]} if again else {}
                found = axe.run(visit.page, options={"preload": False, **rules})
                assert not found.violations_count, f"{path} {scheme} {window}: {found.generate_report()}"
    assert ground == {("light", "rgb(255, 255, 255)"), ("dark", "rgb(23, 25, 28)")}


def test_find_me(club: Path, visits: Any) -> None:
    """Three letters give whom I play; Enter leads to my page; the next page knows me, until I say that I am not."""
    visit = visits(club, viewport={"width": 390, "height": 800})
    page = visit.go("t/why.html")
    page.get_by_label("Find me").fill("BEN")
    assert page.locator("#hits").inner_text() == "One name:"
    assert re.search(
        r"Opponent: \w+ · Colour: (White|Black) · Invites: \w+ · Due: Mon 9 Nov 2026",
        page.locator("#found").inner_text(),
    )
    page.get_by_label("Find me").press("Enter")
    page.wait_for_url(re.compile(r"/p/ben-\w+\.html$"))
    assert page.locator("h1").inner_text() == "Ben"
    assert page.locator(".now dt").first.inner_text() == "Opponent"
    visit.go("index.html")
    assert page.locator("#me a").inner_text() == "Ben"
    assert "Opponent" in page.locator("#me").inner_text()
    assert page.locator("tr.me").count() > 0
    page.get_by_role("button", name="Not me").click()
    visit.go("index.html")
    assert not page.locator("#me").is_visible()
    assert page.locator("tr.me").count() == 0
    page.get_by_label("Find me").fill("zzz")
    assert page.locator("#hits").inner_text() == "Nobody here is called so."


def test_a_choice_is_remembered_on_this_device_only(club: Path, visits: Any) -> None:
    """Another device knows nothing of it, and no address holds it."""
    mine = visits(club)
    mine.go("index.html").get_by_label("Find me").fill("eva")
    mine.page.locator("#found a").click()
    assert re.search(r"/p/eva-\w+\.html$", mine.page.url)
    other = visits(club)
    assert not other.go("index.html").locator("#me").is_visible()


def column(page: Page, heading: str) -> list[str]:
    """The texts of a column from top to bottom."""
    heads = page.locator("thead th").all_inner_texts()
    at = next(i for i, text in enumerate(heads) if text.startswith(heading))
    return [text.strip() for text in page.locator(f"tbody td:nth-child({at + 1})").all_inner_texts()]


def test_sorting(season: Path, visits: Any) -> None:
    """By a heading, with mouse or keyboard, both ways: numbers by size, R9 before R10, times by time, blank ones last."""
    page = visits(season).go("t/pairings.html")
    page.get_by_role("button", name="Game", exact=True).click()
    rounds = [int(game[1:].split("-")[0]) for game in column(page, "Game")]
    assert rounds == sorted(rounds)
    assert max(rounds) > 9
    due = page.get_by_role("button", name="Due", exact=True)
    due.focus()
    for wanted in ("ascending", "descending"):
        page.keyboard.press("Enter")
        assert page.locator("th[aria-sort]").get_attribute("aria-sort") == wanted
        times = page.locator("tbody td:nth-child(7) time").evaluate_all("all => all.map(t => +new Date(t.dateTime))")
        assert times == sorted(times, reverse=wanted == "descending")
        assert len(set(times)) > 9
    page.goto((season / "t" / "scores.html").as_uri())
    page.locator("thead th button").nth(2).click()
    scores = column(page, page.locator("thead th").nth(2).inner_text())
    filled = [int(text) for text in scores if text]
    assert filled == sorted(filled)
    assert [bool(text) for text in scores] == sorted((bool(text) for text in scores), reverse=True)


def test_times_where_you_are(club: Path, visits: Any) -> None:
    """The event's time always; beside it the reader's own, where the clocks differ."""
    there = visits(club, timezone_id="America/New_York").go("t/this-round.html")
    assert (
        there.locator("tbody time").first.inner_text() == "Mon 9 Nov 2026, 18:00 CET (Mon 9 Nov, 12:00 where you are)"
    )
    here = visits(club, timezone_id="Europe/Paris").go("t/this-round.html")
    assert here.locator("tbody time").first.inner_text() == "Mon 9 Nov 2026, 18:00 CET"


def test_countdown(club: Path, visits: Any) -> None:
    """It counts days, hours and minutes while the page stays open, and says when the time is over."""
    visit = visits(club)
    visit.page.clock.install(time="2026-11-06T16:30:00Z")
    left = visit.go("index.html").locator("[data-until] .left")
    assert left.inner_text() == ", in 3 days"
    visit.page.clock.fast_forward("40:00:00")
    assert left.inner_text() == ", in 32 hours"
    visit.page.clock.fast_forward("31:28:30")
    assert left.inner_text() == ", in 61 minutes"
    visit.page.clock.fast_forward("01:02:00")
    assert left.inner_text() == ", which is over"


def seen(page: Page) -> list[str]:
    """The lines of tables that can be read on the screen as it is."""
    return [
        str(text)
        for text in page.evaluate(
            """() => [...document.querySelectorAll("tbody tr")].filter(row => {
                const box = row.getBoundingClientRect();
                return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
            }).map(row => row.textContent)"""
        )
    ]


def test_the_wall_turns(season: Path, visits: Any) -> None:
    """Each leaf fits the screen; a round of turns shows every line; it can be held; then the page loads itself anew."""
    visit = visits(season)
    visit.page.clock.install()
    page = visit.go("wall.html")
    every = set(page.locator("tbody tr").evaluate_all("all => all.map(row => row.textContent)"))
    count = int(page.locator("#turn").inner_text().split(" of ")[1])
    assert count > 3
    shown: list[str] = []
    for number in range(1, count + 1):
        assert page.locator("#turn").inner_text() == f"{number} of {count}"
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        shown += seen(page)
        if number < count:
            page.clock.run_for(12_000)
    assert set(shown) == every
    assert len(shown) == page.locator("tbody tr").count()
    page.get_by_role("button", name="Hold this page").click()
    page.clock.run_for(30_000)
    assert page.locator("#turn").inner_text() == f"{count} of {count}"
    page.get_by_role("button", name="Hold this page").click()
    with page.expect_navigation():
        page.clock.run_for(12_000)


def test_the_wall_lights_up_what_is_new(visits: Any, tmp_path: Path) -> None:
    """Lines that were not there when the screen loaded last; none of them the first time."""
    d = desk(started=True)
    visit = visits(site(d, tmp_path))
    assert visit.go("wall.html").locator("tr.new").count() == 0
    d.result("R1-01", "1-0").settle()
    site(d, tmp_path)
    lit = visit.go("wall.html").locator("tr.new").evaluate_all("all => all.map(row => row.textContent)")
    assert lit
    assert any("1-0" in text for text in lit)
    assert visit.go("wall.html").locator("tr.new").count() == 0


def test_the_wall_outlives_the_network(season: Path, visits: Any) -> None:
    """From a host: it loads itself anew; while the host is away it keeps what it has."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(season)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        visit = visits(season)
        visit.page.clock.install()
        visit.page.goto(f"http://127.0.0.1:{server.server_port}/wall.html")
        visit.page.evaluate("window.same = true")
        visit.page.clock.run_for(
            200_000
        )  # two timers may ask for the page anew, and the later request ends the earlier
        visit.page.wait_for_function("!window.same")
        visit.page.wait_for_load_state()
        visit.context.set_offline(True)
        visit.page.evaluate("window.same = true")
        visit.page.clock.run_for(200_000)
        assert visit.page.evaluate("window.same")
        assert seen(visit.page)
        visit.faults[:] = [fault for fault in visit.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
    finally:
        server.shutdown()
        server.server_close()


def test_without_scripts(club: Path, visits: Any) -> None:
    """Everything can be read: names, times, tables, every page of the wall; what needs a script is not there."""
    visit = visits(club, java_script_enabled=False, viewport=NARROW)
    page = visit.go("index.html")
    assert page.get_by_text("Due Mon 9 Nov 2026, 18:00 CET").is_visible()
    assert not page.get_by_label("Find me").is_visible()
    page.get_by_role("link", name="Ben").first.click()
    assert page.locator("h1").inner_text() == "Ben"
    assert "Opponent" in page.locator(".now").inner_text()
    assert not page.locator("#pause").count()
    page = visit.go("wall.html")
    assert all(page.locator(".turn").nth(n).is_visible() for n in range(page.locator(".turn").count()))
    assert not page.get_by_role("button").count()
    assert page.locator('meta[http-equiv="refresh"]').count() == 1


def test_by_keyboard_alone(club: Path, visits: Any) -> None:
    """The first key leads to the content, the tables can be scrolled, and what has the focus is seen."""
    page = visits(club, viewport=NARROW).go("index.html")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "To the content"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "document.activeElement.className || document.activeElement.id || document.activeElement.tagName"
            )
        )
        assert page.evaluate(
            "document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle !== 'none'"
        )
    assert {"find", "wide", "A", "BUTTON"} <= reached


def test_hostile_names_in_a_browser(nasty: Path, visits: Any) -> None:
    """Nothing of them runs, becomes an element or a link of its own, or moves the layout; each finds its own page."""
    visit = visits(nasty, viewport=NARROW)
    pages = kinds(nasty) + sorted(f"p/{p.name}" for p in (nasty / "p").glob("*.html"))
    titles = set()
    for path in dict.fromkeys(pages):
        page = visit.go(path)
        assert not visit.overflow()
        assert page.locator("main img, main b, main script, iframe").count() == 0
        links = page.locator("a").evaluate_all("all => all.map(a => a.protocol)")
        assert set(links) == {"file:"}
        titles.add(page.locator("h1").text_content())
    assert set(NASTY) <= titles
    for name in NASTY:
        page = visit.go("index.html")
        page.get_by_label("Find me").fill(name)
        assert page.locator("#found a").first.text_content() == name
        page.get_by_label("Find me").press("Enter")
        page.wait_for_url(re.compile(r"/p/"))
        assert page.locator("h1").text_content() == name
        assert page.locator("#me a").text_content() == name
        assert not visit.overflow()


def printed(page: Page, paper: str, to: Path) -> list[str]:
    """The text of each sheet of paper."""
    page.pdf(path=to, format=paper)
    read = subprocess.run([program("pdftotext"), "-layout", str(to), "-"], capture_output=True, text=True, check=True)
    return read.stdout.split("\f")[:-1]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_printed(paper: str, season: Path, visits: Any, tmp_path: Path) -> None:
    """Sheets are numbered, tables begin on one of their own and repeat their headings; nothing of the screen is on them."""
    visit = visits(season, timezone_id="Asia/Tokyo")
    sheets = printed(visit.go("print.html"), paper, tmp_path / "print.pdf")
    assert 3 <= len(sheets) <= 5
    assert all(re.search(rf"\b{n} ?/ ?{len(sheets)}\s*$", sheet) for n, sheet in enumerate(sheets, start=1))
    assert sum("Pairings of R71" in sheet for sheet in sheets) == 1
    assert not any(word in sheet for sheet in sheets for word in ("Find me", "where you are", "For the wall"))
    why = printed(visit.go("t/why.html"), paper, tmp_path / "why.pdf")
    assert len(why) > 9
    assert all("Decision" in sheet for sheet in why)


@pytest.mark.parametrize("format_name", formats())
def test_no_table_is_cut_by_the_paper(format_name: str, played: dict[str, Path], visits: Any) -> None:
    """Each table for print is as wide as A4 less its margins at most, upright or across."""
    visit = visits(played[format_name])
    page = visit.go("print.html")
    page.emulate_media(media="print")
    for wide, which in ((703, ".sheet:not(.across)"), (1031, ".sheet.across")):
        page.set_viewport_size({"width": wide, "height": 1000})
        widths = page.locator(f"{which} table").evaluate_all("all => all.map(t => t.getBoundingClientRect().width)")
        assert all(width <= wide + 1 for width in widths), widths
