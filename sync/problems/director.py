"""Problems of settings and decisions, and what waits for the director's word."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Clear, Delete, Elsewhere, Nothing, Pick, Type, Undo, advice, when
from sync.problems.sort import Sort, Urgency

SETTINGS: Mapping[str, Sort] = {
    "setting-unknown": Sort(
        Urgency.NOTE,
        "There is no setting called “{typed}”.{near}",
        advice(
            when("If you typed over a name", Type(Pick("the right name"))),
            when("If you added the line", Delete()),
        ),
        "The line is not used.",
    ),
    "setting-twice": Sort(
        Urgency.SOON, "“{typed}” already stands in {first}.", advice(Delete("this line")), "The upper line counts."
    ),
    "ratings-crossed": Sort(
        Urgency.SOON,
        "Ratings cannot go from {least} to {most}.",
        advice(
            Type(Pick("the lowest rating"), "Settings → Ratings from"),
            Type(Pick("the highest rating"), "Settings → Ratings to"),
        ),
        "{default} count.",
    ),
    "setting-fixed": Sort(
        Urgency.NOW,
        "“{name}” defines the event and cannot change now; it stays {value}.",
        advice(Type("{value}")),
        "{value} counts.",
    ),
    "setting-changed": Sort(
        Urgency.NOTE,
        "“{name}” changed from {old} to {new}; it counts from the next draft.",
        advice(Nothing("this line goes when a round is out")),
    ),
    "zone-anew": Sort(
        Urgency.NOTE,
        "The time zone of the event changed from {old} to {new}: times are shown in it, and dates typed in cells mean something else now.",
        advice(when("If you did not mean it", Type("{old}")), hint="Otherwise there is nothing to do."),
        "Deadlines that were announced stay.",
    ),
    "no-zone": Sort(
        Urgency.NOW,
        "The time zone is not set.",
        advice(Type(Pick("it"), "Settings → Time zone"), hint="Name a place, such as Europe/Berlin."),
        "Nothing is published before.",
    ),
    "zone-changed": Sort(
        Urgency.NOW,
        "The zone of the file changed from {old} to {new}: dates typed in cells mean something else now.",
        advice(
            when("If you meant it", Type("{code}", "Settings → Confirm")),
            when("Otherwise", Undo("set it back in the file's settings")),
        ),
        "No round is published.",
    ),
}

DECISIONS: Mapping[str, Sort] = {
    "decision-unknown": Sort(
        Urgency.NOW,
        "“{typed}” is not a decision.{near}",
        advice(Type(Pick("one of the list"))),
        "The line is not used.",
    ),
    "decision-incomplete": Sort(
        Urgency.NOW,
        "“{kind}” needs something in {missing}.",
        advice(Type(Pick("it there")), hint="{example}"),
        "The line is not used.",
    ),
    "decision-bad": Sort(
        Urgency.NOW,
        "“{kind}”: {why}.",
        advice(Type(Pick("what fits")), hint="{example}"),
        "The line is not used.",
    ),
    "decisions-contradict": Sort(
        Urgency.NOW,
        "{kind}: {cells} were seen at once and say different things.",
        advice(Delete("the wrong one")),
        "Neither counts; what they decide waits.",
    ),
}

PUBLICATION: Mapping[str, Sort] = {
    "waits": Sort(Urgency.NOW, "{holds} waits for you: {why}", advice(Elsewhere("{ends}")), "It waits."),
    "not-started": Sort(
        Urgency.SOON,
        "The event has not started.",
        advice(when("When Players and Settings are right", Type(Pick("now or a time"), "Settings → Start"))),
        "Nothing is published.",
    ),
    "waits-for-publish": Sort(
        Urgency.SOON,
        "{round} is ready and waits for you.",
        advice(Type("{round}", "Settings → Publish"), Type("automatically", "Settings → Publish")),
        "It is not published.",
    ),
    "finished": Sort(
        Urgency.NOTE,
        "The event is finished.",
        advice(Nothing(stays=True), hint="To keep it, run: pairsheet export BOOK out.zip --as archive"),
    ),
}

PRIVATE: Mapping[str, Sort] = {
    "private-text": Sort(
        Urgency.NOTE,
        "This looks like {what}, and everyone who can open this book can read it.",
        advice(Clear()),
    ),
}
