"""Words of lists, ids, names, links, accounts and results as people write them."""

from __future__ import annotations

import random
from zoneinfo import available_timezones

from tests.judges.reader.page import meanings, rows
from tests.judges.reader.results import FORMATS, words_of

ZONES = sorted(available_timezones())
NAMES = [
    "Ada",
    "So, Wesley",
    "Zoë Ångström",
    "O'Brien",
    "007",
    "1e5",
    "Müller-Lüdenscheidt",
    "Nguyễn Văn A",
    "李四",
    "Novák Jan",
    "TRUE",
]
SENTENCES = [
    "",
    "please",
    "not a draw",
    "White resigned, Black won",
    "see note",
    "x",
    "n/a",
    "-",
    "#REF",
    "=1+1",
    "tbd",
]
CHOICES = [
    "no",
    "yes",
    "automatically",
    "go on",
    "Active",
    "Withdrawn",
    "day first",
    "month first",
    "Chess.com",
    "1",
    "2",
]
IDS = [
    "R3-02",
    "R3",
    "A-R3-02",
    "F1-01.2",
    "P2",
    "B-P2-1.4",
    "R12-104",
    "PAR-P2-01.3",
    "KR1",
    "R3.2",
    "R3-",
    "3-2",
    "S1",
    "R0-0",
]


def zone(rng: random.Random) -> str:
    name = rng.choice(ZONES)
    return rng.choice(
        (
            name,
            name.lower(),
            name.replace("_", " "),
            name.rpartition("/")[2],
            name.upper(),
            "UTC",
            "gmt",
            "Etc/UTC",
            "etc/utc",
        )
    )


def check(rng: random.Random) -> str:
    return rng.choice(
        (*sorted({**meanings("Yes"), **meanings("No")}), "perhaps", "ok", "✗", "☒", "on", "-", "2", "yes!", "no.")
    )


def choice(rng: random.Random) -> str:
    return rng.choice(CHOICES)


def game(rng: random.Random) -> str:
    made = f"{rng.choice(('', '', 'A-', 'PAR-', 'ABCDE-'))}{rng.choice('RPFrpfS')}{rng.randrange(20)}"
    made += rng.choice(("", "-{b}", "-0{b}", "-{b}.{g}", ".{g}", "-{b}-{g}", "-"))
    return rng.choice((rng.choice(IDS), made.format(b=rng.randrange(30), g=rng.randrange(5))))


def round_(rng: random.Random) -> str:
    return rng.choice(
        (
            game(rng),
            str(rng.randrange(12)),
            f"{rng.randrange(2000):03d}",
            f"R{rng.randrange(30)}",
            f"Round {rng.randrange(9)}",
        )
    )


def text(rng: random.Random) -> str:
    made = rng.choice((rng.choice(SENTENCES), rng.choice(NAMES), rng.choice(NAMES) + "  " + rng.choice(SENTENCES)))
    return made * rng.choice((1, 1, 1, 1, 1, 150, 400)) if rng.random() < 0.1 else made


def name(rng: random.Random) -> str:
    made = rng.choice((rng.choice(NAMES), f"{rng.choice(NAMES)} {rng.choice(NAMES)}"))
    return made * rng.choice((9, 12, 30)) if rng.random() < 0.05 else made


def names(rng: random.Random) -> str:
    made = rng.choice((";", " ; ", "; ", ", ", ";;")).join(rng.choices(NAMES, k=rng.randint(1, 5)))
    return (
        made + rng.choice(("", "", ";", " ;")) if rng.random() < 0.97 else ";".join(NAMES * rng.choice((150, 190, 250)))
    )


def link(rng: random.Random) -> str:
    made = rng.choice(
        (
            "https://lichess.org/abcdefgh",
            "https://www.chess.com/game/live/12345",
            "chess.com/game/1",
            "see the site",
            "www",
        )
    )
    return made + "x" * rng.choice((1960, 1975, 2100)) if rng.random() < 0.03 else made


def account(rng: random.Random) -> str:
    name = rng.choice(("adler_a", "Bauer-B", "ab", "a", "x" * 30, "x" * 31, "Jan Novák", "юрий", "O'Brien", "cohn7"))
    host = rng.choice(("www.chess.com", "chess.com", "m.chess.com", "de.chess.com", "lichess.org", "www.lichess.org", "api.chess.com",
                       "lichess.com", "chess.com.evil.example", "chess.com:443", "chess.com:8080"))  # fmt: skip
    path = rng.choice(
        (
            "member/{}",
            "de/member/{}",
            "@/{}",
            "pub/player/{}",
            "stats/live/rapid/{}",
            "games/archive/{}",
            "{}",
            "game/{}",
        )
    )
    address = (
        rng.choice(("https://", "http://", "", "ftp://"))
        + f"{host}/{path}".format(name)
        + rng.choice(("", "", "/", "/stats", "?a=1", "#b"))
    )
    site = rng.choice(("chess.com", "chesscom", "Chess com", "lichess", "Lichess.org", "chess24"))
    label = rng.choice((f"{site} {name}", f"{site}: {name}", f"{site}={name}", f"{site} - {name}", f"{name} ({site})",
                        f"{name} on {site}", f"{name} at {site}", f"{name} @ {site}", f"{site}: {address}", f"{name} {site}"))  # fmt: skip
    return rng.choice((name, f"@{name}", address, address, label, label))


def listed_texts() -> list[str]:
    """Every sign, figure, phrase and question of the page, and every format's own words."""
    signs = [
        sign.strip("` ")
        for row in rows("result-words.md", "Figures and signs")
        for cell in row
        for sign in cell.split(", ")
    ]
    said = [p for _, *cells in rows("result-words.md", "Phrases") for cell in cells for p in cell.split(", ")]
    questions = [row[0].strip("`") for row in rows("result-words.md", "Asked about")]
    own = [word for format_ in FORMATS for pair in words_of(format_).items() for word in pair]
    return sorted({text for text in (*signs, *said, *questions, *own) if text.strip()})


def result(rng: random.Random) -> str:
    if rng.random() < 0.75:
        return rng.choice(listed_texts())
    joint = rng.choice(("-", "-", ":", " - ", "–", "/", " : ", " "))
    side = [
        rng.choice((str(rng.randrange(12)), "1", "0", "½", "0.5", ".5", "1,0", "0.0", "1F", "0f", "+", "-", "1/2"))
        for _ in "ab"
    ]
    return joint.join(side) + rng.choice(
        ("", "", "", " tie", "F", " ff", "k", ".", " (ff)", " w.o.", " forfeit", "(k)", "!")
    )
