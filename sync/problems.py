"""Mistakes in a sheet are values. One catalogue holds their urgency, wording and advice.

Each wording may use the facts of the problem in braces. `sync.encode` shows them in Problems with the address
of the cell; nothing here knows how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rules.model import NO_FIELDS, Fields
from rules.reasons import sentence

LONGEST_FACT = 2000  # characters of one fact in a wording


class Urgency(Enum):
    """How soon somebody should look."""

    STOP = "stopped"  # nothing is decided until a person acts
    NOW = "now"  # holds up the event
    SOON = "soon"  # something waits or will be decided by a default
    NOTE = "note"  # worth knowing, nothing waits


@dataclass(frozen=True)
class At:
    """A cell, a row or a tab. `cell` is its address such as B14; blank for a whole tab."""

    tab: str
    cell: str = ""
    column: str = ""
    row: int = 0

    def __str__(self) -> str:
        where = f"{self.tab} {self.cell}".strip()
        return f"{where} ({self.column})" if self.column and self.cell else where


@dataclass(frozen=True)
class Problem:
    """One thing a person should know or do."""

    code: str
    at: At
    facts: Fields = field(default_factory=lambda: NO_FIELDS)
    holds: bool = False  # holds publication


@dataclass(frozen=True)
class Sort:
    """A kind of problem: how urgent, what is wrong, what to type, what happens if nobody does."""

    urgency: Urgency
    wording: str
    advice: str
    otherwise: str = ""


CATALOGUE: Mapping[str, Sort] = {
    # reading cells
    "error-cell": Sort(
        Urgency.SOON, "This cell shows an error ({typed}).", "Type the value itself.", "The cell counts as blank."
    ),
    "not-a-number": Sort(Urgency.SOON, "“{typed}” is not a number.", "Type {expected}.", "The cell counts as blank."),
    "not-whole": Sort(
        Urgency.SOON, "“{typed}” is not a whole number.", "Type {expected}.", "The cell counts as blank."
    ),
    "not-yes-no": Sort(
        Urgency.SOON, "“{typed}” is neither yes nor no.", "Type {expected}.", "The cell counts as blank."
    ),
    "not-a-time": Sort(
        Urgency.SOON,
        "“{typed}” is not a date and time that can be read for certain.",
        "Type {expected}.",
        "The cell counts as blank.",
    ),
    "not-a-duration": Sort(
        Urgency.SOON, "“{typed}” is not a length of time.", "Type {expected}.", "The default counts."
    ),
    "not-a-slot": Sort(Urgency.SOON, "“{typed}” is not a weekday and time.", "Type {expected}.", "The default counts."),
    "not-a-zone": Sort(
        Urgency.NOW, "“{typed}” is not a time zone.", "Type {expected}.", "Nothing is published before."
    ),
    "not-a-choice": Sort(
        Urgency.SOON, "“{typed}” is not one of: {expected}.", "Pick one from the list.", "The default counts."
    ),
    "not-an-id": Sort(
        Urgency.SOON,
        "“{typed}” is not {expected}.",
        "Type it as the Games and Rounds tabs show it.",
        "The line is not used.",
    ),
    "name-too-long": Sort(
        Urgency.SOON, "This name is too long ({typed}).", "Use at most 100 characters.", "The line is not used."
    ),
    "text-too-long": Sort(
        Urgency.SOON, "This text is too long ({typed}).", "Use at most 1000 characters.", "The cell counts as blank."
    ),
    "name-with-separator": Sort(
        Urgency.SOON,
        "The name “{typed}” holds a semicolon, which separates names in lists.",
        "Take the semicolon out.",
        "The line is not used.",
    ),
    "name-is-a-mark": Sort(
        Urgency.SOON,
        "“{typed}” is the mark for a round without an opponent and cannot be a name.",
        "Type it without the brackets.",
        "The line is not used.",
    ),
    "lost-formula": Sort(
        Urgency.SOON,
        "This cell holds a formula whose value cannot be read from the file.",
        "Type the value itself.",
        "The cell counts as blank.",
    ),
    # tabs and headings
    "tab-missing": Sort(
        Urgency.NOW,
        "The tab {tab} is gone.",
        "Bring it back with Undo, or run: pairsheet new {format} BOOK",
        "Nothing that needs it is decided.",
    ),
    "tab-emptied": Sort(
        Urgency.STOP,
        "The tab {tab} held {rows} {rows:row|rows} and is empty or gone now.",
        "Bring it back with Undo. If you meant it, type {code} into Settings → Confirm.",
        "Nothing is decided until then.",
    ),
    "heading-missing": Sort(
        Urgency.NOW,
        "The heading “{heading}” is missing in {tab}.",
        "Type “{heading}” above its column again.",
        "What stands in that column is not read{then}.",
    ),
    "heading-twice": Sort(
        Urgency.NOW,
        "The heading “{heading}” stands in {first} and in {second}.",
        "Rename one of the two.",
        "The left one is read{then}.",
    ),
    "rows-above": Sort(
        Urgency.NOW,
        "{count} {count:line stands|lines stand} above the headings, which are in row {row} now, and {count:is|are} not read.",
        "Move the headings back to the top (Undo).",
        "No round is published.",
    ),
    "merged-cells": Sort(
        Urgency.NOTE,
        "Cells {range} are merged; only the first of them has a value.",
        "Unmerge them.",
        "The others count as blank.",
    ),
    # players
    "player-blank": Sort(
        Urgency.SOON, "This line has no player's name.", "Type the name, or clear the line.", "The line is not used."
    ),
    "player-twice": Sort(
        Urgency.NOW,
        "“{player}” already stands in {first}.",
        "Give one of them another name, or clear one line.",
        "The upper line counts, and no round goes out.",
    ),
    "username-twice": Sort(
        Urgency.SOON,
        "The account “{typed}” already belongs to {other}.",
        "Correct one of the two.",
        "Reports by this account go to {other}.",
    ),
    "player-gone": Sort(
        Urgency.NOW,
        "{player} takes part but has no line in Players any more.",
        "Undo the deletion, or add the line again. To take the player out, use Status.",
        "{player} counts as Paused; published games stay.",
    ),
    "maybe-renamed": Sort(
        Urgency.NOW,
        "{player} is missing and {name} is new. The same person?",
        "If so, type {player} under “Also known as” in the line of {name}.",
        "{player} counts as Paused, {name} as a new player; rounds wait for you.",
    ),
    # games, rounds, lots
    "unknown-player": Sort(
        Urgency.NOW,
        "Nobody called “{typed}” is in Players.{near}",
        "Type the name as in Players.",
        "The line is not used.",
    ),
    "bad-result": Sort(
        Urgency.NOW, "“{typed}” is not a result.{near}", "Pick one of: {words}.", "The game stays as it was before."
    ),
    "result-is-a-date": Sort(
        Urgency.NOW,
        "The result turned into a date ({typed}).",
        "Set the cell's format to plain text and pick the result from the list: {words}.",
        "The game stays as it was before.",
    ),
    "row-missing": Sort(
        Urgency.SOON,
        "The line of {id} is gone.",
        "Nothing: it comes back at the next pass. To cancel a game, type Void as its result.",
        "It is appended again.",
    ),
    "row-unknown": Sort(
        Urgency.SOON,
        "{id} was never given by Pairsheet.",
        "To add a game, use Decisions → Pair. To undo a change of the id, type {near}.",
        "The line is not read.",
    ),
    "row-without-id": Sort(
        Urgency.SOON, "This line has no id of a game.", "To add a game, use Decisions → Pair.", "The line is not read."
    ),
    "id-edited": Sort(
        Urgency.NOW,
        "The id of {missing} seems to have been changed to {id}.",
        "Type {missing} again.",
        "{missing} is frozen: nothing new is decided on it.",
    ),
    "row-twice": Sort(
        Urgency.NOTE,
        "{id} stands twice ({first} and {second}), the same in both.",
        "Delete one of the lines.",
        "It counts once.",
    ),
    "row-twice-different": Sort(
        Urgency.NOW,
        "{id} stands twice ({first} and {second}) and the lines differ.",
        "Delete the wrong line.",
        "{id} is frozen: nothing new is decided on it.",
    ),
    "recorded-changed": Sort(
        Urgency.NOTE,
        "“{typed}” was changed here; the record says “{recorded}”.",
        "Type {recorded} again.",
        "The record counts.",
    ),
    "look-up-typed": Sort(
        Urgency.SOON,
        "“{typed}” was typed into {heading}, which only shows what counts and is never read.",
        "Undo it. A result belongs into Result, a new deadline into Deadline, a link into Game URL.",
        "It counts for nothing.",
    ),
    "typed-in-view": Sort(
        Urgency.NOTE,
        "Something was typed beside this tab, which is Pairsheet's own.",
        "Move it to a tab of your own: the lines of this one move.",
        "It stays where it is while the lines beside it change.",
    ),
    "against-oneself": Sort(
        Urgency.NOW,
        "{player} cannot play against {player}.",
        "Correct White or Black.",
        "The game is frozen: nothing new is decided on it.",
    ),
    "twice-in-round": Sort(
        Urgency.NOW,
        "{player} stands in more than one game of {round}.",
        "Correct White or Black so that everybody stands there once.",
        "These games are frozen until then.",
    ),
    "deadline-too-early": Sort(
        Urgency.NOW,
        "The deadline {typed} lies in the past: {why}.",
        "Type a later one. (To end a game at once, type its result.)",
        "It counts for nothing; the deadline stays as it was.",
    ),
    "lot-bad": Sort(Urgency.NOW, "“{typed}” is no answer to this lot.", "Type {expected}.", "The lot waits."),
    "lot-late": Sort(
        Urgency.NOTE,
        "This was typed after the lot was drawn and something rests on it.",
        "Clear the cell.",
        "What was drawn counts.",
    ),
    # settings
    "setting-unknown": Sort(
        Urgency.NOTE,
        "There is no setting called “{typed}”.{near}",
        "Correct the name, or clear the line.",
        "The line is not used.",
    ),
    "setting-twice": Sort(
        Urgency.SOON, "“{typed}” already stands in {first}.", "Clear one of the two lines.", "The upper line counts."
    ),
    "setting-fixed": Sort(
        Urgency.NOW,
        "“{name}” defines the event and cannot change now; it stays {value}.",
        "Type {value} again.",
        "{value} counts.",
    ),
    "setting-changed": Sort(
        Urgency.NOTE, "“{name}” changed from {old} to {new}; it counts from the next draft.", "Nothing to do.", ""
    ),
    "zone-anew": Sort(
        Urgency.NOTE,
        "The time zone of the event changed from {old} to {new}: times are shown in it, and dates typed in cells mean something else now.",
        "Nothing, if you meant it. Otherwise type {old} again.",
        "Deadlines that were announced stay.",
    ),
    "no-zone": Sort(
        Urgency.NOW,
        "The time zone is not set.",
        "Type it into Settings, such as Europe/Berlin.",
        "Nothing is published before.",
    ),
    "zone-changed": Sort(
        Urgency.NOW,
        "The zone of the file changed from {old} to {new}: dates typed in cells mean something else now.",
        "If you meant it, type {code} into Settings → Confirm. Otherwise set it back in the file's settings.",
        "No round is published.",
    ),
    # decisions
    "decision-unknown": Sort(
        Urgency.NOW, "“{typed}” is not a decision.{near}", "Pick one from the list.", "The line is not used."
    ),
    "decision-incomplete": Sort(
        Urgency.NOW, "“{kind}” needs something in {missing}.", "{example}", "The line is not used."
    ),
    "decision-bad": Sort(Urgency.NOW, "“{kind}”: {why}.", "{example}", "The line is not used."),
    # the record
    "journal-gap": Sort(
        Urgency.STOP,
        "Lines of the Journal are missing ({count}).",
        "Bring them back with Undo or the version history. If they are lost, type {code} into Settings → Confirm: what Games and Rounds show is taken for the record.",
        "Nothing is decided until then.",
    ),
    "journal-changed": Sort(
        Urgency.STOP,
        "{lines:Line|Lines} {lines} of the Journal {lines:was|were} changed by hand: what {lines:it|they} said cannot be known.",
        "Undo the change. If you meant it, type {code} into Settings → Confirm: what stands there now counts.",
        "Nothing is decided until then.",
    ),
    "journal-damaged": Sort(
        Urgency.SOON,
        "This line of the Journal cannot be read.",
        "Undo the change. If it is a line of your own, delete it.",
        "The line is not used.",
    ),
    "book-copied": Sort(
        Urgency.STOP,
        "This is a copy of another book.",
        "In Settings → Copy choose “continue” if the event moved here, or “new season”.",
        "Nothing is done here before.",
    ),
    "season-rows": Sort(
        Urgency.STOP,
        "A new season begins in this copy, but {tab} still holds {count} {count:line|lines} of the old one.",
        "Delete these lines (the old book keeps them). Form answers sent before are left out by themselves.",
        "Nothing is done here before.",
    ),
    "season-start": Sort(
        Urgency.STOP,
        "A new season begins in this copy, but Start still says when the old one began.",
        "Clear it. When Players are right, type now or a time.",
        "Nothing is done here before.",
    ),
    "book-restored": Sort(
        Urgency.STOP,
        "An older version of this book came back: {gone}.",
        "Bring the newer version back, or type {code} into Settings → Confirm to go on from this one.",
        "Nothing is decided until then.",
    ),
    "adopted": Sort(
        Urgency.NOTE,
        "{count} {count:fact was|facts were} taken from Games, Rounds and Lots, since the Journal had lost them.",
        "Nothing to do. Times and evidence of those are not known any more.",
        "",
    ),
    # submissions
    "claim-held": Sort(
        Urgency.SOON,
        "A report about {game} needs you: {why}",
        "Type the result of {game} into Games, or Refuse claim into Decisions.",
        "{otherwise}",
    ),
    "claims-contradict": Sort(
        Urgency.SOON,
        "Two reports about {game} contradict each other: {why}",
        "Type the result of {game} into Games.",
        "{otherwise}",
    ),
    "claim-no-game": Sort(
        Urgency.NOTE,
        "{count} {count:report fits|reports fit} no open game (the first: row {row} of the form).",
        "See why in Submissions. Seen: type Answered into Decisions, About: all (or F{row} for this one).",
        "They count for nothing.",
    ),
    "notice-wording": Sort(
        Urgency.SOON,
        "The wording of the notice “{kind}” cannot be used.",
        "Use only these in braces: {names}.",
        "The standard wording is used.",
    ),
    "notice-waits": Sort(
        Urgency.NOTE,
        "{count} {count:notice was|notices were} not taken by {who}.",
        "Nothing to type: sent again at {next} or soon after.",
    ),
    "notice-lost": Sort(
        Urgency.SOON,
        "{count} {count:notice was|notices were} not taken by {who} in {tries} attempts.",
        "Paste the text from this tab yourself. The operator checks the address.",
        "This line goes when a later notice comes through, or after a week.",
    ),
    "game-found": Sort(
        Urgency.SOON,
        "Nobody reported {game}, but the chess site has a game that fits: {says} ({link}).",
        "If it is the game, type its result into Games. If not: Decisions, Refuse claim, About {game}.",
        "{game} stays open for a few days past its deadline, then its deadline counts.",
    ),
    "clock-unreadable": Sort(
        Urgency.SOON,
        "“{typed}” is not a clock.",
        "Type minutes|seconds such as 15|10, or by rate: rapid 25|10 ; blitz 5|3.",
        "The clock of reported games is not tested.",
    ),
    "answers-unreachable": Sort(
        Urgency.NOW,
        "The book of the form's answers cannot be read: {why}.",
        "Check the link in Settings → Form answers, and that it is shared with the worker.",
        "New reports wait; what was accepted stays.",
    ),
    "mirror-unreachable": Sort(
        Urgency.NOTE,
        "The public mirror cannot be written: {why}.",
        "Check the link in Settings → Public sheet, and that it is shared with the worker.",
        "It stays as it was.",
    ),
    "contact-missing": Sort(
        Urgency.SOON,
        "Verify games is on, but the worker has no contact to name to the chess sites.",
        "The operator sets PAIRSHEET_CONTACT to a mail address; until then type results yourself.",
        "Reported links wait.",
    ),
    "message": Sort(
        Urgency.SOON,
        "A message from {who}: {text}",
        "Answer it. Then type Answered into Decisions, About: {row}.",
        "It stays in this list.",
    ),
    "private-text": Sort(
        Urgency.NOTE, "This looks like {what}, and everyone who can open this book can read it.", "Clear the cell.", ""
    ),
    "decisions-contradict": Sort(
        Urgency.NOW,
        "{kind}: {cells} were seen at once and say different things.",
        "Delete the wrong one.",
        "Neither counts; what they decide waits.",
    ),
    # publication
    "waits": Sort(Urgency.NOW, "{holds} waits for you: {why}", "{ends}", "It waits."),
    "not-started": Sort(
        Urgency.SOON,
        "The event has not started.",
        "When Players and Settings are right, type now or a time into Settings → Start.",
        "Nothing is published.",
    ),
    "waits-for-publish": Sort(
        Urgency.SOON,
        "{round} is ready and waits for you.",
        "Type {round} (or automatically) into Settings → Publish.",
        "It is not published.",
    ),
    "finished": Sort(
        Urgency.NOTE,
        "The event is finished.",
        "Nothing to do. pairsheet export BOOK out.zip --as archive keeps it.",
        "",
    ),
}


def wording(problem: Problem, catalogue: Mapping[str, Sort] = CATALOGUE) -> tuple[Urgency, str, str, str]:
    """Urgency, what is wrong, what to type, and what happens otherwise, in words.

    Raises KeyError for a code the catalogue lacks, or where the facts lack a name its wording uses.
    """
    sort = catalogue[problem.code]
    facts = {
        k: f"{v[:LONGEST_FACT]}…" if isinstance(v, str) and len(v) > LONGEST_FACT else v
        for k, v in problem.facts.items()
    }
    return (
        sort.urgency,
        sentence(sort.wording, facts),
        sentence(sort.advice, facts),
        sentence(sort.otherwise, facts),
    )
