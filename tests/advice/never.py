"""Entries that never reach a workbook, with what is told in their place: an engine alone, without the reader before it,
says them.

The walking test fails for an entry that is neither played nor listed here, and for one that is listed and played.
"""

from __future__ import annotations

NEVER: dict[tuple[str, str], str] = {
    ("hastings", "player-row-missing"): "told as player-gone, with the same advice",
    ("hastings", "too-few-players"): "told as no-players",
    ("ladder", "decision-one-name"): "a Bye of two names is told as an unknown player",
    ("ladder", "player-row-missing"): "told as player-gone, with the same advice",
    ("pente", "lot-wrong"): "told as lot-bad, with the same advice",
    ("pente", "section-unknown"): "told as not-a-choice",
    ("swiss", "decision-one-name"): "as in the ladder",
    ("swiss", "finish-unknown"): "told as decision-bad",
    ("swiss", "player-row-missing"): "told as player-gone, with the same advice",
    ("swiss", "stands-twice"): "told as twice-in-round",
}
