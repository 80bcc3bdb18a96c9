"""What the event knows of reported links: kept checks, whom a link may concern, and what a found game decides.

Pure: games as the sites told them come in, checks go out. Who asks the sites, and when, is `sync.running.verification`.

Rule: ladder 1(a)-(e); rulings L10, L11, L12.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from rules.model import Claim, Decision, Empty, How
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import Clock as Deadlines
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.record import Standing
from sync.chesssites.evidence import evidence_of, game_of, ids_of
from sync.chesssites.games import Outcome as SiteOutcome
from sync.chesssites.games import SiteGame
from sync.chesssites.model import Clock, KnownPlayer, Site, clock_of_setting, variant_named
from sync.chesssites.verify import Expected, NeedsTD, NoPairing, Seat, is_player, pairing_of, verify
from sync.chesssites.waiting import LEAST_PATIENCE
from sync.chesssites.words import sentence
from sync.claims.submissions import Accepted, Answer, Checked, Treated, accepted_before, claims_of, playable
from sync.journal import Journal, from_json
from sync.problems import At, Problem
from sync.reading.gather import Gathered, short

CHECK = "check"  # the Journal's event: what a site said of a link
PROPOSED = "proposed"  # the Journal's event: a game nobody reported, found at a site
STARTED_EARLY = timedelta(days=1)
LATELY = timedelta(days=14)
ANY = "any"

Note = tuple[str, str, Mapping[str, Any], str]  # event, subject, detail, cause


@dataclass(frozen=True)
class Kept:
    """A check as the Journal keeps it. `first`: when the asking began, this time; `last`: its last line."""

    check: Checked
    sent: datetime | None
    first: datetime
    last: datetime
    accounts: str = ""  # which accounts were known when the site was given up
    evidence: Mapping[str, Any] | None = None
    reporter: str = ""


@dataclass(frozen=True)
class Conditions:
    """What the event asks of a verified game: by section, and the clock by rate where a game has one."""

    settings: Mapping[tuple[str, str], Any]
    rates: Mapping[str, str] = field(default_factory=dict)  # game id -> rate

    def _text(self, name: str, game: str) -> str:
        section = ref(game).section
        value = self.settings.get((name, section)) or self.settings.get((name, ""))
        text = str(value or "").strip()
        return "" if text.casefold() == ANY else text

    def variant(self, game: str) -> str | None:
        """The variant; None for any."""
        text = self._text("Variant", game)
        return variant_named(text) if text else None

    def clock(self, game: str) -> Clock | None:
        """The clock; None for any."""
        by_rate = clocks_of(self._text("Clock", game)) or {}
        return by_rate.get(self.rates.get(game, "").casefold(), by_rate.get(""))

    def sites(self, game: str) -> frozenset[Site] | None:
        """The sites where it may be played; None for any."""
        text = self._text("Site", game).casefold()
        found = frozenset(s for s in Site if text and text in (s.shown.casefold(), s.value))
        return found or None

    @property
    def patience(self) -> timedelta:
        """How long a site is asked for a link before the director is."""
        hours = self.settings.get(("Site patience", ""))
        return max(LEAST_PATIENCE, timedelta(hours=hours if isinstance(hours, int) else 48))


_RATED = re.compile(r"\s*([A-Za-z][A-Za-z -]*?)?\s*[:=]?\s*(any|[0-9].*)\s*", re.IGNORECASE)


def clocks_of(text: str) -> Mapping[str, Clock | None] | None:
    """The clocks a setting names, by rate: `15|10`, or `rapid 25|10 ; blitz 5|3`. None where it cannot be read."""
    found: dict[str, Clock | None] = {}
    for part in (p for p in text.split(";") if p.strip()):
        match = _RATED.fullmatch(part)
        if match is None:
            return None
        clock = None if match[2].casefold() == ANY else clock_of_setting(match[2])
        if clock is None and match[2].casefold() != ANY:
            return None
        found[(match[1] or "").casefold()] = clock
    return found


def settings_problems(known: Gathered) -> tuple[Problem, ...]:
    """Clocks that cannot be read: the games they were meant for are not tested for their clock."""
    found = []
    for (name, section), value in known.settings.items():
        if name == "Clock" and value and str(value).strip().casefold() != ANY and clocks_of(str(value)) is None:
            at = known.sheet.setting_cells.get((name, section), At(known.sheet.titles.get("Settings", "Settings")))
            found.append(Problem("clock-unreadable", at, {"typed": str(value)[:40]}))
    return tuple(found)


def conditions_of(known: Gathered) -> Conditions:
    """The conditions as set now."""
    rates = {id_: known.standing.game(id_).rate for id_ in known.standing.games}
    return Conditions(known.settings, {id_: rate for id_, rate in rates.items() if rate})


def held_by_unknown_links(
    treated: Iterable[Treated],
    reported: frozenset[str],
    standing: Standing,
    found: Mapping[str, Outcome],
    now: datetime,
) -> tuple[Claim, ...]:
    """Claims that keep games open past their deadline while a link sent in time is looked up (L11).

    Nobody can say yet which of the games without any report such a link is of; without this a slow site would make
    a Null of a reported game.
    """
    why = "A link sent in time is still looked up."
    return tuple(
        Claim(
            o.id, (o.white, str(o.black)), None, How.PLAYED, "waiting", one.answer.sent, source=one.answer.id, note=why
        )
        for one in treated
        if one.state == "waiting" and not one.game and one.answer.sent is not None
        for o in playable(standing, found, one.answer.sent)
        if o.id not in reported and o.state == "open" and o.due is not None and one.answer.sent <= o.due <= now
    )


# What the Journal keeps


def kept_checks(journal: Journal, known: Gathered) -> dict[str, Kept]:
    """What is known of each link, by its canonical form."""
    zone = known.sheet.zone
    found: dict[str, Kept] = {}
    for line in journal.of(CHECK):
        raw = line.detail.get("evidence")
        detail = {k: from_json(v, zone) for k, v in line.detail.items() if k != "evidence"}
        link, players, score = str(detail["link"]), detail.get("players"), detail.get("score")
        check = Checked(
            detail["state"], detail.get("game", ""), (players[0], players[1]) if players else None,
            (score[0], score[1]) if score else None, detail.get("ended"), detail.get("words", ""),
            detail["sides"][0] if detail.get("sides") else "",
        )  # fmt: skip
        begins = line.when if detail.get("first") or link not in found else found[link].first
        found[link] = Kept(
            check, detail.get("sent"), begins, line.when, detail.get("accounts", ""),
            raw if isinstance(raw, Mapping) else None, detail.get("reporter", ""),
        )  # fmt: skip
    return found


def note_of(link: str, check: Checked, sent: datetime | None, **extra: Any) -> Note:
    """A line of the Journal that keeps a check."""
    detail = {
        "link": link, "state": check.state, "game": check.game, "players": check.players, "score": check.score,
        "ended": check.ended, "words": check.words, "sent": sent, **extra,
    }  # fmt: skip
    kept = {k: v for k, v in detail.items() if v not in (None, "", False)}
    return CHECK, check.game or link, kept, "chess site"


def accounts_of(players: Mapping[str, KnownPlayer]) -> str:
    """A short mark of all accounts, so that a link is looked for again when one of them is corrected."""
    return short(repr(sorted((n, p.usernames, *sorted(p.only)) for n, p in players.items())))


def known_players(known: Gathered) -> dict[str, KnownPlayer]:
    """The players as the sites may know them: accounts, aliases, and stable ids seen with earlier games."""
    ids: dict[str, set[str]] = {}
    for line in known.journal.of(CHECK):
        evidence, sides = line.detail.get("evidence"), line.detail.get("sides")
        if line.detail.get("state") != "verified" or not isinstance(evidence, dict) or not isinstance(sides, list):
            continue
        ids.setdefault(str(sides[0]), set()).update(ids_of(evidence, "white"))
        ids.setdefault(str(sides[1]), set()).update(ids_of(evidence, "black"))
    only = known.who.only
    return {
        name: KnownPlayer(name, names, frozenset(ids.get(name, ())), only.get(name, frozenset()))
        for name, names in known.who.usernames.items()
    }


# Which games a link may be about


@dataclass(frozen=True)
class Field:
    """The games of the event as they stand without what is still to be checked."""

    known: Gathered
    found: Mapping[str, Outcome]
    accepted: Mapping[str, Accepted]
    players: Mapping[str, KnownPlayer]
    conditions: Conditions

    def announced(self, game: str) -> datetime:
        """When a game was announced."""
        return self.known.standing.games[game].at

    def playable(self, sent: datetime) -> list[Outcome]:
        """Games of two players with accounts, announced before `sent`, that were not cancelled."""
        return [
            o for id_, o in self.found.items()
            if not isinstance(o.black, Empty) and not o.is_void and self.announced(id_) <= sent
            and o.white in self.players and o.black in self.players
        ]  # fmt: skip

    def candidates(self, sent: datetime, again: bool) -> list[Outcome]:
        """Games a new link may be about, the likeliest first: open, Null of late, and decided of late.

        What was decided is looked at once only: a link not found at first is looked for among games without a result.
        """
        open_, null, decided = [], [], []
        for o in sorted(self.playable(sent), key=lambda o: (-self.announced(o.id).timestamp(), ref(o.id).sort_key)):
            if not o.is_over and (o.due is None or sent <= o.due):
                open_.append(o)
            elif not o.is_over and o.due is not None and sent <= o.due + LATELY:
                null.append(o)
            elif o.is_over and sent <= self.announced(o.id) + LATELY:
                decided.append(o)
        return [*open_, *null, *(() if again else decided)]

    def used(self) -> dict[str, str]:
        """The games that decided a pairing already: their key at the site, and which."""
        used = {}
        for line in self.known.journal.of(CHECK):
            kept = line.detail.get("evidence")
            if line.detail.get("state") == "verified" and isinstance(kept, Mapping):
                used[f"{kept.get('site')}/{kept.get('kind')}/{kept.get('id')}"] = str(line.detail.get("game", ""))
        return used


def field_of(known: Gathered, now: datetime) -> Field:
    """The games as recorded, typed and accepted so far."""
    accepted = accepted_before(known.journal, known.sheet.zone)
    found = outcomes(known.book(claims_of(accepted)), known.standing, now, Deadlines())
    return Field(known, found, accepted, known_players(known), conditions_of(known))


def named_games(answer: Answer, games: Sequence[Outcome], known: Gathered) -> list[Outcome]:
    """Those of the games that an answer names by id or player; none where it names nobody."""
    by_id = str(parse_ref(answer.pairing)) if answer.pairing else ""
    exact = [o for o in games if o.id == by_id][:1]
    if exact:
        return exact
    said = (answer.white, answer.black, answer.reporter)
    names = {name for typed in said if typed and (name := known.who.find(typed))}
    both = [o for o in games if len(names) > 1 and {o.white, o.black} <= names]
    return both or [o for o in games if names & {o.white, o.black}]


def to_ask(games: Iterable[Outcome], players: Mapping[str, KnownPlayer]) -> tuple[KnownPlayer, ...]:
    """Whom to ask the site about: one player of every game first, then the others, since a game is on both lists."""
    listed = list(games)
    names = dict.fromkeys([*(o.white for o in listed), *(str(o.black) for o in listed)])
    return tuple(players[n] for n in names)


# What a found game decides


def judged(game: SiteGame, sent: datetime, reporter: str, field_: Field, used: dict[str, str]) -> tuple[Checked, Any]:
    """The check of a game, and what the Journal keeps of it beside. A verified game is added to `used`."""
    state = {o.id: _closed(o, sent) for o in field_.playable(sent)}
    expected = [_expected(o, field_, used, state[o.id]) for o in field_.playable(sent)]
    pairing = pairing_of(game, expected)
    extra: dict[str, Any] = {"evidence": dict(evidence_of(game)), "reporter": reporter}
    if isinstance(pairing, NoPairing):
        return Checked("needs-td", words=sentence("test", pairing.failed.code, pairing.failed.facts)), extra
    wanted = replace(pairing, state="")  # of several reports of one pairing the form's own rules decide
    sides = [wanted.first.name, wanted.second.name]
    if not is_player(game.white, wanted.first, game.site):
        sides.reverse()
    extra["sides"] = sides
    who: dict[str, Seat] = {wanted.first.name: "first", wanted.second.name: "second"}
    verdict = verify(game, wanted, who.get(reporter))
    notes = " ".join(sentence("note", n.code, n.facts) for n in verdict.notes)
    pair = (wanted.first.name, wanted.second.name)
    if isinstance(verdict, NeedsTD):
        failed = " ".join(sentence("test", t.code, t.facts) for t in verdict.failed)
        words = f"{failed} {notes}".strip()
        return Checked("needs-td", wanted.pairing, pair, None, game.ended, words, sides[0]), extra
    score = (Fraction(verdict.half_points_first, 2), Fraction(verdict.half_points_second, 2))
    extra["evidence"] = dict(evidence_of(game, verdict))
    used[game.key] = wanted.pairing
    return Checked("verified", wanted.pairing, pair, score, game.ended, notes, sides[0]), extra


def judged_again(kept: Kept, field_: Field, used: dict[str, str]) -> tuple[Checked, Any] | None:
    """The check of a game that needed the director, from its evidence alone: names or conditions may have changed."""
    game = game_of(kept.evidence) if kept.evidence is not None else None
    if game is None or kept.sent is None or kept.check.state != "needs-td":
        return None
    check, extra = judged(game, kept.sent, kept.reporter, field_, used)
    return (check, extra) if check != replace(kept.check, ended=check.ended) else None


def _closed(outcome: Outcome, sent: datetime) -> str:
    """Why a pairing is passed over where the same two have another one; blank while it is open."""
    if outcome.is_over:
        return "it is decided"
    return "its deadline has passed" if outcome.due is not None and sent > outcome.due else ""


def _expected(outcome: Outcome, field_: Field, used: Mapping[str, str], state: str) -> Expected:
    id_, conditions = outcome.id, field_.conditions
    zone = field_.known.sheet.zone
    return Expected(
        id_, field_.players[outcome.white], field_.players[str(outcome.black)], field_.announced(id_).astimezone(zone),
        outcome.due, conditions.variant(id_), conditions.clock(id_), sites=conditions.sites(id_), used=used,
        state=state,
    )  # fmt: skip


# Games nobody reported


def proposal(game: SiteGame, outcome: Outcome, players: Mapping[str, KnownPlayer]) -> Note:
    """A line of the Journal that puts a found game forward; it counts for nothing by itself."""
    by_colour = [
        next((n for n in (outcome.white, str(outcome.black)) if is_player(side, players[n], game.site)), side.username)
        for side in (game.white, game.black)
    ]
    says = {SiteOutcome.WHITE: f"{by_colour[0]} won", SiteOutcome.BLACK: f"{by_colour[1]} won"}
    detail = {
        "link": game.url,
        "says": says.get(game.outcome, "a draw"),
        "players": (outcome.white, str(outcome.black)),
        "evidence": dict(evidence_of(game)),
    }
    return PROPOSED, outcome.id, detail, "found at the chess site"


@dataclass(frozen=True)
class Proposal:
    """A game found at a site for a pairing nobody reported."""

    game: str
    link: str
    says: str
    players: tuple[str, str]
    found: datetime


def proposals(journal: Journal, notes: Iterable[Note], now: datetime) -> dict[str, Proposal]:
    """What was put forward so far, by game, this pass's included."""
    lines = [(line.subject, line.detail, line.when.astimezone(now.tzinfo)) for line in journal.of(PROPOSED)]
    lines += [(subject, detail, now) for event, subject, detail, _ in notes if event == PROPOSED]
    return {
        game: Proposal(game, str(d["link"]), str(d["says"]), (str(d["players"][0]), str(d["players"][1])), when)
        for game, d, when in lines
        if d.get("players")
    }


def proposed_claims(
    found: Mapping[str, Proposal], reported: frozenset[str], decisions: Sequence[Decision]
) -> tuple[Claim, ...]:
    """Found games as held claims without a score: they keep an open game open for a while and never decide it.

    A report by anybody takes their place; Refuse claim ends them.
    """
    refused = {d.about: d.seen for d in decisions if d.kind == "Refuse claim" and d.seen is not None}
    return tuple(
        Claim(
            p.game, p.players, None, How.PLAYED, "held", p.found, source=f"{FOUND}{p.link}", note="found, not reported"
        )
        for p in found.values()
        if p.game not in reported and not (p.game in refused and p.found <= refused[p.game])
    )


FOUND = "found "  # how the source of such a claim begins
