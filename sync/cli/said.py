"""What a pass did, in lines for a person and as data for a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sync.problems import Problem
    from sync.running.once import Pass

MOST_PROBLEMS = 20  # lines after a pass; `check` shows all


def problem_lines(done: Pass, only_needs: bool = False) -> list[str]:
    """What `check` prints, the most urgent first; `only_needs` leaves out what is only worth knowing."""
    from sync.problems import Urgency, wording

    order = list(Urgency)
    lines = []
    for problem in done.decided.problems:
        urgency, wrong, advice, _ = wording(problem, done.decided.catalogue)
        if only_needs and urgency is Urgency.NOTE:
            continue
        where = f"{problem.at}: " if str(problem.at) else ""
        stop = "" if wrong.endswith((".", "?", "!", "…")) else "."
        lines.append((order.index(urgency), f"[{urgency.value}] {where}{wrong}{stop} {advice}".rstrip()))
    return [line for _, line in dict.fromkeys(sorted(lines))]


def as_data(done: Pass) -> dict[str, Any]:
    """A pass for a program."""
    from sync.running.happened import happened

    decided = done.decided
    return {
        "wrote": done.wrote,
        "state": decided.answer.state if decided.answer else "stopped",
        "happened": list(happened(decided)),
        "needs": decided.needs,
        "wake": decided.wake.isoformat() if decided.wake else None,
        "facts": len(decided.facts),
        **({"unmarked": done.unmarked} if done.unmarked else {}),
        "problems": [_problem(p, done) for p in decided.problems],
    }


def _problem(problem: Problem, done: Pass) -> dict[str, str]:
    from sync.problems import wording

    return {"code": problem.code, "at": str(problem.at), "text": wording(problem, done.decided.catalogue)[1]}


def summary(done: Pass, dry: bool) -> str:
    """A pass in a line: what happened, what is due next, how many things need the director."""
    from sync.running.happened import happened

    decided = done.decided
    if decided.stopped:
        return "Stopped, nothing is decided until you act:"
    told = "Would write" if dry and not decided.plan.is_empty else ("Written" if done.wrote else "Nothing new")
    words = {"before": "the event has not started", "running": "the event is running", "finished": "it is finished"}
    parts = list(happened(decided))
    if any(problem.code == "no-zone" for problem in decided.problems):
        parts.append("nothing starts or goes on before Settings holds a time zone")
    elif decided.answer and (not parts or decided.answer.state != "running"):
        parts.append(words[decided.answer.state])
    if decided.due:
        parts.append(f"next due {decided.due:%a} {decided.due.day} {decided.due:%b %Y, %H:%M %Z}")
    if decided.needs:
        parts.append(f"{decided.needs} thing{' needs' if decided.needs == 1 else 's need'} you:")
        return f"{told}: {'; '.join(parts)}"
    return f"{told}: {'; '.join(parts)}." if parts else f"{told}."


def needs_lines(done: Pass) -> Sequence[str]:
    """What the director is asked, below the line of a pass that ends with 1."""
    lines = problem_lines(done, only_needs=True)
    more = len(lines) - MOST_PROBLEMS
    rest = [f"  and {more} more: pairsheet check shows all"] if more > 0 else []
    return [*(f"  {line}" for line in lines[:MOST_PROBLEMS]), *rest]
