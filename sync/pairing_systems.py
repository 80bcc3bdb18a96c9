"""The FIDE systems of today through py4swiss: report text in, pairs out. Needs the extra `pairing-systems`.

The Swiss room knows these only by name; `enable` makes them known to it. The library is imported when a round is
asked for. It reads files only, so the text goes through a folder that is gone afterwards; nothing else is kept.
"""

from __future__ import annotations

from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.swiss.systems import NoSystemPairing, SystemMissing, register

ENGINES = {"dutch": "DutchEngine", "dubov": "DubovEngine", "burstein": "BursteinEngine"}


def enable() -> None:
    """Make dutch, dubov and burstein known to the Swiss."""
    for name in ENGINES:
        register(name, partial(pairs_by, name))


@lru_cache(maxsize=16)
def pairs_by(name: str, report: str) -> tuple[tuple[int, int], ...]:
    """The next round of a report by a system: (White, Black) by starting number, 0 with the bye.

    Raises SystemMissing where the library is not installed, NoSystemPairing where it finds no pairing or refuses the
    report.
    """
    try:
        engines = import_module("py4swiss.engines")
        reader = import_module("py4swiss.trf").TrfParser
        failures = (
            import_module("py4swiss.engines.common.exceptions").PairingError,
            *(
                getattr(import_module("py4swiss.trf.exceptions"), e)
                for e in ("ParsingError", "ConsistencyError", "LineError")
            ),
        )
    except ImportError as missing:
        raise SystemMissing(name) from missing
    with TemporaryDirectory(prefix="pairsheet-") as folder:
        path = Path(folder) / "event.trf"
        path.write_text(report, encoding="utf-8", newline="")
        try:
            found = getattr(engines, ENGINES[name]).generate_pairings(reader.parse(path))
        except failures as said:
            raise NoSystemPairing(str(said) or type(said).__name__) from said
    return tuple((pair.white, pair.black) for pair in found)
