"""Mending what the doctor found: the worker is made an editor of the protections that Pairsheet set."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from sync.backends.base import BackendError, WrongUse
from sync.backends.books import spreadsheet_id
from sync.backends.google_closed import CLOSED_SHAPE, Closed, closed_in, let_in
from sync.backends.google_errors import NoSignIn
from sync.backends.google_session import Json
from sync.backends.google_signin import AT_HOME, SignIn, at_home, sign_in
from sync.doctor.examine import Line, quick_line


@dataclass(frozen=True)
class Mended:
    """What was opened to whom, and what this account could not open."""

    worker: str
    opened: int
    left: tuple[Closed, ...] = ()
    by: str = ""  # how the account signed in that tried

    def line(self) -> str:
        """One line for the operator."""
        count = f"{self.opened} protected range{'' if self.opened == 1 else 's'}"
        said = f"{self.worker} may edit {count} more." if self.opened else f"Nothing more was opened to {self.worker}."
        if not self.left:
            return said
        return (
            f"{said} This sign-in ({self.by}) may not change the rest: sign in as the owner of the spreadsheet "
            "(--sign-in), or open them by hand under Data, Protected sheets and ranges."
        )


def mend(book: str, worker: str = "", env: Mapping[str, str] | None = None, line: Line = quick_line) -> Mended:
    """Make the worker an editor of all Pairsheet's own protections, by an account here that may.

    The worker is the account given, else the one this machine signs in with. A person's own sign-in is tried first: the
    owner of a spreadsheet may open everything. Raises WrongUse, and what signing in raises.
    """
    from gspread.urls import SPREADSHEET_BATCH_UPDATE_URL, SPREADSHEET_URL

    env = os.environ if env is None else env
    id_ = spreadsheet_id(book) if book else None
    if id_ is None:
        raise WrongUse("--mend needs the link or id of a Google spreadsheet: a workbook file has nothing of that kind.")
    accounts = _accounts(env)
    worker = worker.strip() or next((a.address for a in accounts if a.how != AT_HOME and a.address), "")
    if "@" not in worker:
        raise WrongUse("--mend needs --worker ADDRESS: the e-mail address of the account that is to run this book.")
    opened, by = 0, ""
    left: tuple[Closed, ...] = ()
    trouble: BackendError | None = None
    for account in accounts:
        session = line(account)
        try:
            shape = session.get(SPREADSHEET_URL % id_, [("fields", CLOSED_SHAPE)])
            requests: list[Json] = let_in(shape, (worker,))
            if requests:
                session.post(SPREADSHEET_BATCH_UPDATE_URL % id_, {"requests": requests})
        except BackendError as error:
            trouble = error
            continue
        opened, by = opened + len(requests), account.how
        left = tuple(c for c in closed_in(shape) if c.own)
        if not left:
            break
    if not by and trouble is not None:
        raise trouble
    return Mended(worker, opened, left, by)


def _accounts(env: Mapping[str, str]) -> list[SignIn]:
    """Sign-ins of this machine: a person's own first, then the worker's. Raises NoSignIn where there is none."""
    home = at_home(env)
    try:
        usual = sign_in(env)
    except NoSignIn:
        if home is None:
            raise
        return [home]
    return [usual] if home is None or home.source == usual.source else [home, usual]
