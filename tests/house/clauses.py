"""Checking an index of clauses or rulings: what it names exists, and each ruling is cited in code and in a case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def rows(path: Path) -> list[list[str]]:
    """The cells of every row of the table; of a first cell that is a link, its text."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return [[without_link(first), *others] for first, *others in cells]


def without_link(cell: str) -> str:
    """The text of a cell that is one Markdown link; any other cell as it is."""
    link = re.fullmatch(r"\[(.+)\]\([^\s]+\)", cell)
    return link[1] if link else cell


def exists(dotted: str) -> bool:
    """Whether a module, and what is named inside it (a dataclass's field too), is there."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if not hasattr(found, name) and name not in getattr(found, "__dataclass_fields__", {}):
                return False
            found = getattr(found, name, None)
        return True
    return False


def check_rows(path: Path) -> None:
    """Every row names a code object that can be imported and a case that stands in its file."""
    for row in rows(path):
        named = [n for cell in row for n in re.findall(r"`(rules\.[\w.]+)`", cell)]
        cases = [c for cell in row for c in re.findall(r"`(tests/[\w/.]+)::(\w+)`", cell)]
        assert named, f"{path.name}, {row[0]}: no code"
        assert cases, f"{path.name}, {row[0]}: no case"
        for name in named:
            assert exists(name), f"{row[0]}: {name}"
        for file, case in cases:
            assert f"def {case}(" in (ROOT / file).read_text(encoding="utf-8"), f"{row[0]}: {case}"


def cited(letter: str, paths: Iterable[Path], whole: str = "") -> set[int]:
    """Numbers of the rulings named in these files, spans such as `S27-S31` included.

    `whole` is the span of all rulings, which names none by itself. A letter after a dash belongs to a round's id.
    """
    found: set[int] = set()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        text = text.replace(whole, "") if whole else text
        for first, last in re.findall(rf"\b{letter}(\d{{1,2}})-{letter}(\d{{1,2}})\b", text):
            found |= set(range(int(first), int(last) + 1))
        found |= {int(n) for n in re.findall(rf"(?<!-)\b{letter}(\d{{1,2}})\b", text)}
    return found


def check_rulings(letter: str, index: Path, code: Iterable[Path], cases: Iterable[Path]) -> None:
    """Each number once, in order and without a gap; cited in the code and in a case."""
    listed = [row[0] for row in rows(index)]
    numbers = range(1, len(listed) + 1)
    assert listed == [f"{letter}{n}" for n in numbers]
    whole = f"{letter}1-{letter}{len(listed)}"
    for where, paths in (("the code", code), ("a case", cases)):
        missing = [f"{letter}{n}" for n in sorted(set(numbers) - cited(letter, paths, whole))]
        assert not missing, f"cited nowhere in {where}: {missing}"


def python_files(*folders: str) -> list[Path]:
    """All modules directly in these folders, given from the top of the project."""
    return [file for folder in folders for file in sorted((ROOT / folder).glob("*.py"))]


def cites_of(cases: Iterable[Path]) -> dict[str, list[str]]:
    """What the `Cites:` lines of written tournaments name: the names of the files by clause or ruling."""
    found: dict[str, list[str]] = {}
    for path in cases:
        for line in path.read_text(encoding="utf-8").split("## ", 1)[0].splitlines():
            if line.startswith("Cites: "):
                for name in line.removeprefix("Cites: ").split(","):
                    found.setdefault(name.strip(), []).append(path.name)
    return found


def check_cites(cases: Iterable[Path], *indexes: Path, elsewhere: Iterable[str] = ()) -> None:
    """Every clause and ruling of the indexes is cited by a written tournament, and nothing that no index lists.

    `elsewhere`: those of which the workbook shows nothing.
    """
    listed = [row[0] for index in indexes for row in rows(index)]
    named = cites_of(cases)
    unknown = {name: files for name, files in named.items() if name not in listed}
    assert not unknown, f"in no index: {unknown}"
    missing = [name for name in listed if name not in named and name not in set(elsewhere)]
    assert not missing, f"shown by no written tournament: {missing}"
