"""Lines about what people typed, noticed for the first time."""

from __future__ import annotations

from rules.model import Entry
from sync.deciding.lines import NewLines
from sync.reading.gather import Gathered
from sync.runner import Run


def note_what_was_seen(known: Gathered, lines: NewLines, result: Run) -> None:
    """Lines about what people typed, noticed for the first time; they carry the times that rules depend on."""
    last = {}
    for line in known.journal.of("tabs"):
        last = dict(line.detail)
    keys = last | {name: tab.key for name, tab in known.sheet.tabs.items()}  # one that is gone is made again just now
    if keys != last:
        lines.note("tabs", "", keys)
    if any(isinstance(r.fact, Entry) for r in result.book.record):
        for event, detail in known.settings_lines:
            lines.note(event, "", dict(detail))
    for name, shown in known.who.shown.items():
        noted = [line for line in known.journal.of("renamed") if line.subject == name]
        if not noted or noted[-1].detail.get("name") != shown:
            lines.note("renamed", name, {"name": shown})
    for _, id_, seen_now in known.ledger.seen:
        lines.note("seen", id_, seen_now)
    for event, detail in known.decision_lines:
        name, _, kind = event.partition(":")
        lines.note(name, kind, dict(detail))
    for tab, id_ in known.ledger.missing_first:
        lines.note("missing", id_, {"tab": tab})
    for tab, id_ in (*known.ledger.again, *known.ledger.back):
        lines.note("back", id_, {"tab": tab})
    seen = {line.subject: str(line.detail.get("print", "")) for line in known.journal.of("drafted")}
    for held in result.held:
        if seen.get(held.draft.id) != held.print:
            lines.note("drafted", held.draft.id, {"print": held.print})
