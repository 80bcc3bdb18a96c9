"""Pages of the documentation that follow from the code: what to type where, problems, commands.

`python -m sheets_templates.guide docs` writes them; a test says when they are out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.reasons import sentence
from rules.registry import engine_of, formats
from rules.sheet import FormatSheet
from sheets_templates.cells_page import read_page
from sheets_templates.headings_page import headings_page
from sheets_templates.rulebook_pages import MADE, rulebook_pages
from sheets_templates.tie_breaks_page import tie_breaks_page
from sync.claims.answer_tabs import ENOUGH
from sync.encode import catalogue_of
from sync.problems import CATALOGUE, Sort
from sync.reading.phrases import DIRECTORS, LANGUAGES, NOTATIONS, QUESTIONS, Meaning
from sync.reading.questions import BEGUN, ENDED, HEADINGS, STAMPED
from sync.schema import FORM, Rows, decisions_of, settings_of, workbook


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split()) or " "


def _table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + " --- |" * len(headings)
    for row in rows:
        yield "| " + " | ".join(_cell(c) for c in row) + " |"


COMMON_WANTS: tuple[tuple[str, str], ...] = (
    ("start the event", "`Settings` → `Start`: `now`, or a date and time"),
    ("enter or correct a result", "`Games` → `Result`: `1-0`, `0-1`, `1/2-1/2` or another word of its list"),
    ("undo a correction", "`Games` → `Result`: the earlier result (`Problems` names it)"),
    ("let a player's report count again", "clear the cell `Games` → `Result`; without a report the game is open"),
    ("cancel a game", "`Games` → `Result`: `Void`"),
    ("give a game more time", "`Games` → `Deadline` in the line of the game"),
    ("give a whole round more time", "`Rounds` → `Deadline` in the line of the round"),
    ("change who plays in a published game", "`Games`: type the other name over the old one"),
    ("pause a player", "`Players` → `Status`: `Paused`, and `Until` when the pause has an end"),
    ("take a player out", "`Players` → `Status`: `Withdrawn` or `Disqualified` (never delete the line)"),
    ("undo that", "`Players` → `Status`: `Active`"),
    ("add a late player", "a new line in `Players`"),
    ("rename a player", "`Players`: type the new name over the old one, and the old one under `Also known as`"),
    ("know why something is so", "nothing: look into `Why`, or ask `pairsheet explain BOOK R3-02`"),
    ("decide myself when a round goes out", "`Settings` → `Publish`: the id of the round, such as `R4`"),
    ("have rounds go out on Sundays", "`Settings` → `Publish at`: `Sunday 18:00`"),
    ("have more or less time to check a draft", "`Settings` → `Check for`: `2 hours`, `0`"),
    ("say how dates such as 1/11/2027 are meant", "`Settings` → `Dates`: `day first` or `month first`"),
    ("have lower or higher ratings count", "`Settings` → `Ratings from`, `Ratings to`: whole numbers"),
    ("be away for two weeks", "`Settings` → `If the TD does not answer`: a number of days"),
)


def wants_page() -> str:
    """The page “what I want, where I type it”, for every format."""
    lines = [MADE, "# What I want, and where I type it", "", "## In every format", ""]
    lines += _table(("I want to …", "I type"), list(COMMON_WANTS))
    for name in formats():
        spec = engine_of(name).sheet
        lines += ["", f"## {spec.title} (`{name}`)", "", spec.rulebook, ""]
        rows = [(d.want, _where(d.kind, d.example, d.start, d.end), d.rule) for d in decisions_of(spec)]
        lines += _table(("I want to …", "A line in `Decisions`", "Clause"), rows)
    return "\n".join(lines) + "\n"


def _where(kind: str, example: tuple[str, str], start: bool, end: bool) -> str:
    about, value = example
    parts = [f"Decision `{kind}`", f"About `{about}`" if about else "", f"Value `{value}`" if value else ""]
    parts += ["From: a time" if start else "", "To: a time" if end else ""]
    return ", ".join(p for p in parts if p)


def sheets_page() -> str:
    """Every tab, column and setting, for every format."""
    lines = [MADE, "# Tabs, columns and settings", ""]
    for name in formats():
        spec = engine_of(name).sheet
        lines += [f"## {spec.title} (`{name}`)", "", "### Settings", ""]
        rows = [
            (s.name, s.default or " ", s.help + (" Fixed once the event began." if s.defines else ""))
            for s in settings_of(spec)
        ]
        lines += [*_table(("Setting", "Default", "What it does"), rows), "", "### Results", ""]
        lines += [*_table(("Word", "Also", "What it means"), _results(spec)), ""]
        for tab in workbook(spec):
            owner = {Rows.PEOPLE: "people type", Rows.APPENDED: "the worker adds lines, people type beside them",
                     Rows.VIEW: "the worker's", Rows.FORM: "the form's"}[tab.rows]  # fmt: skip
            lines += [f"### {tab.name} — {owner}", "", tab.help, ""]
            columns = [(c.heading, c.cell.value, c.kind.value, c.help) for c in tab.columns]
            lines += [*_table(("Column", "Cell", "Kind", "Help"), columns), ""]
    return "\n".join(lines).rstrip() + "\n"


def _results(spec: FormatSheet) -> list[tuple[str, ...]]:
    return [(w.word, ", ".join(w.aliases), w.help or w.how.value) for w in spec.results]


class _Hole(str):
    """What stands for a value; beside it the plural."""

    def __format__(self, format_spec: str) -> str:
        return format_spec.rpartition("|")[2] if format_spec else str(self)


class _Names(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return _Hole(f"‹{key}›")


def _shown(template: str) -> str:
    return template.format_map(_Names()) if "{" in template else sentence(template)


def problems_page() -> str:
    """Every problem the worker can find, with its advice."""
    lines = [MADE, "# Problems and what to do about them", "", "‹…› stands for what the sheet holds.", ""]
    lines += ["## In every format", "", *_problems(CATALOGUE)]
    for name in formats():
        spec = engine_of(name).sheet
        own = {code: sort for code, sort in catalogue_of(spec).items() if code in spec.troubles}
        lines += ["", f"## {spec.title} (`{name}`)", "", *_problems(own)]
    return "\n".join(lines) + "\n"


def _problems(catalogue: object) -> Iterator[str]:
    assert isinstance(catalogue, dict)
    rows = [
        (f"`{code}`", sort.urgency.value, _shown(sort.wording), _shown(sort.advice.words), _shown(sort.otherwise))
        for code, sort in catalogue.items()
        if isinstance(sort, Sort)
    ]
    return _table(("Code", "Urgency", "What is wrong", "What to type", "Otherwise"), rows)


def commands_page() -> str:
    """The help of every command."""
    from typer.main import get_command
    from typer.testing import CliRunner

    from sync.cli import app

    runner = CliRunner()
    lines = [MADE, "# Commands", ""]
    names = sorted(getattr(get_command(app), "commands", {}))
    for words in ([], *([n] for n in names)):
        shown = runner.invoke(
            app, [*words, "--help"], env={"COLUMNS": "100", "TERMINAL_WIDTH": "100"}, prog_name="pairsheet"
        )
        lines += [f"## `{' '.join(['pairsheet', *words])}`", "", "```", shown.stdout.strip(), "```", ""]
    lines += [
        "Exit codes: 0 done, 1 problems need the director, 2 wrong use, 3 the sheet could not be reached,",
        "4 refused by a guard (open elsewhere, changed meanwhile, signed), 5 a fault of",
        "Pairsheet itself: the line names a report that holds nothing of the sheet; please send it in.",
        "Over several books the highest code counts, and each is passed over whatever happened to another.",
        "130: stopped by Ctrl-C.",
    ]
    return "\n".join(lines) + "\n"


_HOW_RESULTS_COUNT = """\
Only a whole answer counts, never a part of one. The format's own words come first ([sheets.md](sheets.md)), then what
is asked about, then figures, signs and phrases. A format that knows no draw takes none. In a match only these count:
the format's words, what says a game without play, and scores: two numbers of one to three digits with `-` between,
`0-0` too, and `tie` behind them or not; for a score that no match can have there is a message at its game. What is not
listed here waits for the director: the game stays open, and `Problems` says so. A number or a date in the cell is no
result.

A phrase of letters alone that is one letter more, one less or another one away from another word of the format (the
left column of its table) counts for nothing there: `nul` in a ladder, which knows `Null`. A game without play that a
form reports always waits for the director, and so do `Null`, `Void` and `Open` there.

## What makes no difference

Texts are compared as clean text ([what-is-read.md](what-is-read.md)), made plain in this order:

1. `½` is `1/2`; then Unicode's NFKC; a digit of any script is its value; the dashes ‐ ‑ ‒ – — ― − ﹣ － are `-`.
2. Case is folded; accents (U+0300 to U+036F in Unicode's NFD) go; `ł` `ø` `đ` `ı` are `l` `o` `d` `i`.
3. Full stops and exclamation marks at the end go, behind a letter.
4. `:` is `-`; spaces around `-` and `/` go. `.5`, `0.5`, `,5`, `0,5` are `1/2`, where no digit stands before or behind.
   A number of one to three digits with `.0` or `,0` is the number, where no digit stands behind, and none, no point and
   no comma before.
5. `1-0`, `0-1`, `0-0` or `1-1` with one of `f`, `ff`, `k`, `wo`, `w.o`, `w.o.`, `wo.`, `w/o`, `forfeit`, `forfait`,
   `kampflos` behind it, a space between or none, in brackets or not: the word is `f`. `1F-0F` is `1-0F`. `+` and `-`
   mean the same with `-`, `/`, `:` or nothing between them, and with spaces. A space before a last `f` or `tie` goes.
"""


def result_words_page() -> str:
    """What counts for a result, language by language, and what is asked about."""
    lines = [MADE, "# Words and signs that count for a result", ""]
    lines += [
        _HOW_RESULTS_COUNT,
        "## Figures and signs",
        "",
        "From White's side.",
        "",
    ]
    signs = [(f"`{m.value}`", _listed(NOTATIONS.get(m, ())), _listed(DIRECTORS.get(m, ()))) for m in Meaning]
    lines += [*_table(("Result", "Also", "Only where the director types it"), signs), ""]
    lines += ["`½` counts for a game, not for a bye.", "", "## Phrases", ""]
    words = [(language, *(", ".join(phrases.get(m, ())) for m in Meaning)) for language, phrases in LANGUAGES.items()]
    lines += [*_table(("Language", *(f"`{m.value}`" for m in Meaning)), words), ""]
    lines += ["## Asked about", "", "These are common and name no one result:", ""]
    lines += _table(("Typed", "May mean"), [(f"`{typed}`", why) for typed, why in QUESTIONS.items()])
    return "\n".join(lines) + "\n"


def result_forms_page() -> str:
    """Which forms are read, and by which headings their questions are known."""
    asked = {c.heading: (c.heading, *c.aliases, *HEADINGS.get(c.heading, ())) for c in FORM[1:]}
    return "\n".join(
        [
            MADE, "# Forms: what is read, and how a question is known", "", _WHICH_FORMS,
            *_table(("Question", "Headings"), [(q, " · ".join(names)) for q, names in asked.items()]), "",
            "## Time stamps", "", _STAMPS_SAY,
            f"Sent: {' · '.join(ENDED)}", "",
            f"Stamped: {' · '.join(STAMPED)}", "",
            f"Where there is nothing better: {' · '.join(BEGUN)}", "",
        ]
    )  # fmt: skip


_WHICH_FORMS = f"""\
Every tab that holds reports is read, in the book and in the private book of `Settings` → `Form answers`, whatever it
is called and whoever made the form. A tab holds reports where it is `Form Responses`, or where

- it has a column of time stamps: one headed as below, or the first that holds no mere ids and is all moments; and
- some line of it names a game of this event: by a link in the question for it, an id (`R3-02`), both names, or a
  player's name beside a whole result.

Never read are the worker's own tabs, copies of them, calendars of what is to come, and sign-ups. A tab that may hold
reports and names no game is a line in `Problems`, and the games its lines may be about stay open for a few days past
their deadline. A line that two tabs hold is one report. Another title changes nothing.

An answer counts for a question only under a heading of this table, as a whole; case, accents, spaces and signs make no
difference. Where no heading asks for the link, a column of game links alone does. Where none asks for the result, one
with {ENOUGH} or more answers that are all results ([result-words.md](result-words.md)) does. Such a choice is recorded
in the `Journal` and stays. What else is asked is not read.
"""
_STAMPS_SAY = """\
A real date cell is the wall clock of its file. Text is read in the event's zone unless it says its own. Where the
heading says UTC, both are UTC. A date that can be two days (1/11/2027) is meant as those stamps of the same column
whose date, with its weekday, can be one day only (13/1/2027), where these agree and whatever zone stands behind the
time; else as `Settings` → `Dates` says; else by its own weekday; else it is asked about, and its game stays open for a
few days past its deadline. A line without a readable time counts as sent when the worker first saw it, and says so.
0 o'clock on 1970-01-01 and on 1980-01-01, which makers of forms write where they keep no time, is none.
A day without a time counts as its last second, or when the line was first seen if that was before.
"""


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(f"`{t}`" for t in texts)


PAGES = {
    "what-to-type.md": wants_page,
    "sheets.md": sheets_page,
    "result-words.md": result_words_page,
    "result-forms.md": result_forms_page,
    "what-is-read.md": read_page,
    "tie-breaks.md": tie_breaks_page,
    "list-headings.md": headings_page,
    "problems.md": problems_page,
    "commands.md": commands_page,
    **rulebook_pages(),
}


def main() -> None:
    """Write all pages into a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    for name, page in PAGES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page(), encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main()
