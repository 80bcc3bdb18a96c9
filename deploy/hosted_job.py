"""What the scheduled job of a hosted runner does: a pass a book with nothing private in the log, and the reminder.

Runs with nothing but Python's own library before the pass itself. Output of the pass is kept to itself: it may hold
names, links and addresses, and such logs are often public.

    python deploy/hosted_job.py sync      books from PAIRSHEET_BOOKS, one a line
    python deploy/hosted_job.py remind    fails from day 45 on after the last commit
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

WARN_FROM = 45  # days without a commit
OFF_AFTER = 60  # days after which the service switches the schedule of a public repository off
LONGEST = 480  # seconds for a book
WORDS = {
    0: "done",
    1: "done; the director is asked something (tab Problems)",
    2: "the command was wrong",
    3: "the spreadsheet could not be reached or signed in to",
    4: "refused by a guard (tab Problems)",
    5: "a fault of Pairsheet ended the pass: run it by hand, and send in the report that it names",
}

Run = Callable[[Sequence[str]], int]


def quietly(command: Sequence[str]) -> int:
    """Run a command without letting it print; its exit code, 3 when it took too long, 2 when it is not there."""
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=LONGEST).returncode
    except subprocess.TimeoutExpired:
        return 3
    except OSError:
        return 2


def sync(books: Sequence[str], run: Run, tell: Callable[[str], None]) -> int:
    """A pass over each book, told by number. 0 when all went well, 1 when one did not (the others still ran)."""
    if not books:
        tell("::error::The secret PAIRSHEET_BOOKS is empty: put the link of a spreadsheet into it, one a line.")
        return 1
    codes = []
    for number, book in enumerate(books, start=1):
        code = run(("pairsheet", "sync", book))
        codes.append(code)
        level = "" if code in (0, 1) else "::error::"
        tell(f"{level}book {number} of {len(books)}: {WORDS.get(code, 'stopped unexpectedly')}")
    return 0 if all(code in (0, 1) for code in codes) else 1


def reminder(days: int) -> str:
    """The warning for this many days without a commit; blank while there is time."""
    if days < WARN_FROM:
        return ""
    left = OFF_AFTER - days
    when = f"in {left} days" if left > 0 else "any moment now"
    return (
        f"{days} days without a commit: in a public repository this schedule is switched off {when}. "
        "Commit something (edit a line of the README on the website), or run it on a machine of your own."
    )


def days_since(commit: float, now: float) -> int:
    """Whole days between two times in seconds."""
    return int((now - commit) // 86_400)


def last_commit() -> float:
    """Time of the newest commit in seconds. Raises CalledProcessError outside a checkout."""
    told = subprocess.run(("git", "log", "-1", "--format=%ct"), capture_output=True, check=True, text=True)
    return float(told.stdout)


def main(arguments: Sequence[str], now: float) -> int:
    """The job's exit code."""
    if list(arguments) == ["remind"]:
        warning = reminder(days_since(last_commit(), now))
        print(f"::warning::{warning}" if warning else "There is time.")
        return 1 if warning else 0
    if list(arguments) != ["sync"]:
        print(__doc__)
        return 2
    books = [line.strip() for line in os.environ.pop("PAIRSHEET_BOOKS", "").splitlines() if line.strip()]
    result = sync(books, quietly, print)
    warning = reminder(days_since(last_commit(), now))
    if warning:
        print(f"::warning::{warning}")
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], time.time()))
