"""The mark beside a book: its last revision and Journal number, so that an older version put back is noticed."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from sync.backends.base import Mark, Unreachable
from sync.backends.xlsx_beside import named, plain, sweep, write_beside
from sync.backends.xlsx_rights import copy_rights
from sync.jsontext import kept_json, whole


def mark_path(path: Path) -> Path:
    """Where the mark lies: beside the book."""
    return named(path, "pairsheet")


def read_mark(path: Path) -> Mark | None:
    """The mark beside the book; None when there is none or it cannot be read."""
    try:
        data = kept_json(mark_path(path))
        return Mark(whole(data["revision"]), whole(data["last_no"]), str(data["sha256"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_mark(path: Path, mark: Mark) -> None:
    """Keep the mark beside the book. Raises Unreachable."""
    text = json.dumps({"revision": mark.revision, "last_no": mark.last_no, "sha256": mark.fingerprint}) + "\n"
    try:
        sweep(mark_path(path))
        temp = write_beside(mark_path(path), text.encode())
        try:
            if path.exists():
                copy_rights(path, temp)
            os.replace(temp, mark_path(path))
        except BaseException:
            with contextlib.suppress(OSError):
                temp.unlink()
            raise
    except OSError as error:
        raise Unreachable(f"{mark_path(path).name} could not be written: {plain(error)}.") from error


def forget_mark(path: Path) -> None:
    """Drop the mark of a book that is gone: a new one in its place begins at 0. Raises Unreachable."""
    try:
        mark_path(path).unlink(missing_ok=True)
    except OSError as error:
        raise Unreachable(f"{mark_path(path).name} could not be removed: {plain(error)}.") from error
