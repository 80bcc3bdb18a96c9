"""Parts of the workbook that every format describes alike: a view's column, the Pairings tab, the words of a game."""

from __future__ import annotations

from fractions import Fraction

from rules.model import How
from rules.sheet import Column, Kind, ResultWord, View

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)


def column(heading: str, width: int, kind: Kind = Kind.TEXT, help_: str = "") -> Column:
    """A column of a view."""
    return Column(heading, kind, help=help_, width=width)


def pairings_view(
    help_: str = "Every game with what counts.",
    first: str = "",
    second: str = "",
    game_width: int = 12,
    remark_width: int = 36,
) -> View:
    """The Pairings tab: what the look-ups of Games show, so its columns are the same in every format."""
    return View(
        "Pairings",
        (
            column("Game", game_width, Kind.GAME_ID),
            column("Round", 9, Kind.ROUND_ID),
            column("White", 22, Kind.PLAYER, first),
            column("Black", 22, Kind.PLAYER, second),
            column("Outcome", 12, Kind.RESULT),
            column("Decided by", 13),
            column("Due", 26, Kind.MOMENT),
            column("Link", 30, Kind.URL),
            column("Remark", remark_width),
        ),
        help_,
    )


def why_view(help_: str = "Why everything is as it is, the newest first.") -> View:
    """The Why tab: one line a decision."""
    return View("Why", (column("Round", 8), column("About", 18), column("Decision", 120)), help_)


def played_words(draw: str) -> tuple[ResultWord, ...]:
    """The results of a game that was played; `draw` says what a draw means."""
    return (
        ResultWord("1-0", (ONE, ZERO), How.PLAYED, help="White won."),
        ResultWord("0-1", (ZERO, ONE), How.PLAYED, help="Black won."),
        ResultWord("1/2-1/2", (HALF, HALF), How.PLAYED, ("draw",), draw),
    )


def default_words(black_absent: str, white_absent: str, both_absent: str) -> tuple[ResultWord, ...]:
    """The results of a game somebody did not come to; the texts say so in the words of the rulebook."""
    return (
        ResultWord("1-0F", (ONE, ZERO), How.DEFAULT, help=black_absent),
        ResultWord("0-1F", (ZERO, ONE), How.DEFAULT, help=white_absent),
        ResultWord("0-0F", (ZERO, ZERO), How.DOUBLE_DEFAULT, help=both_absent),
    )


def director_words(void: str) -> tuple[ResultWord, ...]:
    """What only the director types: a game cancelled, or opened again."""
    return (
        ResultWord("Void", None, How.VOID, help=void),
        ResultWord("Open", None, How.PLAYED, help="Refuse earlier reports and play on."),
    )
