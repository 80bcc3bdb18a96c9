"""Form answers as values: what each row says, what sites and earlier passes know of it, what was accepted.

An accepted answer is a fact of the record and stays when its row is edited or deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal
from zoneinfo import ZoneInfo

from rules.model import Claim, How
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink, Refused, public_links
from sync.journal import Journal, from_json, to_json
from sync.problems import At, Problem
from sync.reading.results import Said, read_result
from sync.schema import FORM_TAB

State = Literal[
    "accepted", "merged", "waiting", "held", "replaced", "late", "overruled", "no game", "refused", "early", "message"
]


@dataclass(frozen=True)
class Answer:
    """One row of the form, as read."""

    row: int
    key: str  # changes when the answer is edited
    sent: datetime | None
    link: GameLink | Refused | None
    raw_link: str
    result: str
    white: str
    black: str
    pairing: str
    reporter: str
    message: str
    tab: str = FORM_TAB.name  # the title of the tab it stands in
    tab_order: int = 0
    is_main: bool = True  # in the first tab of answers, whose rows have ids such as F12
    untimed: bool = False  # its time stamp cannot be read: it counts as sent when it was first seen
    doubt: str = ""  # the two moments its time stamp can be
    places: Mapping[str, str] = field(default_factory=dict)  # the cell of each question

    @property
    def where(self) -> str:
        """The row as people call it."""
        return f"row {self.row}" if self.is_main else f"{self.tab} row {self.row}"

    def at(self, question: str = "") -> At:
        """The cell of a question; the row where none is asked."""
        return At(self.tab, self.places.get(question, f"A{self.row}"), "", self.row)

    @property
    def id(self) -> str:
        """What the answer is called where a person speaks of it; it stays when the tab is sorted."""
        return f"M{self.key[:6]}"


@dataclass(frozen=True)
class Checked:
    """What is known of a link from the chess site, as noted in the Journal."""

    state: Literal["verified", "waiting", "needs-td"]
    game: str = ""  # id of the pairing it was held against
    players: tuple[str, str] | None = None
    score: tuple[Fraction, Fraction] | None = None
    ended: datetime | None = None
    words: str = ""
    white: str = ""  # who really had White


@dataclass(frozen=True)
class Treated:
    """What became of an answer."""

    answer: Answer
    state: State
    game: str = ""
    players: tuple[str, str] | None = None
    said: Said | None = None
    why: str = ""
    ended: datetime | None = None
    white: str = ""  # who had White, where the answer or the site says so


@dataclass(frozen=True)
class Accepted:
    """An accepted answer of the record: the last one of its game counts."""

    game: str
    players: tuple[str, str]
    score: tuple[Fraction, Fraction]
    how: How
    word: str
    sent: datetime
    reporter: str
    key: str
    link: str
    when: datetime
    ended: datetime | None = None
    white: str = ""  # who had White, where that is known


@dataclass(frozen=True)
class Reading:
    """All answers treated: claims for the engine, lines for the Journal, rows to show, problems."""

    treated: tuple[Treated, ...]
    claims: tuple[Claim, ...]
    lines: tuple[tuple[str, str, Mapping[str, Any], str], ...]  # event, subject, detail, cause
    problems: tuple[Problem, ...]


def read_words(text: str, spec: FormatSheet) -> Said | None:
    """A result as the form words it: `1-0`, `White won`, `draw`, `3-1`; only the whole text counts."""
    said = read_result(text, spec, director=False)
    return said if isinstance(said, Said) and said.score is not None else None


def accepted_before(journal: Journal, zone: ZoneInfo) -> dict[str, Accepted]:
    """The accepted answer of each game as last recorded; a later `held` line takes it back."""
    found: dict[str, Accepted] = {}
    for line in journal.of("submission"):
        detail = {k: from_json(v, zone) for k, v in line.detail.items()}
        if detail.get("state") != "accepted":
            found.pop(line.subject, None)
            continue
        found[line.subject] = Accepted(
            line.subject, (detail["players"][0], detail["players"][1]), (detail["score"][0], detail["score"][1]),
            How[detail["how"]], detail["word"], detail["sent"], detail.get("reporter", ""), detail["key"],
            public_links(detail.get("link", "")), line.when.astimezone(zone), detail.get("ended"),
            detail.get("white", ""),
        )  # fmt: skip
    return found


def claim_of(accepted: Accepted) -> Claim:
    return Claim(
        accepted.game, accepted.players, accepted.score, accepted.how, "accepted", accepted.sent, accepted.ended,
        accepted.link or "form", white=accepted.white,
    )  # fmt: skip


def detail_of(accepted: Accepted) -> dict[str, Any]:
    return {
        "state": "accepted",
        "players": to_json(accepted.players),
        "score": to_json(accepted.score),
        "how": accepted.how.name,
        "word": accepted.word,
        "sent": to_json(accepted.sent),
        "reporter": accepted.reporter,
        "key": accepted.key,
        "link": accepted.link,
        "ended": to_json(accepted.ended),
        **({"white": accepted.white} if accepted.white else {}),
    }


def claims_of(before: Mapping[str, Accepted]) -> tuple[Claim, ...]:
    """Claims of what was accepted at earlier passes alone."""
    return tuple(claim_of(a) for a in before.values())
