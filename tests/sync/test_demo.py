"""The sample season shows what it is there to show."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sync.running.demo import PLAYERS, WORDS, ZONE, Season, Told, ladder_lines
from tests.ooxml.checker import check

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=ZONE)


def test_the_sample_season_shows_every_part_of_a_ladder(tmp_path: Path) -> None:
    """Forms, a typed result, a draw, a Null by time-out, byes, a tie-break round, the Final; a workbook that is sound."""
    told: list[Told] = []
    done = Season(tmp_path / "ladder.xlsx", NOW, told.append).play()
    answer = done.decided.answer
    assert answer is not None
    assert answer.state == "finished"
    games = [row.cells for row in answer.tables["Pairings"]]
    assert {"form", "director", "deadline"} <= {g["Decided by"] for g in games}
    assert {*WORDS.values(), "Null"} <= {g["Outcome"] for g in games}
    assert "(bye)" in {g["Black"] for g in games}
    published = [t.text for t in told if t.text.endswith("is published.")]
    assert [kind for kind in ("(round)", "(tie-break)", "(final)") if any(kind in text for text in published)] == [
        "(round)",
        "(tie-break)",
        "(final)",
    ]
    headings, *rows = ladder_lines(done)
    places = sorted(int(row[headings.index("Place")]) for row in rows)
    assert len(rows) == len(PLAYERS)
    assert places[:2] == [1, 2]
    assert max(t.at for t in told) <= NOW, "nothing of a season that is over lies ahead"
    assert check((tmp_path / "ladder.xlsx").read_bytes()) == [], "nothing for Excel to repair"
