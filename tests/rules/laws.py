"""Laws that every engine keeps at every moment of every event; each function raises AssertionError with the reason."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

from rules.model import Answer, Book, Draft, Engine, Fact, Game, Reason, Recorded, Round, Trouble
from rules.parts.record import standing
from rules.reasons import WORDS, render, sentence
from tests.rules.runner import Event

ROW = "Decisions!"  # where a line of Decisions stands
RANKED = ("Ladder", "Standings", "Cross-table")  # views whose rows place somebody: each row says why


def same_answer(engine: Engine, book: Book, now: datetime) -> None:
    """Same book and same time: the same answer, to the byte."""
    assert repr(engine.answer(book, now)) == repr(engine.answer(book, now)), "two answers to one question"


def order_does_not_matter(engine: Engine, book: Book, now: datetime, seed: int = 0, people: bool = True) -> None:
    """Sorting Players, Decisions or submissions changes nothing: every line gets another row.

    Before the start, people without Seed and Rating count as listed, so there a test may leave `people` alone.
    """
    dice = random.Random(seed)

    def shuffled(rows: tuple) -> tuple:  # type: ignore[type-arg]
        mixed = list(rows)
        dice.shuffle(mixed)
        return tuple(mixed)

    lines = [d for d in shuffled(book.decisions) if d.key.startswith(ROW)]
    moved = tuple(replace(line, key=f"{ROW}{number}") for number, line in enumerate(lines, start=2))
    other = replace(
        book,
        people=shuffled(book.people) if people else book.people,
        decisions=(*moved, *(d for d in book.decisions if not d.key.startswith(ROW))),
        claims=shuffled(book.claims),
    )
    first, second = (comparable(_by_content(engine.answer(b, now), b)) for b in (book, other))
    for name, value in first.items():
        assert value == second[name], f"the order of rows changed {name}: {_where(value, second[name])}"


def _by_content(answer: Answer, book: Book) -> Answer:
    """The answer with what a line says in place of the row it stands in."""
    lines = {d.key: repr(replace(d, key="")) for d in book.decisions if d.key.startswith(ROW)}

    def named(troubles: tuple[Trouble, ...]) -> tuple[Trouble, ...]:
        return tuple(replace(t, about=lines.get(t.about, t.about)) for t in troubles)

    drafts = tuple(replace(draft, checks=named(draft.checks)) for draft in answer.drafts)
    return replace(answer, troubles=named(answer.troubles), drafts=drafts)


def settled(answer: Answer, book: Book) -> None:
    """After a pass nothing follows, and nothing that was published is drafted again."""
    assert answer.now == (), f"facts follow after the pass: {answer.now}"
    stands = standing(book)
    for draft in answer.drafts:
        for recorded in draft.facts:
            fact = recorded.fact
            if isinstance(fact, Round):
                assert fact.id not in stands.rounds, f"{fact.id} is drafted though published"
            if isinstance(fact, Game):
                assert fact.id not in {r.fact.id for r in book.record if isinstance(r.fact, Game)}, f"{fact.id} again"


def nothing_before_wake(engine: Engine, book: Book, now: datetime, answer: Answer) -> None:
    """Until the moment the engine asked to be woken, and with no cell changed, nothing changes."""
    later = answer.wake - timedelta(seconds=1) if answer.wake is not None else now + timedelta(days=400)
    if later <= now:
        return
    first, second = comparable(answer), comparable(engine.answer(book, later))
    for name, value in first.items():
        assert value == second[name], f"{name} changed between {now} and {later}: {_where(value, second[name])}"


def reasons_are_whole(answer: Answer, book: Book, engine: Engine) -> None:
    """Every fact and every ranked row has a reason that names a rule; every code has words, and they render."""
    words = engine.sheet.words
    facts = [*book.record, *(r for draft in answer.drafts for r in draft.facts), *answer.now]
    for recorded in facts:
        assert recorded.why.rule, f"no rule for {recorded.fact}"
        says_something(recorded.why, words)
    for title in RANKED:
        for row in answer.tables.get(title, ()):
            assert row.why is not None, f"{title}: nothing says why {dict(row.cells)}"
            assert row.why.rule, f"{title}: no rule for {dict(row.cells)}"
    for rows in answer.tables.values():
        for row in rows:
            if row.why is not None:
                says_something(row.why, words)
    for reason in answer.headline:
        says_something(reason, words)


def says_something(reason: Reason, words: object) -> None:
    """A reason becomes a sentence."""
    for part in reason.walk():
        assert part.code in words or part.code in WORDS, f"no words for {part.code}"  # type: ignore[operator]
    assert render(reason, words).strip()  # type: ignore[arg-type]


def waits_name_their_end(answer: Answer) -> None:
    """Every wait on the director names the entry that ends it."""
    for wait in answer.waits:
        if wait.on in ("director", "start", "lot"):
            assert wait.ends_by, f"nothing ends {wait}"


def troubles_have_words(answer: Answer, engine: Engine) -> None:
    """Every trouble is in the format's catalogue, and each of its texts can be filled in."""
    found = [*answer.troubles, *(check for draft in answer.drafts for check in draft.checks)]
    for trouble in found:
        assert trouble.code in engine.sheet.troubles, f"no words for {trouble.code}"
        _, wrong, advice, otherwise = engine.sheet.troubles[trouble.code]
        for text in (wrong, advice.words, otherwise):
            sentence(text, trouble.data)


def all_laws(event: Event, seed: int = 0, people: bool = True) -> None:
    """Every law at this moment of an event, right after a pass."""
    engine, book, now, answer = event.engine, event.book, event.now, event.answer
    same_answer(engine, book, now)
    order_does_not_matter(engine, book, now, seed, people)
    settled(answer, book)
    nothing_before_wake(engine, book, now, answer)
    reasons_are_whole(answer, book, engine)
    waits_name_their_end(answer)
    troubles_have_words(answer, engine)


def comparable(answer: Answer) -> dict[str, str]:
    """An answer by parts, without the times at which drafts and facts would be written."""
    return {
        "now": repr([timeless(r) for r in answer.now]),
        "drafts": repr([_draft(d) for d in answer.drafts]),
        "waits": repr(answer.waits),
        "tables": repr({title: [(dict(r.cells), r.why) for r in rows] for title, rows in answer.tables.items()}),
        "troubles": repr(answer.troubles),
        "state": answer.state,
        "headline": repr(answer.headline),
    }


def _where(first: str, second: str) -> str:
    """Where two texts begin to differ, with a little of what stands around."""
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    begin = max(0, at - 80)
    return f"\n… {first[begin : at + 200]} …\n… {second[begin : at + 200]} …"


def _draft(draft: Draft) -> object:
    return (draft.id, [timeless(r) for r in draft.facts], draft.not_before, draft.checks, draft.at_once)


def timeless(recorded: Recorded) -> tuple[Fact, Reason]:
    """A fact without the times that are set when it is written."""
    fact = recorded.fact
    if isinstance(fact, Round | Game):
        fact = replace(fact, due=None)
    return fact, recorded.why
