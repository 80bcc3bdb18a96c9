"""Problems of reading cells, tabs and headings."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Advice, Clear, Elsewhere, Nothing, Pick, Type, Undo, advice, when
from sync.problems.sort import Sort, Urgency

EXPECTED: Advice = advice(Type(Pick("{expected}")))
BLANK = "The cell counts as blank."
NO_LINE = "The line is not used."
DEFAULT = "The default counts."
THEN = "{then}"
OR_BLANK: Advice = advice(Type(Pick("{expected}")), Clear())
OFFSETS = "With an offset such as +02:00, or with UTC, the time of another zone counts."

CELLS: Mapping[str, Sort] = {
    "error-cell": Sort(
        Urgency.SOON, "This cell shows an error ({typed}).", advice(Type(Pick("the value itself"))), THEN
    ),
    "not-a-number": Sort(Urgency.SOON, "“{typed}” is not a number.", EXPECTED, THEN),
    "not-whole": Sort(Urgency.SOON, "“{typed}” is not a whole number.", EXPECTED, THEN),
    "not-a-rating": Sort(Urgency.NOW, "“{typed}” is not a rating.", OR_BLANK, THEN),
    "rating-range": Sort(
        Urgency.NOW,
        "“{typed}” is no rating here: ratings go from {least} to {most}.",
        advice(
            Type(Pick("the right rating")),
            Type(Pick("a lower number"), "Settings → Ratings from"),
            Type(Pick("a higher number"), "Settings → Ratings to"),
        ),
        THEN,
    ),
    "not-a-seed": Sort(Urgency.NOW, "“{typed}” is not a place in the order.", OR_BLANK, THEN),
    "not-money": Sort(Urgency.NOW, "“{typed}” is not an amount of money.", EXPECTED, THEN),
    "money-decimals": Sort(
        Urgency.NOW, "“{typed}” has more than two decimals, so it may be another amount.", EXPECTED, THEN
    ),
    "not-yes-no": Sort(Urgency.SOON, "“{typed}” is neither yes nor no.", EXPECTED, THEN),
    "not-a-time": Sort(Urgency.SOON, "“{typed}” is not a date and time that can be read for certain.", EXPECTED, THEN),
    "date-two-ways": Sort(
        Urgency.NOW,
        "“{typed}” could be two days: {expected}.",
        advice(
            Type(Pick("the right one of the two, with its time")),
            Type(Pick("how such dates are meant"), "Settings → Dates"),
        ),
        THEN,
    ),
    "weekday-wrong": Sort(
        Urgency.NOW,
        "The weekday in “{typed}” is not that of the date, {expected}.",
        advice(Type(Pick("the date without the weekday, such as 2026-11-30 18:00"))),
        THEN,
    ),
    "zone-letters": Sort(
        Urgency.NOW,
        "“{typed}”: {expected} can be several zones, or is not the event's zone on that day.",
        advice(Type(Pick("the time of the event's zone without letters")), hint=OFFSETS),
        THEN,
    ),
    "not-a-duration": Sort(Urgency.SOON, "“{typed}” is not a length of time.", EXPECTED, DEFAULT),
    "not-a-slot": Sort(Urgency.SOON, "“{typed}” is not a weekday and time.", EXPECTED, DEFAULT),
    "not-a-zone": Sort(Urgency.NOW, "“{typed}” is not a time zone.", EXPECTED, "Nothing is published before."),
    "not-a-choice": Sort(
        Urgency.SOON, "“{typed}” is not one of: {expected}.", advice(Type(Pick("one of the list"))), THEN
    ),
    "not-an-id": Sort(
        Urgency.SOON,
        "“{typed}” is not {expected}.",
        advice(Type(Pick("the id as Games and Rounds show it"))),
        NO_LINE,
    ),
    "name-too-long": Sort(
        Urgency.SOON,
        "This name is too long ({typed}).",
        advice(Type(Pick("a name of at most 100 characters"))),
        NO_LINE,
    ),
    "text-too-long": Sort(
        Urgency.SOON,
        "This text is too long ({typed}).",
        advice(Type(Pick("at most 1000 characters"))),
        BLANK,
    ),
    "name-with-separator": Sort(
        Urgency.SOON,
        "The name “{typed}” holds a semicolon, which separates names in lists.",
        advice(Type(Pick("the name without the semicolon"))),
        NO_LINE,
    ),
    "name-is-a-mark": Sort(
        Urgency.SOON,
        "“{typed}” is the mark for a round without an opponent and cannot be a name.",
        advice(Type(Pick("the name without brackets"))),
        NO_LINE,
    ),
    "lost-formula": Sort(
        Urgency.SOON,
        "This cell holds a formula whose value cannot be read from the file.",
        advice(Type(Pick("the value itself"))),
        THEN,
    ),
}

SHUT = "It stays as it is, and is tried again every ten minutes; results go on counting."

TABS: Mapping[str, Sort] = {
    "tab-missing": Sort(
        Urgency.NOW,
        "The tab {tab} is gone.",
        advice(Undo("bring it back with Undo"), Elsewhere("run: pairsheet new {format} BOOK")),
        "Nothing that needs it is decided.",
    ),
    "own-tab": Sort(
        Urgency.NOTE,
        "The tab {tab} is somebody's own: it stays as it is, and the worker keeps {name} in {ours}.",
        advice(Nothing(stays=True)),
    ),
    "own-tab-unread": Sort(
        Urgency.NOTE,
        "The tab {tab} is somebody's own: nothing in it is read ({holds}), and nothing is written into it.",
        advice(Nothing("what counts is typed into {ours}", stays=True)),
    ),
    "in-bin": Sort(
        Urgency.NOW,
        "The spreadsheet is in the bin of Google Drive, which is emptied after thirty days.",
        advice(Elsewhere("take it out of the bin in Google Drive")),
        "It is read and written until then, and lost afterwards.",
    ),
    "view-protected": Sort(
        Urgency.SOON,
        "The tab {tab} is protected from the worker.",
        advice(
            Elsewhere("open Data, Protected sheets and ranges, and let the worker's account edit {tab}"),
            Elsewhere("delete {tab}, and the worker makes it again"),
        ),
        SHUT,
    ),
    "view-table": Sort(
        Urgency.SOON,
        "The tab {tab} was made a Table, which takes nothing from the worker ({words}).",
        advice(
            Elsewhere("turn the Table back into plain cells, in the menu beside its name"),
            Elsewhere("delete {tab}, and the worker makes it again"),
        ),
        SHUT,
    ),
    "view-full": Sort(
        Urgency.SOON,
        "The tab {tab} cannot grow: the spreadsheet holds as many cells as it may ({words}).",
        advice(Elsewhere("delete tabs, or blank rows and columns, that nobody needs")),
        SHUT,
    ),
    "view-refused": Sort(
        Urgency.SOON,
        "The tab {tab} takes nothing from the worker ({words}).",
        advice(Elsewhere("delete {tab}, and the worker makes it again")),
        SHUT,
    ),
    "tab-emptied": Sort(
        Urgency.STOP,
        "The tab {tab} held {rows} {rows:row|rows} and is empty or gone now.",
        advice(Undo("bring it back with Undo"), when("If you meant it", Type("{code}", "Settings → Confirm"))),
        "Nothing is decided until then.",
    ),
    "heading-missing": Sort(
        Urgency.NOW,
        "The heading “{heading}” is missing in {tab}.",
        advice(Type("{heading}", Pick("the top of its column"))),
        "What stands in that column is not read{then}.",
    ),
    "heading-twice": Sort(
        Urgency.NOW,
        "The heading “{heading}” stands in {first} and in {second}.",
        advice(Type(Pick("another heading"), "{second}")),
        "The left one is read{then}.",
    ),
    "rows-above": Sort(
        Urgency.NOW,
        "{count} {count:line stands|lines stand} above the headings, which are in row {row} now, and {count:is|are} not read.",
        advice(Undo("move the headings back to the top (Undo)")),
        "No round is published.",
    ),
    "merged-cells": Sort(
        Urgency.NOTE,
        "Cells {range} are merged; only the first of them has a value.",
        advice(Undo("unmerge them")),
        "The others count as blank.",
    ),
}
