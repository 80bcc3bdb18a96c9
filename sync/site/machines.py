"""What programs read of a website: JSON of every table, a feed of the rounds, calendars, robots and sitemap."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from xml.etree import ElementTree as ET

from icalendar import Calendar
from icalendar import Event as Entry

from sync.site.content import Event, Table, slug_of

VERSION = 1
ATOM = "http://www.w3.org/2005/Atom"


def files(event: Event, stamp: datetime) -> dict[str, str | bytes]:
    """Every file for programs by its path. `stamp`: when the book last changed, for the feed."""
    made: dict[str, str | bytes] = {f"data/{t.slug}.json": _json(_table(t)) for t in event.tables}
    made["data/event.json"] = _json(_event(event))
    made["feed.xml"] = feed(event, stamp)
    made["calendar.ics"] = calendar(event, "")
    for name, slug in event.slugs.items():
        made[f"p/{slug}.ics"] = calendar(event, name)
    made["robots.txt"] = "User-agent: *\n" + ("Allow: /\n" if event.found_by_search else "Disallow: /\n")
    if event.address:
        made["sitemap.xml"] = _sitemap(event)
    return made


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _table(table: Table) -> dict[str, object]:
    return {
        "version": VERSION, "title": table.title, "about": table.help, "headings": table.headings,
        "rows": [list(row) for row in table.rows],
    }  # fmt: skip


def _event(event: Event) -> dict[str, object]:
    return {
        "version": VERSION,
        "title": event.title,
        "rulebook": event.rulebook,
        "now": event.headline,
        "zone": event.zone_name,
        "tables": {t.title: f"{t.slug}.json" for t in event.tables},
        "rounds": [
            {"id": r.id, "kind": r.kind, "announced": r.announced, "deadline": r.deadline} for r in event.rounds
        ],
        "players": [{"name": name, "page": f"../p/{slug}.html"} for name, slug in event.slugs.items()],
    }


def _id(event: Event, *parts: str) -> str:
    return sha256("\x1f".join((event.title, *parts)).encode()).hexdigest()[:32]


def feed(event: Event, stamp: datetime) -> bytes:
    """An entry for each round that is out, the newest first."""
    ET.register_namespace("", ATOM)
    root = ET.Element(f"{{{ATOM}}}feed")
    ET.SubElement(root, f"{{{ATOM}}}title").text = _xml(event.title)
    ET.SubElement(root, f"{{{ATOM}}}id").text = f"urn:pairsheet:{_id(event)}"
    ET.SubElement(root, f"{{{ATOM}}}updated").text = _zulu(_last(event) or stamp)
    author = ET.SubElement(root, f"{{{ATOM}}}author")
    ET.SubElement(author, f"{{{ATOM}}}name").text = "Pairsheet"
    if event.address:
        ET.SubElement(root, f"{{{ATOM}}}link", rel="self", href=f"{event.address}/feed.xml")
    for round_ in reversed(event.rounds):
        entry = ET.SubElement(root, f"{{{ATOM}}}entry")
        ET.SubElement(entry, f"{{{ATOM}}}title").text = _xml(f"{round_.id} ({round_.kind}) is out")
        ET.SubElement(entry, f"{{{ATOM}}}id").text = f"urn:pairsheet:{_id(event, round_.id)}"
        ET.SubElement(entry, f"{{{ATOM}}}updated").text = _zulu(event.moment(round_.announced) or stamp)
        base = f"{event.address}/" if event.address else ""
        ET.SubElement(entry, f"{{{ATOM}}}link", rel="alternate", href=f"{base}r/{slug_of(round_.id)}.html")
        ET.SubElement(entry, f"{{{ATOM}}}summary").text = _xml(f"Announced {round_.announced}.")
    found: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return found + b"\n"


def _last(event: Event) -> datetime | None:
    return max((m for r in event.rounds if (m := event.moment(r.announced))), default=None)


def _xml(text: str) -> str:
    return "".join(c for c in text if c in "\t\n" or (ord(c) >= 32 and ord(c) not in (0xFFFE, 0xFFFF)))


def _zulu(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def calendar(event: Event, name: str) -> bytes:
    """The deadlines of the games of one player, or of everybody. The same game has the same id for ever."""
    made = Calendar()
    made.add("prodid", "-//Pairsheet//website//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", f"{event.title}: {name}" if name else event.title)
    for game, due, white, black in _games(event):
        if name and name not in (white, black):
            continue
        entry = Entry()
        entry.add("uid", f"{_id(event, game)}@pairsheet")
        entry.add("summary", f"{game}: {white} – {black} is due")
        entry.add("dtstart", due.astimezone(UTC))
        entry.add("dtend", due.astimezone(UTC) + timedelta(minutes=1))
        entry.add("dtstamp", due.astimezone(UTC))
        made.add_component(entry)
    found: bytes = made.to_ical()
    return found


def _games(event: Event) -> Iterable[tuple[str, datetime, str, str]]:
    table = event.table("Pairings")
    for one in table.records() if table else ():
        white = one.get("White") or one.get("Player 1") or ""
        black = one.get("Black") or one.get("Player 2") or ""
        due = event.moment(one.get("Due", ""))
        if due is not None and white and black and not black.startswith("("):
            yield one.get("Game", ""), due, white, black


def _sitemap(event: Event) -> bytes:
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    ET.register_namespace("", space)
    root = ET.Element(f"{{{space}}}urlset")
    paths = [
        "index.html",
        *(f"t/{t.slug}.html" for t in event.tables),
        *(f"r/{slug_of(r.id)}.html" for r in event.rounds),
    ]
    for path in paths:
        ET.SubElement(ET.SubElement(root, f"{{{space}}}url"), f"{{{space}}}loc").text = f"{event.address}/{path}"
    found: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return found + b"\n"
