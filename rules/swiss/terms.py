"""The settings of a Swiss, read once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from rules.model import Book, Value
from rules.parts.numerals import days_in, whole_in
from rules.parts.people import round_in
from rules.swiss.tiebreaks.catalogue import TieBreak, read_list

MEDIAN = "median"
EDITIONS = (2026, 2024)  # of the tie-break regulations: the year each came into force
SYSTEMS = (MEDIAN, "dutch", "dubov", "burstein")
TABLES = {"round-robin": 1, "double round-robin": 2}  # how often everybody meets everybody
TABLE_TIES = "DE ; SB ; KS"  # what parts players there where nothing else is set
SYSTEM_EDITIONS = {  # the text that each system of the library follows
    "dutch": "C.04.3, in force until 31 January 2026",
    "dubov": "C.04.4.1, in force from 1 February 2026",
    "burstein": "C.04.4.2, in force from 1 February 2026",
}
BYE_POINTS = {"win": 2, "draw": 1, "nothing": 0}  # half-points


@dataclass(frozen=True)
class Terms:
    """What was agreed for the event.

    rounds: declared beforehand (1, A1). closes: the round for which numbers may change last (17, S42).
    replay_defaults: players of a game decided by default may be paired again (S3).
    excused: a player who did not appear stays in the event by himself (S43 says: counts as withdrawn).
    tie_breaks: that go before rule 16; none while something in the list names none (no_tie_breaks) (S59).
    edition: of the tie-break regulations. unrated: the rating of unrated players in tie-breaks.
    half_byes: how many requested half-point byes a player may have, the last one in round half_until (S62).
    bye_points: of the bye, in half-points (S63). baku: accelerated by the Baku method (S64).
    rating_change: Standings show what the event does to ratings (S68).
    """

    rounds: int = 5
    closes: int = 3
    system: str = MEDIAN
    maxi: bool = False
    federations_apart: bool = False
    replay_defaults: bool = True
    excused: bool = False
    days: int | None = None
    hold: timedelta = timedelta(days=3)
    answer_after: timedelta | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    no_tie_breaks: tuple[str, ...] = ()
    edition: int = EDITIONS[0]
    unrated: int | None = None
    half_byes: int = 0
    half_until: int | None = None
    bye_points: int = 2
    baku: bool = False
    rating_change: bool = False


def terms_of(book: Book) -> Terms:
    """The settings of a book; defaults where a cell is blank or cannot be read."""
    answer = days_in(book.setting("If the TD does not answer"))
    hold = days_in(book.setting("Hold claims for"))
    system = word_in(book.setting("Pairing system")) or MEDIAN
    ties, unknown = read_list(text_in(book.setting("Tie-breaks")))
    system = system if system in SYSTEMS or system in TABLES else MEDIAN
    bye = BYE_POINTS.get(word_in(book.setting("Points for the bye")), 2)
    usual = system == MEDIAN or system in TABLES
    if system in TABLES and not unknown:
        ties = tuple(_with_forfeits(tie) for tie in ties or read_list(TABLE_TIES)[0])
    return Terms(
        rounds=max(1, whole_in(book.setting("Rounds")) or 5),
        closes=1 if system in TABLES else round_in(book.setting("List closes")) or 3,
        system=system,
        maxi=is_yes(book.setting("Maxi")),
        federations_apart=is_yes(book.setting("Same federation")),
        replay_defaults=word_in(book.setting("Default games may be played again")) != "no",
        excused=system in TABLES or word_in(book.setting("No-shows")) == "stay",
        days=days_in(book.setting("Days per round")) or None,
        hold=timedelta(days=3 if hold is None else hold),
        answer_after=None if answer is None else timedelta(days=answer),
        tie_breaks=() if unknown else ties,
        no_tie_breaks=unknown,
        edition=whole_in(book.setting("Tie-break rules of")) or EDITIONS[0],
        unrated=whole_in(book.setting("Rating of the unrated")) or None,
        half_byes=0 if usual else max(0, whole_in(book.setting("Half-point byes")) or 0),
        half_until=round_in(book.setting("Half-point byes until")),
        bye_points=0 if system in TABLES else 2 if usual else bye,
        rating_change=is_yes(book.setting("Rating change")),
        baku=not usual and word_in(book.setting("Acceleration")) == "baku",
    )


def text_in(value: Value) -> str:
    """A text as typed, blank for anything else."""
    return value if isinstance(value, str) else ""


def word_in(value: Value) -> str:
    """A choice as compared: small letters, no blanks around."""
    return value.strip().casefold() if isinstance(value, str) else ""


def is_yes(value: Value) -> bool:
    """Whether a yes/no cell says yes."""
    return value is True or word_in(value) in ("yes", "y", "true", "on")


def _with_forfeits(tie: TieBreak) -> TieBreak:
    """In a table games decided without play count as games, where a tie-break asks for opponents. Rule: C.07 15.1."""
    return replace(tie, forfeits=True) if "P" in tie.spec.adds else tie


def not_here(book: Book, terms: Terms) -> tuple[tuple[str, str, str], ...]:
    """Settings that say something the chosen system has no rule for: name, what is typed, what to type instead.

    Rulings: S58, S62-S64.
    """
    found = [("Maxi", "yes", "no")] if terms.maxi and terms.system != MEDIAN else []
    if terms.system in SYSTEM_EDITIONS:
        return tuple(found)
    if terms.system in TABLES:
        found += [("Same federation", "yes", "no")] if terms.federations_apart else []
        found += [("Default games may be played again", "no", "yes")] if not terms.replay_defaults else []
        found += [("No-shows", "stay", "withdrawn")] if word_in(book.setting("No-shows")) == "stay" else []
        closes = round_in(book.setting("List closes")) or 3
        found += [("List closes", f"R{closes}", "R3")] if closes != 3 else []
    byes = whole_in(book.setting("Half-point byes")) or 0
    if byes > 0:
        found.append(("Half-point byes", str(byes), "0"))
    points = word_in(book.setting("Points for the bye"))
    if BYE_POINTS.get(points, 2) != 2:
        found.append(("Points for the bye", points, "win"))
    if word_in(book.setting("Acceleration")) == "baku":
        found.append(("Acceleration", "Baku", "none"))
    return tuple(found)
