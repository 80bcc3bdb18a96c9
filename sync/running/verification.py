"""Reported links looked up at the chess sites before a pass decides, and what was found kept in the Journal.

A site that is down or slow delays nothing but the check itself. What was verified once is never asked for again;
evidence stays in the Journal, so a later outage changes nothing. The Journal hears of a link when it is first asked
for and when its state or reason changes; when it was asked for last is remembered beside the site's answers, and a
lost memory costs a request.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.model import Engine
from rules.parts.outcomes import Outcome
from rules.sheet import FormatSheet
from sync.chesssites.archives import Window
from sync.chesssites.links import GameLink
from sync.chesssites.lookup import Ask, Found, Lookup, NotYet, Sites
from sync.chesssites.model import Site
from sync.chesssites.waiting import Next, Step, step
from sync.chesssites.words import sentence
from sync.claims.checks import (
    PROPOSED,
    STARTED_EARLY,
    Field,
    Kept,
    Note,
    accounts_of,
    field_of,
    judged,
    judged_again,
    kept_checks,
    named_games,
    note_of,
    proposal,
    settings_problems,
    to_ask,
)
from sync.claims.forms import read_forms
from sync.claims.submissions import Answer, Checked
from sync.grid import Grid
from sync.reading.first_look import setting_of
from sync.reading.gather import Gathered, gather, read_sheet
from sync.running.once import Lookups

FEW = 4  # so few players are also asked for their games at the event's clock, where a month does not list a game yet
# How long before its deadline an open game is looked for; one without a deadline is looked for once a day.
LOOKS = tuple(timedelta(minutes=m) for m in (24 * 60, 8 * 60, 180, 60, 20, 5))
DAYS_WITHOUT_DEADLINE = 14


@dataclass
class _Link:
    """One reported link: its first and its newest answer."""

    link: GameLink
    answer: Answer
    sent: datetime
    newest: datetime


@dataclass(frozen=True)
class _Asked:
    """What this process heard of a link, and until when the site wants to be left alone."""

    at: datetime
    said: Lookup
    not_before: datetime | None


class Verifier:
    """Looks links up; one for a worker's life, so that its memory serves every pass over every book."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._heard: dict[str, _Asked] = {}

    def __call__(self, grid: Grid, engine: Engine, now: datetime) -> Lookups:
        """What the sites say of links reported and not yet settled, and of games nobody reported where asked for."""
        sheet, journal, status = read_sheet(grid, engine.sheet)
        known = gather(engine, sheet, journal, status, now)
        if known.settings.get(("Verify games", "")) != "yes" or engine.sheet.reports != "game":
            return Lookups({})
        one = _Pass(
            self._sites, self._heard, known, engine.sheet, field_of(known, now), grid.book, now.astimezone(sheet.zone)
        )
        self._sites.begin_pass()
        one.links()
        if known.settings.get(("Find games", "")) == "yes":
            one.search()
        self._sites.end_pass()
        return Lookups(one.checked, tuple(one.notes), settings_problems(known), min(one.wakes, default=None))


class _Pass:
    """One pass over one book."""

    def __init__(
        self,
        sites: Sites,
        heard: dict[str, _Asked],
        known: Gathered,
        spec: FormatSheet,
        field: Field,
        book: str,
        now: datetime,
    ) -> None:
        self._sites = sites
        self._heard = heard
        self._known = known
        self._spec = spec
        self._field = field
        self._book = book
        self._now = now
        self._kept = kept_checks(known.journal, known)
        self._used = field.used()
        self.checked: dict[str, Checked] = {link: k.check for link, k in self._kept.items()}
        self.notes: list[Note] = []
        self.wakes: list[datetime] = []

    # links that were reported

    def links(self) -> None:
        """Judge every reported link: from what is kept, from what was heard, or by asking the site."""
        due: list[tuple[_Link, Kept | None, Ask]] = []
        for one in self._reported():
            kept = self._kept.get(one.link.canonical)
            if kept is not None and kept.check.state == "verified":
                self._heard.pop(self._key(one.link.canonical), None)
                continue
            if kept is not None and kept.evidence is not None:
                again = judged_again(kept, self._field, self._used)
                if again is not None:
                    self._note(one, again[0], **again[1])
                continue
            begins = kept is None or self._begins_anew(kept, one)
            heard = self._heard.get(self._key(one.link.canonical))
            if kept is not None and kept.check.state == "needs-td" and not begins:
                continue
            next_ = self._step(one, None if begins else kept, heard)
            if next_.what is Next.WAIT:
                if heard is not None and (kept is None or heard.at - kept.last >= timedelta(seconds=1)):
                    self._hear(one, kept, heard)  # perhaps not written down: somebody wrote in between
                self.wakes += [next_.at] if next_.at is not None else []
                continue
            ask = self._ask(one, again=not begins)
            if ask is None:
                self.checked[one.link.canonical] = Checked("needs-td", words="No game it could be of is open.")
                continue
            due.append((one, None if begins else kept, ask))
        due.sort(key=lambda d: (len(d[2].players) > FEW, d[1] is not None, d[0].sent, d[0].link.canonical))
        for (one, kept, _), said in zip(due, self._sites.find_many([a for _, _, a in due]), strict=True):
            self._asked(one, kept, said)

    def _reported(self) -> list[_Link]:
        """Links of answers of this season, each once, by when they were first sent."""
        found: dict[str, _Link] = {}
        for answer in read_forms(self._known, self._spec, self._now).answers:
            if not isinstance(answer.link, GameLink) or answer.sent is None or answer.doubt:
                continue
            one = found.setdefault(answer.link.canonical, _Link(answer.link, answer, answer.sent, answer.sent))
            one.newest = max(one.newest, answer.sent)
        return list(found.values())

    def _key(self, link: str) -> str:
        return f"asked:{self._book}:{link}"

    def _begins_anew(self, kept: Kept, one: _Link) -> bool:
        """Whether a link that was given up is looked for again: it was sent again, or an account was corrected."""
        if kept.check.state != "needs-td":
            return False
        return one.newest > kept.last or kept.accounts != accounts_of(self._field.players)

    def _step(self, one: _Link, kept: Kept | None, heard: _Asked | None) -> Step:
        """Whether the site is asked now, and when next."""
        if kept is None:
            fresh = heard is not None and heard.at >= one.newest  # a first answer not written down yet
            if not fresh or heard is None:
                return Step(Next.ASK, self._now)
            first, last = heard.at, heard.at
        else:
            first = kept.first
            beside = self._sites.remembered(self._key(one.link.canonical))
            last = max(m for m in (kept.last, beside, heard.at if heard else None) if m is not None)
        return step(
            self._now, first, last, self._field.conditions.patience, heard.not_before if heard is not None else None
        )

    def _ask(self, one: _Link, again: bool) -> Ask | None:
        """Whom to ask the site about, and for which time; None where the link can be of no game."""
        games = self._field.candidates(one.sent, again)
        if not games:
            return None
        named = named_games(one.answer, games, self._known)
        chosen = named or games
        about = to_ask(chosen, self._field.players)
        since = min(self._field.announced(o.id) for o in chosen) - STARTED_EARLY
        clock = self._field.conditions.clock(chosen[0].id) if len(about) <= FEW else None
        return Ask(one.link, about, Window(since, max(one.newest, since)), clock)

    def _asked(self, one: _Link, kept: Kept | None, said: Lookup) -> None:
        """Remember what was heard, and judge it."""
        pause = said.retry_after if isinstance(said, NotYet) else None
        heard = _Asked(self._now, said, self._now + pause if pause is not None else None)
        key = self._key(one.link.canonical)
        self._heard[key] = heard
        self._sites.remember(key, self._now)
        self._hear(one, kept, heard)
        first = kept.first if kept is not None else self._now
        if isinstance(said, NotYet):
            next_ = step(self._now, first, self._now, self._field.conditions.patience, heard.not_before)
            self.wakes += [next_.at] if next_.at is not None else []

    def _hear(self, one: _Link, kept: Kept | None, heard: _Asked) -> None:
        """Judge what a site said of a link; the Journal is told where that is news."""
        said = heard.said
        if isinstance(said, Found):
            reporter = self._known.who.find(one.answer.reporter) if one.answer.reporter else None
            check, extra = judged(said.game, one.sent, reporter or "", self._field, self._used)
            self._note(one, check, first=kept is None, **extra)
            return
        words = sentence("waiting", said.reason, said.facts)
        accounts = accounts_of(self._field.players)
        if not isinstance(said, NotYet):
            self._note(one, Checked("needs-td", words=words), first=kept is None, accounts=accounts)
            return
        patience = self._field.conditions.patience
        # Given up only after an answer at the end of the patience; a site that wants quiet was not really asked.
        over = kept is not None and step(heard.at, kept.first, heard.at, patience).what is Next.GIVE_UP
        if over:
            facts = {"site": one.link.site.shown, "hours": str(round(patience.total_seconds() / 3600))}
            gave_up = f"{words} {sentence('waiting', 'gave-up', facts)}"
            self._note(one, Checked("needs-td", words=gave_up), accounts=accounts)
        elif kept is None or kept.check != Checked("waiting", words=words):
            self._note(one, Checked("waiting", words=words), first=kept is None)

    def _note(self, one: _Link, check: Checked, **extra: object) -> None:
        self.checked[one.link.canonical] = check
        self.notes.append(note_of(one.link.canonical, check, one.sent, **extra))

    # games nobody reported

    def search(self) -> None:
        """Look for games of open pairings near their deadline and put forward what fits; nothing counts by it."""
        proposed = {line.subject for line in self._known.journal.of(PROPOSED)}
        told = {c.game for c in self.checked.values() if c.game}
        for o in self._field.playable(self._now):
            if o.state != "open" or o.id in proposed or o.id in told or (o.due is not None and o.due <= self._now):
                continue
            moments = self._moments(o)
            key = f"searched:{self._book}:{o.id}"
            last = self._sites.remembered(key)
            if any(m <= self._now and (last is None or m > last) for m in moments):
                self._sites.remember(key, self._now)
                self._look_for(o)
            self.wakes += [m for m in moments if m > self._now][:1]

    def _moments(self, outcome: Outcome) -> list[datetime]:
        announced = self._field.announced(outcome.id)
        if outcome.due is None:
            return [announced + timedelta(days=d) for d in range(1, DAYS_WITHOUT_DEADLINE + 1)]
        return [outcome.due - before for before in LOOKS if outcome.due - before > announced]

    def _look_for(self, outcome: Outcome) -> None:
        players, conditions = self._field.players, self._field.conditions
        sites = conditions.sites(outcome.id) or frozenset(Site)
        for site in sorted(sites):
            fitting = self._sites.fitting_games(
                players[outcome.white], players[str(outcome.black)], self._field.announced(outcome.id), self._now,
                conditions.variant(outcome.id), conditions.clock(outcome.id), site,
            )  # fmt: skip
            new = [g for g in fitting.games if g.key not in self._used and g.url not in self.checked]
            if new:
                self.notes.append(proposal(new[0], outcome, players))
                return


def asks_for_verification(grid: Grid) -> bool:
    """Whether the Settings of a grid turn verification on, seen without decoding the whole book."""
    return setting_of(grid, "Verify games").casefold() in ("yes", "true")
