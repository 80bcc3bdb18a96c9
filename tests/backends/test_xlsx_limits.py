"""Files made to hang or to fill the memory end in one plain line, or are read, within limits the system watches."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sync.backends.xlsx_parts import take_apart
from sync.backends.xlsx_strict import as_usual
from tests.backends.hostile import CASES, SHEET, sheet, workbook

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="this system sets no limits on a process")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What came of every file, in one process that the system would end beyond two minutes or 1.5 GB."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, case in CASES.items():
        (folder / f"{name}.xlsx").write_bytes(case.make())
    out = folder / "said.txt"
    ended = subprocess.run(
        [sys.executable, "-m", "tests.backends.hostile", str(folder), str(out)],
        check=False,
        capture_output=True,
        text=True,
    )
    lines = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]
    assert ended.returncode == 0, (lines[-1:], ended.stderr[-2000:])
    return {line[0]: line[1] for line in lines}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file_ends_in_a_plain_line_or_is_read(said: dict[str, str], name: str) -> None:
    """Each is small; none takes more than its share."""
    wanted = CASES[name].says
    if wanted:
        assert wanted in said[name]
    else:
        assert said[name] == "read"


def test_prefixes_and_places_left_out_are_understood() -> None:
    """Some programs write `<x:c>`, and cells without their address follow one another."""
    rows = b'<x:row><x:c><x:v>1</x:v></x:c><x:c t="e"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c></x:row>'
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    whole = (
        b'<x:worksheet xmlns:x="%s"><x:sheetData>%s</x:sheetData><x:mergeCells><x:mergeCell ref="A3:B3"/></x:mergeCells>'
        b'<x:picture/><x:extLst><x:ext uri="{abc}"><x:f>1</x:f></x:ext></x:extLst></x:worksheet>' % (space, rows)
    )
    (part,) = take_apart(workbook({SHEET: lambda _: whole}), "x").sheets
    assert part.facts.errors == {"B1": "#DIV/0!"}
    assert list(part.facts.formulas) == ["B1"]
    assert part.facts.merges == ["A3:B3"]
    assert part.facts.tags == {"picture"}
    assert part.facts.extensions == ["ABC"]


def test_a_name_of_the_strict_kind_without_an_end_is_no_work() -> None:
    """A tag full of such names that never closes was looked at once for each of them."""
    strict = b"http://purl.oclc.org/ooxml/"
    data = workbook(
        {"_rels/.rels": lambda xml: xml + b"<!-- " + strict + b" -->", SHEET: lambda _: b"<" + strict * 100_000}
    )
    assert as_usual(data)


def test_a_text_with_marks_of_its_own_is_no_damage() -> None:
    """What stands in comments and in CDATA is somebody's text."""
    cell = b'<row r="2"><c r="A2" t="inlineStr"><is><t><![CDATA[<!DOCTYPE x> <c r="B9" t="e">]]></t></is></c></row>'
    (part,) = take_apart(sheet(cell + b"<!-- <c><f> -->"), "x").sheets
    assert (part.facts.errors, part.facts.formulas) == ({}, {})
