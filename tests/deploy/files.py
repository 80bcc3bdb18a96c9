"""What the deployment tests share: where the files are, and how their command lines are found."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAIRSHEET = Path(sys.executable).parent / "pairsheet"


class Unit(dict[str, dict[str, list[str]]]):
    """A systemd unit: section → key → values in order."""


def unit(name: str) -> Unit:
    """A unit file as systemd reads it (no continuation lines, keys may repeat)."""
    found = Unit()
    section = ""
    for line in (DEPLOY / name).read_text().splitlines():
        if not line.strip() or line.startswith(("#", ";")):
            continue
        head = re.fullmatch(r"\[(\w+)\]", line)
        if head:
            section = head[1]
            found.setdefault(section, {})
        else:
            key, _, value = line.partition("=")
            found[section].setdefault(key.strip(), []).append(value.strip())
    return found


def instructions() -> list[tuple[str, str]]:
    """The Containerfile's instructions with what follows them, continuation lines joined."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def documents(name: str) -> list[dict[str, Any]]:
    """The documents of a YAML file."""
    return list(yaml.safe_load_all((DEPLOY / name).read_text()))


def commands() -> list[list[str]]:
    """Every command line of ours in deploy/, as words."""
    found = [shlex.split(value) for value in unit("pairsheet-sync@.service")["Service"]["ExecStart"]]
    found += [
        shlex.split(part) for part in re.findall(r"pairsheet sync[^|\"]*", (DEPLOY / "kubernetes.yaml").read_text())
    ]
    for word, rest in instructions():
        if word == "HEALTHCHECK":
            found.append(re.findall(r'"([^"]+)"', rest))
    return [[Path(words[0]).name, *words[1:]] for words in found]


__all__ = ["DEPLOY", "PAIRSHEET", "ROOT", "commands", "documents", "instructions", "unit"]
