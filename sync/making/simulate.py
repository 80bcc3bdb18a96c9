"""Seasons played in memory, as fast as the engine goes: what settings do, before anybody plays.

Players have strengths; games are won, drawn, not played at all by chance from a seed. Nothing is written anywhere.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.advice import ways
from rules.model import Answer, Book, Claim, Empty, Engine, Game, How, Lot, Person, Round, SamplesResults, Value
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.record import read_record
from sync.encode import Shown, said
from sync.kinds import Misread, read_cell
from sync.making.extras import need
from sync.runner import Draws, Publishing, run
from sync.schema import settings_of

ZONE = ZoneInfo("UTC")
START = datetime(2026, 1, 5, 18, tzinfo=ZONE)
MOST_STEPS = 2000
PICTURES = frozenset({".png", ".svg", ".pdf", ".jpg", ".jpeg"})
ANSWER = "If the TD does not answer"
ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Field:
    """Who plays in every simulated season. `spread` is the standard deviation of strengths, in Elo points."""

    players: int = 16
    spread: int = 250
    draws: float = 0.1
    unplayed: float = 0.05
    most_days: float = 6.0  # a report comes within so many days of the announcement


@dataclass(frozen=True)
class Played:
    """One season: who won (1 is the strongest player), how long it took, what happened."""

    finished: bool
    winner: int | None
    rounds: int
    games: int
    unplayed: int
    weeks: float
    kinds: Mapping[str, int] = field(default_factory=dict)  # rounds by kind
    waits: str = ""  # of a season that came to no end: for what


class NoSuchSetting(ValueError):
    """A setting the format lacks, or a value it cannot have."""


def settings_for(engine: Engine, typed: Mapping[str, str]) -> dict[tuple[str, str], Value]:
    """All settings at their defaults but for those typed. Raises NoSuchSetting."""
    specs = {s.name.casefold(): s for s in settings_of(engine.sheet)}
    values: dict[tuple[str, str], Value] = {}
    for spec in specs.values():
        if spec.default:
            found = read_cell(spec.default, spec.kind, ZONE, spec.choices)
            values[spec.name, ""] = None if isinstance(found, Misread) else found
    for name, text in typed.items():
        spec_ = specs.get(name.casefold())
        if spec_ is None:
            raise NoSuchSetting(f"There is no setting called {name}.")
        found = read_cell(text, spec_.kind, ZONE, spec_.choices)
        if isinstance(found, Misread):
            raise NoSuchSetting(f"{name} cannot be {text}; type {found.expected}.")
        values[spec_.name, ""] = found
    values["Start", ""] = START
    values["Time zone", ""] = "UTC"
    if all(name.casefold() != ANSWER.casefold() for name in typed):
        values[ANSWER, ""] = "1"  # nobody is there to answer: the printed default counts after a day
    return values


def play_season(engine: Engine, who: Field, settings: Mapping[tuple[str, str], Value], seed: int) -> Played:
    """One season from its seed."""
    luck = random.Random(seed)
    strengths = sorted((luck.gauss(1500, who.spread) for _ in range(who.players)), reverse=True)
    names = [f"Player {number:02d}" for number in range(1, who.players + 1)]
    strength = dict(zip(names, strengths, strict=True))
    people = tuple(Person(name, {"Player": name, "Rating": Fraction(round(strength[name]))}) for name in names)
    book = Book(settings=settings, people=people)
    now = START
    answer = Answer()
    skipped: set[str] = set()
    for _ in range(MOST_STEPS):
        done = run(engine, book, now, Draws(str(seed), _choices(book)), Publishing(timedelta(0)))
        book, answer = done.book, done.answer
        if answer.state == "finished":
            break
        due = [o for o in _open(book, now) if o.id not in skipped]
        claims, latest = _reports(engine, book, due, strength, who, luck, now, skipped)
        if not claims and _choices(book):
            continue
        if claims:
            book = Book(book.settings, book.people, book.decisions, (*book.claims, *claims), book.record, book.prizes)
            now = max(now, latest)
            continue
        moments = [h.goes_out for h in done.held if h.goes_out is not None and h.goes_out > now]
        moments += [answer.wake] if answer.wake is not None and answer.wake > now else []
        if not moments:
            break
        now = min(moments)
    return _summed(engine, book, answer, names, now)


def _choices(book: Book) -> dict[str, tuple[str, ...]]:
    """Choices that players are asked for: everybody takes White."""
    lots = read_record(book.record).lots.values()
    asked = [r.fact for r in lots if isinstance(r.fact, Lot) and r.fact.kind == "choice" and r.fact.answer is None]
    return {lot.id: ("White",) for lot in asked}


def _open(book: Book, now: datetime) -> list[Outcome]:
    found = outcomes(book, read_record(book.record), now)
    return [o for o in found.values() if o.state == "open" and not isinstance(o.black, Empty)]


def _reports(
    engine: Engine,
    book: Book,
    due: Sequence[Outcome],
    strength: Mapping[str, float],
    who: Field,
    luck: random.Random,
    now: datetime,
    skipped: set[str],
) -> tuple[list[Claim], datetime]:
    sample = engine.sample_result if isinstance(engine, SamplesResults) else _one_game(who.draws)
    has_null = any(w.how is How.NULL for w in engine.sheet.results)
    claims: list[Claim] = []
    latest = now
    rounds = read_record(book.record).rounds
    for o in due:
        assert not isinstance(o.black, Empty)
        if has_null and luck.random() < who.unplayed:
            skipped.add(o.id)
            continue
        expected = 1 / (1 + 10 ** ((strength[o.black] - strength[o.white]) / 400))
        score = sample(book, o, luck.random, expected)
        round_ = rounds.get(ref(o.id).round)
        begins = round_.fact.starts if round_ is not None and isinstance(round_.fact, Round) else None
        sent = max(now, begins or now) + timedelta(days=luck.random() * who.most_days)
        if o.due is not None:
            sent = min(sent, o.due)
        claims.append(Claim(o.id, (o.white, o.black), score, How.PLAYED, "accepted", sent, sent))
        latest = max(latest, sent)
    return claims, latest


def _one_game(draws: float) -> Callable[[Book, Outcome, Callable[[], float], float], tuple[Fraction, Fraction]]:
    def sample(book: Book, o: Outcome, dice: Callable[[], float], expected: float) -> tuple[Fraction, Fraction]:
        del book, o
        if dice() < draws:
            return HALF, HALF
        return (ONE, ZERO) if dice() < expected else (ZERO, ONE)

    return sample


def _summed(engine: Engine, book: Book, answer: Answer, names: Sequence[str], now: datetime) -> Played:
    winner = champion_of(engine, answer)
    kinds = Counter(r.fact.kind for r in book.record if isinstance(r.fact, Round))
    games = [r.fact for r in book.record if isinstance(r.fact, Game) and not isinstance(r.fact.black, Empty)]
    found = outcomes(book, read_record(book.record), now)
    played = sum(found[g.id].state == "decided" and found[g.id].how is How.PLAYED for g in games if g.id in found)
    return Played(
        answer.state == "finished",
        names.index(winner) + 1 if winner in names else None,
        sum(kinds.values()),
        played,
        len(games) - played,
        (now - START).total_seconds() / (7 * 86400),
        dict(kinds),
        "" if answer.state == "finished" else _waits(engine, answer),
    )


def _waits(engine: Engine, answer: Answer) -> str:
    show = Shown(engine.sheet, {}, {}, {})
    ends = [f"{said(w.why, show) if w.why else w.holds} ({ways(w.ends_by) or 'nothing ends it'})" for w in answer.waits]
    return " ".join(ends[:1])


def champion_of(engine: Engine, answer: Answer) -> str:
    """Who is first at the end, from the first view that ranks players; blank where nobody is."""
    for view in engine.sheet.views:
        headings = [c.heading for c in view.columns]
        ranks = [h for h in ("Placement", "Place", "Position") if h in headings]
        if "Player" in headings and ranks:
            for row in answer.tables.get(view.title, ()):
                if row.cells.get(ranks[0]) in (1, Fraction(1), "1"):
                    return str(row.cells.get("Player"))
    return ""


@dataclass(frozen=True)
class Simulated:
    """Many seasons together."""

    seasons: tuple[Played, ...]

    @property
    def finished(self) -> int:
        """Seasons that came to an end."""
        return sum(s.finished for s in self.seasons)

    def share_won_by(self, best: int) -> float:
        """How often one of the `best` strongest players won, among finished seasons."""
        won = sum(s.finished and s.winner is not None and s.winner <= best for s in self.seasons)
        return won / max(1, self.finished)

    def spread(self, of: Callable[[Played], float]) -> tuple[float, float, float]:
        """Median, 10th and 90th percentile of something over the finished seasons."""
        values = sorted(of(s) for s in self.seasons if s.finished) or [0.0]
        return tuple(values[min(len(values) - 1, int(q * len(values)))] for q in (0.5, 0.1, 0.9))  # type: ignore[return-value]

    def rounds_by_kind(self) -> Mapping[str, float]:
        """Rounds of each kind a season, on average."""
        total: Counter[str] = Counter()
        for season in self.seasons:
            total.update(season.kinds)
        return {kind: count / max(1, len(self.seasons)) for kind, count in sorted(total.items())}

    def share_with(self, kind: str) -> float:
        """How many seasons had a round of this kind."""
        return sum(kind in s.kinds for s in self.seasons) / max(1, len(self.seasons))


def seasons(
    engine: Engine, who: Field, settings: Mapping[tuple[str, str], Value], count: int, seed: int
) -> Iterator[Played]:
    """Season after season, each from its own seed."""
    for number in range(count):
        yield play_season(engine, who, settings, seed * 1_000_003 + number)


def table_lines(found: Simulated) -> list[tuple[str, str]]:
    """The summary as lines of two cells."""
    lines = [
        ("Seasons", f"{len(found.seasons)}, {found.finished} played to the end"),
        ("The strongest player wins", f"{found.share_won_by(1):.0%}"),
        ("One of the three strongest wins", f"{found.share_won_by(3):.0%}"),
    ]
    for name, of in (
        ("Rounds", lambda s: float(s.rounds)),
        ("Games played", lambda s: float(s.games)),
        ("Games not played", lambda s: float(s.unplayed)),
        ("Weeks", lambda s: s.weeks),
    ):
        middle, low, high = found.spread(of)
        lines.append((name, f"{_short(middle)} (8 of 10 seasons: {_short(low)} to {_short(high)})"))
    for kind, mean in found.rounds_by_kind().items():
        lines.append((f"Rounds of kind “{kind}”", f"{mean:.2f} a season; in {found.share_with(kind):.0%} of seasons"))
    return lines


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def stuck_lines(found: Simulated) -> list[str]:
    """What to say of seasons that came to no end: how many, and what most of them waited for."""
    stuck = Counter(s.waits for s in found.seasons if not s.finished)
    if not stuck:
        return []
    why, _ = stuck.most_common(1)[0]
    be = "is" if stuck.total() == 1 else "are"
    count = f"{stuck.total()} of {len(found.seasons)} seasons came to no end and {be} left out of the figures"
    return [f"{count}; for example: {why}" if why else f"{count}."]


class NoPicture(ValueError):
    """No picture can be put there."""


def refuse_no_place(path: Path) -> None:
    """Whether a picture can be put there, asked before seasons are played for it. Raises NoPicture, ExtraMissing."""
    need("charts", "Pictures are drawn by")
    try:
        if path.suffix.casefold() not in PICTURES:
            raise NoPicture(f"{path}: name a picture, such as {path.stem or 'seasons'}.png")
        if path.is_dir():
            raise NoPicture(f"{path} is a folder: name a picture in it")
        if not path.parent.is_dir():
            raise NoPicture(f"{path}: there is no folder {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise NoPicture(f"{path} may not be written")
    except OSError as trouble:
        raise NoPicture(f"{path}: {trouble.strerror}") from trouble


def draw_picture(found: Simulated, path: Path, title: str) -> None:
    """Who wins, how long it takes: two bar charts in one picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    ended = [s for s in found.seasons if s.finished]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    wins = Counter(s.winner for s in ended if s.winner is not None)
    top = max(wins, default=1)
    places = range(1, max(top, 3) + 1)
    left.bar(list(places), [wins[p] / max(1, len(ended)) for p in places], color="#2f6f4f")
    left.set(xlabel="strength of the winner (1 is the strongest)", ylabel="share of seasons")
    weeks = [s.weeks for s in ended] or [0.0]
    right.hist(weeks, bins=min(20, max(3, len(set(weeks)))), color="#3b5b92")
    right.set(xlabel="weeks a season", ylabel="seasons")
    figure.suptitle(title)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)
