"""JSON that somebody else may have written: whatever it holds, a value or a ValueError comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MOST = 10**15  # no count of ours comes near it
LONGEST = 200_000_000  # characters


def read_json(text: str) -> Any:
    """The value of a text. Raises ValueError, also where it is nested without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def kept_json(path: Path) -> dict[str, Any]:
    """What one of the worker's small files holds. Raises OSError and ValueError."""
    if path.stat().st_size > LONGEST:
        raise ValueError("too long")
    found = read_json(path.read_text("utf-8"))
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found


def whole(value: object) -> int:
    """A count that can be true. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise ValueError("no count")
    return value
