"""Notices: for each event a text ready to paste, due once, kept in the Journal as an outbox.

Pure. A notice is written as due in the same write as what it is about; it is sent after that write landed and then
marked. One that was written but never marked may have been sent, so it is shown as such and not sent again. One that
an address did not take is sent there again, a few times in growing pauses (`sync.telling.delivery`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rules.model import Answer, Book, Empty, Fields, Game, Noticed, Recorded, Round
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.record import WITHDRAWN, Standing, read_record
from rules.reasons import moment_text, sentence
from sync.chesssites.links import public_links
from sync.encode import Shown, said
from sync.journal import CHANGED, Journal
from sync.problems import At, Problem
from sync.telling.delivery import NOTICE, Deliveries, Notice, deliveries

REMINDERS = (timedelta(hours=48), timedelta(hours=12))
DIGEST_HOUR = 8
STAMP = "%Y%m%d%H%M"  # in the key of a notice: what happens again is told again
FROM_EVENT = "Leaves"  # noted of one event of a tour: about "PAR Ada"
LEAVING = ("status", "left", FROM_EVENT)
GONE = ("Withdrawn", "Disqualified")
READY = "ready to paste"
NO_LONGER = "no longer true"
MAYBE = "may have been sent"  # written, never marked: the worker ended in between
LONGEST = 12_000  # characters of a notice: people paste it from one cell
IN_A_DIGEST = 10  # problems that a digest names

WORDING: Mapping[str, str] = {
    "round": "{event}: {round} is out. {games} {idle}{when}",
    "game": "{event}: {game} is announced: {white} (White) – {black} (Black). {invites}{when}",
    "reminder": "{event}: {game} {white} – {black} has no report yet. It is due {due}, in {left}.",
    "null": "{event}: {game} {white} – {black} had no result by {due} and is Null.",
    "leaver": "{event}: {player} has left ({status}). {games}",
    "withdrawn": "{event}: {round} was taken back. Its games are not to be played; a new draft follows.",
    "back": "{event}: {player} is back in the event.",
    "champion": "{event}: the event is over. {champion}",
    "digest": "{event}: {count} {count:thing needs|things need} the director. {problems}",
}
"""Standard wording by kind; a line in Settings (`Notice: round` …) replaces it."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "round": ("round", "games", "idle", "due", "when"),
    "game": ("game", "white", "black", "invites", "due", "when"),
    "reminder": ("game", "white", "black", "due", "left"),
    "null": ("game", "white", "black", "due"),
    "leaver": ("player", "status", "games"),
    "withdrawn": ("round",),
    "back": ("player",),
    "champion": ("champion",),
    "digest": ("count", "problems"),
}
"""What a wording may name in braces, beside {event}."""


@dataclass(frozen=True)
class Outbox:
    """Notices due now that were never written before; when the next one will be due; what is wrong with a wording.

    `again` are those due to be sent again, since an address did not take them; `states` is what became of each.
    `stale` are the keys of those that are not true any more: their round was taken back, or taken back and out again
    in this very pass, who left is back, the game has a result after all.
    """

    due: tuple[Notice, ...] = ()
    wake: datetime | None = None
    problems: tuple[Problem, ...] = ()
    stale: frozenset[str] = frozenset()
    again: tuple[Notice, ...] = ()
    states: Deliveries = field(default_factory=Deliveries)


@dataclass(frozen=True)
class News:
    """What a pass knows that notices are made of."""

    event: str
    book: Book
    answer: Answer
    facts: Sequence[Recorded]
    show: Shown
    problems: Sequence[str]  # what needs the director, in words
    wordings: Mapping[str, str]
    wording_cells: Mapping[str, At]
    reported: frozenset[str]  # games with any report
    delivering: bool = False  # notices have addresses to go to
    notices: str = "Notices"  # how the tab is called


def outbox(news: News, journal: Journal, now: datetime) -> Outbox:
    """What is due to be said now."""
    known = {line.subject for line in journal.of(NOTICE)}
    unfit = {kind for kind, own in news.wordings.items() if kind in NAMES and not _is_usable(kind, own)}
    problems = [_unusable(kind, news) for kind in NAMES if kind in unfit]

    def word(kind: str, facts: Mapping[str, Any]) -> str:
        own = "" if kind in unfit else news.wordings.get(kind, "")
        return _tidy(sentence(own or WORDING[kind], {**facts, "event": news.event}))

    found = outcomes(news.book, read_record(news.book.record), now)
    # where the record was lost or moved, what had happened by then was said by then
    gone = (line for line in journal.of("confirmed", "moved") if CHANGED not in line.detail)
    silent = max((line.when for line in gone), default=None)
    due = [n for n in _all(news, found, now, word, silent) if n.key not in known]
    due = [n for i, n in enumerate(due) if n.key not in {m.key for m in due[:i]}]
    stands = read_record(news.book.record)
    written = {line.subject: line.when for line in journal.of(NOTICE)} | {n.key: now for n in due}
    stale = frozenset(key for key, when in written.items() if not _holds(key, when, news, stands, found))
    wake = None if news.answer.state == "finished" else _next(found, news, now)
    sent = deliveries(journal, stale | _older_digests(written))
    again = sent.due(now) if news.delivering else ()
    if news.delivering:
        wake = min((m for m in (wake, sent.wake(now)) if m is not None), default=None)
        problems += sent.problems(At(news.notices), now)
    return Outbox(tuple(due), wake, tuple(problems), stale, again, sent)


def _older_digests(written: Mapping[str, datetime]) -> frozenset[str]:
    """Digests that a newer one has replaced: nobody wants yesterday's as well."""
    return frozenset(sorted(key for key in written if key.startswith("digest:"))[:-1])


def _is_usable(kind: str, own: str) -> bool:
    """Whether a wording names nothing but what this kind of notice tells."""
    try:
        sentence(own, {name: name for name in (*NAMES[kind], "event")})
    except (KeyError, ValueError, IndexError):
        return False
    return True


def _unusable(kind: str, news: News) -> Problem:
    names = ", ".join(sorted((*NAMES[kind], "event")))
    return Problem("notice-wording", news.wording_cells.get(kind, At("Settings")), {"kind": kind, "names": names})


def _holds(key: str, when: datetime, news: News, stands: Standing, found: Mapping[str, Outcome]) -> bool:
    """Whether what a notice said at `when` is still so, by the record and what counts now."""

    def is_later(recorded: Recorded) -> bool:
        return recorded.at.replace(microsecond=0) > when

    kind, _, rest = key.partition(":")
    about, _, stamp = rest.rpartition(":")
    if kind == "round":
        return about in stands.rounds and not is_later(stands.rounds[about])
    if kind == "game":
        return rest in stands.games
    if kind == "withdrawn":
        return about in stands.withdrawn
    if kind in ("leaver", "back"):
        return not any(is_later(stands.noticed[about, what]) for what in LEAVING if (about, what) in stands.noticed)
    if kind == "null":
        return any(
            row.cells.get("Outcome") == "Null" and row.cells.get("Game") == (about or rest)
            for row in news.answer.tables.get("Pairings", ())
        )
    if kind == "reminder":
        outcome = found.get(about.rpartition(":")[0])
        if outcome is None or outcome.state != "open" or outcome.due is None:
            return False
        return f"{outcome.due:{STAMP}}" == stamp and outcome.id not in news.reported
    return kind != "champion" or (news.answer.state == "finished" and key == _end_key(news.answer))


def _tidy(text: str) -> str:
    """Line by line without needless spaces; what is too long for a cell ends after a whole line."""
    lines = [line for line in (" ".join(part.split()) for part in public_links(text).split("\n")) if line]
    whole = "\n".join(lines)
    if len(whole) <= LONGEST:
        return whole
    kept: list[str] = []
    room = LONGEST - 60
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    return "\n".join([*kept, sentence("… and {left} more {left:line|lines}: see the sheet.", {"left": left})])


def _all(
    news: News,
    found: Mapping[str, Outcome],
    now: datetime,
    word: Callable[[str, Mapping[str, Any]], str],
    silent: datetime | None,
) -> Iterator[Notice]:
    yield from _taken_back(news, word)  # first: it may be out again
    yield from _published(news, found, word)
    over = news.answer.state == "finished"  # a game out when a correction ended the event is not needed
    yield from () if over else _nulls(news, found, word, silent)
    yield from _leavers(news, found, word)
    yield from () if over else _reminders(news, found, now, word)
    if over:
        champion = " ".join(said(r, news.show, clauses=False) for r in news.answer.headline)
        yield Notice(_end_key(news.answer), "champion", word("champion", {"champion": champion}))
    if news.problems and now.hour >= DIGEST_HOUR:
        count = len(news.problems)
        named = [f"\n{text}" for text in news.problems[:IN_A_DIGEST]]
        more = sentence("\n… and {left} more.", {"left": count - len(named)}) if count > len(named) else ""
        text = word("digest", {"count": count, "problems": "".join(named) + more})
        brief = word("digest", {"count": count, "problems": "See Problems."})
        yield Notice(f"digest:{now:%Y-%m-%d}", "digest", text, "director", brief)


def _end_key(answer: Answer) -> str:
    """The end is announced once for each champion: a correction may make it another."""
    names = sorted({str(r.data["champion"]) for r in answer.headline if r.data.get("champion")})
    return ":".join(["champion", *names])


def _name(news: News, name: str) -> str:
    return news.show.shown.get(name, name)


def both_zones(moment: datetime | None) -> str:
    """A moment in the event's zone and in UTC."""
    if moment is None:
        return "at no fixed time"
    return f"{moment_text(moment)} ({moment.astimezone(UTC):%a %H:%M} UTC)"


def _when(due: datetime | None, starts: datetime | None = None) -> str:
    """Until when, else from when; nothing where no time is fixed."""
    if due is not None:
        return f"Due {both_zones(due)}."
    return f"Play starts {both_zones(starts)}." if starts is not None else ""


def _pair(news: News, outcome: Outcome, taken: Mapping[str, Any]) -> str:
    if isinstance(outcome.black, Empty):
        return f"{_name(news, outcome.white)} {outcome.black.value}."
    first, second = news.show.spec.first_heading, news.show.spec.second_heading
    text = f"{outcome.id}: {_name(news, outcome.white)} ({first}) – {_name(news, outcome.black)} ({second})"
    inviter = taken.get("inviter")
    return f"{text}, {_name(news, str(inviter))} invites." if inviter else f"{text}."


def _published(
    news: News, found: Mapping[str, Outcome], word: Callable[[str, Mapping[str, Any]], str]
) -> Iterator[Notice]:
    rounds = {r.fact.id for r in news.facts if isinstance(r.fact, Round)}
    for recorded in news.facts:
        fact = recorded.fact
        if isinstance(fact, Round):
            games = [r.fact for r in news.facts if isinstance(r.fact, Game) and ref(r.fact.id).round == fact.id]
            lines = "".join(f"\n{_pair(news, found[g.id], g.taken)}" for g in games if g.id in found)
            due = fact.due or next((g.due for g in games if g.due), None)
            facts = {
                "round": f"{fact.id} ({fact.kind})",
                "games": f"{lines}\n" if lines else "",
                "idle": "",
                "due": both_zones(due),
                "when": _when(due, fact.starts),
            }
            yield Notice(f"round:{fact.id}:{recorded.at:{STAMP}}", "round", word("round", facts))
        elif isinstance(fact, Game) and ref(fact.id).round not in rounds and not isinstance(fact.black, Empty):
            inviter = fact.taken.get("inviter")
            facts = {
                "game": fact.id,
                "white": _name(news, fact.white),
                "black": _name(news, fact.black),
                "invites": f"{_name(news, str(inviter))} invites. " if inviter else "",
                "due": both_zones(fact.due),
                "when": _when(fact.due),
            }
            yield Notice(f"game:{fact.id}", "game", word("game", facts))


def _facts(news: News, outcome: Outcome) -> dict[str, Any]:
    return {
        "game": outcome.id,
        "white": _name(news, outcome.white),
        "black": _name(news, str(outcome.black)),
        "due": both_zones(outcome.due),
    }


def _nulls(
    news: News,
    found: Mapping[str, Outcome],
    word: Callable[[str, Mapping[str, Any]], str],
    silent: datetime | None,
) -> Iterator[Notice]:
    for row in news.answer.tables.get("Pairings", ()):
        if row.cells.get("Outcome") == "Null" and row.cells.get("Decided by") == "deadline":
            outcome = found.get(str(row.cells.get("Game")))
            if outcome is None or (silent is not None and outcome.due is not None and outcome.due <= silent):
                continue
            key = f"null:{outcome.id}:{outcome.due:{STAMP}}" if outcome.due else f"null:{outcome.id}"
            yield Notice(key, "null", word("null", _facts(news, outcome)))


def _leavers(
    news: News, found: Mapping[str, Outcome], word: Callable[[str, Mapping[str, Any]], str]
) -> Iterator[Notice]:
    over = {row.cells.get("Game") for row in news.answer.tables.get("Pairings", ()) if _ended_by_the_clock(row.cells)}
    for recorded in news.facts:
        fact = recorded.fact
        if isinstance(fact, Noticed) and _tells_of_leaving(fact) and _has_left(fact):
            event, player = _from_what(fact)
            mine = [
                o for o in found.values() if player in (o.white, o.black) and o.state == "open" and o.id not in over
            ]
            games = " ".join(f"{o.id} is affected." for o in mine if not event or ref(o.id).section == event)
            facts = {"player": _name(news, player), "status": _status(fact), "games": games}
            yield Notice(f"leaver:{fact.about}:{recorded.at:{STAMP}}", "leaver", word("leaver", facts))


def _ended_by_the_clock(cells: Fields) -> bool:
    return bool(cells.get("Outcome")) and cells.get("Decided by") == "deadline"


def _tells_of_leaving(fact: Noticed) -> bool:
    return fact.what in LEAVING


def _from_what(fact: Noticed) -> tuple[str, str]:
    """Which event of a tour somebody left, blank where there is one alone, and who."""
    event, _, player = fact.about.partition(" ") if fact.what == FROM_EVENT else ("", "", fact.about)
    return event, player


def _has_left(fact: Noticed) -> bool:
    """Some formats note the status, others the round in which somebody left."""
    return fact.value in GONE if fact.what == "status" else fact.value is not None


def _status(fact: Noticed) -> str:
    return str(fact.value).lower() if fact.value in GONE else "withdrawn"


def _taken_back(news: News, word: Callable[[str, Mapping[str, Any]], str]) -> Iterator[Notice]:
    """Rounds the director took back, and leavers who are back."""
    for recorded in news.facts:
        fact = recorded.fact
        if not isinstance(fact, Noticed):
            continue
        if fact.what == WITHDRAWN and fact.value is not None:
            text = word("withdrawn", {"round": fact.about})
            yield Notice(f"withdrawn:{fact.about}:{recorded.at:{STAMP}}", "withdrawn", text)
        if _tells_of_leaving(fact) and not _has_left(fact):
            text = word("back", {"player": _name(news, _from_what(fact)[1])})
            yield Notice(f"back:{fact.about}:{recorded.at:{STAMP}}", "back", text)


def _reminders(
    news: News, found: Mapping[str, Outcome], now: datetime, word: Callable[[str, Mapping[str, Any]], str]
) -> Iterator[Notice]:
    for outcome in _unreported(news, found):
        assert outcome.due is not None
        left = outcome.due - now
        passed = [r for r in REMINDERS if timedelta(0) < left <= r]
        if passed:
            hours = min(passed)
            facts = {**_facts(news, outcome), "left": _hours(left)}
            key = f"reminder:{outcome.id}:{int(hours.total_seconds() // 3600)}h:{outcome.due:{STAMP}}"
            yield Notice(key, "reminder", word("reminder", facts))


def _hours(left: timedelta) -> str:
    hours = max(1, round(left.total_seconds() / 3600))
    return sentence("{hours} {hours:hour|hours}", {"hours": hours})


def _unreported(news: News, found: Mapping[str, Outcome]) -> list[Outcome]:
    return [o for o in found.values() if o.state == "open" and o.due is not None and o.id not in news.reported]


def _next(found: Mapping[str, Outcome], news: News, now: datetime) -> datetime | None:
    """When the next reminder is due."""
    moments = [o.due - r for o in _unreported(news, found) if o.due is not None for r in REMINDERS]
    return min((m for m in moments if m > now), default=None)


def state_of(key: str, states: Deliveries, delivering: bool, stale: bool = False) -> str:
    """What became of a notice, for the Notices tab; `stale` is one that is not true any more."""
    return as_true(states.said(key) or (MAYBE if delivering else READY), stale)


def as_true(state: str, stale: bool) -> str:
    """The state of a notice, with a word that it is not true any more where it is not."""
    if not stale:
        return state
    return NO_LONGER if state == READY else f"{state}; {NO_LONGER}"
