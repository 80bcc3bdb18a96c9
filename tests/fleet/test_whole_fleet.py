"""The real commands on a real Redis over books at the emulator and in files: changes are seen, each once."""

from __future__ import annotations

import time
from pathlib import Path

from tests.fleet.rig import Event, Rig, kill, rig
from tests.fleet.servers import RedisServer


def begun(event: Event) -> bool:
    """Whether the first round is out."""
    return len(event.person.see("Games")) > 1


def seen(event: Event) -> bool:
    """Whether every result typed counts."""
    person, tab = event.person, "Pairings"
    return all(person.look(tab, "Outcome", person.row_of(tab, "Game", game)) for game in event.typed)


def test_changes_are_seen_and_kills_cost_nothing(tmp_path: Path, own_redis: RedisServer) -> None:
    """Two accounts and files; people type; a worker, the leader and Redis are killed outright, Redis comes back empty."""
    with rig(tmp_path, own_redis, accounts=2) as fleet:
        fleet.add(
            fleet.spreadsheet("ladder", "north0"),
            fleet.spreadsheet("swiss", "north1"),
            fleet.file("ladder"),
            fleet.file("hastings"),
        )
        leader, worker = fleet.watch(), fleet.work(2)
        fleet.wait(lambda: all(begun(event) for event in fleet.events), what="the first rounds")
        everybody_types(fleet)
        kill(worker)
        worker = fleet.work(2)
        fleet.wait(lambda: all(seen(event) for event in fleet.events), what="results typed while a worker died")
        second = fleet.watch()
        everybody_types(fleet)
        kill(leader)
        fleet.wait(lambda: all(seen(event) for event in fleet.events), what="results typed while the leader died")
        fleet.redis.kill(empty=True)
        everybody_types(fleet)
        time.sleep(1)
        fleet.redis.start()
        fleet.wait(lambda: all(seen(event) for event in fleet.events), what="results typed while Redis was away")
        assert second.poll() is None
        assert worker.poll() is None
        fleet.wait(fleet.at_rest, what="a fleet at rest")
        assert fleet.command("health").returncode == 0
        for event in fleet.events:
            event.stands_whole()


def everybody_types(fleet: Rig) -> None:
    """A result into each book that has an open game."""
    for event in fleet.events:
        games = event.open_games()
        if games:
            event.result(games[0], "1-0")
