"""The command that plays many seasons in memory."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from sync.cli.frame import NEEDS_TD, format_named, say, wrong_use


def simulate(
    format_: Annotated[str, typer.Argument(metavar="FORMAT", help="The format to try out.")],
    players: Annotated[int, typer.Option(help="How many play.", min=2, max=500)] = 16,
    spread: Annotated[
        int, typer.Option(help="How far strengths lie apart (standard deviation, Elo points).", min=0, max=2000)
    ] = 250,
    draws: Annotated[float, typer.Option(help="Share of games drawn.", min=0, max=1)] = 0.1,
    unplayed: Annotated[float, typer.Option(help="Share of games nobody plays in time.", min=0, max=1)] = 0.05,
    seasons_: Annotated[int, typer.Option("--seasons", help="How many seasons to play.", min=1, max=100_000)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed plays the same seasons.", min=-(10**15), max=10**15)] = 1,
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting, such as Rounds=7. Repeatable.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Where to put a picture (PNG).")] = None,
) -> None:
    """Play many seasons in memory: how often the strongest wins, how many rounds, games and weeks it takes."""
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from rules.registry import engine_of
    from sync.making.simulate import (
        Field,
        NoPicture,
        NoSuchSetting,
        Simulated,
        draw_picture,
        refuse_no_place,
        seasons,
        settings_for,
        stuck_lines,
        table_lines,
    )

    engine = engine_of(format_named(format_))
    if math.isnan(draws) or math.isnan(unplayed):
        raise wrong_use("--draws and --unplayed are shares from 0 to 1")
    try:
        settings = settings_for(engine, dict(_pair(text) for text in set_ or []))
        if picture is not None:
            refuse_no_place(picture)
    except (NoSuchSetting, NoPicture) as wrong:
        raise wrong_use(str(wrong)) from wrong
    field = Field(players, spread, draws, unplayed)
    played = seasons(engine, field, settings, seasons_, seed)
    console = Console(stderr=True)
    found = Simulated(tuple(track(played, "Playing", total=seasons_, console=console, transient=True)))
    if found.finished:
        table = Table(title=f"{engine.sheet.title}: {players} players", show_header=False)
        for name, value in table_lines(found):
            table.add_row(name, value)
        Console().print(table)
    for line in stuck_lines(found):
        say(line)
    if not found.finished:
        raise typer.Exit(NEEDS_TD)
    if picture is not None:
        draw_picture(found, picture, f"{engine.sheet.title}, {players} players, {seasons_} seasons")
        say(str(picture))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise wrong_use(f"--set {text}: write it as Name=value")
    return name.strip(), value.strip()
