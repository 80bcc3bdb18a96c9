"""The ladder's sentences: one for every reason code, and the wording of every trouble."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Decide, Delete, Nothing, Pick, Told, Type, Undo, advice, when
from rules.parts.brought import BROUGHT_WORDS
from rules.parts.director_words import LOST_RESULT, ROUND_TROUBLES
from rules.parts.results import CORRECTED

WORDS: Mapping[str, str] = {
    **BROUGHT_WORDS,
    # entries and people
    "entered": "{player} enters the first Ladder at position {number}: {basis}.",
    "entered-late": "{player} joins at the bottom of the Ladder, position {number}, for {round}.",
    "entered-again": "{player} is back and joins at the bottom of the Ladder, position {number}, for {round}.",
    "removed": "{player} is {status} and leaves the Ladder; open games end Null.",
    "removal-undone": "{player} is back before anything was published: as if never removed.",
    "round-over": "{round} was over by then; what it did to the Ladder stays.",
    "round-withdrawn": "The director took {round} back; it is drafted again on new board numbers.",
    # rounds
    "round-next": "Round {number} of {rounds}.",
    "tie-break": "{count} players share Rank {rank}: {players}. Each plays each of the others, {games} "
    "{games:game|games} a player; nobody else plays.",
    "additional": "An additional round asked for by the director, round {number} ({left} left to play).",
    "finalists-top": "There is no tie to break, and no additional round is wanted: the top two of the Ladder, {first} "
    "and {second}, are the Finalists.",
    "no-tie": "Rank 1: {rank_1:few}. Rank 2: {rank_2:few}. Rank 1 has at most two players, and "
    "if it has one, Rank 2 has no more than one.",
    "finalists-typed": "The director named the Finalists: {first} and {second}.",
    # games
    "paired-from-top": "{chosen} is the topmost player still unmatched. Of {considered} below, {opponent} comes "
    "first: match cost {cost} (Ranks {rank} and {opponent_rank}), {games} completed {games:game|games} together, "
    "{distance} {distance:place|places} apart in the Ladder.",
    "paired-from-bottom": "{chosen} is the bottommost player still unmatched. Of {considered} above, {opponent} comes "
    "first: match cost {cost} (Ranks {rank} and {opponent_rank}), {games} completed {games:game|games} together, "
    "{distance} {distance:place|places} apart in the Ladder.",
    "candidate": "{place}. {player}: match cost {cost}, {games} {games:game|games} together, {distance} "
    "{distance:place|places} apart.",
    "candidates-changed": "Results corrected since would give another order today; the published pair stays.",
    "kept-apart": "Passed over, to be kept apart: {players}.",
    "apart-broken": "{first} and {second} were to be kept apart, but nobody else was left.",
    "pair-changed": "The director changed {game}: {white} – {black} in place of {old_white} – {old_black}.",
    "tie-break-game": "Tie-break between the {count} players of Rank {rank}.",
    "colour-first": "Their first game: {white}, the lower in the Ladder, plays White.",
    "colour-turn": "{white} had Black in their last game, so plays White.",
    "inviter": "{player} is the lower in the Ladder and sends the invitation.",
    "bye-from-top": "{player} takes the Bye: the highest of those with the most completed games ({games}), in an odd "
    "round.",
    "bye-from-bottom": "{player} takes the Bye: the lowest of those with the most completed games ({games}), in an "
    "even round.",
    "bye-count": "{position}. {player}: {games} completed {games:game|games}.",
    "bye-changed": "Results or players changed since, so the Bye would be another today or rest on other numbers; the "
    "published one stays.",
    "bye-typed": "The director gave {player} the Bye.",
    # results
    "result-reported": "{white} – {black} {result}, reported on {sent}.",
    "result-typed": "{white} – {black} {result}: the director's word.",
    "result-unanswered": "{white} – {black} {result}: a single clear report of {sent} counts, since the director did "
    "not answer.",
    "null-deadline": "{white} – {black} is Null: no result by {due}.",
    "null-left": "{player} left, so the game is Null; {opponent} keeps the place in the Ladder and is paired again in "
    "the next round.",
    "frozen": "The row of {game} is damaged; nothing is decided on it until it is mended.",
    "corrected": "{game} was corrected: {old} → {new}. Later rounds are made on it.",
    "correction": "{game}, {white} – {black}, was corrected: {old} → {new}. Moved: {moved}. Otherwise paired: "
    "{otherwise}. Final: {finalists}. What was published stays; to undo it, {undo}.",
    # the Ladder
    "moved": "{player} goes directly above {over}, {old} → {new}: Score {score} against {against}.",
    "position": "{player} stands at position {position} of {players}, Rank {rank}.",
    "rank-top": "{player} is at the top: Rank 1.",
    "rank-equal": "{player} and {above}, directly above, have the same Score against each other ({score}): both have "
    "Rank {rank}.",
    "rank-next": "Against {above}, directly above with Rank {above_rank}, {player} has {score} and the other "
    "{against}: Rank {rank}.",
    "score-path": "The Score of {player} against {against} is {score}: the widest path is {path}.",
    "score-none": "The Score of {player} against {against} is 0: every path between them has a link of 0.",
    "link": "{first} has {wins} {wins:Win|Wins} against {second}, who has {against} in return: width {width}.",
    "stayed": "{player} out-scored nobody above after {round} and stayed at {position}.",
    "not-in-ladder": "{player} is not in the Ladder.",
    # idle players
    "idle-start": "{player} waits for the start of the event.",
    "idle-paused": "{player} is paused: no pairing, no Bye, the place in the Ladder stays.",
    "idle-final": "{player} is no Finalist; {final} is being played.",
    "idle-first": "{player} waits for the first round.",
    "idle-over": "The event is over: nothing is left to play for {player}.",
    "idle-tie-break": "{player} is not in the tie-break round {round}.",
    "idle": "{player} was not paired in {round}.",
    # the Final and the end
    "final-game": "Game {number} of the Final: {first} {first_wins}, {second} {second_wins}.",
    "final-goes-on-director": "Two games running were Null; the director lets the Final go on.",
    "final-goes-on-time": "Two games running were Null (since {since}); the director did not answer, so it goes on.",
    "champion-by-games": "{player} is Champion with {wins} {wins:Final Win|Final Wins} against {against} of {second}.",
    "champion-typed": "The director declared {player} Champion at {wins} to {against} Final Wins.",
    "champion-alone": "{player} is the only player left and is Champion.",
    "nobody-left": "Nobody is left in the Ladder: there is no Champion.",
    "placed-first": "{player} won the Final: First Place.",
    "placed-second": "{player} was the other Finalist: Second Place.",
    "placed": "{better} {better:player has|players have} a better Rank than {rank}: {player} has Placement {place}.",
    "final-score": "Final: {first} {first_wins}, {second} {second_wins}; {state}.",
    "final-broken": "{final} is broken off: {player} left.",
    "finalists": "The Finalists are {first} and {second}.",
    "finalists-open": "The Finalists are not known yet: {done} of {rounds} {rounds:round is|rounds are} over.",
    # headlines, waits and warnings
    "head-before": "Not started. The first Ladder and round 1 are a preview.",
    "head-running": "{round} is running: {over} of {games} {games:game|games} decided.",
    "head-first": "Started; {next} is being prepared.",
    "head-complete": "{round} is over; {next} is being prepared.",
    "head-finished": "Finished. {champion} is Champion.",
    "head-nobody": "Finished without a Champion.",
    "wait-start": "Nothing is published before the start is typed in Settings.",
    "wait-results": "{holds} waits for the {games:result|results} of {games:few}.",
    "wait-what-follows": "What comes after this round waits for the {games:result|results} of {games:few}.",
    "wait-held": "{game} waits for the director until {until}.",
    "wait-frozen": "{game} is frozen until its row is mended.",
    "wait-stopped": "{final} stands still: two games running were Null.",
    "wait-players": "{holds} waits: only {count} {count:player|players} can be paired.",
    "wait-final": "{final} waits for the director: shall there be additional rounds?",
    "wait-paused": "{final} waits: {player} is paused.",
    "check-tie-break-long": "{games} {games:game|games} each within {days} {days:day|days}: type a longer Deadline for {round} in Decisions.",
    "check-apart-broken": "{first} and {second} were to be kept apart and cannot be.",
    "check-finalist-paused": "{player} is a Finalist and paused.",
    "check-final-asks": "{final} waits for the director's word on additional rounds.",
    "round-facts": "{round} ({kind}) was announced on {at} with {games} {games:game|games}.",
}

FINAL_DEFAULT = "The Final goes out when its draft has stood long enough."

# code -> urgency, what is wrong, what to type, what happens if nothing is done
TROUBLES: Mapping[str, Told] = {
    "too-few-players": (
        "now",
        "Only {count} {count:player|players} can start.",
        advice(Add("players", "Players")),
        "The event does not start.",
    ),
    "seed-twice": (
        "note",
        "{player} and {other} have the same Seed.",
        advice(Type(Pick("another Seed")), Nothing("the one listed first is higher", stays=True)),
        "The one listed first is higher.",
    ),
    "player-row-missing": (
        "now",
        "{player} plays in this event, but has no row in Players any more.",
        advice(
            Undo("undo the deletion, or add the line again"),
            hint="To take the player out, set Status to Withdrawn then.",
        ),
        "The player counts as Paused.",
    ),
    "contact": (
        "soon",
        "{game}, {player} – {opponent}, is Null. Contact {player} (rule 3(b)).",
        advice(
            when("Reached", Decide("Contacted", "{game}", "{player}")),
            when("Not reached", Type("Disqualified", "Players → Status", "{player}")),
        ),
        "Nobody is removed.",
    ),
    "game-held": (
        "now",
        "{game} was reported, but the report needs your word.",
        advice(Type(Pick("the result"), "Games → Result", "{game}"), Decide("Refuse claim", "{game}")),
        "{otherwise}",
    ),
    "late-report": (
        "soon",
        "A report for {game} came after the deadline and changes nothing by itself.",
        advice(
            when("To let it count", Type(Pick("the result"), "Games → Result", "{game}")),
            when("To leave it", Type("{result}", "Games → Result", "{game}")),
        ),
        "The game stays {result}.",
    ),
    **CORRECTED,
    "tie-break-long": (
        "soon",
        "The tie-break {round} has {games} {games:game|games} each within {days} {days:day|days}.",
        advice(Decide("Deadline", "{round}", end=Pick("a later date"))),
        "It goes out with {days} {days:day|days}.",
    ),
    "apart-broken": (
        "soon",
        "{first} and {second} are to be kept apart and are paired in {round}.",
        advice(Decide("Pair", "{round}", Pick("two names")), Nothing("they play", stays=True)),
        "They are paired.",
    ),
    "too-few-paired": (
        "now",
        "Only {count} {count:player|players} can be paired for {round}.",
        advice(Type("Active", "Players → Status", Pick("those who play"))),
        "{round} waits.",
    ),
    "finalist-paused": (
        "now",
        "{player} is to play the Final and is paused.",
        advice(Type("Active", "Players → Status", "{player}"), Decide("Finalists", value=Pick("two names"))),
        "The Final waits.",
    ),
    "additional-question": (
        "soon",
        "The Final ({first} – {second}) comes next. Do you want additional rounds first?",
        advice(Decide("Additional rounds", value=Pick("a number")), Decide("No additional rounds")),
        FINAL_DEFAULT,
    ),
    "final-asks": (
        "now",
        "The Final ({first} – {second}) waits for your word on additional rounds.",
        advice(
            Decide("No additional rounds"),
            Decide("Additional rounds", value=Pick("a number")),
            Decide("Finalists", value=Pick("two names")),
        ),
        "{otherwise}",
    ),
    "final-stopped": (
        "now",
        "{final} stands still: two games running were Null.",
        advice(Decide("Continue final", "{final}"), Decide("Champion", "{final}", Pick("{first} or {second}"))),
        "{otherwise}",
    ),
    "finalists-too-late": (
        "soon",
        "{final} is published with other Finalists.",
        advice(Delete(), when("To pair the Final again", Decide("Withdraw round", "{final}"))),
        "The published Finalists play.",
    ),
    "additional-too-late": (
        "soon",
        "{final} is published: additional rounds come before it.",
        advice(Delete(), when("To play them first", Decide("Withdraw round", "{final}"))),
        "The Final is played.",
    ),
    "champion-unknown": (
        "soon",
        "“{player}” is no Finalist of {final}.",
        advice(Type(Pick("one of the two Finalists")), Delete()),
        "The line counts for nothing.",
    ),
    "champion-too-early": (
        "soon",
        "Champion: no Final is being played that “{player}” could win.",
        advice(Delete(), hint="Type it again when the Final is out."),
        "The line counts for nothing.",
    ),
    "decision-two-names": (
        "soon",
        "{kind}: “{typed}” is not two names.",
        advice(Type(Pick("two names with ; between them")), Delete(), hint="Such as Ada ; Eva."),
        "The line counts for nothing.",
    ),
    "decision-one-name": (
        "soon",
        "{kind}: “{typed}” is not one name.",
        advice(Type(Pick("one name")), Delete()),
        "The line counts for nothing.",
    ),
    "decision-not-paired": (
        "soon",
        "{kind}: {player} cannot be paired in {round} (not in the Ladder, or not Active).",
        advice(Type("Active", "Players → Status", "{player}"), Delete()),
        "The line counts for nothing.",
    ),
    "decision-tie-break": (
        "soon",
        "{kind}: {round} is a tie-break, in which each plays each of the others.",
        advice(Delete(), hint="Once the round is out, change the names in Games."),
        "The line counts for nothing.",
    ),
    **ROUND_TROUBLES,
    **LOST_RESULT,
}
