"""A second, slow and literal judge of the ladder rules: written from the text and the rulings (L1-L27) alone.

Nothing here is clever and nothing is shared with the engine. Plain data goes in, plain data comes out.

**Results** are the texts `1-0`, `0-1`, `½-½`, `Null`, `1-0F`, `0-1F`, `0-0F`, always as White-Black of the colours
named beside them; `None` means that there is no result yet. `0-0F` is a Null (L26).
**Wins** are whole halves: `wins[a, b]` is twice the number of Wins of `a` against `b`; a missing pair is 0.
**Scores** are `scores[a, b]`, 0-99, for every two different players of the Ladder. A **ladder** is a list of names,
highest first. **Ranks** are `{name: rank}`. **Counts** of games are `{frozenset({a, b}): completed games}`.

`play(season)` replays a whole season. `season` is a dict:

- `players`: list of `{"name", "seed": int | None, "rating": int | None}` as listed (`seed`, `rating` may be left out);
- `settings` (optional): `{"rounds": 5, "removed_games": "ignored" | "kept"}`;
- `log`: everything that happened, in order of time, each entry a dict with `do`:
  - `publish`: the next thing due is published (Start and round 1, a round, a tie-break round, the Final);
  - `result`: `round`, `white`, `black`, `result`, and `board` only if the two play twice in that round. White and Black
    are as played (L10). A second entry for the same game is a correction (L22). For a game of the Final: `game` (1, 2,
    ...) in place of `round`, of the latest Final announced, or of the one counted by `final` (1, 2, ...);
  - `status`: `player`, `status` (`Active`, `Paused`, `Withdrawn`, `Disqualified`); the moment is the place in the log:
    between two results, or between the last result of a round and the next `publish`;
  - `enter`: `player` (a dict as above): a late entrant, in the Ladder from the next round published;
  - `additional`: `rounds`: so many more additional rounds are asked for (5(f)(iii));
  - `pairs`: `pairs` (list of `[a, b]`) for the next round published, `rest`: `"idle"` (default) or `"rule"` (all others
    are paired, and one given the Bye, by 5(b)-(c));
  - `order`: `players`: the initial order as typed (before round 1);
  - `finalists`: `players`: two names typed in place of the top two, for the next Final announced;
  - `go on`: the director lets a Final go on that two Null games running had stopped (L27).

The answer is a dict:

- `initial`: the initial order as recorded (None before the start);
- `rounds`: list of dicts: `round`, `kind` (`round`, `tie-break`, `additional`), `ladder` and `ranks` on which it was
  paired, `participants` (in ladder order, the Bye's included), `bye`, `matches` (see `match_round`; empty where the
  pairs were not made by 5(c)), `games` (see below, in the order made), `decided` (bool), then, worked out afresh with
  every correction: `ladder_before`, `otherwise` (`{"bye", "pairs"}` as 5(b)-(c) would make them now from
  `ladder_before`; None for a tie-break round and for typed pairs), and, once decided, `ladder_after`, `scores_after`,
  `ranks_after` (else None). A game is `board`, `white`, `black` (as published), `inviter`, `lower`, `result` (what
  counts: an open game of a removed player is Null), `played` (`[white, black]` as played, or None);
- `finals`: list of `finalists` ([higher, lower]), `games` (`game`, `white`, `black`, `inviter`, `result`, `played`),
  `wins` (halves), `state` (`open`, `stopped`, `decided`, `broken off`), `champion`;
- `now`: `ladder`, `scores`, `ranks`, `wins` of the moment (L21);
- `next`: what is due: `{"kind": "start"}`; `wait` with `games`, the open ones as `[round, board, white, black]`;
  `round`/`tie-break`/`additional` as in `rounds` (the draft); `final` with `finalists`; `final game` with `game`,
  `white`, `black`; `stopped`; `silent` with `why`; `over`;
- `champion`, `placements` (`{name: place}` when there is a Champion, else None).

Where text and rulings are silent the judge chooses, and says so at the place with the word SILENT.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import floor
from typing import Any

Wins = Mapping[tuple[str, str], int]
Scores = Mapping[tuple[str, str], int]
Counts = Mapping[frozenset[str], int]
Data = dict[str, Any]

COMPLETED = frozenset({"1-0", "0-1", "½-½", "1-0F", "0-1F"})
WITHOUT_COLOURS = frozenset({"1-0F", "0-1F"})
RESULTS = COMPLETED | {"Null", "0-0F"}
HALVES = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "½-½": (1, 1),
    "1-0F": (2, 0),
    "0-1F": (0, 2),
    "Null": (0, 0),
    "0-0F": (0, 0),
}
REMOVED = frozenset({"Withdrawn", "Disqualified"})
SMALL_FIELD = 7


class SilentError(ValueError):
    """Neither text nor rulings say what happens now."""


# --- 4(c): initial scores and Scores ---------------------------------------------------------------------------------


def initial_score(a_halves: int, b_halves: int) -> int:
    """100A/(A+B+3) rounded down, A and B given in halves. Rule: 4(c)(iii), L1."""
    a, b = Fraction(a_halves, 2), Fraction(b_halves, 2)
    return floor(100 * a / (a + b + 3))


def _initial_scores(wins: Wins, everybody: Sequence[str]) -> dict[tuple[str, str], int]:
    return {
        (a, b): initial_score(wins.get((a, b), 0), wins.get((b, a), 0)) for a in everybody for b in everybody if a != b
    }


def scores_by_paths(wins: Wins, players: Sequence[str], through: Collection[str] = ()) -> dict[tuple[str, str], int]:
    """Scores by walking every path in which nobody appears twice. Rule: 4(c), L2.

    A path that visits somebody twice contains a shorter one that is at least as wide, so these are enough. A link of 0
    makes the whole path 0 wide, which every path starts with anyway, so such links are not followed.
    `through`: players outside the Ladder whom paths may run through (L15, `kept`).
    """
    everybody = [*players, *(p for p in through if p not in players)]
    link = _initial_scores(wins, everybody)
    best = {(p, q): 0 for p in everybody for q in everybody if p != q}

    def walk(start: str, path: list[str], width: int) -> None:
        for step in everybody:
            if step in path or link[path[-1], step] == 0:
                continue
            longer = min(width, link[path[-1], step])
            best[start, step] = max(best[start, step], longer)
            walk(start, [*path, step], longer)

    for start in players:
        walk(start, [start], 100)
    return {(p, q): best[p, q] for p in players for q in players if p != q}


def scores_by_thresholds(
    wins: Wins, players: Sequence[str], through: Collection[str] = ()
) -> dict[tuple[str, str], int]:
    """Scores by asking for each t from 1 to 99 who can be reached over links of at least t. Rule: 4(c), L2."""
    everybody = [*players, *(p for p in through if p not in players)]
    link = _initial_scores(wins, everybody)
    score = {(p, q): 0 for p in players for q in players if p != q}
    for t in range(1, 100):
        next_to = {p: [q for q in everybody if p != q and link[p, q] >= t] for p in everybody}
        for p in players:
            reached, queue = {p}, [p]
            while queue:
                for q in next_to[queue.pop(0)]:
                    if q not in reached:
                        reached.add(q)
                        queue.append(q)
            for q in players:
                if q != p and q in reached:
                    score[p, q] = t
    return score


def scores(wins: Wins, players: Sequence[str], through: Collection[str] = ()) -> dict[tuple[str, str], int]:
    """Score of each player against each other: every path on a small field, thresholds on a larger one."""
    return dict(_scores(tuple(sorted(wins.items())), tuple(players), tuple(sorted(set(through) - set(players)))))


@lru_cache(maxsize=4096)
def _scores(
    wins: tuple[tuple[tuple[str, str], int], ...], players: tuple[str, ...], through: tuple[str, ...]
) -> dict[tuple[str, str], int]:
    route = scores_by_paths if len(players) + len(through) <= SMALL_FIELD else scores_by_thresholds
    return route(dict(wins), players, through)


# --- 4, second (b): Ranks, and 5(e): the Ladder --------------------------------------------------------------------


def ranks(ladder: Sequence[str], score: Scores) -> dict[str, int]:
    """Rank of each player. Rule: second 4(b), L5 (neighbours only; equal Scores of 0 do not tie)."""
    rank: dict[str, int] = {}
    for place, player in enumerate(ladder):
        if place == 0:
            rank[player] = 1
            continue
        above = ladder[place - 1]
        same = score[player, above] == score[above, player] != 0
        rank[player] = rank[above] if same else rank[above] + 1
    return rank


def reorder_5e(ladder: Sequence[str], score: Scores) -> list[str]:
    """The Ladder after 5(e): from the top downwards, each directly above the highest player they out-score (L3)."""
    new = list(ladder)
    for player in ladder:
        at = new.index(player)
        for higher in new[:at]:
            if score[player, higher] > score[higher, player]:
                new.remove(player)
                new.insert(new.index(higher), player)
                break
    return new


def initial_order(players: Iterable[Mapping[str, Any]]) -> list[str]:
    """Names by Seed ascending, then those without Seed by Rating descending, then as listed. Rule: 4(a), L16.

    SILENT on equal Seeds and on players with neither: as listed, the unrated after the rated.
    """
    listed = list(players)
    seeded = [p for p in listed if p.get("seed") is not None]
    rated = [p for p in listed if p.get("seed") is None and p.get("rating") is not None]
    others = [p for p in listed if p.get("seed") is None and p.get("rating") is None]
    seeded.sort(key=lambda p: int(p["seed"]))
    rated.sort(key=lambda p: -int(p["rating"]))
    return [str(p["name"]) for p in [*seeded, *rated, *others]]


# --- 5(b), 5(c): Bye and matches -----------------------------------------------------------------------------------


def bye(
    ladder: Sequence[str], participants: Collection[str], round_no: int, completed: Mapping[str, int]
) -> str | None:
    """Who takes the Bye, None if the participants are even in number. Rule: 5(b), L6.

    `completed`: Completed games of each player in the whole event (0 if missing).
    """
    inside = [p for p in ladder if p in participants]
    if len(inside) % 2 == 0:
        return None
    most = max(completed.get(p, 0) for p in inside)
    among = [p for p in inside if completed.get(p, 0) == most]
    return among[0] if round_no % 2 == 1 else among[-1]


def match_cost(games: int, rank_a: int, rank_b: int) -> int:
    """G + D(D-1)/2. Rule: 5(c)(iv), L7."""
    d = abs(rank_a - rank_b)
    return games + d * (d - 1) // 2


def match_round(
    ladder: Sequence[str], rank: Mapping[str, int], participants: Collection[str], round_no: int, between: Counts
) -> list[Data]:
    """Matches in the order made. Rule: 5(c), L7.

    Each is `chosen`, `partner`, `via` (`top` for (iii), `bottom` for (ii)) and `candidates`: everybody under
    consideration as `(name, cost, games, distance in the Ladder)`, nearest first. `participants` are even in number.
    """
    unmatched = [p for p in ladder if p in participants]
    if len(unmatched) % 2:
        raise ValueError("an odd number of participants: somebody takes the Bye first")
    position = {p: n for n, p in enumerate(ladder, start=1)}
    via = "bottom" if round_no % 2 == 0 else "top"
    made: list[Data] = []
    while unmatched:
        if via == "bottom":
            chosen = unmatched[-1]
            considered = [p for p in unmatched if position[p] < position[chosen]]
        else:
            chosen = unmatched[0]
            considered = [p for p in unmatched if position[p] > position[chosen]]
        candidates = [
            (
                p,
                match_cost(between.get(frozenset({p, chosen}), 0), rank[p], rank[chosen]),
                between.get(frozenset({p, chosen}), 0),
                abs(position[p] - position[chosen]),
            )
            for p in considered
        ]
        candidates.sort(key=lambda c: c[3])
        partner = min(candidates, key=lambda c: (c[1], c[2], c[3]))[0]
        made.append({"chosen": chosen, "partner": partner, "via": via, "candidates": candidates})
        unmatched = [p for p in unmatched if p not in (chosen, partner)]
        via = "top" if via == "bottom" else "bottom"
    return made


# --- 1(b): colours and the invitation ------------------------------------------------------------------------------


def colours(a: str, b: str, ladder: Sequence[str], history: Sequence[tuple[str, str, str | None]]) -> Data:
    """`white`, `black`, `inviter`, `lower` of a game of `a` and `b`. Rule: 1(b)(i)-(iii), L9, L26.

    `history`: every earlier game of the event, the Final's included, oldest first, as `(white, black, result)` with the
    colours as played. `ladder`: the one the game was paired on. Null games and games won by default gave no colours;
    they are passed over.
    """
    lower = max(a, b, key=list(ladder).index)
    white = lower
    for was_white, was_black, result in history:
        if {was_white, was_black} == {a, b} and result in COMPLETED and result not in WITHOUT_COLOURS:
            white = was_black
    return {"white": white, "black": b if white == a else a, "inviter": lower, "lower": lower}


# --- 5(f) and 2: what follows, the Final, the placements -----------------------------------------------------------


def phase_after_round(
    round_no: int, rounds: int, ladder: Sequence[str], rank: Mapping[str, int], additional_left: int = 0
) -> Data:
    """What follows a round when 5(e) is done. Rule: 5(f), L17, L24.

    `kind` is `round`, `tie-break` (with `rank` and `players` in ladder order), `additional`, `final` (with `finalists`,
    the higher first) or `over` (with `champion`, None if nobody is left).
    """
    if len(ladder) < 2:
        return {"kind": "over", "champion": ladder[0] if ladder else None}
    if round_no < rounds:
        return {"kind": "round"}
    first = [p for p in ladder if rank[p] == 1]
    second = [p for p in ladder if rank[p] == 2]
    if len(first) > 2:
        return {"kind": "tie-break", "rank": 1, "players": first}
    if len(first) == 1 and len(second) > 1:
        return {"kind": "tie-break", "rank": 2, "players": second}
    if additional_left > 0:
        return {"kind": "additional"}
    return {"kind": "final", "finalists": [ladder[0], ladder[1]]}


def final_standing(finalists: Sequence[str], games: Sequence[tuple[str, str, str | None]]) -> Data:
    """`wins` (halves), `champion` (or None) and `decided_by` (games needed) of a Final. Rule: 2(a)-(b), L13, L18.

    `games`: `(white, black, result)` in order. Games after the deciding one do not count.
    """
    wins = dict.fromkeys(finalists, 0)
    for number, (white, black, result) in enumerate(games, start=1):
        if result is None:
            continue
        for player, gained in zip((white, black), HALVES[result], strict=True):
            wins[player] += gained
        a, b = finalists
        if max(wins.values()) >= 6 and wins[a] != wins[b]:
            return {"wins": wins, "champion": a if wins[a] > wins[b] else b, "decided_by": number}
    return {"wins": wins, "champion": None, "decided_by": None}


def final_state(
    finalists: Sequence[str],
    ladder: Sequence[str],
    history: Sequence[tuple[str, str, str | None]],
    results: Sequence[str],
) -> Data:
    """A whole Final from its results in order (`go on` among them: the director's word of L27).

    Each result is White-Black of the game due; colours are played as due. Answer: `games` as `(white, black, result)`
    with the one due last (result None) while the state is `open`, `wins` (halves), `state`, `champion`.
    """
    games: list[tuple[str, str, str | None]] = []
    nulls = 0
    state, left = "open", list(results)
    while True:
        standing = final_standing(finalists, games)
        if standing["champion"] is not None:
            state = "decided"
        elif nulls >= 2 and not (left and left[0] == "go on"):
            state = "stopped"
        if state != "open":
            if left:
                raise ValueError(f"nothing more can be played: {left}")
            break
        if left and left[0] == "go on":
            nulls, left = 0, left[1:]
            continue
        due = colours(finalists[0], finalists[1], ladder, [*history, *games])
        if not left:
            games.append((due["white"], due["black"], None))
            break
        games.append((due["white"], due["black"], left[0]))
        nulls = 0 if left[0] in COMPLETED else nulls + 1
        left = left[1:]
    standing = final_standing(finalists, games)
    return {"games": games, "wins": standing["wins"], "state": state, "champion": standing["champion"]}


def placements(ladder: Sequence[str], rank: Mapping[str, int], champion: str, second: str | None) -> dict[str, int]:
    """Place of everybody in the Ladder. Rule: 2(b), L20."""
    place = {}
    for player in ladder:
        if player == champion:
            place[player] = 1
        elif player == second:
            place[player] = 2
        else:
            place[player] = 1 + sum(1 for other in ladder if rank[other] < rank[player])
    return place


# --- a whole season ------------------------------------------------------------------------------------------------


class _Season:
    """What has happened so far; everything that follows from it is worked out afresh whenever it is asked for."""

    def __init__(self, season: Mapping[str, Any]) -> None:
        settings = season.get("settings", {})
        self.number_of_rounds: int = settings.get("rounds", 5)
        self.keep_removed: bool = settings.get("removed_games", "ignored") == "kept"
        self.listed: list[Data] = [dict(p) for p in season["players"]]
        self.status: dict[str, str] = {p["name"]: "Active" for p in self.listed}
        self.removed_at: dict[str, int] = {}
        self.waiting: list[Data] = []  # late entrants not yet in the Ladder
        self.typed_order: list[str] | None = None
        self.typed_pairs: Data | None = None
        self.typed_finalists: list[str] | None = None
        self.initial: list[str] | None = None
        self.additional_left = 0
        self.last_publication = -1
        self.rounds: list[Data] = []
        self.finals: list[Data] = []
        self.stages: list[Data] = []  # rounds and Finals together, in order of announcement

    # what follows

    def outcome(self, game: Data) -> str | None:
        """The result that counts: an open game of a removed player ended Null at once (L15)."""
        if game["entered"] is not None:
            return str(game["entered"])
        return "Null" if game["white"] in self.removed_at or game["black"] in self.removed_at else None

    def as_played(self, game: Data) -> tuple[str, str, str | None]:
        white, black = game["played"] or (game["white"], game["black"])
        return white, black, self.outcome(game)

    def preliminary(self, upto: int) -> list[tuple[str, str, str | None]]:
        return [self.as_played(g) for r in self.rounds if r["round"] <= upto for g in r["games"]]

    def history(self) -> list[tuple[str, str, str | None]]:
        return [self.as_played(g) for stage in self.stages for g in stage["games"]]

    def wins(self, upto: int) -> dict[tuple[str, str], int]:
        total: dict[tuple[str, str], int] = {}
        for white, black, result in self.preliminary(upto):
            if result in COMPLETED:
                of_white, of_black = HALVES[result]
                total[white, black] = total.get((white, black), 0) + of_white
                total[black, white] = total.get((black, white), 0) + of_black
        return total

    def counts(self, upto: int) -> tuple[dict[str, int], dict[frozenset[str], int]]:
        """Completed games of each player and of each two.

        SILENT: the games of a broken-off Final are not among them (L18 keeps Final games apart).
        """
        each: dict[str, int] = {}
        two: dict[frozenset[str], int] = {}
        for white, black, result in self.preliminary(upto):
            if result in COMPLETED:
                for player in (white, black):
                    each[player] = each.get(player, 0) + 1
                pair = frozenset({white, black})
                two[pair] = two.get(pair, 0) + 1
        return each, two

    def gone(self, player: str, at: int) -> bool:
        return player in self.removed_at and self.removed_at[player] <= at

    def scores_of(self, ladder: Sequence[str], at: int, upto: int) -> dict[tuple[str, str], int]:
        through = [p for p in self.removed_at if self.gone(p, at)] if self.keep_removed else []
        return scores(self.wins(upto), ladder, through)

    def rework(self) -> tuple[list[Data], list[str]]:
        """For every round what stood before it and what stands after it, with today's results; and the Ladder now."""
        ladder = list(self.initial or [])
        story: list[Data] = []
        for r in self.rounds:
            before = [p for p in ladder if not self.gone(p, r["at"])] + r["entrants"]
            chapter: Data = {"before": before, "after": None, "scores": None, "ranks": None}
            ladder = before
            if r["decided_at"] is not None:
                inside = [p for p in before if not self.gone(p, r["decided_at"])]
                score = self.scores_of(inside, r["decided_at"], r["round"])
                ladder = reorder_5e(inside, score)
                chapter |= {"after": ladder, "scores": score, "ranks": ranks(ladder, score)}
            story.append(chapter)
        return story, [p for p in ladder if p not in self.removed_at]

    def now(self) -> Data:
        _, ladder = self.rework()
        upto = len(self.rounds)
        score = self.scores_of(ladder, 10**9, upto)
        return {"ladder": ladder, "scores": score, "ranks": ranks(ladder, score), "wins": self.wins(upto)}

    def final_report(self, final: Data) -> Data:
        """SILENT: a Finalist removed when the Champion is known. The Final stands, the removed have no place."""
        standing = final_standing(final["finalists"], [self.as_played(g) for g in final["games"]])
        if standing["champion"] is not None:
            state = "decided"
        elif any(p in self.removed_at for p in final["finalists"]):
            state = "broken off"
        elif self.nulls_running(final) >= 2:
            state = "stopped"
        else:
            state = "open"
        return {"wins": standing["wins"], "state": state, "champion": standing["champion"]}

    def nulls_running(self, final: Data) -> int:
        running = 0
        for game in final["games"]:
            result = self.outcome(game)
            if game["after_go_on"]:
                running = 0
            if result is not None:
                running = 0 if result in COMPLETED else running + 1
        return 0 if final["go_on"] else running

    def pair_by_rule(
        self, ladder: list[str], rank: Mapping[str, int], participants: list[str], round_no: int
    ) -> tuple[str | None, list[Data]]:
        each, two = self.counts(round_no - 1)
        idle = bye(ladder, participants, round_no, each)
        return idle, match_round(ladder, rank, [p for p in participants if p != idle], round_no, two)

    def draft(self) -> Data:
        """What is due now."""
        if self.initial is None:
            names = [p for p in self.listed if self.status[p["name"]] not in REMOVED]
            ladder = initial_order(names)
            if self.typed_order is not None:
                ladder = [p for p in self.typed_order if self.status[p] not in REMOVED]
                ladder += [p for p in initial_order(names) if p not in ladder]
            if len(ladder) < 2:
                return {"kind": "over", "champion": ladder[0] if ladder else None, "initial": ladder}
            return self.draft_round("round", ladder, 1, []) | {"initial": ladder}
        now = self.now()
        ladder = now["ladder"]
        if self.finals:
            final = self.finals[-1]
            report = self.final_report(final)
            if report["state"] == "decided":
                return {"kind": "over", "champion": report["champion"]}
            if report["state"] == "stopped":
                return {"kind": "stopped"}
            if report["state"] == "open" and self.stages[-1] is final:
                game = final["games"][-1]
                return {"kind": "final game", "game": game["game"], "white": game["white"], "black": game["black"]}
        if len(ladder) < 2:
            return {"kind": "over", "champion": ladder[0] if ladder else None}
        last = self.rounds[-1]
        open_games = [g for g in last["games"] if self.outcome(g) is None]
        if open_games:
            games = [[last["round"], g["board"], g["white"], g["black"]] for g in open_games]
            return {"kind": "wait", "games": games}
        phase = phase_after_round(last["round"], self.number_of_rounds, ladder, now["ranks"], self.additional_left)
        if phase["kind"] == "final":
            return {"kind": "final", "finalists": list(self.typed_finalists or phase["finalists"])}
        entrants = initial_order(p for p in self.waiting if self.status[p["name"]] not in REMOVED)
        if phase["kind"] == "tie-break":
            # SILENT: what a paused player of the tied Rank means. They count for 5(f), and are not paired (L8).
            group = [p for p in phase["players"] if self.status[p] == "Active"]
            if len(group) < 2:
                return {"kind": "silent", "why": f"fewer than two active players of Rank {phase['rank']}"}
            return self.draft_round("tie-break", ladder, last["round"] + 1, entrants, group)
        return self.draft_round(phase["kind"], ladder, last["round"] + 1, entrants)

    def draft_round(
        self, kind: str, ladder: list[str], round_no: int, entrants: list[str], group: list[str] | None = None
    ) -> Data:
        """The draft of a round. SILENT: several late entrants at once stand in the order of L16 among themselves."""
        ladder = [*ladder, *entrants]
        rank = ranks(ladder, self.scores_of(ladder, 10**9, round_no - 1))
        participants = [p for p in ladder if self.status[p] == "Active"]
        idle: str | None = None
        matches: list[Data] = []
        if group is not None:
            participants = group
            pairs = list(combinations(group, 2))
        elif self.typed_pairs is not None:
            pairs = [(a, b) for a, b in self.typed_pairs["pairs"]]
            if self.typed_pairs.get("rest", "idle") == "rule":
                typed = {p for pair in pairs for p in pair}
                rest = [p for p in participants if p not in typed]
                idle, matches = self.pair_by_rule(ladder, rank, rest, round_no)
                pairs += [(m["chosen"], m["partner"]) for m in matches]
            else:
                participants = [p for p in participants if any(p in pair for pair in pairs)]
        else:
            idle, matches = self.pair_by_rule(ladder, rank, participants, round_no)
            pairs = [(m["chosen"], m["partner"]) for m in matches]
        games = [{"board": n, **colours(a, b, ladder, self.history())} for n, (a, b) in enumerate(pairs, start=1)]
        return {
            "kind": kind,
            "round": round_no,
            "ladder": ladder,
            "ranks": rank,
            "participants": participants,
            "bye": idle,
            "matches": matches,
            "games": games,
            "entrants": entrants,
            "typed": group is None and self.typed_pairs is not None,
        }

    # what happens

    def apply(self, at: int, entry: Mapping[str, Any]) -> None:
        do = entry["do"]
        if do == "publish":
            self.publish(at)
        elif do == "result":
            self.result(entry)
        elif do == "status":
            self.set_status(at, entry["player"], entry["status"])
        elif do == "enter":
            self.waiting.append(dict(entry["player"]))
            self.status[entry["player"]["name"]] = "Active"
        elif do == "additional":
            self.additional_left += entry["rounds"]
        elif do == "pairs":
            self.typed_pairs = dict(entry)
        elif do == "order":
            self.typed_order = list(entry["players"])
        elif do == "finalists":
            self.typed_finalists = list(entry["players"])
        elif do == "go on":
            self.finals[-1]["go_on"] = True
        else:
            raise ValueError(f"unknown entry: {do}")
        self.look_again(at)

    def publish(self, at: int) -> None:
        due = self.draft()
        if due["kind"] == "final":
            ladder = self.now()["ladder"]
            final: Data = {"finalists": sorted(due["finalists"], key=ladder.index), "ladder": ladder, "games": []}
            final["go_on"] = False
            self.finals.append(final)
            self.stages.append(final)
            self.typed_finalists = None
        elif due["kind"] in ("round", "tie-break", "additional"):
            if self.initial is None:
                self.initial = due["initial"]
            for game in due["games"]:
                game |= {"entered": None, "played": None}
            self.rounds.append(due | {"at": at, "decided_at": None})
            self.stages.append(self.rounds[-1])
            self.waiting = [p for p in self.waiting if p["name"] not in due["entrants"]]
            if due["kind"] == "additional":
                self.additional_left -= 1
            if due["typed"]:
                self.typed_pairs = None
        elif self.initial is None and due["kind"] == "over":
            self.initial = due["initial"]
        else:
            raise ValueError(f"nothing to publish: {due}")
        self.last_publication = at

    def result(self, entry: Mapping[str, Any]) -> None:
        if entry["result"] not in RESULTS:
            raise ValueError(f"no result: {entry['result']}")
        pair = {entry["white"], entry["black"]}
        if "game" in entry:
            final = self.finals[entry.get("final", len(self.finals)) - 1]
            found = [g for g in final["games"] if g["game"] == entry["game"]]
        else:
            games = self.rounds[entry["round"] - 1]["games"]
            found = [g for g in games if entry.get("board", g["board"]) == g["board"]]
        found = [g for g in found if {g["white"], g["black"]} == pair]
        if len(found) != 1:
            raise ValueError(f"{len(found)} games fit {entry}")
        found[0]["entered"] = entry["result"]
        found[0]["played"] = (entry["white"], entry["black"])

    def set_status(self, at: int, player: str, status: str) -> None:
        was = self.status[player]
        if was in REMOVED and status not in REMOVED:
            if self.removed_at.get(player, at) < self.last_publication:
                raise SilentError(f"{player} comes back after something was published on the removal")
            self.removed_at.pop(player, None)
        if status in REMOVED and was not in REMOVED:
            self.removed_at[player] = at
        self.status[player] = status

    def look_again(self, at: int) -> None:
        """Whether the running round is decided now, and whether the Final has a next game."""
        if not self.stages:
            return
        stage = self.stages[-1]
        if "finalists" not in stage:
            decided = all(self.outcome(g) is not None for g in stage["games"])
            if not decided:
                stage["decided_at"] = None
            elif stage["decided_at"] is None:
                stage["decided_at"] = at
            return
        waits = bool(stage["games"]) and self.outcome(stage["games"][-1]) is None
        if self.final_report(stage)["state"] == "open" and not waits:
            a, b = stage["finalists"]
            due = colours(a, b, stage["ladder"], self.history())
            game = {"game": len(stage["games"]) + 1, **due, "entered": None, "played": None}
            game["after_go_on"] = stage["go_on"]
            stage["games"].append(game)
            stage["go_on"] = False

    # what is reported

    def report(self) -> Data:
        story, _ = self.rework()
        rounds = []
        for r, chapter in zip(self.rounds, story, strict=True):
            otherwise = None
            if r["kind"] != "tie-break" and not r["typed"]:
                before = chapter["before"]
                rank = ranks(before, self.scores_of(before, r["at"], r["round"] - 1))
                idle, matches = self.pair_by_rule(before, rank, r["participants"], r["round"])
                otherwise = {"bye": idle, "pairs": [[m["chosen"], m["partner"]] for m in matches]}
            keys = ("round", "kind", "ladder", "ranks", "participants", "bye", "matches")
            rounds.append(
                {key: r[key] for key in keys}
                | {
                    "games": [self.shown(g, "board") for g in r["games"]],
                    "decided": r["decided_at"] is not None,
                    "ladder_before": chapter["before"],
                    "otherwise": otherwise,
                    "ladder_after": chapter["after"],
                    "scores_after": chapter["scores"],
                    "ranks_after": chapter["ranks"],
                }
            )
        finals = [
            {"finalists": f["finalists"], "games": [self.shown(g, "game") for g in f["games"]]} | self.final_report(f)
            for f in self.finals
        ]
        now = self.now()
        due = self.draft()
        if self.initial is None:
            due = {"kind": "start"}
        champion = due["champion"] if due["kind"] == "over" else None
        second = None
        if finals and finals[-1]["state"] == "decided":
            second = next(p for p in finals[-1]["finalists"] if p != champion)
        return {
            "initial": self.initial,
            "rounds": rounds,
            "finals": finals,
            "now": now,
            "next": due,
            "champion": champion,
            "placements": None if champion is None else placements(now["ladder"], now["ranks"], champion, second),
        }

    def shown(self, game: Data, number: str) -> Data:
        return {
            number: game[number],
            "white": game["white"],
            "black": game["black"],
            "inviter": game["inviter"],
            "lower": game["lower"],
            "result": self.outcome(game),
            "played": None if game["played"] is None else list(game["played"]),
        }


def play(season: Mapping[str, Any]) -> Data:
    """The whole season as the rules have it. In and out: see the top of this file."""
    world = _Season(season)
    for at, entry in enumerate(season.get("log", ())):
        world.apply(at, entry)
    return world.report()


def play_on(season: Mapping[str, Any], decide: Callable[[str, str], str], most_entries: int = 2000) -> Data:
    """The season with its log carried on to the end: every open game is given `decide(white, black)`, everything due is
    published, a stopped Final goes on. Returns a new season; `play` it for the story.
    """
    log = list(season.get("log", ()))
    world = _Season(season)

    def add(entry: Data) -> None:
        world.apply(len(log), entry)
        log.append(entry)

    for at, entry in enumerate(log):
        world.apply(at, entry)
    while len(log) < most_entries:
        due = world.draft()
        if due["kind"] == "wait":
            round_no, board, white, black = due["games"][0]
            result = decide(white, black)
            add({"do": "result", "round": round_no, "board": board, "white": white, "black": black, "result": result})
        elif due["kind"] == "final game":
            white, black = due["white"], due["black"]
            add({"do": "result", "game": due["game"], "white": white, "black": black, "result": decide(white, black)})
        elif due["kind"] == "stopped":
            add({"do": "go on"})
        elif due["kind"] in ("over", "silent") and world.initial is not None:
            break
        else:
            add({"do": "publish"})
    return {**season, "log": log}
