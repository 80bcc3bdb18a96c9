"""The sentences: one catalogue for refused links, failed tests, notes and waiting, each with what to do next.

Code elsewhere carries a code and facts; only here do they become words, so a test can ask that each code has some.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sync.chesssites.model import Facts


class Words(NamedTuple):
    """What is the matter, and what to do; `{names}` are filled from the facts."""

    says: str
    advice: str = ""


_PASTE = "Open the finished game, choose Share, and paste its link."

LINKS: Mapping[str, Words] = {
    "empty": Words("There is no link.", _PASTE),
    "bare-number": Words("“{typed}” is a number, not a link; live and daily games share numbers.", _PASTE),
    "no-link": Words("“{typed}” holds no link.", _PASTE),
    "two-games": Words("The text names different games: {links}.", "Send one answer for each game."),
    "other-site": Words("{host} is not a site where games can be checked.", "Paste a Chess.com or Lichess link."),
    "not-a-game": Words("{page} is not the page of a game.", _PASTE),
    "no-number": Words("{page} has no game number.", _PASTE),
    "daily": Words("{page} is a daily game; this event is played live.", _PASTE),
    "computer": Words("{page} is a game against the computer.", _PASTE),
    "puzzle": Words("{page} is a puzzle.", _PASTE),
    "event": Words("{page} is the page of an event or broadcast, which has no game record of its own.", _PASTE),
    "tournament": Words("{page} is a tournament, not a single game.", _PASTE),
    "swiss": Words("{page} is a Swiss tournament, not a single game.", _PASTE),
    "simul": Words("{page} is a simultaneous exhibition.", _PASTE),
    "study": Words("{page} is a study; anybody can write one.", _PASTE),
    "profile": Words("{page} is the page of a player.", _PASTE),
    "club": Words("{page} is the page of a club or team.", _PASTE),
    "variants": Words("{page} is a game of the separate variants server, whose games are not published.", _PASTE),
    "game-list": Words("{page} is a list of games.", _PASTE),
    "analysis-board": Words("{page} is an analysis board without a game's number.", _PASTE),
}

_TD = "The director decides: type the result in Games, or leave the game open."

TESTS: Mapping[str, Words] = {
    "players": Words(
        "The game was played by {white} and {black}; {pairing} is {first} ({first_names}) against "
        "{second} ({second_names}).",
        "If it is another account of a player, add it under Also known as.",
    ),
    "ambiguous": Words(
        "{white} and {black} both fit {first} as well as {second}.", "Check the user names of the two in Players."
    ),
    "site": Words("The game was played at {found}; this event is played at {wanted}.", _TD),
    "variant": Words("The game was {found}; this event plays {wanted}.", _TD),
    "clock": Words("The clock was {found}; this event plays {wanted}.", _TD),
    "rated": Words("The game was {found}; this event plays {wanted} games.", _TD),
    "before-announcement": Words(
        "The game ended {ended}, before {pairing} was announced ({announced}).", "Was the link of an older game pasted?"
    ),
    "no-end-time": Words("The site does not say when the game ended.", _TD),
    "used": Words("This game already decided {other}.", "Was the link of an older game pasted?"),
    "closed": Words("{pairing} is not open any more: {state}.", _TD),
    "aborted": Words("The game was aborted.", "An aborted game is not a game: play on and report the new one."),
    "not-finished": Words("The game is not finished.", "Report it again when it is."),
    "unclear": Words("The site's codes leave the result open: White “{white_code}”, Black “{black_code}”.", _TD),
    "contradiction": Words(
        "The site contradicts itself: codes “{white_code}” and “{black_code}”, result “{tag}” in the game.", _TD
    ),
    "not-paired": Words("{white} and {black} have no game with each other that is open.", _TD),
    "not-in-event": Words(
        "{names} not known in this event.", "If it is another account of a player, add it under Also known as."
    ),
}

NOTES: Mapping[str, Words] = {
    "swapped-colours": Words("Colours were swapped: {white} had White."),
    "reported-by-other": Words("Reported by {who}, not by {expected}."),
    "short-game": Words("Only {moves} moves were played."),
    "abandoned": Words("{who} left the game."),
    "renamed": Words("{player} now plays as {username}."),
    "alias": Words("{player} played as {username}."),
    "started-before-announcement": Words("The game began {started}, before the announcement {announced}."),
    "ended-after-deadline": Words("The game ended {ended}, after the deadline {deadline}."),
    "moves-unknown": Words("The site gave no moves."),
}

WAITING: Mapping[str, Words] = {
    "not-listed-yet": Words("{site} does not list the game yet; that can take a day."),
    "running": Words("The game is still running."),
    "site-down": Words("{site} does not answer."),
    "rate-limited": Words("{site} asks to wait."),
    "not-json": Words("{site} sent something that is not data."),
    "nonsense": Words("{site} answered nonsense: {what}."),
    "cut-off": Words("{site}'s answer was cut off."),
    "forbidden": Words("{site} refuses the request.", "Operator: check the contact in the settings."),
    "odd-status": Words("{site} answered with status {status}."),
    "budget": Words("This pass has asked enough; the next one goes on."),
    "bad-redirect": Words("{site} points to an address that is not its own."),
    "no-such-game": Words("{site} knows no game {id}.", "Was the link copied whole? Letters keep their case."),
    "accounts-gone": Words("{site} has no accounts of the players any more: {names}.", _TD),
    "unreadable": Words("{site}'s record of the game cannot be read: {what}.", _TD),
    "nobody-to-ask": Words("No user name is known to look the game up with.", "Type user names in Players."),
    "gave-up": Words("{site} has not listed the game for {hours} hours.", _TD),
}

_ALL: Mapping[str, Mapping[str, Words]] = {"link": LINKS, "test": TESTS, "note": NOTES, "waiting": WAITING}


class _Known(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return f"({key.replace('_', ' ')} unknown)"


def sentence(kind: str, code: str, facts: Facts) -> str:
    """The sentence and its advice for a code of `link`, `test`, `note` or `waiting`."""
    words = _ALL[kind].get(code)
    if words is None:
        return f"{code}: {', '.join(f'{name} {value}' for name, value in sorted(facts.items()))}"
    return " ".join(part.format_map(_Known(facts)) for part in words if part)
