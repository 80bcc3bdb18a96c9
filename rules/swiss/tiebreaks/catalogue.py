"""The tie-breaks a list may name: what each is called, where the text has it, what may be added to it.

The list in `Settings` is read by `read_list`; `docs/tie-breaks.md` is made from this table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

RULE_16 = "16"


@dataclass(frozen=True)
class Spec:
    """One tie-break. `adds`: what may follow the name: `C1`, `C2`, `M1`, `M2` (cuts), `P` (forfeits count as played),
    `F` (fore), `L` (another limit), `R` (turned round)."""

    code: str
    name: str
    rule: str
    help: str
    adds: tuple[str, ...] = ()

    @property
    def needs_ratings(self) -> bool:
        """Whether it is made of ratings."""
        return self.code in ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG")

    @property
    def also(self) -> tuple[str, ...]:
        """Other names people use."""
        return ALSO.get(self.code, ())


CUTS, MEDIANS = ("C1", "C2"), ("C1", "C2", "M1", "M2")
SPECS: tuple[Spec, ...] = (
    Spec("DE", "Direct encounter", "6", "The standings of those tied among themselves.", ("P",)),
    Spec("WIN", "Wins", "7.1", "Rounds that gave a win's points, played or not."),
    Spec("WON", "Games won", "7.2", "Games won over the board."),
    Spec("BPG", "Games with Black", "7.3", "Games played over the board with Black."),
    Spec("BWG", "Wins with Black", "7.4", "Games won over the board with Black."),
    Spec("PS", "Progressive", "7.5", "The sum of the scores after each round.", CUTS),
    Spec("REP", "Rounds played", "7.6", "Rounds the player elected to play."),
    Spec("STD", "Standard points", "7.7", "Points as if a win gave 1 and a draw ½."),
    Spec("TPN", "Pairing number", "7.8", "The lower number comes first; no two are equal.", ("R",)),
    Spec("BH", "Buchholz", "8.1", "The sum of the opponents' scores.", (*MEDIANS, "P")),
    Spec("AOB", "Average Buchholz", "8.2", "The average Buchholz of the opponents met.", ("F",)),
    Spec("FB", "Fore Buchholz", "8.3", "Buchholz as if all games of the last round were drawn.", (*MEDIANS, "P")),
    Spec("SB", "Sonneborn-Berger", "9.1", "Each opponent's score times the result against them.", (*CUTS, "P")),
    Spec("KS", "Koya", "9.2", "Points against those with at least half of the most one can have.", ("L",)),
    Spec("ARO", "Average rating", "10.1", "The average rating of the opponents met.", MEDIANS),
    Spec("TPR", "Performance", "10.2", "The tournament performance rating."),
    Spec("PTP", "Perfect performance", "10.3", "The lowest rating that is expected to score as much."),
    Spec("APRO", "Opponents' performance", "10.4", "The average performance of the opponents met."),
    Spec("APPO", "Opponents' perfect performance", "10.5", "The average perfect performance of the opponents met."),
    Spec("RTNG", "Rating", "10.6", "The higher rating comes first.", ("R",)),
    Spec(RULE_16, "Rule 16", "16 a, 16 b", "Of the rulebook: opponents' ratings, or progressive score, cut after cut."),
)
ALSO: Mapping[str, tuple[str, ...]] = {
    "WIN": ("number of wins",),
    "WON": ("number of games won",),
    "BPG": ("games played with black",),
    "BWG": ("games won with black",),
    "PS": ("progressive score", "cumulative"),
    "REP": ("rounds elected to play", "ge"),
    "AOB": ("average of opponents' buchholz",),
    "SB": ("sonneborn berger",),
    "KS": ("koya system",),
    "ARO": ("average rating of opponents",),
    "TPR": ("tournament performance rating", "performance rating"),
    "PTP": ("perfect tournament performance",),
    "APRO": ("average performance rating of opponents",),
    "APPO": ("average perfect performance of opponents",),
    RULE_16: ("16 a and b",),
}
BY_CODE: Mapping[str, Spec] = {spec.code: spec for spec in SPECS}
_WORDS = {"cut 1": "c1", "cut 2": "c2", "cut1": "c1", "cut2": "c2", "median 1": "m1", "median 2": "m2"}


@dataclass(frozen=True)
class TieBreak:
    """A tie-break of the list, as `BH-C1`. `limit`: how far Koya's limit is moved, in points."""

    spec: Spec
    low: int = 0
    high: int = 0
    forfeits: bool = False
    fore: bool = False
    turned: bool = False
    limit: Fraction = Fraction(0)

    @property
    def code(self) -> str:
        """As the text writes it: `BH-C1`, `DE-P`, `KS-L+1`."""
        cuts = f"M{self.low}" if self.high else f"C{self.low}" if self.low else ""
        moved = f"L{int(2 * self.limit):+d}" if self.limit else ""
        adds = (cuts, "P" if self.forfeits else "", "F" if self.fore else "", "R" if self.turned else "", moved)
        return "-".join([self.spec.code, *(a for a in adds if a)])

    @property
    def name(self) -> str:
        """For people: `Buchholz Cut 1`."""
        cuts = f" Median {self.low}" if self.high else f" Cut {self.low}" if self.low else ""
        adds = (
            " (forfeits count)"
            if self.forfeits
            else " (fore)"
            if self.fore
            else " (turned round)"
            if self.turned
            else ""
        )
        return f"{self.spec.name}{cuts}{adds}"

    @property
    def lower_is_better(self) -> bool:
        """Whether a small value comes first."""
        return (self.spec.code == "TPN") != self.turned


def read_list(text: str) -> tuple[tuple[TieBreak, ...], tuple[str, ...]]:
    """The tie-breaks of a list such as `BH-C1 ; BH ; SB`, and the parts of it that name none."""
    found: list[TieBreak] = []
    unknown: list[str] = []
    for part in (p.strip() for p in re.split(r"[;,\n]", text)):
        if part:
            made = read_one(part)
            if made is None:
                unknown.append(part)
            else:
                found.append(made)
    return tuple(found), tuple(unknown)


def read_one(text: str) -> TieBreak | None:
    """One tie-break by its letters or name and what is added (`BH-C1`, `BH/C1`, `Buchholz Cut 1`); None for no such."""
    word = " ".join(text.casefold().replace("’", "'").replace("'", "").split())
    for long, short in _WORDS.items():
        word = re.sub(rf"[ -]*\b{long}$", f"/{short}", word)
    word = re.sub(r"^median buchholz( 2)?$", lambda m: f"buchholz/m{2 if m[1] else 1}", word)
    named = {spec.name.casefold().replace("'", ""): spec for spec in SPECS}
    named |= {spec.code.casefold(): spec for spec in SPECS}
    named |= {a.replace("'", ""): spec for spec in SPECS for a in spec.also}
    for name in sorted(named, key=len, reverse=True):
        if word == name:
            return TieBreak(named[name])
        if word.startswith((f"{name}/", f"{name}-", f"{name} ")):
            return _with(named[name], re.split(r"[\s/-]+(?![0-9])", word[len(name) :])[1:])
    return None


def _with(spec: Spec, adds: list[str]) -> TieBreak | None:
    made = TieBreak(spec)
    seen: set[str] = set()
    for add in adds:
        kind = add[:1].upper()
        if kind in seen:
            return None
        seen.add(kind)
        if add.upper() in spec.adds and kind in ("C", "M"):
            if {"C", "M"} <= seen:
                return None
            made = _replaced(made, low=int(add[1:]), high=int(add[1:]) if kind == "M" else 0)
        elif add.upper() in spec.adds and kind in ("P", "F", "R"):
            made = _replaced(made, **{{"P": "forfeits", "F": "fore", "R": "turned"}[kind]: True})
        elif kind == "L" and "L" in spec.adds and re.fullmatch(r"[+-][0-9]{1,2}", add[1:]):
            made = _replaced(made, limit=Fraction(int(add[1:]), 2))
        else:
            return None
    return made


def _replaced(made: TieBreak, **changes: object) -> TieBreak:
    return replace(made, **changes)  # type: ignore[arg-type]
