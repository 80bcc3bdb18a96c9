"""Add the skeleton of what is missing in `differences.md`, for a person to name and to give reasons.

python -m tests.frozen [--campaign] [FORMAT …]        all formats when none is named
"""

from __future__ import annotations

import sys

from rules.registry import formats
from tests.frozen.differences import LIST, gone, grown, read_list, skeleton
from tests.frozen.play import played


def main() -> None:
    """Compare, and write the skeleton."""
    everything = "--campaign" in sys.argv
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    found = [played(format_name, everything) for format_name in wanted or formats()]
    text = LIST.read_text(encoding="utf-8")
    entries = read_list(text)
    added = skeleton(found, entries)
    LIST.write_text(grown(text, added), encoding="utf-8")
    print(added or "Everything is as it was, or listed.")
    for one in found:
        for entry in gone(one, entries, everything):
            print(f"{one.name}: “{entry.name}” does not occur any more: take it out.")


if __name__ == "__main__":
    main()
