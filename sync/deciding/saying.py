"""What is due to be said to players and to the director."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules.model import Engine
from rules.parts.brought import is_of_elsewhere
from sync.claims.checks import FOUND
from sync.deciding.lines import NewLines
from sync.encode import Shown
from sync.problems import Problem, Sort, Urgency, wording
from sync.reading.gather import Gathered
from sync.runner import Run
from sync.telling.delivery import AGAIN, NOTICE, deliveries
from sync.telling.notices import News, Outbox, outbox

_OWN = "Notice"  # begins the settings that hold the director's own words for notices
_TOLD = ("accepted", "waiting", "held", "ruled")  # states of a claim that somebody reported


def outbox_of(
    engine: Engine,
    known: Gathered,
    result: Run,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    now: datetime,
    delivering: bool,
) -> Outbox:
    """What is due to be said; nothing before the event has started."""
    if result.answer.state == "before":
        return Outbox(states=deliveries(known.journal, frozenset()))
    own = {
        n.removeprefix(f"{_OWN}: "): str(v) for (n, _), v in known.settings.items() if n.startswith(f"{_OWN}: ") and v
    }
    cells = {n.removeprefix(f"{_OWN}: "): at for (n, _), at in known.sheet.setting_cells.items() if n.startswith(_OWN)}
    urgent = [p for p in problems if catalogue[p.code].urgency is not Urgency.NOTE]
    words = tuple(dict.fromkeys(f"{p.at}: {wording(p, catalogue)[1]}" for p in urgent))
    reported = frozenset(c.about for c in result.book.claims if c.state in _TOLD and not c.source.startswith(FOUND))
    news = News(
        event=str(known.settings.get(("Tournament", "")) or engine.sheet.title),
        book=result.book,
        answer=result.answer,
        facts=tuple(r for r in result.facts if not is_of_elsewhere(r)),  # those are no news
        show=Shown(engine.sheet, known.who.shown, {}, {}),
        problems=words if delivering else (),  # a digest that goes nowhere would only be a write a day
        wordings=own,
        wording_cells=cells,
        reported=reported,
        delivering=delivering,
        notices=known.sheet.titles.get("Notices", "Notices"),
    )
    return outbox(news, known.journal, now)


def note_notices(box: Outbox, lines: NewLines, delivering: bool) -> None:
    """A line for each notice that goes out, and for each that is tried again."""
    for notice in box.due:
        detail = {
            "kind": notice.kind,
            "text": notice.text,
            "audience": notice.audience,
            "delivering": delivering,
            **({"brief": notice.brief} if notice.brief else {}),
        }
        lines.note(NOTICE, notice.key, detail)
    for notice in box.again:
        lines.note(AGAIN, notice.key, {"attempt": box.states.tries(notice.key) + 1})
