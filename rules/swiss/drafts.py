"""Drafting a round: who is present, who meets whom with which colour, the bye, and the reasons for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache

from rules.model import Draft, Empty, Game, Id, Reason, Recorded, Round, Trouble, Value
from rules.parts.ids import game_id, ref
from rules.parts.lines import outcome_word
from rules.parts.median import (
    Board,
    Card,
    Kind,
    MedianSettings,
    NoPairing,
    RoundPairing,
    pair_round,
)
from rules.parts.median.colours import claim_of
from rules.parts.median.words import with_names
from rules.parts.record import next_free_board
from rules.parts.results import corrected, results_since, results_used
from rules.swiss.all_play_all import table_games
from rules.swiss.by_system import by_system, lot_colour
from rules.swiss.director import Typed, typed_for
from rules.swiss.listing import COLOUR_LOT, Listing, entries_of
from rules.swiss.season import Season
from rules.swiss.systems import NoSystemPairing, SystemMissing
from rules.swiss.terms import MEDIAN, TABLES, not_here


@dataclass(frozen=True)
class Drafted:
    """A draft, or what stands in the way. `blocked` says why there is no pairing."""

    draft: Draft | None
    typed: Typed
    present: tuple[Id, ...]
    blocked: tuple[Reason, ...] = ()
    missing: bool = False  # the chosen system's library is not installed


def present_in(season: Season, listing: Listing) -> Mapping[Id, bool]:
    """Who of the list is to be paired."""
    return {player: season.away(player, listing.round) is None for player in listing.order}


def draft_round(season: Season, listing: Listing) -> Drafted:
    """The draft of the next round from its list."""
    here = present_in(season, listing)
    present = tuple(player for player in listing.order if here[player])
    typed = typed_for(season.decisions, listing.round, present, listing.order)
    if season.terms.system in TABLES:
        return _by_table(season, listing)
    if len(present) < 2:
        return Drafted(None, typed, present)
    try:
        answer = _answer(season, listing, here, typed)
    except SystemMissing:
        return Drafted(None, typed, present, missing=True)
    except NoSystemPairing as said:
        facts: dict[str, Value] = {"round": listing.round, "system": season.terms.system, "said": str(said)}
        return Drafted(None, typed, present, (Reason("2", "no-system-pairing", facts),))
    names = {number: player for player, number in listing.numbers.items()}
    if isinstance(answer, NoPairing):
        return Drafted(None, typed, present, tuple(with_names(reason, names) for reason in answer.why))
    facts_ = (
        *entries_of(season, listing),
        _round(season, listing, answer, names),
        *_games(season, listing, answer, names, here),
    )
    return Drafted(Draft(listing.round, facts_, checks=_checks(season, listing, typed)), typed, present)


def _by_table(season: Season, listing: Listing) -> Drafted:
    """The round of a table: everybody of the list is in it, and words for single rounds do not change it. S65."""
    if len(listing.order) < 2:
        return Drafted(None, Typed(), listing.order)
    games = table_games(season, listing)
    if isinstance(games, Reason):
        return Drafted(None, Typed(), listing.order, (games,))
    answer = RoundPairing(ref(listing.round).number, (), None, None)
    facts = (*entries_of(season, listing), _round(season, listing, answer, {}), *games)
    return Drafted(Draft(listing.round, facts, checks=_checks(season, listing, Typed())), Typed(), listing.order)


def _checks(season: Season, listing: Listing, typed: Typed) -> tuple[Trouble, ...]:
    """Pairs of the director that a rule would not make. They stand; they are only said. Ruling: S46."""
    found = []
    for name, typed_word, instead in not_here(season.book, season.terms):
        said: dict[str, Value] = {"system": season.terms.system, "setting": name, "typed": typed_word}
        said["instead"] = instead  # a running event cannot change it any more
        found.append(Trouble("setting-not-here", "Settings", name, said, blocks=not season.published))
    number = ref(listing.round).number
    for white, black in typed.pairs:
        facts: dict[str, Value] = {"round": listing.round, "white": white, "black": black}
        pasts = season.history.get(white, {}).values()
        if any(past.kind is Kind.PLAYED and past.opponent == black for past in pasts):
            found.append(Trouble("pair-met", listing.round, "", facts))
        colours = [
            claim_of(
                0, tuple(p.colour for p in season.history.get(player, {}).values() if p.colour and p.round < number)
            )
            for player in (white, black)
        ]
        if not (colours[0].white_allowed and colours[1].black_allowed):
            found.append(Trouble("pair-colours", listing.round, "", facts))
    return tuple(found)


def _answer(season: Season, listing: Listing, here: Mapping[Id, bool], typed: Typed) -> RoundPairing | NoPairing:
    numbers = listing.numbers
    number = ref(listing.round).number
    cards = tuple(_with_facts(card, listing) for card in season.cards(numbers, here))
    fixed = tuple((numbers[first], numbers[second]) for first, second in typed.pairs)
    bye = numbers[typed.bye] if typed.bye is not None else None
    apart = tuple(sorted((numbers[a], numbers[b]) for a, b in typed.apart))
    if season.terms.system != MEDIAN:
        return by_system(season, cards, number, fixed, bye, apart, numbers)
    settings = MedianSettings(
        number,
        max(season.terms.rounds, number),
        lot_colour(season),
        season.terms.maxi,
        season.terms.federations_apart,
        season.terms.replay_defaults,
    )
    return _paired(cards, settings, fixed, bye, apart)


@lru_cache(maxsize=8)
def _paired(
    cards: tuple[Card, ...],
    settings: MedianSettings,
    fixed: tuple[tuple[int, int], ...],
    bye: int | None,
    apart: tuple[tuple[int, int], ...],
) -> RoundPairing | NoPairing:
    """The pairing, remembered: a pass asks for the same one several times."""
    return pair_round(cards, settings, fixed=fixed, fixed_bye=bye, keep_apart=apart)


def _with_facts(card: Card, listing: Listing) -> Card:
    """The card with what the list says: the rating used for ranking (S31) and the federation (22)."""
    taken = listing.taken[listing.order[card.number - 1]]
    rating = taken.get("rating") or taken.get("estimate")
    federation = taken.get("federation")
    return replace(
        card,
        rating=rating if isinstance(rating, int) else None,
        federation=str(federation).strip().upper() if federation else None,
    )


def _round(season: Season, listing: Listing, answer: RoundPairing, names: Mapping[int, Id]) -> Recorded:
    number = ref(listing.round).number
    terms = season.terms
    due = season.now + timedelta(days=terms.days) if terms.days else None
    taken: dict[str, Value] = {"system": terms.system, "rounds": terms.rounds, "results": results_unused(season)}
    if terms.system == MEDIAN:
        taken |= {
            "lot": lot_colour(season),
            "maxi": terms.maxi,
            "federations": terms.federations_apart,
            "replay": terms.replay_defaults,
        }
    elif terms.baku:
        taken["acceleration"] = "Baku"
    last = number == terms.rounds
    facts: dict[str, Value] = {"round": listing.round, "number": number, "rounds": terms.rounds}
    why = Reason(
        "1/13" if last and terms.system == MEDIAN else "1",
        "round-last" if last and terms.system == MEDIAN else "round-next",
        facts,
        tuple(with_names(note, names) for note in answer.notes),
    )
    return Recorded(Round(listing.round, "round", due=due, taken=taken), season.now, why)


def _games(
    season: Season, listing: Listing, answer: RoundPairing, names: Mapping[int, Id], here: Mapping[Id, bool]
) -> list[Recorded]:
    found: list[Recorded] = []
    at = next_free_board(season.book.record, listing.round)

    def add(white: Id, black: Id | Empty, why: Reason) -> None:
        found.append(Recorded(Game(game_id(listing.round, at + len(found)), white, black), season.now, why))

    for board in answer.boards:
        add(names[board.white], names[board.black], with_names(board_reason(board), names))
    if answer.bye is not None and answer.bye_why is not None:
        add(names[answer.bye], Empty.BYE, with_names(answer.bye_why, names))
    for player in listing.order:
        why = None if here[player] else season.away(player, listing.round)
        if why is not None and why.code == "idle-half-bye":
            add(player, Empty.HALF_BYE, why)
        elif why is not None and why.code.startswith(("idle-paused", "idle-absent", "idle-half-bye-")):
            add(player, Empty.ABSENT, why)
    return found


def board_reason(board: Board) -> Reason:
    """Why two meet, with the floats that brought them here and the colours as parts."""
    places = [i for i, reason in enumerate(board.why) if not reason.code.startswith(("float-", "colour-"))]
    at = places[-1]
    parts = (*board.why[:at], *board.why[at + 1 :])
    return replace(board.why[at], parts=parts)


def _words(season: Season) -> dict[Id, str]:
    return {o.id: outcome_word(o) for o in season.outcomes.values() if o.state != "bye"}


def results_unused(season: Season) -> tuple[tuple[Id, str], ...]:
    """Results that no round rests on yet, or that changed since: they are recorded with the next one."""
    return results_since(results_used(season.book, season.stands), _words(season))


def corrections(season: Season) -> tuple[Trouble, ...]:
    """Games whose result is another one than the round after them was made on. What was published stays."""
    found = corrected(results_used(season.book, season.stands), _words(season), season.outcomes)
    return tuple(Trouble("correction", one.game, "Result", one.facts()) for one in found)


__all__ = ["COLOUR_LOT", "Drafted", "corrections", "draft_round", "lot_colour", "present_in", "results_unused"]
