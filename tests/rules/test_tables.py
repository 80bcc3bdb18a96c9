"""Tables of an answer are worked out when they are asked for, once, and compare like any others."""

from __future__ import annotations

from rules.model import Row, Tables


def test_only_what_is_asked_for_is_made_and_once() -> None:
    """Nobody pays for a table that nobody looks at."""
    made: list[str] = []

    def table(name: str) -> tuple[Row, ...]:
        made.append(name)
        return (Row({"Player": name}),)

    tables = Tables({name: (lambda name=name: table(name)) for name in ("Standings", "Why")})
    assert list(tables) == ["Standings", "Why"]
    assert len(tables) == 2
    assert made == []
    assert tables["Why"] is tables["Why"]
    assert made == ["Why"]
    assert tables == {"Standings": (Row({"Player": "Standings"}),), "Why": (Row({"Player": "Why"}),)}
    assert repr(tables) == repr(dict(tables))
    assert tables.get("Cross-table") is None
    assert tables != 1
