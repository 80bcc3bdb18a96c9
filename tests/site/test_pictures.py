"""Pictures drawn into the pages: trees of matches, one player's line, tables warm where their numbers are large."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from sync.site.content import Table
from sync.site.pictures import own_line
from sync.site.tree import Match, matches_of, tree

BRACKET = Table(
    "Bracket", "", ("Round", "First", "Second", "Through"),
    (("K-R10", "Ada", "Eva", ""), ("K-R2", "Ada", "Ben", "Ada"), ("K-R2", "Cem", "<i>Eva", "<i>Eva"),
     ("K-R1", "Ben", "Eva", "Ben"), ("K-R1", "Ada", "(held back)", "Ada"), ("K-R1", "Gil", "", "Gil")),
    tree=("Round", "First", "Second", "Through"),
)  # fmt: skip
HISTORY = Table(
    "History", "", ("Player", "Start", "R1", "R2"), (("Ada", "1", "2", "2"), ("Ben", "2", "1", "1"), ("Cem", "", "", "3")),
    numbers=frozenset({1, 2, 3}), people=frozenset({0}), chart="Position by round",
)  # fmt: skip


def test_matches_are_lines_with_two_players() -> None:
    assert matches_of(BRACKET) == [
        Match("K-R10", ("Ada", "Eva"), ""), Match("K-R2", ("Ada", "Ben"), "Ada"),
        Match("K-R2", ("Cem", "<i>Eva"), "<i>Eva"), Match("K-R1", ("Ben", "Eva"), "Ben"),
    ]  # fmt: skip
    assert matches_of(replace(BRACKET, tree=())) == []
    assert matches_of(replace(BRACKET, tree=("Round", "First", "Second", "Nowhere"))) == []


def test_a_tree_has_a_column_a_round_a_box_a_match_and_a_curve_for_each_who_came_from_one() -> None:
    drawn = str(tree(BRACKET))
    assert re.findall(r'class="head"[^>]*>([^<]*)<', drawn) == ["K-R1", "K-R2", "K-R10"]
    assert drawn.count("<rect") == 4
    assert drawn.count("<path") == 3, "Ben from round 1, Ada from round 2, Eva from round 1"
    assert re.findall(r'class="won"[^>]*>([^<]*)<', drawn) == ["Ben", "Ada", "&lt;i&gt;Eva"]
    assert "<i>" not in drawn
    assert tree(replace(BRACKET, rows=BRACKET.rows[:1])) is None


def test_boxes_of_a_round_do_not_overlap() -> None:
    many = [("1", f"P{n}", f"Q{n}", f"P{n}") for n in range(8)] + [
        ("2", f"P{n}", f"P{n + 1}", "") for n in range(0, 8, 2)
    ]
    drawn = str(tree(replace(BRACKET, rows=tuple(many))))
    boxes: dict[str, list[int]] = {}
    for x, y in re.findall(r'<rect x="(\d+)" y="(\d+)"', drawn):
        boxes.setdefault(x, []).append(int(y))
    assert len(boxes) == 2
    for tops in boxes.values():
        assert all(b - a >= 46 for a, b in zip(sorted(tops), sorted(tops)[1:], strict=False))


def test_one_players_line_says_where_it_changed() -> None:
    drawn: Any = own_line(HISTORY, "Ada")
    assert "Position by round, Ada: Start: 1, R1: 2, R2: 2" in drawn
    assert re.findall(r">(\d)</text>", drawn) == ["1", "2", "2"]
    assert own_line(HISTORY, "Cem") is None
    assert own_line(HISTORY, "Nobody") is None


def test_large_numbers_are_warm_where_the_format_asks_for_it() -> None:
    warm = replace(HISTORY, heat=True)
    assert [warm.warmth(1, text) for text in ("0", "1", "3", "", "x")] == [" h0", " h2", " h6", "", ""]
    assert HISTORY.warmth(1, "3") == ""
    assert warm.warmth(0, "3") == ""
