"""The rooms of the house: imports run one way, and the shared vocabulary stays free of the world."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("ladder", "swiss", "pente", "hastings", "grandchesstour")
WORLD = frozenset(
    ["os", "sys", "io", "pathlib", "socket", "requests", "subprocess", "time", "random", "secrets", "logging", "tempfile", "shutil", "urllib", "http", "sqlite3", "threading", "asyncio", "gspread", "openpyxl", "typer", "schedule"]
)  # fmt: skip
# From the bottom up: a module imports from its own room and from those before it.
ORDER = (
    "jsontext", "grid", "kinds", "problems", "schema", "marks", "plan", "encode", "journal_rows", "journal", "runner",
    "reading", "claims", "telling", "deciding", "decide",
    "settings", "clocks", "keeping", "backends", "pairing_systems", "arriving", "site", "making", "running", "fleet", "doctor",
    "cli", "__main__",
)  # fmt: skip


def modules(folder: str) -> list[Path]:
    """Every module below a folder."""
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Full names of all modules a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("path", modules("rules"), ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_touch_nothing_of_the_world(path: Path) -> None:
    """No files, network, clock, environment or dice, and nothing of sync."""
    found = {name.split(".")[0] for name in imports(path)}
    assert not found & WORLD, found & WORLD
    assert "sync" not in found
    text = path.read_text(encoding="utf-8")
    assert "datetime.now(" not in text
    assert "utcnow(" not in text


@pytest.mark.parametrize("room", ROOMS)
def test_rulebooks_do_not_import_each_other(room: str) -> None:
    """A rulebook's room imports the shared vocabulary and parts only."""
    others = {f"rules.{other}" for other in ROOMS if other != room}
    for path in modules(f"rules/{room}"):
        for name in imports(path):
            assert not any(name == other or name.startswith(other + ".") for other in others), f"{path}: {name}"


def test_parts_do_not_import_rulebooks() -> None:
    """Shared parts know no rulebook."""
    for path in modules("rules/parts"):
        for name in imports(path):
            assert not any(name.startswith(f"rules.{room}") for room in ROOMS), f"{path}: {name}"


OF_ONE_ROOM: dict[str, str] = {}  # a part that waits for its second room, and why


def test_parts_are_shared() -> None:
    """What one rulebook alone uses stands in its room: every part serves two rooms, or the other parts, or the sheet."""
    names = {p.name.removesuffix(".py") for p in (ROOT / "rules" / "parts").iterdir() if not p.name.startswith("_")}
    users: dict[str, set[str]] = {name: set() for name in names}
    for path in (*modules("rules"), *modules("sync")):
        wing, *rest = path.relative_to(ROOT).parts
        room = rest[0] if wing == "rules" else wing
        home = rest[1].removesuffix(".py") if room == "parts" else room
        for name in imports(path):
            if name.startswith("rules.parts.") and name.split(".")[2] != home:
                users[name.split(".")[2]].add(home)
    alone = {name for name, rooms in users.items() if len(rooms) < 2} - set(OF_ONE_ROOM)
    assert not alone, {name: users[name] for name in alone}
    assert all(len(users[name]) == 1 for name in OF_ONE_ROOM), "shared by now: take it out of the list"


@pytest.mark.parametrize("path", modules("sync"), ids=lambda p: str(p.relative_to(ROOT)))
def test_sync_imports_run_one_way(path: Path) -> None:
    """Rooms stand in one order (the chess sites are a room of their own, under everything)."""
    own = path.relative_to(ROOT / "sync").with_suffix("").parts[0]
    others = {name.split(".")[1] for name in imports(path) if name.startswith("sync.")} - {own}
    if own in ("chesssites", "__init__"):
        assert not others - ({"running"} if own == "__init__" else set())  # its door for notebooks opens when called
        return
    assert own in ORDER, f"{path}: put it into a room"
    above = set(ORDER[ORDER.index(own) :]) | (others - set(ORDER) - {"chesssites"})
    assert not others & above, f"{path} imports {others & above}"


def test_only_the_command_line_prints_or_exits() -> None:
    """`print`, `sys.exit` and `typer.Exit` stand in the command line alone."""
    for path in modules("sync"):
        if path.parent.name == "cli" or path.name == "__main__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "exit", "quit"), f"{path}:{node.lineno}"


def test_modules_stay_small() -> None:
    """A crowded module wants to be redesigned before something is added to it."""
    crowded = {}
    for folder in ("rules", "sync", "sheets_templates"):
        for path in modules(folder):
            length = len(path.read_text(encoding="utf-8").splitlines())
            if length > 560:
                crowded[str(path.relative_to(ROOT))] = length
    assert not crowded
