"""The sentences of the round-robin, and what it tells the director."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Told, Type, advice
from rules.parts.director_words import LOST_RESULT, ROUND_TROUBLES
from rules.parts.results import CORRECTED

WORDS: Mapping[str, str] = {
    "entered": "{player} is number {number}.",
    "round-next": "Round {number} of {rounds}, from the Berger table for {players} players.",
    "round-withdrawn": "The director took {round} back; it is drafted again on new board numbers.",
    "meets": "{white} and {black} meet in round {number} of the table; {white} has White.",
    "free": "{player} is free in round {number} of the table.",
    "opponent-left": "{player} would meet {other}, who has left.",
    "left": "{player} is {status}.",
    "back": "{player} is back.",
    "place": "{player} has {points} {points:point|points} from {played} {played:game|games}: place {place}.",
    "annulled": "The games of {player} count for nothing: {played} of {games} were played.",
    "reported": "{white} – {black} {result}.",
    "idle": "{player} has no game in {round}.",
    "idle-start": "{player} waits for the start.",
    "head-before": "Not started. The list and round 1 are a preview.",
    "head-running": "{round} is running: {over} of {games} {games:game|games} decided.",
    "head-complete": "{round} is over; {next} is being prepared.",
    "head-first": "Started; {next} is being prepared.",
    "head-finished": "Finished. {players} {players:has|share} first place.",
    "wait-start": "Nothing is published before the start is typed in Settings.",
    "wait-results": "{holds} waits for the {games:result|results} of {games:few}.",
}

TROUBLES: Mapping[str, Told] = {
    "too-few-players": (
        "now",
        "{count} {count:player|players} cannot start: there are Berger tables for 2 to {most}.",
        advice(Add("players", "Players")),
        "The event does not start.",
    ),
    "leaver-open": (
        "now",
        "{player} has left, and {game} is open.",
        advice(Type("{word}", "Games → Result", "{game}")),
        "The next round waits.",
    ),
    **ROUND_TROUBLES,
    **LOST_RESULT,
    **CORRECTED,
}
