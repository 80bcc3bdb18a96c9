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


def played(format_name: str, kind_name: str, everything: bool) -> Found:
    """Every frozen book of a unit opened, and played on.

    Where not `everything` is wanted, every second one plays on, to the moment at which the next one was frozen: the
    others do at the other backend; and one of Google's plays to the end.
    """
    kind, golden = KINDS[kind_name], golden_of(format_name)
    every = moments(script_of(format_name))
    found = Found(f"{format_name} {kind_name}")
    for number, moment in enumerate(every):
        turn = number % 2 == sorted(KINDS).index(kind_name)
        middle = kind_name == "google" and number // 2 == len(every) // 4
        to_the_end = everything or middle or number == len(every) - 1
        with tempfile.TemporaryDirectory() as folder:
            story = reopened(format_name, kind, moment, Path(folder), golden)
            opened = story.open()
            was = golden.get(kind.name, f"opened {moment.name}")
            found.add(f"{moment.name} opened", [*_written(opened.wrote), *changes(was, opened.what)])
            if not turn and not everything:
                continue
            for shown in story.tell(moment, None if to_the_end else every[number + 1]):
                found.add(f"{moment.name}, {shown.step}", changes(golden.get(kind.name, shown.step), shown.what))
    return found


def _written(tabs: tuple[str, ...]) -> list[Change]:
    return [Change(f"unasked: a write to {tab}", NOTHING, "written") for tab in tabs]
