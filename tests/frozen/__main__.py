"""Add the skeleton of what is missing in `differences.md`, for a person to name and to give reasons.

python -m tests.frozen [--campaign] [UNIT …]        units such as “ladder xlsx”; all when none is named
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from rules.registry import formats
from tests.frozen.differences import LIST, Found, grown, read_list, skeleton
from tests.frozen.play import played
from tests.frozen.stands import KINDS


def units(everything: bool) -> dict[str, Callable[[], Found]]:
    """Everything that is compared, by the name of its unit."""
    return {
        f"{format_name} {kind}": lambda f=format_name, k=kind: played(f, k, everything)  # type: ignore[misc]
        for format_name in formats()
        for kind in KINDS
    }


def main() -> None:
    """Compare, and write the skeleton."""
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    every = units("--campaign" in sys.argv)
    found = [every[unit]() for unit in wanted or every]
    text = LIST.read_text(encoding="utf-8")
    added = skeleton(found, read_list(text))
    LIST.write_text(grown(text, added), encoding="utf-8")
    print(added or "Everything is as it was, or listed.")


if __name__ == "__main__":
    main()
