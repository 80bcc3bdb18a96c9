"""What a person does about a problem, as data. The sentence that people read is made from it.

A step names the cell and what to type there, so that a test can do what the message says and look at what became of
it. Texts are templates with the facts of the problem in braces (`rules.reasons.sentence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


class Pick(str):
    """What may be typed, in words: the person chooses (`two names`, `a later date`)."""

    __slots__ = ()


@dataclass(frozen=True)
class Type:
    """Type a value into a cell. `into` is a tab and a heading (`Games → Result`), or a setting (`Settings → Start`);
    `of` is the first cell of its line. Left blank they are the cell and the line that the problem points at."""

    value: str
    into: str = ""
    of: str = ""

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        return f"type {self.value}{_place(' into ', self.into, self.of)}"


@dataclass(frozen=True)
class Clear:
    """Empty a cell; `into` and `of` as in `Type`."""

    into: str = ""
    of: str = ""

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        return f"clear{_place(' ', self.into, self.of)}" if self.into else "clear the cell"


@dataclass(frozen=True)
class Decide:
    """Add a line to Decisions."""

    kind: str
    about: str = ""
    value: str = ""
    start: str = ""
    end: str = ""

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        cells = (("About", self.about), ("Value", self.value), ("From", self.start), ("To", self.end))
        return ", ".join([f"in Decisions add {self.kind}", *(f"{heading} {text}" for heading, text in cells if text)])


@dataclass(frozen=True)
class Add:
    """Add a line to a tab, such as a player."""

    line: str
    tab: str

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        return f"add {self.line} to {self.tab}"


@dataclass(frozen=True)
class Delete:
    """Delete the line that the problem points at."""

    line: str = "the line"

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        return f"delete {self.line}"


@dataclass(frozen=True)
class Undo:
    """Bring back what stood there before, as the spreadsheet's Undo does."""

    words: str = "undo it"


@dataclass(frozen=True)
class Seen:
    """Wait until a pass has seen the step before: a line typed again at once counts as the one that stood there."""

    words: str = "wait until this message is gone"


@dataclass(frozen=True)
class Elsewhere:
    """Something a person does outside the sheet, or that no single cell can say."""

    words: str


@dataclass(frozen=True)
class Nothing:
    """Nothing to type. `stays`: the line stays for as long as what it tells is true, and holds nothing up; otherwise it
    goes by itself."""

    why: str = ""
    stays: bool = False

    @property
    def words(self) -> str:
        """The step in words, without a full stop."""
        return f"nothing to do: {self.why}" if self.why else "nothing to do"


Step: TypeAlias = Type | Clear | Decide | Add | Delete | Undo | Seen | Elsewhere | Nothing


@dataclass(frozen=True)
class Option:
    """One way to deal with a problem: its steps in order, and when it is the right one (`If you meant it`)."""

    steps: tuple[Step, ...]
    when: str = ""

    @property
    def words(self) -> str:
        """The option in words, without a full stop."""
        said = ", then ".join(step.words for step in self.steps)
        return f"{self.when}: {said}" if self.when else said


@dataclass(frozen=True)
class Advice:
    """All ways to deal with a problem; one of them is enough. `hint` says what helps to choose."""

    options: tuple[Option, ...]
    hint: str = ""

    @property
    def words(self) -> str:
        """The advice as a template of sentences."""
        said = [f"Or {o.words}." if n and not o.when else f"{_capital(o.words)}." for n, o in enumerate(self.options)]
        return " ".join([*said, self.hint]) if self.hint else " ".join(said)


def advice(*ways: Step | Option, hint: str = "") -> Advice:
    """Advice from steps, each a way of its own, and from options."""
    return Advice(tuple(way if isinstance(way, Option) else Option((way,)) for way in ways), hint)


def when(words: str, *steps: Step) -> Option:
    """An option that is right in one case only."""
    return Option(steps, words)


def both(*steps: Step) -> Option:
    """An option of several steps."""
    return Option(steps)


def ways(steps: Sequence[Step]) -> str:
    """Steps of which one is enough, in words; blank for none. Their texts are no templates here."""
    return "; or ".join(step.words for step in steps)


Told: TypeAlias = tuple[str, str, Advice, str]
"""How a format tells a trouble: its urgency, what is wrong, what to type, what happens if nobody does."""


def _place(before: str, into: str, of: str) -> str:
    place = f"{before}{into}" if into else ""
    return f"{place} of {of}" if of else place


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
