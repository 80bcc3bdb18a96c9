"""Differences between what was and what is now, and the list of those that are meant (`differences.md`).

An entry of the list is a paragraph:

    ### The Rank of leavers is shown
    - In: ladder xlsx ; ladder google
    - What: views: Ladder · * · Rank
    - Was: (nothing)
    - Now: *
    - Why: …
    - Item: 15.2

`In` names the units in which it occurs, each of which must show it: a format with `xlsx`, `google` or `events`, or with
nothing for all three; `every format` for all of all. `What`, `Was` and `Now` may hold `*` for anything; left out they
are `*`. `Seen: campaign` marks one that does not show in the small choice of every day. `Why` and `Item` are for people,
and must be there.
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
NOTHING = "(nothing)"
SORTS = ("xlsx", "google", "events")
MOST_SHOWN = 25
LONGEST = 110


@dataclass(frozen=True, order=True)
class Change:
    """One text that is another one now; `NOTHING` where there is none."""

    what: str
    was: str
    now: str

    def __str__(self) -> str:
        was, now = apart(self.was, self.now)
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
    """Differences of one unit, each with where it first showed and how often."""

    unit: str
    at: dict[Change, list[str]] = field(default_factory=dict)

    def add(self, where: str, more: Iterable[Change]) -> None:
        """Note differences."""
        for change in more:
            self.at.setdefault(change, []).append(where)


@dataclass(frozen=True)
class Entry:
    """A difference that is meant."""

    name: str
    fields: Mapping[str, str]

    @cached_property
    def units(self) -> frozenset[str]:
        """Units in which it must show."""
        found: set[str] = set()
        for part in self.fields.get("In", "").split(";"):
            words = part.split()
            if " ".join(words) == "every format":
                found |= {f"{f} {s}" for f in formats() for s in SORTS}
            elif len(words) == 1:
                found |= {f"{words[0]} {sort}" for sort in SORTS}
            elif words[:2] == ["every", "format:"]:
                found |= {f"{f} {s}" for f in formats() for s in words[2:]}
            else:
                found.add(" ".join(words))
        return frozenset(found)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(_pattern(self.fields.get(name, "*")) for name in ("What", "Was", "Now"))

    def covers(self, change: Change) -> bool:
        """Whether it is this difference."""
        texts = (change.what, change.was, change.now)
        return all(p.fullmatch(_line(t)) for p, t in zip(self._patterns, texts, strict=True))

    @property
    def only_in_campaigns(self) -> bool:
        """Whether the small choice of every day need not show it."""
        return self.fields.get("Seen", "") == "campaign"


def _line(text: str) -> str:
    return " ".join(text.split())


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in text.split("*")), re.DOTALL)


def read_list(text: str | None = None) -> list[Entry]:
    """The entries of the list. Raises ValueError for one that lacks something."""
    text = LIST.read_text(encoding="utf-8") if text is None else text
    entries = []
    for block in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name, *lines = block.splitlines()
        fields = {}
        for line in lines:
            if found := re.fullmatch(r"- (\w+): ?(.*)", line.rstrip()):
                fields[found[1]] = found[2].strip()
        entry = Entry(name.strip(), fields)
        lacks = [key for key in ("In", "What", "Why", "Item") if fields.get(key, "") in ("", "?")]
        unknown = entry.units - {f"{f} {s}" for f in formats() for s in SORTS}
        if lacks or unknown:
            wrong = f"lacks {', '.join(lacks)}" if lacks else f"names no such unit: {', '.join(sorted(unknown))}"
            raise ValueError(f"differences.md, {name}: {wrong}")
        entries.append(entry)
    return entries


def unlisted(found: Found, entries: Sequence[Entry]) -> dict[Change, list[str]]:
    """Differences of a unit that no entry covers."""
    mine = [e for e in entries if found.unit in e.units]
    return {c: where for c, where in found.at.items() if not any(e.covers(c) for e in mine)}


def judge(found: Found, entries: Sequence[Entry], campaign: bool) -> None:
    """Raises AssertionError for differences that are not listed, and for entries that do not occur any more."""
    new = unlisted(found, entries)
    lines = [f"{change}   [{_where(where)}]" for change, where in list(new.items())[:MOST_SHOWN]]
    if len(new) > MOST_SHOWN:
        lines.append(f"… and {len(new) - MOST_SHOWN} more")
    if new:
        lines.insert(0, f"{found.unit}: {len(new)} differences are not listed in tests/frozen/differences.md:")
        lines.append("If they are meant: make differences, then say why in the list.")
    for entry in entries:
        due = found.unit in entry.units and (campaign or not entry.only_in_campaigns)
        if due and not any(entry.covers(change) for change in found.at):
            lines.append(f"{found.unit}: the difference “{entry.name}” is listed and does not occur any more.")
    if lines:
        raise AssertionError("\n".join(lines))


def _where(where: Sequence[str]) -> str:
    return where[0] if len(where) == 1 else f"{where[0]} and {len(where) - 1} more"


# --- the skeleton of new entries ------------------------------------------------------------------------------------


def skeleton(units: Iterable[Found], entries: Sequence[Entry]) -> str:
    """Entries for everything that is not listed, for a person to name and to give reasons."""
    grouped: dict[tuple[str, str, str], set[str]] = {}
    for found in units:
        for change in unlisted(found, entries):
            grouped.setdefault(_kind_of(change), set()).add(found.unit)
    merged: dict[tuple[str, frozenset[str]], list[tuple[str, str, str]]] = {}
    for kind, names in grouped.items():
        merged.setdefault((kind[0], frozenset(names)), []).append(kind)
    blocks = []
    for (what, names), kinds in sorted(merged.items(), key=lambda item: item[0][0]):
        was, now = (kinds[0][1], kinds[0][2]) if len(kinds) == 1 else ("*", "*")
        shown = " ; ".join(sorted(names))
        example = "" if len(kinds) == 1 else f"- Such as: {' → '.join(apart(kinds[0][1], kinds[0][2]))}\n"
        blocks.append(
            f"### {what} ({len(kinds)})\n- In: {shown}\n- What: {what}\n- Was: {was}\n- Now: {now}\n{example}- Why: ?\n- Item: ?\n"
        )
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
