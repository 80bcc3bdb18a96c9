"""The second draw of rule 19: the same questions answered again, straight from the text, by other means.

It shares nothing with the first draw but the question (`DrawInput`) and works on positions 1, 2, 3 … as an
arbiter with a list on paper would. A round is only shown where both draws agree (H35).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.hastings.field import Draw, DrawInput
from rules.model import Id


@dataclass(frozen=True)
class Sheet:
    """A round as the second pair of arbiters has it: lucky losers in order, ranking, boards (White "" for a lot)."""

    lucky: tuple[Id, ...]
    ranking: tuple[Id, ...]
    boards: tuple[tuple[Id, Id, Id], ...]  # first, second, White
    held: tuple[Id, ...]


@dataclass(frozen=True)
class Difference:
    """Where the two draws part: what, and how each has it."""

    what: str
    first: str
    second: str


def differences(draw: Draw, sheet: Sheet) -> tuple[Difference, ...]:
    """Everything in which the two draws do not agree. Rule: 19; ruling H35."""
    found = []

    def compare(what: str, one: object, two: object) -> None:
        if one != two:
            found.append(Difference(what, _text(one), _text(two)))

    compare("lucky losers", tuple(one.player for one in draw.lucky), sheet.lucky)
    compare("ranking", draw.ranking, sheet.ranking)
    compare("held back", draw.held, sheet.held)
    mine = [(b.first, b.second, b.white or "") for b in draw.boards]
    compare("number of boards", len(mine), len(sheet.boards))
    for number, (one, two) in enumerate(zip(mine, sheet.boards, strict=False), start=1):
        compare(f"board {number}", one[:2], two[:2])
        compare(f"White on board {number}", one[2], two[2])
    return tuple(found)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(v) for v in value) or "nobody"
    return str(value) or "a lot"


def draw_again(data: DrawInput) -> Sheet:
    """The round drawn a second time."""
    return _Arbiter(data).sheet()


class _Arbiter:
    """One round worked out on paper."""

    def __init__(self, data: DrawInput) -> None:
        self.data = data

    def sheet(self) -> Sheet:
        lucky: list[Id] = []
        if self.data.last is None:
            self.ranking = list(self.data.ranking)
            size = len(self.ranking) + len(self.ranking) % 2
        else:
            lucky = self.choose_lucky()
            self.ranking = self.rank(lucky)
            size = self.data.places
        at = dict(enumerate(self.ranking, start=1))
        self.place = {player: number for number, player in at.items()}
        idle = [at[i] for i in range(1, size // 2 + 1) if i in at and i + size // 2 not in at]
        self.side: dict[Id, str] = {}
        if self.data.kind == "seekers":
            firsts, seconds = self.sixteen([p for p in self.ranking if p not in idle])
        else:
            firsts = [at[i] for i in range(1, size // 2 + 1) if i + size // 2 in at]
            seconds = [at[i + size // 2] for i in range(1, size // 2 + 1) if i + size // 2 in at]
        self.part(firsts, seconds)
        self.oblige(firsts, seconds)
        whites = self.colours(firsts, seconds)
        return Sheet(tuple(lucky), tuple(self.ranking), tuple(zip(firsts, seconds, whites, strict=True)), tuple(idle))

    # rules 13-15, 33

    def choose_lucky(self) -> list[Id]:
        last = self.data.last
        assert last is not None
        index = {player: n for n, player in enumerate(last.ranking)}
        self.rank_of_board: dict[Id, int] = {}
        through: list[Id] = []
        level: list[Id] = []
        beaten: list[Id] = []
        for r in last.results:
            best = min(index.get(p, len(index)) for p in (r.first, r.second))
            for p in (r.first, r.second):
                self.rank_of_board[p] = best
                if p == r.winner:
                    through.append(p)
                elif p not in r.defaulted and p not in self.data.out:
                    (level if r.level else beaten).append(p)
        for p in last.held:
            self.rank_of_board[p] = index.get(p, len(index))
            through.append(p)
        self.through = [p for p in through if p not in self.data.out]
        chosen: list[Id] = []
        room = 0 if self.data.is_final else self.data.places - len(self.through)
        while len(chosen) < room and (level or beaten):
            balance = 0
            for p in self.through + chosen:
                balance += {"W": 1, "B": -1, "": 0}[self.want(p)]
            needed = "B" if balance > 0 else "W" if balance < 0 else ""
            pot = level if level else beaten
            best_first = sorted(pot, key=lambda p: self.rank_of_board[p])
            right = [p for p in best_first if needed and self.want(p) == needed]
            pick = right[0] if right else best_first[0]
            pot.remove(pick)
            chosen.append(pick)
        return chosen

    def rank(self, lucky: list[Id]) -> list[Id]:
        winners = sorted(self.through, key=lambda p: self.rank_of_board[p])
        return winners + [p for p in self.data.order if p in lucky]

    # colours sought: slow games only

    def want(self, player: Id) -> str:
        past = self.data.colours.get(player, "")
        if past.endswith("WW"):
            return "B"
        if past.endswith("BB"):
            return "W"
        surplus = sum(1 if c == "W" else -1 for c in past)
        if surplus:
            return "B" if surplus > 0 else "W"
        return {"W": "B", "B": "W", "": ""}[past[-1:]]

    # rule 16

    def sixteen(self, players: list[Id]) -> tuple[list[Id], list[Id]]:
        count = {"W": 0, "B": 0}
        for p in players:
            if self.want(p):
                self.side[p] = self.want(p)
                count[self.want(p)] += 1
        for p in players:
            if p not in self.side:
                self.side[p] = "B" if count["B"] < count["W"] else "W"
                count[self.side[p]] += 1
        surplus = "W" if count["W"] > count["B"] else "B"
        extra = abs(count["W"] - count["B"])
        bottom = [p for p in reversed(players) if self.side[p] == surplus][:extra]
        bottom.reverse()
        rest = [p for p in players if p not in bottom]
        top, low = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        firsts, seconds = [], []
        for p in top:
            opposite = next(q for q in low if self.side[q] != self.side[p] and q not in seconds)
            firsts.append(p)
            seconds.append(opposite)
        return firsts + bottom[: extra // 2], seconds + bottom[extra // 2 :]

    # rules 5, 22, 26: pairs that may not be

    def barred(self, one: Id, two: Id) -> bool:
        d = self.data
        if frozenset((one, two)) in d.apart:
            return True
        if d.is_final:
            return False
        if d.last is not None:
            return frozenset((one, two)) in d.met
        lands = {d.federation.get(one, ""), d.federation.get(two, "")}
        homes = {d.family.get(one, ""), d.family.get(two, "")}
        return (len(lands) == 1 and lands <= d.kept_apart) or (len(homes) == 1 and homes != {""})

    def part(self, firsts: list[Id], seconds: list[Id]) -> None:
        """Ruling H6 with H25: exchanges of second players, nearest boards first; else the best dealing of all."""
        before = list(seconds)
        boards = range(len(firsts))
        moved = True
        while moved:
            moved = False
            for i in boards:
                if not self.barred(firsts[i], seconds[i]):
                    continue
                tries = sorted((j for j in boards if j != i), key=lambda j: (abs(j - i), j < i))
                if self.side:
                    mine = (self.side[firsts[i]], self.side[seconds[i]])
                    tries.sort(key=lambda j: (self.side[firsts[j]], self.side[seconds[j]]) != mine)
                for j in tries:
                    if not self.barred(firsts[i], seconds[j]) and not self.barred(firsts[j], seconds[i]):
                        seconds[i], seconds[j] = seconds[j], seconds[i]
                        moved = True
                        break
                if moved:
                    break
        if any(self.barred(firsts[i], seconds[i]) for i in boards):
            seconds[:] = self.deal(firsts, sorted(before, key=lambda p: self.place[p]))

    def deal(self, firsts: list[Id], seconds: list[Id]) -> list[Id]:
        """Fewest barred boards; of such dealings the first in order, top board first."""
        fit = [sum(1 << j for j, s in enumerate(seconds) if not self.barred(f, s)) for f in firsts]

        def good(rows: list[int], free: int) -> int:
            """Largest number of rows with different fitting columns, by growing chains breadth first."""
            owner: dict[int, int] = {}
            for row in rows:
                back: dict[int, int] = {}
                queue = [row]
                end = -1
                while queue and end < 0:
                    here = queue.pop(0)
                    for j in range(len(seconds)):
                        if free >> j & 1 and fit[here] >> j & 1 and j not in back:
                            back[j] = here
                            if j not in owner:
                                end = j
                                break
                            queue.append(owner[j])
                while end >= 0:
                    here = back[end]
                    previous = next((j for j, r in owner.items() if r == here), -1)
                    owner[end] = here
                    end = previous
            return len(owner)

        free = (1 << len(seconds)) - 1
        rows = list(range(len(firsts)))
        allowed_bad = len(firsts) - good(rows, free)
        dealt = []
        for row in rows:
            for j in range(len(seconds)):
                if not free >> j & 1:
                    continue
                bad = 0 if fit[row] >> j & 1 else 1
                rest = rows[row + 1 :]
                if bad + len(rest) - good(rest, free & ~(1 << j)) <= allowed_bad:
                    dealt.append(seconds[j])
                    free &= ~(1 << j)
                    allowed_bad -= bad
                    break
        return dealt

    def oblige(self, firsts: list[Id], seconds: list[Id]) -> None:
        """The director's pairs: the other opponent takes the vacated seat."""
        rows = [firsts, seconds]
        for one, two in self.data.typed:
            seat = {p: (row, i) for row in (0, 1) for i, p in enumerate(rows[row])}
            if one == two or one not in seat or two not in seat:
                continue
            (row, i), (row2, j) = seat[one], seat[two]
            if i != j:
                rows[row2][j], rows[1 - row][i] = rows[1 - row][i], two

    # colours

    def colours(self, firsts: list[Id], seconds: list[Id]) -> list[Id]:
        if self.data.last is None:
            number = self.data.boards_before
            whites = []
            for f, s in zip(firsts, seconds, strict=True):
                number += 1
                odd = number % 2 == 1
                whites.append(f if odd == ((self.data.lot or "W") == "W") else s)
            return whites
        turn = {"W": 0, "B": 0}
        return [self.white(f, s, turn) for f, s in zip(firsts, seconds, strict=True)]

    def white(self, f: Id, s: Id, turn: dict[str, int]) -> Id:
        premier = self.data.kind == "premier"
        wf, ws = self.want(f) or self.side.get(f, ""), self.want(s) or self.side.get(s, "")
        if wf != ws:
            if "W" in (wf, ws):
                return f if wf == "W" else s
            return s if wf == "B" else f
        if not wf and premier:
            return ""
        wanted = wf or "W"
        gets = self.claim(f, s, wanted)
        if not gets:
            if premier:
                return ""
            turn[wanted] += 1
            low = max((f, s), key=lambda p: self.place[p])
            gets = low if turn[wanted] % 2 == 1 else (f if low == s else s)
        return gets if wanted == "W" else (f if gets == s else s)

    def claim(self, f: Id, s: Id, wanted: str) -> Id:
        """Steps (1) to (3) of H23: who has the better claim to the colour wanted, or "" where they are silent."""
        past = {p: self.data.colours.get(p, "") for p in (f, s)}
        odds = {p: abs(past[p].count("W") - past[p].count("B")) for p in (f, s)}
        if odds[f] > odds[s]:
            return f
        if odds[s] > odds[f]:
            return s
        for back in range(1, min(len(past[f]), len(past[s])) + 1):
            if past[f][-back] != past[s][-back]:
                return s if past[f][-back] == wanted else f
        if self.data.kind == "premier":
            return ""
        nearness = self.came(f) - self.came(s)
        return "" if nearness == 0 else f if nearness < 0 else s

    def came(self, player: Id) -> int:
        """Place of how the player came through the last round in the order of H23 (3)."""
        last = self.data.last
        assert last is not None
        for r in last.results:
            if player in (r.first, r.second):
                step = {"slow": 0, "mini": 1, "Armageddon": 2}[r.stage]
                return step if player == r.winner else 5 - step
        return 0
