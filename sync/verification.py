"""Reported links looked up at the chess sites before a pass decides, and what was found kept in the Journal.

A site that is down or slow delays nothing but the check itself. What was verified once is never asked for again;
evidence stays in the Journal, so a later outage changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from rules.model import Empty, Engine
from rules.parts.outcomes import Clock as Deadlines
from rules.parts.outcomes import Outcome, outcomes
from sync.chesssites.archives import Window
from sync.chesssites.evidence import evidence_of, ids_of
from sync.chesssites.games import Outcome as SiteOutcome
from sync.chesssites.games import SiteGame
from sync.chesssites.links import GameLink
from sync.chesssites.lookup import Ask, Found, Lookup, NotYet, Sites
from sync.chesssites.model import Clock, KnownPlayer, clock_of_setting, variant_named
from sync.chesssites.verify import Expected, NeedsTD, Verdict, Verified, is_player, verify
from sync.chesssites.waiting import Next, step
from sync.chesssites.words import sentence
from sync.gather import Gathered, gather, read_sheet
from sync.grid import Grid
from sync.journal import Journal, from_json
from sync.once import Lookups
from sync.schema import normal
from sync.submissions import Accepted, Answer, Checked, accepted_before, claims_of, read_answers

Notes = list[tuple[str, str, Mapping[str, Any], str]]
CHECK = "check"  # the Journal's event: what a site said of a link
STARTED_EARLY = timedelta(days=1)


@dataclass(frozen=True)
class Conditions:
    """What the event asks of a verified game."""

    variant: str | None
    clock: Clock | None
    patience: timedelta


def is_on(known: Gathered) -> bool:
    """Whether the event verifies games."""
    return known.settings.get(("Verify games", "")) == "yes"


def conditions_of(known: Gathered) -> Conditions:
    """Variant, clock and patience as set."""
    variant = str(known.settings.get(("Variant", "")) or "")
    clock = str(known.settings.get(("Clock", "")) or "")
    hours = known.settings.get(("Site patience", ""))
    return Conditions(
        variant_named(variant) if variant else None,
        clock_of_setting(clock) if clock else None,
        timedelta(hours=hours if isinstance(hours, int) else 48),
    )


def checked_before(journal: Journal, known: Gathered) -> dict[str, tuple[Checked, datetime, datetime]]:
    """What is known of each link: the check, when it was first asked for, and when last."""
    found: dict[str, tuple[Checked, datetime, datetime]] = {}
    for line in journal.of(CHECK):
        detail = {k: from_json(v, known.sheet.zone) for k, v in line.detail.items() if k != "evidence"}
        link = str(detail["link"])
        first = found[link][1] if link in found else line.when
        players = detail.get("players")
        score = detail.get("score")
        check = Checked(
            detail["state"], detail.get("game", ""), (players[0], players[1]) if players else None,
            (score[0], score[1]) if score else None, detail.get("ended"), detail.get("words", ""),
        )  # fmt: skip
        found[link] = (check, first, line.when)
    return found


def known_players(known: Gathered) -> dict[str, KnownPlayer]:
    """The players as the sites may know them: accounts, aliases, and stable ids seen with earlier games."""
    ids: dict[str, set[str]] = {}
    for line in known.journal.of(CHECK):
        evidence = line.detail.get("evidence")
        sides = line.detail.get("sides")
        if not isinstance(evidence, dict) or not isinstance(sides, list):
            continue
        for name, colour in zip(sides, ("white", "black"), strict=False):
            ids.setdefault(str(name), set()).update(ids_of(evidence, colour))  # type: ignore[arg-type]
    return {name: KnownPlayer(name, names, frozenset(ids.get(name, ()))) for name, names in known.who.usernames.items()}


class Verifier:
    """Looks links up; one for a worker's life, so that its cache serves every pass."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites

    def __call__(self, grid: Grid, engine: Engine, now: datetime) -> Lookups:
        """What the sites say of links reported and not yet settled, and of games nobody reported where asked for."""
        sheet, journal, status = read_sheet(grid, engine.sheet)
        known = gather(engine, sheet, journal, status, now)
        if not is_on(known):
            return Lookups({})
        now = now.astimezone(sheet.zone)
        before = checked_before(journal, known)
        checked = {link: check for link, (check, _, _) in before.items()}
        accepted = accepted_before(journal, sheet.zone)
        found = outcomes(known.book(claims_of(accepted)), known.standing, now, Deadlines())
        conditions = conditions_of(known)
        players = known_players(known)
        asks = self._due(read_answers(sheet.rows.get("Form Responses", ())), before, conditions, known, found, now)
        self._sites.begin_pass()
        notes: Notes = []
        asked = [self._ask(link, sent, known, found, players, conditions) for link, sent, _ in asks]
        results = self._sites.find_many([a for a in asked if a is not None]) if any(asked) else []
        answers = iter(results)
        for (link, sent, first), ask in zip(asks, asked, strict=True):
            if ask is None:
                check = Checked("waiting", words="No open game to check it against.")
                if link.canonical not in checked:
                    _note(notes, link.canonical, check, sent, {})
                checked[link.canonical] = check
                continue
            check, extra = self._judged(
                next(answers), link, sent, first, known, found, accepted, players, conditions, now
            )
            checked[link.canonical] = check
            _note(notes, link.canonical, check, sent, extra)
        if known.settings.get(("Find games", "")) == "yes":
            self._search(known, found, players, conditions, now, notes, checked)
        self._sites.end_pass()
        return Lookups(checked, tuple(notes))

    def _due(
        self,
        answers: Sequence[Answer],
        before: Mapping[str, tuple[Checked, datetime, datetime]],
        conditions: Conditions,
        known: Gathered,
        found: Mapping[str, Outcome],
        now: datetime,
    ) -> list[tuple[GameLink, datetime, datetime]]:
        """Links to ask about now: (link, when sent, when first asked). Nothing is asked for decided games."""
        due: dict[str, tuple[GameLink, datetime, datetime]] = {}
        for answer in answers:
            if not isinstance(answer.link, GameLink) or answer.sent is None or answer.link.canonical in due:
                continue
            earlier = before.get(answer.link.canonical)
            if earlier is None:
                if any(o.state == "open" or o.by == "deadline" for o in found.values()):
                    due[answer.link.canonical] = (answer.link, answer.sent, now)
                continue
            check, first, last = earlier
            if check.state != "waiting":
                continue
            if step(now, answer.sent, last, conditions.patience).what is not Next.WAIT:
                due[answer.link.canonical] = (answer.link, answer.sent, first)
        del known
        return list(due.values())

    def _ask(
        self,
        link: GameLink,
        sent: datetime,
        known: Gathered,
        found: Mapping[str, Outcome],
        players: Mapping[str, KnownPlayer],
        conditions: Conditions,
    ) -> Ask | None:
        """Whom to ask the site about: players of games announced before the answer was sent, open ones first."""
        games = [o for o in found.values() if not isinstance(o.black, Empty) and known.standing.games[o.id].at <= sent]
        if not games:
            return None
        games.sort(key=lambda o: (o.is_over and o.by != "deadline", -known.standing.games[o.id].at.timestamp(), o.id))
        names = dict.fromkeys(n for o in games for n in (o.white, o.black))
        about = tuple(players[str(n)] for n in names if str(n) in players)
        since = min(known.standing.games[o.id].at for o in games) - STARTED_EARLY
        return Ask(link, about, Window(since, max(sent, since)), conditions.clock)

    def _judged(
        self,
        answer: Lookup,
        link: GameLink,
        sent: datetime,
        first: datetime,
        known: Gathered,
        found: Mapping[str, Outcome],
        accepted: Mapping[str, Accepted],
        players: Mapping[str, KnownPlayer],
        conditions: Conditions,
        now: datetime,
    ) -> tuple[Checked, Mapping[str, Any]]:
        if isinstance(answer, Found):
            return self._verdict(answer.game, sent, known, found, accepted, players, conditions)
        words = sentence("waiting", answer.reason, answer.facts)
        if isinstance(answer, NotYet):
            given_up = step(now, sent, now, conditions.patience).what is Next.GIVE_UP
            return Checked("needs-td" if given_up else "waiting", words=words), {}
        del link, first
        return Checked("needs-td", words=words), {}

    def _verdict(
        self,
        game: SiteGame,
        sent: datetime,
        known: Gathered,
        found: Mapping[str, Outcome],
        accepted: Mapping[str, Accepted],
        players: Mapping[str, KnownPlayer],
        conditions: Conditions,
    ) -> tuple[Checked, Mapping[str, Any]]:
        expected = [
            _expected(o, known, accepted, players, conditions, sent)
            for o in found.values()
            if not isinstance(o.black, Empty) and not o.is_void and known.standing.games[o.id].at <= sent
            and o.white in players and str(o.black) in players
        ]  # fmt: skip
        fitting = [e for e in expected if _is_theirs(game, e)]
        evidence: dict[str, Any] = {"evidence": dict(evidence_of(game))}
        if not fitting:
            white, black = game.white.username or "nobody", game.black.username or "nobody"
            return Checked(
                "needs-td", words=f"It is a game of {white} and {black}, who have no open game here."
            ), evidence
        verdicts: list[tuple[Expected, Verdict]] = [(e, verify(game, e)) for e in fitting]
        best = next(((e, v) for e, v in verdicts if isinstance(v, Verified)), verdicts[-1])
        wanted, verdict = best
        sides = [wanted.first.name, wanted.second.name]
        if not is_player(game.white, wanted.first):
            sides.reverse()
        evidence["sides"] = sides
        notes = " ".join(sentence("note", n.code, n.facts) for n in verdict.notes)
        pair = (wanted.first.name, wanted.second.name)
        if isinstance(verdict, NeedsTD):
            failed = " ".join(sentence("test", t.code, t.facts) for t in verdict.failed)
            return Checked("needs-td", wanted.pairing, pair, None, game.ended, f"{failed} {notes}".strip()), evidence
        score = (Fraction(verdict.half_points_first, 2), Fraction(verdict.half_points_second, 2))
        evidence["evidence"] = dict(evidence_of(game, verdict))
        return Checked("verified", wanted.pairing, pair, score, game.ended, notes), evidence

    def _search(
        self,
        known: Gathered,
        found: Mapping[str, Outcome],
        players: Mapping[str, KnownPlayer],
        conditions: Conditions,
        now: datetime,
        notes: Notes,
        checked: dict[str, Checked],
    ) -> None:
        """Games nobody reported: looked for near the deadline, and proposed to the director, never counted alone."""
        proposed = {line.subject for line in known.journal.of("proposed")}
        for o in found.values():
            near = o.due is not None and o.due - timedelta(hours=24) <= now <= o.due + timedelta(hours=24)
            if (
                o.state != "open"
                or not near
                or o.id in proposed
                or str(o.black) not in players
                or o.white not in players
            ):
                continue
            fitting = self._sites.fitting_games(
                players[o.white], players[str(o.black)], known.standing.games[o.id].at, now,
                conditions.variant, conditions.clock,
            )  # fmt: skip
            if fitting.games and fitting.games[0].url not in checked:
                game = fitting.games[0]
                detail = {"link": game.url, "says": _says(game, players)}
                notes.append(("proposed", o.id, detail, "found at the chess site"))


def _is_theirs(game: SiteGame, expected: Expected) -> bool:
    straight = is_player(game.white, expected.first) and is_player(game.black, expected.second)
    swapped = is_player(game.black, expected.first) and is_player(game.white, expected.second)
    return straight or swapped


def _expected(
    outcome: Outcome,
    known: Gathered,
    accepted: Mapping[str, Accepted],
    players: Mapping[str, KnownPlayer],
    conditions: Conditions,
    sent: datetime,
) -> Expected:
    used = {a.link: a.game for a in accepted.values() if a.link}
    for line in known.journal.of(CHECK):
        kept = line.detail.get("evidence")
        if isinstance(kept, dict) and line.detail.get("state") == "verified":
            used[f"{kept.get('site')}/{kept.get('kind')}/{kept.get('id')}"] = str(line.detail.get("game", ""))
    state = ""
    if outcome.by == "director":
        state = "decided by the director"
    elif outcome.state == "decided" and outcome.by == "form" and outcome.at is not None and outcome.at < sent:
        state = "decided by an earlier report"
    return Expected(
        outcome.id, players[outcome.white], players[str(outcome.black)], known.standing.games[outcome.id].at,
        outcome.due, conditions.variant, conditions.clock, used=used, state=state,
    )  # fmt: skip


def _note(notes: Notes, link: str, check: Checked, sent: datetime, extra: Mapping[str, Any]) -> None:
    detail = {
        "link": link,
        "state": check.state,
        "game": check.game,
        "players": check.players,
        "score": check.score,
        "ended": check.ended,
        "words": check.words,
        "sent": sent,
        **extra,
    }
    notes.append((CHECK, check.game or link, {k: v for k, v in detail.items() if v not in (None, "")}, "chess site"))


def _says(game: SiteGame, players: Mapping[str, KnownPlayer]) -> str:
    """The game found, in words: who won."""
    names = {
        side: next((n for n, p in players.items() if is_player(side, p)), side.username)
        for side in (game.white, game.black)
    }
    if game.outcome is SiteOutcome.DRAW:
        return "a draw"
    return f"{names[game.white if game.outcome is SiteOutcome.WHITE else game.black]} won"


def asks_for_verification(grid: Grid) -> bool:
    """Whether the Settings of a grid turn verification on, seen without decoding the whole book."""
    for tab in grid.tabs:
        for row in tab.rows:
            if len(row) > 1 and normal(row[0]) == "verify games":
                return normal(row[1]) == "yes" or row[1] is True
    return False
