"""Messages about a director's lines on rounds, the same in every format that drafts round by round."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Decide, Delete, Pick, Seen, Told, Type, advice, when

TAKEN_BACK: Mapping[str, Told] = {
    "withdraw-too-early": (
        "soon",
        "{round} was published after this was typed.",
        advice(
            when("If you mean it", Delete(), Seen(), Decide("Withdraw round", "{round}")), when("Otherwise", Delete())
        ),
        "The line counts for nothing.",
    ),
    "withdraw-has-results": (
        "soon",
        "{round} cannot be taken back: {games} {games:has|have} a result or a report.",
        advice(Delete(), hint="Correct a game by typing its right result into Games."),
        "The round goes on.",
    ),
}
"""Troubles of Withdraw round, alike wherever something published is taken back."""

LOST_RESULT: Mapping[str, Told] = {
    "result-lost": (
        "now",
        "{game}, {white} – {black}, has lost its result{was}, and {after} was made after it.",
        advice(Type(Pick("{again}"), "Games → Result", "{game}")),
        "{otherwise}",
    ),
}
"""A published game that lost its result, alike in every format."""

ROUND_TROUBLES: Mapping[str, Told] = {
    "decision-twice": (
        "soon",
        "{kind}: {player} is named by another line for {round} already.",
        advice(Delete("one of the two lines")),
        "The line seen first counts.",
    ),
    "decision-too-late": (
        "note",
        "{kind}: {round} was published before this was typed.",
        advice(Delete(), hint="To change the round now, type the names in Games, or take it back with Withdraw round."),
        "The line counts for nothing.",
    ),
    "withdraw-unknown": (
        "soon",
        "{round} is not published.",
        advice(Type(Pick("the id of the latest round")), Delete()),
        "The line counts for nothing.",
    ),
    "withdraw-not-last": (
        "soon",
        "Another round rests on {round}.",
        advice(
            Delete(),
            when(
                "To take it back all the same",
                Decide("Withdraw round", Pick("the later round")),
                Delete(),
                Decide("Withdraw round", "{round}"),
            ),
        ),
        "The line counts for nothing.",
    ),
    **TAKEN_BACK,
}
"""Troubles of Pair, Bye, Only typed pairs, Keep apart and Withdraw round."""
