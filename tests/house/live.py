"""Which definitions of `rules/` the product reaches, by reading its code: what only tests call is not among them.

Names are followed through imports, from all that runs when a module is loaded and from everything outside `rules/`.
A method counts as reached where anything reached asks for an attribute of its name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WINGS = ("rules", "sync", "sheets_templates", "deploy")
Definition = ast.FunctionDef | ast.ClassDef


@dataclass
class Module:
    """What a module imports by name, defines on top, and names outside of its definitions."""

    name: str
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    defined: dict[str, Definition] = field(default_factory=dict)
    rest: list[ast.stmt] = field(default_factory=list)


@cache
def product() -> dict[str, Module]:
    """Every module of the product by its dotted name."""
    found = {}
    for path in (p for wing in WINGS for p in sorted((ROOT / wing).rglob("*.py"))):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = module = Module(name)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                module.imported |= {a.asname or a.name: (node.module or "", a.name) for a in node.names}
        for top in tree.body:
            if isinstance(top, ast.FunctionDef | ast.ClassDef):
                module.defined[top.name] = top
            else:
                module.rest.append(top)
    return found


def home(module: str, name: str) -> str:
    """Where a name used in a module is defined, dotted, through imports and packages that pass it on."""
    here = product().get(module)
    if here is not None and name not in here.defined and name in here.imported:
        return home(*here.imported[name])
    return f"{module}.{name}"


def named(module: str, node: ast.AST) -> Iterator[str]:
    """What a piece of code asks for: dotted names, and `.name` for an attribute (in `getattr` by its text, too)."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            yield home(module, part.id)
            if part.id == "getattr":
                yield from (f".{text}" for text in _texts(node))
        elif isinstance(part, ast.Attribute):
            yield f".{part.attr}"
            if isinstance(part.value, ast.Name):  # a module's own: `drafts.draft_final`
                yield home(".".join(product()[module].imported.get(part.value.id, ("", ""))), part.attr)
        elif isinstance(part, ast.keyword) and part.arg:
            yield f".{part.arg}"


def _texts(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "getattr":
            yield from (str(a.value) for a in call.args if isinstance(a, ast.Constant))


def pieces() -> Iterator[tuple[str, str, list[ast.AST]]]:
    """Definitions of `rules/`: dotted name, the name that reaches it, and its code. Methods stand by themselves."""
    for module in product().values():
        if not module.name.startswith("rules"):
            continue
        for name, node in module.defined.items():
            dotted = f"{module.name}.{name}"
            methods = [n for n in node.body if isinstance(n, ast.FunctionDef)] if isinstance(node, ast.ClassDef) else []
            own = [m for m in methods if not m.name.startswith("__") and not _of_outside(dotted, m.name)]
            yield dotted, dotted, [n for n in ast.iter_child_nodes(node) if n not in own]
            yield from ((f"{dotted}.{m.name}", f".{m.name}", [m]) for m in own)


def _of_outside(dotted: str, method: str) -> bool:
    """Whether a class from outside of the project calls this method: it answers one of its bases."""
    module, _, name = dotted.rpartition(".")
    bases = getattr(import_module(module), name).__mro__[1:]
    return any(method in vars(base) and not base.__module__.startswith("rules") for base in bases)


@cache
def reached() -> tuple[frozenset[str], frozenset[str]]:
    """Definitions of `rules/` that the product reaches, and every name that is asked for on the way."""
    asked: set[str] = set()
    for module in product().values():
        inside = module.name.startswith("rules")
        for node in [*module.rest, *([] if inside else module.defined.values())]:
            asked.update(named(module.name, node))
    todo, live = list(pieces()), set()
    while news := [one for one in todo if one[1] in asked]:
        todo = [one for one in todo if one not in news]
        for dotted, _, code in news:
            live.add(dotted)
            module = next(m for m in _prefixes(dotted) if m in product())
            for node in code:
                asked.update(named(module, node))
    return frozenset(live), frozenset(asked)


def _prefixes(dotted: str) -> Iterator[str]:
    parts = dotted.split(".")
    return (".".join(parts[:cut]) for cut in range(len(parts) - 1, 0, -1))


def unreached() -> list[str]:
    """Definitions of `rules/` that nothing in the product calls."""
    live, _ = reached()
    return sorted(dotted for dotted, _, _ in pieces() if dotted not in live)


def is_used(dotted: str) -> bool:
    """Whether the product uses what stands under this dotted name: a definition, a constant, a field."""
    live, asked = reached()
    if any(dotted == one for one, _, _ in pieces()):
        return dotted in live
    return dotted in asked or f".{dotted.rpartition('.')[2]}" in asked
