"""A real redis-server on a loopback port, to be killed, stopped and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sync.fleet.line import line_to


def program() -> str:
    """redis-server. Where it is missing a test is left out with a loud word, and fails where CI runs it."""
    found = shutil.which("redis-server")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("redis-server is not installed: .ci/run installs it")
        pytest.skip("redis-server is not installed: the fleet is NOT tested here")
    return found


def free_port() -> int:
    """A port of this machine that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RedisServer:
    """A server with an append-only file in a folder of the test's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, on what its file holds, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        words = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "")
        words = (*words, "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction")
        self._process = subprocess.Popen((program(), *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while True:
            try:
                if self.line().ping():
                    return
            except Exception:  # it is not there yet, or still reads its file
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def line(self) -> Any:
        """A client of it."""
        return line_to(self.url)

    def kill(self, empty: bool = False) -> None:
        """SIGKILL; `empty` takes its file away as well."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
        if empty:
            shutil.rmtree(self.folder)


def served(folder: Path) -> Iterator[RedisServer]:
    """A server for the time of a test."""
    server = RedisServer(folder)
    program()
    server.start()
    try:
        yield server
    finally:
        server.kill()
