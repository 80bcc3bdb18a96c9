"""The operator's log: one line a pass, in a file or on the console. It holds no name, no link and nothing of a sheet.

With debugging on, whole tracebacks go to the console as well; those may quote what stands in a sheet.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sync.running.worker import Report

LONGEST_LOG = 2_000_000  # bytes; three older ones are kept
log = logging.getLogger("pairsheet")


def set_up(file: str = "", debug: bool = False) -> None:
    """Where the log goes: a path, `-` for the console, blank for nowhere. Raises OSError."""
    for old in list(log.handlers):
        log.removeHandler(old)
        old.close()
    logging.raiseExceptions = False  # a log that cannot be written stops nothing and says nothing in between
    log.propagate = False
    log.setLevel(logging.DEBUG if debug else logging.INFO)
    if file and file != "-":
        path = Path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        log.addHandler(_dressed(RotatingFileHandler(path, maxBytes=LONGEST_LOG, backupCount=3, encoding="utf-8")))
    if file == "-" or debug:
        log.addHandler(_dressed(logging.StreamHandler(sys.stderr)))
    if not log.handlers:
        log.addHandler(logging.NullHandler())


def _dressed(handler: logging.Handler) -> logging.Handler:
    style = logging.Formatter("%(asctime)sZ %(levelname)s %(name)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    style.converter = time.gmtime  # a log is read beside others: one zone, without summer time
    handler.setFormatter(style)
    return handler


def line_of(report: Report) -> str:
    """A pass for the log: which book by its fingerprint, how it ended, what it did, by numbers and codes alone."""
    from sync.running.health import label

    parts = [label(report.book), f"code={report.code}", f"seconds={report.seconds:.2f}"]
    if report.done is not None:
        decided = report.done.decided
        kinds = Counter(problem.code for problem in decided.problems)
        parts += [f"wrote={'yes' if report.done.wrote else 'no'}", f"tries={report.done.tries}"]
        parts += [f"facts={len(decided.facts)}", f"needs={decided.needs}"]
        parts += [f"wake={decided.wake.isoformat() if decided.wake else '-'}"]
        parts += ["problems=" + (",".join(f"{code}:{count}" for code, count in sorted(kinds.items())) or "-")]
    return " ".join(parts)
