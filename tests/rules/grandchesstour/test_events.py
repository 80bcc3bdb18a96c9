"""Events: drawing, standings, prizes and points; the regulations' own examples and the public record."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.advice import ways
from rules.model import Lot
from rules.parts.ends import lot_typed
from rules.parts.record import standing
from tests.rules.grandchesstour.play import (
    asked,
    by_strength,
    open_main,
    places,
    play_main,
    season,
    tour,
    winners,
)

SINQUEFIELD = (
    "So", "Anand", "Aronian", "Caruana", "Topalov", "Vachier-Lagrave", "Nakamura", "Ding", "Svidler", "Giri",
)  # fmt: skip
TEN = [f"P{n:02d}" for n in range(1, 11)]


def test_sinquefield_cup_2016() -> None:
    """The public record: 13 points, 7.75 four times, 4.5 twice, 3, 2, 1; the bonus for an outright win (G2, G3)."""
    event = tour({"SIN": SINQUEFIELD})
    rule = winners(
        ("So", "Giri"), ("So", "Svidler"), ("Anand", "Giri"), ("Aronian", "Giri"), ("Caruana", "Svidler"),
        ("Topalov", "Ding"),
    )  # fmt: skip
    play_main(event, "SIN", rule)
    found = places(event, "SIN")
    half = Fraction(1, 2)
    assert season(event).events[0].main.score["So"] == 5 + half
    assert found["So"] == (1, "$75,000", Fraction(13))
    for name in ("Anand", "Aronian", "Caruana", "Topalov"):
        assert found[name] == (2, "$36,250", Fraction(31, 4))
    assert found["Nakamura"] == found["Vachier-Lagrave"] == (6, "$17,500", Fraction(9, 2))
    assert [found[n] for n in ("Ding", "Svidler", "Giri")] == [
        (8, "$15,000", Fraction(3)),
        (9, "$15,000", Fraction(2)),
        (10, "$15,000", Fraction(1)),
    ]
    assert event.answer.state == "finished"
    assert "alone at the top" in event.said("So")


def test_four_tied_for_fourth() -> None:
    """The text's example 3.3: four tied for fourth have $22,500 and 5.5 points each (G4)."""
    event = tour({"LEU": TEN})
    strength = dict(zip(TEN, (9, 8, 7, 5, 5, 5, 5, 3, 2, 1), strict=True))
    play_main(event, "LEU", by_strength(strength))
    found = places(event, "LEU")
    for name in TEN[3:7]:
        assert found[name] == (4, "$22,500", Fraction(11, 2))
    assert found[TEN[7]] == (8, "$15,000", Fraction(3))


def test_all_rounds_are_published_at_once() -> None:
    """After the lot for the numbers the whole round-robin stands in the record, in one publication (G29)."""
    event = tour({"SIN": TEN})
    event.run()
    rounds = event.rounds()
    assert list(rounds) == [f"SIN-R{n}" for n in range(1, 10)]
    assert set(rounds.values()) == {"classical"}
    assert len(open_main(event, "SIN")) == 45
    lot = standing(event.book).lot("SIN numbers")
    assert isinstance(lot, Lot)
    assert lot.answer is not None
    first = event.games("SIN-R1")[0]
    assert first[1:] == (lot.answer[0], lot.answer[9])  # number 1 has White against number 10


def test_typed_lots_are_waited_for() -> None:
    """With typed lots nothing is drawn until the numbers are typed; the wait says so."""
    event = tour({"SIN": TEN[:4]})
    event.draw_lots = False
    event.run()
    assert asked(event) == ["SIN numbers"]
    assert event.rounds() == {}
    (wait,) = [w for w in event.answer.waits if w.on == "lot"]
    assert wait.ends_by == (lot_typed(wait.what[0]),)


def test_an_odd_number_has_free_rounds() -> None:
    """Five players: five rounds, everybody free once, a row for it; nothing is gained by it."""
    event = tour({"EV": TEN[:5]})
    event.run()
    byes = [g for r in event.rounds() for g in event.games(r) if g[2] == "(bye)"]
    assert sorted(g[1] for g in byes) == TEN[:5]
    play_main(event, "EV", by_strength({p: 10 - i for i, p in enumerate(TEN[:5])}))
    assert season(event).events[0].main.score[TEN[0]] == 4


def test_rapid_and_blitz() -> None:
    """A rapid single and a blitz double round-robin: rapid wins count 2, blitz wins 1, wins in blitz units alike (G1, G9)."""
    event = tour({"PAR": TEN[:4]}, kind="rapid and blitz")
    event.run()
    kinds = list(event.rounds().values())
    assert kinds == ["rapid"] * 3 + ["blitz"] * 6
    play_main(event, "PAR", by_strength({p: 10 - i for i, p in enumerate(TEN[:4])}))
    main = season(event).events[0].main
    assert main.score[TEN[0]] == 3 * 2 + 6
    assert main.wins[TEN[0]] == 3 * 2 + 6
    assert main.score[TEN[3]] == 0
    assert places(event, "PAR")[TEN[0]] == (1, None, Fraction(13))
    assert "prizes-missing" in event.troubles()


def test_no_sum_is_shown_before_it_is_typed() -> None:
    """Places and points stand; prizes too, once Prizes has some for the event (G42)."""
    event = tour({"PAR": TEN[:4]})
    event.book = replace(event.book, prizes=())
    play_main(event, "PAR", by_strength({p: 10 - i for i, p in enumerate(TEN[:4])}))
    assert [places(event, "PAR")[p] for p in TEN[:2]] == [(1, None, Fraction(13)), (2, None, Fraction(10))]
    assert not event.table("Prize money")
    assert not [row for row in event.table("Standings") if row.why and "money" in {p.code for p in row.why.parts}]
    event.book = replace(event.book, prizes=({"Section": "PAR", "Place": "1", "Prize": Fraction(300)},))
    event.run()
    assert [places(event, "PAR")[p][1] for p in TEN[:2]] == ["$300", "$0"]


def test_prizes_as_typed() -> None:
    """Rows of Prizes replace the defaults (G31); a tie beyond the paid places divides what is there (G6); cents (G7)."""
    event = tour({"EV": TEN[:4]})
    event.book = event.book.__class__(
        **{
            **event.book.__dict__,
            "prizes": (
                {"Section": "EV", "Place": "1", "Prize": Fraction(1000), "Points": Fraction(5)},
                {"Section": "EV", "Place": "2", "Prize": Fraction(100), "Points": Fraction(4)},
                {"Section": "EV", "Place": "bonus", "Points": Fraction(2)},
                {"Section": "XYZ", "Place": "1", "Prize": Fraction(1)},
                {"Section": "EV", "Place": "first", "Prize": Fraction(1)},
            ),
        }
    )
    play_main(event, "EV", by_strength({TEN[0]: 5, TEN[1]: 1, TEN[2]: 1, TEN[3]: 1}))
    found = places(event, "EV")
    assert found[TEN[0]] == (1, "$1,000", Fraction(7))
    assert found[TEN[1]] == (2, "$33.33", "1 1/3")
    assert {"prize-section", "prize-place"} <= set(event.troubles())


def test_nothing_is_given_out_before_the_end() -> None:
    """Places are shown while games go on; prizes and points only when all main games are over (G8)."""
    event = tour({"EV": TEN[:4]})
    event.run()
    game = open_main(event, "EV")[0]
    event.typed(game.id, "1-0").run()
    found = places(event, "EV")
    assert found[game.white] == (1, None, None)


def test_defaults_in_main_games_count_as_wins() -> None:
    """A win by default counts as a win, a game both missed gives nothing (G1, G9)."""
    event = tour({"EV": TEN[:3]})
    event.run()
    first, second, third = open_main(event, "EV")
    event.typed(first.id, "1-0F").typed(second.id, "0-0F").typed(third.id, "Void").run()
    main = season(event).events[0].main
    assert main.is_complete
    assert main.score[first.white] == 1
    assert main.wins[first.white] == 2
    assert sum(main.score.values()) == 1


def test_who_leaves_an_event_loses_what_is_due() -> None:
    """Games still due are entered as not attended, those played stay (G32); taking it back opens them again."""
    event = tour({"EV": TEN[:4]})
    event.run()
    game = open_main(event, "EV")[0]
    event.typed(game.id, "1-0").run()
    event.decide("Leaves", "EV", game.white).run()
    assert season(event).events[0].main.score[game.white] == 1
    still = open_main(event, "EV")
    assert all(game.white not in (g.white, g.black) for g in still)
    assert [r["Decided by"] for r in (row.cells for row in event.table("Pairings"))].count("player left") == 2
    event.undecide("Leaves").run()
    assert len(open_main(event, "EV")) == 5


def test_an_event_waits_for_its_own_start() -> None:
    """Only the first event opens with the book's Start; another one needs its own, and says so (G30)."""
    event = tour({"PAR": TEN[:3], "SIN": TEN[:3]})
    event.set("Start", None, "SIN")
    event.run()
    assert all(r.startswith("PAR") for r in event.rounds())
    (wait,) = [w for w in event.answer.waits if w.holds == "SIN-R1"]
    assert ways(wait.ends_by) == "add a line with Start, then now or a time, and SIN in For to Settings"
    assert wait.on == "time"
    event.set("Start", "now", "SIN").run()
    assert "SIN-R1" in event.rounds()


def test_nothing_before_the_start() -> None:
    """Before Start nothing is recorded and the state is `before`."""
    event = tour({"PAR": TEN[:3]})
    event.set("Start", None).set("Start", None, "PAR").run()
    assert event.answer.state == "before"
    assert event.book.record == ()
    assert event.answer.waits[0].on == "start"


def test_an_event_taken_back_is_drawn_again() -> None:
    """Withdraw round takes the whole round-robin back while no game has a result; boards get new numbers (G33)."""
    event = tour({"EV": TEN[:4]})
    event.run()
    event.now = event.now.replace(hour=19)
    event.decide("Withdraw round", "EV").run()
    games = open_main(event, "EV")
    assert len(games) == 6
    assert games[0].id == "EV-R1-03"
    event.typed(games[0].id, "1-0").run()
    event.now = event.now.replace(hour=20)
    event.decide("Withdraw round", "EV-R1").run()
    assert "withdraw-has-results" in event.troubles()
    assert len(open_main(event, "EV")) == 5


def test_late_names_and_unknown_events() -> None:
    """A name added after the draw does not play and is reported; an event nobody listed is, too."""
    event = tour({"EV": TEN[:4]})
    event.run()
    event.add("Late", Events=("EV",)).add("Lost", Events=("NOWHERE",)).run()
    assert {"late-entry", "event-unknown"} <= set(event.troubles())
    assert "Late" not in places(event, "EV")


def test_a_result_corrected_after_the_prizes_were_given_is_told() -> None:
    """G41: the event was over, and its money given out on the old result."""
    event = tour({"EV": TEN[:3]})
    play_main(event, "EV", lambda game: "1-0" if game.white < str(game.black) else "0-1")
    assert event.state() == "finished"
    assert "correction" not in event.troubles()
    game = next(g for g in standing(event.book).games if isinstance(standing(event.book).game(g).black, str))
    was = event.row("Pairings", "Game", game)["Outcome"]
    event.typed(game, "0-1" if was == "1-0" else "1-0").run()
    (told,) = [t for t in event.answer.troubles if t.code == "correction"]
    assert (told.about, told.data["old"]) == (game, was)
    assert "prize money of EV" in str(told.data["rests"])
    event.typed(game, str(was)).run()
    assert "correction" not in event.troubles()


def test_games_of_a_leaver_are_no_lost_results() -> None:
    """G12, G41: they count as not attended by his leaving, with no result typed, also when the event is over."""
    event = tour({"EV": TEN[:4]})
    event.run()
    event.add(TEN[3], Status="Withdrawn").run()
    play_main(event, "EV", lambda game: "1-0" if game.white < str(game.black) else "0-1")
    assert event.state() == "finished"
    assert not [t for t in event.answer.troubles if t.code in ("result-lost", "correction")]
