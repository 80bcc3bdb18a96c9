"""Frozen books opened and played on, and everything that is different noted."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

from sync.backends.base import Mark
from tests.frozen.differences import NOTHING, Change, Found, changes
from tests.frozen.golden import Golden, golden_of
from tests.frozen.stands import KINDS, Kind
from tests.frozen.story import Moment, Story, moments, script_of, times


def reopened(format_name: str, kind: Kind, moment: Moment, folder: Path, golden: Golden) -> Story:
    """A frozen book with its worker and its people, the clock as it stood."""
    case = script_of(format_name)
    told: list[Story] = []

    def clock() -> datetime:
        return told[0].now if told else times(case)[moment.step]

    stored = kind.path(format_name, moment.name).read_bytes()
    story = Story(case, kind.opened(folder, stored, Mark(*golden.marks[kind.name][moment.name]), clock))
    told.append(story)
    story.go_to(moment)
    return story


def played(format_name: str, everything: bool) -> Found:
    """Every frozen book of a format opened, and played on.

    Where not `everything` is wanted, a book plays on at one of the backends only, to the moment at which the next one
    was frozen; the middle one plays to the end.
    """
    golden, every = golden_of(format_name), moments(script_of(format_name))
    found = Found(format_name)
    for turn, kind in enumerate(KINDS.values()):
        for number, moment in enumerate(every):
            plays = number % 2 == turn
            until = None if number in (len(every) // 2, len(every) - 1) else every[number + 1]
            _played_on(found, golden, kind, moment, until, plays, everything)
    return found


def _played_on(
    found: Found, golden: Golden, kind: Kind, moment: Moment, until: Moment | None, plays: bool, everything: bool
) -> None:
    book = f"{moment.name} {kind.name}"
    with tempfile.TemporaryDirectory() as folder:
        story = reopened(found.format, kind, moment, Path(folder), golden)
        opened = story.open()
        was = golden.get(kind.name, f"opened {moment.name}")
        found.add(f"{book}, opened", [*_written(opened.wrote), *changes(was, opened.what)])
        if not plays and not everything:
            return
        for number, shown in enumerate(story.tell(moment, None if everything else until), start=moment.step + 1):
            every_day = plays and (until is None or number <= until.step)
            found.add(f"{book}, {shown.step}", changes(golden.get(kind.name, shown.step), shown.what), every_day)


def _written(tabs: tuple[str, ...]) -> list[Change]:
    return [Change(f"unasked: a write to {tab}", NOTHING, "written") for tab in tabs]
