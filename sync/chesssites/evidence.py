"""What is kept of a verified game, so that a later outage of the site changes nothing, and its PGN.

Pure. `evidence_of` gives plain JSON for one Journal row (about one kilobyte); `game_of` reads it back; `pgn_text`
writes any number of them as one PGN file without asking anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from sync.chesssites.games import Outcome, Side, SiteGame, is_shuffled
from sync.chesssites.model import CHESS960, STANDARD, Clock, Site
from sync.chesssites.pgn import san_moves, tags, write_game
from sync.chesssites.verify import Verified

Json = dict[str, object]

# The Journal's detail is one cell; sheets hold 50,000 characters in one.
LONGEST_MOVES = 20_000
_RESULT = {Outcome.WHITE: "1-0", Outcome.BLACK: "0-1", Outcome.DRAW: "1/2-1/2"}
_VARIANT_TAG = {
    CHESS960: "Chess960",
    "fromposition": "From Position",
    "crazyhouse": "Crazyhouse",
    "kingofthehill": "King of the Hill",
    "threecheck": "Three-check",
    "antichess": "Antichess",
    "atomic": "Atomic",
    "horde": "Horde",
    "racingkings": "Racing Kings",
}


def evidence_of(game: SiteGame, verdict: Verified | None = None) -> Json:
    """The record of a game: site, id, times, players with ids, codes and ratings, number of moves, the moves.

    Absent keys are what the site did not say. With a verdict, also what it gave (half-points) and the note codes.
    """
    kept: Json = {
        "site": game.site.value,
        "kind": game.kind,
        "id": game.id,
        "url": game.url,
        "variant": game.variant,
        "white": _side_kept(game.white),
        "black": _side_kept(game.black),
        "finished": game.finished,
        "aborted": game.aborted,
        "source": game.source,
    }
    optional: Json = {
        "uuid": game.uuid,
        "clock": [game.clock.base, game.clock.increment] if game.clock else None,
        "rated": game.rated,
        "started": game.started.isoformat() if game.started else None,
        "ended": game.ended.isoformat() if game.ended else None,
        "plies": game.plies,
        "initial": game.initial,
        "tag": game.tag,
        "termination": tags(game.pgn).get("Termination") if game.pgn else None,
        "san": " ".join(game.san) if game.san is not None else None,
    }
    kept.update({key: value for key, value in optional.items() if value is not None})
    if len(str(kept.get("san", ""))) > LONGEST_MOVES:
        del kept["san"]
    if verdict is not None:
        kept["pairing"] = verdict.pairing
        kept["half_points"] = [verdict.half_points_first, verdict.half_points_second]
        kept["notes"] = [note.code for note in verdict.notes]
    return kept


def game_of(kept: Mapping[str, object]) -> SiteGame | None:
    """The game a record is about, or None where it is no such record."""
    try:
        site = Site(str(kept["site"]))
        white, black = _side_back(kept["white"]), _side_back(kept["black"])
        clock = kept.get("clock")
        san = kept.get("san")
        plies = kept.get("plies")
        return SiteGame(
            site=site,
            kind=_kind(str(kept["kind"])),
            id=str(kept["id"]),
            variant=str(kept["variant"]),
            clock=Clock(int(clock[0]), int(clock[1])) if isinstance(clock, list | tuple) else None,
            white=white,
            black=black,
            source="evidence",
            uuid=_maybe_text(kept.get("uuid")),
            rated=rated if isinstance(rated := kept.get("rated"), bool) else None,
            started=_moment(kept.get("started")),
            ended=_moment(kept.get("ended")),
            plies=plies if isinstance(plies, int) else None,
            san=san_moves(san) if isinstance(san, str) else None,
            initial=_maybe_text(kept.get("initial")),
            tag=_maybe_text(kept.get("tag")),
            finished=kept.get("finished") is not False,
            aborted=kept.get("aborted") is True,
        )
    except (KeyError, ValueError, TypeError, IndexError):
        return None


def ids_of(kept: Mapping[str, object], colour: Literal["white", "black"]) -> frozenset[str]:
    """The stable ids a record holds for one side: remembered for a player, they outlive a rename."""
    side = kept.get(colour)
    ids = side.get("ids") if isinstance(side, Mapping) else None
    return frozenset(str(one) for one in ids) if isinstance(ids, list | tuple) else frozenset()


@dataclass(frozen=True)
class PgnEntry:
    """One game for the export: its record and what the event calls it. `white` and `black` as they really sat."""

    kept: Mapping[str, object]
    event: str
    round: str
    white: str
    black: str


def pgn_text(entries: Iterable[PgnEntry]) -> str:
    """The games as one PGN file, in the order given; entries that are no record of a game are left out.

    A game whose moves the site did not give is written with its tags and result only.
    """
    return "".join(text for entry in entries if (text := _one(entry)))


def _one(entry: PgnEntry) -> str:
    game = game_of(entry.kept)
    if game is None:
        return ""
    result = _RESULT.get(game.outcome, "*")
    day = (game.started or game.ended or datetime(1, 1, 1, tzinfo=UTC)).astimezone(UTC)
    known = game.started is not None or game.ended is not None
    pairs = {
        "Event": entry.event or "?",
        "Site": game.url,
        "Date": f"{day:%Y.%m.%d}" if known else "????.??.??",
        "Round": entry.round or "?",
        "White": entry.white or game.white.username or "?",
        "Black": entry.black or game.black.username or "?",
        "Result": result,
    }
    if game.variant != STANDARD:
        pairs["Variant"] = _VARIANT_TAG.get(game.variant, game.variant)
    if is_shuffled(game) and game.initial:
        pairs |= {"SetUp": "1", "FEN": game.initial}
    if game.started is not None:
        pairs |= {"UTCDate": f"{day:%Y.%m.%d}", "UTCTime": f"{day:%H:%M:%S}"}
    for colour, side in (("White", game.white), ("Black", game.black)):
        if side.username:
            pairs[f"{colour}NA"] = side.username
        if side.rating is not None:
            pairs[f"{colour}Elo"] = str(side.rating)
    if game.clock is not None:
        pairs["TimeControl"] = f"{game.clock.base}+{game.clock.increment}"
    if termination := _maybe_text(entry.kept.get("termination")):
        pairs["Termination"] = termination
    fields = (game.initial or "").split()
    # Moves without their starting position would replay as another game: better none.
    moves = () if game.variant == CHESS960 and not game.initial else game.san or ()
    return write_game(pairs, moves, result, black_begins=fields[1:2] == ["b"])


def _side_kept(side: Side) -> Json:
    kept: Json = {"username": side.username, "code": side.code, "ids": sorted(side.ids)}
    if side.rating is not None:
        kept["rating"] = side.rating
    if side.former:
        kept["former"] = sorted(side.former)
    return kept


def _side_back(kept: object) -> Side:
    if not isinstance(kept, Mapping):
        raise TypeError("a side of a game is an object")
    rating = kept.get("rating")
    return Side(
        username=str(kept["username"]),
        code=str(kept["code"]),
        rating=rating if isinstance(rating, int) else None,
        ids=frozenset(map(str, kept.get("ids", ()))),
        former=frozenset(map(str, kept.get("former", ()))),
    )


def _kind(text: str) -> Literal["live", "game", "daily"]:
    if text == "live":
        return "live"
    if text == "game":
        return "game"
    if text == "daily":
        return "daily"
    raise ValueError(text)


def _maybe_text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _moment(value: object) -> datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else None
