"""Workbooks damaged at the level of parts, XML and cells, through the command: a documented exit code, nothing lost.

The books are those of `tests/data/frozen`: five formats, each at ten moments. Each damaged one is made from its number,
so one that failed can be made again. `PAIRSHEET_CAMPAIGN` multiplies them, `PAIRSHEET_CAMPAIGN_FROM` goes on where a
campaign ended. Every tenth runs as a command of its own, under limits of time and memory that the system watches.
"""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sync.backends.base import BackendError
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from tests.campaign import numbers
from tests.newcomer.person import run

BOOKS = sorted((Path(__file__).resolve().parents[1] / "data" / "frozen").glob("*/*.xlsx"))
PEOPLES = frozenset({"Players", "Settings", "Decisions"})
NASTY = (b"", b"-1", b"1e308", b"NaN", b"9" * 400, b"&#65533;", b"=1+1", b"#REF!", b"x" * 33_000)
SEEN_CODES = frozenset({0, 1, 3, 4})
Parts = dict[str, bytes]


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


def _cell_tags(part: bytes) -> list[re.Match[bytes]]:
    return list(re.finditer(rb'<c r="([A-Z]+)(\d+)"', part))


def _move(parts: Parts, dice: random.Random) -> None:
    """Some cells stand at another's address, far away, or nowhere."""
    name = dice.choice(_sheets(parts))
    found = _cell_tags(parts[name])
    if not found:
        return
    other = dice.choice(found)
    where = dice.choice([other[1] + other[2], b"XFD1048576", b"A0", b"AAAA1", b"1A", b"", b"A" * 300 + b"1"])
    at = dice.choice(found)
    parts[name] = parts[name][: at.start()] + b'<c r="%s"' % where + parts[name][at.end() :]


def _repeat(parts: Parts, dice: random.Random) -> None:
    """A row stands twice, or at another's number."""
    name = dice.choice(_sheets(parts))
    rows = list(re.finditer(rb"<row [^>]*?(?:/>|>.*?</row>)", parts[name], re.DOTALL))
    if not rows:
        return
    row = dice.choice(rows)
    again = row[0]
    if dice.random() < 0.5:
        again = re.sub(rb'<row r="\d+"', b'<row r="%d"' % dice.choice([0, 1, 7, 1_048_576, 10**12]), again)
    parts[name] = parts[name][: row.end()] + again + parts[name][row.end() :]


def _unshare(parts: Parts, dice: random.Random) -> None:
    """A shared text or a style is asked for by a number that is not there."""
    name = dice.choice(_sheets(parts))
    number = dice.choice([b"-1", b"99999", b"1.5", b"", b"x"])
    where = dice.choice([rb' s="\d+"', rb"<v>\d+</v>"])
    found = list(re.finditer(where, parts[name]))
    if found:
        at = dice.choice(found)
        new = b' s="%s"' % number if at[0].startswith(b" s") else b"<v>%s</v>" % number
        parts[name] = parts[name][: at.start()] + new + parts[name][at.end() :]


def _rename(parts: Parts, dice: random.Random) -> None:
    """A part under another name: relations and content types point into nowhere."""
    name = dice.choice(list(parts))
    parts[dice.choice([name.upper(), name + ".bak", "../" + name, name.replace("/", "\\"), "x" * 300])] = parts.pop(
        name
    )


def _flip(parts: Parts, dice: random.Random) -> None:
    """A few bytes of a part are others."""
    name = dice.choice(list(parts))
    data = bytearray(parts[name])
    for _ in range(min(len(data), 3)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    parts[name] = bytes(data)


DAMAGES: tuple[Callable[[Parts, random.Random], None], ...] = (
    _drop,
    _swap,
    _retype,
    _revalue,
    _cut,
    _unfold,
    _move,
    _repeat,
    _unshare,
    _rename,
    _flip,
)


def damaged(number: int) -> bytes:
    """The book of this number."""
    dice = random.Random(number)
    with zipfile.ZipFile(dice.choice(BOOKS)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(dice.choice([1, 1, 2, 3])):
        dice.choice(DAMAGES)(parts, dice)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        if dice.random() < 0.05:
            name = dice.choice(list(parts))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # zipfile says that the name stands twice: it is meant to
                archive.writestr(name, parts[dice.choice(list(parts))])
    whole = bytearray(out.getvalue())
    if dice.random() < 0.05:
        whole[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
    return bytes(whole[: dice.randrange(len(whole))] if dice.random() < 0.1 else whole)


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


@pytest.mark.parametrize("number", numbers(10))
def test_a_damaged_book_ends_as_documented_and_keeps_what_was_typed(tmp_path: Path, number: int) -> None:
    """Read, refused or passed over; never a traceback, a hang, or a typed cell that is gone."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(damaged(number))
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
