"""A second, slow and literal judge of the tour rules: written from the text and the rulings (G1-G28) alone.

Nothing here is shared with the engine. Plain data goes in, plain data comes out.

**Results** are the texts `1-0`, `0-1`, `½-½`, `1-0F`, `0-1F`, `0-0F`, White-Black; `None`: no result yet.
**Scores, points, money** are exact `Fraction`s; money in dollars. **Wins** are units of G9 (blitz 1, rapid and classical
2). **Times** are whole minutes on any one clock (0 is a midnight); `None` where they are unknown.

An **event** is a dict: `players` (names), `games` (list of `white`, `black`, `rate`, `result`, `ended`; `rate` one of
`classical`, `rapid`, `blitz`; `ended` may be left out), and, each with a default: `points` and `prizes` (lists by
place), `bonus`, `worth` (`{rate: worth of a win}`), `playoff` (the facts of its play-off, see below).

**Facts of a play-off** are a dict of which every part may be left out:

- `lots`: `{lot: value}`, used only when the play-off has reached the point that needs it:
  - `order:U` (four and more): names of those with U wins, best number first;
  - `numbers` (three): the three names, number 1 first;
  - `bye` (three, all tied): the name, among those with the most wins;
  - `white:MATCH:K`: who has White in the first game of the Kth pair of games of the match (K from 1);
  - `toss:MATCH`: who won the toss; `choice:MATCH`: `White` or `Black`, as that player chose;
- `results`: `{match: [{"result", "ended"}, ...]}` in order of play (`ended` may be left out);
- `left`: names of those who have left; every game of theirs still due is entered as not attended (G12);
- `blitz`: matches in which blitz is played for rapid (G21);
- `decided`: `{match: name}` for an Armageddon that both missed; `{"play-off": name}` for the whole;
- `accept`: True if the director accepts the tree of sixteen (G20);
- `interval`: minutes between games (10 if left out).

**Names of matches**: two players `two`. Three: `all` (the all-play-all, not a match of two), then `pair` (two tied), or
`semi` and `last` (three tied). Trees: `I-J` with the numbers of the two places in the tree, as if the better number
always won: with eight `1-8`, `4-5`, `2-7`, `3-6`, then `1-4`, `2-3`, then `1-2`.

`play_off(players, wins, facts, last_end)` answers a dict: `order` (names by number, None while lots are missing, None
for two), `matches` (`{match: {"players", "games", "winner"}}`, every match whose players are known; `winner` None for
`all`), `due` (games that can be played now), `needs` (what is asked for: `{"lot", "among"}`, `{"decision", "among"}`;
the director's word on nine and more is `{"decision": "play-off", "among"}`), `over`, `winner`, `losers`. A game is
`match`, `game` (from 1 within the match), `rate` (`rapid`, `blitz`, `Armageddon`), `white`, `black`, `result`, `start`;
colours are None in a game that nobody played because somebody had left.

`standings(event)`, `finish(event)`, `tour(events, ...)`: see there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

Data = dict[str, Any]

POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
BONUS = 1
PRIZES = (75_000, 50_000, 40_000, 30_000, 25_000, 20_000, 15_000, 15_000, 15_000, 15_000)
WORTH = {"classical": 1, "rapid": 2, "blitz": 1}
UNITS = {"classical": 2, "rapid": 2, "blitz": 1}
TOUR_PRIZES = (100_000, 50_000)
HALF = Fraction(1, 2)
PARTS = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "½-½": (HALF, HALF),
    "1-0F": (Fraction(1), Fraction(0)),
    "0-1F": (Fraction(0), Fraction(1)),
    "0-0F": (Fraction(0), Fraction(0)),
}


# --- pairing an event ----------------------------------------------------------------------------------------------


def berger(players: int) -> list[list[tuple[int, int]]]:
    """The Berger table: rounds of (White, Black) numbers. For an odd number, whoever meets the number above is free.

    Round 1 is 1 against the last, 2 against the last but one, and so on. From round to round every number but the last
    moves on by half the field, in a ring of all but the last. The last number stays, Black in odd rounds and White in
    even ones; in the other games of round 1 the smaller number is White, and the sides of the board move on with them.
    """
    n = players + players % 2
    table = []
    for round_no in range(n - 1):

        def moved(number: int, by: int = round_no * (n // 2)) -> int:
            return (number - 1 + by) % (n - 1) + 1

        games = [(moved(1), n) if round_no % 2 == 0 else (n, moved(1))]
        games += [(moved(i), moved(n + 1 - i)) for i in range(2, n // 2 + 1)]
        table.append([g for g in games if max(g) <= players])
    return table


# --- showing -------------------------------------------------------------------------------------------------------


def show_money(dollars: Fraction) -> str:
    """`$22,500`, `$31,666.67`. Rule: G7."""
    cents = floor(dollars * 100 + HALF)
    whole, rest = divmod(cents, 100)
    return f"${whole:,}" if rest == 0 else f"${whole:,}.{rest:02}"


def show_points(points: Fraction) -> str:
    """`5.5`, `7.75`, `12`, `7 1/3`. Rule: G7."""
    ten = 1
    for digits in range(40):
        if (points * ten).denominator == 1:
            shown = str(int(points * ten)).rjust(digits + 1, "0")
            return shown if digits == 0 else f"{shown[:-digits]}.{shown[-digits:]}"
        ten *= 10
    whole = floor(points)
    rest = points - whole
    return f"{whole} {rest}" if whole else str(rest)


def show_time(minutes: int) -> str:
    """Past midnight from 00:00. Rule: G28."""
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


# --- the standings of an event -------------------------------------------------------------------------------------


def wins_in(event: Mapping[str, Any]) -> dict[str, int]:
    """Number of wins of each player in the main games, in units. Rule: 5, G9."""
    units = dict.fromkeys(event["players"], 0)
    for game in event["games"]:
        if game["result"] in ("1-0", "1-0F"):
            units[game["white"]] += UNITS[game["rate"]]
        if game["result"] in ("0-1", "0-1F"):
            units[game["black"]] += UNITS[game["rate"]]
    return units


def _ranked(score: Mapping[str, Fraction]) -> list[list[str]]:
    """Names in groups of equal score, best group first, by name inside a group."""
    by_name = sorted(score, key=lambda p: (p.casefold(), p))
    return [[p for p in by_name if score[p] == value] for value in sorted(set(score.values()), reverse=True)]


def standings(event: Mapping[str, Any]) -> list[Data]:
    """Rows `player`, `score`, `wins`, `place` (the first one covered), `tied` (how many), after the main games alone.

    Rule: G1, G4, G8, G9.
    """
    worth = event.get("worth", WORTH)
    score = dict.fromkeys(event["players"], Fraction(0))
    for game in event["games"]:
        if game["result"] is not None:
            for player, part in zip((game["white"], game["black"]), PARTS[game["result"]], strict=True):
                score[player] += part * worth[game["rate"]]
    units = wins_in(event)
    rows = []
    place = 1
    for group in _ranked(score):
        rows += [{"player": p, "score": score[p], "wins": units[p], "place": place, "tied": len(group)} for p in group]
        place += len(group)
    return rows


def share(table: Sequence[int | Fraction], place: int, members: int) -> Fraction:
    """What each of so many members has who cover the places from `place` on. Rule: 3.2, G4, G6 (unpaid places are 0)."""
    covered = [Fraction(table[n - 1]) if n <= len(table) else Fraction(0) for n in range(place, place + members)]
    return sum(covered, Fraction(0)) / members


def top_is_certain(event: Mapping[str, Any]) -> bool:
    """Whether those level at the top are through with their main games and nobody else can still come up to them.

    Rule: G28: who else is still playing does not delay the play-off.
    """
    rows = standings(event)
    worth = event.get("worth", WORTH)
    top = [row["player"] for row in rows if row["place"] == 1]
    can = {row["player"]: row["score"] for row in rows}
    for game in event["games"]:
        if game["result"] is None:
            if game["white"] in top or game["black"] in top:
                return False
            can[game["white"]] += worth[game["rate"]]
            can[game["black"]] += worth[game["rate"]]
    best = rows[0]["score"]
    return all(can[player] < best for player in can if player not in top)


def finish(event: Mapping[str, Any]) -> Data:
    """What an event gives out.

    `complete` (every main game has a result), `over` (so is the play-off, if there is one), `playoff` (see `play_off`,
    None if there is none, or not yet), `rows`: as `standings` with `place` as after the play-off, and `prize`, `points` (bonus
    included), `bonus`: None where nothing is given out yet. Rule: 3, G2-G8.
    """
    points, prizes = event.get("points", POINTS), event.get("prizes", PRIZES)
    bonus = Fraction(event.get("bonus", BONUS))
    rows = [row | {"prize": None, "points": None, "bonus": None} for row in standings(event)]
    complete = bool(event["games"]) and all(g["result"] is not None for g in event["games"])
    first = [row for row in rows if row["place"] == 1]
    playoff = None
    if len(first) > 1 and event["games"] and top_is_certain(event):
        names = [row["player"] for row in first]
        ends = [g.get("ended") for g in event["games"] if g["white"] in names or g["black"] in names]
        last_end = None if None in ends else max(ends)
        playoff = play_off(names, {r["player"]: r["wins"] for r in first}, event.get("playoff") or {}, last_end)
    if not complete:
        return {"complete": False, "over": False, "playoff": playoff, "rows": rows}
    for row in rows:
        place, members, extra = row["place"], row["tied"], Fraction(0)
        if place == 1 and playoff is not None:
            if not playoff["over"]:
                continue
            place, members = (1, 1) if row["player"] == playoff["winner"] else (2, members - 1)
        elif place == 1:
            extra = bonus
        row["place"] = place
        row["prize"] = share(prizes, place, members)
        row["bonus"] = extra
        row["points"] = share(points, place, members) + extra
    rows.sort(key=lambda row: row["place"])
    return {"complete": True, "over": playoff is None or playoff["over"], "playoff": playoff, "rows": rows}


# --- play-offs -----------------------------------------------------------------------------------------------------


class _PlayOff:
    def __init__(self, players: Sequence[str], wins: Mapping[str, int], facts: Mapping[str, Any], end: int | None):
        self.players = list(players)
        self.wins = wins
        self.lots: Mapping[str, Any] = facts.get("lots", {})
        self.results: Mapping[str, Sequence[Mapping[str, Any]]] = facts.get("results", {})
        self.left: Collection[str] = facts.get("left", ())
        self.blitz: Collection[str] = facts.get("blitz", ())
        self.decided: Mapping[str, str] = facts.get("decided", {})
        self.accept: bool = facts.get("accept", False)
        self.interval: int = facts.get("interval", 10)
        if self.interval < 5:
            raise ValueError("never less than 5 minutes between games (6, G28)")
        self.start: int | None = None if end is None else end + 30
        self.order: list[str] | None = None
        self.matches: dict[str, Data] = {}
        self.due: list[Data] = []
        self.needs: list[Data] = []

    # facts

    def lot(self, name: str, among: Sequence[str]) -> Any:
        """The lot if it is there; else it is asked for."""
        value = self.lots.get(name)
        if value is None:
            self.needs.append({"lot": name, "among": list(among)})
        elif isinstance(value, str) and value not in among:
            raise ValueError(f"{name}: {value} is not among {among}")
        elif not isinstance(value, str) and sorted(value) != sorted(among):
            raise ValueError(f"{name}: {value} is no order of {among}")
        return value

    def rate(self, match: str, rate: str) -> str:
        return "blitz" if rate == "rapid" and match in self.blitz else rate

    def absent(self, a: str, b: str) -> tuple[Fraction, Fraction] | None:
        """What a and b have from a game due now if one or both have left; None if both are here. Rule: G12."""
        if a in self.left or b in self.left:
            return (Fraction(int(a not in self.left)), Fraction(int(b not in self.left)))
        return None

    # one game

    def game(self, match: str, rate: str, a: str, b: str, white: str | None) -> tuple[Fraction, Fraction] | None:
        """Parts of a and b of the next game of the match; None if it is still to be played (it is then due).

        `white` is None when colours are not known yet: then only somebody's absence can settle the game.
        """
        record = self.matches[match]
        number = len(record["games"]) + 1
        typed = self.results.get(match, ())
        black = None if white is None else (b if white == a else a)
        row: Data = {"match": match, "game": number, "rate": rate, "white": white, "black": black, "result": None}
        row["start"] = record["next"]
        if white is not None and number <= len(typed) and typed[number - 1]["result"] is not None:
            row["result"] = typed[number - 1]["result"]
            record["games"].append(row)
            ended = typed[number - 1].get("ended")
            if ended is not None:
                record["next"] = ended + self.interval
            elif not row["result"].endswith("F"):
                record["next"] = None
            of_white, of_black = PARTS[row["result"]]
            return (of_white, of_black) if white == a else (of_black, of_white)
        parts = self.absent(a, b)
        if parts is not None:
            # SILENT: nobody played, so this game takes no time and has no colours.
            row |= {"white": None, "black": None, "result": "absent: " + ", ".join(p for p in (a, b) if p in self.left)}
            record["games"].append(row)
            return parts
        if white is not None:
            self.due.append(row)
        return None

    # a match of two

    def match(self, name: str, a: str, b: str, pairs: Sequence[str], ready: int | None) -> str | None:
        """Winner of a match: pairs of games at these rates, each only if it is level so far, then Armageddon.

        Rule: 6.1-6.4, G10-G13. A pair is decided by its own two games alone.
        """
        self.matches[name] = {"players": [a, b], "games": [], "winner": None, "next": ready}
        winner = self.match_winner(name, a, b, pairs)
        self.matches[name]["winner"] = winner
        return winner

    def known_by_absence(self, name: str, a: str, b: str) -> bool:
        """Whether the next game is settled by an absence, so that nothing need be drawn for it."""
        typed = self.results.get(name, ())
        return len(typed) <= len(self.matches[name]["games"]) and self.absent(a, b) is not None

    def match_winner(self, name: str, a: str, b: str, pairs: Sequence[str]) -> str | None:
        for k, rate in enumerate(pairs, start=1):
            total_a = total_b = Fraction(0)
            for second in (False, True):
                white: str | None = None
                if not self.known_by_absence(name, a, b):
                    drawn = self.lot(f"white:{name}:{k}", [a, b])
                    if drawn is None:
                        return None
                    white = drawn if not second else (b if drawn == a else a)
                parts = self.game(name, self.rate(name, rate), a, b, white)
                if parts is None:
                    return None
                total_a, total_b = total_a + parts[0], total_b + parts[1]
            if total_a != total_b:
                return a if total_a > total_b else b
        return self.armageddon(name, a, b)

    def armageddon(self, name: str, a: str, b: str) -> str | None:
        """Rule: 2, G12, G13."""
        white: str | None = None
        if not self.known_by_absence(name, a, b):
            toss = self.lot(f"toss:{name}", [a, b])
            if toss is None:
                return None
            choice = self.lots.get(f"choice:{name}")
            if choice not in ("White", "Black"):
                self.needs.append({"lot": f"choice:{name}", "among": [toss]})
                return None
            white = toss if choice == "White" else (b if toss == a else a)
        parts = self.game(name, "Armageddon", a, b, white)
        if parts is None:
            return None
        if parts == (Fraction(0), Fraction(0)):
            if name not in self.decided:
                self.needs.append({"decision": name, "among": [a, b]})
            return self.decided.get(name)
        if parts == (HALF, HALF):
            return b if white == a else a
        return a if parts[0] > parts[1] else b

    # trees

    def two(self) -> str | None:
        a, b = self.players
        return self.match("two", a, b, ["rapid", "blitz"], self.start)

    def three(self) -> str | None:
        """Rule: 6.2, G15-G17."""
        numbers = self.lot("numbers", self.players)
        if numbers is None:
            return None
        self.order = list(numbers)
        one, two, three = numbers
        table: Data = {"players": list(numbers), "games": [], "winner": None, "next": self.start}
        self.matches["all"] = table
        points = dict.fromkeys(numbers, Fraction(0))
        for white, black in ((two, three), (one, two), (three, one)):
            parts = self.game("all", self.rate("all", "rapid"), white, black, white)
            if parts is None:
                return None
            points[white] += parts[0]
            points[black] += parts[1]
        ready = table["next"]
        top = [p for p in numbers if points[p] == max(points.values())]
        if len(top) == 1:
            return str(top[0])
        if len(top) == 2:
            return self.match("pair", top[0], top[1], ["blitz"], ready)
        most = [p for p in numbers if self.wins[p] == max(self.wins[q] for q in numbers)]
        resting = most[0] if len(most) == 1 else self.lot("bye", most)
        if resting is None:
            return None
        x, y = (p for p in numbers if p != resting)
        through = self.match("semi", x, y, ["blitz"], ready)
        if through is None:
            return None
        return self.match("last", resting, through, ["blitz"], self.matches["semi"]["next"])

    def tree(self, size: int) -> str | None:
        """A tree of 4, 8 or 16 places. Rule: 6.3, 6.4, G18-G20."""
        order: list[str] = []
        for units in sorted({self.wins[p] for p in self.players}, reverse=True):
            same = [p for p in self.players if self.wins[p] == units]
            drawn = same if len(same) == 1 else self.lot(f"order:{units}", same)
            order += drawn or []
        if len(order) < len(self.players):
            return None
        self.order = order
        # Who stands at each place of the tree, and from when; a place nobody reached yet is None.
        holder: dict[int, str | None] = dict(enumerate(order, start=1))
        ready: dict[int, int | None] = dict.fromkeys(range(1, size + 1), self.start)
        while size > 1:
            for better in range(1, size // 2 + 1):
                worse = size + 1 - better
                if worse not in holder:  # a place that does not exist: the bye
                    continue
                a, b = holder[better], holder[worse]
                holder[better] = None
                if a is not None and b is not None:
                    times = [t for t in (ready[better], ready[worse]) if t is not None]
                    name = f"{better}-{worse}"
                    holder[better] = self.match(name, a, b, ["rapid"], max(times) if len(times) == 2 else None)
                    ready[better] = self.matches[name]["next"]
                del holder[worse]
            size //= 2
        return holder[1]

    def winner(self) -> str | None:
        if "play-off" in self.decided:
            return self.decided["play-off"]
        number = len(self.players)
        if number == 2:
            return self.two()
        if number == 3:
            return self.three()
        if number <= 8:
            return self.tree(4 if number == 4 else 8)
        if number <= 16 and self.accept:
            return self.tree(16)
        self.needs.append({"decision": "play-off", "among": list(self.players)})
        return None


def play_off(
    players: Sequence[str], wins: Mapping[str, int], facts: Mapping[str, Any], last_end: int | None = None
) -> Data:
    """How a play-off stands, from its facts alone. Rule: 6, G10-G21, G28. In and out: see the top of this file.

    `last_end`: when the last game before the play-off of anybody in it ended.
    """
    if len(players) < 2:
        raise ValueError("a play-off needs two players")
    state = _PlayOff(players, wins, facts, last_end)
    winner = state.winner()
    return {
        "order": state.order,
        "matches": {n: {k: m[k] for k in ("players", "games", "winner")} for n, m in state.matches.items()},
        "due": state.due,
        "needs": state.needs,
        "over": winner is not None,
        "winner": winner,
        "losers": [] if winner is None else [p for p in players if p != winner],
    }


def next_games(
    players: Sequence[str], wins: Mapping[str, int], facts: Mapping[str, Any], last_end: int | None = None
) -> list[Data]:
    """The games that can be played now."""
    due: list[Data] = play_off(players, wins, facts, last_end)["due"]
    return due


def play_on(
    players: Sequence[str],
    wins: Mapping[str, int],
    facts: Mapping[str, Any],
    result: Callable[[Data], str],
    draw: Callable[[str, list[str]], Any],
) -> Data:
    """The facts carried on to the end: `result(game)` for every game due, `draw(lot, among)` for everything asked for."""
    lots, decided = dict(facts.get("lots", {})), dict(facts.get("decided", {}))
    results = {match: list(games) for match, games in facts.get("results", {}).items()}
    while True:
        full = {**facts, "lots": lots, "decided": decided, "results": results}
        state = play_off(players, wins, full)
        if state["over"]:
            return full
        if not state["needs"] and not state["due"]:
            raise AssertionError("nothing to play and nothing to ask for")
        for need in state["needs"]:
            if "lot" in need:
                lots[need["lot"]] = draw(need["lot"], need["among"])
            else:
                decided[need["decision"]] = draw(need["decision"], need["among"])
        for game in state["due"]:
            results.setdefault(game["match"], []).append({"result": result(game)})


# --- the Tour ------------------------------------------------------------------------------------------------------


def _last_end(events: Sequence[Mapping[str, Any]], finished: Sequence[Data], players: Collection[str]) -> int | None:
    """When the last main or play-off game of any of these players ended; None if one such end is unknown."""
    ends: list[int | None] = []
    for event, done in zip(events, finished, strict=True):
        ends += [g.get("ended") for g in event["games"] if g["white"] in players or g["black"] in players]
        if done["playoff"] is not None:
            typed = (event.get("playoff") or {}).get("results", {})
            for name, match in done["playoff"]["matches"].items():
                for game in match["games"]:
                    if game["white"] in players or game["black"] in players:
                        ends.append(typed[name][game["game"] - 1].get("ended"))
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None


def tour(
    events: Sequence[Mapping[str, Any]],
    *,
    best: int | None = None,
    second_playoff: bool = True,
    prizes: Sequence[int] = TOUR_PRIZES,
    playoffs: Mapping[str, Mapping[str, Any]] | None = None,
) -> Data:
    """The standings of the Tour.

    `best`: how many events of a player count (None: all). `playoffs`: facts under `first` and `second`.
    Answer: `events_over`, `over`, `rows` (`player`, `total`, `wins`, `place`, `prize`; prize None where nothing is given
    out yet), `playoffs` (`{"first" or "second": play_off}` once every event is over). Rule: 4, G22-G27.
    Points that an event has not given out yet count as 0. SILENT: somebody who played and has no points is listed too.
    """
    facts = playoffs or {}
    finished = [finish(event) for event in events]
    earned: dict[str, list[Fraction]] = {}
    units: dict[str, int] = {}
    for event, done in zip(events, finished, strict=True):
        for row in done["rows"]:
            earned.setdefault(row["player"], []).append(row["points"] or Fraction(0))
        for player, wins in wins_in(event).items():
            units[player] = units.get(player, 0) + wins
    total = {p: sum(sorted(got, reverse=True)[:best], Fraction(0)) for p, got in earned.items()}
    rows: list[Data] = []
    place = 1
    for group in _ranked(total):
        rows += [{"player": p, "total": total[p], "wins": units[p], "place": place, "prize": None} for p in group]
        place += len(group)
    if not (events and all(done["over"] for done in finished)):
        return {"events_over": False, "over": False, "rows": rows, "playoffs": {}}

    def held(which: str, names: list[str]) -> Data:
        wins = {p: units[p] for p in names}
        return play_off(names, wins, facts.get(which, {}), _last_end(events, finished, names))

    first = [row["player"] for row in rows if row["place"] == 1]
    second = [row["player"] for row in rows if row["place"] == 2]
    by_name = {row["player"]: row for row in rows}
    for row in rows:
        row["prize"] = Fraction(0)
    played: dict[str, Data] = {}
    if len(first) > 1:
        played["first"] = held("first", first)
        for p in first:
            by_name[p]["prize"] = None
        if played["first"]["over"]:
            for p in first:
                won = p == played["first"]["winner"]
                by_name[p]["place"] = 1 if won else 2
                by_name[p]["prize"] = Fraction(prizes[0]) if won else Fraction(prizes[1], len(first) - 1)
    else:
        by_name[first[0]]["prize"] = Fraction(prizes[0])
        for p in second:
            by_name[p]["prize"] = Fraction(prizes[1], len(second))
        if len(second) > 1 and second_playoff:
            played["second"] = held("second", second)
            if played["second"]["over"]:
                for p in second:
                    by_name[p]["place"] = 2 if p == played["second"]["winner"] else 3
    rows.sort(key=lambda row: int(row["place"]))
    over = all(state["over"] for state in played.values())
    return {"events_over": True, "over": over, "rows": rows, "playoffs": played}
