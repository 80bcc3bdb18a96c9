"""What the worker keeps outside the books: small JSON bodies by name, in a folder or wherever several workers share it.

Marks, what is known of a spreadsheet, Drive's change tokens and health are kept so. Everything here can be had again:
from the books, from Drive, from the next pass. A store that lost something costs requests, never a result.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from sync.jsontext import kept_json


class Store(Protocol):
    """Bodies by name, such as `google/ID.mark`: a part before the slash that says what sort they are, and the rest."""

    def get(self, name: str) -> dict[str, Any] | None:
        """The body; None when there is none, or none that can be read."""

    def put(self, name: str, body: Mapping[str, Any], shown: bool = False) -> None:
        """Keep this body in one step, in place of the one before. `shown`: a monitor may read it. Raises OSError."""

    def drop(self, name: str) -> None:
        """Forget it; nothing happens when it is not there. Raises OSError."""

    def names(self, sort: str) -> tuple[str, ...]:
        """Names of all bodies of a sort, in order."""

    def where(self, name: str) -> str:
        """Where it is kept, for the operator's eyes."""


class Folder:
    """A file a body."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, name: str) -> dict[str, Any] | None:
        """The body; None when there is none, or none that can be read."""
        try:
            return kept_json(self._file(name))
        except (OSError, ValueError):
            return None

    def put(self, name: str, body: Mapping[str, Any], shown: bool = False) -> None:
        """Keep this body in one step, in place of the one before. Raises OSError."""
        path = self._file(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scrap = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(body, file)
            if shown:
                os.chmod(scrap, 0o644)
            os.replace(scrap, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(scrap)
            raise

    def drop(self, name: str) -> None:
        """Forget it. Raises OSError."""
        self._file(name).unlink(missing_ok=True)

    def names(self, sort: str) -> tuple[str, ...]:
        """Names of all bodies of a sort, in order."""
        files = (self._path / sort).glob("*.json")
        return tuple(sorted(f"{sort}/{f.name.removesuffix('.json')}" for f in files if not f.name.startswith(".")))

    def where(self, name: str) -> str:
        """The path of its file."""
        return str(self._file(name))

    def _file(self, name: str) -> Path:
        return self._path / f"{name}.json"


def store_of(place: Path | Store) -> Store:
    """A store; a folder stands for the one in it."""
    return Folder(place) if isinstance(place, Path) else place
