"""Pairing every round of a report file again: what `pairsheet check --trf FILE` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.model import Reason
from rules.parts.median import NoPairing
from rules.parts.median.words import MEDIAN_WORDS, with_names
from rules.parts.trf import read_trf
from rules.parts.trf.recheck import RECHECK_WORDS, RoundCheck, recheck
from rules.parts.trf.records import Trf
from rules.reasons import render
from rules.swiss.check_systems import compared
from rules.swiss.taking_over import system_of
from rules.swiss.terms import MEDIAN

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
    """The rounds of a report file paired again by the system it names, else by the median Swiss, each difference told.

    Rule: seed 001 part B. Every mistake of the file is named with line, column, value and what was expected.
    """
    reading = read_trf(data)
    strange = [str(problem) for problem in reading.problems if not problem.blocks]
    if reading.blocked:
        blocking = [str(problem) for problem in reading.blocked]
        # Of what is no report file the other lines say nothing.
        return FileCheck((*blocking, *(_read_all_the_same(strange) if reading.trf.players else ())), False, False)
    names = {player.number: f"{player.name} ({player.number})" for player in reading.trf.players}
    system = system_of(reading.trf)
    try:
        if system not in ("", MEDIAN):
            lines, agrees = _by_system(reading.trf, system, names)
        else:
            checks = recheck(
                reading.trf, maxi=maxi, separate_federations=separate_federations, replay_defaults=replay_defaults
            )
            lines, agrees = _by_median(checks, len(reading.trf.players), names)
    except ValueError as wrong:
        return FileCheck((f"It cannot be paired again: {wrong}.", *_read_all_the_same(strange)), False, False)
    if not system and reading.trf.rounds:
        lines.insert(1, "The file does not say how it was paired, so it was held against the median score-group.")
    return FileCheck((*lines, *_read_all_the_same(strange)), readable=True, agrees=agrees)


def _read_all_the_same(strange: Sequence[str]) -> tuple[str, ...]:
    """What is only odd, after all that matters."""
    return ("Odd, and read all the same:", *strange) if strange else ()


def _by_median(checks: Sequence[RoundCheck], players: int, names: Mapping[int, str]) -> tuple[list[str], bool]:
    """The sum first, then round by round."""
    if not checks:
        return [f"{_count(players, 'player')}, no rounds: there is nothing to pair again."], True
    rounds = [line for one in checks for line in _lines(one, names)]
    boards, same = sum(one.boards for one in checks), sum(one.same_pairs for one in checks)
    return [_sum(len(checks), boards, same, ""), *rounds], all(one.agrees and not one.forbidden for one in checks)


def _by_system(trf: Trf, system: str, names: Mapping[int, str]) -> tuple[list[str], bool]:
    """The same by a system of the library. Raises CannotCheck."""
    checks = list(compared(trf, system, names))
    if not checks:
        return [f"{_count(len(trf.players), 'player')}, no rounds: there is nothing to pair again."], True
    by = f" of the {system} system"
    rounds = []
    for one in checks:
        as_is = f"Round {one.round}: as by the rules{by}."
        counted = f"Round {one.round}: {one.same} of {one.boards} pairs as by the rules{by}."
        rounds += [counted, *(f"  {line}" for line in one.lines)] if one.lines else [as_is]
    boards, same = sum(one.boards for one in checks), sum(one.same for one in checks)
    return [_sum(len(checks), boards, same, by), *rounds], not any(one.lines for one in checks)


def _sum(rounds: int, boards: int, same: int, by: str) -> str:
    counts = (_count(number, one) for number, one in ((rounds, "round"), (boards, "board"), (same, "pair")))
    return "{}, {}: {} as by the rules{}.".format(*counts, by)


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
