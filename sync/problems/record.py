"""Problems of the record, of copies and old versions, and of what players and chess sites report."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Clear, Decide, Elsewhere, Nothing, Pick, Type, Undo, advice, when
from sync.problems.sort import Sort, Urgency

UNTIL_THEN = "Nothing is decided until then."
NOT_HERE = "Nothing is done here before."
RESULT = "Games → Result"

RECORD: Mapping[str, Sort] = {
    "journal-gap": Sort(
        Urgency.STOP,
        "Lines of the Journal are missing ({count}).",
        advice(
            Undo("bring them back with Undo or the version history"),
            when("If they are lost", Type("{code}", "Settings → Confirm")),
            hint="Then what Games and Rounds show is taken for the record.",
        ),
        UNTIL_THEN,
    ),
    "journal-changed": Sort(
        Urgency.STOP,
        "{lines:Line|Lines} {lines} of the Journal {lines:was|were} changed by hand: what {lines:it|they} said cannot be known.",
        advice(
            Undo("undo the change"),
            when("If you meant it", Type("{code}", "Settings → Confirm")),
            hint="Then what the lines say now counts.",
        ),
        UNTIL_THEN,
    ),
    "journal-damaged": Sort(
        Urgency.SOON,
        "This line of the Journal cannot be read.",
        advice(Undo("undo the change"), when("If it is a line of your own", Undo("delete it"))),
        "The line is not used.",
    ),
    "book-copied": Sort(
        Urgency.STOP,
        "This is a copy of another book.",
        advice(
            when("If the event moved here", Type("continue", "Settings → Copy")),
            when("If a new event begins here", Type("new season", "Settings → Copy")),
        ),
        NOT_HERE,
    ),
    "season-rows": Sort(
        Urgency.STOP,
        "A new season begins in this copy, but {tab} still holds {count} {count:line|lines} of the old one.",
        advice(
            Elsewhere("delete these lines (the old book keeps them)"),
            hint="Form answers sent before are left out by themselves.",
        ),
        NOT_HERE,
    ),
    "season-start": Sort(
        Urgency.STOP,
        "A new season begins in this copy, but Start still says when the old one began.",
        advice(Clear("Settings → Start"), hint="When Players is right, type now or a time."),
        NOT_HERE,
    ),
    "book-restored": Sort(
        Urgency.STOP,
        "An older version of this book came back: {gone}.",
        advice(
            Undo("bring the newer version back"),
            when("To go on from this one", Type("{code}", "Settings → Confirm")),
        ),
        UNTIL_THEN,
    ),
    "adopted": Sort(
        Urgency.NOTE,
        "{count} {count:fact was|facts were} taken from Games, Rounds and Lots, since the Journal had lost them.",
        advice(Nothing("this line disappears by itself"), hint="Their times and evidence are lost."),
    ),
}

REPORTS: Mapping[str, Sort] = {
    "claim-held": Sort(
        Urgency.NOW,
        "A report about {game} needs you: {why}",
        advice(Type(Pick("the result"), RESULT, "{game}"), Decide("Refuse claim", "{game}")),
        "{otherwise}",
    ),
    "claims-contradict": Sort(
        Urgency.NOW,
        "Two reports about {game} contradict each other: {why}",
        advice(Type(Pick("the result"), RESULT, "{game}")),
        "{otherwise}",
    ),
    "claim-no-game": Sort(
        Urgency.NOTE,
        "{count} {count:report fits|reports fit} no open game (the first: {row} of the form).",
        advice(
            when("When you have seen them", Decide("Answered", "all")),
            when("Only the first", Decide("Answered", "{id}")),
            hint="Submissions says why.",
        ),
        "They count for nothing.",
    ),
    "answers-unread": Sort(
        Urgency.SOON,
        "{tab} looks like answers of a form, but no column of it says which game a line is about: nothing in it is read.",
        advice(
            when(
                "If these are reports",
                Elsewhere("add a column headed Pairing there, and type the game's id, such as R3-02, into each line"),
            ),
            when("If not", Decide("Answered", "{tab}")),
            hint="Let the form ask for the game from now on.",
        ),
        "Games that its lines may be about stay open for a few days past their deadline, then their deadline counts.",
    ),
    "stamp-two-ways": Sort(
        Urgency.NOW,
        "The time stamp {typed} can be {both}, so the report is not counted.",
        advice(
            Type(Pick("the time as 2026-11-30 18:00")),
            when(
                "If all dates in this book are meant the same way",
                Type(Pick("day first or month first"), "Settings → Dates"),
            ),
        ),
        "The game it names stays open for a few days past its deadline, then its deadline counts.",
    ),
    "report-untimed": Sort(
        Urgency.NOTE,
        "{count} {count:answer has|answers have} no time stamp that can be read (the first: {row} of the form).",
        advice(
            Nothing(
                "{count:it counts|they count} as sent when the worker first saw {count:it|them}; the first on {when}",
                stays=True,
            )
        ),
    ),
    "notice-wording": Sort(
        Urgency.SOON,
        "The wording of the notice “{kind}” cannot be used.",
        advice(Type(Pick("a text with only these in braces: {names}")), Clear()),
        "The standard wording is used.",
    ),
    "notice-waits": Sort(
        Urgency.NOTE,
        "{count} {count:notice was|notices were} not taken by {who}.",
        advice(Nothing("sent again at {next} or soon after")),
    ),
    "notice-lost": Sort(
        Urgency.SOON,
        "{count} {count:notice was|notices were} not taken by {who} in {tries} attempts.",
        advice(Elsewhere("paste the text from this tab yourself"), hint="The operator checks the address."),
        "This line goes when a later notice comes through, or after a week.",
    ),
    "game-found": Sort(
        Urgency.SOON,
        "Nobody reported {game}, but the chess site has a game that fits: {says} ({link}).",
        advice(
            when("If it is the game", Type(Pick("its result"), RESULT, "{game}")),
            when("If not", Decide("Refuse claim", "{game}")),
        ),
        "{game} stays open for a few days past its deadline, then its deadline counts.",
    ),
    "clock-unreadable": Sort(
        Urgency.SOON,
        "“{typed}” is not a clock.",
        advice(Type(Pick("minutes|seconds")), hint="Such as 15|10, or by rate: rapid 25|10 ; blitz 5|3."),
        "The clock of reported games is not tested.",
    ),
    "answers-unreachable": Sort(
        Urgency.NOW,
        "The book of the form's answers cannot be read: {why}.",
        advice(Elsewhere("check the link in Settings → Form answers, and that it is shared with the worker")),
        "New reports wait; what was accepted stays.",
    ),
    "answers-not-ours": Sort(
        Urgency.NOW,
        "The book of the form's answers does not say that this event may read it: nothing in it is read.",
        advice(Elsewhere("add a tab with the title {mark} to that book")),
        "New reports wait; what was accepted stays.",
    ),
    "answers-unnamed": Sort(
        Urgency.NOTE,
        "The book of the form's answers does not name this event. It is still read, as before.",
        advice(Nothing("a tab with the title {mark} in that book ends this line", stays=True)),
    ),
    "mirror-not-ours": Sort(
        Urgency.SOON,
        "The public mirror {why}: nothing is written into it.",
        advice(Elsewhere("name an empty spreadsheet in Settings → Public sheet")),
        "Players see no mirror.",
    ),
    "link-not-allowed": Sort(
        Urgency.SOON,
        "This cannot be used: {why}.",
        advice(Elsewhere("type the link of a spreadsheet, or the name of a workbook in the folder of this book")),
        "It counts as blank.",
    ),
    "mirror-unreachable": Sort(
        Urgency.NOTE,
        "The public mirror cannot be written: {why}.",
        advice(Elsewhere("check the link in Settings → Public sheet, and that it is shared with the worker")),
        "It stays as it was.",
    ),
    "contact-missing": Sort(
        Urgency.SOON,
        "Verify games is on, but the worker has no contact to name to the chess sites.",
        advice(
            Elsewhere("the operator sets PAIRSHEET_CONTACT to a mail address"),
            hint="Until then type results yourself.",
        ),
        "Reported links wait.",
    ),
    "message": Sort(
        Urgency.SOON,
        "A message from {who}: {text}",
        advice(when("When you have answered it", Decide("Answered", "{row}"))),
        "It stays in this list.",
    ),
}
