"""All answers of all forms: which tabs hold them, what each answer says, and which tabs look so and are not read.

A tab is read where it is the book's own `Form Responses`, or where its first column that holds no mere ids is all
moments and some line of it reports a game of this event: by a link, an id, both names, or a player's name beside a
result. Sign-ups are no reports. Equal lines of two tabs are one report: a form linked again copies old answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Literal

from rules.model import Claim, Decision, Fields, How
from rules.parts.ids import parse_ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.reasons import moment_text
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink, parse_link, public_links
from sync.claims.answer_tabs import AnswerTab, is_link, is_workers, look_at
from sync.claims.fitting import playable
from sync.claims.mentions import games_in, players_in
from sync.claims.reports import Answer, read_words
from sync.grid import Grid, Row, TabGrid, address, column_letters, is_blank
from sync.journal import SEASON, Journal
from sync.kinds import LONGEST_LIST, cell_text, clean, name_key
from sync.problems import At, Problem
from sync.reading.decode import columns_of
from sync.reading.gather import Gathered
from sync.reading.questions import BLACK, LINK, MESSAGE, NAME, NOBODY, PAIRING, RESULT, WHITE, heading_key
from sync.reading.stamps import DayAlone, Stamped, TwoWays, read_stamp
from sync.schema import FORM, FORM_TAB, Rows, normal

Note = tuple[str, str, Mapping[str, Any], str]  # event, subject, detail, cause of a Journal line
QUESTION = "question"  # the event of a line that says what a question of a form asks for
SEEN = "answer-seen"  # the event of a line that says when an answer without a readable time was first seen
Holds = Literal["own", "reports", "perhaps", "none yet"]  # what a tab holds
AHEAD = timedelta(days=1)  # a stamp further in the future is none


@dataclass(frozen=True)
class UnreadRow:
    """A line that may be a report, in a tab that is not read: when it was sent, which players and games it names."""

    tab: str
    row: int
    sent: datetime
    players: tuple[str, ...]
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class Forms:
    """All answers, by when they were sent; lines for the Journal; what is wrong; which tabs are read and which not.

    `ready`: tabs that are read, and those that ask for reports and have none yet. `passed_over`: tabs that may hold
    some and are not read.
    """

    answers: tuple[Answer, ...] = ()
    lines: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread: tuple[UnreadRow, ...] = ()
    ready: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()


def read_forms(known: Gathered, spec: FormatSheet, now: datetime) -> Forms:
    """The answers of this season in every tab that holds some."""
    now = now.astimezone(known.sheet.zone).replace(microsecond=0)
    found = _tabs(known, spec, now)
    tabs = [*found["own"], *found["reports"]]
    reader = _Reader(known, now)
    main = next((t for t in tabs if t.rows), None)
    for tab in tabs:
        reader.take(tab, tab is main)
    answers = sorted(reader.answers, key=lambda a: (a.sent is None, a.sent or now, a.tab_order, a.row))
    unread: list[UnreadRow] = []
    problems = reader.problems()
    ticked = {name_key(d.about) for d in known.decisions if d.kind == "Answered"}
    for other in found["perhaps"]:
        lines = _unread(other, known, spec, reader) if name_key(other.tab.title) not in ticked else []
        unread += lines
        if lines:
            facts: Fields = {"tab": other.tab.title, "count": len(lines)}
            problems.append(Problem("answers-unread", At(other.tab.title, f"A{lines[0].row}", "", lines[0].row), facts))
    return Forms(
        tuple(answers), tuple(reader.lines), tuple(problems), tuple(unread),
        tuple(t.tab.title for t in (*tabs, *found["none yet"])), tuple(dict.fromkeys(u.tab for u in unread)),
    )  # fmt: skip


# Which tabs


def own_tab(grid: Grid, found: TabGrid | None) -> TabGrid | None:
    """The book's own tab for answers: by its title, or the one it was known by."""
    return next((t for t in grid.tabs if normal(t.title) == normal(FORM_TAB.name)), found)


def _tabs(known: Gathered, spec: FormatSheet, now: datetime) -> Mapping[Holds, list[AnswerTab]]:
    """The tabs by what they hold, without the worker's and people's own."""
    sheet = known.sheet
    own = own_tab(sheet.grid, sheet.tabs.get(FORM_TAB.name))
    taken = {t.key for name, t in sheet.tabs.items() if name != FORM_TAB.name}
    found: dict[Holds, list[AnswerTab]] = {"own": [], "reports": [], "perhaps": [], "none yet": []}
    for tab in sheet.grid.tabs:
        if tab.rows and tab.key not in taken:
            look = look_at(tab, _noted(known.journal, tab.key), spec)
            is_own = own is not None and tab.key == own.key and _is_own(look)
            holds = "own" if is_own else _what_holds(look, known, spec, now)
            if holds:
                found[holds].append(look)
    return found


def _what_holds(look: AnswerTab, known: Gathered, spec: FormatSheet, now: datetime) -> Holds | None:
    """What a tab holds, as far as its stamps, headings and lines tell; None for answers of no form."""
    layout = [t for t in known.sheet.layout.values() if t.rows is not Rows.FORM]
    if look.stamp is None or is_workers(look.tab, layout) or _is_ahead(look, known, now):
        return None
    if any(_reports(look, row, known, spec) for _, row in look.rows):
        return "reports"
    if any(_could_report(look, row, known, spec) for _, row in look.rows):
        return "perhaps"
    return "none yet" if _asks(look) else None


def _is_own(look: AnswerTab) -> bool:
    """Whether the book's own tab may be read as it stands: by its title, or with a question for a report."""
    return _asks(look) or normal(look.tab.title) == normal(FORM_TAB.name)


def _asks(look: AnswerTab) -> bool:
    """Whether a tab has a question for a report."""
    return bool(look.columns.keys() & {LINK, RESULT, PAIRING})


def _noted(journal: Journal, key: str) -> dict[str, str]:
    """What the questions of a tab were found to ask for, by heading as compared."""
    return {
        heading_key(str(line.detail.get("heading", ""))): str(line.detail.get("as", ""))
        for line in journal.of(QUESTION)
        if line.subject == key
    }


def _is_ahead(look: AnswerTab, known: Gathered, now: datetime) -> bool:
    """Whether a tab holds moments to come: a calendar, not answers."""
    assert look.stamp is not None
    return not look.stamp.known and any(
        isinstance(moment := _moment(look, row, known), datetime) and moment > now + AHEAD for _, row in look.rows
    )


def _moment(look: AnswerTab, row: Row, known: Gathered) -> Stamped:
    if look.stamp is None or look.stamp.index >= len(row):
        return None
    return read_stamp(
        row[look.stamp.index], look.stamp, known.sheet.zone, known.sheet.ways.file_zone, known.sheet.ways.order
    )


def _reports(look: AnswerTab, row: Row, known: Gathered, spec: FormatSheet) -> bool:
    """Whether a line names a game of this event and says something of it."""
    if any(isinstance(parse_link(t), GameLink) for t in look.texts(row, LINK)):
        return True
    result = look.texts(row, RESULT)
    if not result and not _holds_result(look.others(row), spec):
        return False
    if _names_id([*look.texts(row, PAIRING), *look.texts(row, LINK)], known):
        return True
    white, black, name = (_player(look.texts(row, q), known) for q in (WHITE, BLACK, NAME))
    if white and black:
        return bool(_games_of(known.standing, white, black))
    single = name or white or black
    return bool(single and _holds_result(result, spec) and _games_of(known.standing, single))


def _holds_result(texts: Iterable[str], spec: FormatSheet) -> bool:
    return any(read_words(t, spec) is not None for t in texts)


def _names_id(texts: Iterable[str], known: Gathered) -> bool:
    return any((at := parse_ref(t)) is not None and str(at) in known.standing.games for t in texts)


def _player(texts: Sequence[str], known: Gathered) -> str:
    return next((n for t in texts if (n := known.who.find(t))), "")


def _games_of(standing: Standing, *players: str) -> list[str]:
    sides = {id_: {g.white, g.black} for id_, g in ((i, standing.game(i)) for i in standing.games)}
    return [id_ for id_, both in sides.items() if both.issuperset(players)]


def _could_report(look: AnswerTab, row: Row, known: Gathered, spec: FormatSheet) -> bool:
    """Whether a line may be about a game, as far as a reader can tell."""
    if not known.standing.games:
        return False
    others = look.others(row)
    if any(look.texts(row, question) for question in (RESULT, PAIRING, LINK)) or _holds_result(others, spec):
        return True
    if any(map(is_link, others)) or games_in(others, known.standing.games):
        return True
    players = players_in(others, known.who.find)
    return len(players) == 2 and bool(_games_of(known.standing, *players))


def _unread(look: AnswerTab, known: Gathered, spec: FormatSheet, reader: _Reader) -> list[UnreadRow]:
    """The lines of a tab that may be reports."""
    found = []
    for number, row in look.rows:
        if _could_report(look, row, known, spec):
            sent = _moment(look, row, known)
            if isinstance(sent, TwoWays):
                sent = min(sent.moments)
            elif isinstance(sent, DayAlone):
                sent = min(sent.end, reader.now)
            if reader.is_earlier(sent):
                continue
            others = look.others(row)
            names, games = players_in(others, known.who.find), games_in(others, known.standing.games)
            found.append(UnreadRow(look.tab.title, number, sent or reader.now, names, games))
    return found


# What each answer says


class _Reader:
    """Takes answers tab by tab; remembers which were taken already, and when those without a time were first seen."""

    def __init__(self, known: Gathered, now: datetime) -> None:
        self.now = now
        self.answers: list[Answer] = []
        self.lines: list[Note] = []
        self._known = known
        self._since = next((line.when for line in known.journal.of(SEASON)), None)
        self._first = {str(line.detail.get("key")): line.when for line in known.journal.of(SEEN)}
        self._begun = min((game.at for game in known.standing.games.values()), default=now)
        self._taken: set[tuple[str, ...]] = set()
        self._untimed: list[Answer] = []
        self._two_ways: list[Problem] = []
        self._order = 0

    def take(self, look: AnswerTab, is_main: bool) -> None:
        """The answers of one tab, but those that another tab holds too."""
        self.lines += [
            (QUESTION, look.tab.key, {"heading": heading, "as": question}, look.tab.title)
            for question, heading in look.chosen
        ]
        where, _ = columns_of(FORM_TAB, look.tab, "")
        said: set[tuple[str, ...]] = set()
        for number, row in look.rows:
            same = tuple(sorted(_exact(c) for c in row if not is_blank(c)))
            if same in self._taken:
                continue
            said.add(same)
            answer = self._answer(look, number, row, _key(row, where), is_main)
            if not self.is_earlier(answer.sent):
                self.answers.append(answer)
        self._taken |= said
        self._order += 1

    def is_earlier(self, sent: datetime | None) -> bool:
        """Whether something was sent before this season began."""
        return self._since is not None and sent is not None and sent < self._since

    def problems(self) -> list[Problem]:
        """Stamps that can be two moments, and answers that have no time at all."""
        found = list(self._two_ways)
        if self._untimed:
            one = self._untimed[0]
            assert one.sent is not None
            facts: Fields = {"count": len(self._untimed), "when": moment_text(one.sent), "row": one.where}
            found.append(Problem("report-untimed", one.at(), facts))
        return found

    def _answer(self, look: AnswerTab, number: int, row: Row, key: str, is_main: bool) -> Answer:
        sent = _moment(look, row, self._known)
        doubt = ""
        untimed = not isinstance(sent, datetime)
        if not isinstance(sent, datetime):
            seen = self._first_seen(key)
            if isinstance(sent, TwoWays):
                doubt = " or ".join(f"{m:%Y-%m-%d %H:%M}" for m in sent.moments)
                seen = max((m for m in sent.moments if self._begun <= m <= seen), default=seen)
            sent = min(sent.end, seen) if isinstance(sent, DayAlone) else seen
        said = {q: look.texts(row, q) for q in (LINK, RESULT, WHITE, BLACK, PAIRING, NAME, MESSAGE)}
        link, pairing = _link_and_id(said[LINK], said[PAIRING])
        names = {q: next((t for t in said[q] if heading_key(t) not in NOBODY), "") for q in (WHITE, BLACK, NAME)}
        answer = Answer(
            number, key, sent, parse_link(link) if link else None, public_links(link), " / ".join(said[RESULT]),
            names[WHITE], names[BLACK], pairing, names[NAME], " / ".join(said[MESSAGE]), look.tab.title, self._order,
            is_main, untimed, doubt, {q: address(number, places[0]) for q, places in look.columns.items()},
        )  # fmt: skip
        if untimed and not self._is_settled(answer):
            self._told_of_its_time(answer, look, row)
        return answer

    def _told_of_its_time(self, answer: Answer, look: AnswerTab, row: Row) -> None:
        """One problem a stamp that can be two moments; the others are named together."""
        if not answer.doubt or look.stamp is None:
            self._untimed.append(answer)
            return
        at = At(answer.tab, address(answer.row, look.stamp.index), look.stamp.heading, answer.row)
        facts: Fields = {"typed": cell_text(row[look.stamp.index])[:40], "both": answer.doubt, "row": answer.where}
        self._two_ways.append(Problem("stamp-two-ways", at, facts))

    def _is_settled(self, answer: Answer) -> bool:
        """Whether the director ticked the answer off."""
        return is_answered(answer, [d for d in self._known.decisions if d.kind == "Answered"])

    def _first_seen(self, key: str) -> datetime:
        """When an answer without a readable time was first seen: now, where the Journal does not know it."""
        if key not in self._first:
            self._first[key] = self.now
            self.lines.append((SEEN, f"M{key[:6]}", {"key": key}, ""))
        return self._first[key].astimezone(self._known.sheet.zone)


def is_answered(answer: Answer, decisions: Iterable[Decision]) -> bool:
    """Whether the director ticked a message or a report off: by its id, its row, or all that came before."""
    for decision in decisions:
        about = clean(decision.about).casefold()
        if about == answer.id.casefold():
            return True
        before = decision.seen is None or answer.sent is None or answer.sent <= decision.seen
        if before and (about == "all" or (answer.is_main and about == f"f{answer.row}")):
            return True
    return False


def _exact(cell: object) -> str:
    return repr(cell) if not isinstance(cell, str) else clean(cell)


def _key(row: Row, where: Mapping[str, int]) -> str:
    """What an answer is known by: when it was sent and what it says. It is the same in whatever tab it stands."""
    cells = {c.heading: row[where[c.heading]] for c in FORM if c.heading in where and where[c.heading] < len(row)}
    rest = {f"#{column_letters(i)}": c for i, c in enumerate(row) if i not in where.values() and not is_blank(c)}
    kept = {h: c[:LONGEST_LIST] if isinstance(c, str) else c for h, c in (cells | rest).items() if c is not None}
    texts = {h: clean(cell_text(c)) for h, c in kept.items()}
    return hashlib.sha256("|".join(f"{h}={t}" for h, t in sorted(texts.items())).encode()).hexdigest()[:12]


def _link_and_id(links: Sequence[str], ids: Sequence[str]) -> tuple[str, str]:
    """The link and the game's id, whichever of the two questions each was typed under."""
    typed = list(chain(links, ids))
    linked = [t for t in typed if isinstance(parse_link(t), GameLink)]
    named = [t for t in typed if parse_ref(t) is not None and t not in linked]
    link = " ".join(linked) or " ".join(t for t in links if t not in named)
    return link, (named or [t for t in ids if t not in linked] or [""])[0]


# Games that unread lines may be about


def held_by_unread(
    unread: Iterable[UnreadRow],
    reported: frozenset[str],
    standing: Standing,
    found: Mapping[str, Outcome],
    refused_until: Mapping[str, datetime],
    now: datetime,
) -> tuple[Claim, ...]:
    """Claims that keep games open past their deadline while a line that may be their report is not read; one a game.

    `refused_until`: games whose earlier reports the director refused, and when.
    """
    waiting = [
        o for o in playable(standing, found, now) if o.id not in reported and o.state == "open" and _is_due(o, now)
    ]
    claims: dict[str, Claim] = {}
    for one in unread if waiting else ():
        for o in waiting:
            refused = refused_until.get(o.id)
            if refused is not None and one.sent <= refused:
                continue
            if o.id not in claims and standing.games[o.id].at <= one.sent and _may_be_of(one, o):
                note, source = f"A line of {one.tab} that is not read may be its report.", f"{one.tab} row {one.row}"
                pair = (o.white, str(o.black))
                claims[o.id] = Claim(o.id, pair, None, How.PLAYED, "held", one.sent, source=source, note=note)
    return tuple(claims.values())


def _is_due(outcome: Outcome, now: datetime) -> bool:
    return outcome.due is not None and outcome.due <= now


def _may_be_of(one: UnreadRow, outcome: Outcome) -> bool:
    """Whether an unread line was sent in time and names the game, or one of the players, or nobody."""
    if outcome.due is None or one.sent > outcome.due:
        return False
    if one.games:
        return outcome.id in one.games
    return not one.players or bool({outcome.white, outcome.black} & set(one.players))
