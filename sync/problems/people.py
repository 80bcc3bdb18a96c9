"""Problems of players, games, rounds and lots."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Clear, Decide, Delete, Nothing, Pick, Type, Undo, advice, both, when
from sync.problems.sort import Sort, Urgency

FROZEN = "{id} is frozen: nothing new is decided on it."
SAME_BEFORE = "The game stays as it was before."

PLAYERS: Mapping[str, Sort] = {
    "no-players": Sort(
        Urgency.SOON,
        "There is nobody in Players yet.",
        advice(Add("the players, a name a line,", "Players")),
        "The event cannot start.",
    ),
    "player-blank": Sort(
        Urgency.SOON,
        "This line has no player's name.",
        advice(Type(Pick("the name")), Delete()),
        "The line is not used.",
    ),
    "player-twice": Sort(
        Urgency.NOW,
        "“{player}” is already in {first}.",
        advice(
            when("If it is somebody else", Type(Pick("a name that tells them apart"))),
            when("If it is the same person", Delete("this line")),
        ),
        "The upper line counts, and no round goes out.",
    ),
    "username-twice": Sort(
        Urgency.SOON,
        "The account “{typed}” already belongs to {other}.",
        advice(Type(Pick("the right account")), Clear()),
        "Reports by this account go to {other}.",
    ),
    "username-unreadable": Sort(
        Urgency.SOON,
        "“{typed}” {why}.",
        advice(Type(Pick("the name as the chess site shows it, or the link of the player's page there")), Clear()),
        "No game is looked up by this account.",
    ),
    "player-gone": Sort(
        Urgency.NOW,
        "{player} takes part but has no line in Players any more.",
        advice(
            Undo("undo the deletion, or add the line again"),
            when(
                "To take the player out", Undo("add the line again"), Type("Withdrawn", "Players → Status", "{player}")
            ),
        ),
        "{player} counts as Paused; published games stay.",
    ),
    "maybe-renamed": Sort(
        Urgency.NOW,
        "{player} is missing and {name} is new. The same person?",
        advice(
            when("If so", Type("{player}", "Players → Also known as", "{name}")),
            when("If not", Undo("add the line of {player} again")),
        ),
        "{player} counts as Paused, {name} as a new player; rounds wait for you.",
    ),
    "unknown-player": Sort(
        Urgency.NOW,
        "Nobody called “{typed}” is in Players.{near}",
        advice(Type(Pick("the name as in Players"))),
        "The line is not used.",
    ),
}

GAMES: Mapping[str, Sort] = {
    "bad-result": Sort(
        Urgency.NOW, "“{typed}” is not a result.{near}", advice(Type(Pick("one of: {words}"))), SAME_BEFORE
    ),
    "result-is-a-date": Sort(
        Urgency.NOW,
        "The result turned into a date ({typed}).",
        advice(both(Undo("set the cell's format to plain text"), Type(Pick("the result: {words}")))),
        SAME_BEFORE,
    ),
    "result-on-bye": Sort(
        Urgency.SOON,
        "“{typed}” was typed for {game}, which nobody plays: {player} has {bye} there.",
        advice(Clear(), hint="To pair {player} after all, type the opponent's name over {bye}."),
        "It counts for nothing.",
    ),
    "row-missing": Sort(
        Urgency.SOON,
        "The line of {id} is gone.",
        advice(Nothing("it comes back at the next pass"), hint="To cancel a game, type Void as its result."),
        "It is added again.",
    ),
    "row-unknown": Sort(
        Urgency.SOON,
        "Pairsheet never gave out {id}.",
        advice(
            when("To add a game", Delete(), Decide("Pair")),
            when("To undo a change of the id", Type("{near}")),
        ),
        "The line is not read.",
    ),
    "row-without-id": Sort(
        Urgency.SOON,
        "This line has no id of a game.",
        advice(Delete(), hint="To add a game, use Decisions → Pair."),
        "The line is not read.",
    ),
    "id-edited": Sort(
        Urgency.NOW,
        "The id of {missing} seems to have been changed to {id}.",
        advice(Type("{missing}")),
        "{missing} is frozen: nothing new is decided on it.",
    ),
    "row-twice": Sort(
        Urgency.NOTE,
        "{id} is there twice ({first} and {second}), the same in both.",
        advice(Delete("one of the two lines")),
        "It counts once.",
    ),
    "row-twice-different": Sort(
        Urgency.NOW,
        "{id} is there twice ({first} and {second}), and the lines differ.",
        advice(Delete("the wrong line")),
        FROZEN,
    ),
    "recorded-changed": Sort(
        Urgency.NOTE,
        "“{typed}” was changed here; the record says “{recorded}”.",
        advice(Type("{recorded}")),
        "The record counts.",
    ),
    "look-up-typed": Sort(
        Urgency.SOON,
        "“{typed}” was typed into {heading}, which only shows what counts and is never read.",
        advice(Undo("undo it"), hint="A result belongs in Result, a new deadline in Deadline, a link in Game URL."),
        "It counts for nothing.",
    ),
    "typed-in-view": Sort(
        Urgency.NOTE,
        "Something was typed beside this tab, which is Pairsheet's own.",
        advice(Undo("move it to a tab of your own"), hint="The lines of this tab move."),
        "It stays where it is while the lines beside it change.",
    ),
    "against-oneself": Sort(
        Urgency.NOW,
        "{player} cannot play against {player}.",
        advice(Type(Pick("the right name"))),
        "The game is frozen: nothing new is decided on it.",
    ),
    "twice-in-round": Sort(
        Urgency.NOW,
        "{player} is in more than one game of {round}.",
        advice(Type(Pick("the right name")), hint="Everybody plays once a round."),
        "These games are frozen until then.",
    ),
    "deadline-too-early": Sort(
        Urgency.NOW,
        "The deadline {typed} is in the past: {why}.",
        advice(Type(Pick("a later one")), Clear(), hint="To end a game at once, type its result."),
        "It counts for nothing; the deadline stays as it was.",
    ),
    "lot-bad": Sort(
        Urgency.NOW, "“{typed}” is no answer to this lot.", advice(Type(Pick("{expected}"))), "The lot waits."
    ),
    "lot-late": Sort(
        Urgency.NOTE,
        "This was typed after the lot was drawn and something rests on it.",
        advice(Clear()),
        "What was drawn counts.",
    ),
}
