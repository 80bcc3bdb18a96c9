"""The tour's sentences: one for every reason code, and the wording of every trouble."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Add, Clear, Decide, Delete, Nothing, Pick, Told, Type, advice, when
from rules.parts.director_words import LOST_RESULT, TAKEN_BACK
from rules.parts.results import CORRECTED

WORDS: Mapping[str, str] = {
    # events
    "entered": "{player} plays in {event} with pairing number {number}, by lot.",
    "round-main": "Round {number} of the all-play-all of {players}: {rate}.",
    "game-main": "{white}, number {white_number}, has White against {black}, number {black_number}, by the Berger table.",
    "bye-main": "{player} is free in {round}: the number of players is odd.",
    "lot-event-numbers": "The pairing numbers of {event} are drawn by lot.",
    "results-noted": "{event} is over, won by {winner}: places, points and prize money follow from these results.",
    # play-offs
    "play-off-event": "{count} players are level at the top of {event} with {score}: {players}. They play off for first place.",
    "play-off-tour-1": "{count} players are level at the top of the Tour with {score}: {players}. They play off for first place.",
    "play-off-tour-2": "{count} players are level for second place of the Tour with {score}: {players}. The play-off names the second; the money is shared by all of them.",
    "round-play-off": "{round}: {kind}.",
    "lot-numbers": "Three players: the pairing numbers of the all-play-all are drawn by lot.",
    "lot-order": "{players} have the same number of wins ({wins}, rapid and classical ones twice): a lot decides their order.",
    "lot-bye": "All three are level. {players} {players:has|have} the most wins ({wins}, rapid and classical ones twice): a lot decides who has the bye to the final.",
    "lot-colour": "Game {game}, {first} against {second}: a lot decides who has White.",
    "lot-toss": "Armageddon, {first} against {second}: the winner of the toss chooses the colour.",
    "lot-choice": "{chooser} won the toss and chooses a colour: type White or Black.",
    "game-by-lot": "Game {number} of {first} against {second}, {rate}: {white} has White by lot.",
    "game-reversed": "Game {number} of {first} against {second}, {rate}: colours reversed, {white} has White.",
    "game-by-toss": "Armageddon: {chooser} won the toss and chose {colour}; {white} has White and needs a win, a draw is a win for Black.",
    "game-all-play-all": "Game {number} of the all-play-all, {rate}: {white} has White against {black} by the numbers drawn.",
    "bye-most-wins": "All three are level: {player} has the most wins in the main games ({wins}, rapid and classical ones twice) and a bye to the final.",
    "bye-by-lot": "All three are level and {players} have the most wins ({wins}, rapid and classical ones twice): {player} has the bye by lot.",
    "bye-top": "{player}, number {number} of {players}, has a bye in the first round.",
    "match-running": "{first} against {second}, {first_points} to {second_points} so far; plan: {plan}.",
    "match-won": "{winner} won against {loser}: {first_points} to {second_points} over all games.",
    "match-armageddon-draw": "{winner} won against {loser}: the Armageddon game was drawn and {winner} had Black.",
    "match-left": "{winner} won against {loser}, who left.",
    "match-typed": "The director named {winner} winner of the match against {loser}.",
    "play-off-won": "{winner} won the play-off of {event}.",
    "play-off-typed": "The director named {winner} winner of the play-off of {event}.",
    "play-off-open": "The play-off of {event} is open.",
    # words of the director
    "word-noticed": "The director's word counts: {what}, {about}, {value}.",
    "word-taken-back": "The director's word was taken back: {what}, {about}.",
    "round-withdrawn": "The director took {round} back.",
    # places, money, points
    "award-later-alone": "{player} is on place {place}; prizes are given out when all main games are over.",
    "award-later": "{player} is on place {place}, one of {tied} on the same score; prizes are given out when all main games are over.",
    "award-asked": "{player} is on place {place}; nothing is given out before the amounts in Prizes are mended.",
    "award-open": "{player} is one of {tied} level at the top: nothing of places 1 to {last} is given out before the play-off is over.",
    "award-alone": "{player} is alone at the top: {points} {points:point|points}, the bonus of {bonus} included.",
    "award-play-off": "{player} won the play-off of {tied}: {points} {points:point|points}, no bonus, and the whole first prize.",
    "award-lost-alone": "{player} lost the play-off to {winner} and has place {place}: {points} {points:point|points}.",
    "award-lost": "{player} is one of {tied} who lost the play-off to {winner}: places {place} to {last} are divided equally: {points} {points:point|points} each (of {all_points}).",
    "award-shared": "{player} is one of {tied} level on places {place} to {last}, divided equally: {points} {points:point|points} each (of {all_points}).",
    "award-place": "{player} is alone on place {place}: {points} {points:point|points}.",
    "money": "Prize: {prize}.",
    "money-shared": "Prize: {prize} each (of {prizes}).",
    # the Tour
    "tour-so-far": "{player} has {total} {total:Tour point|Tour points} so far.",
    "tour-place": "{player} has {total} {total:Tour point|Tour points}, place {place}.",
    "tour-open": "{player} is one of {tied} level at the top with {total}: a play-off decides.",
    "tour-won": "{player} won the play-off for first place of the Tour.",
    "tour-lost-alone": "{player} lost the play-off for first place to {winner} and is second.",
    "tour-lost": "{player} lost the play-off for first place to {winner}; the losers are second and divide the second prize.",
    "tour-second-tied": "{player} is one of {tied} level for second place with {total}; the second prize is divided equally.",
    "tour-second": "{player} won the play-off for second place; the second prize is divided among all who tied for it.",
    "tour-third": "{player} lost the play-off for second place to {winner} and is third; the second prize is divided among all who tied for it.",
    # results
    "game-of-match": "{game}, {rate}:",
    "result-typed": "{white} – {black} {result}: the director's word.",
    "result-reported": "{white} – {black} {result}, reported on {sent}.",
    "result-left": "{white} – {black} {result}: not attended by a player who left.",
    "frozen": "The row of {game} is damaged; nothing is decided on it until it is mended.",
    # headlines
    "head-before": "Not started.",
    "head-event-waits": "{event} is not drawn yet.",
    "head-event": "{event}: {done} of {games} {games:game|games} played.",
    "head-play-off": "{event}: play-off of {players}.",
    "head-event-over": "{event}: won by {winner}.",
    "head-tour": "The Tour: {leaders} in front with {total}.",
    "head-tour-over": "The Tour is won by {winner}.",
    # waits and checks
    "wait-start": "Nothing is published before the start is typed in Settings.",
    "wait-event-start": "{event} is drawn when its own Start is typed in Settings (For {event}).",
    "wait-results": "{event}: {count} {count:main game has|main games have} no result yet.",
    "wait-game": "{game} has no result yet.",
    "wait-lot": "The pairing numbers of {event} are drawn by lot, and nobody has typed them yet.",
    "wait-nine": "{count} players are level in {event} ({players}); the regulations have no play-off for more than eight. Accept the tree of sixteen, or play it by hand and type the winner.",
    "wait-stale": "The play-off of {event} was published for {was}, but now {players} are level. Take it back if it has not begun, correct the result, or type the winner.",
    "wait-undecided": "{first} and {second} both missed the Armageddon game of {match}: name the winner.",
    "wait-outdated": "{games} {games:does|do} not fit {match} any more, which is {first} against {second} now: an earlier result was changed. Correct it, or type Void into {games:that game|these games}.",
    "round-facts": "{round} ({kind}) was announced on {at}; it has {games} {games:game|games} so far.",
    "event-facts": "{name} ({event}): {done} of {games} main {games:game|games} played.",
    "tour-facts": "The Tour: {over} of {events} {events:event|events} over.",
    "player-event": "{player} in {event}: {score} {score:point|points} of the main games, {wins} {wins:win|wins} as play-offs count them (rapid and classical ones twice), place {place}.",
    "lot-facts": "Lot {lot} among {among}: {answer}.",
}

# code -> urgency, what is wrong, what to type, what happens if nothing is done
TROUBLES: Mapping[str, Told] = {
    "event-unknown": (
        "soon",
        "{player} names the event {event}, which Settings does not list ({events}).",
        advice(Type(Pick("the right event")), Type(Pick("all events"), "Settings → Events")),
        "{player} does not play there.",
    ),
    "event-id": (
        "now",
        "“{event}” cannot be the id of an event.",
        advice(Type(Pick("one to four capital letters"), "Settings → Events"), hint="Such as PAR; TOUR is taken."),
        "The event does not exist.",
    ),
    "too-few-players": (
        "now",
        "{event}: only {count} {count:player|players}.",
        advice(Type("{event}", "Players → Events", Pick("at least two players"))),
        "It is not drawn.",
    ),
    "too-many-players": (
        "now",
        "{event}: {count} players; there are tables for up to {most}.",
        advice(
            when("For who plays in no event", Type("Withdrawn", "Players → Status", Pick("those who do not play"))),
            when(
                "For who plays in other events",
                Type(Pick("the ids of those they play in"), "Players → Events", Pick("those who do not play")),
            ),
        ),
        "It is not drawn.",
    ),
    "late-entry": (
        "soon",
        "{player} names {event}, which is drawn already without them.",
        advice(Clear(), when("Before any result", Decide("Withdraw round", "{event}"))),
        "{player} does not play there.",
    ),
    "prize-section": (
        "soon",
        "No event has the id “{section}”.",
        advice(Type(Pick("the id of an event, TOUR, or nothing for all events"))),
        "The row is not used.",
    ),
    "prize-place": ("soon", "“{place}” is no place.", advice(Type(Pick("1, 2, 3 … or bonus"))), "The row is not used."),
    "prize-twice": (
        "soon",
        "Place {place} of “{section}” stands in Prizes twice.",
        advice(Delete("one of the two lines")),
        "The upper one counts.",
    ),
    "prize-negative": (
        "soon",
        "Place {place} of “{section}” has an amount below zero.",
        advice(Type(Pick("a positive number"))),
        "The amount is not used.",
    ),
    "prize-rises": (
        "now",
        "Place {place} of “{section}” would get less than a lower place ({heading}).",
        advice(Type(Pick("the right amount"))),
        "Round 1 of the event is not published, and nothing is given out by this table.",
    ),
    "prizes-missing": (
        "note",
        "{name} ({event}) has no prizes: the regulations print none for events that are not classical.",
        advice(
            Add("the prizes of Section {event}, a line a place,", "Prizes"), Nothing("if there are none", stays=True)
        ),
        "No prize money is shown; Tour points are given all the same.",
    ),
    "interval-short": (
        "soon",
        "{event}: less than 5 minutes between the games of a play-off.",
        advice(Type("5 min", "Settings → Interval"), hint="Or more."),
        "5 minutes count.",
    ),
    "decision-about": (
        "soon",
        "{kind}: “{about}” is no event, round or match of this tour.",
        advice(Type(Pick("an id such as PAR, PAR-P1 or PAR-P1-01")), Delete()),
        "The line counts for nothing.",
    ),
    "decision-player": (
        "soon",
        "{kind}: {player} does not play in {about}.",
        advice(Type(Pick("the name of one who does")), Delete()),
        "The line counts for nothing.",
    ),
    "blitz-too-late": ("soon", "{about} has begun in rapid.", advice(Delete()), "The line counts for nothing."),
    "play-off-needless": (
        "now",
        "{round} was published for {was}, but as the results stand now there is no tie to play off.",
        advice(
            when("If the changed result is wrong", Type(Pick("the right one"), "Games → Result", Pick("that game"))),
            when(
                "If it is right",
                Type("Void", "Games → Result", Pick("the games of {round} that have a result")),
                Decide("Withdraw round", "{round}"),
            ),
        ),
        "Places and prizes follow the results; the games of {round} count for nothing.",
    ),
    "start-too-early": (
        "soon",
        "{about} cannot start at {typed}.",
        advice(Type(Pick("{earliest} or later")), Delete()),
        "{earliest} counts.",
    ),
    "surplus-game": (
        "soon",
        "{match} was over before {game}: a result was changed.",
        advice(Type("Void", "Games → Result", "{game}")),
        "The game counts for nothing.",
    ),
    "withdraw-unknown": (
        "soon",
        "{round} is not published.",
        advice(Type(Pick("the id of an event, or of the last round of a play-off")), Delete()),
        "The line counts for nothing.",
    ),
    "withdraw-not-last": (
        "soon",
        "{last} rests on {round}.",
        advice(Delete(), hint="To take back {last}, name it in About."),
        "The line counts for nothing.",
    ),
    **TAKEN_BACK,
    **CORRECTED,
    **LOST_RESULT,
}
