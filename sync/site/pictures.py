"""Pictures of a website, drawn as SVG when a page is made; the table beside each says the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from sync.site.content import Event, Table
from sync.site.tree import tree

WIDE, TALL, LEFT, RIGHT, STEP = 900, 30, 40, 190, 22
HEADS = 20  # most headings that fit over it side by side
LABEL = 24  # letters of a name beside its line
LOW = 150  # how high one player's picture is


def picture(table: Table, event: Event) -> Markup | None:
    """The picture above a table: lines where the format asks for them, a tree of matches; None where neither fits."""
    return bump_chart(table, event) if table.chart else tree(table)


def bump_chart(table: Table, event: Event) -> Markup | None:
    """Positions after each round, a line a player; None where there is less than two rounds to draw."""
    columns = table.open_columns
    lines = [(row[min(table.people)], points) for row in table.rows if (points := _points(row, columns))]
    if len(columns) < 2 or not lines:
        return None
    places = max(place for _, points in lines for _, place in points)
    step = (WIDE - LEFT - RIGHT) / (len(columns) - 1)
    height = TALL + places * STEP + 10
    drawn = []
    for name, points in lines:
        where = " ".join(f"{LEFT + i * step:.0f},{TALL + (place - 1) * STEP:.0f}" for i, place in points)
        last = points[-1]
        x, y = LEFT + last[0] * step + 8, TALL + (last[1] - 1) * STEP + 4
        drawn.append(
            f'<g tabindex="0" role="img" aria-label="{escape(name)}" data-player="{escape(name)}">'
            f"<title>{escape(name)} – {escape(_said(table, columns, points))}</title>"
            f'<polyline points="{where}"/><text x="{x:.0f}" y="{y:.0f}">{escape(name[:LABEL])}</text></g>'
        )
    about = f"{table.chart}, {event.title}; the table below says the same."
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDE} {height}" role="group" aria-label="{escape(about)}">'
        f"{_heads(table, columns, step)}{''.join(drawn)}</svg>"
    )


def own_line(table: Table, name: str) -> Markup | None:
    """One player's positions, with numbers at the ends and where it changed; None where there are less than two."""
    columns = table.open_columns
    row = next((row for row in table.rows if table.people and row[min(table.people)] == name), None)
    points = _points(row, columns) if row else []
    if len(points) < 2:
        return None
    best, worst = min(place for _, place in points), max(place for _, place in points)
    step, rise = (WIDE - 2 * LEFT) / (len(columns) - 1), (LOW - TALL - 30) / max(worst - best, 1)
    spots = [(LEFT + i * step, TALL + 15 + (place - best) * rise, place) for i, place in points]
    where = " ".join(f"{x:.0f},{y:.0f}" for x, y, _ in spots)
    told = [spots[0], *[b for a, b in pairwise(spots) if a[2] != b[2]], spots[-1]]
    if len(told) > HEADS:
        told = [spots[0], min(spots, key=_place), max(spots, key=_place), spots[-1]]
    marks = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3"/>'
        f'<text x="{x:.0f}" y="{y - 7:.0f}" text-anchor="middle">{place}</text>'
        for x, y, place in dict.fromkeys(told)
    )
    about = f"{table.chart}, {name}: {_said(table, columns, points)}"
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDE} {LOW}" role="img" aria-label="{escape(about)}">'
        f'{_heads(table, columns, step)}<g class="me"><polyline points="{where}"/>{marks}</g></svg>'
    )


def _place(spot: tuple[float, float, int]) -> int:
    return spot[2]


def _points(row: Sequence[str], columns: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, int(row[c])) for i, c in enumerate(columns) if row[c].isdigit()]


def _said(table: Table, columns: Sequence[int], points: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{table.headings[columns[i]]}: {place}" for i, place in points)


def _heads(table: Table, columns: Sequence[int], step: float) -> str:
    every = -(-len(columns) // HEADS)
    return "".join(
        f'<text x="{LEFT + i * step:.0f}" y="14" text-anchor="middle">{escape(table.headings[c])}</text>'
        for i, c in enumerate(columns)
        if i % every == 0
    )
