"""SIGTERM reaches the worker by its real entry point, from the first second on, also as the first process of a container."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sync.backends.books import open_book
from tests.newcomer.person import run

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "sync")
LATEST = 30  # seconds; a worker that did not hear it would go on for ever


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A workbook with settings and players missing: a pass over it has something to say."""
    path = tmp_path / "club.xlsx"
    assert run("new", "swiss", str(path)).exit_code == 0
    return path


@contextmanager
def started(book: Path, *before: str, last: tuple[str, ...] = ("--every", "10")) -> Iterator[subprocess.Popen[bytes]]:
    """The worker, begun; whatever becomes of the test, it does not outlive it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PAIRSHEET_STATE": str(book.parent / "state")}
    with subprocess.Popen(
        [*before, *COMMAND, "sync", str(book), *last], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("after", [0.1, 0.4, 0.8, 1.5, 4.0])
def test_it_ends_whenever_it_is_told(book: Path, after: float) -> None:
    """As it starts, in its first pass, and between passes: no traceback, and the book can be read."""
    with started(book) as worker:
        time.sleep(after)
        worker.send_signal(signal.SIGTERM)
        _, err = worker.communicate(timeout=LATEST)
    assert worker.returncode in (0, 128 + signal.SIGTERM, -signal.SIGTERM), err  # the last: before Python itself stands
    assert b"Traceback" not in err
    assert open_book(str(book)).read().tabs


def test_the_first_process_of_a_container_hears_it(book: Path) -> None:
    """Such a process gets no signal that it has not asked for: without asking it would be killed after the grace time."""
    unshare = shutil.which("unshare")
    space = [unshare or "", "--pid", "--fork", "--kill-child"]
    if unshare is None or subprocess.run([*space, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespaces of processes here: SIGTERM to a container's first process is NOT tried")
    with started(book, *space) as outer:
        inner = _child_of(outer.pid)
        time.sleep(1.0)
        began = time.monotonic()
        os.kill(inner, signal.SIGTERM)
        _, err = outer.communicate(timeout=LATEST)
    assert time.monotonic() - began < LATEST
    assert outer.returncode in (0, 128 + signal.SIGTERM)
    assert b"Traceback" not in err


def _child_of(pid: int) -> int:
    """The one process below another, as soon as it is there."""
    for _ in range(200):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if found:
            return int(found[0])
        time.sleep(0.02)
    raise AssertionError("no process was begun")


def test_a_single_pass_ends_too(book: Path) -> None:
    """It says so by its code, and leaves the book whole."""
    with started(book, last=()) as one:
        time.sleep(0.5)
        one.send_signal(signal.SIGTERM)
        _, err = one.communicate(timeout=LATEST)
    assert one.returncode in (0, 1, 128 + signal.SIGTERM, -signal.SIGTERM)
    assert b"Traceback" not in err
    assert open_book(str(book)).read().tabs
