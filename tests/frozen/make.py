"""Make the frozen books and what the version of that day made of them. No test runs this.

    python -m tests.frozen.make VERSION [FORMAT …]

was run once with the code of version aa21d50 (the scripts, this module and its like laid beside it), before anything
changed. Run again with later code it would freeze that code instead, and everything that changed in between would be
forgotten: a new moment to freeze gets a new script, and the old books stay.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from rules.registry import formats
from tests.frozen.golden import Golden
from tests.frozen.play import reopened
from tests.frozen.stands import DATA, KINDS, Kind
from tests.frozen.story import Story, moments, script_of


def freeze(format_name: str, version: str) -> None:
    """All books of a format's event, and what stands in them from step to step."""
    golden = Golden(DATA / format_name / "golden.json.gz", version)
    for kind in KINDS.values():
        with tempfile.TemporaryDirectory() as folder:
            _tell(format_name, kind, Path(folder), golden)
        for moment in moments(script_of(format_name)):
            with tempfile.TemporaryDirectory() as folder:
                opened = reopened(format_name, kind, moment, Path(folder), golden).open()
            assert not opened.wrote, f"{format_name} {kind.name} {moment.name}: {opened.wrote} written"
            golden.put(kind.name, f"opened {moment.name}", opened.what)
    golden.save()


def _tell(format_name: str, kind: Kind, folder: Path, golden: Golden) -> None:
    case = script_of(format_name)
    story: Story
    stand = kind.blank(folder, case.zone, lambda: story.now)
    story = Story(case, stand)
    story.set_up()
    golden.marks[kind.name] = {}

    def keep(name: str) -> None:
        path = kind.path(format_name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stand.store())
        mark = story.mark()
        golden.marks[kind.name][name] = [mark.revision, mark.last_no]

    story.on_freeze = keep
    for shown in story.tell():
        golden.put(kind.name, shown.step, shown.what)


def main() -> None:
    """Freeze the formats named, or all."""
    version, *wanted = sys.argv[1:]
    for format_name in wanted or formats():
        freeze(format_name, version)
        print(format_name, sum(p.stat().st_size for p in (DATA / format_name).iterdir()) // 1000, "kB")


if __name__ == "__main__":
    main()
