"""Every message's advice is played out: the trouble is gone then, nothing else came, and nothing else was destroyed."""

from __future__ import annotations

import pytest

from tests.advice import answers, common, hastings, ladder, later, later_formats, pente, results, swiss, tour
from tests.advice.play import PLAYS, act, entries
from tests.advice.unplayed import NEVER, UNPLAYED

assert all(
    (answers, common, hastings, ladder, later, later_formats, pente, results, swiss, tour)
)  # they enter their plays

OPTIONS = [
    (format_, code, number)
    for format_, code, advice in entries()
    if (format_, code) in PLAYS
    for number in range(len(advice.options))
]
ADVICE = {(format_, code): advice for format_, code, advice in entries()}


def test_every_message_has_a_play() -> None:
    """A message whose advice nobody has followed may do harm: those that are left stand in a list that only shrinks."""
    listed = {(format_, code) for format_, codes in UNPLAYED.items() for code in codes} | set(NEVER)
    assert set(ADVICE) - set(PLAYS) == listed
    assert not set(PLAYS) - set(ADVICE)


@pytest.mark.parametrize(("format_", "code", "number"), OPTIONS, ids=lambda v: str(v) or "all")
def test_advice_helps_and_destroys_nothing(format_: str, code: str, number: int) -> None:
    """Whoever does what the message says is rid of it."""
    act(code, number, ADVICE[format_, code].options[number], PLAYS[format_, code])
