"""Drive's search language and its pages."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from tests.emulator.clock import stamp
from tests.emulator.errors import DriveError
from tests.emulator.traffic import Request
from tests.emulator.world import File


def ordered(files: list[File], order: str | None) -> list[File]:
    """Files by `orderBy`, such as `name,modifiedTime desc`; without it, the newest change first."""
    keys: dict[str, Any] = {
        "name": lambda file: file.name.lower(),
        "name_natural": lambda file: file.name.lower(),
        "createdTime": lambda file: file.created,
        "modifiedTime": lambda file: file.modified,
    }
    out = list(files)
    for part in reversed((order or "modifiedTime desc").split(",")):
        name, _, down = part.strip().partition(" ")
        if name in keys:
            out.sort(key=keys[name], reverse=down == "desc")
    return out


def paged(items: list[Any], request: Request, usual: int = 100) -> tuple[list[Any], str]:
    """One page of a list and the token of the next one."""
    size = int(request.one("pageSize") or usual)
    token = request.one("pageToken") or ""
    start = int(token) if token.isdigit() else 0
    return items[start : start + size], str(start + size) if start + size < len(items) else ""


_TERM = re.compile(
    r"\s*(?:(?P<not>not\s+)?(?:(?P<field>[A-Za-z]+)\s*(?P<op>!=|<=|>=|=|<|>|contains\b|in\b)\s*"
    r"(?P<value>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|true|false)"
    r"|(?P<who>'(?:[^'\\]|\\.)*')\s+in\s+(?P<list>[A-Za-z]+)))\s*(?P<join>and\b|or\b)?"
)


def search(text: str) -> Any:
    """A test of files for a `q` parameter: terms joined by `and` and `or` (`and` binds tighter)."""
    alternatives: list[list[re.Match[str]]] = [[]]
    at = 0
    while at < len(text.rstrip()):
        match = _TERM.match(text, at)
        if match is None:
            raise DriveError(400, "Invalid Value", "invalid", at="q")
        alternatives[-1].append(match)
        if match["join"] == "or":
            alternatives.append([])
        at = match.end()
    return lambda file: any(all(_term(match, file) for match in terms) for terms in alternatives)


def _term(match: re.Match[str], file: File) -> bool:
    if match["list"]:
        wanted = re.sub(r"\\(.)", r"\1", match["who"][1:-1])
        lists = {
            "parents": file.parents,
            "owners": [file.owner],
            "writers": [who for who in file.roles if file.rank(who) >= 2],
            "readers": list(file.roles),
        }
        held = wanted in lists.get(match["list"], ())
    else:
        value = match["value"]
        if match["op"] == "in":
            # Both ways round are understood: `'id' in parents` and `parents in 'id'`.
            lists = {"parents": file.parents, "owners": [file.owner]}
            held = re.sub(r"\\(.)", r"\1", value[1:-1]) in lists.get(match["field"], ())
            return held != bool(match["not"])
        wanted = value if value in ("true", "false") else re.sub(r"\\(.)", r"\1", value[1:-1])
        have = {
            "name": file.name,
            "mimeType": file.mime,
            "trashed": str(file.trashed).lower(),
            "modifiedTime": stamp(file.modified),
            "createdTime": stamp(file.created),
        }.get(match["field"])
        if have is None:
            raise DriveError(400, "Invalid Value", "invalid", at="q")
        if match["field"].endswith("Time"):
            wanted = stamp(datetime.fromisoformat(wanted if wanted[-1:] == "Z" or "+" in wanted else wanted + "+00:00"))
        held = {
            "=": have == wanted,
            "!=": have != wanted,
            "<": have < wanted,
            ">": have > wanted,
            "<=": have <= wanted,
            ">=": have >= wanted,
            "contains": wanted.lower() in have.lower(),
        }[match["op"]]
    return held != bool(match["not"])
