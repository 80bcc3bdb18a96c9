"""FIDE's tournament report files: TRF16 with its extensions, and TRF26. Bytes in, values out, and back."""

from rules.parts.trf.problems import TrfError, TrfProblem
from rules.parts.trf.read import TrfReading, load_players, read_trf
from rules.parts.trf.records import PlayerRecord, Record, RoundResult, Trf
from rules.parts.trf.write import dump_trf, make_trf

__all__ = [
    "PlayerRecord",
    "Record",
    "RoundResult",
    "Trf",
    "TrfError",
    "TrfProblem",
    "TrfReading",
    "dump_trf",
    "load_players",
    "make_trf",
    "read_trf",
]
