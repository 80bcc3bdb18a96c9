"""Clauses broken on purpose: what to change in the code of a clause, so that the cases its index names must fail.

A line is a rulebook, a clause of its index, a module, and two texts: what stands there once, and what takes its place.
`case` picks one of several cases of the clause; without it every case must fail.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.house.clauses import DOCS, ROOT, rows

BOOKS = {
    "ladder": "000-ladder",
    "swiss": "001-swiss",
    "grand-chess-tour": "002-grand-chess-tour",
    "hastings": "003-hastings",
    "pente": "004-pente",
}


@dataclass(frozen=True)
class Break:
    """One clause done wrong."""

    book: str
    clause: str
    module: str
    old: str
    new: str
    case: str = ""

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases that the index names for the clause, as pytest takes them."""
        row = next(r for r in rows(DOCS / "clauses" / f"{BOOKS[self.book]}.md") if r[0] == self.clause)
        named = re.findall(r"`(tests/[\w/.]+::\w+)`", row[-1])
        if self.book == "ladder":  # its index leaves the folder and `test_` out
            short = re.findall(r"`(\w+)::(\w+)`", row[-1])
            named = [f"tests/rules/ladder/test_{file}.py::test_{case}" for file, case in short]
        return tuple(name for name in named if self.case in name)


BREAKS = (
    Break("ladder", "1(b)(ii)", "rules.ladder.final", "        return lower, higher, Reason(", "        return higher, lower, Reason(", "the_lower_player_plays"),
    Break("ladder", "1(b)(iii)", "rules.ladder.final", "white, black = last[1], last[0]", "white, black = last[0], last[1]"),
    Break("ladder", "4(c)(iii)", "rules.ladder.scores", "half_wins_against + 6)", "half_wins_against + 3)"),
    Break("ladder", "4(d)(i)", "rules.ladder.order", "(0 if shares else 1)", "1"),
    Break("ladder", "4(d)(ii)", "rules.ladder.order", "score != 0 and score ==", "score ==", "equal_scores_of_0"),
    Break("ladder", "5(b)", "rules.ladder.pairing", "    odd = round_number % 2 == 1\n", "    odd = True\n", "highest_in_odd"),
    Break("ladder", "5(c)(iv)", "rules.ladder.pairing", "games + gap * (gap - 1) // 2", "games + gap", "the_match_cost"),
    Break("ladder", "5(c)(iv)", "rules.ladder.pairing", "np.lexsort((distance, games[others], cost))", "np.lexsort((distance, cost))", "fewer_games"),
    Break("ladder", "5(e)", "rules.ladder.order", "at = int(beaten.argmax())", "at = len(order) - 1", "directly_above"),
    Break("swiss", "4", "rules.parts.median.colours", 'due, step = other(history[-1]), "same twice"', 'due, step = history[-1], "same twice"'),
    Break("swiss", "8.2", "rules.parts.median.cards", "if slot.kind in BARS_BYE:", "if slot.kind is None:"),
    Break("swiss", "9.1", "rules.parts.median.colours", 'twice != "W" and balance < 2', 'twice != "W"'),
    Break("swiss", "13", "rules.parts.median.compatible", "mask |= scores[self.scores[player]]", "mask |= 0"),
    Break("swiss", "16.b", "rules.parts.swiss_tiebreaks", "sum(reached[cut:]) for cut in", "sum(reached[:cut]) for cut in"),
    Break("swiss", "10.6", "rules.parts.median.median", "        [*down, *up],\n", "        [*up, *down],\n", "in_the_median"),
    Break("swiss", "10.8", "rules.parts.median.meeting", "- field.ratings[first or 0]) > GUARD:", "- field.ratings[first or 0]) > 2 * GUARD:", "stands_at_100"),
    Break("swiss", "12.7", "rules.parts.median.columns", "GUARD = 100  #", "GUARD = 200  #"),
    Break("swiss", "19", "rules.swiss.report", '    rows.append(_line("Endorsement", Reason("19", "report-not-endorsed", {})))\n', ""),
    Break("swiss", "20.1", "rules.swiss.report", 'return Reason("20.1", "report-median", {})', 'return Reason("20.1", "report-system", {"system": "Lim"})'),
    Break("swiss", "20.2", "rules.swiss.report", '{"system": season.terms.system.capitalize()}', '{"system": "Dutch" if season.terms.system != "dutch" else "Dubov"}'),
    Break("swiss", "scope-accelerated", "rules.swiss.report", "    if not season.terms.baku:", "    if season.terms.baku:", "asks_to_declare"),
    Break("swiss", "scope-withdrawals", "rules.swiss.season", " or excused(self.decisions, player, round_)", ""),
    Break("grand-chess-tour", "1", "rules.grandchesstour.plans", "10 minutes and 5 seconds", "10 minutes and 3 seconds"),
    Break("grand-chess-tour", "3", "rules.grandchesstour.awards", "elif place > 1 or size == 1:", "elif place > 1 or size > 1:"),
    Break("grand-chess-tour", "3.2", "rules.parts.sharing", "sum(amounts, ZERO) / members)", "amounts[0])"),
    Break("grand-chess-tour", "3.3", "rules.parts.sharing", "last = first + members - 1", "last = first + members"),
    Break("grand-chess-tour", "6.1", "rules.grandchesstour.plans", "(_pair(RAPID), _pair(BLITZ), _DECIDER))  # Rule: 6.1", "(_pair(BLITZ), _pair(RAPID), _DECIDER))  # Rule: 6.1"),
    Break("grand-chess-tour", "6.4", "rules.grandchesstour.trees", "bye = number == 1 and pair[1] in missing", "bye = False"),
    Break("grand-chess-tour", "6.5", "rules.grandchesstour.match", "counts = noted if begun else wanted", "counts = wanted"),
    Break("hastings", "2", "rules.hastings.boards", "(ranking[i], ranking[i + half])", "(ranking[i], ranking[-1 - i])"),
    Break("hastings", "8", "rules.hastings.times", "max(ended + hours.before_mini_match, on_day(day, hours.mini_match))", "ended + hours.before_mini_match"),
    Break("hastings", "9", "rules.hastings.match", "Part(QUICK, 2,", "Part(QUICK, 1,"),
    Break("hastings", "10", "rules.hastings.times", "max(ended + hours.before_armageddon, on_day(day, hours.armageddon))", "ended + hours.before_armageddon"),
    Break("hastings", "13", "rules.hastings.lucky", "classes[0 if result.level else 1]", "classes[1 if result.level else 0]"),
    Break("hastings", "14", "rules.hastings.lucky", "best = min(position.get(", "best = max(position.get("),
    Break("hastings", "34", "rules.hastings.prizes", "    return None if found is None or kept(event, player) else found", "    return None"),
    Break("pente", "A-format 3", "rules.pente.placing", "int(self.rating or 0) - self.deduction", "int(self.rating or 0)"),
    Break("pente", "A-format 6", "rules.pente.elimination", "    return (*unbeaten, *(p for p in players if p not in unbeaten))", "    return tuple(players)"),
    Break("pente", "A-format 7", "rules.pente.folds", "(players[i], players[-1 - i])", "(players[i], players[i + len(players) // 2])"),
    Break("pente", "A-format 8", "rules.pente.folds", "min(players, key=lambda p: byes.get(p, 0), default=None)", "next(iter(players), None)"),
    Break("pente", "B-format 1", "rules.pente.regular", "4 if entered < 16", "4 if entered <= 16"),
    Break("pente", "PO-pairing 1.2", "rules.pente.playoffs", "(late if m.number == last else early)", "(early if m.number == last else late)"),
)  # fmt: skip


def copy_of_the_rules(folder: Path) -> Path:
    """A copy of `rules/` to break."""
    copytree(ROOT / "rules", folder / "rules", ignore=ignore_patterns("__pycache__"))
    return folder


def file_of(module: str, root: Path = ROOT) -> Path:
    """Where a module stands."""
    return root.joinpath(*module.split(".")).with_suffix(".py")


def verdict(copy: Path, *cases: str) -> int:
    """pytest's exit code for these cases with the rulebooks of a copy: 0 passed, 1 failed, else it could not run."""
    assert cases, "without a case everything would run"
    begin = "import sys; sys.path.insert(0, sys.argv.pop(1)); import rules; sys.path.pop(0)"
    go_on = (
        "import pytest; sys.exit(pytest.main(['-q', '-x', '-p', 'no:cacheprovider', '-p', 'no:xdist', *sys.argv[1:]]))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", f"{begin}; {go_on}", str(copy), *cases],
        cwd=ROOT,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return done.returncode
