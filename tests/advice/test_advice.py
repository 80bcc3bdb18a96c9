"""Every message's advice is played out: the trouble is gone then, nothing else came, and nothing else was destroyed."""

from __future__ import annotations

import pytest

from tests.advice import (
    answers,
    common,
    hastings,
    ladder,
    later,
    later_formats,
    pente,
    pente_later,
    results,
    shell,
    swiss,
    tour,
)  # fmt: skip
from tests.advice.never import NEVER
from tests.advice.play import PLAYS, act, entries

assert all(
    (answers, common, hastings, ladder, later, later_formats, pente, pente_later, results, shell, swiss, tour)
)  # they enter their plays

OPTIONS = [
    (format_, code, number)
    for format_, code, advice in entries()
    if (format_, code) in PLAYS
    for number in range(len(advice.options))
]
ADVICE = {(format_, code): advice for format_, code, advice in entries()}


def test_every_message_has_a_play() -> None:
    """A message whose advice nobody has followed may do harm."""
    assert set(ADVICE) - set(PLAYS) == set(NEVER)
    assert not set(PLAYS) - set(ADVICE)


@pytest.mark.parametrize(("format_", "code", "number"), OPTIONS, ids=lambda v: str(v) or "all")
def test_advice_helps_and_destroys_nothing(format_: str, code: str, number: int) -> None:
    """Whoever does what the message says is rid of it."""
    act(code, number, ADVICE[format_, code].options[number], PLAYS[format_, code])
