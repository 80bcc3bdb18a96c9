"""Form answers matched to games: what each says, which game it fits, and which of them count.

Only an answer that fits an open pairing holds anything up. Duplicates merge; two that contradict each other wait
for the director; the same person's newer answer replaces the older one until something was published on it.
An accepted answer is a fact of the record and stays when its row is edited or deleted.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal
from zoneinfo import ZoneInfo

from rules.model import Claim, Decision, Empty, Game, How, Recorded, Round
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink, Refused, parse_link
from sync.chesssites.words import sentence
from sync.decode import TypedRow
from sync.identity import Identities
from sync.journal import Journal, Line, from_json, to_json
from sync.kinds import cell_text, clean
from sync.problems import At, Problem
from sync.results import NoResult, Said, read_result, turned

State = Literal[
    "accepted", "merged", "waiting", "held", "replaced", "late", "overruled", "no game", "refused", "early", "message"
]
_WON = re.compile(
    r"(white|black|first|second|player 1|player 2)\b.*\b(won|wins|win)\b|\b(draw|drawn|remis)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Answer:
    """One row of the form, as read."""

    row: int
    key: str  # changes when the answer is edited
    sent: datetime | None
    link: GameLink | Refused | None
    raw_link: str
    result: str
    white: str
    black: str
    pairing: str
    reporter: str
    message: str

    @property
    def id(self) -> str:
        """What the answer is called where a person speaks of it; it stays when the tab is sorted."""
        return f"M{self.key[:6]}"


@dataclass(frozen=True)
class Checked:
    """What is known of a link from the chess site, as noted in the Journal."""

    state: Literal["verified", "waiting", "needs-td"]
    game: str = ""  # id of the pairing it was held against
    players: tuple[str, str] | None = None
    score: tuple[Fraction, Fraction] | None = None
    ended: datetime | None = None
    words: str = ""
    white: str = ""  # who really had White


@dataclass(frozen=True)
class Treated:
    """What became of an answer."""

    answer: Answer
    state: State
    game: str = ""
    players: tuple[str, str] | None = None
    said: Said | None = None
    why: str = ""
    ended: datetime | None = None
    white: str = ""  # who had White, where the answer or the site says so


@dataclass(frozen=True)
class Accepted:
    """An accepted answer of the record: the last one of its game counts."""

    game: str
    players: tuple[str, str]
    score: tuple[Fraction, Fraction]
    how: How
    word: str
    sent: datetime
    reporter: str
    key: str
    link: str
    when: datetime
    ended: datetime | None = None
    white: str = ""  # who had White, where that is known


@dataclass(frozen=True)
class Reading:
    """All answers treated: claims for the engine, lines for the Journal, rows to show, problems."""

    treated: tuple[Treated, ...]
    claims: tuple[Claim, ...]
    lines: tuple[tuple[str, str, Mapping[str, Any], str], ...]  # event, subject, detail, cause
    problems: tuple[Problem, ...]


def read_answers(rows: Sequence[TypedRow]) -> tuple[Answer, ...]:
    """The form's rows in the order sent (those without a time last, in sheet order)."""
    answers = []
    for row in rows:
        cells = {h: clean(cell_text(c)) for h, c in row.raw.items() if c is not None}
        sent = row.values.get("Timestamp")
        others = [text for heading, text in cells.items() if heading.startswith("#")]
        raw_link = cells.get("Game URL", "") or next((t for t in others if _is_link(t)), "")
        result = cells.get("Result", "") or next((t for t in others if not _is_link(t) and _WON.search(t)), "")
        key = hashlib.sha256("|".join(f"{h}={t}" for h, t in sorted(cells.items())).encode()).hexdigest()[:12]
        if not cells:
            continue
        answers.append(
            Answer(
                row.number, key, sent if isinstance(sent, datetime) else None,
                parse_link(raw_link) if raw_link else None, raw_link, result,
                cells.get("White", ""), cells.get("Black", ""), cells.get("Pairing", ""),
                cells.get("Your name", ""), cells.get("Message to the director", ""),
            )
        )  # fmt: skip
    latest = datetime.max
    return tuple(sorted(answers, key=lambda a: ((a.sent.replace(tzinfo=None) if a.sent else latest), a.row)))


def _is_link(text: str) -> bool:
    return "chess.com" in text.casefold() or "lichess.org" in text.casefold() or text.casefold().startswith("http")


def read_words(text: str, spec: FormatSheet) -> Said | None:
    """A result as the form words it: `1-0`, `White won`, `draw`, `3-1`."""
    said = read_result(text, spec)
    if isinstance(said, Said):
        return said if said.score is not None or said.how is How.PLAYED else None
    if isinstance(said, NoResult):
        found = _WON.search(text)
        if not found:
            return None
        word = "1/2-1/2" if found[3] else ("1-0" if found[1].casefold() in ("white", "first", "player 1") else "0-1")
        again = read_result(word, spec)
        return again if isinstance(again, Said) else None
    return None


def accepted_before(journal: Journal, zone: ZoneInfo) -> dict[str, Accepted]:
    """The accepted answer of each game as last recorded; a later `held` line takes it back."""
    found: dict[str, Accepted] = {}
    for line in journal.of("submission"):
        detail = {k: from_json(v, zone) for k, v in line.detail.items()}
        if detail.get("state") != "accepted":
            found.pop(line.subject, None)
            continue
        found[line.subject] = Accepted(
            line.subject, (detail["players"][0], detail["players"][1]), (detail["score"][0], detail["score"][1]),
            How[detail["how"]], detail["word"], detail["sent"], detail.get("reporter", ""), detail["key"],
            detail.get("link", ""), line.when.astimezone(zone), detail.get("ended"), detail.get("white", ""),
        )  # fmt: skip
    return found


def treat(
    answers: Sequence[Answer],
    standing: Standing,
    found: Mapping[str, Outcome],
    record: Sequence[Recorded],
    before: Mapping[str, Accepted],
    who: Identities,
    spec: FormatSheet,
    decisions: Sequence[Decision],
    form_title: str,
    verify: bool = False,
    checked: Mapping[str, Checked] | None = None,
    changed_at: Mapping[str, datetime] | None = None,
    reopened: Mapping[str, datetime] | None = None,
) -> Reading:
    """What becomes of each answer. `found` are the outcomes without any form answer counted.

    `verify`: links are looked up, and an answer without one is for the director.

    `changed_at`: games whose players the director changed, and since when; what was sent before belongs to those who
    were paired then. `reopened`: games whose earlier reports the director refused by typing Open, and when.
    """
    changed_at = changed_at or {}
    checked = checked or {}
    refused_until = _refusals(decisions, reopened or {})
    answered = {clean(d.about).casefold() for d in decisions if d.kind == "Answered"}
    taken = {a.key for a in before.values()}
    treated: list[Treated] = []
    reports: dict[str, list[Treated]] = {}
    problems: list[Problem] = []
    for answer in answers:
        if answer.message and not answered & {answer.id.casefold(), f"f{answer.row}"}:
            who_says = answer.reporter[:60] or "somebody"
            facts = {"who": who_says, "text": answer.message[:200], "row": answer.id}
            problems.append(Problem("message", At(form_title, f"A{answer.row}", "", answer.row), facts))
        by_link = verify and (isinstance(answer.link, GameLink) or answer.key not in taken)
        one = _fit(answer, standing, found, who, spec, by_link, checked)
        if one.game in changed_at and _is_of_others(answer, changed_at[one.game], found[one.game], who):
            why = f"It was sent before the director changed the players of {one.game}."
            one = Treated(answer, "no game", why=why)
        if one.game and answer.sent and answer.sent <= refused_until.get(one.game, answer.sent.replace(year=1)):
            one = replace(one, state="refused", why="The director refused the reports sent before.")
        if one.game and one.players is None:
            one = replace(one, players=(found[one.game].white, str(found[one.game].black)))
        if one.game and one.state in ("accepted", "waiting", "held"):
            reports.setdefault(one.game, []).append(one)
        else:
            treated.append(one)
    claims: list[Claim] = []
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    for game in {**dict.fromkeys(before), **dict.fromkeys(reports)}:
        if game not in standing.games:
            continue
        earlier = before.get(game)
        if earlier is not None and set(earlier.players) != {found[game].white, found[game].black}:
            claims.append(_claim(earlier))  # it belongs to the players it was accepted for, if they come back
            earlier = None
        counting, passed = _carried_on(reports.get(game, []), found[game], spec)
        treated += passed
        mine, its_claims, its_lines, its_problems = _settle(
            game, counting, earlier, record, who, form_title, refused_until.get(game)
        )
        treated += mine
        claims += its_claims
        lines += its_lines
        problems += () if found[game].by == "director" else its_problems
    strangers = [t for t in treated if t.state == "no game" or (t.state == "refused" and not t.game)]
    if strangers:
        at = At(form_title, f"A{strangers[0].answer.row}", "", strangers[0].answer.row)
        problems.append(Problem("claim-no-game", at, {"count": len(strangers), "row": strangers[0].answer.row}))
    treated.sort(key=lambda t: t.answer.row)
    return Reading(tuple(treated), tuple(claims), tuple(lines), tuple(problems))


def _is_of_others(answer: Answer, changed: datetime, outcome: Outcome, who: Identities) -> bool:
    """Whether an answer speaks of those who were paired before the director changed the players."""
    named = {who.find(answer.white), who.find(answer.black)}
    return answer.sent is not None and answer.sent <= changed and named != {outcome.white, outcome.black}


def _refusals(decisions: Sequence[Decision], reopened: Mapping[str, datetime]) -> dict[str, datetime]:
    found: dict[str, datetime] = dict(reopened)
    for decision in decisions:
        if decision.kind == "Refuse claim" and decision.seen is not None:
            found[decision.about] = max(decision.seen, found.get(decision.about, decision.seen))
    return found


def _fit(
    answer: Answer,
    standing: Standing,
    found: Mapping[str, Outcome],
    who: Identities,
    spec: FormatSheet,
    verify: bool,
    checked: Mapping[str, Checked],
) -> Treated:
    """Which game an answer is about and what it says of it; state `accepted` means it may count."""
    if not (answer.raw_link or answer.result or answer.pairing or answer.white or answer.black):
        return Treated(
            answer,
            "message" if answer.message else "no game",
            why="" if answer.message else "It says nothing of a game.",
        )
    if answer.sent is None:
        return Treated(answer, "no game", why="It has no readable time.")
    link = answer.link
    if isinstance(link, Refused) and (verify or not answer.result):
        return Treated(answer, "refused", why=refusal_words(link))
    known = checked.get(link.canonical) if isinstance(link, GameLink) else None
    if verify and isinstance(link, GameLink):
        if known is not None and known.state == "verified" and known.players and known.score is not None:
            game = known.game or _game_between(known.players, answer.sent, standing, found)
            if game is None:
                return Treated(answer, "no game", why="No game between these two was announced and open.")
            verified = _said_for(known.score, found, game, known.players, spec)
            outcome = found[game]
            pair = (outcome.white, str(outcome.black))
            white = known.white or known.players[0]
            return Treated(answer, "accepted", game, pair, verified, known.words, known.ended, white)
        guess = _named(answer, standing, found, who)
        if known is not None and known.state == "needs-td":
            state: State = "held" if known.game or guess else "no game"
            return Treated(answer, state, known.game or guess or "", known.players, None, known.words)
        words = known.words if known else "Waiting for the chess site."
        return (
            Treated(answer, "waiting", guess or "", None, None, words)
            if guess
            else Treated(answer, "waiting", why=words)
        )
    game = _named(answer, standing, found, who)
    if game is None:
        return Treated(answer, "no game", why=_why_no_game(answer, standing, found, who))
    said = read_words(answer.result, spec)
    outcome = found[game]
    assert not isinstance(outcome.black, Empty)
    players = (outcome.white, outcome.black)
    if verify:
        return Treated(answer, "held", game, players, said, "It holds no link of a game, and games are verified here.")
    if said is None:
        why = f"“{answer.result}” is not a result." if answer.result else "It gives no result, only a link."
        return Treated(answer, "held", game, players, None, why)
    white = who.find(answer.white) or "" if answer.white else ""
    if white == outcome.black and who.find(answer.black or outcome.white) == outcome.white:
        said = turned(said, spec)  # they agreed on the other colours: the result counts for the players
    return Treated(answer, "accepted", game, players, said, white=white)


def refusal_words(refused: Refused) -> str:
    """Why a link is none of a game, in words."""
    return sentence("link", refused.code, refused.facts)


def _said_for(
    score: tuple[Fraction, Fraction],
    found: Mapping[str, Outcome],
    game: str,
    players: tuple[str, str],
    spec: FormatSheet,
) -> Said:
    """A verified score in the words of the format, as of the row's White and Black."""
    outcome = found[game]
    if players == (outcome.black, outcome.white):
        score = (score[1], score[0])
    word = next((w.word for w in spec.results if w.score == score and w.how is How.PLAYED), f"{score[0]}-{score[1]}")
    return Said(word, score, How.PLAYED)


def playable(standing: Standing, found: Mapping[str, Outcome], sent: datetime) -> list[Outcome]:
    """Games announced before `sent`, with two players, not cancelled, latest first."""
    games = [
        o
        for id_, o in found.items()
        if not isinstance(o.black, Empty) and not o.is_void and standing.games[id_].at <= sent
    ]
    return sorted(games, key=lambda o: (standing.games[o.id].at, ref(o.id).sort_key), reverse=True)


def _game_between(
    players: tuple[str, str], sent: datetime, standing: Standing, found: Mapping[str, Outcome]
) -> str | None:
    both = [o for o in playable(standing, found, sent) if {o.white, o.black} == set(players)]
    still_open = [o for o in both if not o.is_over or (o.at is not None and o.at >= sent)]
    chosen = (still_open or both)[:1]
    return chosen[0].id if chosen else None


def _named(answer: Answer, standing: Standing, found: Mapping[str, Outcome], who: Identities) -> str | None:
    """The game an answer names: by its id, by both players, or by the only open game of one of them."""
    assert answer.sent is not None
    names = [who.find(n) for n in (answer.white, answer.black) if n]
    if any(n is None for n in names):
        return None
    at = parse_ref(answer.pairing) if answer.pairing else None
    if at is not None:
        outcome = found.get(str(at))
        fits = outcome is not None and not isinstance(outcome.black, Empty) and not outcome.is_void
        if not fits or any(n not in (outcome.white, outcome.black) for n in names):  # type: ignore[union-attr]
            return None
        return str(at) if standing.games[str(at)].at <= answer.sent else None
    if len(names) == 2 and names[0] and names[1]:
        return _game_between((names[0], names[1]), answer.sent, standing, found)
    reporter = who.find(answer.reporter) if answer.reporter else None
    single = names[0] if names else reporter
    if single is None:
        return None
    mine = [o for o in playable(standing, found, answer.sent) if single in (o.white, o.black)]
    still_open = [o for o in mine if not o.is_over or (o.at is not None and o.at >= answer.sent)]
    return still_open[0].id if len(still_open) == 1 else None


def _why_no_game(answer: Answer, standing: Standing, found: Mapping[str, Outcome], who: Identities) -> str:
    assert answer.sent is not None
    for typed in (answer.white, answer.black, answer.reporter):
        if typed and who.find(typed) is None:
            return f"Nobody called “{typed[:60]}” is in Players."
    if answer.pairing:
        at = parse_ref(answer.pairing)
        if at is None or str(at) not in found:
            return f"There is no game {answer.pairing[:20]}."
        if standing.games[str(at)].at > answer.sent:
            return f"It was sent before {at} was announced."
        return f"{at} is not a game of these players."
    if answer.white and answer.black:
        return f"{answer.white[:60]} and {answer.black[:60]} have no game that was announced before it was sent."
    return "It does not say which game it is about."


def _published_on(game: str, accepted: Accepted, record: Sequence[Recorded]) -> bool:
    """Whether a later round, or the next game of the match, was published on this answer.

    One that went out in the very pass that accepted it was published on it too.
    """
    at = ref(game)
    for recorded in record:
        fact = recorded.fact
        if recorded.at < accepted.when or not isinstance(fact, Round | Game):
            continue
        other = ref(fact.id)
        if isinstance(fact, Round) and other.section == at.section and other.sort_key[:3] > at.sort_key[:3]:
            return True
        if isinstance(fact, Game) and other.match == at.match and (other.game or 0) > (at.game or 0):
            return True
    return False


def _person(treated: Treated, who: Identities) -> str:
    return who.find(treated.answer.reporter) or clean(treated.answer.reporter).casefold()


def _carried_on(
    reports: Sequence[Treated], outcome: Outcome, spec: FormatSheet
) -> tuple[Sequence[Treated], list[Treated]]:
    """The reports that count, and the running scores of a match that a later report takes further.

    Whoever sent them: 1-1 by one player and 2-2 by the other tell the same match. A score the match was over with
    stays and contradicts.
    """
    if spec.runs_on is None:
        return reports, []
    scores = [_in_order(r, outcome) for r in reports]
    kept: list[Treated] = []
    passed: list[Treated] = []
    for index, (report, score) in enumerate(zip(reports, scores, strict=True)):
        further = None
        if score is not None and spec.runs_on(outcome.id, score):
            further = next(
                (
                    r
                    for r, later in zip(reports[index + 1 :], scores[index + 1 :], strict=True)
                    if later is not None and later != score and later[0] >= score[0] and later[1] >= score[1]
                ),
                None,
            )
        if further is None:
            kept.append(report)
        else:
            passed.append(replace(report, state="replaced", why=f"The match went on: see row {further.answer.row}."))
    return kept, passed


def _in_order(report: Treated, outcome: Outcome) -> tuple[Fraction, Fraction] | None:
    """The score a report gives, as the match's first and second player stand."""
    said, players = report.said, report.players
    if report.state != "accepted" or said is None or said.score is None or players is None:
        return None
    return said.score if players[0] == outcome.white else (said.score[1], said.score[0])


def _settle(
    game: str,
    reports: Sequence[Treated],
    before: Accepted | None,
    record: Sequence[Recorded],
    who: Identities,
    form_title: str,
    refused_until: datetime | None,
) -> tuple[list[Treated], list[Claim], list[tuple[str, str, Mapping[str, Any], str]], list[Problem]]:
    """One game's reports: which counts, which merge, which wait for the director."""
    if before is not None and refused_until is not None and before.sent <= refused_until:
        before = None
    usable = [r for r in reports if r.state == "accepted" and r.said is not None and r.said.score is not None]
    others = [r for r in reports if r not in usable]
    done: list[Treated] = []
    newest: dict[str, Treated] = {}
    for report in usable:  # in the order sent: the same person's newer answer replaces the older one
        person = _person(report, who)
        link = report.answer.link.canonical if isinstance(report.answer.link, GameLink) else ""
        key = person or link or f"row {report.answer.row}"
        if key in newest and not person and newest[key].said == report.said:
            done.append(replace(report, state="merged", why=f"Says the same as row {newest[key].answer.row}."))
            continue
        if key in newest:
            done.append(
                replace(newest[key], state="replaced", why=f"Replaced by the answer in row {report.answer.row}.")
            )
        newest[key] = report
    live = list(newest.values())
    frozen = before is not None and _published_on(game, before, record)
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    claims: list[Claim] = []
    problems: list[Problem] = []
    scores = {r.said.score for r in live if r.said is not None}
    if before is not None and (frozen or not live):
        claims.append(_claim(before))
        same = [r for r in live if r.said is not None and r.said.score == before.score]
        shown = next((r for r in same if r.answer.key == before.key), same[0] if same else None)
        for report in live:
            if report in same:
                is_it = report is shown
                done.append(report if is_it else replace(report, state="merged", why="Says the same."))
                continue
            why = "Something was already published on the result; only the director can change it."
            done.append(replace(report, state="held", why=why))
            problems.append(_held_problem(report, game, form_title, why))
    elif len(scores) == 1:
        first = live[0]
        done.append(replace(first, state="accepted"))
        done += [replace(r, state="merged", why=f"Says the same as row {first.answer.row}.") for r in live[1:]]
        said = first.said
        assert said is not None
        assert said.score is not None
        assert first.players is not None
        assert first.answer.sent is not None
        canonical = first.answer.link.canonical if isinstance(first.answer.link, GameLink) else first.answer.raw_link
        now_accepted = Accepted(
            game, first.players, said.score, said.how, said.word, first.answer.sent, first.answer.reporter,
            first.answer.key, canonical, datetime.max, first.ended, first.white,
        )  # fmt: skip
        if before is None or (before.score, before.players, before.white) != (said.score, first.players, first.white):
            lines.append(("submission", game, _detail(now_accepted), f"{form_title} row {first.answer.row}"))
        else:
            now_accepted = replace(now_accepted, sent=min(before.sent, first.answer.sent))
        claims.append(_claim(now_accepted))
    elif live:
        pair = live[:2]
        why = " against ".join(f"row {r.answer.row} says {r.said.word if r.said else '?'}" for r in pair)
        for report in live:
            done.append(replace(report, state="held", why=f"Contradicts another report: {why}."))
            claims.append(_held_claim(report, game, "held"))
        problems.append(_held_problem(pair[1], game, form_title, why, "claims-contradict"))
        if before is not None:
            lines.append(("submission", game, {"state": "held"}, f"{form_title} row {pair[1].answer.row}"))
    for report in others:
        done.append(report)
        if claims and claims[0].state == "accepted":
            continue
        claims.append(_held_claim(report, game, "waiting" if report.state == "waiting" else "held"))
        if report.state == "held":
            problems.append(_held_problem(report, game, form_title, report.why))
    return done, claims, lines, problems


def _held_problem(report: Treated, game: str, form_title: str, why: str, code: str = "claim-held") -> Problem:
    at = At(form_title, f"A{report.answer.row}", "", report.answer.row)
    otherwise = "The game stays open for a few days past its deadline, then its deadline counts."
    return Problem(code, at, {"game": game, "why": why, "otherwise": otherwise})


def _held_claim(report: Treated, game: str, state: Literal["waiting", "held"]) -> Claim:
    players = report.players or ("", "")
    score = report.said.score if report.said else None
    return Claim(
        game, players, score, How.PLAYED, state, report.answer.sent, source=f"row {report.answer.row}", note=report.why
    )


def _claim(accepted: Accepted) -> Claim:
    return Claim(
        accepted.game, accepted.players, accepted.score, accepted.how, "accepted", accepted.sent, accepted.ended,
        accepted.link or "form", white=accepted.white,
    )  # fmt: skip


def _detail(accepted: Accepted) -> dict[str, Any]:
    return {
        "state": "accepted",
        "players": to_json(accepted.players),
        "score": to_json(accepted.score),
        "how": accepted.how.name,
        "word": accepted.word,
        "sent": to_json(accepted.sent),
        "reporter": accepted.reporter,
        "key": accepted.key,
        "link": accepted.link,
        "ended": to_json(accepted.ended),
        **({"white": accepted.white} if accepted.white else {}),
    }


def claims_of(before: Mapping[str, Accepted]) -> tuple[Claim, ...]:
    """Claims of what was accepted at earlier passes alone."""
    return tuple(_claim(a) for a in before.values())


__all__ = ["Accepted", "Answer", "Checked", "Line", "Reading", "Treated", "accepted_before", "read_answers", "treat"]
