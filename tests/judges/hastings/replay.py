"""A whole knock-out replayed from its results (H1-H40). Data in and out: see the package's docstring."""

from collections.abc import Callable
from typing import Any

from tests.judges.hastings.challengers import entry_order
from tests.judges.hastings.colours import pair_by_position, pair_round_two
from tests.judges.hastings.draw import official_list, pair_round_one, round_one_ranking
from tests.judges.hastings.lucky import choose_lucky, how_many_lucky, next_ranking
from tests.judges.hastings.match import declared_total, play_match, schedule


def _record_of(records: list[dict[str, Any]], first: str, second: str) -> dict[str, Any]:
    for record in records:
        if {record["a"], record["b"]} == {first, second}:
            return record
    return {"a": first, "b": second}


def _draw(
    plan: dict[str, Any],
    ranking: list[str],
    event: dict[str, Any],
    colours: dict[str, str],
    stage: dict[str, str],
    have_met: Callable[[str, str], bool],
) -> dict[str, Any]:
    """Boards, held back and forbidden pairs of any round."""
    r = plan["round"]
    if r == 1:
        return pair_round_one(
            ranking,
            event.get("late", ()),
            event["players"],
            event.get("named_federations", ()),
            event["lot"],
        )
    if r == 2 and plan["places"] > 8:
        return pair_round_two(ranking, plan["places"], colours, stage, have_met)
    lots = None
    if plan["premier"]:
        lots = {board: colour for (r_, board), colour in event.get("premier_lots", {}).items() if r_ == r}
    return pair_by_position(ranking, plan["places"], colours, stage, have_met, plan["final"], lots)


def replay(event: dict[str, Any], results: dict[int, list[dict[str, Any]]]) -> dict[str, Any]:
    """The whole knock-out as far as ``results`` go. See the package's docstring for every key."""
    whole_list = official_list(event["players"])
    number = {player: place for place, player in enumerate(whole_list, start=1)}
    missing = [*event.get("misses", ()), *event.get("after_start", ())]
    ranking = round_one_ranking(whole_list, event.get("misses", ()), event.get("after_start", ()))
    plays_on = set(event.get("plays_on", ()))

    score = dict.fromkeys(whole_list, 0)
    colours = dict.fromkeys(whole_list, "")
    met: dict[str, list[str]] = {player: [] for player in whole_list}
    bye_barred: set[str] = set()
    stage: dict[str, str] = {}
    defaulters: set[str] = set()
    for player in missing:  # H7
        score[player] = 1
        colours[player] = "-"

    def card(player: str, entry_round: int) -> dict[str, Any]:
        return {
            "id": player,
            "number": number[player],
            "entry_round": entry_round,
            "score": score[player],
            "colours": colours[player],
            "met": list(met[player]),
            "bye_barred": player in bye_barred,
            "floats": [],
        }

    rounds: list[dict[str, Any]] = []
    answer: dict[str, Any] = {
        "list": whole_list,
        "declared_total": declared_total(len(ranking)),
        "rounds": rounds,
        "winner": None,
        "runner_up": None,
        "semi_final_losers": [],
        "swiss_lot": event["lot"],
    }

    def mark_defaulters() -> None:
        excused = event.get("excused", ())
        answer["defaulters"] = [player for player in whole_list if player in defaulters]
        answer["no_prize"] = [player for player in answer["defaulters"] if player not in excused]

    mark_defaulters()
    plans = schedule(len(ranking))
    lucky: list[str] = []
    for plan in plans:
        r = plan["round"]
        this = dict(plan)
        this["ranking"] = list(ranking)
        this["lucky"] = list(lucky)
        this.update(_draw(plan, ranking, event, colours, stage, lambda one, two: two in met[one]))
        rounds.append(this)

        # A board without White waits for its lot, so its match cannot have begun.
        matches = []
        for board in this["boards"]:
            if board["white"] is not None:
                record = _record_of(results.get(r, []), board["first"], board["second"])
                matches.append(play_match(record, plan["slow_games"], board["white"]))
        this["finished"] = len(matches) == len(this["boards"]) and all(match["finished"] for match in matches)
        if not this["finished"]:
            return answer

        position = {player: place for place, player in enumerate(ranking, start=1)}
        stage = {}
        going_on: dict[str, int] = {}
        goes_on_in_board_order: list[str] = []
        knocked_out: list[str] = []
        candidates: list[dict[str, Any]] = []
        gone = set(event.get("withdrawn", {}).get(r + 1, ()))
        # After the final there is no next round to withdraw from.
        leaving = set() if plan["final"] else gone
        for board, match in zip(this["boards"], matches, strict=True):
            for player in (board["first"], board["second"]):
                score[player] += match["points"][player]
                colours[player] += match["colours"][player]
                stage[player] = match["stage"][player]
            if match["met"]:
                met[board["first"]].append(board["second"])
                met[board["second"]].append(board["first"])
            bye_barred.update(match["slow_default_win"])
            for loser in match["losers"]:
                knocked_out.append(loser)
                if loser in match["defaulted"]:
                    defaulters.add(loser)
                elif loser not in leaving:
                    candidates.append({"id": loser, "rank": board["rank"], "level": match["slow_level"]})
            if match["winner"] is not None and match["winner"] not in leaving:
                going_on[match["winner"]] = board["rank"]
                goes_on_in_board_order.append(match["winner"])
        for player in this["held_back"]:
            score[player] += 2 * plan["slow_games"]
            colours[player] += "-" * plan["slow_games"]
            stage[player] = "won slow"
            bye_barred.add(player)
            if player not in leaving:
                going_on[player] = position[player]
                goes_on_in_board_order.append(player)
        mark_defaulters()

        this["matches"] = matches
        this["goes_on"] = goes_on_in_board_order
        if plan["premier"] and plan["places"] == 4:
            answer["semi_final_losers"] = [player for player in whole_list if player in knocked_out]

        entering: list[str] = []
        entry_round = plan["first_slow"] + plan["slow_games"]
        if plan["final"]:
            lucky = []
            if len(goes_on_in_board_order) == 1:
                answer["winner"] = goes_on_in_board_order[0]
                if matches:
                    answer["runner_up"] = matches[0]["losers"][0]
            ranking = list(goes_on_in_board_order)
        else:
            following = plans[r]
            wanted = how_many_lucky(following["places"], len(going_on), following["final"])
            lucky = choose_lucky(wanted, goes_on_in_board_order, candidates, colours)
            ranking = next_ranking(going_on, lucky, whole_list)
            for player in this["ranking"]:
                if player in ranking:
                    continue
                finalist = following["final"] and player not in knocked_out
                shut_out = (player in gone or player in defaulters) and player not in plays_on
                if not finalist and not shut_out:
                    entering.append(player)
        if r == 1:
            entering += [player for player in missing if player not in gone or player in plays_on]
        this["out"] = [player for player in whole_list if player in this["ranking"] and player not in ranking]
        this["entries"] = entry_order([card(player, entry_round) for player in entering])
    return answer
