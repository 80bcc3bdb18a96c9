"""How many rounds, how long a match, and a match game by game (H9-H13, H30)."""

from typing import Any

POINTS = {"1": (2, 0), "0": (0, 2), "=": (1, 1), "+": (2, 0), "-": (0, 2), "x": (0, 0)}
DEFAULTS = ("+", "-", "x")
# How a player came through a round, best first (H23.3).
STAGES = ["won slow", "won mini", "won armageddon", "lost armageddon", "lost mini", "lost slow"]


def places_round_two(number: int) -> int:
    """H14: the smallest power of two that is at least half of the players in the round-1 ranking."""
    power = 1
    while 2 * power < number:
        power *= 2
    return power


def schedule(number: int) -> list[dict[str, Any]]:
    """H9: the rounds with their places and slow games, for so many players in the round-1 ranking."""
    if number == 0:
        return []
    rounds: list[dict[str, Any]] = [{"places": number + number % 2, "slow_games": 1, "premier": False}]
    places = places_round_two(number)
    while places >= 2:
        premier = places <= 8
        rounds.append({"places": places, "slow_games": 2 if premier else 1, "premier": premier})
        places //= 2
    slow = 1
    for r, entry in enumerate(rounds, start=1):
        entry["round"] = r
        entry["final"] = r == len(rounds)
        entry["first_slow"] = slow
        slow += entry["slow_games"]
    return rounds


def declared_total(number: int) -> int:
    """H33: slow games on the way to winning the final."""
    return sum(entry["slow_games"] for entry in schedule(number))


def play_match(record: dict[str, Any], slow_games: int, white: str) -> dict[str, Any]:
    """H10-H13, H30: what became of one match.

    ``white`` has White in the first slow game. The answer always has ``finished`` and ``games`` (kind ``slow``,
    ``quick`` or ``armageddon``, white, black, code seen from record's ``a``, played: both came). An unfinished match
    has ``next``: kind and white of the game now due (white None for an Armageddon: its lot). A finished one has
    winner (id or None), losers, stage (id -> one of STAGES), points and colours (id -> half-points; one colour or
    gap a slow game), met, slow_level, defaulted (who missed any game), slow_default_win (who won a slow game by
    default).
    """
    a, b = record["a"], record["b"]
    other = {a: b, b: a}
    slow = list(record.get("slow", ()))
    quick = list(record.get("quick", ()))
    armageddon = record.get("armageddon")
    points = {a: 0, b: 0}
    colours = {a: "", b: ""}
    games: list[dict[str, Any]] = []
    defaulted: set[str] = set()
    slow_default_win: set[str] = set()
    met = False

    def note_absent(code: str) -> None:
        if code in ("+", "x"):
            defaulted.add(b)
        if code in ("-", "x"):
            defaulted.add(a)

    def add_game(kind: str, has_white: str, code: str) -> None:
        played = code not in DEFAULTS
        games.append({"kind": kind, "white": has_white, "black": other[has_white], "code": code, "played": played})
        note_absent(code)

    def nothing_more(*rest: Any) -> None:
        if any(rest):
            raise ValueError(f"{a} v {b}: games after the match was decided")

    def ended(winner: str | None, how: str, slow_level: bool) -> dict[str, Any]:
        losers = [player for player in (a, b) if player != winner]
        stage = dict.fromkeys(losers, f"lost {how}")
        if winner is not None:
            stage[winner] = f"won {how}"
        return {
            "finished": True,
            "games": games,
            "winner": winner,
            "losers": losers,
            "stage": stage,
            "points": points,
            "colours": colours,
            "met": met,
            "slow_level": slow_level,
            "defaulted": sorted(defaulted),
            "slow_default_win": sorted(slow_default_win),
        }

    def not_yet(kind: str, has_white: str | None) -> dict[str, Any]:
        return {"finished": False, "games": games, "next": {"kind": kind, "white": has_white}}

    has_white = white
    for number in range(slow_games):
        if number >= len(slow):
            nothing_more(quick, armageddon)
            return not_yet("slow", has_white)
        code = slow[number]
        add_game("slow", has_white, code)
        if code in DEFAULTS:
            # H12, H13: this game and every slow game still to come count for the opponent, without colour.
            nothing_more(slow[number + 1 :], quick, armageddon)
            for _ in range(number, slow_games):
                points[a] += POINTS[code][0]
                points[b] += POINTS[code][1]
                colours[a] += "-"
                colours[b] += "-"
            winner = {"+": a, "-": b, "x": None}[code]
            if winner is not None:
                slow_default_win.add(winner)
            return ended(winner, "slow", False)
        met = True
        points[a] += POINTS[code][0]
        points[b] += POINTS[code][1]
        colours[a] += "W" if has_white == a else "B"
        colours[b] += "W" if has_white == b else "B"
        has_white = other[has_white]
    nothing_more(slow[slow_games:])
    if points[a] != points[b]:
        nothing_more(quick, armageddon)
        return ended(a if points[a] > points[b] else b, "slow", False)

    # H10: has_white has already gone over to who had Black in the last slow game.
    total = {a: 0, b: 0}
    for number in range(2):
        if number >= len(quick):
            nothing_more(armageddon)
            return not_yet("quick", has_white)
        code = quick[number]
        add_game("quick", has_white, code)
        total[a] += POINTS[code][0]
        total[b] += POINTS[code][1]
        has_white = other[has_white]
    nothing_more(quick[2:])
    if total[a] != total[b]:
        nothing_more(armageddon)
        return ended(a if total[a] > total[b] else b, "mini", True)

    if armageddon is None:
        return not_yet("armageddon", None)
    lot_white, code = armageddon
    add_game("armageddon", lot_white, code)
    # H11: a draw sends Black on.
    winner = {"1": a, "+": a, "0": b, "-": b, "x": None, "=": other[lot_white]}[code]
    return ended(winner, "armageddon", True)
