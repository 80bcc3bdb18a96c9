"""The changelog has the layout of Keep a Changelog, so that operators find what concerns them."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
RELEASE = re.compile(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})")


def test_versions_stand_in_order_and_each_has_its_kinds() -> None:
    """`[Unreleased]` first, then versions with their days, the newest on top; below each the kinds in one order."""
    parts = re.split(r"^## ", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert parts[0].startswith("[Unreleased]\n")
    releases = [RELEASE.match(part) for part in parts[1:]]
    assert all(releases)
    days = [match[2] for match in releases if match]
    assert days == sorted(days, reverse=True)
    if releases and releases[0]:
        assert releases[0][1] == version("pairsheet")
    for part in parts:
        kinds = re.findall(r"^### (.+)$", part, re.MULTILINE)
        assert kinds
        assert kinds == [kind for kind in KINDS if kind in kinds], "an unknown kind, or one out of order or twice"


def test_every_kind_has_entries() -> None:
    """No empty section, and entries are sentences."""
    sections = re.split(r"^### .+$", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for section in sections:
        entries = re.split(r"^- ", section.split("\n## ")[0], flags=re.MULTILINE)[1:]
        assert entries
        for entry in entries:
            text = " ".join(entry.split("\n\n")[0].split())
            assert text.endswith((".", ").")), text
