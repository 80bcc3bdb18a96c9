"""Simulated seasons: the same seed plays the same seasons, and every format comes to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.registry import engine_of
from sync.making.simulate import (
    Field,
    NoSuchSetting,
    Simulated,
    draw_picture,
    play_season,
    seasons,
    settings_for,
    table_lines,
)


@pytest.mark.parametrize("name", ["ladder", "swiss", "grand-chess-tour", "pente", "hastings"])
def test_a_season_of_every_format_ends_with_a_winner(name: str) -> None:
    """Eight players, nothing typed by anybody after the start."""
    engine = engine_of(name)
    played = play_season(engine, Field(players=8, unplayed=0.0), settings_for(engine, {}), seed=3)
    assert played.finished
    assert played.winner in range(1, 9)
    assert played.games > 0


def test_the_same_seed_plays_the_same_season() -> None:
    """A director can come back to a number."""
    engine = engine_of("ladder")
    settings = settings_for(engine, {})
    assert play_season(engine, Field(players=6), settings, 11) == play_season(engine, Field(players=6), settings, 11)


def test_settings_are_read_as_in_the_sheet() -> None:
    """More rounds mean more rounds; an unknown setting or a bad value is refused in words."""
    engine = engine_of("ladder")
    few = play_season(engine, Field(players=6, unplayed=0.0), settings_for(engine, {"Rounds": "2"}), 5)
    assert few.kinds["round"] == 2
    with pytest.raises(NoSuchSetting, match="no setting called Ruonds"):
        settings_for(engine, {"Ruonds": "2"})
    with pytest.raises(NoSuchSetting, match="Rounds cannot be many"):
        settings_for(engine, {"Rounds": "many"})


def test_the_summary_counts_what_was_played(tmp_path: Path) -> None:
    """The table and the picture are made from the seasons played."""
    engine = engine_of("ladder")
    found = Simulated(tuple(seasons(engine, Field(players=6), settings_for(engine, {}), 4, seed=2)))
    lines = dict(table_lines(found))
    assert lines["Seasons"] == f"4, {found.finished} played to the end"
    assert "Rounds of kind “final”" in lines
    picture = tmp_path / "seasons.png"
    draw_picture(found, picture, "Six players")
    assert picture.read_bytes().startswith(b"\x89PNG")
