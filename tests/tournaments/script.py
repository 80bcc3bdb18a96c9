"""Reading a tournament written down as a case: what stands in the sheet, what people do and when, what must follow.

A case is a Markdown file:

    # What it shows
    Format: ladder
    Cites: 5(b), L6

    ## Given
    ### Players
    | Player | Rating |
    | --- | --- |
    | Ada | 2000 |

    ## 2026-11-02 18:00
    - Settings Start = now
    - pass

    ### Ladder
    | Position | Player |
    | --- | --- |
    | 1 | Ada |

Tables under Given are typed into the book. Under a time stand the acts of people and the worker, in order; the
tables after them are what the views must then show (the columns named, all rows). A long case may name its
`Backends: memory, xlsx`; it is played on the others too in a campaign. `### Why says` and `### Problems
say` are followed by list lines, each of which some line of the tab must contain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Expected:
    """A table (or lines) that a tab must show, and where it stands in the file."""

    tab: str
    kind: str  # "table", "says", "silent"
    headings: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    first_line: int = 0  # of the table, counted from 0
    last_line: int = 0


@dataclass
class Step:
    """A moment: acts in order, then what must be seen."""

    at: str
    acts: list[str] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)


@dataclass
class Case:
    """One file."""

    path: Path
    title: str
    format: str
    zone: str
    cites: tuple[str, ...]
    given: list[Expected]
    steps: list[Step]
    text: list[str]
    backends: tuple[str, ...] = ()  # where it is played by default; () for all


def cells_of(line: str) -> list[str]:
    """Cells of a Markdown table row; `\\|` is a bar."""
    inner = line.strip().strip("|").replace("\\|", "\0")
    return [c.strip().replace("\0", "|") for c in inner.split("|")]


def read_case(path: Path) -> Case:
    """The case in a file. Raises ValueError with the line where it cannot be read."""
    lines = path.read_text(encoding="utf-8").splitlines()
    case = Case(path, "", "ladder", "Europe/Berlin", (), [], [], lines)
    place: list[Expected] | None = None
    table: Expected | None = None
    step: Step | None = None
    for number, line in enumerate(lines):
        text = line.strip()
        if text.startswith("# "):
            case.title = text[2:]
        elif text.startswith("## "):
            table = None
            name = text[3:].strip()
            if name.casefold() == "given":
                place = case.given
            else:
                step = Step(name)
                case.steps.append(step)
                place = step.expected
        elif text.startswith("### "):
            name = text[4:].strip()
            found = re.fullmatch(r"(.+?) (says?|is silent about)", name)
            kind = "table" if not found else ("silent" if found[2].startswith("is") else "says")
            table = Expected(found[1] if found else name, kind, first_line=number + 1, last_line=number)
            if place is None:
                raise ValueError(f"{path.name}, line {number + 1}: a table before any ## heading")
            place.append(table)
        elif text.startswith("|") and table is not None:
            if table.headings and set(text) <= set("|-: "):
                table.last_line = number
                continue
            if not table.headings:
                table.headings, table.first_line = cells_of(text), number
            else:
                table.rows.append(cells_of(text))
            table.last_line = number
        elif text.startswith("- "):
            if table is not None and table.kind != "table":
                table.rows.append([text[2:]])
            elif step is not None:
                step.acts.append(text[2:])
        elif ": " in text and not case.steps and not case.given:
            key, _, value = text.partition(": ")
            match key.casefold():
                case "format":
                    case.format = value.strip()
                case "zone":
                    case.zone = value.strip()
                case "backends":
                    case.backends = tuple(v.strip() for v in value.split(","))
                case "cites":
                    case.cites = tuple(v.strip() for v in value.split(","))
    if not case.title or not case.steps:
        raise ValueError(f"{path.name}: a case needs a title and at least one moment")
    return case
