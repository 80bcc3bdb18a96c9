"""The Bracket tab: rounds from left to right, two lines a match, the winners' bracket above the losers'."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.model import Id, Row, Value
from rules.pente import elimination, playoffs
from rules.pente.drafts import Step
from rules.pente.history import Event, History, Match
from rules.pente.placing import A
from rules.pente.regular import ROUND

PART = "Part"
BYE_WORD = "bye"


def bracket_rows(event: Event, steps: dict[str, Step]) -> tuple[Row, ...]:
    """Both sections, as far as they are knocked out of: A in blocks of brackets, then B's play-offs."""
    blocks: list[tuple[str, list[list[str]]]] = []
    for section, history in event.sections.items():
        if not history.has_begun:
            continue
        if section == A:
            blocks.append((_headline(history, steps[section]), []))
            names = {1: "Bracket 1 (no loss)", 2: "Bracket 2 (one loss)", 0: "Brackets combined"}
            for number, name in names.items():
                columns = [
                    _lines(history, [m for m in s.matches if m.bracket == number], history.seed) for s in history.stages
                ]
                if any(columns):
                    blocks.append((name, columns))
        else:
            blocks.append((_headline(history, steps[section]), []))
            seeds = {p: n for n, p in enumerate(playoffs.seeds_taken(history), start=1)}
            for kind, name in ((playoffs.PRELIMINARY, "B preliminary"), (playoffs.PLAYOFF, "B play-offs")):
                columns = [_lines(history, s.matches, seeds.get) for s in history.of_kind(kind)]
                if any(columns):
                    blocks.append((name, columns))
    width = max((len(columns) for _, columns in blocks), default=0)
    headings = [f"Round {n}" for n in range(1, width + 1)]
    rows: list[Row] = []
    for name, columns in blocks:
        height = max([len(c) for c in columns], default=1)
        for line in range(height):
            cells: dict[str, Value] = {PART: name if line == 0 else None}
            for n, heading in enumerate(headings):
                column = columns[n] if n < len(columns) else []
                cells[heading] = column[line] or None if line < len(column) else None
            rows.append(Row(cells, None))
    return tuple(rows)


def _headline(history: History, step: Step) -> str:
    section = history.section
    if step.champions:
        word = "Shared title" if step.shared or len(step.champions) > 1 else "Champion"
        return f"Section {section} · {word}: {' and '.join(step.champions)}"
    if section == A:
        now = elimination.rank(history)
        return f"Section A · {len(now.still_in)} still in, {len(now.unbeaten)} without a loss"
    if not history.of_kind(playoffs.PLAYOFF):
        return f"Section B · regular round {len(history.of_kind(ROUND))}: see Standings B"
    return f"Section B · {len(playoffs.remaining(history))} left in the play-offs"


def _lines(history: History, matches: Sequence[Match], number: Callable[[Id], int | None]) -> list[str]:
    """Two lines a match and a blank one, one line a bye. The arrow marks who goes on as winner."""
    found: list[str] = []

    def name(player: Id) -> str:
        seed = number(player)
        return f"{seed} {player}" if seed else player

    for m in matches:
        if m.is_bye:
            found += [f"{name(m.upper)} · {BYE_WORD}", ""]
            continue
        v = m.verdict
        for side, player in enumerate(m.players):
            mark = "▸ " if player == v.winner else ""
            if v.state == "void":
                points = "void"
            elif v.forfeited:
                points = "forfeit" if player in v.forfeited else "by forfeit"
            else:
                points = str(v.score[side]) if v.score else ""
                points += " tie" if v.score and v.is_settled and v.winner is None and history.section == A else ""
            found.append(f"{mark}{name(player)}" + (f" · {points}" if points else ""))
        found.append("")
    return found[:-1] if found else []
