"""What ends the waits that every format knows, as steps a person takes in the sheet."""

from __future__ import annotations

from rules.advice import Decide, Pick, Step, Type, Undo
from rules.model import Id

START = Type(Pick("now or a time"), "Settings → Start")
RESULT = Type(Pick("the result"), "Games → Result")
ROW = Undo("bring the row of the game back")


def lot_typed(lot: Id) -> Step:
    """The answer to a lot."""
    return Type(Pick("the answer"), "Lots → Typed", lot)


def winner_typed(about: Id) -> Step:
    """Who won, as the director says."""
    return Decide("Winner", about, Pick("the winner's name"))
