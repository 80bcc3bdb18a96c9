"""One pass over one book: read, decide, write. The only place where a backend, a clock and a decision meet."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from rules.model import Engine, Recorded
from rules.registry import engine_of, formats
from sync.backends.base import Backend, BackendError, Mark, Raced, Refused, Uncertain
from sync.claims.submissions import Checked
from sync.decide import Decided, Outside, decide
from sync.grid import Grid
from sync.problems import Problem
from sync.reading.first_look import format_of
from sync.reading.gather import read_sheet
from sync.reading.look_ups import renewed, with_renewed

TRIES = 4
GOOD_FOR = timedelta(minutes=5)  # how long a pass that found nothing to do may stand for the next ones


class NotABook(Refused):
    """The file or spreadsheet is no book of Pairsheet."""


@dataclass(frozen=True)
class Lookups:
    """What the shell found out about reported games before the decision: by link, and Journal lines of it."""

    checked: Mapping[str, Checked]
    notes: tuple[tuple[str, str, Mapping[str, Any], str], ...] = ()
    problems: tuple[Problem, ...] = ()
    wake: datetime | None = None  # when a site is to be asked next


NO_LOOKUPS = Lookups({})
Notes = tuple[tuple[str, str, Mapping[str, Any], str], ...]
Send = Callable[[Decided], Notes]
LookUp = Callable[[Grid, Engine, datetime], Lookups]


@dataclass(frozen=True)
class Pass:
    """What a pass did."""

    decided: Decided
    wrote: bool
    grid: Grid
    tries: int = 1
    unmarked: str = ""  # why the mark outside the book could not be kept, though the pass itself was written
    at: datetime | None = None  # the moment it was decided for
    outside: Outside | None = None  # what it was told by its shell

    def stands_for(self, grid: Grid, outside: Outside, moment: datetime) -> bool:
        """Whether a pass over this would find nothing to do, as this one did: all that it goes by is the same.

        What changes by the clock alone is known (`wake`), or is told a little later.
        """
        if self.at is None or self.outside is None or not self.decided.plan.is_empty:
            return False
        wake = self.decided.wake
        in_time = self.at <= moment < self.at + GOOD_FOR and (wake is None or moment < wake)
        return in_time and _same(self.outside, outside) and self.grid == grid


def _same(one: Outside, other: Outside) -> bool:
    """Whether the shell told the same; each pass has a token and a seed of its own."""
    return one == replace(other, token=one.token, fresh_seed=one.fresh_seed, requests=one.requests)


def engine_for(grid: Grid) -> Engine:
    """The engine a book asks for: as its record began, else the Format line of its Settings. Raises NotABook."""
    found = format_of(grid)
    if found:
        return engine_of(found)
    names = ", ".join(formats())
    raise NotABook(f"no Settings tab with a line Format ({names}): make the book with pairsheet new FORMAT BOOK")


A_FALSE_TIME = 3600.0  # seconds


def _refuse_a_false_time(backend: Backend) -> None:
    """Raises Refused where another clock contradicts this machine's: what a false time publishes is out for good.

    A gap between two passes says nothing: many books are passed over once a week.
    """
    ahead = backend.ahead()
    if ahead is None or abs(ahead) <= A_FALSE_TIME:
        return
    length = f"{abs(ahead) / 86_400:.0f} days" if abs(ahead) >= 2 * 86_400 else f"{abs(ahead) / 3600:.1f} hours"
    way = "ahead of" if ahead > 0 else "behind"
    raise Refused(
        f"This machine's clock is {length} {way} Google's, so nothing was written: rounds and deadlines would go by a "
        "false time. Set the clock right (on Linux: timedatectl set-ntp true); the next pass goes on."
    )


def run_pass(
    backend: Backend,
    now: Callable[[], datetime],
    look_up: LookUp | None = None,
    dry: bool = False,
    token: Callable[[], str] = lambda: secrets.token_hex(6),
    requests: str = "",
    send: Send | None = None,
    seed: Callable[[], str] = lambda: secrets.token_hex(16),
    last: Pass | None = None,
    brought: tuple[Recorded, ...] = (),
) -> Pass:
    """Read, decide, write; again from the start when somebody wrote in between. `dry` writes nothing.

    `send` delivers the notices of this pass after its write landed; a second small write marks them as sent.
    `seed` is what the lots of a new book are drawn from. `last` is the pass before, where it is known: as long as it
    stands for this one nothing is decided again, and it comes back itself. `brought` are facts of an event that began
    elsewhere: a book that has none yet records them.

    Raises Unreachable or Refused (with one plain line); after an uncertain write the next read tells whether it
    landed, so nothing is ever written twice.
    """
    pass_token = token()
    fresh_seed = seed()
    for attempt in range(1, TRIES + 1):
        grid = backend.read()
        engine = engine_for(grid)
        mark = backend.mark()
        moment = now()
        found = look_up(grid, engine, moment) if look_up is not None else NO_LOOKUPS
        outside = Outside(
            pass_token, fresh_seed, mark.last_no if mark else 0, found.checked, found.notes, requests, found.problems,
            delivering=send is not None, wake=found.wake, brought=brought,
        )  # fmt: skip
        if last is not None and last.stands_for(grid, outside, moment):
            return last
        decided = decide(grid, engine, moment, outside)
        if decided.look_ups and not dry:
            steps = renewed(decided.look_ups, backend.typed([(u.key, u.row, u.column) for u in decided.look_ups]))
            decided = replace(decided, plan=with_renewed(decided.plan, steps))
        if decided.plan.is_empty or dry:
            return Pass(decided, False, grid, attempt, at=moment, outside=outside)
        _refuse_a_false_time(backend)
        try:
            backend.write(decided.plan)
        except Raced:
            if attempt == TRIES:
                raise
            continue
        except Uncertain:
            if not _landed(backend, engine, pass_token):
                raise
        unmarked = "" if decided.stopped else _remember(backend, decided)
        if send is not None and (decided.box.due or decided.box.again):
            marks = send(decided)
            if marks:
                _mark_sent(backend, now, marks, pass_token, send)
        return Pass(decided, True, grid, attempt, unmarked)
    raise AssertionError("unreachable: the last try returns or raises")


def _mark_sent(backend: Backend, now: Callable[[], datetime], marks: Notes, token: str, send: Send) -> None:
    """Mark notices as sent. When this fails they are shown as perhaps sent, and never sent again.

    The pass that marks them may find others due in the meantime: they are sent too.
    """
    with contextlib.suppress(BackendError):
        run_pass(backend, now, lambda *_: Lookups({}, marks), token=lambda: f"{token}s", send=send)


def _landed(backend: Backend, engine: Engine, token: str) -> bool:
    """Whether the write of this pass is in the book after all."""
    _, journal, _ = read_sheet(backend.read(), engine.sheet)
    return journal.has_pass(token)


def _remember(backend: Backend, decided: Decided) -> str:
    """Keep the mark outside the book. What was in the way comes back: the pass is written all the same."""
    try:
        mark = backend.mark()
        revision = mark.revision if mark else decided.plan.base
        backend.set_mark(replace(mark, last_no=decided.last_no) if mark else Mark(revision, decided.last_no))
    except BackendError as trouble:
        return str(trouble)
    return ""
