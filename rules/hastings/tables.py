"""The views: Bracket, This round, Standings, Duties, lists, Prize money, Pairings, Next round, Why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from rules.hastings.announce import duties
from rules.hastings.challengers import Line, knock_out_players
from rules.hastings.drafts import round_name
from rules.hastings.event import CHALLENGERS, KNOCK_OUT, Event, KRound
from rules.hastings.follow import earliest_for
from rules.hastings.lucky import board_ranks
from rules.hastings.match import SLOW, Match, rate_of
from rules.hastings.prizes import loses_prize, prizes_of
from rules.hastings.roster import basis
from rules.model import Draft, Empty, Game, Id, Lot, Reason, Round, Row, Trouble, Value
from rules.parts.ids import ref
from rules.parts.lines import opponent_text, outcome_word, pairing_rows, why_rows
from rules.parts.outcomes import Outcome
from rules.reasons import number_text


@cache
def half(value: Fraction | int) -> str:
    """Points as people write them."""
    return number_text(value)


def names_of_rounds(event: Event) -> dict[Id, str]:
    """What each knock-out round is called."""
    return {
        r.id: "round 1" if n == 1 and not r.is_final else "final" if r.is_final else round_name(r.places, n)
        for n, r in enumerate(event.k_rounds, start=1)
    }


def bracket_table(event: Event) -> tuple[Row, ...]:
    """The knock-out, the latest round first: who met whom from which position, each stage, who went on."""
    rows: list[Row] = []
    names = names_of_rounds(event)
    for round_ in reversed(event.k_rounds):
        place = {p: i for i, p in enumerate(round_.ranking, start=1)}
        rows += [_bracket_row(event, round_, match, names[round_.id], place) for match in round_.matches]
        for player in round_.held:
            cells = _bracket_cells(round_, names[round_.id])
            cells |= {"Place": place.get(player), "First": player, "First from": _from(event, round_, player)}
            cells |= {"Second": Empty.HELD_BACK.value, "Through": player, "How": "without a game"}
            rows.append(Row(cells, Reason("2/H3", "held-back", {"player": player, "players": len(place), "round": ""})))
    return tuple(rows)


def _bracket_cells(round_: KRound, name: str) -> dict[str, Value]:
    cells: dict[str, Value] = dict.fromkeys(
        ("Round", "Stage", "Board", "Place", "First", "First from", "Place 2", "Second", "Second from",
         "Slow", "Mini-match", "Armageddon", "Through", "How")
    )  # fmt: skip
    return {**cells, "Round": round_.id, "Stage": name}


def _bracket_row(event: Event, round_: KRound, match: Match, name: str, place: dict[Id, int]) -> Row:
    cells = _bracket_cells(round_, name)
    first, second = match.players
    parts: dict[str, list[Outcome]] = {"Slow": [], "Mini-match": [], "Armageddon": []}
    for number, o in enumerate(match.games, start=1):
        rate = rate_of(match.slow, number)
        parts["Slow" if rate == SLOW else "Mini-match" if rate == "quick" else "Armageddon"].append(o)
    cells |= {
        "Board": match.board,
        "Place": place.get(first),
        "First": first,
        "First from": _from(event, round_, first),
        "Place 2": place.get(second),
        "Second": second,
        "Second from": _from(event, round_, second),
        **{heading: _score(games, match) for heading, games in parts.items()},
        "Through": match.winner if match.over else None,
        "How": how(match),
    }
    return Row(cells, match_reason(match))


def _score(games: Sequence[Outcome], match: Match) -> Value:
    """The score of a stage from the first player's side, with the colour of each game: `½-½ (w)`."""
    shown = []
    for o in games:
        colour = "w" if o.white == match.first else "b"
        if o.id in match.surplus:
            continue
        if o.state not in ("decided", "frozen") or o.score is None:
            shown.append(f"… ({colour})")
            continue
        word = f"{half(o.score_of(match.first))}-{half(o.score_of(match.second))}"
        shown.append(f"{word} ({colour})" if not outcome_word(o).endswith("F") else f"{word} default")
    return ", ".join(shown) or None


def how(match: Match) -> str:
    """How a match stands or ended."""
    if not match.over:
        return "being played" if match.games else "to be played"
    if match.by_word:
        return "the director's word"
    if match.winner is None:
        return "nobody goes on"
    if match.defaulted - {match.winner}:
        return "by default"
    return {"slow": "slow game" if match.slow == 1 else "slow games", "mini": "mini-match", "Armageddon": "Armageddon"}[
        match.stage
    ]


def match_reason(match: Match) -> Reason:
    """Why a match ended as it did."""
    data: dict[str, Value] = {"first": match.first, "second": match.second, "winner": match.winner, "match": match.id}
    if not match.over:
        return Reason("9", "match-open", data)
    if match.by_word:
        return Reason("H29", "match-word", data)
    if match.winner is None:
        return Reason("H12", "match-nobody", data)
    if match.defaulted - {match.winner}:
        data["absent"] = tuple(sorted(match.defaulted - {match.winner}))
        return Reason("3/H12" if match.slow == 1 else "32/H13", "match-default", data)
    if match.stage == "slow":
        return Reason("2" if match.slow == 1 else "27", "match-slow", data)
    if match.stage == "mini":
        return Reason("9/H10", "match-mini", data)
    drawn = bool(match.games) and _armageddon_drawn(match)
    return Reason("10/H11", "match-armageddon-draw" if drawn else "match-armageddon", data)


def _armageddon_drawn(match: Match) -> bool:
    last = [o for o in match.games if o.id not in match.surplus][-1]
    return last.score is not None and last.score[0] == last.score[1]


def _from(event: Event, round_: KRound, player: Id) -> Value:
    """Where a player came from into a round."""
    if round_.number == 1:
        return None
    if player in round_.lucky:
        return "lucky loser"
    before = next((r for r in reversed(event.k_rounds) if r.number < round_.number), None)
    match = before.match_of(player) if before else None
    if match is not None:
        return f"board {match.board}"
    return "held back" if before and player in before.held else None


# --- this round -----------------------------------------------------------------------------------------------------

THIS = ("Player", "Section", "Opponent", "Colour", "Rate", "Starts", "Report", "State")


def this_round_table(event: Event) -> tuple[Row, ...]:
    """One row a player: whom they play now, with which colour and rate, from when; then what people must do."""
    rows = []
    in_k = knock_out_players(event)
    latest = event.c_rounds[-1] if event.c_rounds else None
    for player in event.listing.order:
        cells: dict[str, Value] = dict.fromkeys((*THIS, "Game"))
        cells |= {"Player": player, "Section": section_of(event, player, in_k)}
        match = event.last_k.match_of(player) if event.last_k else None
        why: Reason | None = None
        if match is not None and event.last_k is not None and (player in in_k or latest is None or not _newer(event)):
            why = _match_cells(event, cells, match, player)
        elif event.last_k is not None and player in event.last_k.held:
            cells["State"] = "held back: goes on without a game"
        else:
            mine = [o for o in latest.games if player in (o.white, o.black)] if latest else []
            if mine:
                why = _game_cells(event, cells, mine[-1], player)
            else:
                cells["State"] = idle(event, player)
        rows.append(Row(cells, why))
    return tuple(rows)


def _newer(event: Event) -> bool:
    """Whether the latest round of the Challengers came after the latest knock-out round."""
    return bool(event.c_rounds) and event.last_k is not None and event.c_rounds[-1].number > event.last_k.number


def section_of(event: Event, player: Id, in_k: frozenset[Id]) -> str:
    """Where a player is now."""
    if event.leaving_of(player) is not None and not event.plays_on(player):
        return "out"
    if player in in_k:
        last = event.last_k
        return "Premier" if last is not None and last.slow == 2 and last.number > 1 else "Knock-out"
    return "out" if player in event.barred else "Challengers"


def _match_cells(event: Event, cells: dict[str, Value], match: Match, player: Id) -> Reason:
    cells["Opponent"] = match.opponent(player)
    if match.over:
        cells["State"] = "through" if match.winner == player else "knocked out" if match.winner else "nobody goes on"
        return match_reason(match)
    if match.open is None:
        cells["State"] = "waits for the lot of the colours"
        return match_reason(match)
    _open_cells(event, cells, match.open, player)
    cells["Starts"] = starts_of(event, match, match.open)
    return event.stands.games[match.open.id].why


def _open_cells(event: Event, cells: dict[str, Value], o: Outcome, player: Id) -> None:
    cells |= {
        "Opponent": opponent_text(o.opponent_of(player)),
        "Colour": "White" if o.white == player else "Black",
        "Rate": event.stands.game(o.id).rate,
        "Game": o.id,
        "State": state_text(o),
    }


def starts_of(event: Event, match: Match, o: Outcome) -> Value:
    """When a game of a match starts, or may start at the earliest."""
    number = ref(o.id).game or 1
    if number <= match.slow:
        return event.slot_start(ref(match.id).number + number - 1)
    if match.games[number - 2].ended is not None:
        return earliest_for(event, match, number, rate_of(match.slow, number), number == match.slow + 1)
    return event.stands.game(o.id).taken.get("earliest")


def _game_cells(event: Event, cells: dict[str, Value], o: Outcome, player: Id) -> Reason:
    if o.state == "bye":
        cells["Opponent"], cells["State"] = opponent_text(o.black), "bye"
    else:
        _open_cells(event, cells, o, player)
        cells["Starts"] = event.slot_start(ref(o.id).number)
    return event.stands.games[o.id].why


def state_text(o: Outcome) -> str:
    """How a game stands."""
    if o.state == "frozen":
        return "frozen: see Problems"
    if o.state == "decided":
        return f"{outcome_word(o)} (opponent left)" if o.by == "leaver" else outcome_word(o)
    if any(c.state == "held" for c in o.held):
        return "reported, waits for the director"
    return "reported, being checked" if o.held else "to be played"


def idle(event: Event, player: Id) -> str:
    """Why somebody has no game."""
    if event.leaving_of(player) is not None:
        return event.status(player).casefold()
    if player in event.barred:
        return "out by default"
    if not event.k_rounds:
        return "waits for round 1"
    if event.entries[player].missed and not event.c_rounds:
        return "½ for round 1; joins the Challengers in round 2"
    return "not paired in this round"


def duties_table(event: Event) -> tuple[Row, ...]:
    """What people must do now, with times."""
    last = event.last_k
    slot = max(event.last_slot, 1)
    last_slow = last is None or slot == last.next_slot - 1
    return tuple(
        Row({"Round": f"day {slot}", "Duty": DUTIES[reason.code], "Why": None}, reason)
        for reason in duties(event, slot, last_slow)
    )


DUTIES = {
    "duty-clocks": "Clocks",
    "duty-clocks-before": "Clocks",
    "duty-mini-match": "Mini-match",
    "duty-armageddon": "Armageddon",
    "duty-reconstruct": "Reconstruction",
    "duty-post": "Results",
    "duty-announce": "Qualifiers",
    "duty-pairings": "Next pairings",
}


# --- lists ----------------------------------------------------------------------------------------------------------


def standings_table(event: Event, lines: Sequence[Line]) -> tuple[Row, ...]:
    """The Challengers: place, points, what was brought, each round."""
    slots = event.c_slots
    rounds = [r.number for r in event.c_rounds]
    names = {n: p for p, n in event.number.items()}
    rows = []
    for line in lines:
        s = line.standing
        cells: dict[str, Value] = {
            "Place": s.place,
            "Player": line.player,
            "Points": Fraction(s.points, 2),
            "Brought": line.brought,
            "Number": s.number,
            "From round": line.entered,
        }
        by_round = {slot.round: slot for slot in slots.get(line.player, ())}
        for number in rounds:
            slot = by_round.get(number)
            if slot is None:
                cells[f"R{number}"] = None
            else:
                opponent = names.get(slot.opponent or 0, "bye")
                colour = {"W": " w", "B": " b", None: ""}[slot.colour]
                cells[f"R{number}"] = f"{half(Fraction(slot.gained, 2))} {opponent}{colour}"
        why = s.why
        missed = loses_prize(event, line.player)
        if missed is not None:
            why = Reason(why.rule, why.code, why.data, (Reason("34/H38", "no-prize", {"game": missed}),))
        rows.append(Row(cells, why))
    return tuple(rows)


def lucky_table(event: Event) -> tuple[Row, ...]:
    """Lucky losers of every round, in the order chosen, with the candidates they were chosen from."""
    rows = []
    for before, round_ in zip(event.k_rounds, event.k_rounds[1:], strict=False):
        ranks = board_ranks(before.last())
        why_of = {str(part.data.get("player")): part for part in round_.recorded.why.parts if "lucky" in part.code}
        for number, player in enumerate(round_.lucky, start=1):
            match = before.match_of(player)
            cells: dict[str, Value] = {
                "Round": round_.id,
                "Number": number,
                "Player": player,
                "Board rank": ranks.get(player),
                "Lost to": match.winner if match else None,
                "Fell in": None
                if match is None
                else {"slow": "slow game", "mini": "mini-match"}.get(match.stage, match.stage),
            }
            rows.append(Row(cells, why_of.get(player)))
    return tuple(rows)


def starting_table(event: Event) -> tuple[Row, ...]:
    """The list of rule 1 with everybody's place."""
    in_k = knock_out_players(event)
    rows = []
    for number, player in enumerate(event.listing.order, start=1):
        e = event.entries[player]
        cells: dict[str, Value] = {
            "Number": number,
            "Player": player,
            "Title": e.title or None,
            "Rating": e.rating,
            "Estimate": e.estimate,
            "Federation": e.federation.upper() or None,
            "Section": section_of(event, player, in_k),
            "Status": event.status(player),
        }
        data: dict[str, Value] = {"player": player, "number": number, "basis": basis(e)}
        rows.append(Row(cells, Reason("1/H1", "listed", data)))
    return tuple(rows)


def prize_table(event: Event, lines: tuple[Line, ...]) -> tuple[Row, ...]:
    """Prize money as it stands: who, and how much once the director said what there is to win. Ruling: H53."""
    rows = []
    for prize in prizes_of(event, lines):
        section = {KNOCK_OUT: "Premier", CHALLENGERS: "Challengers"}[prize.section]
        cells: dict[str, Value] = {
            "Section": section,
            "Place": prize.place,
            "Player": prize.player,
            "Prize": money(prize.amount) if prize.named else None,
            "Withheld": money(prize.withheld) if prize.named and prize.withheld else None,
        }
        rows.append(Row(cells, prize.why))
    return tuple(rows)


def money(amount: Fraction) -> Value:
    """An amount: whole, or to the cent."""
    if amount.denominator == 1:
        return int(amount)
    cents = (amount * 200 + 1) // 2
    return (
        Fraction(cents, 100) if Fraction(cents, 100).denominator in (1, 2, 4) else f"{cents // 100}.{cents % 100:02d}"
    )


# --- games and reasons ----------------------------------------------------------------------------------------------


def pairings_table(event: Event) -> tuple[Row, ...]:
    """Every game of the record with what counts."""
    surplus = {id_ for r in event.k_rounds for m in r.matches for id_ in m.surplus}
    held = {(r.id, player) for r in event.k_rounds for player in r.held}
    replaced = {
        o.id for o in event.outcomes.values() if o.black is Empty.HELD_BACK and (ref(o.id).round, o.white) not in held
    }
    remarks: dict[Id, str] = {}
    for id_, o in event.outcomes.items():
        said = []
        if id_ in surplus:
            said.append("counts for nothing: the match was over")
        if id_ in replaced:
            said.append("plays on a further board after all")
        if o.state == "open" and o.held:
            said.append(state_text(o))
        if o.by == "leaver":
            said.append("a player left")
        if o.claim is not None and o.claim.note:
            said.append(o.claim.note)
        remarks[id_] = "; ".join(said)
    reasons = {m.games[-1].id: match_reason(m) for r in event.k_rounds for m in r.matches if m.over and m.games}
    return pairing_rows(event.book, event.stands, event.outcomes, remarks, reasons)


def next_round_table(drafts: Sequence[Draft], notes: Sequence[Reason]) -> tuple[Row, ...]:
    """The drafts, each board with its reason, then warnings and what is waited for."""
    rows: list[Row] = []
    for draft in drafts:
        for recorded in draft.facts:
            fact = recorded.fact
            if isinstance(fact, Round):
                rows.append(_next(fact.id, None, None, recorded.why))
            elif isinstance(fact, Game):
                rows.append(_next(fact.id, fact.white, opponent_text(fact.black), recorded.why))
            elif isinstance(fact, Lot):
                rows.append(_next(fact.id, " or ".join(fact.among), "by lot", recorded.why))
            elif hasattr(fact, "player") and recorded.why.code != "entered":
                rows.append(_next(None, fact.player, None, recorded.why))
        rows += [_next(check.about, None, None, warning(check)) for check in draft.checks]
    return (*rows, *(_next(None, None, None, note) for note in notes))


def _next(board: Id | None, white: str | None, black: str | None, why: Reason) -> Row:
    return Row({"Board": board, "White": white, "Black": black}, why)


def warning(check: Trouble) -> Reason:
    """A check of a draft as a sentence."""
    rule = {"no-pairing": "S2/H34", "draws-agree": "19/H35"}.get(check.code, "H6")
    return Reason(rule, f"check-{check.code}", check.data)


def why_table(event: Event, ending: Reason | None = None) -> tuple[Row, ...]:
    """One line a decision, the newest first; under each match how it ended."""
    facts = why_rows(event.book.record)
    over = [
        Row({"Round": r.id, "About": m.id}, match_reason(m))
        for r in event.k_rounds
        for m in r.matches
        if m.over and m.games
    ]
    by_round: dict[Value, list[Row]] = {}
    for row in over:
        by_round.setdefault(row.cells["Round"], []).append(row)
    rows: list[Row] = []
    last_of = {row.cells["Round"]: n for n, row in enumerate(facts)}
    for n, row in enumerate(facts):
        rows.append(row)
        if last_of[row.cells["Round"]] == n:
            rows += by_round.pop(row.cells["Round"], [])
    if ending is not None:
        rows.append(Row({"Round": None, "About": "winner"}, ending))
    return tuple(reversed(rows))
