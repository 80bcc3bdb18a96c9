"""Cards, and what is read off them: meetings, limits, dues, compatibility, colours (S3-S8, S20, S36, S38)."""

from dataclasses import dataclass

OTHER = {"W": "B", "B": "W"}


@dataclass(frozen=True)
class Past:
    """One round of one player; see the package's docstring."""

    kind: str
    opponent: int = 0
    colour: str = ""
    gained: int = 0

    def __post_init__(self) -> None:
        if self.kind not in ("game", "default", "bye", "missed"):
            raise ValueError(f"no such kind: {self.kind!r}")
        if (self.opponent > 0) != (self.kind in ("game", "default")):
            raise ValueError(f"an opponent belongs to games and defaults only: {self}")


@dataclass(frozen=True)
class Card:
    """One player before the round; see the package's docstring."""

    number: int
    half_points: int = 0
    history: tuple[Past, ...] = ()
    present: bool = True
    federation: str = ""
    rating: int | None = None
    estimate: int | None = None
    may_take_bye: bool | None = None


@dataclass(frozen=True)
class Settings:
    """What the organiser chose; see the package's docstring."""

    lot: str = "W"
    maxi: bool = False
    same_federation: bool = False
    default_is_meeting: bool = False


class Field:
    """All cards of a round with the questions the rules ask about them."""

    def __init__(
        self, cards: list[Card], round_number: int, total_rounds: int, settings: Settings, federations: bool = True
    ) -> None:
        self.cards = {card.number: card for card in cards}
        if len(self.cards) != len(cards):
            raise ValueError("two cards bear the same number")
        for card in cards:
            if len(card.history) != round_number - 1:
                raise ValueError(
                    f"card {card.number} has {len(card.history)} rounds of history in round {round_number}"
                )
        self.round_number = round_number
        self.total_rounds = total_rounds
        self.settings = settings
        self.federations = federations and settings.same_federation
        self.last_round = round_number == total_rounds
        # Half a point a round played, in half-points: one a round (S11).
        self.median = round_number - 1
        self._compatible: dict[tuple[int, int], bool] = {}
        # Filled by tests.judges.swiss.matching.
        self.most_pairs: dict[tuple[int, ...], int] = {}

    def score(self, number: int) -> int:
        """Score in half-points."""
        return self.cards[number].half_points

    def maxi_rating(self, number: int) -> int:
        """The rating the 100-point guard looks at (S31)."""
        card = self.cards[number]
        if card.rating is not None:
            return card.rating
        return card.estimate if card.estimate is not None else 0

    def within_100(self, a: int, b: int) -> bool:
        """Whether the two are rated 100 points or less apart."""
        return abs(self.maxi_rating(a) - self.maxi_rating(b)) <= 100

    def met(self, a: int, b: int) -> bool:
        """Whether the two have met (S3); it is enough that one of the two cards says so."""
        kinds = ("game", "default") if self.settings.default_is_meeting else ("game",)
        return any(
            past.opponent == theirs and past.kind in kinds
            for mine, theirs in ((a, b), (b, a))
            for past in self.cards[mine].history
        )

    def colours(self, number: int) -> str:
        """The colours of the games played, oldest first, without gaps (S4)."""
        return "".join(past.colour for past in self.cards[number].history if past.kind == "game")

    def imbalance(self, number: int) -> int:
        """How many Whites more than Blacks."""
        colours = self.colours(number)
        return colours.count("W") - colours.count("B")

    def due(self, number: int) -> str:
        """The due colour, or "" if none (S5)."""
        colours = self.colours(number)
        if len(colours) >= 2 and colours[-1] == colours[-2]:
            return OTHER[colours[-1]]
        if self.imbalance(number) > 0:
            return "B"
        if self.imbalance(number) < 0:
            return "W"
        if colours:
            return OTHER[colours[-1]]
        return ""

    def clash(self, a: int, b: int) -> bool:
        """Whether both are due the same colour."""
        return self.due(a) != "" and self.due(a) == self.due(b)

    def keeps_limits(self, number: int, colour: str) -> bool:
        """Whether the colour leaves the player without three running and without three more of one (12.1 a, b)."""
        after = self.colours(number) + colour
        return after[-3:] != colour * 3 and abs(after.count("W") - after.count("B")) < 3

    def lawful_ways(self, a: int, b: int) -> list[tuple[int, int]]:
        """The ways (white, black) of giving colours to the two that keep everybody's limits."""
        return [
            (white, black)
            for white, black in ((a, b), (b, a))
            if self.keeps_limits(white, "W") and self.keeps_limits(black, "B")
        ]

    def breaks_limit(self, a: int, b: int) -> bool:
        """Whether the pair can only be made against a colour limit (S36)."""
        return not self.lawful_ways(a, b)

    def barred_by_federation(self, a: int, b: int) -> bool:
        """Whether 22 keeps the two apart (S38)."""
        federation = self.cards[a].federation
        return (
            self.federations
            and self.round_number > self.total_rounds - 3
            and federation != ""
            and federation == self.cards[b].federation
            and self.score(a) > self.median
            and self.score(b) > self.median
        )

    def compatible(self, a: int, b: int) -> bool:
        """S6, and S36 in the last round."""
        key = (min(a, b), max(a, b))
        if key not in self._compatible:
            self._compatible[key] = self._judge_compatible(a, b)
        return self._compatible[key]

    def _judge_compatible(self, a: int, b: int) -> bool:
        if a == b or self.met(a, b) or self.barred_by_federation(a, b):
            return False
        if self.last_round and self.score(a) == self.score(b):
            return True
        return not self.breaks_limit(a, b)

    def may_take_bye(self, number: int) -> bool:
        """Whether 8.2 lets the player have the bye."""
        card = self.cards[number]
        if card.may_take_bye is not None:
            return card.may_take_bye
        return not any(past.kind == "bye" or (past.kind == "default" and past.gained == 2) for past in card.history)

    def protected(self, number: int) -> bool:
        """Whether the player floated in the round just before (S20)."""
        history = self.cards[number].history
        if not history or history[-1].opponent == 0:
            return False
        opponent = history[-1].opponent
        mine = self.score(number) - history[-1].gained
        theirs = self.score(opponent) - self.cards[opponent].history[-1].gained
        half = self.round_number - 2
        if mine == theirs:
            return False
        if mine >= half and theirs >= half:
            return mine > theirs
        if mine <= half and theirs <= half:
            return mine < theirs
        return True

    def colours_of_pair(self, a: int, b: int, place: int, paired: list[int]) -> tuple[int, int, str]:
        """(white, black, deciding step) of a pair made in the group of score `place` (S7, S8).

        `paired` lists everybody to be paired this round.
        """
        high, low = min(a, b), max(a, b)
        ways = self.lawful_ways(high, low)
        if len(ways) == 1:
            return (*ways[0], "S7.1")
        due_high, due_low = self.due(high), self.due(low)
        if not due_high and not due_low:
            odd = sorted(paired).index(high) % 2 == 0
            colour = self.settings.lot if odd else OTHER[self.settings.lot]
            return (*((high, low) if colour == "W" else (low, high)), "S8")
        if due_high != due_low:
            white = high if due_high == "W" or due_low == "B" else low
            return white, low if white == high else high, "S7.2"
        winner, step = self._who_gets_the_due_colour(high, low, place)
        loser = low if winner == high else high
        return (winner, loser, step) if due_high == "W" else (loser, winner, step)

    def _who_gets_the_due_colour(self, high: int, low: int, place: int) -> tuple[int, str]:
        """Steps 3 to 5 of S7 for two players due the same colour."""
        gap_high, gap_low = abs(self.imbalance(high)), abs(self.imbalance(low))
        if gap_high != gap_low:
            return (high if gap_high > gap_low else low), "S7.3"
        for had_high, had_low in zip(reversed(self.colours(high)), reversed(self.colours(low)), strict=False):
            if had_high != had_low:
                return (high if OTHER[had_high] == self.due(high) else low), "S7.4"
        return (high if place >= self.median else low), "S7.5"
