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
# From the bottom up: a module may import modules of its own layer and of those before it.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("grid", "kinds", "problems", "schema"),
    ("plan", "journal_rows", "journal", "decode", "results", "places"),
    (
        "identity",
        "row_names",
        "restored",
        "seen_cells",
        "ledger",
        "changed_cells",
        "gather",
        "stops",
        "adopt",
        "reports",
        "fitting",
        "submissions",
        "runner",
        "encode",
        "to_do",
        "notices",
        "views",
        "appended",
        "beside",
        "checks",
    ),
    ("decide",),
    ("backends", "create", "season", "export", "simulate", "settings", "books", "pairing_systems"),
    ("once", "outbox", "verification", "demo", "doctor", "nudge", "mirror", "answers"),
    ("service", "worker", "health"),
    ("cli", "__main__"),
)


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


def _layer(name: str) -> int | None:
    for number, layer in enumerate(LAYERS):
        if name in layer:
            return number
    return None


@pytest.mark.parametrize("path", modules("sync"), ids=lambda p: str(p.relative_to(ROOT)))
def test_sync_imports_run_one_way(path: Path) -> None:
    """Lower layers never import higher ones (chess sites are a room of their own, under everything)."""
    parts = path.relative_to(ROOT / "sync").with_suffix("").parts
    if parts[0] in ("chesssites", "__init__"):
        assert (
            not any(name.startswith("sync.") and not name.startswith("sync.chesssites") for name in imports(path))
            or parts[0] == "__init__"
        )
        return
    own = _layer(parts[0])
    assert own is not None, f"{path}: put the module into a layer of this test"
    for name in imports(path):
        if name.startswith("sync.") and not name.startswith("sync.chesssites"):
            other = _layer(name.split(".")[1])
            assert other is not None, f"{name} has no layer"
            assert other <= own, f"{path} imports {name}, which stands above it"


def test_only_the_command_line_prints_or_exits() -> None:
    """`print`, `sys.exit` and `typer.Exit` stand in the command line alone."""
    for path in modules("sync"):
        if path.name in ("cli.py", "__main__.py"):
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
