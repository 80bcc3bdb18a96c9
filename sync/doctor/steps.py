"""What stands between a worker and its book, step by step, and the one thing to do next.

Each step is made from what was found out elsewhere (`sync.doctor.examine`), so that every case can be told and tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from rules.model import Engine
from rules.sheet import Kind
from sync.backends.base import BackendError
from sync.backends.google_closed import closed_in, listed, to_open
from sync.backends.google_errors import Denied, Limited, NoSignIn, share_with
from sync.backends.google_known import NOTE_TABS
from sync.backends.google_signin import AT_HOME, SignIn
from sync.claims.forms import read_forms
from sync.grid import Grid, filled_rows
from sync.kinds import Misread, cell_text, read_cell, zone_named
from sync.reading.first_look import tabs_in
from sync.reading.gather import gather, read_sheet
from sync.schema import Rows, normal, workbook

CLOCK_WARNS = 60.0  # seconds; Google accepts about five minutes


class State(Enum):
    """How a step went."""

    OK = "ok"
    UNKNOWN = "could not be seen"
    WARNING = "look at this"
    FAILED = "stop"


@dataclass(frozen=True)
class Step:
    """One thing looked at: what was found, and what to do about it."""

    name: str
    state: State
    said: str
    next: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """All steps up to the first that failed."""

    book: str
    steps: tuple[Step, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing stops the worker."""
        return all(step.state is not State.FAILED for step in self.steps)

    @property
    def next_step(self) -> str:
        """The one thing to do next, in plain words."""
        for state in (State.FAILED, State.WARNING):
            for step in self.steps:
                if step.state is state:
                    return step.next
        return f"Nothing to mend. Run: pairsheet sync {self.book or 'BOOK'}"

    def lines(self) -> list[str]:
        """A line a step, and the next step at the end."""
        found = [f"{step.state.value:>17}  {step.name}: {step.said}" for step in self.steps]
        return [*found, "", f"Next: {self.next_step}"]


def ok(name: str, said: str) -> Step:
    """A step that went well."""
    return Step(name, State.OK, said)


# Google ---------------------------------------------------------------------------------------------------------------


def signed_in(found: SignIn | NoSignIn) -> Step:
    """Whether there is a sign-in, and of what kind."""
    if isinstance(found, NoSignIn):
        return Step("Sign-in", State.FAILED, "none that can be used.", str(found))
    who = f" ({found.address})" if found.address else ""
    return ok("Sign-in", f"{found.how}{who}, from {found.source}.")


def needs_none(found: NoSignIn) -> Step:
    """No sign-in, and no book that asks for one."""
    said = "none that can be used; only a Google spreadsheet needs one."
    to_do = f"For a file: pairsheet new ladder club.xlsx. For a Google spreadsheet: {found}"
    return Step("Sign-in", State.WARNING, said, to_do)


def for_a_season(found: SignIn) -> Step | None:
    """A person's sign-in by an app that Google has not verified ends after seven days."""
    if found.how != AT_HOME:
        return None
    return Step(
        "Season",
        State.WARNING,
        "a person's own sign-in lasts seven days as a rule. That does for a trial, not for a season.",
        "Make a service account in the Google Cloud console, put its key file at ~/.config/pairsheet/google.json, "
        "and share the spreadsheet with its address.",
    )


def clock(skew: float | None) -> Step:
    """Whether this machine's clock agrees with Google's. `skew`: seconds by which it is ahead."""
    if skew is None:
        return Step("Clock", State.UNKNOWN, "Google's answers did not tell the time.")
    if abs(skew) <= CLOCK_WARNS:
        return ok("Clock", "agrees with Google's.")
    way = "ahead of" if skew > 0 else "behind"
    said = f"{abs(round(skew))} seconds {way} Google's. Deadlines and sign-ins go wrong."
    return Step("Clock", State.WARNING, said, "Let this machine set its clock by the network (NTP).")


_NOT_READ = {
    "closed": "is not shared with the worker.",
    "office": "is an Office file, no Google spreadsheet.",
    "organisation": "is kept from the worker by an organisation's rules.",
}


def reached(trouble: BackendError | None, has_book: bool) -> Iterator[Step]:
    """What the first request showed: the token, whether the API is switched on, whether the book may be read.

    `trouble` is None when the spreadsheet was read. Without a book a "not there" is the answer hoped for.
    """
    if isinstance(trouble, NoSignIn):
        yield Step("Token", State.FAILED, "Google did not accept the sign-in.", str(trouble))
        return
    if isinstance(trouble, Limited):
        yield Step("Google", State.FAILED, "refuses further requests for now.", str(trouble))
        return
    if trouble is not None and not isinstance(trouble, Denied):
        yield Step("Google", State.FAILED, "could not be reached.", f"Check the network, then try again. ({trouble})")
        return
    yield ok("Token", "Google accepts the sign-in.")
    kind = trouble.kind if trouble is not None else ""
    if kind in ("switched-off", "scope"):
        yield Step("Sheets API", State.FAILED, "the request was not allowed.", str(trouble))
        return
    yield ok("Sheets API", "answers.")
    if not has_book:
        return
    if trouble is not None:
        yield Step("Spreadsheet", State.FAILED, _NOT_READ.get(kind, "is not there for the worker."), str(trouble))
    else:
        yield ok("Spreadsheet", "can be read.")


def file_state(file: Mapping[str, Any] | None, address: str) -> Step:
    """Whether the file is in the bin or may only be read, as far as Drive says (`file`: trashed, capabilities)."""
    if file is None:
        said = "whether it is in the bin could not be seen (this alone needs the Drive API)."
        return Step("File", State.UNKNOWN, said)
    if file.get("trashed"):
        return Step("File", State.FAILED, "is in the bin.", "Take the spreadsheet out of the bin in Google Drive.")
    if file.get("capabilities", {}).get("canEdit") is False:
        return Step("File", State.FAILED, "may only be read by the worker.", f"{share_with(address)}.")
    return ok("File", "is not in the bin and may be edited.")


def protection(shape: Mapping[str, Any], grid: Grid, engine: Engine, address: str, book: str) -> Step:
    """Every protected range that keeps the worker out of a tab it writes, hidden tabs too."""
    tabs = tabs_in(grid, workbook(engine.sheet))
    written = {int(tab.key): name for name, tab in tabs.items() if _is_written(engine, name)}
    closed = [c for c in closed_in(shape) if c.tab in written or c.tab in NOTE_TABS]
    if not closed:
        return ok("Protection", "none keeps the worker out.")
    views = {t.name for t in workbook(engine.sheet) if t.rows is Rows.VIEW} - {"Status", "Problems"}
    only_views = all(written.get(c.tab) in views and not c.own for c in closed)
    state = State.WARNING if only_views else State.FAILED
    said = f"protected ranges keep the worker out: {listed(closed)}."
    if only_views:
        said += " Only these stay as they are; results go on counting."
    return Step("Protection", state, said, to_open(closed, address, book))


def _is_written(engine: Engine, name: str) -> bool:
    return any(t.name == name and t.rows in (Rows.APPENDED, Rows.VIEW) for t in workbook(engine.sheet))


# Every book -----------------------------------------------------------------------------------------------------------


def tabs(grid: Grid, engine: Engine | None, book: str) -> Step:
    """Whether the tabs of a format are there."""
    if engine is None:
        said = "there is no Settings tab with a line Format."
        return Step("Tabs", State.FAILED, said, f"Run: pairsheet new FORMAT {book} (FORMAT is ladder, swiss, …)")
    layout = [t for t in workbook(engine.sheet) if t.rows is not Rows.FORM]
    found = tabs_in(grid, workbook(engine.sheet))
    missing = [t.name for t in layout if t.name not in found]
    if missing:
        said = f"missing: {', '.join(missing)}."
        return Step(
            "Tabs", State.WARNING, said, f"Run: pairsheet new {engine.sheet.name} {book} (adds what is missing)"
        )
    return ok("Tabs", f"all there ({engine.sheet.title}).")


def setting(grid: Grid, engine: Engine, name: str) -> str:
    """The value of a line of Settings as text; blank when there is none."""
    tab = tabs_in(grid, workbook(engine.sheet)).get("Settings")
    for _, row in filled_rows(tab, 2) if tab is not None else ():
        if len(row) > 1 and normal(row[0]) == normal(name):
            return cell_text(row[1]).strip()
    return ""


def zones(grid: Grid, engine: Engine) -> Step:
    """Whether the file's own zone is the event's: dates typed into cells mean the file's."""
    wanted = setting(grid, engine, "Time zone")
    if not grid.zone:
        return ok("Time zone", "the file has none of its own.")
    if not wanted:
        said = "the line Time zone of Settings is blank."
        return Step("Time zone", State.WARNING, said, f"Type a zone such as {grid.zone} into Settings, Time zone.")
    utc = zone_named("UTC")
    assert utc is not None
    meant = read_cell(wanted, Kind.ZONE, utc)
    if isinstance(meant, Misread):
        said = f"{wanted} in Settings is no time zone."
        return Step("Time zone", State.FAILED, said, "Type a zone such as Europe/Berlin into Settings, Time zone.")
    if meant == grid.zone or {str(meant), grid.zone} <= {"UTC", "Etc/GMT", "Etc/UTC", "GMT"}:
        return ok("Time zone", f"{meant} in Settings and in the file.")
    said = f"Settings says {meant}, the file is in {grid.zone}: a time typed into a cell means {grid.zone}."
    return Step("Time zone", State.WARNING, said, f"Set it under File, Settings to {meant}.")


def form_tab(grid: Grid, engine: Engine, now: datetime) -> Step:
    """Whether answers of a form arrive, in which tabs, and whether some lie unread."""
    if setting(grid, engine, "Form answers"):
        return ok("Form answers", "arrive in another spreadsheet, as Settings says.")
    sheet, journal, status = read_sheet(grid, engine.sheet)
    forms = read_forms(gather(engine, sheet, journal, status, now), engine.sheet, now)
    if forms.passed_over:
        names = " and ".join(forms.passed_over)
        said = f"{names} may hold reports, but no line there names a game of this event."
        return Step("Form answers", State.WARNING, said, f"Do what Problems says of {forms.passed_over[0]}.")
    if forms.ready:
        return ok("Form answers", f"arrive in {' and '.join(forms.ready)}.")
    if not setting(grid, engine, "Form link"):
        return ok("Form answers", "no form is in use; results are typed.")
    said = "there is a Form link in Settings, but no tab with its answers."
    return Step("Form answers", State.FAILED, said, "In the form: Responses, Link to Sheets, this spreadsheet.")


def form_open(link: str, status: int | None, arrived: str) -> Step | None:
    """Whether the form takes answers from everybody: `arrived` is the address the link led to; None asks nothing."""
    if not link:
        return None
    if status is None:
        return Step("Form", State.UNKNOWN, "could not be opened from here.")
    if "accounts.google.com" in arrived:
        said = "asks people to sign in."
        return Step("Form", State.FAILED, said, "Publish the form for anyone with the link, and collect no addresses.")
    if status == 404:
        return Step("Form", State.FAILED, "is not there.", "Correct the Form link in Settings.")
    if "closedform" in arrived:
        return Step("Form", State.FAILED, "takes no answers.", "In the form: publish it, or accept responses again.")
    if status != 200 or ("/forms/" not in arrived and "forms.gle" not in arrived):
        return Step("Form", State.UNKNOWN, f"gave an answer that is not a form's ({status}).")
    return ok("Form", "is open.")


def local_file(path_there: bool, trouble: BackendError | None, path: str) -> Step:
    """Whether a workbook file can be read."""
    if not path_there:
        return Step("File", State.FAILED, f"there is no {path}.", f"Run: pairsheet new FORMAT {path}")
    if trouble is not None:
        return Step("File", State.FAILED, "cannot be read.", str(trouble))
    return ok("File", "can be read.")
