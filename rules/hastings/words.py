"""Every sentence of this format: reasons by code, and what is wrong by code."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Decide, Delete, Elsewhere, Nothing, Pick, Told, Type, Undo, advice, when
from rules.parts.director_words import LOST_RESULT, TAKEN_BACK
from rules.parts.median.words import MEDIAN_WORDS
from rules.parts.results import CORRECTED
from rules.parts.swiss_tiebreaks import STANDING_WORDS

WORDS: Mapping[str, str] = {
    **MEDIAN_WORDS,
    **STANDING_WORDS,
    "brought-together": "The director paired {first} with {second}.",
    # the list
    "entered": "{player} is number {number} of the list: {basis}.",
    "entered-late": "{player} enters late as number {number} of the list: {basis}.",
    "entered-missing": "{player}, number {number} of the list ({basis}), misses round 1: half a point, no colour, into "
    "the Challengers.",
    "listed": "{player} is number {number} of the list: {basis}.",
    "late-seen": "{player} entered after the pairings were shown and before play, and gets a further board.",
    "lot-list": "Equal in rating and title, so a lot decides the order of {players:few}.",
    "lot-colour": "A lot decides the colour of the higher-ranked player of board 1, {first}.",
    "half-point": "{player} misses round 1 by notice: half a point, no colour, no opponent.",
    "held-back": "{player} has no opponent among the {players} players and is held back: goes on without a game and without "
    "a colour.",
    "no-round-by-time": "{round} is left out: no pairing keeps the rules, and the director did not answer by {until}.",
    "round-withdrawn": "The director took {round} back; it is drafted again on new board numbers.",
    # a round of the knock-out
    "round-first": "{name}: {players} {players:player|players} on {boards} {boards:board|boards}, top half against second "
    "half.",
    "round-next": "{name}: {places} places for {through} who {through:goes|go} on and {lucky} lucky {lucky:loser|losers}, "
    "{boards} {boards:board|boards}.",
    "vacant": "There are not enough losers to choose from: {vacant} {vacant:place stays|places stay} vacant at the "
    "bottom.",
    "lucky-colour": "Lucky loser {number} of {of}: {player} from the board of rank {board_rank}, who {class}. White is "
    "sought by {white}, Black by {black}, so one who seeks {needed} is wanted.",
    "lucky-no-such": "Lucky loser {number} of {of}: {player} from the board of rank {board_rank}, who {class}. One who "
    "seeks {needed} is wanted (White {white}, Black {black}), but there is none, so the highest board decides.",
    "lucky-level": "Lucky loser {number} of {of}: {player} from the board of rank {board_rank}, who {class}. As many "
    "seek White ({white}) as Black ({black}), so the highest board decides.",
    "seekers": "{white} {white:seeks|seek} White and {black} {black:seeks|seek} Black.",
    "joined-side": "Without a colour so far they join the smaller side, from the top: {players}.",
    "set-aside": "More seek {colour}: the lowest of them make {boards} {boards:board|boards} at the bottom. {stay} "
    "{stay:keeps the position|keep their positions}, {moved} {moved:is|are} moved opposite.",
    "halves": "{first} (position {first_place}) meets {second} (position {second_place}), top half against second half.",
    "seekers-board": "{first} (position {first_place}) meets {second} (position {second_place}), each half's seekers of "
    "one colour meeting the other half's of the other.",
    "set-aside-board": "{first} (position {first_place}) keeps the place, {second} (position {second_place}) is moved "
    "opposite: a surplus board.",
    "premier-board": "{first} (position {first_place}) meets {second} (position {second_place}): the order of the Premier.",
    "second-exchanged": "Board {board}, {first} with {second}, may not be: {first} meets {now} in exchange with board {other} "
    "({other_first}).",
    "dealt-anew": "No exchange helps, so the second players of all {boards} boards were dealt again, with as few "
    "forbidden pairs as possible.",
    "forbidden-left": "{first} and {second} should not meet, but no dealing avoids it.",
    "premier-match": "The match has two slow games, colours reversed; the second starts {second}.",
    # colours
    "first-colour": "{white} has White on board {board}: for the higher-ranked player of board 1 the lot gave "
    "{drawn}, and colours alternate down the list.",
    "first-colour-to-come": "The colours of board {board} wait for the draw (shown as if the higher player of board 1 had "
    "White).",
    "seek-each": "{white} has White: each gets the colour sought ({first} had {first_colours}, {second} had "
    "{second_colours}).",
    "seek-one": "{white} has White: only one of the two seeks a colour ({first} had {first_colours}, {second} "
    "had {second_colours}).",
    "seek-uneven": "Both seek {sought}. {player} gets it, whose colours are the more uneven ({first} had "
    "{first_colours}, {second} had {second_colours}).",
    "seek-history": "Both seek {sought}. The latest difference in their colours decides for {player} ({first} had "
    "{first_colours}, {second} had {second_colours}).",
    "seek-came": "Both seek {sought}. {player} gets it, who {came} in the last round.",
    "seek-lower": "Both seek {sought} and came through alike. Board number {number} of this kind: the lower-ranked, "
    "{player}, gets it.",
    "seek-higher": "Both seek {sought} and came through alike. Board number {number} of this kind: the higher-ranked, "
    "{player}, gets it.",
    "seek-lot": "{first} and {second} have the same colour history ({first_colours}): a lot decides.",
    "seek-lot-none": "Neither {first} nor {second} had a colour: a lot decides.",
    # matches
    "lot-armageddon": "The mini-match of {first} and {second} is drawn: a new lot for the colours of the Armageddon.",
    "lot-first-game": "A lot for the colours of the first game of {first} and {second}.",
    "first-slow-lot": "{white} has White in the first game by lot. It starts {starts}.",
    "second-slow": "Second game of the match, colours reversed: {white} has White. It starts {starts}.",
    "mini-match-first": "The slow part is level: a mini-match of two games. {white}, who had Black in the last slow game, "
    "has White now. Not before {earliest} unless agreed with the arbiter.",
    "mini-match-second": "Second game of the mini-match, colours reversed: {white} has White. Not before {earliest} "
    "unless agreed with the arbiter.",
    "armageddon": "The mini-match is drawn: an Armageddon with {white} White by lot. {black} goes on with a draw. Not "
    "before {earliest} unless agreed with the arbiter.",
    "match-open": "{first} and {second} are still playing.",
    "match-word": "{winner} goes on by the director's word.",
    "match-nobody": "Neither {first} nor {second} came: nobody goes on.",
    "match-default": "{winner} goes on by default; absent: {absent}.",
    "match-slow": "{winner} won the slow part.",
    "match-mini": "The slow part was level; {winner} won the mini-match.",
    "match-armageddon": "Slow part and mini-match were level; {winner} won the Armageddon.",
    "match-armageddon-draw": "Slow part and mini-match were level; the Armageddon was drawn, so {winner}, who had Black, "
    "goes on.",
    # the Challengers
    "c-round": "The Challengers' round {number} of {total} with {players} {players:player|players}, paired by the median Swiss. Play "
    "starts {starts}.",
    "join": "New in the Challengers with the points of their slow games: {players}.",
    # people
    "status-noticed": "{player} is {value} and out. If the pairings were shown before, the opponent wins by default.",
    "no-prize": "No prize: {game} was defaulted.",
    # duties
    "duty-clocks": "Clocks: White {white}; Black {black}. Play starts {starts}.",
    "duty-clocks-before": "Clocks: White {white}; Black {black}. When play starts is known once Start or Round 1 starts is "
    "typed in Settings.",
    "duty-mini-match": "After a draw the mini-match starts {minutes} minutes after the game and not before {earliest}, "
    "unless agreed with the arbiter; {pause} minutes between its games. Clocks: {clock}.",
    "duty-armageddon": "After a drawn mini-match draw lots for the colours; the Armageddon starts {minutes} minutes after "
    "it and not before {earliest}. Clocks: White {white}, Black {black}. A draw sends Black on.",
    "duty-reconstruct": "Quick games are reconstructed with both players after the match. Alone at an Armageddon, the "
    "arbiter does not keep score.",
    "duty-post": "Post results as they come; players who are still playing may see them.",
    "duty-announce": "Announce who goes on as soon as the last game is over.",
    "duty-pairings": "The next pairings are shown when the last match is over, not before {earliest}.",
    # prizes and the end
    "champion": "{player} won the final against {second} and takes the first prize.",
    "champion-word": "{player} is the winner by the director's word.",
    "champion-alone": "{player} is the only player left and wins without play.",
    "runner-up": "{player} lost the final.",
    "second-prize-waits": "Nobody lost a final, so the second prize waits for the director.",
    "prize-stage": "{player} was knocked out in {round}: places {places} of the Premier.",
    "prize-alone": "{player} stands alone with {points} {points:point|points}.",
    "prize-shared": "{members} players with {points} {points:point|points} share the prizes of their places equally.",
    "prize-lost": "{player} defaulted {game} and receives no prize.",
    "withheld": "{amount} is withheld.",
    # waits, headline
    "wait-start": "Waits for the start.",
    "wait-results": "{holds} waits for the {games:result|results} of {games:few}.",
    "wait-lot": "{holds} waits for the lot {lot}.",
    "wait-no-pairing": "{round}: no pairing keeps the rules. {why}",
    "wait-draws": "{round}: the two draws do not agree.",
    "wait-winner": "Nobody is left to win the knock-out: the director decides.",
    "wait-board": "{match} ended without a winner; the director may name one.",
    "head-before": "The event has not started.",
    "head-round": "{round}: {over} of {games} {games:game|games} decided.",
    "head-next": "{round}: the day is over; {next} comes next.",
    "head-finished": "The event is finished. Premier: {champion}. Challengers: {first}.",
    "correction": "{game} was corrected: {old} → {new}. Published rounds stay; scores follow.",
    "check-forbidden-pair": "{first} and {second} should not meet, but no dealing avoids it.",
    "check-draws-agree": "{round}: worked out twice independently; both draws agree.",
    "draws-agree": "Worked out twice independently; both draws agree.",
    "check-no-pairing": "{round}: no pairing keeps the rules. {why}",
    # explanations
    "player": "{player} is number {number} of the list: {basis}.",
    "player-slot": "Day {slot}: {kind}, {points} {points:point|points}, {colour}, opponent {opponent}.",
    "player-slot-alone": "Day {slot}: {kind}, {points} {points:point|points}, no opponent and no colour.",
    "round-facts": "{round} was published on {at} with {games} {games:game|games}.",
}

TROUBLES: Mapping[str, Told] = {
    "too-few-players": ("now", "There are no players.", advice(Add("players", "Players")), "Nothing starts."),
    "time-unreadable": (
        "soon", "“{name}” is not a time of the day that can be read.", advice(Type(Pick("a time of the day")), hint="Such as 18:30."), "The printed time counts.",
    ),
    "forbidden-pair": (
        "note", "{round}: {first} and {second} should be kept apart, but no dealing avoids it.",
        advice(Nothing("they play", stays=True)), "They play.",
    ),
    "no-pairing": (
        "now", "{round}: no pairing keeps the rules. {why}",
        advice(when("For two who may meet all the same", Decide("Pair", "{round}", Pick("two names"))), Decide("Absent", Pick("a name"), "{round}"), Decide("No round", "{round}"), when("For no more rounds of the Challengers", Decide("No round", "C"))), "{otherwise}",
    ),
    "draws-agree": (
        "note", "{round}: both draws agree on lucky losers, ranking, colours and {boards} {boards:board|boards}.", advice(Nothing("the round goes out", stays=True)),
        "The round goes out.",
    ),
    "draws-differ": (
        "stopped", "{round}: the two draws differ in {what}: the first has {first}, the second {second}.",
        advice(Elsewhere("report this as a fault; check results and lots meanwhile")), "Nothing is shown.",
    ),
    "half-point-refused": (
        "soon", "{player} asks to miss {round}. There is no half point in the knock-out once round 1 is shown.",
        advice(Delete(), hint="Not coming is a default."), "The line counts for nothing.",
    ),
    "paused-in-knock-out": (
        "soon", "{player} is paused but in the knock-out, where nobody may sit out.",
        advice(Type("Active", "Players → Status", "{player}"), when("If the player leaves", Type("Withdrawn", "Players → Status", "{player}"))), "The player is paired; not coming is a default.",
    ),
    "defaulted": (
        "soon", "{player} defaulted {game} and counts as withdrawn, without a prize.",
        advice(when("To let the player join the Challengers", Decide("Plays on", "{player}")), when("To let the prize stand as well", Decide("Prize kept", "{player}", Pick("the reason"))), when("Otherwise", Type("Withdrawn", "Players → Status", "{player}"))), "The player is out.",
    ),
    "nobody-through": (
        "note", "{match} ended without a winner: nobody goes on.", advice(Nothing("a lucky loser takes the place", stays=True), when("If you rule otherwise", Decide("Winner", "{match}", Pick("a name")))),
        "The place is filled by a lucky loser.",
    ),
    "no-winner": (
        "now", "The knock-out has no winner.", advice(Decide("Winner", "{round}", Pick("a name"))), "The event stays open.",
    ),
    "prize-rises": (
        "now", "Place {place} of “{section}” would get less than a lower place.", advice(Type(Pick("the right amount"))),
        "Round 1 is not published, and no prize of this section is shown.",
    ),
    "second-prize": (
        "note", "Nobody lost a final, so the second prize has no owner.", advice(Nothing("you may give it by your own decision", stays=True)),
        "It is not paid.",
    ),
    "entry-too-late": (
        "soon", "{player} entered when no further round is to come.", advice(Type("Withdrawn", "Players → Status", "{player}")), "The player is not entered.",
    ),
    "player-row-missing": (
        "soon", "{player} has no row in Players any more.", advice(Undo("undo the deletion, or add the line again"), hint="To take the player out, set Status to Withdrawn then."),
        "In the knock-out the player stays; in the Challengers the player is not paired.",
    ),
    "decision-not-usable": (
        "soon", "{kind} for {round}: “{typed}” does not name players who are free there.", advice(Type(Pick("the right names")), Delete()),
        "The line is not used.",
    ),
    "winner-not-usable": (
        "soon", "Winner: {player} did not play in {about}.", advice(Type(Pick("one of its players")), Delete(), hint="About is a match such as K-R3-05."),
        "The line is not used.",
    ),
    **CORRECTED,
    "surplus-game": (
        "note", "{game} counts for nothing: the match was over before it.", advice(Nothing("it stays in the record", stays=True)), "It stays in the record.",
    ),
    "game-void": (
        "now", "{game} was cancelled, so its match stands still.", advice(Type(Pick("the result"), "Games → Result", "{game}"), Decide("Winner", Pick("the match"), Pick("a name"))),
        "The match waits.",
    ),
    "withdraw-unknown": (
        "soon", "{round} is not published.", advice(Type(Pick("the id of the latest round")), Delete()), "The line counts for nothing.",
    ),
    "withdraw-not-last": (
        "soon", "Another round rests on {round}.", advice(Delete(), when("To take it back all the same", Decide("Withdraw round", Pick("the later round")), Delete(), Decide("Withdraw round", "{round}"))), "The line counts for nothing.",
    ),
    **TAKEN_BACK,
    **LOST_RESULT,
}  # fmt: skip
