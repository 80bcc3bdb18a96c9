"""Nothing in the rulebooks is there for tests alone, and no clause points at what nobody calls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.clauses import DOCS, exists
from tests.house.live import is_used, reached, unreached

INDEXES = sorted((*(DOCS / "clauses").glob("*.md"), *(DOCS / "rulings").glob("*.md")))


FOR_LATER = {
    "rules.parts.trf.editions": "report files in the other edition: no command offers it yet, and its own tests hold it",
}


def test_the_product_calls_all_that_stands_in_the_rulebooks() -> None:
    """A function only tests call is a second rulebook: the tests would guard it, and not what counts."""
    idle = [name for name in unreached() if name.rpartition(".")[0] not in FOR_LATER]
    assert idle == []


def test_what_waits_for_its_command_still_waits() -> None:
    """The list above holds no more than it must."""
    waiting = {name.rpartition(".")[0] for name in unreached()}
    assert set(FOR_LATER) <= waiting, "called by now: take it out of the list"


@pytest.mark.parametrize("index", INDEXES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_clause_points_at_what_the_product_uses(index: Path) -> None:
    """Each code object named by an index of clauses or rulings is used, however many calls away."""
    text = index.read_text(encoding="utf-8")
    named = set(re.findall(r"`(rules\.\w[\w.]*)`", text))
    if index.stem == "000-ladder" and index.parent.name == "clauses":
        inside = [cell for line in text.splitlines() if line.startswith("| ") for cell in line.split("|")[-3:-2]]
        named |= {f"rules.ladder.{name}" for cell in inside for name in re.findall(r"`([a-z_]+\.[\w.]+)`", cell)}
    assert named or index.stem == "000-ladder", "an index names code"
    idle = sorted(name for name in named if exists(name) and not is_used(name))
    assert not idle, f"nothing calls {idle}"


def test_what_nobody_calls_is_noticed() -> None:
    """The check itself: a name that is nowhere is not used; an engine and what it leads to is."""
    live, _ = reached()
    assert {"rules.ladder.pairing.match_cost", "rules.ladder.pairing.match_all"} <= live
    assert not is_used("rules.ladder.pairing.match_costs")
    assert not is_used("rules.ladder.scores.match_cost"), "the same name in another module"
