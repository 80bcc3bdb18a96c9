"""Asks the live service what the emulator believes of it: one check an assumption, named as its switch.

For an owner of a Google account. Make an EMPTY spreadsheet, share it with the worker's address as an editor, then:

    python deploy/live_check.py LINK            what a program can find out alone
    python deploy/live_check.py LINK --person   also what needs your hands: a form, a protected range

It makes tabs called "pairsheet check …" and removes them. docs/live-checklist.md says what each answer means.
Exit code: 0 as believed (or not checked), 1 where the service answers otherwise.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
DRIVE = "https://www.googleapis.com/drive/v3/files"
TIMEOUT = (10, 60)
REFUSED = (400, 403)

Json = dict[str, Any]
Ask = Callable[[str, str], bool]


class Skipped(Exception):
    """A check that was not made, and why."""


class Live:
    """One spreadsheet at the service. `ask(step, words)` has a person do something; False where she would not."""

    def __init__(self, session: Any, book: str, ask: Ask) -> None:
        self.session, self.book, self._ask = session, book, ask
        self.form: int | None = None  # the tab of the form a person made for the checks
        self._tabs: list[int] = []

    def call(self, method: str, url: str, body: Json | None = None, **query: str) -> tuple[int, Json]:
        """Status and answer of one request. Raises Skipped when the service is busy or does not let us in."""
        answer = self.session.request(method, url, params=query, json=body, timeout=TIMEOUT)
        if answer.status_code in (401, 404, 429) or answer.status_code >= 500:
            raise Skipped(f"the service answered {answer.status_code}")
        try:
            return answer.status_code, answer.json()
        except ValueError:
            raise Skipped("the answer was no JSON") from None

    def do(self, *requests: Json) -> int:
        """The status of one batchUpdate."""
        return self.call("POST", f"{SHEETS}/{self.book}:batchUpdate", {"requests": list(requests)})[0]

    def must(self, *requests: Json) -> None:
        """A batchUpdate that has to succeed for the check to mean anything."""
        status = self.do(*requests)
        if status != 200:
            raise Skipped(f"a preparation was refused ({status})")

    def person(self, step: str, words: str) -> None:
        """Have a person do this. Raises Skipped where nobody does."""
        if not self._ask(step, words):
            raise Skipped("nobody did it")

    def tab(self, rows: int = 10, columns: int = 4) -> tuple[int, str]:
        """A scratch tab: its id and title."""
        number = secrets.randbelow(10**9) + 1
        title = f"pairsheet check {number}"
        grid = {"rowCount": rows, "columnCount": columns}
        self.must({"addSheet": {"properties": {"sheetId": number, "title": title, "gridProperties": grid}}})
        self._tabs.append(number)
        return number, title

    def put(self, place: str, values: list[list[Any]], option: str = "RAW") -> int:
        """The status of writing values."""
        url = f"{SHEETS}/{self.book}/values/{place}"
        return self.call("PUT", url, {"values": values}, valueInputOption=option)[0]

    def values(self, place: str) -> list[list[Any]]:
        """Unformatted values; dates as numbers."""
        url = f"{SHEETS}/{self.book}/values/{place}"
        status, answer = self.call(
            "GET", url, valueRenderOption="UNFORMATTED_VALUE", dateTimeRenderOption="SERIAL_NUMBER"
        )
        if status != 200:
            raise Skipped(f"reading was refused ({status})")
        found: list[list[Any]] = answer.get("values", [])
        return found

    def tabs(self) -> dict[int, Json]:
        """Properties of every tab by id."""
        _, answer = self.call("GET", f"{SHEETS}/{self.book}", fields="sheets.properties")
        return {one["properties"].get("sheetId", 0): one["properties"] for one in answer.get("sheets", [])}

    def clean(self) -> None:
        """Remove the scratch tabs."""
        while self._tabs:
            self.do({"deleteSheet": {"sheetId": self._tabs.pop()}})


def _area(tab: int, top: int, bottom: int, columns: int = 1) -> Json:
    return {
        "sheetId": tab, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": 0, "endColumnIndex": columns,
    }  # fmt: skip


def _named(id_: str, name: str, tab: int) -> Json:
    return {"addNamedRange": {"namedRange": {"namedRangeId": id_, "name": name, "range": _area(tab, 0, 1)}}}


def unknown_named_range_delete_refused(live: Live) -> bool:
    """Whether deleting a named range that is not there is refused."""
    return live.do({"deleteNamedRange": {"namedRangeId": f"none{secrets.token_hex(4)}"}}) in REFUSED


def _second_named_range(live: Live, same_id: bool) -> bool:
    tab, _ = live.tab()
    first, second = f"check{secrets.token_hex(4)}", f"check{secrets.token_hex(4)}"
    live.must(_named(first, first, tab))
    try:
        again = _named(first, second, tab) if same_id else _named(second, first, tab)
        refused = live.do(again) in REFUSED
        if not refused and not same_id:
            live.do({"deleteNamedRange": {"namedRangeId": second}})
        return refused
    finally:
        live.do({"deleteNamedRange": {"namedRangeId": first}})


def duplicate_named_range_id_refused(live: Live) -> bool:
    """Whether a second named range with the id of the first is refused: the guard rests on it."""
    return _second_named_range(live, same_id=True)


def duplicate_named_range_name_refused(live: Live) -> bool:
    """Whether a second named range with the name of the first is refused."""
    return _second_named_range(live, same_id=False)


def _row_note(number: int, tab: int, row: int) -> Json:
    place = {"dimensionRange": {"sheetId": tab, "dimension": "ROWS", "startIndex": row, "endIndex": row + 1}}
    note = {"metadataId": number, "metadataKey": "pairsheet-check", "visibility": "DOCUMENT", "location": place}
    return {"createDeveloperMetadata": {"developerMetadata": note}}


def duplicate_metadata_id_refused(live: Live) -> bool:
    """Whether developer metadata with an id in use is refused."""
    tab, _ = live.tab()
    number = secrets.randbelow(10**9) + 1
    live.must(_row_note(number, tab, 1))
    return live.do(_row_note(number, tab, 2)) in REFUSED


def append_cells_after_last_value(live: Live) -> bool:
    """Whether appendCells goes below the last value, formats further down notwithstanding."""
    tab, title = live.tab()
    live.put(f"'{title}'!A1", [["first"]])
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    look = {"range": _area(tab, 5, 6), "cell": bold, "fields": "userEnteredFormat.textFormat.bold"}
    row = {"values": [{"userEnteredValue": {"stringValue": "appended"}}]}
    live.must({"repeatCell": look})
    live.must({"appendCells": {"sheetId": tab, "rows": [row], "fields": "userEnteredValue"}})
    return live.values(f"'{title}'!A1:A10")[1:2] == [["appended"]]


def short_dates_recognised(live: Live) -> bool:
    """Whether 2-1 typed by a person becomes a date."""
    _, title = live.tab()
    live.put(f"'{title}'!A1", [["2-1"]], "USER_ENTERED")
    return not isinstance(live.values(f"'{title}'!A1")[0][0], str)


def update_past_grid_refused(live: Live) -> bool:
    """Whether writing values below the last row is refused."""
    _, title = live.tab(3, 2)
    return live.put(f"'{title}'!A5", [["x"]]) in REFUSED


def append_widens_grid(live: Live) -> bool:
    """Whether appending a row wider than the grid makes it wider."""
    _, title = live.tab(3, 2)
    url = f"{SHEETS}/{live.book}/values/'{title}'!A1:append"
    return live.call("POST", url, {"values": [["a", "b", "c", "d"]]}, valueInputOption="RAW")[0] == 200


def merge_drops_values(live: Live) -> bool:
    """Whether merging cells keeps the first value only."""
    tab, title = live.tab()
    live.put(f"'{title}'!A1", [["kept", "gone?"]])
    place = _area(tab, 0, 1, 2)
    live.must({"mergeCells": {"range": place, "mergeType": "MERGE_ALL"}})
    live.must({"unmergeCells": {"range": place}})
    return live.values(f"'{title}'!A1:B1") == [["kept"]]


def metadata_stays_when_sorted(live: Live) -> bool:
    """Whether metadata of a row stays at its row when contents are sorted."""
    tab, title = live.tab()
    number = secrets.randbelow(10**9) + 1
    live.put(f"'{title}'!A1", [["a"], ["b"]])
    live.must(_row_note(number, tab, 0))
    order = [{"dimensionIndex": 0, "sortOrder": "DESCENDING"}]
    live.must({"sortRange": {"range": _area(tab, 0, 2), "sortSpecs": order}})
    status, note = live.call("GET", f"{SHEETS}/{live.book}/developerMetadata/{number}")
    if status != 200:
        raise Skipped(f"reading the metadata was refused ({status})")
    return bool(note["location"]["dimensionRange"].get("startIndex", 0) == 0)


def protection_enforced(live: Live) -> bool:
    """Whether a range protected for the owner alone keeps the worker out."""
    _, title = live.tab()
    live.person(
        "protect", f"Protect the tab “{title}” so that only you may edit it (Data → Protect sheets and ranges)."
    )
    refused = live.put(f"'{title}'!A1", [["x"]]) in REFUSED
    # A protected tab can be removed by its editors alone: without this step it would stay behind.
    with suppress(Skipped):
        live.person("unprotect", f"Take the protection of the tab “{title}” away again.")
    return refused


def drive_version_grows(live: Live) -> bool:
    """Whether Drive's version number grows with a change."""

    def version() -> int:
        status, answer = live.call("GET", f"{DRIVE}/{live.book}", fields="version", supportsAllDrives="true")
        if status != 200:
            raise Skipped("it needs the scope drive.metadata.readonly and the Drive API switched on")
        return int(answer["version"])

    before = version()
    _, title = live.tab()
    live.put(f"'{title}'!A1", [["x"]])
    return version() > before


def _form(live: Live) -> int:
    """Id of the tab of a form that a person has linked; she is asked for it once."""
    if live.form is None:
        before = set(live.tabs())
        live.person(
            "form",
            "Make a form with one short-answer question called Check (Tools → Create a new form, from this "
            "spreadsheet). Switch “Collect email addresses” off and “Allow response editing” on.",
        )
        made = [number for number in live.tabs() if number not in before]
        if len(made) != 1:
            raise Skipped(f"{len(made)} new tabs were found where one was expected")
        live.form = made[0]
    return live.form


def _answers(live: Live, form: int) -> list[Any]:
    """The question's answers, newest last."""
    quoted = str(live.tabs()[form]["title"]).replace("'", "''")
    return [row[1] for row in live.values(f"'{quoted}'!A2:B50") if len(row) > 1]


def _new_answer(live: Live, form: int, before: list[Any]) -> Any:
    """The one answer that came since."""
    after = _answers(live, form)
    if after[:-1] != before:
        raise Skipped("the answer did not arrive")
    return after[-1]


def form_answers_parsed(live: Live) -> bool:
    """Whether the answer 2-1 arrives as a date."""
    form = _form(live)
    before = _answers(live, form)
    live.person("send", "Send the form with the answer 2-1 and wait until it stands in the sheet.")
    return not isinstance(_new_answer(live, form, before), str)


def form_edit_changes_row(live: Live) -> bool:
    """Whether an edited answer changes its row in place."""
    form = _form(live)
    before = _answers(live, form)
    live.person("send", "Send the form with the answer first, and keep the page with “Edit your response” open.")
    _new_answer(live, form, before)
    live.person("edit", "Edit your response: the answer changed. Send it again and wait until it stands in the sheet.")
    after = _answers(live, form)[len(before) :]
    if after not in (["changed"], ["first", "changed"]):
        raise Skipped("the edited answer did not arrive")
    return after == ["changed"]


def form_answer_inserts_row(live: Live) -> bool:
    """Whether a new answer makes a row of its own, rather than filling the first empty one."""
    form = _form(live)
    before = _answers(live, form)
    rows = live.tabs()[form]["gridProperties"]["rowCount"]
    live.person("send", "Send the form with the answer first and wait until it stands in the sheet.")
    _new_answer(live, form, before)
    return bool(live.tabs()[form]["gridProperties"]["rowCount"] == rows + 1)


Check = Callable[[Live], bool]
ALONE: tuple[Check, ...] = (
    unknown_named_range_delete_refused,
    duplicate_named_range_id_refused,
    duplicate_named_range_name_refused,
    duplicate_metadata_id_refused,
    append_cells_after_last_value,
    short_dates_recognised,
    update_past_grid_refused,
    append_widens_grid,
    merge_drops_values,
    metadata_stays_when_sorted,
    drive_version_grows,
)
WITH_A_PERSON: tuple[Check, ...] = (
    form_answers_parsed,
    form_edit_changes_row,
    form_answer_inserts_row,
    protection_enforced,
)
CHECKS = ALONE + WITH_A_PERSON


@dataclass(frozen=True)
class Found:
    """What one check found: the switch as the service has it, or why it is not known."""

    switch: str
    value: bool | None
    why: str = ""

    @property
    def line(self) -> str:
        """`as believed  merge_drops_values`"""
        word = "not checked" if self.value is None else ("as believed" if self.value else "OTHERWISE")
        return f"{word:<12} {self.switch}{f' ({self.why})' if self.why else ''}"


def look(live: Live, checks: Sequence[Check]) -> tuple[Found, ...]:
    """Make each check in its own scratch tab; one that cannot be made does not stop the others."""
    found = []
    for check in checks:
        try:
            found.append(Found(check.__name__, check(live)))
        except (Skipped, OSError) as why:
            found.append(Found(check.__name__, None, str(why) if isinstance(why, Skipped) else type(why).__name__))
        finally:
            live.clean()
    return tuple(found)


def by_keyboard(step: str, words: str) -> bool:
    """Ask the person at the terminal."""
    del step
    print(f"\n→ {words}")
    return input("Press Enter when it is done, or type s to skip: ").strip().casefold() != "s"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help="link or id of an EMPTY spreadsheet shared with the worker")
    parser.add_argument("--person", action="store_true", help="also the checks that need your hands")
    parser.add_argument("--save", type=Path, help="write the answers with their date to this file")
    given = parser.parse_args()

    from google.auth.transport.requests import AuthorizedSession

    from sync.backends.books import spreadsheet_id
    from sync.backends.google_signin import DRIVE_LOOK, sign_in
    from sync.backends.google_signin import SHEETS as SHEETS_SCOPE

    book = spreadsheet_id(given.link)
    if book is None:
        parser.error("that is neither the link nor the id of a spreadsheet")
    live = Live(AuthorizedSession(sign_in(scopes=(SHEETS_SCOPE, DRIVE_LOOK)).credentials), book, by_keyboard)  # type: ignore[no-untyped-call]
    if any(tab["title"] in ("Journal", "Games", "Players") for tab in live.tabs().values()):
        parser.error("that spreadsheet holds a tournament: use an empty one")
    found = look(live, CHECKS if given.person else ALONE)
    print("\n".join(one.line for one in found))
    if given.save:
        answers = {one.switch: one.value for one in found}
        given.save.write_text(
            json.dumps({"checked": datetime.now(UTC).isoformat(), "answers": answers}, indent=2) + "\n"
        )
    return 1 if any(one.value is False for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
