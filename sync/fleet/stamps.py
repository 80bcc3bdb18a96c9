"""What tells that a workbook file was saved."""

from __future__ import annotations

from pathlib import Path


def stamp_of(path: Path) -> str:
    """What tells that a file was saved; blank where it is not there."""
    try:
        seen = path.stat()
    except (OSError, ValueError):
        return ""
    return f"{seen.st_mtime_ns} {seen.st_size} {seen.st_ino}"
