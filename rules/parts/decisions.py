"""The director's lines: one order for all formats, what stands in them, and lines that contradict each other.

What was typed later counts more than what was typed earlier. Lines first seen in one pass have no order: the row they
stand in says nothing, since people sort and insert. Two of them that say different things about the same contradict
each other, and neither counts until a person has deleted one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from rules.model import Decision, Id
from rules.parts.ids import parse_ref
from rules.sheet import DecisionSpec

EARLIEST = datetime.min.replace(tzinfo=UTC)
PAIR = "Pair"
BYE = "Bye"
APART = "Keep apart"
DEADLINE = "Deadline"


def in_order(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Decisions by the moment they were first seen, then by what they say: the order of rows changes nothing.

    What is typed beside a row and bears no time comes first. Of lines seen at once, one about a round comes before one
    about a game of it, so that the closer word is the last.
    """
    return tuple(sorted(decisions, key=_place))


def _place(decision: Decision) -> tuple[object, ...]:
    seen, start, end = (_seconds(m) for m in (decision.seen, decision.start, decision.end))
    return (seen, decision.kind, decision.about, decision.value, start, end, decision.key)


def _seconds(moment: datetime | None) -> float:
    return float("-inf") if moment is None else moment.timestamp()


def of_kind(decisions: Iterable[Decision], *kinds: str) -> tuple[Decision, ...]:
    """Those of some kinds, in order."""
    return in_order(d for d in decisions if d.kind in kinds)


def names_in(value: str) -> tuple[Id, ...]:
    """The names of a list: separated by `;`."""
    return tuple(name for part in value.split(";") if (name := part.strip()))


def id_in(text: str) -> Id:
    """An id as written in the record, whatever its case and spaces; other text as it is."""
    found = parse_ref(text)
    return str(found) if found else text.strip()


def one_for_all(about: str) -> Id:
    """What a line decides where there is one such word in the whole event."""
    del about
    return ""


def contradictions(
    decisions: Sequence[Decision], specs: Mapping[str, DecisionSpec], published: Collection[Id]
) -> tuple[tuple[Decision, ...], ...]:
    """Lines first seen in one pass that cannot all be meant, each group together. `published`: rounds that are out.

    A line seen later settles what earlier ones disputed. Pairs and byes for a round that is out decide nothing more.
    """
    groups: dict[tuple[Id, ...], dict[Decision, None]] = {}
    for kind, spec in specs.items():
        if spec.decides is None:
            continue
        about: dict[Id, list[Decision]] = {}
        for decision in of_kind(decisions, kind):
            if kind not in (PAIR, BYE) or id_in(decision.about) not in published:
                about.setdefault(spec.decides(decision.about), []).append(decision)
        for subject, lines in about.items():
            latest = [d for d in lines if d.seen is not None and d.seen == lines[-1].seen]
            if len({_says(d) for d in latest}) > 1:
                groups[kind, subject] = dict.fromkeys(latest)
    for one, other in (*_for_drafts(decisions, published), *_opposites(decisions, specs), *_orders(decisions, specs)):
        home = next((found for found in groups.values() if one in found or other in found), None)
        if home is None:
            home = groups.setdefault((one.kind, one.about, one.value, other.value), {})
        home |= dict.fromkeys((one, other))
    return tuple(in_order(lines) for lines in groups.values())


def _says(decision: Decision) -> tuple[object, ...]:
    return (decision.about, decision.value, decision.start, decision.end)


def _together(decisions: Iterable[Decision], *kinds: str) -> Iterator[tuple[Decision, Decision]]:
    """Each two lines of these kinds that were first seen in one pass."""
    seen: dict[datetime, list[Decision]] = {}
    for decision in of_kind(decisions, *kinds):
        if decision.seen is None:
            continue
        earlier = seen.setdefault(decision.seen, [])
        yield from ((other, decision) for other in earlier)
        earlier.append(decision)


def _for_drafts(decisions: Sequence[Decision], published: Collection[Id]) -> Iterator[tuple[Decision, Decision]]:
    """Pairs and byes for a coming round that share a player, and pairs that are to be kept apart in it."""
    coming: dict[tuple[Id, Id], list[Decision]] = {}  # by round and player: only those are compared
    for decision in of_kind(decisions, PAIR, BYE, APART):
        at = parse_ref(decision.about)
        if at is not None and at.board is None and str(at) not in published:
            for player in names_in(decision.value):
                coming.setdefault((str(at), player), []).append(decision)
    for lines in coming.values():
        for one, other in _together(lines, PAIR, BYE, APART):
            same = set(names_in(one.value)) == set(names_in(other.value))
            apart = (one.kind == APART) + (other.kind == APART)
            if (apart == 1 and same) or (apart == 0 and (one.kind, one.value) != (other.kind, other.value)):
                yield one, other


def _opposites(decisions: Sequence[Decision], specs: Mapping[str, DecisionSpec]) -> Iterator[tuple[Decision, Decision]]:
    """Lines of two kinds that deny each other, about the same or where one of them is about everything."""
    for spec in specs.values():
        for kind in spec.against:
            for one, other in _together(decisions, spec.kind, kind):
                if one.kind != other.kind and (one.about == other.about or not one.about or not other.about):
                    yield one, other


def _orders(decisions: Sequence[Decision], specs: Mapping[str, DecisionSpec]) -> Iterator[tuple[Decision, Decision]]:
    """Two orders that put the same players into a different order."""
    for kind in (kind for kind, spec in specs.items() if spec.is_order):
        for one, other in _together(decisions, kind):
            shared = set(names_in(one.value)) & set(names_in(other.value))
            orders = [[name for name in names_in(d.value) if name in shared] for d in (one, other)]
            if one.about == other.about and orders[0] != orders[1]:
                yield one, other


def without(decisions: Iterable[Decision], disputed: Iterable[Sequence[Decision]]) -> tuple[Decision, ...]:
    """The lines that count, in order."""
    gone = [decision for lines in disputed for decision in lines]
    return in_order(d for d in decisions if not any(d is g or d == g for g in gone))
