"""Add the skeleton of what is missing in `differences.md` and `differences_of_events.md`, for a person to name and to give reasons.

python -m tests.frozen [--campaign] [FORMAT …]        all formats when none is named
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.registry import formats
from tests.frozen.differences import EVENTS, LIST, Found, gone, grown, read_list, skeleton
from tests.frozen.play import played
from tests.frozen.random_events import compared


def main() -> None:
    """Compare, and write the skeleton."""
    everything = "--campaign" in sys.argv
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    names = wanted or list(formats())
    _complete(LIST, [played(name, everything) for name in names], everything)
    _complete(EVENTS, [compared(name, everything) for name in names], everything)


def _complete(path: Path, found: list[Found], everything: bool) -> None:
    text = path.read_text(encoding="utf-8")
    entries = read_list(text)
    added = skeleton(found, entries)
    path.write_text(grown(text, added), encoding="utf-8")
    print(added or f"{path.name}: everything is as it was, or listed.")
    for one in found:
        for entry in gone(one, entries, everything):
            print(f"{one.name}: “{entry.name}” does not occur any more: take it out.")


if __name__ == "__main__":
    main()
