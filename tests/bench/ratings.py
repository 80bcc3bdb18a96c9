"""Half a million lines of a rating list looked up for a hundred people; pandas' plain reading of them as the peer."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from tests.bench.timing import peak_memory, side_by_side

LINES, PEOPLE = 500_000, 100
HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
OURS = (
    "import sys; from pathlib import Path; from sync.arriving.ratings import Wanted, look_up; "
    "print(len(look_up(Path(sys.argv[1]), [Wanted(n) for n in sys.argv[2].split(';')]).by_name))"
)
PANDAS_FWF = "import sys, pandas; print(len(pandas.read_fwf(sys.argv[1])))"
PANDAS_CSV = "import sys, pandas; print(len(pandas.read_csv(sys.argv[1], sep=';')))"


def _made(folder: Path) -> tuple[Path, Path, str]:
    """The same people as FIDE's list and as a list with headings, and the names of some of them."""
    luck = random.Random(1)
    syllables = ("an", "ber", "cho", "dal", "el", "fi", "gor", "hal", "is", "jo", "ka", "lu", "mir", "no", "os", "pe")
    names = [
        "".join(luck.choices(syllables, k=3)).title() + ", " + "".join(luck.choices(syllables, k=2)).title()
        for _ in range(LINES)
    ]
    at = {word: HEAD.index(word) for word in ("Name", "Fed", "Sex", "SRtng", "B-day")}
    txt, table = folder / "list.txt", folder / "list.csv"
    with txt.open("w", encoding="ascii") as one, table.open("w", encoding="ascii") as other:
        one.write(HEAD + "\n")
        other.write("FideID;Name;Fed;Sex;Rating;Birthday\n")
        for number, name in enumerate(names):
            rating, born = luck.randrange(1400, 2800), luck.randrange(1940, 2015)
            line = f"{number + 1:<{at['Name']}}{name:<{at['Fed'] - at['Name']}}GER M".ljust(at["SRtng"]) + str(rating)
            one.write(f"{line:<{at['B-day']}}{born}\n")
            other.write(f"{number + 1};{name};GER;M;{rating};{born}\n")
    return txt, table, ";".join(names[:: LINES // PEOPLE])


def main() -> None:
    """Seconds and megabytes, start included."""
    with tempfile.TemporaryDirectory() as folder:
        txt, table, wanted = _made(Path(folder))
        for what, path, peer in (("TXT by position", txt, PANDAS_FWF), ("CSV", table, PANDAS_CSV)):
            ours_s, ours_mb = peak_memory("-c", OURS, str(path), wanted)
            peer_s, peer_mb = peak_memory("-c", peer, str(path))
            side_by_side(f"{LINES:,} lines looked up, {what}", ours_s, "pandas' reading", peer_s)
            print(f"{'  memory':44} ours {ours_mb:9.1f} MB  pandas' reading {peer_mb:9.1f} MB")
