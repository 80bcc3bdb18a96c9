"""The live check, tried on the emulator: it finds out each switch, whichever way it is set."""

from __future__ import annotations

import re

import pytest

from deploy.live_check import ALONE, CHECKS, WITH_A_PERSON, Found, Live, look
from tests.deploy.files import ROOT
from tests.emulator.fixtures import Emulated, in_process
from tests.emulator.forms import Form
from tests.emulator.switches import names

__all__ = ["in_process"]
BY_NAME = {check.__name__: check for check in CHECKS}


class Hands:
    """A person who does what the check asks."""

    def __init__(self, here: Emulated) -> None:
        self.here = here
        self.form: Form | None = None
        self.sent = 0

    def __call__(self, step: str, words: str) -> bool:
        """Do it."""
        if step == "protect":
            found = re.search("“(pairsheet check [0-9]+)”", words)
            assert found is not None
            self.here.director.protect(found[1])
        elif step == "unprotect":
            for sheet in self.here.book.sheets:
                for item in sheet.parts["protectedRanges"]:
                    self.here.director.do({"deleteProtectedRange": {"protectedRangeId": item["protectedRangeId"]}})
        elif step == "form":
            self.form = Form(self.here.service, self.here.book_id, ["Check"], language="de")
        elif step == "send":
            assert self.form is not None
            self.sent = self.form.submit({"Check": "2-1" if "2-1" in words else "first"})
        elif step == "edit":
            assert self.form is not None
            self.form.edit(self.sent, {"Check": "changed"})
        return True


def live(here: Emulated) -> Live:
    """The check's hold on the emulator, as the worker's account."""
    return Live(here.session(), here.book_id, Hands(here))


def test_list_switches_and_script_agree() -> None:
    """Every assumption of the emulator has a check of its name and a line in the checklist, and nothing else has."""
    lines = (ROOT / "docs" / "live-checklist.md").read_text(encoding="utf-8")
    in_list = re.findall(r"^\| `([a-z_]+)` \|", lines, re.MULTILINE)
    assert sorted(in_list) == sorted(names()) == sorted(BY_NAME)
    assert len(set(in_list)) == len(in_list)
    by_hand = set(re.findall(r"^\| `([a-z_]+)` \|.*\| you \|", lines, re.MULTILINE))
    assert by_hand == {check.__name__ for check in WITH_A_PERSON}


def test_as_believed_everything_is_found_as_believed(in_process: Emulated) -> None:
    """One run over all checks; afterwards the scratch tabs are gone and no named range is left."""
    before = [sheet.title for sheet in in_process.book.sheets]
    found = look(live(in_process), CHECKS)
    assert {one.switch: one.value for one in found} == dict.fromkeys(names(), True), [one.line for one in found]
    after = [s.title for s in in_process.book.sheets if not s.title.startswith("Formularantworten")]
    assert after == before
    assert not in_process.book.named


@pytest.mark.parametrize("switch", names())
def test_the_other_answer_is_noticed(in_process: Emulated, switch: str) -> None:
    """With this switch turned over its check says so."""
    setattr(in_process.service.switches, switch, False)
    (found,) = look(live(in_process), [BY_NAME[switch]])
    assert found.value is False, found.line
    assert found.line.startswith("OTHERWISE")


def test_without_the_wider_scope_drive_is_not_checked(in_process: Emulated) -> None:
    """A check that cannot be made says why, and the others go on."""
    session = in_process.session(scopes=("https://www.googleapis.com/auth/spreadsheets",))
    found = {one.switch: one for one in look(Live(session, in_process.book_id, lambda *_: False), CHECKS)}
    assert found["drive_version_grows"].value is None
    assert "drive.metadata.readonly" in found["drive_version_grows"].line
    assert {name for name, one in found.items() if one.value is None} - {"drive_version_grows"} == {
        check.__name__ for check in WITH_A_PERSON
    }
    assert all(found[check.__name__].value for check in ALONE if check.__name__ != "drive_version_grows")


def test_a_line_for_each_answer() -> None:
    """Readable at a glance."""
    assert Found("a", True).line == "as believed  a"
    assert Found("a", None, "nobody did it").line == "not checked  a (nobody did it)"
