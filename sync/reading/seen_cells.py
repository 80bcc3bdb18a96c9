"""What people have typed beside recorded rows, as the Journal last noted it: the cells, and since when they say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.model import Empty, Game, Lot, Recorded, Round
from rules.sheet import FormatSheet
from sync.chesssites.links import public_links
from sync.grid import is_blank
from sync.journal import Journal
from sync.kinds import LONGEST_LIST, cell_text, clean, name_key
from sync.reading.decode import TypedRow

PERSON_CELLS = {
    "Games": ("Result", "Game URL", "Deadline", "Ended", "Note"),
    "Rounds": ("Deadline", "Note", "Starts"),
    "Lots": ("Typed",),
}


@dataclass(frozen=True)
class Seen:
    """What people had typed beside a row when last looked at, and since when each cell says so."""

    cells: Mapping[str, str]
    since: Mapping[str, datetime]
    result: str = ""  # the last result that could be read
    result_since: datetime | None = None
    pair: tuple[str, str] | None = None  # who plays, where the names that stand there cannot be so


NOTHING_SEEN = Seen({}, {})


def seen_before(journal: Journal) -> dict[tuple[str, str], Seen]:
    """What people had typed beside each row, as last noted."""
    found: dict[tuple[str, str], Seen] = {}
    for line in journal.of("seen"):
        key = (str(line.detail.get("tab", "Games")), line.subject)
        old = found.get(key, NOTHING_SEEN)
        cells = {str(k): public_links(str(v)) for k, v in dict(line.detail.get("cells", {})).items()}
        since = {k: (old.since[k] if old.cells.get(k) == v and k in old.since else line.when) for k, v in cells.items()}
        result = str(line.detail.get("stands", cells.get("Result", "")))
        result_since = old.result_since if result == old.result else line.when
        pair = line.detail.get("pair")
        stands = (str(pair[0]), str(pair[1])) if isinstance(pair, list) and len(pair) == 2 else None
        found[key] = Seen(cells, since, result, result_since, stands)
    return found


def missed_before(journal: Journal) -> frozenset[tuple[str, str]]:
    """Rows noted as gone and not seen or appended since."""
    gone: set[tuple[str, str]] = set()
    for line in journal.of("missing", "back"):
        key = (str(line.detail.get("tab", "Games")), line.subject)
        gone.add(key) if line.event == "missing" else gone.discard(key)
    return frozenset(gone)


def starts_published(record: Sequence[Recorded]) -> dict[str, frozenset[datetime]]:
    """Every start a round was ever published with: its row keeps the first one when it is published again."""
    found: dict[str, frozenset[datetime]] = {}
    for recorded in record:
        if isinstance(recorded.fact, Round) and recorded.fact.starts is not None:
            found[recorded.fact.id] = found.get(recorded.fact.id, frozenset()) | {recorded.fact.starts}
    return found


def nobody_typed_the_start(
    row: TypedRow, fact: Round, published: Mapping[str, frozenset[datetime]], seen: Seen
) -> bool:
    """Whether the start beside a round is the worker's own: as published now, or before it was taken back."""
    starts = row.values.get("Starts")
    if not isinstance(starts, datetime):
        return is_blank(row.raw.get("Starts"))
    return starts == fact.starts or ("Starts" not in seen.cells and starts in published.get(fact.id, frozenset()))


def person_cells(row: TypedRow, tab: str, fact: Game | Round | Lot, spec: FormatSheet) -> dict[str, str]:
    """What people typed beside a row; a changed White or Black is their word too."""
    cells = {
        h: public_links(clean(cell_text(row.raw.get(h))))[:LONGEST_LIST]
        for h in PERSON_CELLS[tab]
        if not is_blank(row.raw.get(h))
    }
    if isinstance(fact, Game):
        black = fact.black.value if isinstance(fact.black, Empty) else fact.black
        for heading, recorded in ((spec.first_heading, fact.white), (spec.second_heading, black)):
            typed = clean(cell_text(row.raw.get(heading)))
            if heading in row.columns and typed and name_key(typed) != name_key(recorded):
                cells[heading] = typed
    return cells
