"""Workbooks damaged at the level of parts, XML and cells, through the command: a documented exit code, nothing lost.

Each is made from its number, so one that failed can be made again. `PAIRSHEET_CAMPAIGN` multiplies them; every tenth
runs as a command of its own, under limits of time and memory that the system watches.
"""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sync.backends.base import BackendError
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from tests.newcomer.person import Typist, run

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
PEOPLES = frozenset({"Players", "Settings", "Decisions"})
NASTY = (b"", b"-1", b"1e308", b"NaN", b"9" * 400, b"&#65533;", b"=1+1", b"#REF!", b"x" * 33_000)
SEEN_CODES = frozenset({0, 1, 3, 4})
Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ladder under way."""
    path = tmp_path_factory.mktemp("sound") / "book.xlsx"
    assert run("new", "ladder", str(path)).exit_code == 0
    with Typist(path) as hand:
        for name in ("Ada", "Ben", "Cleo", "Dan"):
            hand.add("Players", Player=name, Rating=1500)
    assert run("sync", str(path)).exit_code in (0, 1)
    return path.read_bytes()


def _sheets(parts: Parts) -> list[str]:
    return [name for name in parts if "/worksheets/sheet" in name] or list(parts)


def _drop(parts: Parts, dice: random.Random) -> None:
    del parts[dice.choice(list(parts))]


def _swap(parts: Parts, dice: random.Random) -> None:
    one, other = dice.sample(list(parts), 2)
    parts[one], parts[other] = parts[other], parts[one]


def _retype(parts: Parts, dice: random.Random) -> None:
    name = dice.choice(_sheets(parts))
    kind = dice.choice([b"s", b"b", b"e", b"d", b"n", b"str", b"inlineStr", b"zz"])
    parts[name] = re.sub(rb' t="\w+"', lambda was: b' t="%s"' % kind if dice.random() < 0.1 else was[0], parts[name])


def _revalue(parts: Parts, dice: random.Random) -> None:
    name = dice.choice(_sheets(parts))
    parts[name] = re.sub(
        rb"<(v|t)>[^<]*<",
        lambda was: b"<%s>%s<" % (was[1], dice.choice(NASTY)) if dice.random() < 0.05 else was[0],
        parts[name],
    )


def _cut(parts: Parts, dice: random.Random) -> None:
    name = dice.choice(list(parts))
    parts[name] = parts[name][: dice.randrange(len(parts[name]) + 1)]


def _unfold(parts: Parts, dice: random.Random) -> None:
    name = dice.choice(_sheets(parts))
    tags = list(re.finditer(rb"<[^<>]+>", parts[name]))
    tag = dice.choice(tags) if tags else None
    if tag is not None:
        parts[name] = parts[name][: tag.start()] + tag[0] * dice.choice([0, 2, 500]) + parts[name][tag.end() :]


DAMAGES: tuple[Callable[[Parts, random.Random], None], ...] = (_drop, _swap, _retype, _revalue, _cut, _unfold)


def damaged(sound: bytes, number: int) -> bytes:
    """The book of this number."""
    dice = random.Random(number)
    with zipfile.ZipFile(io.BytesIO(sound)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(dice.choice([1, 1, 2, 3])):
        dice.choice(DAMAGES)(parts, dice)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    whole = out.getvalue()
    return whole[: dice.randrange(len(whole))] if dice.random() < 0.1 else whole


def typed_in(path: Path) -> dict[tuple[str, int, int], Cell]:
    """What stands in the tabs of people."""
    try:
        grid = XlsxBackend(path).read()
    except BackendError:
        return {}
    return {
        (tab.title, row, column): cell
        for tab in grid.tabs
        if tab.title in PEOPLES
        for row, cells in enumerate(tab.rows)
        for column, cell in enumerate(cells)
        if cell is not None
    }


@pytest.mark.parametrize("number", range(10 * TIMES))
def test_a_damaged_book_ends_as_documented_and_keeps_what_was_typed(sound: bytes, tmp_path: Path, number: int) -> None:
    """Read, refused or passed over; never a traceback, a hang, or a typed cell that is gone."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(damaged(sound, number))
    before = typed_in(path)
    if number % 10 or sys.platform == "win32":
        said = run("sync", str(path))
        code, words = said.exit_code, said.output
    else:
        limits = (
            "import resource as r; r.setrlimit(r.RLIMIT_CPU, (60, 60)); r.setrlimit(r.RLIMIT_AS, (4 << 30, 4 << 30)); "
        )
        command = (
            f"{limits}import sys; sys.argv = ['pairsheet', 'sync', {str(path)!r}]; from sync.cli import main; main()"
        )
        ended = subprocess.run([sys.executable, "-c", command], check=False, capture_output=True, text=True)
        code, words = ended.returncode, ended.stdout + ended.stderr
    assert code in SEEN_CODES, words
    assert "Traceback" not in words
    after = typed_in(path)
    assert {at: after.get(at) for at in before} == before
