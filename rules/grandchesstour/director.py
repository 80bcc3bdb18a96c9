"""The director's words as the tour understands them, and the part of them that is recorded.

Rule: 6.5; G12, G20, G21, G28, G32. A word about an event (`PAR`) or its first play-off round (`PAR-P1`) is about
the whole play-off; one about a later round, a match or a game is about that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf

from rules.grandchesstour.events import TOUR
from rules.model import Book, Decision, Id, Noticed, Reason, Recorded, Trouble, Value
from rules.parts.decisions import in_order
from rules.parts.ids import parse_ref, ref
from rules.parts.people import OUT
from rules.parts.record import WITHDRAWN, Standing, seen_against
from rules.parts.withdrawal import WITHDRAW

BLITZ_FOR_RAPID = "Blitz for rapid"
LEAVES = "Leaves"
SIXTEEN = "Tree of sixteen"
WINNER = "Winner"
START = "Start"
ENDED = "Ended"
RECORDED = (BLITZ_FOR_RAPID, LEAVES, SIXTEEN, WINNER)
RULES = {BLITZ_FOR_RAPID: "6.5, G21", LEAVES: "G12", SIXTEEN: "6.4, G20", WINNER: "G12, G20"}


def about_of(text: str) -> Id:
    """An id as written in the record, whatever its case and spaces; an event's id in capital letters."""
    found = parse_ref(text)
    return str(found) if found else text.strip().upper()


def about_of_play(about: str) -> Id:
    """The play-off, match or game a line is about; the whole play-off by the id of its event."""
    found = about_of(about)
    return section_of(found) if found in whole(section_of(found)) else found


def section_of(about: Id) -> Id:
    """The event an id belongs to."""
    found = parse_ref(about)
    return found.section if found else about


@dataclass(frozen=True)
class Director:
    """What the director says now, in a settled order."""

    decisions: tuple[Decision, ...]
    out: frozenset[Id]  # Withdrawn or Disqualified in Players
    ends: Mapping[Id, datetime]  # when a game ended, as typed
    stands: Standing

    def of_kind(self, kind: str, abouts: Iterable[Id]) -> tuple[Decision, ...]:
        """Decisions of a kind about one of these."""
        wanted = set(abouts)
        return tuple(d for d in self.decisions if d.kind == kind and about_of(d.about) in wanted)

    def leavers(self, section: Id) -> Mapping[Id, float]:
        """Who has left this event or its play-off, or everything, and in which order (G12, G32).

        The numbers only compare: the same for those whose leaving was recorded in one pass, the highest for those
        it is not recorded for yet.
        """
        gone = {}
        for player in sorted(self.out | self.said_to_leave(section)):
            noted = self.stands.notice(leaver_key(section, player)[0], LEAVES)
            gone[player] = noted[1].timestamp() if noted is not None else inf
        return gone

    def said_to_leave(self, section: Id) -> frozenset[Id]:
        """Who the director says has left this event or its play-off."""
        mine = [d for d in self.decisions if d.kind == LEAVES and section_of(about_of(d.about)) == section]
        return frozenset(d.value.strip() for d in mine)

    def accepts_sixteen(self, section: Id) -> bool:
        """Whether the tree of sixteen is accepted for the play-off. Rule: G20."""
        return bool(self.of_kind(SIXTEEN, whole(section)))

    def winner_of(self, abouts: Iterable[Id], among: Sequence[Id]) -> Id | None:
        """The winner typed for a match or a play-off, if one of these players. The last word counts.

        Rule: G12, G20, G38: it counts at any time and size, and ends what it is about.
        """
        found = [d.value.strip() for d in self.of_kind(WINNER, abouts) if d.value.strip() in among]
        return found[-1] if found else None

    def wants_blitz(self, abouts: Iterable[Id]) -> bool:
        """Whether blitz is to be played for rapid. Rule: 6.5, G21."""
        return bool(self.of_kind(BLITZ_FOR_RAPID, abouts))

    def noted(self, about: Id, what: str) -> Value:
        """A word as recorded, None where none stands."""
        found = self.stands.notice(about, what)
        return found[0] if found else None

    def start_of(self, abouts: Iterable[Id]) -> Decision | None:
        """The start typed for a round, match or game; the last word counts. Rule: G28."""
        found = [d for d in self.of_kind(START, abouts) if d.start is not None]
        return found[-1] if found else None


def whole(section: Id) -> tuple[Id, Id]:
    """The ids that stand for the whole play-off of an event."""
    return section, f"{section}-P1"


def director_of(book: Book, stands: Standing) -> Director:
    """The director's words of a book."""
    ordered = in_order(book.decisions)
    ends = {about_of(d.about): d.end for d in ordered if d.kind == ENDED and d.end is not None}
    return Director(ordered, frozenset(p.name for p in book.people if p.status in OUT), ends, stands)


# --- what of it is recorded ----------------------------------------------------------------------------------------

Effective = Mapping[tuple[Id, str], str]  # (about, kind) -> value


def notices(effective: Effective, stands: Standing, now: datetime) -> tuple[Recorded, ...]:
    """Words that count and are not recorded as they are said now; words recorded and taken back. Rule: G32."""
    found = []
    for (about, kind), value in sorted(effective.items()):
        noted = stands.notice(about, kind)
        if noted is None or noted[0] != value:
            data: dict[str, Value] = {"what": kind, "about": about, "value": value or "–"}
            why = Reason(RULES[kind], "word-noticed", data)
            found.append(Recorded(Noticed(about, kind, value), now, why))
    for about, kind in sorted(key for key in stands.noticed if key[1] in RECORDED):
        if (about, kind) not in effective and stands.notice(about, kind) is not None:
            why = Reason(RULES[kind], "word-taken-back", {"what": kind, "about": about})
            found.append(Recorded(Noticed(about, kind, None), now, why))
    return tuple(found)


def absent(first: Id, second: Id, left: Mapping[Id, float]) -> tuple[bool, bool]:
    """Which of two do not attend a game still due between them.

    Rule: G12, G32: who left first is absent, the other was still there when the game was entered; those who left at
    the same time are both absent.
    """
    gone = (first in left, second in left)
    if all(gone) and left[first] != left[second]:
        return left[first] < left[second], left[second] < left[first]
    return gone


def leaver_key(section: Id, player: Id) -> tuple[Id, str, str]:
    """How a leaver is recorded: about, kind and value."""
    return f"{section} {player}", LEAVES, player


def word_troubles(director: Director, players: Mapping[Id, Sequence[Id]]) -> tuple[Trouble, ...]:
    """Words that cannot be followed. `players`: who is in each event and play-off, by section."""
    troubles = []
    for d in director.decisions:
        if d.kind not in (LEAVES, WINNER, BLITZ_FOR_RAPID, SIXTEEN, START):
            continue
        section = section_of(about_of(d.about))
        facts: dict[str, Value] = {"kind": d.kind, "about": d.about, "player": d.value}
        if section not in players and section != TOUR:
            troubles.append(Trouble("decision-about", d.key or d.about, "About", facts))
        elif d.kind in (LEAVES, WINNER) and d.value.strip() not in players.get(section, ()):
            troubles.append(Trouble("decision-player", d.key or d.about, "Value", facts))
    return tuple(troubles)


@dataclass(frozen=True)
class TakenBack:
    """Rounds taken back now, and what is wrong with other such words."""

    notices: tuple[Recorded, ...] = ()
    troubles: tuple[Trouble, ...] = ()


def withdrawals(book: Book, director: Director, told: frozenset[Id], now: datetime) -> TakenBack:
    """Rounds the director takes back: the whole round-robin of an event, or the last round of a play-off.

    `told`: games that have a result or a report. Rule: G33. A word counts once.
    """
    stands = director.stands
    found: list[Recorded] = []
    troubles: list[Trouble] = []
    for d in director.decisions:
        if d.kind != WITHDRAW:
            continue
        about = parse_ref(about_of(d.about))
        section = about.section if about else about_of(d.about)
        own = [r for r in stands.rounds if ref(r).section == section]
        stage = about.stage if about else "R"
        wanted = [r for r in own if ref(r).stage == stage]
        if stage == "P" and about is not None:
            wanted = [about.round] if about.round in own else []
        back = [
            r
            for (noticed, what), r in stands.noticed.items()
            if what == WITHDRAWN and section_of(noticed) == section and ref(noticed).stage == stage
            if stage == "R" or (about is not None and noticed == about.round)
        ]
        if any(seen_against(book, d, r) <= 0 for r in back):
            continue
        facts: dict[str, Value] = {"round": d.about}
        key = d.key or d.about
        if not wanted:
            troubles.append(Trouble("withdraw-unknown", key, "About", facts))
        elif own[-1] != wanted[-1]:
            troubles.append(Trouble("withdraw-not-last", key, "About", {**facts, "last": own[-1]}))
        elif any(seen_against(book, d, stands.rounds[r]) < 0 for r in wanted):
            troubles.append(Trouble("withdraw-too-early", key, "About", facts))
        else:
            games = tuple(g for g in stands.games if ref(g).round in wanted and g in told)
            if games:
                troubles.append(Trouble("withdraw-has-results", key, "About", {**facts, "games": games}))
            elif not found:
                why = Reason("G33", "round-withdrawn", {"round": d.about})
                found += [Recorded(Noticed(r, WITHDRAWN, True), now, why) for r in wanted]
    return TakenBack(tuple(found), tuple(troubles))
