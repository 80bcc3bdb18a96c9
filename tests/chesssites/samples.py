"""Answers of the sites, made to measure: shapes as documented and seen, values of our own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sync.chesssites.games import SiteGame, of_chess_com_archive
from sync.chesssites.model import CHESS960, Clock, KnownPlayer
from sync.chesssites.verify import Expected

ANNOUNCED = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)
ENDED = datetime(2026, 3, 12, 20, 30, 0, tzinfo=UTC)
FEN_960 = "bnrqnkrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQNKRB w GCgc - 0 1"
# Legal from FEN_960, castling included.
SAN_960 = "1. e4 e5 2. O-O O-O 3. Nbc3 Nbc6 4. d3 d6"
ADA = KnownPlayer("Ada", ("ada960",))
BEN = KnownPlayer("Ben", ("Ben_Plays",))


def uuid_of(name: str) -> str:
    """A made-up but well-formed uuid for a user."""
    number = sum(ord(c) * 31**i for i, c in enumerate(name.lower())) % 16**12
    return f"00000000-0000-0000-0000-{number:012x}"


def pgn_960(white: str, black: str, result: str, ended: datetime = ENDED, moves: str = SAN_960) -> str:
    """The PGN Chess.com puts into an archive, clocks included."""
    started = ended - timedelta(minutes=25)
    head = {
        "Event": "Live Chess - Chess960",
        "Site": "Chess.com",
        "Date": f"{started:%Y.%m.%d}",
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": result,
        "Variant": "Chess960",
        "SetUp": "1",
        "FEN": FEN_960,
        "UTCDate": f"{started:%Y.%m.%d}",
        "UTCTime": f"{started:%H:%M:%S}",
        "TimeControl": "900+10",
        "Termination": f"{white} won by resignation",
        "EndDate": f"{ended:%Y.%m.%d}",
        "EndTime": f"{ended:%H:%M:%S}",
        "Link": "https://www.chess.com/game/live/1",
    }
    timed = moves.replace("e4 e5", "e4 {[%clk 0:14:58.1]} 1... e5 {[%clk 0:14:57]}")
    return "\n".join([*(f'[{name} "{value}"]' for name, value in head.items()), "", f"{timed} {result}", ""])


def archive_game(
    number: str = "123456789012",
    white: str = "ada960",
    black: str = "ben_plays",
    codes: tuple[str, str] = ("win", "resigned"),
    ended: datetime = ENDED,
    **changes: Any,
) -> dict[str, Any]:
    """One object of a monthly archive: a live Chess960 game at 15|10. A change to None leaves the field out."""
    result = "1-0" if codes[0] == "win" else "0-1" if codes[1] == "win" else "1/2-1/2"
    game: dict[str, Any] = {
        "url": f"https://www.chess.com/game/live/{number}",
        "pgn": pgn_960(white, black, result, ended),
        "time_control": "900+10",
        "end_time": int(ended.timestamp()),
        "rated": True,
        "tcn": "mC0Kgv5QbsZJ",
        "uuid": uuid_of(number),
        "initial_setup": FEN_960,
        "fen": FEN_960,
        "time_class": "rapid",
        "rules": "chess960",
        "white": _player(white, codes[0]),
        "black": _player(black, codes[1]),
    }
    game.update(changes)
    return {key: value for key, value in game.items() if value is not None}


def _player(name: str, code: str) -> dict[str, Any]:
    return {
        "rating": 1500,
        "result": code,
        "@id": f"https://api.chess.com/pub/player/{name.lower()}",
        "username": name,
        "uuid": uuid_of(name),
    }


def site_game(**changes: Any) -> SiteGame:
    """The same as a value."""
    game = of_chess_com_archive(archive_game(**changes))
    assert isinstance(game, SiteGame)
    return game


def callback_answer(number: int = 123456789012, winner: str = "white", **changes: Any) -> dict[str, Any]:
    """An answer of the website's own call."""
    game: dict[str, Any] = {
        "id": number,
        "uuid": uuid_of(str(number)),
        "isLiveGame": True,
        "isFinished": True,
        "isRated": True,
        "type": "chess960",
        "colorOfWinner": winner,
        "gameEndReason": "resigned",
        "resultMessage": "somebody won by resignation",
        "endTime": int(ENDED.timestamp()),
        "baseTime1": 9000,
        "timeIncrement1": 100,
        "plyCount": 44,
        "moveList": "mC" * 44,
        "initialSetup": FEN_960,
        "pgnHeaders": {"Result": {"white": "1-0", "black": "0-1"}.get(winner, "1/2-1/2"), "TimeControl": "900+10"},
    }
    game.update(changes)
    seats = {
        "top": {"color": "black", "username": "ben_plays", "id": 22, "uuid": uuid_of("ben_plays"), "rating": 1490},
        "bottom": {"color": "white", "username": "ada960", "id": 11, "uuid": uuid_of("ada960"), "rating": 1510},
    }
    return {"game": {k: v for k, v in game.items() if v is not None}, "players": seats}


def lichess_game(number: str = "q7ZvsdUF", status: str = "resign", winner: str | None = "white", **changes: Any) -> Any:
    """One object of Lichess's export."""
    game: dict[str, Any] = {
        "id": number,
        "rated": False,
        "variant": "chess960",
        "speed": "rapid",
        "perf": "chess960",
        "createdAt": int(ENDED.timestamp() * 1000) - 1_500_000,
        "lastMoveAt": int(ENDED.timestamp() * 1000),
        "status": status,
        "source": "friend",
        "players": {
            "white": {"user": {"name": "Ada960", "id": "ada960"}, "rating": 1800, "ratingDiff": 4},
            "black": {"user": {"name": "Ben_Plays", "title": "FM", "id": "ben_plays"}, "rating": 1750},
        },
        "initialFen": FEN_960,
        "winner": winner,
        "moves": "e4 e5 O-O O-O Nbc3 Nbc6 d3 d6",
        "clock": {"initial": 900, "increment": 10, "totalTime": 1300},
    }
    game.update(changes)
    return {key: value for key, value in game.items() if value is not None}


def expected(**changes: Any) -> Expected:
    """Round 1, board 1: Ada (White) and Ben, announced on 10 March 2026 at 18:00, Chess960 at 15|10."""
    fields: dict[str, Any] = {
        "pairing": "R1-01",
        "first": ADA,
        "second": BEN,
        "announced": ANNOUNCED,
        "deadline": ANNOUNCED + timedelta(days=7),
        "variant": CHESS960,
        "clock": Clock(900, 10),
        "short_moves": 1,
    }
    return Expected(**(fields | changes))
