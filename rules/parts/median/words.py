"""The sentences of the median Swiss, and reasons with names in place of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.model import Reason, Value

MEDIAN_WORDS: Mapping[str, str] = {
    # the bye
    "bye": "{player} has the bye: the lowest numbered player of the lowest score who may have it.",
    "bye-barred": "{player} may not have the bye ({because}).",
    "bye-leaves-others": "Without {player} the others could not be paired.",
    "bye-by-director": "The director gave {player} the bye.",
    "bye-twice": "The number present is even, so the bye typed for {player} would leave somebody without an opponent.",
    # who leaves a score-group
    "float-alone": "{player} is alone in the score-group and moves on (type {type}).",
    "float-met-all": "{player} has met everybody in the score-group and moves on (type {type}).",
    "float-balance": "{player} has had one colour two more times than the other, and nobody in the score-group can "
    "give the other colour: {player} moves on (type {type}).",
    "float-same-twice": "{player} had the same colour twice running, and nobody in the score-group can give the "
    "other: {player} moves on (type {type}).",
    "float-no-opponent": "Nobody in the score-group may meet {player}, who moves on (type {type}).",
    "float-goes-on": "No opponent is left for {player} in the group floated to, so {player} moves on (type {type}).",
    "float-even": "{player} moves on to make the score-group even (type {type}, due {due}, majority {majority}).",
    "float-instead": "{player} moves on to make the score-group even, because without {passed_over} the others could "
    "not be paired (type {type}).",
    "float-several": "{player} moves on: the score-group cannot make more pairs (type {type}).",
    # who meets whom
    "meets-first-available": "{player}, a floater, meets {opponent}, the first available.",
    "meets-for-colour": "{player}, a floater, meets {opponent}, the first available due the other colour "
    "({passed_over} is due the same).",
    "proposed": "{player} and {opponent} are a proposed pair, top half against bottom half.",
    "exchanged": "The proposed opponent of {player} could not be kept: {opponent} is opponent number {tried} in the "
    "order of exchanges.",
    "follows-exchange": "{player} and {opponent} are the next proposed pair after the exchanges before.",
    "exchanged-for-colour": "{player} meets {opponent} by an exchange for colours: {clashes} pairs of the group with "
    "the same colour due instead of {clashes_before}.",
    "paired-by-director": "The director paired {white} (White) with {black}.",
    "cracked": "The pair {player} and {opponent} was opened again, because those waiting in the median could not be "
    "paired (from above {from_above}, from below {from_below}).",
    "federations-set-aside": "Players of one federation may meet in this round: otherwise nobody could be paired.",
    # colours
    "colour-limit": "{white} has White: no other way keeps the colour limits.",
    "colour-lot": "{white} has White by the lot of round 1: neither has had a colour.",
    "colour-due": "{white} has White: each gets the colour due.",
    "colour-balance": "{white} has White: both are due the same, and the more uneven count decides.",
    "colour-history": "{white} has White: both are due the same, and the latest difference in their colours decides.",
    "colour-higher": "{white} has White: equal histories in the median or above, so the higher numbered gets the due "
    "colour.",
    "colour-lower": "{white} has White: equal histories below the median, so the lower numbered gets the due colour.",
    # no pairing
    "blocked-player": "{player} can meet nobody.",
    "blocked-met": "Met already: {met}.",
    "blocked-kept-apart": "Kept apart from: {kept_apart}.",
    "blocked-colour-limit": "Could only have the same colour as: {colour_limit:few}.",
    "blocked-bye": "The number present is odd, and nobody may have the bye: {players:few}.",
    "blocked-groups": "{groups:This group|These groups} can only be paired with {opponents}: {groups}. {left_over} would "
    "be left over.",
    "blocked-groups-alone": "{groups:This group|These groups} can only be paired {groups:within itself|within "
    "themselves}: {groups}. {left_over} would be left over.",
    "could-relax": "A pairing exists if the director sets aside {words}.",
    "nothing-helps": "Setting rules aside gives no pairing either.",
}

_ONE = ("player", "opponent", "white", "black", "higher", "lower_numbered", "passed_over", "last", "proposed",
        "first_scrutiny")  # fmt: skip
_MANY = ("players", "met", "kept_apart", "colour_limit", "opponents", "groups", "shielded")


def with_names(reason: Reason, names: Mapping[int, str]) -> Reason:
    """The reason with players' names where the engine put pairing numbers, parts included."""

    def named(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(named(one) for one in value)
        return names.get(value, str(value)) if isinstance(value, int) else value

    data = {key: named(value) if key in _ONE or key in _MANY else value for key, value in reason.data.items()}
    return replace(reason, data=data, parts=tuple(with_names(part, names) for part in reason.parts))
