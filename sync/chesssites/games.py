"""A game as a site tells it, in one shape whichever site and answer it came from.

Pure. The readers take the decoded JSON of one game. Fields that real answers leave out are None, never a crash;
only what cannot be a game at all gives `Unreadable`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from typing import Literal

from sync.chesssites.links import GameLink, parse_link
from sync.chesssites.model import CHESS960, LONGEST_NUMBER, STANDARD, Clock, Site, same_name, variant_named
from sync.chesssites.pgn import san_moves, tags

Source = Literal["archive", "callback", "export", "evidence"]

WIN = "win"
LOSSES = {
    # "lose" and the variant endings are documented as the loser's codes.
    Site.CHESS_COM: frozenset(
        ("checkmated", "timeout", "resigned", "lose", "abandoned", "kingofthehill", "threecheck", "bughousepartnerlose")
    ),
    Site.LICHESS: frozenset(("mate", "resign", "timeout", "outoftime", "variantEnd")),
}
DRAWS = {
    Site.CHESS_COM: frozenset(("agreed", "repetition", "stalemate", "insufficient", "50move", "timevsinsufficient")),
    # Out of time without a winner: the other side could not have mated.
    Site.LICHESS: frozenset(("draw", "stalemate", "insufficientMaterialClaim", "outoftime")),
}
ABORTED = {Site.CHESS_COM: frozenset(("aborted", "abort")), Site.LICHESS: frozenset(("aborted", "noStart"))}
ABANDONED = {Site.CHESS_COM: frozenset(("abandoned",)), Site.LICHESS: frozenset(("timeout",))}
RUNNING = frozenset(("created", "started"))
TAG_OF = {"1-0": "white", "0-1": "black", "1/2-1/2": "draw"}


class Outcome(Enum):
    """What the codes of both sides say together."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    UNCLEAR = "unclear"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True)
class Side:
    """One player of a game, as the site names them.

    `ids`: stable ids the answer holds (`uuid:…`, `player_id:…`, `lichess:…`); `former`: user names the site itself
    says were this account's.
    """

    username: str
    code: str
    rating: int | None = None
    ids: frozenset[str] = field(default_factory=frozenset)
    former: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class SiteGame:
    """One game at a site. Times are aware, in UTC; `plies` are half-moves; None is "the site did not say"."""

    site: Site
    kind: Literal["live", "game", "daily"]
    id: str
    variant: str
    clock: Clock | None
    white: Side
    black: Side
    source: Source
    uuid: str | None = None
    rated: bool | None = None
    started: datetime | None = None
    ended: datetime | None = None
    plies: int | None = None
    san: tuple[str, ...] | None = None
    initial: str | None = None
    pgn: str | None = None
    tag: str | None = None
    finished: bool = True
    aborted: bool = False

    @property
    def key(self) -> str:
        """What makes two records the same game; a game decides one pairing only."""
        return f"{self.site.value}/{self.kind}/{self.id}"

    @property
    def url(self) -> str:
        """The canonical link."""
        if self.site is Site.LICHESS:
            return f"https://lichess.org/{self.id}"
        return f"https://www.chess.com/game/{self.kind}/{self.id}"

    @property
    def moves(self) -> int | None:
        """Full moves begun."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def outcome(self) -> Outcome:
        """Who won by the codes: one win against one loss code, or two draw codes; all else is unclear.

        A result tag in the PGN that says otherwise is a contradiction, for the director to look at.
        """
        by_codes = _outcome(self.site, self.white.code, self.black.code)
        tagged = TAG_OF.get(self.tag or "")
        if by_codes is not Outcome.UNCLEAR and tagged is not None and tagged != by_codes.value:
            return Outcome.CONTRADICTION
        return by_codes

    def is_at(self, link: GameLink) -> bool:
        """Whether the link names this game."""
        if link.site is not self.site:
            return False
        return link.id == self.uuid if link.kind == "uuid" else (link.kind, link.id) == (self.kind, self.id)


@dataclass(frozen=True)
class Unreadable:
    """Something in a list of games that could not be one: what was missing, and its address if it had one."""

    what: str
    url: str = ""


def _outcome(site: Site, white: str, black: str) -> Outcome:
    losses, draws = LOSSES[site], DRAWS[site]
    if white == WIN and black in losses:
        return Outcome.WHITE
    if black == WIN and white in losses:
        return Outcome.BLACK
    if white in draws and black in draws:
        return Outcome.DRAW
    return Outcome.UNCLEAR


def of_chess_com_archive(data: object) -> SiteGame | Unreadable:
    """The game in one object of a monthly archive or of the by-clock list."""
    if not isinstance(data, Mapping):
        return Unreadable("not an object")
    url = _text(data, "url") or ""
    kind, number = _chess_com_identity(url)
    if number is None:
        return Unreadable("no game number", url[:120])
    white, black = _archive_side(data.get("white")), _archive_side(data.get("black"))
    if white is None or black is None:
        return Unreadable("a player is missing", url)
    pgn = _text(data, "pgn")
    head = tags(pgn) if pgn else {}
    san = san_moves(pgn) if pgn else None
    clock = chess_com_clock(_text(data, "time_control") or head.get("TimeControl", ""))
    uuid = _text(data, "uuid")
    rules = _text(data, "rules") or head.get("Variant") or STANDARD
    codes = {white.code, black.code}
    return SiteGame(
        site=Site.CHESS_COM,
        kind=kind,
        id=number,
        uuid=uuid.lower() if uuid else None,
        variant=variant_named(rules),
        clock=clock,
        rated=_flag(data, "rated"),
        started=_head_time(head, "UTCDate", "UTCTime"),
        ended=_epoch(data.get("end_time")) or _head_time(head, "EndDate", "EndTime"),
        white=white,
        black=black,
        plies=len(san) if san is not None else _coded_plies(_plain(data, "tcn")),
        san=san,
        initial=_text(data, "initial_setup") or head.get("FEN"),
        pgn=pgn,
        tag=head.get("Result"),
        finished=head.get("Result") != "*" or bool(codes & (LOSSES[Site.CHESS_COM] | DRAWS[Site.CHESS_COM])),
        aborted=bool(codes & ABORTED[Site.CHESS_COM]),
        source="archive",
    )


def of_chess_com_callback(data: object) -> SiteGame | Unreadable:
    """The game in an answer of the website's own undocumented call (used only when switched on)."""
    game = _mapping(data, "game")
    seats = [seat for seat in _mapping(data, "players").values() if isinstance(seat, Mapping)]
    colours = {_text(seat, "color"): seat for seat in seats}
    number = str(game.get("id", ""))
    if not (number.isascii() and number.isdigit()):
        return Unreadable("no game number")
    if "white" not in colours or "black" not in colours:
        return Unreadable("a player is missing")
    head = {str(name): str(value) for name, value in _mapping(game, "pgnHeaders").items()}
    reason = _text(game, "gameEndReason") or ""
    winner = _text(game, "colorOfWinner")
    aborted = reason in ABORTED[Site.CHESS_COM] or "aborted" in (_text(game, "resultMessage") or "").lower()
    codes = {"white": reason, "black": reason}
    if winner in codes:
        loser = "black" if winner == "white" else "white"
        # Old answers have no reason: "lose" is the site's own word for an unspecified loss.
        codes = {winner: WIN, loser: reason or "lose"}
    uuid = _text(game, "uuid")
    plies = game.get("plyCount")
    return SiteGame(
        site=Site.CHESS_COM,
        kind="daily" if game.get("isLiveGame") is False else "live",
        id=number.lstrip("0"),
        uuid=uuid.lower() if uuid else None,
        variant=variant_named(_text(game, "type") or head.get("Variant") or STANDARD),
        clock=chess_com_clock(head.get("TimeControl", "")) or _tenths(game),
        rated=_flag(game, "isRated"),
        started=_epoch(game.get("startTime")) or _head_time(head, "UTCDate", "UTCTime"),
        ended=_epoch(game.get("endTime")) or _head_time(head, "EndDate", "EndTime"),
        white=_callback_side(colours["white"], codes["white"]),
        black=_callback_side(colours["black"], codes["black"]),
        plies=plies if isinstance(plies, int) else _coded_plies(_plain(game, "moveList")),
        initial=_text(game, "initialSetup") or head.get("FEN"),
        tag=head.get("Result"),
        finished=game.get("isFinished") is True,
        aborted=aborted,
        source="callback",
    )


def of_lichess_export(data: object) -> SiteGame | Unreadable:
    """The game in one object of Lichess's export (JSON, or a line of its newline-separated form)."""
    number = _text(data, "id") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or number is None:
        return Unreadable("no game id")
    url = f"https://lichess.org/{number}"
    players = _mapping(data, "players")
    status = _text(data, "status")
    if status is None:
        return Unreadable("no status", url)
    winner = _text(data, "winner")
    codes = {"white": status, "black": status}
    if winner in codes:
        codes[winner] = WIN
    clock = _mapping(data, "clock")
    base, increment = clock.get("initial"), clock.get("increment")
    moves = _plain(data, "moves")
    san = san_moves(moves) if moves is not None else None
    pgn = _text(data, "pgn")
    if san is None and pgn:
        san = san_moves(pgn)
    initial = _text(data, "initialFen")
    return SiteGame(
        site=Site.LICHESS,
        kind="game",
        id=number[:8],
        variant=variant_named(_text(data, "variant") or STANDARD),
        clock=Clock(base, increment) if isinstance(base, int) and isinstance(increment, int) else None,
        rated=_flag(data, "rated"),
        started=_epoch(data.get("createdAt"), 1000),
        ended=None if status in RUNNING else _epoch(data.get("lastMoveAt"), 1000),
        white=_lichess_side(players.get("white"), codes["white"]),
        black=_lichess_side(players.get("black"), codes["black"]),
        plies=len(san) if san is not None else (len(moves.split()) if moves is not None else None),
        san=san,
        initial=initial if initial != "startpos" else None,
        pgn=pgn,
        tag=tags(pgn).get("Result") if pgn else None,
        finished=status not in RUNNING,
        aborted=status in ABORTED[Site.LICHESS],
        source="export",
    )


def chess_com_clock(text: str) -> Clock | None:
    """`900+10` or `600`, in seconds; None for daily (`1/86400`) and anything else."""
    base, _, increment = text.partition("+")
    if not (base.isascii() and base.isdigit()):
        return None
    if increment and not (increment.isascii() and increment.isdigit()):
        return None
    if max(len(base), len(increment)) > LONGEST_NUMBER:
        return None
    return Clock(int(base), int(increment or 0))


def with_former(game: SiteGame, renames: Mapping[str, str]) -> SiteGame:
    """The game with what the site said of earlier names; `renames` leads from old to new, both for comparing."""

    def known(side: Side) -> Side:
        old = frozenset(was for was, now in renames.items() if now == same_name(side.username))
        return replace(side, former=side.former | old) if old else side

    return replace(game, white=known(game.white), black=known(game.black))


def is_shuffled(game: SiteGame) -> bool:
    """Whether the starting position must be stated to replay the game."""
    return game.variant == CHESS960 or bool(game.initial)


def _chess_com_identity(url: str) -> tuple[Literal["live", "daily"], str | None]:
    if "/daily/" in url.lower():
        number = url.rstrip("/").rpartition("/")[2].partition("?")[0]
        return "daily", number if number.isascii() and number.isdigit() else None
    link = parse_link(url)
    return "live", link.id if isinstance(link, GameLink) and link.kind == "live" else None


def _archive_side(data: object) -> Side | None:
    if not isinstance(data, Mapping):
        return None
    username = _text(data, "username") or (_text(data, "@id") or "").rstrip("/").rpartition("/")[2]
    if not username:
        return None
    uuid = _text(data, "uuid")
    return Side(
        username=username,
        code=_text(data, "result") or "",
        rating=_number(data.get("rating")),
        ids=frozenset([f"uuid:{uuid.lower()}"] if uuid else []),
    )


def _callback_side(data: Mapping[str, object], code: str) -> Side:
    ids = {f"{name}:{str(data[key]).lower()}" for name, key in (("player_id", "id"), ("uuid", "uuid")) if data.get(key)}
    return Side(_text(data, "username") or "", code, _number(data.get("rating")), frozenset(ids))


def _lichess_side(data: object, code: str) -> Side:
    """Anonymous players have no user; the computer has a level."""
    user = _mapping(data, "user")
    account = _text(user, "id")
    return Side(
        username=_text(user, "name") or account or "",
        code=code,
        rating=_number(data.get("rating")) if isinstance(data, Mapping) else None,
        ids=frozenset([f"lichess:{account.lower()}"] if account else []),
    )


def _tenths(game: Mapping[str, object]) -> Clock | None:
    """The website's own call counts the clock in tenths of a second."""
    base, increment = game.get("baseTime1"), game.get("timeIncrement1")
    if not isinstance(base, int | float) or not isinstance(increment, int | float):
        return None
    return Clock(int(base) // 10, int(increment) // 10)


def _coded_plies(moves: str | None) -> int | None:
    """Chess.com's move code uses two characters a half-move."""
    return len(moves) // 2 if moves is not None else None


def _mapping(data: object, key: str) -> Mapping[str, object]:
    value = data.get(key) if isinstance(data, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _text(data: Mapping[str, object], key: str) -> str | None:
    value = data.get(key)
    return value if isinstance(value, str) and value.strip() else None


def _plain(data: Mapping[str, object], key: str) -> str | None:
    """A text that may well be empty, such as the moves of a game without any."""
    value = data.get(key)
    return value if isinstance(value, str) else None


def _flag(data: Mapping[str, object], key: str) -> bool | None:
    value = data.get(key)
    return value if isinstance(value, bool) else None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _epoch(value: object, per_second: int = 1) -> datetime | None:
    is_digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER
    number = int(str(value)) if is_digits else _number(value)
    if not number or number < 0:
        return None
    try:
        return datetime.fromtimestamp(number / per_second, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _head_time(head: Mapping[str, str], date: str, time: str) -> datetime | None:
    """A moment from two tags. `EndTime` may carry a zone; only none at all or GMT is understood."""
    clock = head.get(time, "").removesuffix(" GMT+0000").removesuffix(" UTC").strip()
    try:
        return datetime.strptime(f"{head.get(date, '')} {clock}", "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
