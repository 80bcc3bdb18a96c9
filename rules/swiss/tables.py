"""The views of a Swiss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.model import Draft, Empty, Entry, Game, Id, Reason, Recorded, Round, Row, Trouble, Value
from rules.parts.ids import ref
from rules.parts.lines import opponent_text, outcome_word, pairing_rows, why_rows
from rules.parts.median import Kind, floats_of
from rules.parts.median.colours import claim_of
from rules.parts.outcomes import Outcome
from rules.reasons import number_text
from rules.swiss.listing import Listing
from rules.swiss.places import Line
from rules.swiss.rating_report import rating_cells
from rules.swiss.roster import number_taken, text_taken
from rules.swiss.season import Past, Season, is_half_bye
from rules.swiss.terms import TABLES, Terms

CUTS_SHOWN = 6  # further terms of a tie-break shown in the cell


def standings_table(season: Season, places: Sequence[Line], finished: bool) -> tuple[Row, ...]:
    """The standings by what is decided now."""
    names = {number: player for player, number in season.numbers.items()}
    rows = []
    for one in places:
        player = names[one.number]
        entry = season.entry(player)
        pasts = list(season.history.get(player, {}).values())
        played = [p for p in pasts if p.kind is Kind.PLAYED]
        first, rest = _tie_break(one)
        cells: dict[str, Value] = {
            "Place": one.place,
            "Player": player,
            "No": one.number,
            "Title": text_taken(entry, "title").upper() or None,
            "Federation": text_taken(entry, "federation").upper() or None,
            "Rating": number_taken(entry, "rating"),
            "Points": one.points,
            "Tie-break": first,
            "Further terms": rest or None,
            "Played": len(played),
            "Wins": sum(p.gained == 2 for p in played),
            "Draws": sum(p.gained == 1 for p in played),
            "Losses": sum(p.gained == 0 for p in played),
            "Unplayed": sum(p.kind is not Kind.PLAYED and not is_free(p, season.terms) for p in pasts),
            "Why": None,
            **one.further,
            **rating_cells(season, player),
        }
        why = one.why
        if finished and one.place == 1:
            why = Reason(why.rule, why.code, why.data, (Reason("6", "is-winner", {"player": player}),))
        rows.append(Row(cells, why))
    return tuple(rows)


def is_free(past: Past, terms: Terms) -> bool:
    """Whether a table has nobody for the player in this round."""
    return terms.system in TABLES and past.kind is Kind.BYE


def _tie_break(one: Line) -> tuple[Value, str]:
    """The first value, and the others in words: further cuts of rule 16, or the other tie-breaks by name."""
    if not one.further:
        rest = " ; ".join(number_text(term) for term in one.terms[1 : 1 + CUTS_SHOWN])
        return (one.terms[0] if one.terms else None), rest
    (_, first), *others = one.further.items()
    said = [f"{code} {number_text(value)}" for code, value in others if isinstance(value, int | Fraction)]
    return first, " ; ".join(said)


def preview_standings(listing: Listing) -> tuple[Row, ...]:
    """Before the start: the list as it would be numbered."""
    rows = []
    for player, number in listing.numbers.items():
        taken = listing.taken[player]
        cells: dict[str, Value] = dict.fromkeys(
            ("Place", "Player", "No", "Title", "Federation", "Rating", "Points", "Tie-break", "Further terms", "Played",
             "Wins", "Draws", "Losses", "Unplayed", "Why")
        )  # fmt: skip
        cells |= {"Player": player, "No": number, "Title": taken.get("title"), "Rating": taken.get("rating")}
        rows.append(Row(cells, listing.why[player]))
    return tuple(rows)


def this_round_table(season: Season, listing: Listing | None) -> tuple[Row, ...]:
    """One row a player: whom they play, with which colour, until when, and how it stands; the idle with the reason."""
    round_ = season.rounds[-1] if season.rounds else ""
    rows = []
    games = season.games_of(round_) if round_ else ()
    seats = {player: o for o in reversed(games) for player in (o.white, o.black)}
    everybody = season.everybody or (listing.order if listing is not None else ())
    for player in everybody:
        own = seats.get(player)
        cells: dict[str, Value] = {"Player": player, "Opponent": None, "Colour": None, "Due": None, "Report": None}
        if own is None:
            why = season.away(player, round_) if round_ else Reason("14", "idle-first", {"player": player})
            why = why or Reason("17", "idle", {"player": player, "round": round_})
            cells |= {"Game": None, "State": IDLE.get(why.code, "not paired in this round")}
            rows.append(Row(cells, why))
            continue
        bye = own.state == "bye"
        cells |= {
            "Opponent": opponent_text(own.opponent_of(player)),
            "Colour": None if bye else "White" if own.white == player else "Black",
            "Due": own.due if not own.is_over else None,
            "Game": None if bye else own.id,
            "State": state_text(own, season.terms),
        }
        rows.append(Row(cells, season.stands.games[own.id].why))
    return tuple(rows)


IDLE: Mapping[str, str] = {
    "idle-first": "waits for round 1",
    "idle-out": "has left the event",
    "idle-paused": "paused",
    "idle-absent": "absent",
    "idle-half-bye": "half-point bye",
    "idle-half-bye-limit": "absent",
    "idle-half-bye-late": "absent",
    "idle-half-bye-none": "absent",
    "idle-late": "comes later",
    "idle-no-show": "did not appear; counts as withdrawn",
    "idle": "not paired in this round",
}


BYE_TEXT = {2: "one point", 1: "half a point", 0: "no point"}


def state_text(o: Outcome, terms: Terms) -> str:
    """How a game stands, in a few words."""
    if o.state == "bye":
        if o.black is Empty.BYE:
            return "free" if terms.system in TABLES else f"bye: {BYE_TEXT[terms.bye_points]}"
        return "bye: half a point" if is_half_bye(o, terms) else "absent"
    if o.state == "frozen":
        return "frozen: see Problems"
    if o.state == "decided":
        return outcome_word(o)
    if any(c.state == "held" for c in o.held):
        return "reported, waits for the director"
    return "reported, being checked" if o.held else "to be played"


def pairings_table(season: Season) -> tuple[Row, ...]:
    """Every game of the record with what counts."""
    remarks = {}
    for id_, o in season.outcomes.items():
        said = []
        game = season.stands.game(id_)
        if (o.white, o.black) != (game.white, game.black):
            said.append("changed by the director after publication")
        if o.state == "frozen" or (o.state == "open" and o.held):
            said.append(state_text(o, season.terms))
        if o.claim is not None and o.claim.note:
            said.append(o.claim.note)
        if o.claim is not None and o.claim.white == o.black:
            said.append("played with colours reversed")
        remarks[id_] = "; ".join(said)
    return pairing_rows(season.book, season.stands, season.outcomes, remarks, {})


def cell_of(past: Past | None, numbers: Mapping[Id, int]) -> str | None:
    """A round in the cross-table: `w12 1`, `b3 ½`, `w4 +` (default), `bye 1`, `absent`."""
    if past is None:
        return None
    if past.opponent is None:
        return f"bye {number_text(Fraction(past.gained, 2))}" if past.kind in (Kind.BYE, Kind.HALF_BYE) else "absent"
    shade = (past.colour or past.seat or "").lower()
    mark = {Kind.DEFAULT_WON: "+", Kind.DEFAULT_LOST: "–", Kind.DOUBLE_DEFAULT: "–"}.get(past.kind)
    result = mark or {2: "1", 1: "½", 0: "0"}.get(past.gained, "0")
    return f"{shade}{numbers[past.opponent]} {result}"


def cross_table(season: Season, places: Sequence[Line]) -> tuple[Row, ...]:
    """Who met whom: a row a player in the order of the standings, a column a round; opponents by number."""
    numbers = season.numbers
    names = {number: player for player, number in numbers.items()}
    rows = []
    for one in places:
        player = names[one.number]
        cells: dict[str, Value] = {
            "Place": one.place,
            "No": one.number,
            "Player": player,
            "Points": one.points,
        }
        own = season.history.get(player, {})
        for round_ in season.rounds:
            past = own.get(ref(round_).number)
            free = past is not None and is_free(past, season.terms)
            cells[round_] = "free" if free else cell_of(past, numbers)
        rows.append(Row(cells, one.why))
    return tuple(rows)


def starting_list(season: Season, listing: Listing | None) -> tuple[Row, ...]:
    """The list with what was taken of everybody, and the numbers by which each round was paired. Rule: 7, 17."""
    rows = []
    if not season.rounds:
        if listing is None:
            return ()
        for player, number in listing.numbers.items():
            rows.append(Row(_listed(number, player, listing.taken[player]), listing.why[player]))
        return tuple(rows)
    for player, number in season.numbers.items():
        cells = _listed(number, player, season.entry(player).taken)
        for round_ in season.rounds:
            entry = season.roster.at.get(round_, {}).get(player)
            cells[round_] = entry.number if entry is not None else None
        recorded = season.roster.whys.get(player)
        why = recorded.why if recorded is not None else Reason("S46", "not-entered", {"player": player})
        rows.append(Row(cells, why))
    return tuple(rows)


def _listed(number: int, player: Id, taken: Mapping[str, Value]) -> dict[str, Value]:
    return {
        "No": number,
        "Player": player,
        "Title": taken.get("title"),
        "Rating": taken.get("rating"),
        "Estimate": taken.get("estimate"),
        "Local rating": taken.get("local"),
        "Federation": taken.get("federation"),
        "FIDE id": taken.get("fide_id"),
        "Why": None,
    }


def colours_table(season: Season) -> tuple[Row, ...]:
    """Colours and floats by round, and the colour due next. `↓` floated down, `↑` up. Rule: 10.10, 12; S4, S5, S20."""
    numbers = season.numbers
    cards = season.cards(numbers)
    tables = season.terms.system in TABLES  # where nobody floats
    floats = {round_: {} if tables else floats_of(cards, ref(round_).number) for round_ in season.rounds}
    rows = []
    for player, card in zip(numbers, cards, strict=True):
        history = card.colours(season.published + 1)
        claim = claim_of(card.number, history)
        cells: dict[str, Value] = {
            "No": card.number,
            "Player": player,
            "Colours": "".join(history) or None,
            "Balance": claim.balance,
            "Due": {"W": "White", "B": "Black", None: None}[claim.due],
        }
        own = season.history.get(player, {})
        for round_ in season.rounds:
            past = own.get(ref(round_).number)
            moved = floats[round_].get(card.number)
            words = [
                past.colour if past and past.colour else "–",
                "↓" if moved and moved.down else "↑" if moved else "",
            ]
            cells[round_] = " ".join(word for word in words if word) if past is not None else None
        rows.append(Row(cells))
    return tuple(rows)


def next_round_table(
    drafts: Sequence[Draft], points: Mapping[Id, Fraction], notes: Sequence[Reason]
) -> tuple[Row, ...]:
    """The draft: what it is, each board with its reason, then who is new or renumbered, and what is waited for."""
    rows: list[Row] = []
    for draft in drafts:
        boards = [r for r in draft.facts if isinstance(r.fact, Game)]
        others = [r for r in draft.facts if not isinstance(r.fact, Game)]
        rows += [Row(_draft_cells(draft.id, None, None, points), r.why) for r in others if isinstance(r.fact, Round)]
        rows += [_board(r, points) for r in boards]
        rows += [
            Row(_draft_cells(None, r.fact.player, None, points), r.why) for r in others if isinstance(r.fact, Entry)
        ]
        rows += [Row(_draft_cells(check.about, None, None, points), warning(check)) for check in draft.checks]
    return (*rows, *(Row(_draft_cells(None, None, None, points), note) for note in notes))


def warning(check: Trouble) -> Reason:
    """A check of a draft as a sentence."""
    return Reason("S2", f"check-{check.code}", check.data)


def _board(recorded: Recorded, points: Mapping[Id, Fraction]) -> Row:
    game = recorded.fact
    assert isinstance(game, Game)
    return Row(_draft_cells(game.id, game.white, game.black, points), recorded.why)


def _draft_cells(
    board: Id | None, white: Id | None, black: Id | Empty | None, points: Mapping[Id, Fraction]
) -> dict[str, Value]:
    paired = isinstance(black, str)
    return {
        "Board": board,
        "White": white,
        "White points": points.get(white, Fraction(0)) if white is not None and black is not None else None,
        "Black": opponent_text(black) if black is not None else None,
        "Black points": points.get(str(black), Fraction(0)) if paired else None,
        "Why": None,
    }


def why_table(season: Season) -> tuple[Row, ...]:
    """One line a decision, the newest first."""
    return tuple(reversed(why_rows(season.book.record)))
