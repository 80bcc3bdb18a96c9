"""The list of differences: what is not listed fails, what is listed and gone fails too, and both say so in a few lines."""

from __future__ import annotations

import pytest

from tests.frozen.differences import Change, Entry, Found, changes, grown, judge, read_list, skeleton
from tests.frozen.snapshot import Snapshot

OLD: Snapshot = {
    "views": {"Ladder · Ada · Rank": "1", "Ladder · Ben · Rank": "2"},
    "reasons": {"Ladder · Ada": "A"},
    "words": {"reason rank aaaaaaaa": "Ada is first.", "reason rank bbbbbbbb": "Ben is second."},
}
NEW: Snapshot = {
    "views": {"Ladder · Ada · Rank": "2", "Ladder · Ben · Rank": "2"},
    "reasons": {"Ladder · Ada": "B"},
    "words": {"reason rank cccccccc": "Ada is second.", "reason rank bbbbbbbb": "Ben comes second."},
}
LISTED = """
### Ranks are shared
- In: ladder ; swiss
- What: views: Ladder · * · Rank
- Was: 1
- Why: A ruling.
- Item: 1.1

### The reason says so
- In: ladder
- What: reasons: Ladder · *
- Why: A ruling.
- Item: 1.1

### Plainer words
- In: ladder
- What: words: reason rank *
- Now: *comes*
- Why: Shorter.
- Item: 1.2
"""


def found(format_name: str = "ladder", was: Snapshot = OLD, now: Snapshot = NEW) -> Found:
    """What differs in a format."""
    made = Found(format_name)
    made.add("03-round-out, step 4", changes(was, now))
    return made


def test_sentences_are_compared_where_the_matter_is_the_same() -> None:
    """A sentence about something else is no change of words."""
    assert [str(c) for c in changes(OLD, NEW)] == [
        "views: Ladder · Ada · Rank: 1 → 2",
        "reasons: Ladder · Ada: A → B",
        "words: reason rank bbbbbbbb: Ben is second. → Ben comes second.",
    ]


def test_what_is_listed_passes() -> None:
    """Each difference has its entry."""
    judge(found(), read_list(LISTED), campaign=False)


def test_what_is_not_listed_fails_with_its_place() -> None:
    """Which book, which tab, which cell, from what to what."""
    with pytest.raises(AssertionError, match=r"Ladder · Ada · Rank: 1 → 2 .*03-round-out, step 4"):
        judge(found(), read_list(LISTED)[1:], campaign=False)
    with pytest.raises(AssertionError, match="reasons: Ladder · Ada: A → B"):
        judge(found("swiss"), read_list(LISTED), campaign=False)


def test_what_is_listed_and_gone_fails() -> None:
    """In each format that the entry names."""
    with pytest.raises(AssertionError, match="“Ranks are shared” is listed and does not occur"):
        judge(found(now={**NEW, "views": OLD["views"]}), read_list(LISTED), campaign=False)


def test_one_that_only_campaigns_show_may_be_missing_every_day() -> None:
    """But not in a campaign."""
    entry = Entry("Rare", {"In": "ladder", "What": "facts: game *", "Seen": "campaign"})
    judge(found(now=OLD), [entry], campaign=False)
    with pytest.raises(AssertionError, match="Rare"):
        judge(found(now=OLD), [entry], campaign=True)


def test_an_entry_without_a_reason_is_none() -> None:
    """A skeleton is not accepted before somebody said why."""
    text = grown("# Differences\n", skeleton([found()], []))
    with pytest.raises(ValueError, match="lacks Why, Item"):
        read_list(text)
    judge(found(), read_list(text.replace("?", "because")), campaign=False)
    assert skeleton([found()], read_list(text.replace("?", "because"))) == ""


def test_a_star_stands_for_anything_and_the_rest_for_itself() -> None:
    """Brackets and dots are no patterns."""
    entry = Entry("", {"What": "views: A [1] · * · B.", "Was": "(nothing)"})
    assert entry.covers(Change("views: A [1] · x · B.", "(nothing)", "y"))
    assert not entry.covers(Change("views: A 1 · x · B.", "(nothing)", "y"))
    assert not entry.covers(Change("views: A [1] · x · Bx", "(nothing)", "y"))
