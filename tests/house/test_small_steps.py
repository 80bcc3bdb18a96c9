"""Reports become results in small steps: no function there is hard to follow."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

CLAIMS = sorted((Path(__file__).resolve().parents[2] / "sync" / "claims").glob("*.py"))
MOST = 15  # ways through one function


def ways(function: ast.FunctionDef) -> int:
    """How many ways lead through a function: its branches, loops, conditions and filters."""
    count = 1
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.IfExp | ast.For | ast.While | ast.ExceptHandler | ast.Assert | ast.Lambda):
            count += 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
    return count


@pytest.mark.parametrize("path", CLAIMS, ids=lambda p: p.stem)
def test_no_function_of_the_claims_has_many_ways(path: Path) -> None:
    """Wrong results came in where one function had fifty."""
    functions = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.FunctionDef)]
    crowded = {f.name: ways(f) for f in functions if ways(f) > MOST}
    assert not crowded
