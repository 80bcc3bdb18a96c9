"""A fault of our own, told so that it can be sent in: where it happened, never what stood in the sheet.

The text of an exception may quote a cell, a link or a name, so it is left out; places in our code and in libraries are
kept, with the versions that were at work.
"""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import os
import platform
import tempfile
from collections.abc import Iterator
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType

FOLDER = "faults"
MOST_PLACES = 60  # of a traceback: the outermost and the innermost half
LIBRARIES = ("openpyxl", "python-calamine", "gspread", "google-auth", "pandas", "typer", "tzdata")
_HOME = Path(__file__).resolve().parents[2]


def place_of(fault: BaseException) -> str:
    """The kind of fault and the innermost place of ours: `KeyError in sync/decide.py:120`."""
    ours = [(file, number) for file, number, _ in _places(fault.__traceback__) if not file.startswith("…")]
    where = f" in {ours[-1][0]}:{ours[-1][1]}" if ours else ""
    return f"{type(fault).__name__}{where}"


def in_one_line(trouble: OSError) -> str:
    """What the system said, and of which file."""
    said = (trouble.strerror or type(trouble).__name__).rstrip(".")
    return f"{trouble.filename}: {said}." if trouble.filename else f"{said}."


def report_text(fault: BaseException, at: datetime, command: str) -> str:
    """The report of a fault. `command` is the name of the command alone."""
    lines = [
        "A fault of Pairsheet. This report holds no names, no links and nothing of the sheet.",
        f"pairsheet {_version('pairsheet')}, Python {platform.python_version()}, {platform.system()}",
        ", ".join(f"{name} {_version(name)}" for name in LIBRARIES),
        f"{at.isoformat(timespec='seconds')}, command {command}",
    ]
    return "\n".join([*lines, *_told(fault)]) + "\n"


def keep(fault: BaseException, at: datetime, command: str, state: Path) -> Path | None:
    """Write the report into the state folder, or where that cannot be into the temporary one. None: nowhere.

    The same fault has the same file, so that a worker which meets it every minute does not fill the disk.
    """
    text = report_text(fault, at, command)
    name = f"fault-{hashlib.sha256(chr(10).join(_told(fault)).encode()).hexdigest()[:10]}.txt"
    for folder in (state / FOLDER, Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError, ValueError):
            folder.mkdir(parents=True, exist_ok=True)
            handle, scrap = tempfile.mkstemp(prefix=".fault-", dir=folder)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(scrap, folder / name)
            return folder / name
    return None


def _told(fault: BaseException) -> list[str]:
    """Every place, the newest last; what it came from comes first."""
    chain: list[BaseException] = [fault]
    while (earlier := chain[-1].__cause__ or chain[-1].__context__) is not None and earlier not in chain:
        chain.append(earlier)
    lines: list[str] = []
    for one in reversed(chain[:5]):
        lines.append(f"{type(one).__name__}:")
        places = list(_places(one.__traceback__))
        if len(places) > MOST_PLACES:
            half = MOST_PLACES // 2
            places = [*places[:half], ("…", len(places) - MOST_PLACES, "places left out"), *places[-half:]]
        lines += [f"  {file}:{number} {code}" for file, number, code in places]
    return lines


def _places(at: TracebackType | None) -> Iterator[tuple[str, int, str]]:
    """File, line and source of each frame. A file of ours by its path in the house, another one by its last parts."""
    while at is not None:
        code = at.tb_frame.f_code
        path = Path(code.co_filename)
        try:
            shown = path.resolve().relative_to(_HOME).as_posix()
        except (ValueError, OSError, RuntimeError):
            shown = ""
        if not shown or "site-packages" in shown:
            shown = "…/" + "/".join(path.parts[-2:]) if "packages" in path.as_posix() else f"…/{path.name}"
        source = linecache.getline(code.co_filename, at.tb_lineno).strip()
        yield shown, at.tb_lineno, f"{code.co_name}: {source}"
        at = at.tb_next


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "-"
