"""Pictures of a website, drawn as SVG when a page is made; the table beside each says the same."""

from __future__ import annotations

from markupsafe import Markup, escape

from sync.site.content import Event, Table

WIDE, TALL, LEFT, RIGHT, STEP = 900, 30, 40, 190, 22
HEADS = 20  # most headings that fit over it side by side


def bump_chart(table: Table, event: Event) -> Markup | None:
    """Positions after each round, a line a player; None where there is less than two rounds to draw."""
    if not table.people:
        return None
    names = min(table.people)
    columns = [c for c in range(len(table.headings)) if c in table.numbers and c > names]
    lines = []
    for row in table.rows:
        points = [(i, int(row[c])) for i, c in enumerate(columns) if row[c].isdigit()]
        if points:
            lines.append((row[names], points))
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
        label = f'<text x="{x:.0f}" y="{y:.0f}">{escape(name[:24])}</text>'
        said = ", ".join(f"{table.headings[columns[i]]}: {place}" for i, place in points)
        drawn.append(
            f'<g tabindex="0" role="img" aria-label="{escape(name)}" data-player="{escape(name)}">'
            f"<title>{escape(name)} – {escape(said)}</title>"
            f'<polyline points="{where}"/>{label}</g>'
        )
    every = -(-len(columns) // HEADS)
    heads = "".join(
        f'<text x="{LEFT + i * step:.0f}" y="14" text-anchor="middle">{escape(table.headings[c])}</text>'
        for i, c in enumerate(columns)
        if i % every == 0
    )
    about = f"Positions of {event.title} by round; the table below says the same."
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDE} {height}" role="group" aria-label="{escape(about)}">'
        f"{heads}{''.join(drawn)}</svg>"
    )
