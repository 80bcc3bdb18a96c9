"""The form's script: in step with the schema, well typed, and run against the worker's real listener."""

from __future__ import annotations

import json
import re
import shutil
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.registry import ROOMS, engine_of
from rules.sheet import FormatSheet
from sheets_templates.apps_script.build import BUILT, HERE, QUESTIONS, code, formats_with_scores, words
from sync.backends.memory import MemoryBackend
from sync.chesssites.links import Refused, link_pattern, parse_link
from sync.claims.reports import read_words
from sync.grid import TabGrid
from sync.making.create import Carried, create
from sync.plan import Link
from sync.reading.decode import columns_of
from sync.reading.results import Said
from sync.running.once import run_pass
from sync.schema import FORM, Rows, workbook
from tests.apps_script.tools import modules, node, run
from tests.chesssites import test_links
from tests.emulator.entry import typed

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def in_script() -> dict[str, Any]:
    """The table of words as it stands in the file that people paste."""
    found = re.search(r"^const PAIRSHEET = (\{.*?^\});$", BUILT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    table: dict[str, Any] = json.loads(found[1])
    return table


def sheets() -> list[FormatSheet]:
    """The formats that are there."""
    found = []
    for name in ROOMS:
        try:
            found.append(engine_of(name).sheet)
        except ModuleNotFoundError:
            continue
    return found


def test_the_pasted_file_is_up_to_date() -> None:
    """`python -m sheets_templates.apps_script.build` was run after the last change."""
    assert BUILT.read_text(encoding="utf-8") == code()
    assert in_script() == words()


def test_headings_and_aliases_are_those_of_the_schema() -> None:
    """Every question is asked in words the worker takes for the right column; every column of FORM is reachable."""
    (form,) = {t.name: t for t in workbook(engine_of("ladder").sheet) if t.rows is Rows.FORM}.values()
    table = in_script()
    assert table["tabs"]["form"] == form.name
    for key, heading, title, _ in QUESTIONS:
        question = table["questions"][key]
        column = next(c for c in FORM if c.heading == heading)
        assert question["names"] == [column.heading, *column.aliases]
        tab = TabGrid("t", "t", (("Zeitstempel", title),))
        assert columns_of(form, tab, "t")[0] == {"Timestamp": 0, heading: 1}


def test_tabs_and_columns_the_script_reads_are_in_every_format() -> None:
    """Games, Players and Settings hold the headings the script looks for."""
    needs = {"Games": {"Game", "Round", "Outcome"}, "Players": {"Player", "Status"}, "Settings": {"Setting", "Value"}}
    for sheet in sheets():
        tabs = {t.name: t for t in workbook(sheet)}
        assert set(in_script()["tabs"].values()) <= set(tabs), sheet.name
        for name, headings in needs.items():
            assert headings <= set(tabs[name].headings), (sheet.name, name)
        assert (sheet.first_heading, sheet.second_heading) in (("White", "Black"), ("Player 1", "Player 2"))


def test_every_answer_offered_is_understood() -> None:
    """`White won`, `Black won`, `Draw` give what they say in every format of games; each score is read as it stands."""
    for sheet in sheets():
        if sheet.reports == "match":
            for offered in in_script()["scores"][sheet.name]:
                said = read_words(offered, sheet)
                assert isinstance(said, Said)
                assert said.word == offered.replace(" – ", "-")
        else:
            assert sheet.name not in formats_with_scores()
            found = [read_words(word, sheet) for word in in_script()["gameWords"]]
            assert [f and f.word for f in found] == ["1-0", "0-1", "1/2-1/2"]


@pytest.mark.parametrize("locale", ["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "nl_NL", "pl_PL"])
def test_no_score_offered_becomes_a_date(locale: str) -> None:
    """A spreadsheet reads what a form sends as if it were typed; the long dash keeps a score text."""
    for scores in in_script()["scores"].values():
        for offered in scores:
            assert typed(offered, locale, date(2026, 3, 1), True)[0] == offered


def test_the_link_question_lets_through_what_the_worker_accepts() -> None:
    """The pattern in the script is the worker's own, and RE2 could compile it: no look-around, no back-reference."""
    pattern = in_script()["linkPattern"]
    assert pattern == link_pattern()
    assert not re.search(r"\(\?(?![:])|\\[1-9]", pattern)
    links = [*test_links.CHESS_COM_SHAPES, *test_links.LICHESS_SHAPES]
    accepted = [text for text in links if not isinstance(parse_link(text), Refused)]
    assert len(accepted) > 10
    assert all(re.fullmatch(pattern, text) for text in accepted)


ROOT = HERE.parents[1]
MENU = re.compile(r"\.addItem\((['\"])(?P<label>.+?)\1, '(?P<target>\w+)'\)")


def menu_items() -> list[str]:
    """Labels of the script's menu, in order."""
    return [found["label"] for found in MENU.finditer((HERE / "src" / "Menu.gs").read_text(encoding="utf-8"))]


def named_items(text: str) -> set[str]:
    """Items of the menu Pairsheet that a text sends somebody to: `Pairsheet → Make the result form`."""
    plain = re.sub(r"\s+", " ", re.sub(r"[*`]", "", text))
    found = re.findall(r"Pairsheet → ([A-Z][^.,;:)|'\"’]*)", plain)
    return {next((item for item in menu_items() if words.startswith(item)), words) for words in found}


def test_pages_and_messages_name_menu_items_that_are_there() -> None:
    """README, guides, the script's own page and its messages, and the worker's texts send nobody to an item that is not."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), HERE / "README.md", *(HERE / "src").glob("*.gs")]
    pages += [*(ROOT / "sync").rglob("*.py"), *(ROOT / "sheets_templates").glob("*.py")]
    wrong = {str(p.relative_to(ROOT)): named_items(p.read_text(encoding="utf-8")) - set(menu_items()) for p in pages}
    assert {page: items for page, items in wrong.items() if items} == {}
    assert "Make the result form" in named_items((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_page_of_the_script_lists_its_menu() -> None:
    """The table under The menu has a line for each item, in the order of the menu."""
    page = (HERE / "README.md").read_text(encoding="utf-8").partition("## The menu")[2].partition("\nPhone apps")[0]
    listed = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| ")][1:]
    assert listed == menu_items()


def test_an_answer_of_this_form_decides_a_game() -> None:
    """From the script's headings to the outcome: the pre-filled link names the game, the answer counts."""
    backend = MemoryBackend()
    players = tuple({"Player": name} for name in ("Ada Novak", "Ben Okafor", "Chiara Rossi", "Dmitri Petrov"))
    link = "https://docs.google.com/forms/d/e/abc/viewform?usp=pp_url&entry.12=GAME"
    settings = {("Time zone", ""): "UTC", ("Start", ""): "now", ("Check for", ""): "0", ("Form link", ""): link}
    create(backend, engine_of("ladder"), Carried(players, settings))
    run_pass(backend, lambda: NOW)
    shown = backend.book.by_title("This round")
    assert shown is not None
    reports = {c.url for row in shown.rows for c in row if isinstance(c, Link)}
    assert reports == {link.replace("GAME", "R1-01"), link.replace("GAME", "R1-02")}
    titles = {key: title for key, _, title, _ in QUESTIONS}
    tab = backend.book.by_title("Form Responses")
    assert tab is not None
    tab.rows[:] = [
        ["Timestamp", titles["link"], titles["pairing"], titles["result"]],
        [datetime(2026, 3, 3, 9, 0), "https://lichess.org/AbCdEfGh", "R1-01", "Black won"],
    ]
    done = run_pass(backend, lambda: NOW + timedelta(days=1))
    pairings = next(t for t in done.grid.tabs if t.title == "Pairings")
    assert done.wrote
    assert pairings.rows
    after = next(t for t in backend.read().tabs if t.title == "Pairings")
    assert [row[4] for row in after.rows if row and row[0] == "R1-01"] == ["0-1"]


def test_permissions_asked_for_are_those_used() -> None:
    """Each scope has a service in the script that needs it, and no wider one (Drive, Gmail) is asked for."""
    manifest = json.loads((HERE / "appsscript.json").read_text())
    needs = {
        "spreadsheets": "SpreadsheetApp.create",
        "forms": "FormApp.create",
        "script.container.ui": "getUi()",
        "script.external_request": "UrlFetchApp.fetch",
        "script.scriptapp": "ScriptApp.newTrigger",
    }
    assert [s.rsplit("/", 1)[1] for s in manifest["oauthScopes"]] == list(needs)
    assert all(call in code() for call in needs.values())
    assert not re.search(r"DriveApp|GmailApp|MailApp|Session\.|eval\(", code())


def test_functions_people_can_run_are_explained_in_the_readme() -> None:
    """Each label of the menu stands in the README."""
    labels = re.findall(r"addItem\((?:'([^']+)'|\"([^\"]+)\")", code())
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    assert labels
    assert all((one or other) in readme for one, other in labels)


@pytest.mark.parametrize("suite", ["form.test.mjs", "nudge.test.mjs"])
def test_in_node(suite: str) -> None:
    """Node's own test runner over the pasted file, with our stubs and the worker's real listener."""
    done = run([node(), "--test", str(Path(__file__).parent / suite)], PAIRSHEET_PYTHON=sys.executable)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\S+ pass [1-9]", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^\S+ fail 0$", done.stdout, re.MULTILINE)


def type_check(folder: Path, text: str) -> str:
    """What the compiler says of this script, against the published types of the services."""
    packages = modules()
    script = folder / "Code.js"
    script.write_text(text, encoding="utf-8")
    flags = ["--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022"]
    flags += ["--types", "google-apps-script"]
    command = [
        node(),
        str(packages / "typescript/bin/tsc"),
        *flags,
        "--typeRoots",
        str(packages / "@types"),
        str(script),
    ]
    done = run(command, folder)
    assert done.returncode == (1 if done.stdout else 0) or done.returncode == 2
    return done.stdout


def test_types(tmp_path: Path) -> None:
    """Strictly checked, the script is well typed."""
    assert type_check(tmp_path, code()) == ""


def test_the_type_check_catches_a_misspelt_call(tmp_path: Path) -> None:
    """So that a silent check is not taken for a good one: three wrong names, three complaints."""
    wrong = code().replace(".setDestination(", ".setDestinatoin(").replace(".setCollectEmail(", ".setColectEmail(")
    found = type_check(tmp_path, wrong.replace(".moveActiveSheet(", ".moveSheet("))
    assert sorted(re.findall(r"Property '(\w+)' does not exist", found)) == [
        "moveSheet",
        "setColectEmail",
        "setDestinatoin",
    ]


def test_the_lock_file_names_no_host() -> None:
    """Packages come from whatever registry the person has set."""
    lock = (Path(__file__).parent / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert shutil.which("npm") is None or json.loads(lock)["lockfileVersion"] == 3
