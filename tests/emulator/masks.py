"""Field masks: `a.b`, `a/b`, `a(b,c)`, `*`, in camel or snake case."""

from __future__ import annotations

import re
from typing import Any

from tests.emulator.cells import cloned
from tests.emulator.errors import invalid

#: A mask as a tree; an empty tree means everything below.
Mask = dict[str, Any]

_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*|\*|[(),./])")


def parse(text: str) -> Mask:
    """The tree of a mask. Problems: 400 for a mask that cannot be read."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise invalid(f'Invalid field mask: "{text}".')
        tokens.append(match[1])
        at = match.end()
    if not tokens:
        return {}
    tree, end = _paths(tokens, 0, text)
    if end != len(tokens):
        raise invalid(f'Invalid field mask: "{text}".')
    return {} if "*" in tree else tree


def _paths(tokens: list[str], at: int, text: str) -> tuple[Mask, int]:
    tree: Mask = {}
    while True:
        node, parent, name = tree, tree, ""
        while True:
            if at >= len(tokens) or tokens[at] in "(),./":
                raise invalid(f'Invalid field mask: "{text}".')
            name = camel(tokens[at])
            at += 1
            parent, node = node, node.setdefault(name, {})
            if at < len(tokens) and tokens[at] in "./":
                at += 1
                continue
            break
        if at < len(tokens) and tokens[at] == "(":
            inner, at = _paths(tokens, at + 1, text)
            if at >= len(tokens) or tokens[at] != ")":
                raise invalid(f'Invalid field mask: "{text}".')
            at += 1
            if "*" not in inner:
                _join(parent[name], inner)
        if at < len(tokens) and tokens[at] == ",":
            at += 1
            continue
        return tree, at


def _join(into: Mask, more: Mask) -> None:
    for name, below in more.items():
        _join(into.setdefault(name, {}), below)


def camel(name: str) -> str:
    """`row_count` → `rowCount`."""
    head, *tail = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in tail) if head else name


def project(value: Any, mask: Mask) -> Any:
    """The part of a message that a mask selects. Lists are walked through; absent fields stay absent."""
    if not mask or "*" in mask:
        return value
    if isinstance(value, list):
        return [project(item, mask) for item in value]
    if isinstance(value, dict):
        return {name: project(value[name], below) for name, below in mask.items() if name in value}
    return value


def assign(target: dict[str, Any], source: dict[str, Any], mask: Mask) -> None:
    """Copy the masked fields of `source` into `target`; a masked field that the source lacks is cleared."""
    if not mask or "*" in mask:
        target.clear()
        target.update(cloned(source))
        return
    for name, below in mask.items():
        new = source.get(name)
        if not below:
            if new is None:
                target.pop(name, None)
            else:
                target[name] = cloned(new)
            continue
        inner = target.get(name)
        inner = dict(inner) if isinstance(inner, dict) else {}
        assign(inner, new if isinstance(new, dict) else {}, below)
        if inner:
            target[name] = inner
        else:
            target.pop(name, None)


def leaves(mask: Mask, prefix: str = "") -> list[str]:
    """Dotted paths of a mask."""
    paths: list[str] = []
    for name, below in mask.items():
        path = f"{prefix}{name}"
        paths.extend(leaves(below, f"{path}.") if below else [path])
    return paths
