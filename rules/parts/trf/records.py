"""The lines of a report file as values: TRF16 with its XX extensions, and TRF26.

Every record remembers the line it was read from (`source`); that is what makes a round trip exact, since writers
fill columns in their own ways. A record made or changed by us is written afresh.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

PLAYED_CODES = "10=WDL"  # W, D, L: a game of less than one move, not rated
FORFEIT_CODES = "+-"
BYE_CODES = "UFHZ"  # pairing-allocated, full, half, zero
CODES = PLAYED_CODES + FORFEIT_CODES + BYE_CODES
OPEN = "?"  # a game of a round under way, whatever a program writes there: `?`, `X`, `*` or nothing

ResultColour: TypeAlias = Literal["w", "b", "-"]


def _source() -> str:
    return field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class RoundResult:
    """One round of one player. No opponent and code `Z` is what an empty cell means, too."""

    opponent: int | None = None
    colour: ResultColour = "-"
    code: str = "Z"


@dataclass(frozen=True)
class PlayerRecord:
    """A `001` line. `points` as printed; `rank` None where the columns are empty."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction = Fraction(0)
    rank: int | None = None
    rounds: tuple[RoundResult, ...] = ()
    source: str = _source()

    def result(self, round_number: int) -> RoundResult:
        """The cell of a round; an empty one where the line ends before."""
        return self.rounds[round_number - 1] if round_number <= len(self.rounds) else RoundResult()


@dataclass(frozen=True)
class HeaderRecord:
    """A tournament line (`??2`) or an extension (`XX?`): tag and text."""

    tag: str
    text: str
    source: str = _source()


@dataclass(frozen=True)
class NationalRecord:
    """A national rating line: federation code in place of `001`, then the player's columns without rounds."""

    federation: str
    number: int
    rating: int | None
    source: str = _source()


@dataclass(frozen=True)
class ByeRecord:
    """`240`: byes of one type (F, H, Z) in one round."""

    kind: str
    round: int
    players: tuple[int, ...]
    source: str = _source()


@dataclass(frozen=True)
class ProhibitedRecord:
    """`260`: players who may not meet each other from one round to another."""

    first: int
    last: int
    players: tuple[int, ...]
    source: str = _source()


@dataclass(frozen=True)
class AcceleratedRecord:
    """`250`: fictitious points for a range of players in a range of rounds."""

    match_points: Fraction | None
    points: Fraction
    first: int
    last: int
    from_player: int
    to_player: int
    source: str = _source()


@dataclass(frozen=True)
class AbnormalRecord:
    """`299`: points given otherwise than usual. `round` 0 means all rounds."""

    kind: str
    match_points: Fraction | None
    points: Fraction
    round: int
    players: tuple[int, ...]
    source: str = _source()


@dataclass(frozen=True)
class TeamRecord:
    """A team line (`013`, `300`, `310`, `320`, `330`, `801`, `802`): tag and text, kept as it is."""

    tag: str
    text: str
    source: str = _source()


@dataclass(frozen=True)
class OtherRecord:
    """A comment (`###`), an empty line, or a line with a tag nobody knows."""

    text: str
    source: str = _source()


Record: TypeAlias = (
    PlayerRecord
    | HeaderRecord
    | NationalRecord
    | ByeRecord
    | ProhibitedRecord
    | AcceleratedRecord
    | AbnormalRecord
    | TeamRecord
    | OtherRecord
)


@dataclass(frozen=True)
class Trf:
    """A report file: its records with their line ends, and how its bytes were read."""

    records: tuple[Record, ...]
    endings: tuple[str, ...]
    encoding: str = "utf-8"

    @property
    def players(self) -> tuple[PlayerRecord, ...]:
        """Player lines in the order of the file."""
        return tuple(record for record in self.records if isinstance(record, PlayerRecord))

    @property
    def prohibited(self) -> tuple[ProhibitedRecord, ...]:
        """All `260` records."""
        return tuple(record for record in self.records if isinstance(record, ProhibitedRecord))

    @property
    def byes(self) -> tuple[ByeRecord, ...]:
        """All `240` records."""
        return tuple(record for record in self.records if isinstance(record, ByeRecord))

    def texts(self, tag: str) -> tuple[str, ...]:
        """Texts of all tournament or extension lines with a tag."""
        return tuple(record.text for record in self.records if isinstance(record, HeaderRecord) and record.tag == tag)

    def text(self, tag: str) -> str:
        """The first such text, "" where there is none."""
        return next(iter(self.texts(tag)), "")

    @property
    def rounds(self) -> int:
        """How many rounds have a cell on some player's line."""
        return max((len(player.rounds) for player in self.players), default=0)

    @property
    def total_rounds(self) -> int:
        """The declared number of rounds (`142`, else `XXR`); where none is declared, the rounds of the file."""
        for tag in ("142", "XXR"):
            if self.text(tag).strip().isdecimal() and len(self.text(tag).strip()) < 10:
                return int(self.text(tag))
        return self.rounds
