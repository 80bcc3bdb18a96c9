"""Report files: what goes to FIDE comes back and re-pairs; players read in; a file checked round by round."""

from __future__ import annotations

from rules.parts.trf import read_trf
from rules.parts.trf.recheck import recheck
from rules.reasons import render
from rules.swiss.check import check_report
from rules.swiss.engine import ENGINE
from rules.swiss.trf import players_from_trf
from tests.rules.runner import Event
from tests.rules.swiss.build import higher_wins, play, swiss
from tests.rules.trf.sound import load_trf

NAMES = ["Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gus"]


def _played(rounds: int = 4) -> Event:
    event = swiss(
        *NAMES,
        rounds=rounds,
        people={
            "Ada": {"Title": "GM", "Federation": "GER", "FIDE id": "4610000", "Born": "1990-05-04", "Sex": "F"},
            "Cem": {"From round": "R2"},
        },
        **{"No-shows": "stay", "Tournament": "Open", "City": "Kiel", "Chief arbiter": "Ida", "Days per round": 7},
    )
    play(event, "Ada+Eva", "Fay>Ben")
    for _ in range(rounds):
        if event.answer.state != "finished":
            higher_wins(event)
    return event


def test_the_report_file_is_sound_and_says_what_happened() -> None:
    """TRF16: header, ranks, a default as + and -, the bye as U, a late entrant's round as Z."""
    event = _played()
    text = ENGINE.report_file(event.book, event.now)
    reading = read_trf(text)
    assert reading.problems == ()
    trf = reading.trf
    assert (trf.text("012"), trf.text("022"), trf.text("062"), trf.total_rounds) == ("Open", "Kiel", "7", 4)
    by_name = {player.name: player for player in trf.players}
    ada = by_name["Ada"]
    assert (ada.title, ada.federation, ada.fide_id, ada.birth, ada.sex) == ("GM", "GER", "4610000", "1990/05/04", "w")
    assert ada.result(1).code == "+"
    assert by_name["Eva"].result(1).code == "-"
    assert by_name["Cem"].result(1).code == "Z"
    assert "U" in {player.result(2).code for player in trf.players}
    standings = {str(row.cells["Player"]): row.cells["Points"] for row in event.table("Standings")}
    assert {name: player.points for name, player in by_name.items()} == standings


def test_the_report_declares_what_the_text_asks_to_declare() -> None:
    """20.1: the system by name, in the tab and in the file; scope, 19: no accelerated method, no endorsed program."""
    event = _played()
    lines = {
        str(r.cells["About"]): render(r.why, ENGINE.sheet.words) for r in event.table("Report") if r.why is not None
    }
    assert lines["System"] == (
        "Paired by the FIDE Swiss Rules with the median score-group (1999 text), to the letter. [20.1]"
    )
    assert lines["Acceleration"] == "No accelerated method was used. [scope]"
    assert lines["Endorsement"].startswith("The endorsed programs that the text names are those of 1997;")
    assert "not among them" in lines["Endorsement"]
    file = load_trf(ENGINE.report_file(event.book, event.now))
    assert "FIDE Swiss Rules, median score-group" in file.text("092")


def test_our_own_file_re_pairs_without_a_difference() -> None:
    """Numbers that never changed: every round of our report is what the rules give."""
    event = swiss(*NAMES, rounds=5)
    while event.answer.state != "finished":
        higher_wins(event)
    text = ENGINE.report_file(event.book, event.now)
    checks = recheck(load_trf(text))
    assert len(checks) == 5
    assert all(check.agrees and not check.forbidden for check in checks)
    said = check_report(text)
    assert said.agrees
    assert said.lines == (
        "5 rounds, 15 boards: 15 pairs as by the rules.",
        *(f"Round {n}: as by the rules." for n in range(1, 6)),
    )


def test_only_rounds_that_are_over_are_reported() -> None:
    """A running round is not in the file."""
    event = swiss(*NAMES)
    assert load_trf(ENGINE.report_file(event.book, event.now)).rounds == 0
    higher_wins(event)
    trf = load_trf(ENGINE.report_file(event.book, event.now))
    assert trf.rounds == 1
    ranked = sorted(trf.players, key=lambda player: player.rank or 0)
    assert [player.points for player in ranked] == [1, 1, 1, 1, 0, 0, 0]


def test_differences_are_explained_by_name() -> None:
    """A second meeting, the wrong bye and changed colours: each with what the rules say."""
    event = swiss(*NAMES, rounds=2)
    while event.answer.state != "finished":
        higher_wins(event)
    text = ENGINE.report_file(event.book, event.now)
    lines = text.splitlines()
    rows = [i for i, line in enumerate(lines) if line.startswith("001")]
    for i in rows:  # round 2 as round 1
        lines[i] = lines[i][:91] + lines[i][91:99] + "  " + lines[i][91:99]
    said = check_report("\r\n".join(lines) + "\r\n")
    assert said.readable
    assert not said.agrees
    assert any("have met before. [2]" in line for line in said.lines)
    assert any("gives the bye to Gus (7), the rules to" in line for line in said.lines)
    assert any("by the rules:" in line and "(White)" in line for line in said.lines)


def test_a_wrong_line_is_named_by_line_and_column() -> None:
    """The file is not guessed at."""
    said = check_report("012 Open\n001    1      Ada                               24x0 GER\n")
    assert not said.readable
    assert any(line.startswith("line 2, column 49") for line in said.lines)


def test_players_are_read_in() -> None:
    """Rows of Players by heading, in starting order; two of one name are told apart; older titles in today's letters."""
    event = _played()
    rows = players_from_trf(ENGINE.report_file(event.book, event.now))
    assert [row["Player"] for row in rows] == NAMES
    assert rows[0] == {
        "Player": "Ada", "Rating": 2400, "Title": "GM", "Federation": "GER", "FIDE id": "4610000",
        "Born": "1990/05/04", "Sex": "w",
    }  # fmt: skip
    line = "001 {:4} m  g {:33} 2400 GER             1990        0.0    1"
    rows = players_from_trf("\n".join((line.format(1, "So, Wesley"), line.format(2, "So, Wesley"))))
    assert [row["Player"] for row in rows] == ["So, Wesley", "So, Wesley (2)"]
    assert rows[0]["Title"] == "GM"
