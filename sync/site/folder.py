"""A website put into its folder: no visitor sees half, unchanged files keep their bytes, nobody's files are touched.

The folder holds a list of the site's own files. What is no longer on it goes away; a folder without that list that is
not empty is refused. Each file is replaced whole, the front page last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

MARK = ".pairsheet-site.json"
FRONT = "index.html"


class NotASite(ValueError):
    """The folder cannot be the site's; the message says why."""


@dataclass(frozen=True)
class Done:
    """How many files were written, left as they were, and taken away."""

    written: int
    same: int
    gone: int


def put(folder: Path, files: Mapping[str, str | bytes]) -> Done:
    """Bring the folder up to date. Raises NotASite, and OSError where it cannot be written."""
    before = _before(folder)
    wanted = {path: body.encode("utf-8") if isinstance(body, str) else body for path, body in files.items()}
    marks = {path: sha256(body).hexdigest() for path, body in wanted.items()}
    folder.mkdir(parents=True, exist_ok=True)
    new = set(marks) - set(before)
    if new or not (folder / MARK).exists():
        _replace(folder / MARK, _mark({**before, **dict.fromkeys(new, "")}))  # they are the site's, also after a kill
    changed = [path for path in wanted if before.get(path) != marks[path] or not (folder / path).is_file()]
    for path in sorted(changed, key=lambda p: p == FRONT):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        _replace(folder / path, wanted[path])
    gone = [path for path in before if path not in wanted]
    for path in gone:
        (folder / path).unlink(missing_ok=True)
        _drop_empty(folder, (folder / path).parent)
    if changed or gone:
        _replace(folder / MARK, _mark(marks))
    return Done(len(changed), len(wanted) - len(changed), len(gone))


def _before(folder: Path) -> dict[str, str]:
    if folder.is_file():
        raise NotASite(f"{folder} is a file; name a folder")
    mark = folder / MARK
    if mark.is_file():
        try:
            found = json.loads(mark.read_text(encoding="utf-8"))["files"]
        except (ValueError, KeyError, TypeError) as wrong:
            raise NotASite(f"{mark} cannot be read; remove the folder, or name another one") from wrong
        return {str(path): str(body) for path, body in found.items() if _is_inside(folder, str(path))}
    unfinished = _beside(mark)  # of a first pass that was killed before its list stood there
    if folder.is_dir() and any(path != unfinished for path in folder.iterdir()):
        raise NotASite(f"{folder} is not empty and was not made as a website: nothing was written. Name another folder")
    return {}


def _is_inside(folder: Path, path: str) -> bool:
    """Whether a listed path leads to a file of the folder: somebody may have written the list."""
    return not Path(path).is_absolute() and (folder / path).resolve().is_relative_to(folder.resolve())


def _mark(marks: Mapping[str, str]) -> bytes:
    return (json.dumps({"site": 1, "files": dict(sorted(marks.items()))}, indent=0) + "\n").encode()


def _replace(path: Path, body: bytes) -> None:
    """A file replaced whole: a visitor gets the old one or the new one."""
    beside = _beside(path)
    try:
        with beside.open("wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


def _drop_empty(root: Path, folder: Path) -> None:
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
