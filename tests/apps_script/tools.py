"""Node's tools for the tests: installed once from the lock file beside this module, or a loud reason why not."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def node() -> str:
    """Where Node is; the test is skipped where it is not."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed: the form's script is NOT tested here")
    return found


def modules() -> Path:
    """The folder of installed packages; the test is skipped where they cannot be had."""
    node()
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: the form's script is NOT type-checked here")
    folder = HERE / "node_modules"
    mark = folder / ".pairsheet"
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    with (HERE / ".npm.lock").open("w") as lock:  # several test processes share the folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (mark.exists() and mark.read_text() == wanted):
            done = run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], HERE, seconds=170)
            if done.returncode:
                pytest.skip(f"npm ci failed, so the script is NOT type-checked here: {done.stdout[-300:]}")
            mark.write_text(wanted)
    return folder


def run(
    command: list[str], folder: Path = ROOT, seconds: int = 90, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command and wait; output and errors together."""
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, text=True, timeout=seconds, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
