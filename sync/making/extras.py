"""What a lean installation leaves out, asked for where it is needed: the message names the extra that brings it."""

from __future__ import annotations

from importlib.util import find_spec

from sync.backends.base import WrongUse

EXTRAS = {"tables": "pandas", "charts": "matplotlib"}


class ExtraMissing(WrongUse):
    """A library that only some commands need is not installed here."""


def need(extra: str, what: str) -> None:
    """Whether the extra's library is there; `what` begins the sentence. Raises ExtraMissing."""
    library = EXTRAS[extra]
    if find_spec(library) is None:
        raise ExtraMissing(
            f"{what} {library}, which is not installed here. In the folder of Pairsheet type: pip install '.[{extra}]'"
        )
