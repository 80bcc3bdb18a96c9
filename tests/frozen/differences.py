"""Differences between what was and what is now, and the list of those that are meant (`differences.md`).

An entry of the list is a paragraph:

    ### The Rank of leavers is shown
    - In: ladder ; swiss
    - What: views: Ladder · * · Rank
    - Was: (nothing)
    - Now: *
    - Why: …
    - Item: 15.2

`In` names the formats, or says `every format`: each of them must show it. `What`, `Was` and `Now` may hold `*` for anything;
left out they are `*`. White space counts as one space. `Seen: campaign` marks one that shows only where all books play to
the end, or all seeds are played. `Why` and `Item` are for people, and must be there. The random events have a list of their
own (`differences_of_events.md`), for they were recorded by a later version than the books.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rules.registry import formats
from tests.frozen.snapshot import SECTIONS, Snapshot

LIST = Path(__file__).parent / "differences.md"
EVENTS = Path(__file__).parent / "differences_of_events.md"
NOTHING = "(nothing)"
SEEN = ("every day", "campaign")
MOST_SHOWN = 25
LONGEST = 110


@dataclass(frozen=True, order=True)
class Change:
    """One text that is another one now; `NOTHING` where there is none."""

    what: str
    was: str
    now: str

    def __str__(self) -> str:
        was, now = apart(self.was.replace("\n", "⏎"), self.now.replace("\n", "⏎"))
        return f"{self.what}: {was} → {now}"


def apart(was: str, now: str) -> tuple[str, str]:
    """Two texts, shortened to where they differ."""
    if max(len(was), len(now)) <= LONGEST:
        return was, now
    first = next((n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    begin = max(0, first - 30)
    lead = "…" if begin else ""
    return tuple(lead + t[begin : begin + LONGEST] + ("…" if len(t) > begin + LONGEST else "") for t in (was, now))  # type: ignore[return-value]


def changes(was: Snapshot, now: Snapshot) -> list[Change]:
    """Every difference; of sentences, those that say the same matter in other words."""
    found = []
    for section in SECTIONS:
        old, new = was.get(section, {}), now.get(section, {})
        for place in [*old, *(p for p in new if p not in old)]:
            before, after = old.get(place, NOTHING), new.get(place, NOTHING)
            if before != after and (section != "words" or NOTHING not in (before, after)):
                found.append(Change(f"{section}: {place}", before, after))
    return found


@dataclass
class Found:
    """Differences of a format, each with where it showed; `every_day` are those that need no campaign."""

    format: str
    at: dict[Change, list[str]] = field(default_factory=dict)
    events: bool = False  # the random ones, not the books
    every_day: set[Change] = field(default_factory=set)

    def add(self, where: str, more: Iterable[Change], every_day: bool = True) -> None:
        """Note differences."""
        for change in more:
            self.at.setdefault(change, []).append(where)
            if every_day:
                self.every_day.add(change)

    @property
    def list(self) -> Path:
        """Where its differences are listed."""
        return EVENTS if self.events else LIST

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return f"{self.format}, random events" if self.events else self.format


@dataclass(frozen=True)
class Entry:
    """A difference that is meant."""

    name: str
    fields: Mapping[str, str]

    @cached_property
    def formats(self) -> frozenset[str]:
        """Formats in which it must show."""
        named = [part.strip() for part in self.fields.get("In", "").split(";")]
        return frozenset(formats()) if named == ["every format"] else frozenset(named)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(_pattern(self.fields.get(name, "*")) for name in ("What", "Was", "Now"))

    def covers(self, change: Change) -> bool:
        """Whether it is this difference."""
        texts = (change.what, change.was, change.now)
        return all(p.fullmatch(_line(t)) for p, t in zip(self._patterns, texts, strict=True))

    @property
    def seen(self) -> str:
        """When it must show: every day, or in a campaign only."""
        return self.fields.get("Seen", "every day")


def _line(text: str) -> str:
    return " ".join(text.split())


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in text.split("*")), re.DOTALL)


def read_list(text: str | None = None, path: Path = LIST) -> list[Entry]:
    """The entries of a list. Raises ValueError for one that lacks something."""
    text = path.read_text(encoding="utf-8") if text is None else text
    entries = []
    for block in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name, *lines = block.splitlines()
        fields = {}
        for line in lines:
            if found := re.fullmatch(r"- (\w+): ?(.*)", line.rstrip()):
                fields[found[1]] = found[2].strip()
        entry = Entry(name.strip(), fields)
        lacks = [key for key in ("In", "What", "Why", "Item") if fields.get(key, "") in ("", "?")]
        unknown = entry.formats - set(formats())
        if lacks or unknown or entry.seen not in SEEN:
            wrong = f"lacks {', '.join(lacks)}" if lacks else "In or Seen names what there is not"
            raise ValueError(f"{path.name}, {name}: {wrong}")
        entries.append(entry)
    return entries


def unlisted(found: Found, entries: Sequence[Entry]) -> dict[Change, list[str]]:
    """Differences of a format that no entry covers."""
    mine = [e for e in entries if found.format in e.formats]
    return {c: where for c, where in found.at.items() if not any(e.covers(c) for e in mine)}


def gone(found: Found, entries: Sequence[Entry], campaign: bool) -> list[Entry]:
    """Entries that should show in what was played and do not."""
    due = SEEN if campaign else SEEN[:1]
    mine = [e for e in entries if found.format in e.formats and e.seen in due]
    return [e for e in mine if not any(e.covers(change) for change in found.at)]


def judge(found: Found, entries: Sequence[Entry], campaign: bool) -> None:
    """Raises AssertionError for differences that are not listed, and for entries that do not occur any more."""
    new = unlisted(found, entries)
    lines = [f"{change}   [{_where(where)}]" for change, where in list(new.items())[:MOST_SHOWN]]
    if len(new) > MOST_SHOWN:
        lines.append(f"… and {len(new) - MOST_SHOWN} more")
    if new:
        lines.insert(0, f"{found.name}: {len(new)} differences are not listed in tests/frozen/{found.list.name}:")
        lines.append("If they are meant: make differences, then say why in the list.")
    lines += [
        f"{found.name}: “{e.name}” is listed and does not occur any more." for e in gone(found, entries, campaign)
    ]
    if lines:
        raise AssertionError("\n".join(lines))


def _where(where: Sequence[str]) -> str:
    return where[0] if len(where) == 1 else f"{where[0]} and {len(where) - 1} more"


# --- the skeleton of new entries ------------------------------------------------------------------------------------


def skeleton(played: Iterable[Found], entries: Sequence[Entry]) -> str:
    """Entries for everything that is not listed, for a person to name and to give reasons."""
    where: dict[tuple[str, str, str], dict[str, str]] = {}  # kind of change → format → first place
    seen: dict[tuple[str, str, str], set[str]] = {}
    for found in played:
        for change, places in unlisted(found, entries).items():
            kind = _kind_of(change)
            where.setdefault(kind, {}).setdefault(found.format, places[0])
            seen.setdefault(kind, set()).add("every day" if change in found.every_day else "campaign")
    merged: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for kind in where:
        merged.setdefault((kind[0], next(s for s in SEEN if s in seen[kind])), []).append(kind)
    blocks = []
    for (what, sort), kinds in sorted(merged.items()):
        names = sorted({name for kind in kinds for name in where[kind]})
        lines = [f"### {what}", f"- In: {' ; '.join(names)}", f"- What: {what}"]
        if len(kinds) == 1:
            lines += [f"- Was: {kinds[0][1]}", f"- Now: {kinds[0][2]}"]
        else:
            lines.append(f"- Example: {' → '.join(apart(*kinds[0][1:]))} (one of {len(kinds)})")
        if sort != "every day":
            lines.append(f"- Seen: {sort}")
        lines.append(f"- First: {', '.join(next(iter(where[kinds[0]].items())))}")
        blocks.append("\n".join([*lines, "- Why: ?", "- Item: ?\n"]))
    return "\n".join(blocks)


def _kind_of(change: Change) -> tuple[str, str, str]:
    """A difference with the row it stands in left out."""
    section, _, place = change.what.partition(": ")
    parts = place.split(" · ")
    if (section == "views" and len(parts) == 3) or (section == "reasons" and len(parts) == 2):
        parts[1] = "*"
    elif section in ("facts", "lines"):
        parts = [f"{place.split()[0]} *"]
    elif section == "problems":
        parts = [f"{place.partition(' @ ')[0]} @ *"]
    elif section == "words":
        found = re.fullmatch(r"(.*) [0-9a-f]{8}", place)
        parts = [f"{found[1]} *"] if found else [parts[0], "*"] if len(parts) > 1 else [f"{place.split()[0]} *"]
    was, now = _line(change.was), _line(change.now)
    return f"{section}: {' · '.join(parts)}", was, now


def grown(text: str, added: str) -> str:
    """The list with a skeleton at its end, under a heading of its own."""
    return f"{text.rstrip()}\n\n## Not sorted yet\n\n{added.rstrip()}\n" if added.strip() else text
