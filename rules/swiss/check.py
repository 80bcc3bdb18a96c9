"""Pairing every round of a report file again: what `pairsheet check --trf FILE` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.model import Reason
from rules.parts.median import NoPairing
from rules.parts.median.words import MEDIAN_WORDS, with_names
from rules.parts.trf import read_trf
from rules.parts.trf.recheck import RECHECK_WORDS, RoundCheck, recheck
from rules.reasons import render

WORDS: Mapping[str, str] = {**MEDIAN_WORDS, **RECHECK_WORDS}
_MANY = ("file", "rules")  # keys of RECHECK_WORDS that hold several players


@dataclass(frozen=True)
class FileCheck:
    """What was found, line by line. `readable` False: the file has mistakes that block; `agrees`: no difference."""

    lines: tuple[str, ...]
    readable: bool
    agrees: bool


def check_report(
    data: bytes | str, *, maxi: bool = False, separate_federations: bool = False, replay_defaults: bool = True
) -> FileCheck:
    """The rounds of a report file paired again by the median Swiss, each difference explained.

    Rule: seed 001 part B. Every mistake of the file is named with line, column, value and what was expected.
    """
    reading = read_trf(data)
    lines = [str(problem) for problem in reading.problems]
    if reading.blocked and not reading.trf.players:
        lines = [str(problem) for problem in reading.blocked]  # of what is no report file the other lines say nothing
    if reading.blocked:
        return FileCheck(tuple(lines), readable=False, agrees=False)
    names = {player.number: f"{player.name} ({player.number})" for player in reading.trf.players}
    try:
        checks = recheck(
            reading.trf, maxi=maxi, separate_federations=separate_federations, replay_defaults=replay_defaults
        )
    except ValueError as wrong:
        return FileCheck((*lines, str(wrong)), readable=False, agrees=False)
    for one in checks:
        lines += _lines(one, names)
    boards, same = sum(one.boards for one in checks), sum(one.same_pairs for one in checks)
    if not checks:
        count = _count(len(reading.trf.players), "player")
        lines.append(f"{count}, no rounds: there is nothing to pair again.")
        return FileCheck(tuple(lines), readable=True, agrees=True)
    counts = (_count(number, one) for number, one in ((len(checks), "round"), (boards, "board"), (same, "pair")))
    lines.append("{}, {}: {} as by the rules.".format(*counts))
    return FileCheck(tuple(lines), readable=True, agrees=all(one.agrees and not one.forbidden for one in checks))


def _count(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


def _lines(one: RoundCheck, names: Mapping[int, str]) -> list[str]:
    if one.agrees and not one.forbidden:
        return [f"Round {one.round}: as by the rules."]
    said = [f"Round {one.round}: {one.same_pairs} of {one.boards} pairs as by the rules."]
    said += ["  " + _said(reason, names) for reason in one.forbidden]
    if isinstance(one.answer, NoPairing):
        said += ["  No pairing keeps the absolute rules:"]
    for difference in one.differences:
        said += ["  " + " ".join(_said(reason, names) for reason in difference.why)]
    return said


def _said(reason: Reason, names: Mapping[int, str]) -> str:
    named = with_names(reason, names)
    data = dict(named.data)
    for key in _MANY:
        value = data.get(key)
        if isinstance(value, tuple) and reason.code == "differs-bye":
            data[key] = tuple(names.get(n, str(n)) for n in value if isinstance(n, int)) or "nobody"
    return render(Reason(named.rule, named.code, data, named.parts), WORDS)
