"""What is kept of a game stands without the site, and reads back as PGN."""

import io
import json
from dataclasses import replace
from datetime import timedelta

import chess
import chess.pgn

from sync.chesssites.evidence import PgnEntry, evidence_of, game_of, ids_of, pgn_text
from sync.chesssites.games import SiteGame, of_lichess_export
from sync.chesssites.pgn import tags
from sync.chesssites.verify import Verified, verify
from tests.chesssites.samples import ENDED, archive_game, callback_answer, expected, lichess_game, site_game, uuid_of


def lichess() -> SiteGame:
    game = of_lichess_export(lichess_game())
    assert isinstance(game, SiteGame)
    return game


def test_the_record_is_plain_json_and_comes_back() -> None:
    """One line of JSON, small enough for a cell, and the same game when read (but for the site's raw PGN)."""
    for game in (site_game(), site_game(pgn=None), site_game(codes=("agreed", "agreed")), lichess()):
        line = json.dumps(evidence_of(game))
        assert len(line) < 2_000
        assert game_of(json.loads(line)) == replace(game, pgn=None, source="evidence")


def test_a_long_game_still_fits_a_cell() -> None:
    """Three hundred moves stay far below what one cell holds."""
    long = replace(site_game(), san=("Nf3", "Nf6", "Ng1", "Ng8") * 150)
    assert len(json.dumps(evidence_of(long))) < 5_000


def test_the_verdict_is_part_of_the_record() -> None:
    """A later outage changes nothing: pairing, points and notes are there; the same tests pass again."""
    verdict = verify(site_game(white="ben_plays", black="ada960"), expected())
    assert isinstance(verdict, Verified)
    kept = json.loads(json.dumps(evidence_of(site_game(white="ben_plays", black="ada960"), verdict)))
    assert (kept["pairing"], kept["half_points"], kept["notes"]) == ("R1-01", [0, 2], ["swapped-colours"])
    again = game_of(kept)
    assert again is not None
    assert verify(again, expected()) == verdict
    assert ids_of(kept, "white") == {f"uuid:{uuid_of('ben_plays')}"}


def test_what_is_no_record_is_none() -> None:
    """A Journal row of another kind, or a damaged one, is no game and no crash."""
    for kept in (
        {},
        {"site": "chess.com"},
        {**evidence_of(site_game()), "white": 3},
        callback_answer(),
        archive_game(),
    ):
        assert game_of(kept) is None


def entry(game: SiteGame, white: str = "Ada", black: str = "Ben") -> PgnEntry:
    return PgnEntry(evidence_of(game), "Club ladder", "1.1", white, black)


def test_chess960_reads_back_move_by_move() -> None:
    """The PGN library finds the event's names, the variant, the position, the castling and no error."""
    text = pgn_text([entry(site_game()), entry(lichess()), entry(site_game(codes=("agreed", "agreed"), number="7"))])
    file = io.StringIO(text)
    for result in ("1-0", "1-0", "1/2-1/2"):
        game = chess.pgn.read_game(file)
        assert game is not None
        assert game.errors == []
        assert (game.headers["White"], game.headers["Black"], game.headers["Result"]) == ("Ada", "Ben", result)
        assert game.headers["TimeControl"] == "900+10"
        board = game.board()
        assert board.chess960
        moves = list(game.mainline_moves())
        assert len(moves) == 8
        for move in moves[:2]:
            board.push(move)
        assert board.is_castling(moves[2])
    assert chess.pgn.read_game(file) is None


def test_standard_chess_needs_no_position() -> None:
    """An ordinary game has neither variant nor set-up."""
    game = replace(site_game(), variant="chess", initial=None, san=("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"))
    read = chess.pgn.read_game(io.StringIO(pgn_text([entry(game)])))
    assert read is not None
    assert "FEN" not in read.headers
    assert read.errors == []
    assert read.end().board().is_checkmate()


def test_black_to_move_is_numbered_so() -> None:
    """A position with Black to move begins with 1..."""
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    game = replace(site_game(), variant="fromposition", initial=fen, san=("e5", "Nf3"))
    text = pgn_text([entry(game)])
    assert "1... e5 2. Nf3 1-0" in text
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert [read.board().san(move) for move in list(read.mainline_moves())[:1]] == ["e5"]


def test_without_moves_tags_and_result_remain() -> None:
    """A game whose PGN the site left out is still a game of the export."""
    read = chess.pgn.read_game(io.StringIO(pgn_text([entry(site_game(pgn=None))])))
    assert read is not None
    assert (read.headers["Result"], read.headers["Site"]) == ("1-0", "https://www.chess.com/game/live/123456789012")
    assert list(read.mainline_moves()) == []


def test_names_cannot_break_out_of_their_tag() -> None:
    """Quotes, backslashes and line breaks in a name stay inside it."""
    nasty = 'Zoë "the\\Rook"\n\n1-0\n\n[Event "forged"]'
    text = pgn_text([entry(site_game(), white=nasty)])
    assert tags(text)["White"] == 'Zoë "the\\Rook"  1-0  [Event "forged"]'
    file = io.StringIO(text)
    game = chess.pgn.read_game(file)
    assert game is not None
    assert game.headers["Event"] == "Club ladder"
    assert len(list(game.mainline_moves())) == 8
    assert chess.pgn.read_game(file) is None


def test_lines_stay_short() -> None:
    """No line of move text is longer than the format allows."""
    long = replace(site_game(), san=("Nf3", "Nf6", "Ng1", "Ng8") * 40, ended=ENDED + timedelta(hours=1))
    text = pgn_text([entry(long)])
    assert max(len(line) for line in text.splitlines() if not line.startswith("[")) < 80
