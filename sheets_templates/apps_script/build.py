"""Puts the form's script together: the words of the workbook, then the parts under `src/`, in one file to paste.

`python -m sheets_templates.apps_script.build` writes `Code.gs` again; a test fails where it was forgotten.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.model import Empty, How
from rules.registry import ROOMS
from rules.sheet import FormatSheet
from sync.chesssites.links import link_pattern
from sync.schema import FORM, SETTINGS, STATUSES

HERE = Path(__file__).parent
BUILT = HERE / "Code.gs"
PARTS = ("Menu", "Form", "Choices", "Sheet", "Nudge")
FORM_TAB = "Form Responses"
PLACE = "GAME"  # stands in the setting Form link where the id of a game goes
GONE = tuple(s for s in STATUSES if s in ("Withdrawn", "Disqualified"))

# What players are asked: key, the schema's heading, the question (one of the heading's names), the line below it.
QUESTIONS = (
    ("link", "Game URL", "Link of the game", "Open the game at Chess.com or Lichess, tap Share, copy the link."),
    ("result", "Result", "Who won?", "White and Black as the tab Games shows them."),
    ("score", "Result", "Score", "The score of the match so far, in the order of the tab Games."),
    ("pairing", "Pairing", "Which game", "Its id, as in the tab This round."),
    ("name", "Your name", "Who are you?", "As in the tab Players."),
    (
        "message",
        "Message to the director",
        "Message to the director",
        "Only if something is wrong: cannot reach the opponent, a dispute, a pause, leaving. Everyone may read it.",
    ),
)
GAME_WORDS = ("White won", "Black won", "Draw")


def names_of(heading: str) -> tuple[str, ...]:
    """Every question title the worker takes for this column: the heading itself and its aliases."""
    column = next(c for c in FORM if c.heading == heading)
    return (column.heading, *column.aliases)


def formats_with_scores() -> dict[str, tuple[str, ...]]:
    """Formats whose players report the running score of a match, with the scores to choose from.

    The dash is the long one: a spreadsheet takes `3-1` with a short one for a day in March.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in ROOMS:
        sheet = _sheet_of(name)
        if sheet is not None and sheet.reports == "match":
            words = [w.word for w in sheet.results if w.how in (How.PLAYED, How.TIE_DECLARED) and w.score is not None]
            found[name] = tuple(word.replace("-", " – ") for word in words)
    return found


def _sheet_of(name: str) -> FormatSheet | None:
    module = ROOMS[name].removesuffix(".engine") + ".sheet"
    try:
        room = import_module(module)
    except ModuleNotFoundError:
        return None
    return next((v for v in vars(room).values() if isinstance(v, FormatSheet)), None)


def words() -> dict[str, Any]:
    """What the script must know of the workbook, all of it from the schema."""
    settings = {
        "name": "Tournament",
        "format": "Format",
        "verify": "Verify games",
        "link": "Form link",
        "answers": "Form answers",
        "mirror": "Public sheet",
    }
    missing = set(settings.values()) - {s.name for s in SETTINGS}
    if missing:
        raise LookupError(f"no setting is called {', '.join(sorted(missing))}")
    questions = {}
    for key, heading, title, help_ in QUESTIONS:
        if title not in names_of(heading):
            raise LookupError(f"{title} is no name of the column {heading}")
        questions[key] = {"heading": heading, "title": title, "help": help_, "names": list(names_of(heading))}
    return {
        "tabs": {
            "settings": "Settings",
            "players": "Players",
            "games": "Games",
            "round": "This round",
            "form": FORM_TAB,
        },
        "settings": settings,
        "gone": list(GONE),
        "empty": [e.value for e in Empty],
        "place": PLACE,
        "linkPattern": link_pattern(),
        "gameWords": list(GAME_WORDS),
        "scores": {name: list(scores) for name, scores in formats_with_scores().items()},
        "questions": questions,
    }


def code() -> str:
    """The whole script as one text."""
    head = (
        "// Pairsheet: the result form of a tournament kept in this spreadsheet.\n"
        "// Put together from sheets_templates/apps_script/src by build.py; change it there.\n\n"
        "/** What the workbook calls things. */\n"
    )
    table = f"const PAIRSHEET = {json.dumps(words(), ensure_ascii=False, indent=2)};\n"
    parts = [(HERE / "src" / f"{name}.gs").read_text(encoding="utf-8").strip() + "\n" for name in PARTS]
    return "\n".join([head + table, *parts])


if __name__ == "__main__":
    BUILT.write_text(code(), encoding="utf-8")
