"""The other tabs: standings, starting list, this round, next round, why, duties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.advice import ways
from rules.model import Empty, Entry, Game, Id, Reason, Recorded, Round, Row, Value
from rules.parts.ids import ref
from rules.parts.lines import opponent_text, pairing_rows, why_rows
from rules.pente import elimination, playoffs
from rules.pente.bracket import bracket_rows
from rules.pente.dates import days, due_of
from rules.pente.drafts import Step
from rules.pente.duties import phases, remark
from rules.pente.dutylist import DUTIES
from rules.pente.history import Event, History, Match, Stage
from rules.pente.lists import entry_list
from rules.pente.placing import A, B
from rules.pente.results import shown_outcome
from rules.reasons import value_text


def tables(event: Event, steps: dict[str, Step]) -> Mapping[str, tuple[Row, ...]]:
    """Every tab of the format."""
    return {
        "Bracket": bracket_rows(event, steps),
        "Standings A": standings_a(event.sections[A]),
        "Standings B": standings_b(event.sections[B]),
        "This round": this_round(event),
        "Pairings": pairings(event),
        "Next round": next_round(steps),
        "Why": why_rows(event.book.record),
        "Starting list": starting_list(event),
        "Duties": duties(event),
    }


def standings_a(history: History) -> tuple[Row, ...]:
    """Places so far; those still in come first. Rule: P22."""
    if not history.has_begun:
        return ()
    now = elimination.rank(history)
    byes = history.byes()
    rows = []
    for place, player in elimination.places(history):
        losses = len(now.losses[player])
        out = now.exits.get(player)
        code = "place-champion" if player in now.champions else "place-still-in" if out is None else "place-exit"
        data: dict[str, Value] = {"player": player, "losses": losses, "exit": out, "place": place}
        cells: dict[str, Value] = {
            "Place": place,
            "Player": player,
            "Seed": history.number(player),
            "Lost matches": losses,
            "Byes": byes.get(player, 0),
            "Out in round": out,
        }
        rows.append(Row(cells, Reason("A-format 1-2, P22", code, data)))
    return tuple(rows)


def standings_b(history: History) -> tuple[Row, ...]:
    """Places by games won, opponents' games won, forfeit points; shared, not by lot. Rule: B-pairing 2; P24, P36."""
    if not history.has_begun:
        return ()
    numbers = playoffs.numbers(history)
    points = playoffs.forfeit_points(history)
    gone = playoffs.exits(history)
    titled, _ = playoffs.champions(history)
    seeds = playoffs.seeds_taken(history)
    rows = []
    for place, player in playoffs.places(history):
        wins, others, forfeits = numbers[player]
        lists = points[player]
        state = _state_b(history, player, titled, seeds, gone)
        data: dict[str, Value] = {
            "player": player, "wins": wins, "others": others, "forfeits": forfeits, "state": state,
            "plus": lists.to_others, "minus_two": lists.in_last_round, "minus_one": lists.before,
        }  # fmt: skip
        cells: dict[str, Value] = {
            "Place": place,
            "Player": player,
            "Games won": wins,
            "Opponents' wins": others,
            "Forfeit points": forfeits,
            "State": state,
        }
        for stage in history.of_kind("round"):
            cells[f"R{ref(stage.id).number}"] = _in_round(stage, player)
        rows.append(Row(cells, Reason("B-pairing 2, PO-pairing 1, P36", "standing-b", data)))
    return tuple(rows)


def _state_b(
    history: History, player: Id, titled: tuple[Id, ...], seeds: tuple[Id, ...], gone: Mapping[Id, int]
) -> str:
    if player in titled:
        return "champion"
    if player in gone:
        return f"out in {history.stages[gone[player] - 1].id}"
    if player in history.left:
        return f"left after {history.stages[history.left[player] - 1].id}"
    return f"play-off seed {seeds.index(player) + 1}" if player in seeds else ""


def _in_round(stage: Stage, player: Id) -> str | None:
    for m in stage.matches:
        if player not in m.players:
            continue
        if m.is_bye:
            return f"{opponent_text(m.lower)} {m.wins_of(player)}"
        word = str(m.wins_of(player)) + ("F" if m.verdict.forfeited else "")
        return f"{m.other(player)} {word}" if m.verdict.state == "decided" else m.other(player)
    return None


def this_round(event: Event) -> tuple[Row, ...]:
    """One row a player of each section's running round."""
    rows = []
    for history in event.sections.values():
        stage = history.last
        if stage is None:
            continue
        at = days(event, stage)
        for m in stage.matches:
            for player in m.players:
                cells: dict[str, Value] = {
                    "Player": player,
                    "Opponent": m.other(player) or opponent_text(m.lower),
                    "Game": m.id,
                    "Score": _score(m, player),
                    "Starts": None if m.is_bye else at.starts,
                    "Due": due_of(event, at, m),
                    "Report": None,
                    "State": _state(m),
                    "Remark": remark(event, history, stage, m) or None,
                }
                rows.append(Row(cells, event.stands.games[m.id].why))
        paired = {p for m in stage.matches for p in m.players}
        rows += [Row(_idle(player, stage), None) for player in stage.still_in if player not in paired]
    return tuple(rows)


def _idle(player: Id, stage: Stage) -> dict[str, Value]:
    cells: dict[str, Value] = dict.fromkeys(
        ("Player", "Opponent", "Game", "Score", "Starts", "Due", "Report", "State", "Remark")
    )
    return cells | {"Player": player, "State": f"no match in {stage.id}"}


def _state(m: Match) -> str:
    v = m.verdict
    if v.state == "bye":
        return "half bye" if m.lower is Empty.HALF_BYE else "bye"
    if v.state == "void":
        return "cancelled"
    if v.state == "frozen":
        return "frozen: the director is asked"
    if v.state == "open":
        return "running" if v.games else "to be played"
    return "forfeited" if v.forfeited else "tie declared" if v.winner is None and m.plan.name == "section A" else "over"


def _score(m: Match, player: Id) -> str | None:
    if m.verdict.score is None:
        return None
    a, b = m.verdict.score
    return f"{a}-{b}" if player == m.upper else f"{b}-{a}"


def pairings(event: Event) -> tuple[Row, ...]:
    """Every match and bye. Forfeits of leavers are shown although nobody typed them. Rule: P10."""
    shown = {}
    remarks = {}
    reasons: dict[Id, Reason] = {}
    for history in event.sections.values():
        for stage in history.stages:
            at = days(event, stage)
            for m in stage.matches:
                remarks[m.id] = remark(event, history, stage, m)
                if m.verdict.by == "leaver":
                    leavers: dict[str, Value] = {"match": m.id, "players": m.verdict.forfeited}
                    reasons[m.id] = Reason("P10", "forfeit-left", leavers)
                shown[m.id] = replace(shown_outcome(m), due=due_of(event, at, m))
    rows = pairing_rows(event.book, event.stands, shown, remarks, reasons, "White", "Black")
    return tuple(_running(row) for row in rows)


def _running(row: Row) -> Row:
    """A running score is no outcome: the column stays blank until the match is over."""
    if row.cells["Decided by"] == "" and row.cells["Outcome"]:
        return replace(row, cells={**row.cells, "Outcome": ""})
    return row


def next_round(steps: dict[str, Step]) -> tuple[Row, ...]:
    """The drafts, and what each section waits for."""
    rows: list[Row] = []
    for step in steps.values():
        if step.draft is not None:
            rows += [_draft_row(step.draft.id, r) for r in step.draft.facts if not isinstance(r.fact, Entry)]
        for wait in step.waits:
            cells = _blank_next(wait.holds) | {"Remark": f"To go on: {ways(wait.ends_by)}." if wait.ends_by else None}
            rows.append(Row(cells, wait.why))
    return tuple(rows)


def _blank_next(round_: Id) -> dict[str, Value]:
    return {
        "Round": round_,
        "Game": None,
        "Player 1": None,
        "Player 2": None,
        "Starts": None,
        "Due": None,
        "Remark": None,
    }


def _draft_row(round_: Id, recorded: Recorded) -> Row:
    cells = _blank_next(round_)
    fact = recorded.fact
    if isinstance(fact, Round):
        cells |= {"Starts": fact.starts, "Due": fact.due, "Remark": fact.kind}
    elif isinstance(fact, Game):
        cells |= {"Game": fact.id, "Player 1": fact.white, "Player 2": opponent_text(fact.black)}
    return Row(cells, recorded.why)


def starting_list(event: Event) -> tuple[Row, ...]:
    """Section, seed or number, and why: as taken, or as it would be taken now. Rule: P1-P5."""
    rows = []
    for section, history in event.sections.items():
        if history.has_begun:
            entries = [history.entries[p] for p in history.players]
        else:
            entries = list(entry_list(event, section).entries)
        for recorded in entries:
            fact = recorded.fact
            assert isinstance(fact, Entry)
            rating = fact.taken.get("rating")
            taken = fact.taken.get("seeding") if section == A else rating
            cells: dict[str, Value] = {
                "Section": section,
                "Number": fact.number,
                "Player": fact.player,
                "Taken": value_text(taken),
                "Rating": rating,
                "Games": fact.taken.get("games"),
            }
            rows.append(Row(cells, recorded.why))
    return tuple(rows)


def duties(event: Event) -> tuple[Row, ...]:
    """What people do themselves, those at hand marked. Rule: A-match, B-match, PO-match, pairing rules, info, tips."""
    now = {section: phases(event, section) for section in event.sections}
    rows = []
    for duty in DUTIES:
        sections = [s for s, at_hand in now.items() if duty.phase in at_hand or duty.phase == "any time"]
        cells: dict[str, Value] = {
            "Now": " and ".join(sections) or None,
            "When": duty.phase,
            "Who": duty.who,
            "What": duty.what,
            "Rule": duty.clause,
        }
        rows.append(Row(cells, Reason(duty.clause, "duty", {"who": duty.who, "what": duty.what})))
    return tuple(sorted(rows, key=lambda r: r.cells["Now"] is None))
