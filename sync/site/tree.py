"""A tree of matches as SVG: a column a round, a box a match, a curve from each player's match to the next one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from sync.site.content import Table

WIDE, TALL, GAP, BETWEEN, HEAD = 190, 46, 16, 46, 28
LABEL = 22  # letters of a name in its box
MOST = 400  # matches; of more no picture is of use


@dataclass(frozen=True)
class Match:
    """Two names, and who goes on; blank where it is not known."""

    round: str
    players: tuple[str, str]
    winner: str


def tree(table: Table) -> Markup | None:
    """The matches of a table whose format says which columns hold them; None where there are fewer than two."""
    matches = matches_of(table)
    if not 2 <= len(matches) <= MOST:
        return None
    rounds = _in_order([m.round for m in matches])
    if len(rounds) < 2:
        return None
    placed = _placed(matches, rounds)
    height = HEAD + max(y for _, y in placed.values()) + TALL + GAP
    width = len(rounds) * (WIDE + BETWEEN)
    heads = "".join(
        f'<text class="head" x="{i * (WIDE + BETWEEN) + WIDE / 2:.0f}" y="16" text-anchor="middle">{escape(r)}</text>'
        for i, r in enumerate(rounds)
    )
    about = f"{table.title}: {len(matches)} matches in {len(rounds)} rounds; the table below says the same."
    return Markup(
        f'<svg class="tree" viewBox="0 0 {width} {height:.0f}" width="{width}" role="img" aria-label="{escape(about)}">'
        f"{heads}{''.join(_lines(matches, rounds, placed))}"
        f"{''.join(_box(matches[i], x, HEAD + y) for i, (x, y) in placed.items())}</svg>"
    )


def matches_of(table: Table) -> list[Match]:
    """The lines of a table in which two players stand."""
    at = [table.column(heading) for heading in table.tree]
    if len(at) != 4 or None in at:
        return []
    found = []
    for row in table.rows:
        round_, first, second, winner = (row[i] if i is not None else "" for i in at)
        if first and second and not first.startswith("(") and not second.startswith("("):
            found.append(Match(round_, (first, second), winner))
    return found


def _in_order(rounds: Sequence[str]) -> list[str]:
    """Each round once: by its number where all have one, else as they stand."""
    once = list(dict.fromkeys(rounds))
    numbers = {r: int(n[-1]) for r in once if (n := re.findall(r"\d+", r))}
    return sorted(once, key=numbers.__getitem__) if len(numbers) == len(once) else once


def _before(matches: Sequence[Match], rounds: Sequence[str], number: int) -> list[tuple[int, str]]:
    """The latest earlier match of each of the two, by its place among all, with the player."""
    own = rounds.index(matches[number].round)
    found = []
    for player in matches[number].players:
        earlier = [
            (rounds.index(m.round), i)
            for i, m in enumerate(matches)
            if player in m.players and rounds.index(m.round) < own
        ]
        if earlier:
            found.append((max(earlier)[1], player))
    return found


def _placed(matches: Sequence[Match], rounds: Sequence[str]) -> dict[int, tuple[float, float]]:
    """Where each box stands: beside the middle of those it comes from, as far as there is room."""
    placed: dict[int, tuple[float, float]] = {}
    for column, round_ in enumerate(rounds):
        own = [i for i, m in enumerate(matches) if m.round == round_]
        wanted: dict[int, float] = {}
        for order, i in enumerate(own):
            sources = [placed[b][1] for b, _ in _before(matches, rounds, i)]
            wanted[i] = sum(sources) / len(sources) if sources else order * (TALL + GAP)
        lowest = 0.0
        for i in sorted(own, key=lambda one: (wanted[one], one)):
            y = max(wanted[i], lowest)
            placed[i] = (column * (WIDE + BETWEEN), y)
            lowest = y + TALL + GAP
    return placed


def _lines(matches: Sequence[Match], rounds: Sequence[str], placed: Mapping[int, tuple[float, float]]) -> list[str]:
    drawn = []
    for i, (x, y) in placed.items():
        for before, player in _before(matches, rounds, i):
            from_x, from_y = placed[before][0] + WIDE, placed[before][1] + _at(matches[before], player)
            to_y, middle = y + _at(matches[i], player), (from_x + x) / 2
            curve = f"C{middle:.0f} {from_y:.0f} {middle:.0f} {to_y:.0f} {x:.0f} {to_y:.0f}"
            drawn.append(f'<path d="M{from_x:.0f} {from_y:.0f}{curve}"/>')
    return drawn


def _at(match: Match, player: str) -> float:
    """The height of a player's name, seen from the top of the box."""
    return HEAD + 13 + 20 * match.players.index(player)


def _box(match: Match, x: float, y: float) -> str:
    names = "".join(
        _name(name, x + 10, y + 18 + 20 * line, name == match.winner) for line, name in enumerate(match.players)
    )
    said = f"{match.round}: {match.players[0]} – {match.players[1]}"
    said += f", {match.winner} goes on" if match.winner else ""
    frame = f'<rect x="{x:.0f}" y="{y:.0f}" width="{WIDE}" height="{TALL}" rx="4"/>'
    return f"<g><title>{escape(said)}</title>{frame}{names}</g>"


def _name(name: str, x: float, y: float, won: bool) -> str:
    shown = name if len(name) <= LABEL else f"{name[: LABEL - 1]}…"
    look = ' class="won"' if won else ""
    return f'<text{look} x="{x:.0f}" y="{y:.0f}">{escape(shown)}</text>'
