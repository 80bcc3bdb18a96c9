"""How quickly `pairsheet --help` answers: CPU seconds of the whole process."""

from __future__ import annotations

from tests.bench.timing import process_cpu, side_by_side


def main() -> None:
    """Against starting Python with typer alone."""
    ours = process_cpu("-m", "sync", "--help")
    bare = process_cpu("-c", "import typer")
    side_by_side("pairsheet --help (CPU)", ours, "python -c 'import typer'", bare)
