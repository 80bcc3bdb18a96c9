"""Every written tournament, on every backend that needs no network.

`PAIRSHEET_ACCEPT=NAME pytest …` (or `make accept CASE=NAME`) writes what is shown into the case instead of comparing;
then a person reads the difference.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import pytest

from tests.tournaments.play import Mismatch, Player, Table
from tests.tournaments.rigs import BACKENDS
from tests.tournaments.script import Case, Expected, read_case

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("**/*.md"))
CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


def plays() -> list[tuple[Path, str]]:
    """Every case with the backends it is played on: in memory, and in a file or a spreadsheet; in a campaign all."""
    found = []
    for path in CASES:
        wanted = sorted(read_case(path).backends or BACKENDS)
        kept = [backend for backend in wanted if backend != "memory"]
        one = kept[crc32(path.stem.encode()) % len(kept)] if kept else ""
        found += [(path, b) for b in sorted(BACKENDS) if CAMPAIGN > 1 or b == one or (b == "memory" and b in wanted)]
    return found


def compare(expected: Expected, shown: list[list[str]]) -> None:
    """Raise where the tab shows something else."""
    if expected.kind == "says":
        for (line,) in expected.rows:
            if not any(line in text for (text,) in shown):
                raise Mismatch(f"{expected.tab} nowhere says: {line}\nIt says:\n" + "\n".join(t for (t,) in shown))
        return
    if expected.kind == "silent":
        for (line,) in expected.rows:
            assert not any(line in text for (text,) in shown), f"{expected.tab} says: {line}"
        return
    if shown != expected.rows:
        raise Mismatch(
            f"{expected.tab} shows\n{table(expected.headings, shown)}\nand not\n{table(expected.headings, expected.rows)}"
        )


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in lines)


def accept(case: Case, table_factory: object) -> None:
    """Write what is shown now into the case."""
    found: list[tuple[Expected, list[list[str]]]] = []
    player = Player(case, table_factory())  # type: ignore[operator]
    player.set_up()
    player.play(lambda expected, shown: found.append((expected, shown)))
    lines = list(case.text)
    for expected, shown in sorted(found, key=lambda f: -f[0].first_line):
        if expected.kind == "table":
            lines[expected.first_line : expected.last_line + 1] = table(expected.headings, shown).splitlines()
    case.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize(("path", "backend"), plays(), ids=lambda p: p.stem if isinstance(p, Path) else p)
def test_tournament(path: Path, backend: str, tmp_path: Path) -> None:
    """The views show what the case says."""
    case = read_case(path)
    if os.environ.get("PAIRSHEET_ACCEPT") in (path.stem, "all") and backend == "memory":
        accept(case, lambda: BACKENDS["memory"](tmp_path))
        return
    rig = BACKENDS[backend](tmp_path)
    player = Player(case, rig)
    player.set_up()
    player.play(compare)


def test_there_are_cases() -> None:
    """The folder is not empty (a glob that finds nothing would pass silently)."""
    assert CASES
    assert isinstance(Table, type)
