"""The championship's sentences: one for every reason, and the wording of every trouble."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Clear, Decide, Delete, Elsewhere, Nothing, Pick, Told, Type, advice, when
from rules.parts.director_words import LOST_RESULT, TAKEN_BACK
from rules.parts.results import CORRECTED

WORDS: Mapping[str, str] = {
    # placing
    "placed-by-director": "The directors placed {player} in section {section}.",
    "placed-a-wish": "{player} wishes to play in section A.",
    "placed-a-rating": "{player} is rated {rating}, at least 1600: section A.",
    "placed-a-best": "{player} was established at {best}, 1750 or higher: section A.",
    "placed-b-games": "{player} is rated {rating}, below 1600, with {games} rated {games:game|games} against {opponents} "
    "{opponents:opponent|opponents}: section B.",
    "placed-b-information": "{player} is rated {rating}, below 1600; the directors accepted other information: section B.",
    "placed-a-minimum": "{player} has {games} rated {games:game|games} against {opponents} {opponents:opponent|opponents}, "
    "fewer than 10 or against fewer than 3, and no information is accepted: section A.",
    # seeds
    "seed": "{player} is seed {number}, rated {seeding} for seeding.",
    "seed-provisional": "{player} is seed {number}, rated {seeding} for seeding: {games} rated {games:game|games}, so "
    "{deduction} points off.",
    "seed-typed": "{player} is seed {number}: typed by the director.",
    "seed-exit": "Tied on rating with others who all played in the last championship: {player} left it in round {exit}.",
    "seed-exit-champion": "Tied on rating with others who all played in the last championship: {player} won it.",
    "seed-decimals": "Tied, so the decimals of the rating count: {decimals} for {player}.",
    "seed-order-typed": "Still tied; the director typed the order of {among:few}.",
    "seed-lot": "Still tied; lot {lot} among {among:few} decides.",
    "seed-tied": "{among:few} are still tied for a seed; lot {lot} or a typed order decides.",
    "entered-b": "{player} enters section B (number {number} in the list).",
    "half-bye-granted": "{player} asked in time for a half-bye in round {round}.",
    # rounds
    "round-days": "{round} ({kind}): play starts on {starts} and ends on {due}.",
    "holiday-week": "One week more for the holiday week in the period.",
    "typed-weeks": "{weeks} more {weeks:week|weeks} by the director's word.",
    "outage-day": "One day more, since the site was down.",
    "outage-week": "One week more, since the site was down.",
    "round-withdrawn": "The director took {round} back; it is made again on new numbers.",
    # section A
    "fold": "Pairing {number} of bracket {bracket}: {first} (seed {upper_seed}), the highest left, against {second} "
    "(seed {lower_seed}), the lowest left.",
    "fold-combined": "Pairing {number} of the combined brackets: {first} (seed {upper_seed}), the highest left, against "
    "{second} (seed {lower_seed}), the lowest left.",
    "unbeaten-first": "{player} alone is unbeaten, so counts as seed 1.",
    "bye-a": "An odd number ({size}): {player} (seed {seed}) is the highest seed without a bye so far.",
    "bye-a-again": "An odd number ({size}): all have had a bye; {player} (seed {seed}) is the highest seed with the "
    "fewest, {byes}.",
    "bye-a-alone": "{player} is alone in the bracket, so has a bye.",
    # section B
    "by-lot": "Round 1 is paired by lot: {first} was drawn as number {upper_place} of those paired, {second} as number "
    "{lower_place}.",
    "neighbours": "{first} is placed {upper_place} ({upper_wins} {upper_wins:game|games} won, opponents' wins "
    "{upper_others}), {second} "
    "{lower_place} ({lower_wins}, {lower_others}); equals stand as the round's lot put them.",
    "half-bye": "{player} takes the half-bye granted: 2 games won.",
    "bye-b": "An odd number: {player} ({wins} {wins:game|games} won) is the lowest placed without a bye so far: 4 games won.",
    "bye-b-again": "An odd number: all have had a bye; {player} ({wins} {wins:game|games} won) is the lowest placed of those with "
    "the fewest, {byes}: 4 games won.",
    "bye-b-lot": "An odd number: {player} is the last in the lot: 4 games won.",
    "bye-typed": "The director gave {player} a bye.",
    # repeats
    "repeat-moved": "{player} has met {met} before, so goes {by} {way}, from pairing {from} to pairing {to}; the lower "
    "players passed go one pairing the other way.",
    "repeat-result": "So {first} meets {second}.",
    "repeat-stays": "{first} and {second} have met before; every move repeats a pairing, so nothing changes.",
    # play-offs
    "preliminary": "{first} and {second} are tied on everything (games won, opponents' wins, forfeit points: {numbers}): "
    "a preliminary match decides.",
    "playoff-pair": "{first} (seed {upper_seed}), the highest seed left, against {second} (seed {lower_seed}), the lowest.",
    "goes-through": "An odd number is left: {player} (seed {seed}), the highest, goes through without a match.",
    "playoff-seed": "{player} is play-off seed {seed}: {wins} {wins:game|games} won, opponents' wins {others}.",
    "playoff-seed-forfeits": "{player} is play-off seed {seed}: {wins} {wins:game|games} won, opponents' wins {others}, "
    "forfeit points {forfeits} (+1 each for: {plus}; -2 each for: {minus_two}; -1 each for: {minus_one}).",
    "order-typed": "{among} were tied; the director typed the order.",
    "by-preliminary": "{among} were tied; their preliminary match decided.",
    "order-after-preliminary": "{among} are tied and both forfeited the preliminary match: the director types the order.",
    "order-of-many": "{among} are tied on everything ({numbers}): the director types the order.",
    # people and lots
    "left": "{player} is {status} and went out in {round}; an open match there is forfeited.",
    "round-over": "{round} was over by then; its forfeits stay as they are.",
    "round-open-again": "{round} is open again; who leaves now forfeits an open match in it.",
    "back-again": "{player} is back before anything was published: as if they had never left.",
    "forfeit-left": "{players} left with the match open, which is forfeited.",
    "lot-seeds": "A lot decides the order of {among:few}, whom no printed rule can tell apart.",
    "lot-places": "The lot of this round, used where games won and opponents' wins are equal.",
    # waits
    "waits-start": "Nothing is published before the start is typed in Settings.",
    "waits-results": "Made when every match has an outcome; open: {matches:few}.",
    "waits-lot": "The lot {lot} is not drawn yet.",
    # outcomes
    "match-open": "No outcome yet ({score}).",
    "match-frozen": "Its row is damaged; nothing is decided on it.",
    "match-void": "Cancelled by the director: as if never paired.",
    "match-forfeited": "Forfeited by {players}: {by}.",
    "match-won": "{winner} won, {score}: {by}.",
    "match-level": "Level, {score}: {by}.",
    # standings
    "place-champion": "{player} is champion.",
    "place-still-in": "{player} is still in; lost matches: {losses}.",
    "place-exit": "{player} went out in round {exit}; players of the same round share the place.",
    "standing-b": "{player}: {wins} {wins:game|games} won, opponents' wins {others}, forfeit points {forfeits}. {state}",
    "about-player": "{player}:",
    "duty": "{who}: {what}",
    # headline
    "headline-champion": "Section {section}: {champions} is champion.",
    "headline-shared": "Section {section}: {champions} share the title.",
    "headline-not-played": "Section {section}: fewer than two entries, not played.",
    "headline-before": "Section {section}: not started.",
    "headline-round": "{round}: {open} {open:match|matches} open.",
    "headline-complete": "{round} is complete.",
}

_CLEAR = "Correct the cell, or clear it."

TROUBLES: Mapping[str, Told] = {
    **CORRECTED,
    "too-few-players": (
        "now", "No section has two players: nothing can be played.", advice(Add("at least two players of a section", "Players")),
        "The event does not start.",
    ),
    # scores
    "bad-score": (
        "now", "{match}: {score} cannot be the score of a match of four games.", advice(Type(Pick("a score with four games")), hint="Such as 3-1."),
        "The match counts as open.",
    ),
    "bad-score-lead": (
        "now", "{match}: {score} cannot be: a match ends at a lead of two.", advice(Type(Pick("the final score")), hint="Such as 2-0, 3-1 or 4-2; while it is level or one apart, the running score."), "The match counts as open.",
    ),
    "typed-running": (
        "soon", "{match}: the score typed, {typed}, leaves the match open, and a report says {reported}.",
        advice(when("If the report is right", Clear("Games → Result", "{match}")), when("Otherwise", Type(Pick("the score the match ended with"), "Games → Result", "{match}"))),
        "{typed} counts, and a later report only if it goes on from there.",
    ),
    "tie-not-here": (
        "now", "{match}: a tie can be declared only in section A.", advice(Type(Pick("the running score")), when("For more time in a play-off", Type(Pick("the running score")), Decide("Extra weeks", Pick("the round"), Pick("a number")))),
        "The match counts as open.",
    ),
    "tie-too-early": (
        "now", "{match}: a tie needs a level score after at least twelve games.", advice(Type(Pick("the running score")), Type(Pick("6-6 tie or more"))), "The match counts as open.",
    ),
    "stands-twice": (
        "now", "{player} is listed twice in {round}, or is not in the section.", advice(Type(Pick("the right name"))),
        "The matches concerned are frozen and the next round waits.",
    ),
    # people
    "no-rating": (
        "now", "{player} has no rating.", advice(Type(Pick("the rating collected"), "Players → Rating", "{player}"), Type(Pick("a number"), "Players → Seed", "{player}")), "Round 1 is not published.",
    ),
    "exit-unreadable": (
        "now", "“{typed}” of {player} is no round of exit.", advice(Type(Pick("R7, 7 or champion"), "Players → Last exit", "{player}"), Clear("Players → Last exit", "{player}")), "Round 1 is not published.",
    ),
    "seed-wrong": (
        "now", "Seed {seed} of {player} is out of range or typed twice.", advice(Type(Pick("the right number"), "Players → Seed", "{player}"), Clear("Players → Seed", "{player}")), "Round 1 is not published.",
    ),
    "seed-tie": (
        "now", "{among} are tied for a seed on everything.", advice(Type(Pick("their order"), "Lots → Typed", "{lot}"), Decide("Order", "A", Pick("their order"))),
        "Round 1 of section A waits.",
    ),
    "lot-wrong": (
        "now", "The order typed for lot {lot} does not name everybody once: {among}.", advice(Type(Pick("all names with ; between them"), "Lots → Typed", "{lot}")),
        "The round waits.",
    ),
    "section-unknown": ("soon", "{player}: there is no section {typed}.", advice(Type(Pick("A or B"), "Players → Section", "{player}"), Clear("Players → Section", "{player}")), "The rules decide."),
    "section-fixed": ("note", "{player} was entered in section {section}.", advice(Clear("Players → Section", "{player}")), "The entry stays."),
    "needs-games": (
        "note", "{player} has {games} {games:game|games} against {opponents} {opponents:opponent|opponents}: section A, since section B asks for more.",
        advice(Type("yes", "Players → Information accepted", "{player}"), Type(Pick("the right number"), "Players → Rated games", "{player}"), hint="Before the start."), "{player} plays in section A.",
    ),
    "late-entry": (
        "note", "{player} came after round 1 of section {section} was published.", advice(Type("Withdrawn", "Players → Status", "{player}")),
        "{player} does not take part.",
    ),
    "paused": (
        "note", "{player} is Paused: there are no pauses here.", advice(Type("Active", "Players → Status", "{player}"), hint="Section B gives half-byes, asked for before round 1."),
        "{player} is paired as before; a match not played is forfeited.",
    ),
    "paused-not-entered": (
        "note", "{player} is Paused before the start.", advice(Type("Active", "Players → Status", "{player}")), "{player} is not entered.",
    ),
    "withdrawal-refused": (
        "note", "Section {section} is over: {player} can no longer leave.", advice(Type("Active", "Players → Status", "{player}")), "Nothing changes.",
    ),
    "no-return": (
        "soon", "{player} left, and a round was published since.", advice(Type("Withdrawn", "Players → Status", "{player}")), "{player} stays out.",
    ),
    # decisions
    "not-in-section": ("soon", "{kind}: {player} is not in section {section}.", advice(Delete()), "It has no effect."),
    "half-bye-several": (
        "soon", "{player} asks for more than one half-bye.", advice(Delete("all lines but one")), "None is granted.",
    ),
    "half-bye-last": (
        "soon", "{player} asks for a half-bye in the final round.", advice(Type(Pick("an earlier round of {rounds}")), Delete()), "It is refused.",
    ),
    "half-bye-unknown": (
        "soon", "{player}: the half-bye names no regular round.", advice(Type(Pick("B-R1 to B-R{rounds}, not the last")), Delete()), "It is refused.",
    ),
    "half-bye-late": (
        "note", "{player} asks for a half-bye that was not asked for before round 1.", advice(Delete()),
        "{player} is paired; a match not played is forfeited.",
    ),
    "decision-names": (
        "now", "{kind} for {round}: {typed} does not hold {wanted} {wanted:name|names}.", advice(Type(Pick("the names with ; between them")), Delete()),
        "The round waits.",
    ),
    "decision-not-there": (
        "now", "{kind} for {round}: {player} is not to be paired, or is used twice.", advice(Type(Pick("the right name")), Delete()),
        "The round waits.",
    ),
    "decision-too-late": (
        "note", "{kind} for {round} came after it was published.", advice(Delete(), hint="To change the round now, type the names in Games."), "It has no effect.",
    ),
    "withdraw-unknown": ("note", "There is no round {round} to take back.", advice(Type(Pick("the id of the latest round")), Delete()), "Nothing is done."),
    "withdraw-not-last": (
        "soon", "{round} is not the last round of its section.", advice(Delete(), when("To take it back all the same", Decide("Withdraw round", Pick("the later round")), Delete(), Decide("Withdraw round", "{round}"))), "Nothing is done.",
    ),
    "withdraw-too-early": TAKEN_BACK["withdraw-too-early"],
    "withdraw-has-results": (
        "soon", "{round} has results or reports: {matches}.", advice(Delete(), hint="Correct a game by typing its right result into Games."), "Nothing is done.",
    ),
    "outage-ends": ("soon", "The outage needs From and To, in this order.", advice(Type(Pick("From and To, in this order")), Delete()), "It has no effect."),
    "order-after-preliminary": (
        "stopped", "{among} both forfeited their preliminary match.", advice(Decide("Order", "B", Pick("both names"))),
        "The play-offs wait.",
    ),
    "order-of-many": (
        "stopped", "{among} are tied for the play-offs on everything.", advice(Decide("Order", "B", Pick("all their names"))),
        "The play-offs wait.",
    ),
    # calendar
    "odd-weekday": (
        "note", "{round} starts on {starts}, neither a Thursday nor a Friday.", advice(Decide("Start", "{round}", start=Pick("another time")), Nothing("it starts then", stays=True)),
        "It is played until {due}.",
    ),
    "period-over": (
        "now", "The period of {round} is over; open: {matches}.", advice(Type(Pick("the score"), "Games → Result", Pick("each open match")), Decide("Extra weeks", "{round}", Pick("a number")), hint="For who did not play: 1-0F, 0-1F or 0-0F."),
        "The next round waits.",
    ),
    "last-two-days": (
        "note", "Last two days of {round}; open: {matches}.", advice(Elsewhere("remind them: who cannot go on now forfeits")), "Nothing yet.",
    ),
    "last-three-days": (
        "note", "Last three days of {round}; open: {matches}.", advice(Nothing("ties after six sets can now be claimed", stays=True)), "Nothing yet.",
    ),
    "assigned-passed": (
        "soon", "The time assigned to {match}, {first} against {second}, has passed ({at}).",
        advice(Type(Pick("the score"), "Games → Result", "{match}"), hint="If one did not come, the forfeit: 1-0F or 0-1F."), "The match stays open.",
    ),
    "tie-claim": (
        "soon", "{match} is level at {score} after six sets in the last three days.",
        advice(when("If every effort was made and a claim came", Type("{score} tie", "Games → Result", "{match}")), Nothing("the match goes on", stays=True)), "The match stays open.",
    ),
    "week-claim": (
        "soon", "{match} is level at {score} after six sets in the last three days.",
        advice(when("If asked for in time", Decide("Extra weeks", Pick("the round"), Pick("a number"))), Nothing("the match goes on", stays=True)), "The match stays open.",
    ),
    "tie-play-on": (
        "note", "{match} is level at {score} after six sets.", advice(Elsewhere("they agree on a time to go on"), when("Otherwise", Decide("Assigned time", "{match}", start=Pick("a time")))),
        "The match goes on.",
    ),
    "reduced-clock": (
        "note", "{match} is level at {score} after three sets: shorter clocks from set 4.",
        advice(Nothing("the shorter clocks hold", stays=True), when("If both agree to keep the first", Decide("Keep time control", "{match}"))), "The shorter clocks hold.",
    ),
    "adjourned-late": (
        "soon", "{match} stands at {score} in the last two days.",
        advice(when("If it is adjourned without a time left", Type(Pick("1-0F, 0-1F or 0-0F"), "Games → Result", "{match}")), Nothing("the match goes on", stays=True)), "The match stays open.",
    ),
    **LOST_RESULT,
}  # fmt: skip
