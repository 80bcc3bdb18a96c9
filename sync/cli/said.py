"""What a pass did, in lines for a person and as data for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sync.running.once import Pass


def problem_lines(done: Pass) -> list[str]:
    """What `check` prints, the most urgent first."""
    from sync.problems import Urgency, wording

    order = list(Urgency)
    lines = []
    for problem in done.decided.problems:
        urgency, wrong, advice, _ = wording(problem, done.decided.catalogue)
        where = f"{problem.at}: " if str(problem.at) else ""
        stop = "" if wrong.endswith((".", "?", "!", "…")) else "."
        lines.append((order.index(urgency), f"[{urgency.value}] {where}{wrong}{stop} {advice}".rstrip()))
    return [line for _, line in dict.fromkeys(sorted(lines))]


def as_data(done: Pass) -> dict[str, Any]:
    from sync.problems import wording

    decided = done.decided
    return {
        "wrote": done.wrote,
        "state": decided.answer.state if decided.answer else "stopped",
        "needs": decided.needs,
        "wake": decided.wake.isoformat() if decided.wake else None,
        "facts": len(decided.facts),
        **({"unmarked": done.unmarked} if done.unmarked else {}),
        "problems": [
            {"code": p.code, "at": str(p.at), "text": wording(p, decided.catalogue)[1]} for p in decided.problems
        ],
    }


def summary(done: Pass, dry: bool) -> str:
    decided = done.decided
    if decided.stopped:
        return "Stopped: see the Problems tab. Nothing was decided."
    told = "Would write" if dry and not decided.plan.is_empty else ("Written" if done.wrote else "Nothing new")
    words = {"before": "the event has not started", "running": "the event is running", "finished": "it is finished"}
    parts = [words[decided.answer.state]] if decided.answer else []
    if decided.needs:
        parts.append(f"{decided.needs} thing{' needs' if decided.needs == 1 else 's need'} you, see Problems")
    if decided.due:
        parts.append(f"next due {decided.due:%a} {decided.due.day} {decided.due:%b %Y, %H:%M %Z}")
    return f"{told}: {'; '.join(parts)}." if parts else f"{told}."
