"""Numbers as people write them."""

from __future__ import annotations

import random

MARKS = [" ", ",", ".", "'", "’", "\u00a0", "\u202f"]
VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"


def grouped(value: int, mark: str) -> str:
    return f"{value:,}".replace(",", mark)


def digits(rng: random.Random, length: int) -> str:
    return "".join(rng.choices("0123456789", k=length))


def whole(rng: random.Random) -> str:
    value = rng.choice(
        (rng.randrange(20), rng.randrange(3000), rng.randrange(2000000), 10 ** rng.randrange(13), 1000000)
    )
    text = grouped(value, rng.choice(MARKS)) if rng.random() < 0.4 else str(value)
    text = (
        rng.choice(("", "", "", "0", "00"))
        + text
        + rng.choice(("", "", "", ".0", ",0", ".00", ",00", ".000", ".5", ".", ",50"))
    )
    return rng.choice(("", "", "", "", "-", "+", "- ")) + text


def number(rng: random.Random) -> str:
    at = rng.random()
    if at < 0.3:
        return whole(rng)
    body = str(rng.choice((0, 0, 1, 10, 100, rng.randrange(10000), rng.randrange(10**7))))
    if at < 0.7:
        mark = rng.choice(MARKS)
        body = grouped(int(body), mark) if rng.random() < 0.4 else body
        return (
            rng.choice(("", "", "-"))
            + body
            + rng.choice((".", ","))
            + digits(rng, rng.choice((1, 2, 3, 3, 4, 5, 6, 7)))
        )
    over, under = rng.randrange(12), rng.choice((0, 1, 2, 3, 4, 8, 12, 100))
    written = f"{over}{rng.choice(('/', '/', '⁄', '∕'))}{under}" if at < 0.85 else rng.choice(VULGAR)
    return rng.choice(("", "", f"{body} ", f"{body} ", body, f"{body}  ", "-")) + written


def rating(rng: random.Random) -> str:
    value = rng.choice((rng.randint(800, 2900), rng.randint(800, 2900), 0, 99, 100, 4000, 4001, rng.randrange(30000)))
    at = rng.random()
    if at < 0.5:
        return str(value)
    if at < 0.8:
        return grouped(value, rng.choice(MARKS)) + rng.choice(("", "", "", ".0", ",00"))
    return f"{value}" + rng.choice(
        (".0", ",0", " N", " FIDE", "?", "*", "/20", "-", " (est.)", ".25", "½", " 1/2", "P12")
    )


def decimal_rating(rng: random.Random) -> str:
    if rng.random() < 0.4:
        return rating(rng)
    value = rng.randint(800, 2900)
    body = grouped(value, rng.choice(MARKS)) if rng.random() < 0.3 else str(value)
    return body + rng.choice((".", ",")) + digits(rng, rng.choice((1, 2, 3, 4, 6)))


def place(rng: random.Random) -> str:
    return rng.choice(
        (str(rng.randrange(40)), whole(rng), f"{rng.randrange(40)}.", f"#{rng.randrange(9)}", "1st", "first")
    )


def money(rng: random.Random) -> str:
    value = rng.choice((rng.randrange(1000), rng.randrange(100000), 10000, 150, 75, 1000000))
    body = grouped(value, rng.choice(MARKS)) if rng.random() < 0.5 else str(value)
    body += rng.choice(("", "", "", ".50", ",50", ".5", ".00", ".505", ",125", ".1250", ".5000", ",-", ".–"))
    return (
        rng.choice(("", "", "", "", "€", "$", "EUR ", "-"))
        + body
        + rng.choice(("", "", "", "", " €", "€", " EUR", " USD"))
    )
