"""The page of the tie-breaks a Swiss may name in its settings."""

from __future__ import annotations

from collections.abc import Iterator

from rules.swiss.tiebreaks.catalogue import RULE_16, SPECS, Spec

MADE = "<!-- Made by `make docs` from the code. Do not edit by hand. -->"
HEAD = """# Tie-breaks of a Swiss

`Settings` → `Tie-breaks` says what parts players on the same points: one after the other, with `;`, a comma or a new
line between them, such as `BH-C1 ; BH ; SB`. Left blank, rule 16 a and b of the rulebook decides alone. Whoever is
level after the last one shares the place. `Standings` has a column for each, `Report` names them, and `pairsheet
explain BOOK NAME` takes them apart round by round. To see values that decide nothing, put them behind `16`: rule 16
decides then, and what it leaves level is parted by those that follow.

Capitals do not matter. A tie-break is named by its letters or by its name; what is added stands behind `-`, `/` or a
space. Anything else is a message, and no tie-break of the list counts until it is mended.

The numbers are the articles of FIDE's Play-Off and Tie-Break Regulations (handbook C.07). `Tie-break rules of` says
which text: 2026 is in force since 1 March 2026, 2024 since 1 August 2024. They differ in article 16.4: since 2026 the
points that a round without a game counts for in one's own Buchholz have an upper limit.
"""
TAIL = """## What is added

| added | also | meaning |
| --- | --- | --- |
| `C1`, `C2` | `Cut 1`, `Cut 2` | the lowest, or the two lowest, do not count; of a progressive score the first rounds |
| `M1`, `M2` | `Median Buchholz`, `Median Buchholz 2` | the lowest and the highest, or two of each, do not count |
| `P` | | games decided by forfeit count as played |
| `F` | | with fore Buchholz instead of Buchholz |
| `L+1`, `L-1` | | Koya's limit half a point higher, or lower; `L+2` a whole point, and so on |
| `R` | | turned round: the other end comes first |

## Rounds without a game

A *voluntarily unplayed round* is a bye somebody asked for, a round they were absent, or a game they forfeited.

- For the opponents a player's rounds count as awarded; only byes and absences after which the player never came
  back count as draws.
- For oneself an unplayed round counts as a game against a dummy: someone with as many points as oneself, but (since
  2026) after a forfeit with no more points than the opponent who was paired, and else with no more than a draw a
  round.
- A cut takes a voluntarily unplayed round first, unless the lowest contribution is larger.

## Unrated players

Tie-breaks made of ratings need a rating of everybody. With an unrated player in the event they have no value, and
`Problems` says so, until `Settings` → `Rating of the unrated` gives one that counts for all of them.
"""


def tie_breaks_page() -> str:
    """The page."""
    return "\n".join([MADE, HEAD, *_table(), "", TAIL])


def _table() -> Iterator[str]:
    yield "| letters | name | article | what may be added | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for spec in SPECS:
        names = ", ".join([spec.name, *(f"{a[0].upper()}{a[1:]}" for a in spec.also)])
        yield f"| `{spec.code}` | {names} | {spec.rule} | {_adds(spec)} | {spec.help}{_note(spec)} |"


def _adds(spec: Spec) -> str:
    return ", ".join(f"`{'L+1' if add == 'L' else add}`" for add in spec.adds) or " "


def _note(spec: Spec) -> str:
    if spec.code == RULE_16:
        return ""
    return " Needs ratings." if spec.needs_ratings else ""
