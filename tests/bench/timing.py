"""Timing of functions and whole processes: medians and ratios."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def median_seconds(what: Callable[[], object], runs: int = 5, most: float = 20.0) -> float:
    """Median CPU-near wall time of a call; fewer runs where one is slow."""
    times: list[float] = []
    begun = time.perf_counter()
    while len(times) < runs and (not times or time.perf_counter() - begun < most):
        start = time.perf_counter()
        what()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def side_by_side(title: str, ours: float, peer: str, theirs: float) -> None:
    """One line: our time, the peer's, and the ratio ours/theirs."""
    print(f"{title:44} ours {ours:9.4f} s   {peer} {theirs:9.4f} s   ratio {ours / theirs if theirs else 0:9.2g}")


def process_cpu(*arguments: str, runs: int = 5) -> float:
    """Median CPU seconds (user and system) of a whole process."""
    spent = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(spent)


def peak_memory(*arguments: str) -> tuple[float, float]:
    """Seconds and peak megabytes of a process that prints nothing but what it measures itself."""
    code = (
        "import resource, subprocess, sys, time; s=time.perf_counter();"
        "subprocess.run([sys.executable, *sys.argv[1:]], check=True);"
        "print(time.perf_counter()-s, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss/1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    )
    seconds, megabytes = done.stdout.split()[-2:]
    return float(seconds), float(megabytes)
