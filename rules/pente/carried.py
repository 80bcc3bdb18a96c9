"""Running scores that the director typed: a later report takes them further, as it does one that was reported.

A score is the end of a match or a step on the way. A step typed in Games would else outrank every later report until
somebody thinks of clearing it. Ruling: P63.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from rules.model import Book, Claim, How, Id, Trouble
from rules.parts.decisions import EARLIEST
from rules.pente.verdicts import runs_on

Score = tuple[Fraction, Fraction]


def carried_on(book: Book) -> tuple[Book, tuple[Trouble, ...]]:
    """The book without typed running scores that a report sent later takes further; and typed ones that a report
    differs from and does not take further: they count, and the director is told."""
    passed: list[Claim] = []
    troubles: list[Trouble] = []
    for typed in book.claims:
        if typed.state != "ruled" or typed.how is not How.PLAYED or typed.score is None:
            continue
        if not runs_on(typed.about, typed.score):
            continue
        sent, score = _latest_report(book.claims, typed)
        if score[0] <= typed.score[0] and score[1] <= typed.score[1]:
            continue  # none, or a step on the way
        goes_on = score[0] >= typed.score[0] and score[1] >= typed.score[1]
        if goes_on and typed.sent is not None and sent > typed.sent:
            passed.append(typed)
        else:
            data = {"match": typed.about, "typed": _text(typed.score), "reported": _text(score)}
            troubles.append(Trouble("typed-running", typed.about, "Result", data))
    claims = tuple(c for c in book.claims if not any(c is p for p in passed))
    return (replace(book, claims=claims) if passed else book), tuple(troubles)


def _latest_report(claims: Iterable[Claim], typed: Claim) -> tuple[datetime, Score]:
    """The accepted report about the match of a typed score that was sent last, as the players stand there."""
    found = [(EARLIEST, (Fraction(0), Fraction(0)))]
    for claim in claims:
        if claim.state == "accepted" and claim.about == typed.about and claim.score is not None:
            score = _for(claim, typed.players)
            found += [(claim.sent or EARLIEST, score)] if score is not None else []
    return max(found)


def _for(claim: Claim, players: tuple[Id, Id]) -> Score | None:
    assert claim.score is not None
    if claim.players == players:
        return claim.score
    return (claim.score[1], claim.score[0]) if claim.players == (players[1], players[0]) else None


def _text(score: Score) -> str:
    return f"{score[0]}-{score[1]}"
