"""The list of licences says what packages declare, and says so where they declare nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deploy.licences import NOT_SAID, licence_of, listed, main

ONE = {"name": "one", "version": "1.0", "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "MIT License"}}]}
TWO = {"name": "Two", "version": "2.0", "licenses": [{"expression": "Apache-2.0 OR BSD-3-Clause"}]}
OLD = {"name": "old", "version": "3", "licenses": [{"license": {"name": "License :: OSI Approved :: BSD License"}}]}
MUTE = {"name": "mute", "version": "4"}


@pytest.mark.parametrize(
    ("component", "licence"),
    [
        (ONE, "MIT"),
        (TWO, "Apache-2.0 OR BSD-3-Clause"),
        (OLD, "BSD License"),
        (MUTE, NOT_SAID),
        ({"licenses": []}, NOT_SAID),
    ],
)
def test_a_package_has_the_licence_it_declares(component: dict[str, object], licence: str) -> None:
    assert licence_of(component) == licence


def test_packages_are_listed_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sbom, page = tmp_path / "sbom.json", tmp_path / "licences.md"
    sbom.write_text(json.dumps({"components": [TWO, OLD, ONE]}), encoding="utf-8")
    assert [row[0] for row in listed(json.loads(sbom.read_text()))] == ["old", "one", "Two"]
    assert main([str(sbom), str(page)]) == 0
    assert "| one | 1.0 | MIT |" in page.read_text(encoding="utf-8")
    assert capsys.readouterr().out == "3 packages.\n"


def test_a_package_that_says_nothing_is_named_and_the_command_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sbom = tmp_path / "sbom.json"
    sbom.write_text(json.dumps({"components": [ONE, MUTE]}), encoding="utf-8")
    assert main([str(sbom), str(tmp_path / "out.md")]) == 1
    assert "say nothing of their licence: mute" in capsys.readouterr().out
    assert main([]) == 2
