"""The pages of a website, by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from sync.site.content import Event, Table, slug_of
from sync.site.pictures import own_line, picture

HERE = Path(__file__).parent / "pages"
WALL = ("This round", "Standings", "Standings A", "Standings B", "Ladder", "Bracket")
PAPER = ("This round", "Standings", "Standings A", "Standings B", "Ladder", "Tour", "Bracket", "Cross-table")
FILES = ("site.css", "site.js", "wall.js", "icon.svg")


def environment() -> Environment:
    """Templates that escape everything and refuse a name that is missing."""
    made = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["slug_of"] = slug_of
    return made


def pages(event: Event) -> dict[str, str]:
    """Every page by its path in the folder."""
    env = environment()
    made: dict[str, str] = {}

    def page(template: str, path: str, **more: object) -> None:
        up = "../" * path.count("/")
        made[path] = env.get_template(template).render(event=event, here=path, up=up, **more)

    due = next_due(event)
    page("index.html", "index.html", due=due[0] if due else None, due_text=due[1] if due else "")
    for table in event.tables:
        page("table.html", f"t/{table.slug}.html", table=table, chart=picture(table, event))
    pairings, reasons = event.table("Pairings"), _reasons(event)
    for round_ in event.rounds:
        rows = _rows_of_round(pairings, round_.id) if pairings else ()
        said = [(about, text) for at, about, text in reasons if at == round_.id]
        page("round.html", f"r/{slug_of(round_.id)}.html", round=round_, pairings=pairings, rows=rows, reasons=said)
    for name, slug in event.slugs.items():
        own = _own(event, name)
        games = _games_of(pairings, name)
        said = [(about, text) for _, about, text in reasons if about == name or about in games]
        page(
            "player.html",
            f"p/{slug}.html",
            name=name,
            now=event.now_of(name),
            found=own,
            reasons=said,
            lines=_lines(event, name),
        )
    page("wall.html", "wall.html", shown=_shown(event, WALL))
    page("print.html", "print.html", shown=[*_boards(event, pairings), *_shown(event, PAPER)], slips=_slips(pairings))
    page("embed.html", "embed.html")
    made["people.js"] = _people(event)
    for name in FILES:
        made[name] = (HERE / name).read_text(encoding="utf-8")
    return made


def _shown(event: Event, titles: Sequence[str]) -> list[Table]:
    """The tables with these titles, without columns that say nothing."""
    return [t.only(t.rows) for title in titles if (t := event.table(title)) and t.rows]


def _boards(event: Event, pairings: Table | None) -> list[Table]:
    """The games of the newest round by board, for paper: a whole season of them is no pairing list."""
    rows = _rows_of_round(pairings, event.rounds[-1].id) if pairings and event.rounds else ()
    return [replace(pairings.only(rows), title=f"Pairings of {event.rounds[-1].id}")] if pairings and rows else []


def _own(event: Event, name: str) -> list[Table]:
    """What stands about somebody in each table, the newest games first."""
    found = []
    for table in event.tables:
        rows = event.rows_of(table, name)
        if rows and table.title not in ("Why", "This round"):
            found.append(table.only(rows[::-1] if table.title == "Pairings" else rows))
    return found


def _people(event: Event) -> str:
    """Names, pages and games of this round for the search box: a script that only names them, one for all pages."""
    players = [[name, slug, event.now_of(name)] for name, slug in event.slugs.items()]
    text = json.dumps({"event": event.title, "players": players}, ensure_ascii=True, separators=(",", ":"))
    return f"window.pairsheet = {text};\n"


def next_due(event: Event) -> tuple[datetime, str] | None:
    """The first moment by which a game of this round is due, and as it is shown."""
    table = event.table("This round")
    column = table.column("Due") if table else None
    if table is None or column is None:
        return None
    found = {(when, row[column]) for row in table.rows if (when := event.moment(row[column]))}
    return min(found, default=None)


def _lines(event: Event, name: str) -> list[Markup]:
    """The pictures of one player's way through the event."""
    return [drawn for table in event.tables if table.chart and (drawn := own_line(table, name))]


def _rows_of_round(table: Table, id_: str) -> tuple[tuple[str, ...], ...]:
    column = table.column("Round")
    return tuple(row for row in table.rows if column is not None and row[column] == id_)


def _reasons(event: Event) -> Sequence[tuple[str, str, str]]:
    """Round, what it is about, and the sentence, as `Why` has them."""
    table = event.table("Why")
    if table is None:
        return ()
    return [(one.get("Round", ""), one.get("About", ""), one.get("Decision", "")) for one in table.records()]


def _games_of(table: Table | None, name: str) -> frozenset[str]:
    if table is None or table.column("Game") is None:
        return frozenset()
    return frozenset(row[table.column("Game") or 0] for row in table.rows if name in row)


def _slips(table: Table | None) -> list[Mapping[str, str]]:
    """A slip for each open game of two players."""
    found: list[Mapping[str, str]] = []
    for one in table.records() if table else ():
        white = one.get("White") or one.get("Player 1") or ""
        black = one.get("Black") or one.get("Player 2") or ""
        if white and black and not black.startswith("(") and not one.get("Outcome"):
            found.append({"game": one.get("Game", ""), "white": white, "black": black})
    return found
