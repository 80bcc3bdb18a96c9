"""Whether two commits differ in sentences alone: `python -m tests.house.words_only OLD [NEW]`, or `make words-only`.

Of Python, everything but sentences must be equal: the code, every code, id and heading, and the names in the braces of a
sentence. Docstrings and comments are free. Pages under `docs/` and beside it are sentences. Of a written tournament the
lines must be as many, and a cell that differs must hold a sentence. Anything else that changed is named.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest

PAGES = re.compile(r"(docs/[^.]*|[A-Z]+|[\w/]+/README)\.md")
WRITTEN = re.compile(r"tests/[\w/]+\.md")
_NAMES = re.compile(r"\{(\w*)(?::[^{}]*)?\}")
_ENDS = (".", "?", "!", ":", ";", ",", ")", "”", "}")


def is_sentence(text: str) -> bool:
    """Whether a text is meant for people to read: several words, and either many or with a stop at the end."""
    words = text.split()
    return len(words) >= 5 or (len(words) >= 2 and text.rstrip().endswith(_ENDS))


def names_in(text: str) -> set[str]:
    """The names of the data that a sentence shows: `player` of `{player}`, `games` of `{games:game|games}`."""
    return set(_NAMES.findall(text))


def python_differences(old: str, new: str) -> list[str]:
    """What differs between two modules besides sentences; empty where nothing does."""
    before, after = (_without_docstrings(ast.parse(text)) for text in (old, new))
    return list(_between(before, after))


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [n for n in node.body if not _is_text(n)] or [ast.Pass()]
    return tree


def _is_text(node: ast.stmt) -> bool:
    """A docstring, or the one below a constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _between(old: object, new: object, fixed: bool = False) -> Iterator[str]:
    """`fixed`: inside a key or a comparison, where every text is data."""
    if isinstance(old, ast.JoinedStr) and isinstance(new, ast.JoinedStr):
        yield from _of_fstrings(old, new, fixed)
    elif isinstance(old, ast.Constant) and isinstance(new, ast.Constant):
        yield from _of_constants(old, new, fixed)
    elif isinstance(old, ast.AST) and isinstance(new, ast.AST) and type(old) is type(new):
        for name, value in ast.iter_fields(old):
            holds_data = name == "keys" or isinstance(old, ast.Compare | ast.Subscript | ast.MatchValue)
            yield from _between(value, getattr(new, name), fixed or holds_data)
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            yield f"{_line(old, new)}: {len(old)} parts became {len(new)}"
            return
        for one, other in zip(old, new, strict=True):
            yield from _between(one, other, fixed)
    elif type(old) is not type(new) or (not isinstance(old, ast.AST) and old != new):
        yield f"line {getattr(new, 'lineno', '?')}: the code differs"


def _line(*lists: list[object]) -> str:
    lines = [getattr(item, "lineno", 0) for each in lists for item in each]
    return f"line {max(lines, default=0)}"


def _of_constants(old: ast.Constant, new: ast.Constant, fixed: bool) -> Iterator[str]:
    if old.value == new.value and type(old.value) is type(new.value):
        return
    where = f"line {new.lineno}"
    if not (isinstance(old.value, str) and isinstance(new.value, str)):
        yield f"{where}: {old.value!r} became {new.value!r}"
    elif fixed or not (is_sentence(old.value) and is_sentence(new.value)):
        yield f"{where}: “{old.value}”, which is no sentence, became “{new.value}”"
    elif names_in(old.value) != names_in(new.value):
        yield f"{where}: the names {sorted(names_in(old.value) ^ names_in(new.value))} are in one of the sentences only"


def _of_fstrings(old: ast.JoinedStr, new: ast.JoinedStr, fixed: bool) -> Iterator[str]:
    """Sentences with values: the same values, in any order, between other words."""
    if ast.dump(old) == ast.dump(new):
        return
    values = [sorted(ast.dump(p) for p in text.values if not isinstance(p, ast.Constant)) for text in (old, new)]
    if values[0] != values[1]:
        yield f"line {new.lineno}: the values in a sentence differ"
    whole = ["".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in t.values) for t in (old, new)]
    if fixed or not all(is_sentence(text) for text in whole):
        yield f"line {new.lineno}: “{whole[0]}”, which is no sentence, became “{whole[1]}”"


def written_differences(old: str, new: str) -> list[str]:
    """What differs between two written tournaments besides sentences."""
    found = []
    for number, (before, after) in enumerate(zip_longest(old.splitlines(), new.splitlines()), start=1):
        if before is None or after is None:
            return [*found, f"line {number}: one of the two ends here"]
        cells = [[c.strip() for c in re.split(r"(?<!\\)\|", line)] for line in (before, after)]
        if len(cells[0]) != len(cells[1]):
            found.append(f"line {number}: another number of cells")
            continue
        found += [
            f"line {number}: “{one}” became “{other}”"
            for one, other in zip(*cells, strict=True)
            if one != other and not (is_sentence(one) and is_sentence(other))
        ]
    return found


def differences(path: str, old: str | None, new: str | None) -> list[str]:
    """What a commit changed in a file besides sentences."""
    if PAGES.fullmatch(path):
        return []
    if old is None or new is None:
        return ["the file was added" if old is None else "the file was removed"]
    if path.endswith(".py"):
        return python_differences(old, new)
    if WRITTEN.fullmatch(path):
        return written_differences(old, new)
    return ["neither Python nor a page"]


def _git(*words: str) -> str | None:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def main(old: str, new: str = "HEAD") -> int:
    """Print what differs besides sentences; 1 where anything does, 2 where a commit is not known."""
    names = _git("diff", "--name-only", "--no-renames", old, new)
    if names is None:
        print(f"{old} or {new} is no commit")
        return 2
    paths = names.split("\n")[:-1]
    found = [
        f"{p}: {line}" for p in paths for line in differences(p, _git("show", f"{old}:{p}"), _git("show", f"{new}:{p}"))
    ]
    print("\n".join(found) if found else f"{len(paths)} files, and only sentences differ.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
