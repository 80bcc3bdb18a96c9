"""What is told of a director's lines about rounds, alike in every format that drafts round by round."""

from __future__ import annotations

from collections.abc import Mapping

TAKEN_BACK: Mapping[str, tuple[str, str, str, str]] = {
    "withdraw-too-early": (
        "soon",
        "{round} was published after this was typed.",
        "If you mean it, delete the line and type it again when this is gone from here.",
        "The line counts for nothing.",
    ),
    "withdraw-has-results": (
        "soon",
        "{round} cannot be taken back: {games} {games:has|have} a result or a report.",
        "Correct single games in Games instead.",
        "The round goes on.",
    ),
}
"""Troubles of Withdraw round, alike wherever something published is taken back."""

ROUND_TROUBLES: Mapping[str, tuple[str, str, str, str]] = {
    "decision-twice": (
        "soon",
        "{kind}: {player} is named by another line for {round} already.",
        "Delete one of the lines.",
        "The line seen first counts.",
    ),
    "decision-too-late": (
        "note",
        "{kind}: {round} was published before this was typed.",
        "Change the names in Games; or take the round back: Decisions, Withdraw round.",
        "The line counts for nothing.",
    ),
    "withdraw-unknown": (
        "soon",
        "{round} is not published.",
        "Type the id of the latest round, such as R4.",
        "The line counts for nothing.",
    ),
    "withdraw-not-last": (
        "soon",
        "Another round rests on {round}.",
        "Take the later round back first.",
        "The line counts for nothing.",
    ),
    **TAKEN_BACK,
}
"""Troubles of Pair, Bye, Only typed pairs, Keep apart and Withdraw round."""
