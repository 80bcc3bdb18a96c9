"""The championship's sentences: one for every reason, and the wording of every trouble."""

from __future__ import annotations

from collections.abc import Mapping

from rules.parts.director_words import TAKEN_BACK

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
    "back-again": "{player} is back before anything was published: as if never gone.",
    "forfeit-left": "{players} left with the match open, which is forfeited.",
    "lot-seeds": "A lot decides the order of {among:few}, whom nothing printed can tell apart.",
    "lot-places": "The lot of this round, used where games won and opponents' wins are equal.",
    # waits
    "waits-start": "Nothing is published before the start is typed in Settings.",
    "waits-results": "Made when every match has an outcome; open: {matches:few}.",
    "waits-lot": "The lot {lot} is not there yet.",
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

TROUBLES: Mapping[str, tuple[str, str, str, str]] = {
    "too-few-players": (
        "now", "No section has two players: nothing can be played.", "List at least two players for a section in Players.",
        "The event does not start.",
    ),
    # scores
    "bad-score": (
        "now", "{match}: {score} cannot be the score of a match of four games.", "Type a score with four games, such as 3-1.",
        "The match counts as open.",
    ),
    "bad-score-lead": (
        "now", "{match}: {score} cannot be: a match ends at a lead of two.", "Type 2-0, 3-1, 4-2 …; the running score while "
        "it is level or one apart.", "The match counts as open.",
    ),
    "typed-running": (
        "soon", "{match}: the score typed, {typed}, leaves the match open, and a report says {reported}.",
        "Clear the cell if the report is right; else type the score the match ended with.",
        "{typed} counts, and a later report only if it goes on from there.",
    ),
    "tie-not-here": (
        "now", "{match}: a tie can be declared only in section A.", "Play-offs: type Extra weeks for the round.",
        "The match counts as open.",
    ),
    "tie-too-early": (
        "now", "{match}: a tie needs a level score after at least twelve games.", "Type 6-6 tie or more, or the running "
        "score.", "The match counts as open.",
    ),
    "stands-twice": (
        "now", "{player} stands twice in {round}, or is not in the section.", "Put the names right in Games.",
        "The matches concerned are frozen and the next round waits.",
    ),
    # people
    "no-rating": (
        "now", "{player} has no rating.", "Type the rating collected, or a Seed.", "Round 1 is not published.",
    ),
    "seed-wrong": (
        "now", "Seed {seed} of {player} is out of range or typed twice.", _CLEAR, "Round 1 is not published.",
    ),
    "seed-tie": (
        "now", "{among} are tied for a seed on everything.", "Type their order in Lots ({lot}) or as Decision Order · A.",
        "Round 1 of section A waits.",
    ),
    "lot-wrong": (
        "now", "The order typed for lot {lot} does not name everybody once: {among}.", "Type all names, separated by ;",
        "The round waits.",
    ),
    "section-unknown": ("soon", "{player}: there is no section {typed}.", "Type A or B, or clear it.", "The rules decide."),
    "section-fixed": ("note", "{player} was entered in section {section}.", "Clear the cell.", "The entry stays."),
    "needs-games": (
        "note", "{player} has {games} {games:game|games} against {opponents} {opponents:opponent|opponents}: section A for want of the minimum.",
        "Tick Information accepted, or bring the numbers up to date before the start.", "{player} plays in section A.",
    ),
    "late-entry": (
        "note", "{player} came after round 1 of section {section} was published.", "Set Status to Withdrawn.",
        "{player} does not take part.",
    ),
    "paused": (
        "note", "{player} is Paused: there are no pauses here.", "Section B gives half-byes, asked for before round 1.",
        "{player} is paired as before; a match not played is forfeited.",
    ),
    "paused-not-entered": (
        "note", "{player} is Paused before the start.", "Set Status to Active.", "{player} is not entered.",
    ),
    "withdrawal-refused": (
        "note", "Section {section} is over: {player} can no longer leave.", "Set Status back to Active.", "Nothing changes.",
    ),
    "no-return": (
        "soon", "{player} left, and a round was published since.", "Set Status back to Withdrawn.", "{player} stays out.",
    ),
    # decisions
    "not-in-section": ("soon", "{kind}: {player} is not in section {section}.", "Correct the line.", "It has no effect."),
    "half-bye-several": (
        "soon", "{player} asks for more than one half-bye.", "Leave one line.", "None is granted.",
    ),
    "half-bye-last": (
        "soon", "{player} asks for a half-bye in the final round.", "Choose an earlier round of {rounds}.", "It is refused.",
    ),
    "half-bye-unknown": (
        "soon", "{player}: the half-bye names no regular round.", "Type B-R1 to B-R{rounds}, not the last.", "It is refused.",
    ),
    "half-bye-late": (
        "note", "{player} asks for a half-bye that was not asked for before round 1.", "Clear the line.",
        "{player} is paired; a match not played is forfeited.",
    ),
    "decision-names": (
        "now", "{kind} for {round}: {typed} does not hold {wanted} {wanted:name|names}.", "Type the names separated by ;",
        "The round waits.",
    ),
    "decision-not-there": (
        "now", "{kind} for {round}: {player} is not to be paired, or is used twice.", "Correct the line.",
        "The round waits.",
    ),
    "decision-too-late": (
        "note", "{kind} for {round} came after it was published.", "Change the names in Games instead.", "It has no effect.",
    ),
    "withdraw-unknown": ("note", "There is no round {round} to take back.", "Correct the line.", "Nothing is done."),
    "withdraw-not-last": (
        "soon", "{round} is not the last round of its section.", "Take the later round back first.", "Nothing is done.",
    ),
    "withdraw-too-early": TAKEN_BACK["withdraw-too-early"],
    "withdraw-has-results": (
        "soon", "{round} has results or reports: {matches}.", "Clear them first.", "Nothing is done.",
    ),
    "outage-ends": ("soon", "The outage needs From and To, in this order.", "Type both.", "It has no effect."),
    "order-after-preliminary": (
        "stopped", "{among} both forfeited their preliminary match.", "Type Decision Order · B with both names.",
        "The play-offs wait.",
    ),
    "order-of-many": (
        "stopped", "{among} are tied for the play-offs on everything.", "Type Decision Order · B with all their names.",
        "The play-offs wait.",
    ),
    # calendar
    "odd-weekday": (
        "note", "{round} starts on {starts}, neither a Thursday nor a Friday.", "Type another start, or leave it.",
        "It is played until {due}.",
    ),
    "period-over": (
        "now", "The period of {round} is over; open: {matches}.", "Type the score, 1-0F, 0-1F or 0-0F, or Extra weeks.",
        "The next round waits.",
    ),
    "last-two-days": (
        "note", "Last two days of {round}; open: {matches}.", "Remind them: who cannot go on now forfeits.", "Nothing yet.",
    ),
    "last-three-days": (
        "note", "Last three days of {round}; open: {matches}.", "Ties after six sets can now be claimed.", "Nothing yet.",
    ),
    "assigned-passed": (
        "soon", "The time assigned to {match}, {first} against {second}, has passed ({at}).",
        "Type the score, or the forfeit of whoever did not come.", "The match stays open.",
    ),
    "tie-claim": (
        "soon", "{match} is level at {score} after six sets in the last three days.",
        "If every effort was made and a claim came: type {score} tie.", "The match stays open.",
    ),
    "week-claim": (
        "soon", "{match} is level at {score} after six sets in the last three days.",
        "If asked for in time: type Extra weeks for the round.", "The match stays open.",
    ),
    "tie-play-on": (
        "note", "{match} is level at {score} after six sets.", "They agree on a time to go on, else assign one.",
        "The match goes on.",
    ),
    "reduced-clock": (
        "note", "{match} is level at {score} after three sets: shorter clocks from set 4.",
        "Both agree to keep the first: type Keep time control.", "The shorter clocks hold.",
    ),
    "adjourned-late": (
        "soon", "{match} stands at {score} in the last two days.",
        "If it is adjourned without a time left: type the forfeit, or 0-0F.", "The match stays open.",
    ),
}  # fmt: skip
