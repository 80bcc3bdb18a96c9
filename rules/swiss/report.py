"""What the arbiter's report must declare: the system used, and every place where a person, not a rule, decided."""

from __future__ import annotations

from fractions import Fraction

from rules.model import Empty, Reason, Row, Value
from rules.parts.ids import ref
from rules.parts.median import Kind
from rules.swiss.baku import group_size, virtual_points
from rules.swiss.season import Season
from rules.swiss.terms import MEDIAN, SYSTEM_EDITIONS, TABLES


def report_table(season: Season) -> tuple[Row, ...]:
    """The report by lines. Rule: scope, 19, 20.1-20.3; rulings S43, S46."""
    rows = [_line("System", _system(season))]
    if season.terms.system in SYSTEM_EDITIONS:
        edition = {"edition": SYSTEM_EDITIONS[season.terms.system]}
        rows.append(_line("Edition", Reason("20.2", "report-edition", edition)))
    rows.append(_line("Rounds", Reason("1", "report-rounds", _counts(season))))
    rows.append(_line("Players", Reason("7", "report-players", _players(season))))
    rows += [_line("Special rules", reason) for reason in _settings(season)]
    rows.append(_line("Acceleration", _acceleration(season)))
    rows.append(_line("Endorsement", Reason("19", "report-not-endorsed", {})))
    rows += [_line(player, Reason("S66", "report-annulled", {"player": player})) for player in sorted(season.annulled)]
    rows += [_line(round_, reason) for round_, reason in _elsewhere(season)]
    rows += [_line(id_, reason) for id_, reason in _by_person(season)]
    rows += [_line(id_, reason) for id_, reason in _unplayed(season)]
    if season.rounds and not _by_person(season):
        rows.append(_line("Modifications", Reason("20.3", "report-none", {})))
    return tuple(rows)


def _line(about: str, why: Reason) -> Row:
    return Row({"About": about, "Why": None}, why)


def _system(season: Season) -> Reason:
    if season.terms.system == MEDIAN:
        return Reason("20.1", "report-median", {})
    if season.terms.system in TABLES:
        return Reason("S65", "report-table", {"cycles": TABLES[season.terms.system]})
    return Reason("20.1", "report-system", {"system": season.terms.system.capitalize()})


def _acceleration(season: Season) -> Reason:
    if not season.terms.baku:
        return Reason("scope", "report-not-accelerated", {})
    rounds = season.terms.rounds
    entries = season.roster.at.get("R1", {}) or season.people.rows
    facts: dict[str, Value] = {"group": group_size(len(entries))}
    for key, points in (("full", 2), ("half", 1)):
        facts[key] = tuple(f"R{n}" for n in range(1, rounds + 1) if virtual_points(n, rounds) == points) or (
            "no round",
        )
    return Reason("S64", "report-accelerated", facts)


def _counts(season: Season) -> dict[str, Value]:
    return {"rounds": season.terms.rounds, "published": season.published, "complete": season.complete}


def _players(season: Season) -> dict[str, Value]:
    entries = [season.entry(player) for player in season.everybody]
    federations = {str(e.taken["federation"]).upper() for e in entries if e.taken.get("federation")}
    rated = sum(bool(e.taken.get("rating")) for e in entries)
    return {"players": len(entries), "rated": rated, "unrated": len(entries) - rated, "federations": len(federations)}


def _settings(season: Season) -> list[Reason]:
    terms = season.terms
    found = []
    if terms.maxi and terms.system == MEDIAN:
        found.append(Reason("10.2/12.7", "report-maxi", {}))
    if terms.federations_apart:
        found.append(Reason("22", "report-federations", {}))
    if terms.bye_points != 2 and terms.system not in TABLES:
        found.append(Reason("S63", "report-bye-points", {"points": Fraction(terms.bye_points, 2)}))
    if terms.half_byes:
        until = f"R{terms.half_until or terms.rounds}"
        found.append(Reason("S62", "report-half-byes", {"most": terms.half_byes, "until": until}))
    if terms.tie_breaks:
        facts: dict[str, Value] = {"names": tuple(t.name for t in terms.tie_breaks), "edition": str(terms.edition)}
        found.append(Reason("S59", "report-tie-breaks", facts))
    if not terms.replay_defaults:
        found.append(Reason("S3", "report-defaults", {}))
    return found


def _by_person(season: Season) -> list[tuple[str, Reason]]:
    """Pairs and byes of the director, pairings changed after publication, rounds taken back. Rule: 20.3."""
    found = []
    for id_, o in season.outcomes.items():
        recorded = season.stands.games[id_]
        game = season.stands.game(id_)
        black = game.black.value if isinstance(game.black, Empty) else game.black
        facts: dict[str, Value] = {"game": id_, "white": game.white, "black": black}
        if recorded.why.rule == "S46":
            found.append((id_, Reason("S46", "report-director", facts)))
        if (o.white, o.black) != (game.white, game.black):
            now = o.black.value if isinstance(o.black, Empty) else o.black
            found.append((id_, Reason("scope/S43", "report-changed", {**facts, "to": f"{o.white} – {now}"})))
    found += [
        (round_, Reason("S50", "report-withdrawn", {"round": round_}))
        for round_ in sorted(season.stands.withdrawn, key=lambda i: ref(i).sort_key)
    ]
    for round_ in season.rounds:
        parts = season.stands.rounds[round_].why.parts
        if any(part.code == "federations-set-aside" for part in parts):
            found.append((round_, Reason("22/S38", "report-set-aside", {"round": round_})))
    return found


def _elsewhere(season: Season) -> list[tuple[str, Reason]]:
    whys = {round_: season.stands.rounds[round_].why for round_ in season.rounds}
    return [
        (round_, Reason("20.1", "report-brought", {"round": round_, "source": why.data.get("source")}))
        for round_, why in whys.items()
        if why.code == "brought-round"
    ]


def _unplayed(season: Season) -> list[tuple[str, Reason]]:
    found = []
    for player in season.everybody:
        for past in season.history.get(player, {}).values():
            facts: dict[str, Value] = {"player": player, "round": f"R{past.round}"}
            if past.kind is Kind.HALF_BYE:
                found.append(
                    (past.game, Reason("S60" if season.terms.system == MEDIAN else "S62", "report-half-bye", facts))
                )
            elif past.kind is Kind.BYE and season.terms.system in TABLES:
                found.append((past.game, Reason("S65", "report-free", facts)))
            elif past.kind is Kind.BYE:
                found.append((past.game, Reason("8.3", "report-bye", facts)))
            elif past.kind in (Kind.DEFAULT_LOST, Kind.DOUBLE_DEFAULT):
                found.append((past.game, Reason("6", "report-default", facts)))
    return sorted(found, key=lambda one: (ref(one[0]).sort_key, str(one[1].data)))
