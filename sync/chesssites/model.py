"""What links, games and tests of a game share: the sites, clocks, and the players as the event knows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Facts = Mapping[str, str]
"""What a sentence is made of: plain text by name; `words.sentence` makes the sentence."""


LONGEST_NUMBER = 20  # digits of a number in an answer: games have twelve, moments in milliseconds thirteen


class Site(StrEnum):
    """A site that games can be verified at."""

    CHESS_COM = "chess.com"
    LICHESS = "lichess.org"

    @property
    def shown(self) -> str:
        """The name people know."""
        return "Chess.com" if self is Site.CHESS_COM else "Lichess"


@dataclass(frozen=True, order=True)
class Clock:
    """A live time control. Units: whole seconds, both."""

    base: int
    increment: int

    def __str__(self) -> str:
        """As the sites show it: minutes|seconds, `15|10`; under a minute or uneven, `90s|1`."""
        minutes, seconds = divmod(self.base, 60)
        return f"{minutes}|{self.increment}" if not seconds else f"{self.base}s|{self.increment}"


_SETTING = re.compile(r"([0-9]{1,3})\s*(?:min(?:utes)?\.?)?\s*(?:[|+]\s*([0-9]{1,3})\s*(?:s(?:ec(?:onds)?)?\.?)?)?")
LONGEST_BASE_MINUTES = 180


def clock_of_setting(text: str) -> Clock | None:
    """The clock a director typed: `15|10`, `15+10` or `15 min + 10 s` is 900 and 10 seconds; `10` has no increment.

    None when it cannot be read, or when the minutes are so many that seconds were probably meant (`900+10`).
    """
    found = _SETTING.fullmatch(text.strip().lower())
    if found is None:
        return None
    minutes, increment = int(found.group(1)), int(found.group(2) or 0)
    if minutes > LONGEST_BASE_MINUTES or (minutes == 0 and increment == 0):
        return None
    return Clock(minutes * 60, increment)


STANDARD = "chess"
CHESS960 = "chess960"
_VARIANTS = {
    "standard": STANDARD,
    "standardchess": STANDARD,
    "live": STANDARD,
    "live960": CHESS960,
    "960": CHESS960,
    "fischerandom": CHESS960,
    "fischerrandom": CHESS960,
    "freestyle": CHESS960,
    "freestylechess": CHESS960,
    "3check": "threecheck",
    "koth": "kingofthehill",
}


def variant_named(text: str) -> str:
    """One name for a variant, however a site or a director writes it: `chess`, `chess960`, `threecheck`, …"""
    name = re.sub(r"[^a-z0-9]", "", text.casefold())
    return _VARIANTS.get(name, name)


def same_name(username: str) -> str:
    """A user name for comparing: both sites ignore case; people write `@name`."""
    return username.strip().removeprefix("@").strip().casefold()


@dataclass(frozen=True)
class KnownPlayer:
    """A player of the event as the sites may know them.

    `usernames`: the account, then what stands under "Also known as", in that order.
    `only`: of names typed with their site, the site; another person may have the same name elsewhere.
    `ids`: stable ids recorded earlier, such as `player_id:123`, `uuid:…`, `lichess:name`; they outlive a rename.
    """

    name: str
    usernames: tuple[str, ...]
    ids: frozenset[str] = field(default_factory=frozenset)
    only: frozenset[tuple[str, Site]] = field(default_factory=frozenset)

    def names_at(self, site: Site) -> tuple[str, ...]:
        """User names at a site, for comparing, in their order."""
        elsewhere = {name for name, _ in self.only} - {name for name, at in self.only if at is site}
        names = dict.fromkeys(map(same_name, self.usernames))
        return tuple(name for name in names if name and name not in elsewhere)
