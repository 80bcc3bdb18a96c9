"""What the frozen version made of every event, stored once however often it was said."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.frozen.snapshot import SECTIONS, Snapshot, Texts, digest
from tests.frozen.stands import DATA, packed, unpacked

Index = dict[str, str]  # "views Ladder" → fingerprint of what stands there


class Golden:
    """Snapshots by name. Parts that are the same are kept once."""

    def __init__(self, path: Path, version: str = "") -> None:
        self.path = path
        self._parts: dict[str, Texts] = {}
        self._index: dict[str, dict[str, Index]] = {}
        self.version = version
        self.marks: dict[str, dict[str, list[int]]] = {}
        if not version:
            data: dict[str, Any] = unpacked(path.read_bytes())
            self._parts, self._index = data["parts"], data["snapshots"]
            self.version, self.marks = data["made with"], data["marks"]

    def put(self, unit: str, name: str, what: Snapshot) -> None:
        """Keep a snapshot of a unit (a backend, or a seed)."""
        index: Index = {}
        for section in SECTIONS:
            for chunk, texts in _chunks(what.get(section, {})).items():
                mark = digest(texts)
                self._parts[mark] = texts
                index[f"{section} {chunk}"] = mark
        self._index.setdefault(unit, {})[name] = index

    def get(self, unit: str, name: str) -> Snapshot:
        """A snapshot again. Raises KeyError for one that was never kept."""
        found: Snapshot = {section: {} for section in SECTIONS}
        for place, mark in self._index[unit][name].items():
            found[place.partition(" ")[0]] |= self._parts[mark]
        return found

    def names(self, unit: str) -> list[str]:
        """Names of a unit's snapshots."""
        return list(self._index[unit])

    def save(self) -> None:
        """Write everything down."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        body = {"made with": self.version, "marks": self.marks, "parts": self._parts, "snapshots": self._index}
        self.path.write_bytes(packed(body))


def _chunks(texts: Mapping[str, str]) -> dict[str, Texts]:
    found: dict[str, Texts] = {}
    for place, text in texts.items():
        found.setdefault(place.partition(" · ")[0] if " · " in place else "", {})[place] = text
    return found


def golden_of(format_name: str) -> Golden:
    """What the frozen version made of a format's event."""
    return Golden(DATA / format_name / "golden.json.gz")
