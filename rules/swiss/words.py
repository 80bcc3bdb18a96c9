"""The sentences of the Swiss, and the wording of every trouble."""

from __future__ import annotations

from collections.abc import Mapping

from rules.advice import Clear, Decide, Delete, Elsewhere, Nothing, Pick, Told, Type, Undo, advice, when
from rules.parts.brought import BROUGHT_WORDS
from rules.parts.director_words import LOST_RESULT, ROUND_TROUBLES
from rules.parts.median.words import MEDIAN_WORDS
from rules.parts.results import CORRECTED
from rules.parts.swiss_numbers import NUMBER_WORDS

WORDS: Mapping[str, str] = {
    **MEDIAN_WORDS,
    **NUMBER_WORDS,
    **BROUGHT_WORDS,
    # the list
    "entered": "{player} has number {number}.",
    "entered-late": "{player} arrives for {round} and has number {number}.",
    "renumbered": "{player} has number {number} from {round} on, before that {was}.",
    "taken-again": "The entry of {player} changed while the list was open.",
    "number-kept": "{player} keeps number {number} of the list that was taken over.",
    "number-after": "{player} came after the list was taken over and has the next number, {number}.",
    "number-last": "{player} keeps number {number}: the list is closed.",
    "not-entered": "{player} was put into a game by the director and has no number of the list yet.",
    "would-enter": "{player} would have number {number} in {round}.",
    "came-too-late": "{player} came after the list was closed ({closes}) and is not in the event.",
    "lot-list": "Equal in rating, title and local rating: a lot decides the order of {players:few}.",
    "lot-colour": "A lot decides the colour of {player}, the first of those paired in round 1; whoever is drawn has White.",
    # rounds
    "round-next": "Round {number} of {rounds}.",
    "round-last": "Round {number}, the last one: players with equal scores are kept apart only if they have met.",
    "round-withdrawn": "The director took {round} back; it is drafted again on new board numbers.",
    "round-facts": "{round} was announced on {at} with {games} {games:game|games}, paired by the numbers of "
    "{players} {players:player|players}.",
    "paired-by-system": "{white} (White) meets {black} by the {system} system.",
    "bye-by-system": "{player} has the bye by the {system} system, with {points} {points:point|points}.",
    "float-none-by-system": "Both have {points} {points:point|points}.",
    "float-by-system": "{player} with {points} {points:point|points} floats down to {opponent} with {lower}.",
    "float-virtual": "{players} {players:has|have} {points} {points:point|points} more by the acceleration.",
    "colour-by-system-due": "{players} {players:has|have} the colour due.",
    "colour-by-system-not-due": "{players} {players:was|were} due {colour}.",
    "number-drawn": "Placed by lot.",
    "paired-by-table": "{white} (number {first}, White) meets {black} (number {second}) in {round} of the table.",
    "free-by-table": "{player} is free in {round} of the table.",
    "free-by-leaver": "{player} was to meet {left}, who has left: a win without a game, unless {left} left before half "
    "of the games.",
    "table-too-long": "The Berger tables go to {most} players, and {players} are here.",
    "system-silent": "Which of the system's criteria chose this pair before others, its library does not say.",
    "no-system-pairing": "The {system} system finds no pairing for {round}: {said}",
    # idle players
    "idle-first": "{player} waits for round 1.",
    "idle-out": "{player} is {status}.",
    "idle-paused": "{player} is paused: not paired, no points, no bye.",
    "idle-absent": "{player} is away in {round}: not paired, no points, no bye.",
    "idle-half-bye": "{player} asked for a bye in {round}: half a point, no opponent.",
    "idle-half-bye-limit": "{player} asked for one half-point bye too many ({most} allowed): {round} gives no point.",
    "idle-half-bye-late": "{player} asked for a half-point bye after the last round that gives one: {round} gives no point.",
    "idle-half-bye-none": "{player} asked for a half-point bye, and this event has none: {round} gives no point.",
    "idle-late": "{player} joins in {from}.",
    "idle-no-show": "{player} did not appear in {round} and counts as withdrawn until the director says otherwise.",
    "idle": "{player} was not paired in {round}.",
    # standings
    "place-by-points": "Place {place} by points ({points}).",
    "place-by-ratings": "Place {place} with {points} {points:point|points}: sum of opponents' ratings {value} against "
    "{neighbour_value} of {neighbour} (cut {term}).",
    "place-by-progress": "Place {place} with {points} {points:point|points}: progressive score {value} against {neighbour_value} of "
    "{neighbour} (term {term}).",
    "place-shared": "Equal points ({points}) and equal after every cut: place {place} is shared by {players:few}.",
    "place-level": "Equal points ({points}) and equal in every tie-break: place {place} is shared by {players:few}.",
    "place-by-tie-break": "Place {place} with {points} {points:point|points}: {tie_break} {value} against {neighbour_value} of {neighbour}.",
    "place-by-encounter": "Place {place} with {points} {points:point|points}: {tie_break} breaks the tie with {neighbour}.",
    "tie-break-is": "{tie_break}: {value}.",
    "term-game": "{round} {opponent} {value}.",
    "term-game-cut": "{round} {opponent} {value}, cut.",
    "term-forfeit": "{round} {opponent} (forfeit) {value}.",
    "term-forfeit-cut": "{round} {opponent} (forfeit) {value}, cut.",
    "term-dummy": "{round} not played {value}.",
    "term-dummy-cut": "{round} not played {value}, cut.",
    "term-round": "{round} {value}.",
    "term-round-cut": "{round} {value}, cut.",
    "rating-change": "Rating: {score} of {games} rated {games:game|games}, {expected} expected, K {k}: {change}.",
    "rating-game": "{round} {opponent} ({rating}): {gained} scored, {expected} expected.",
    "is-winner": "{player} is first at the end.",
    # explanations
    "player": "{player} is at place {place} of {of} with {points} {points:point|points}.",
    "past-played": "{round}: {colour} against {opponent}, {gained}.",
    "past-default": "{round}: against {opponent} by default, {gained}; no game, no colour.",
    "past-bye": "{round}: bye, {gained}; no opponent, no colour.",
    "past-half-bye": "{round}: half a point without a game, {gained}; no opponent, no colour.",
    "past-absent": "{round}: not paired or cancelled, {gained}.",
    "have-met": "{first} and {second} have met.",
    "have-not-met": "{first} and {second} have not met.",
    "byes": "{count} {count:bye was|byes were} given.",
    "result-reported": "{white} – {black} {result}, reported at {sent}.",
    "result-typed": "{white} – {black} {result}: the director's word.",
    # the report
    "report-median": "Paired by the FIDE Swiss Rules with the median score-group (1999 text), to the letter.",
    "report-system": "Paired by the FIDE {system} System.",
    "report-rounds": "{rounds} {rounds:round|rounds} declared, {published} published, {complete} over.",
    "report-players": "{players} {players:player|players}, {rated} rated, {unrated} unrated, of {federations} "
    "{federations:federation|federations}.",
    "report-maxi": "A Maxi-tournament: exchanges for colours only within 100 rating points.",
    "report-federations": "In the last three rounds players of one federation above half do not meet.",
    "report-defaults": "Players whose game was decided by default are not paired again.",
    "report-tie-breaks": "Ties on points are broken by {names}, as FIDE's tie-break regulations of {edition} define them.",
    "report-table": "Everybody meets everybody {cycles:once|twice}, by the Berger tables; numbers by lot.",
    "report-annulled": "{player} left before half of the games were played: none of them counts in the standings.",
    "report-free": "{round}: {player} was free.",
    "report-edition": "The text of the system: {edition}.",
    "report-accelerated": "Baku acceleration (C.04.5.1, C.04.7 from 2026): in {full:few} the first {group} of the list "
    "had 1 virtual point, in {half:few} half a point.",
    "report-bye-points": "The bye of an odd number gives {points} {points:point|points}.",
    "report-half-byes": "Each player may have {most} half-point {most:bye|byes} on request, until {until}.",
    "report-not-accelerated": "No accelerated method was used.",
    "report-not-endorsed": "The endorsed programs that the text names are those of 1997; Pairsheet is not among them.",
    "report-director": "{game}, {white} – {black}: placed by the director.",
    "report-changed": "{game}: {white} – {black} was published and is now {to}.",
    "report-withdrawn": "{round} was published and taken back.",
    "report-set-aside": "{round}: the rule for members of one federation was set aside, since nobody else was left.",
    "report-none": "No pairing was modified, for a norm or otherwise.",
    "report-bye": "{round}: bye for {player}.",
    "report-half-bye": "{round}: half a point without a game for {player}.",
    "report-brought": "{round} was paired elsewhere and taken over from {source}.",
    "report-default": "{round}: {player} lost by default.",
    # headlines, waits, checks
    "head-before": "Not started. The list and round 1 are a preview.",
    "head-running": "{round} of {rounds} is running: {over} of {games} {games:game|games} decided.",
    "head-first": "Started; {next} is being prepared.",
    "head-complete": "{round} is over; {next} is being prepared.",
    "head-finished": "Finished. First: {players}.",
    "head-shared": "Finished. First place is shared by {players}.",
    "wait-start": "Nothing is published before the start is typed in Settings.",
    "preview-lots": "Lots are drawn at the start: order among equals and colours may change.",
    "wait-results": "{holds} waits for the {games:result|results} of {games:few}.",
    "wait-held": "{game} was reported and waits for the director.",
    "wait-frozen": "{game} is frozen until its row is mended.",
    "wait-lot": "{holds} waits for the lot {lot}.",
    "wait-twice": "{holds} waits: {player} is in a round twice.",
    "wait-system": "{holds} waits: the {system} system is not installed here.",
    "wait-players": "{holds} waits: only {count} {count:player|players} can be paired.",
    "wait-blocked": "{holds} waits for the director: no pairing keeps all rules that may not be broken.",
    "check-setting-not-here": "{setting} is set to {typed}, and the {system} system has no such rule.",
    "check-pair-met": "The director's pair {white} – {black}: they have met before.",
    "check-pair-colours": "The director's pair {white} – {black} breaks a colour limit.",
}

# code -> urgency, what is wrong, what to type, what happens if nothing is done
TROUBLES: Mapping[str, Told] = {
    "no-pairing": (
        "now",
        "{round} cannot be paired without breaking a rule. {why}",
        advice(
            Decide("Pair", "{round}", Pick("two names")),
            Decide("Absent", Pick("a name"), "{round}"),
            when("To end the event", Decide("Finish", Pick("the last round played"))),
            hint="A pair you type is not held against the rules.",
        ),
        "{round} waits.",
    ),
    "setting-not-here": (
        "now",
        "{setting} is set to {typed}; the {system} system has no such rule.",
        advice(
            when("Before the start", Type("{instead}")),
            Type(Pick("a system that has it"), "Settings → Pairing system"),
        ),
        "Before the start nothing goes out; later the setting counts for nothing.",
    ),
    "tie-break-unknown": (
        "soon",
        "“{typed}” is no tie-break.",
        advice(
            Type(Pick("the tie-breaks with ; between them, such as BH-C1 ; BH ; SB")),
            when("For rule 16 of the rulebook alone", Clear()),
        ),
        "No tie-break of the list counts: places go by rule 16.",
    ),
    "tie-break-unrated": (
        "soon",
        "{names} {names:needs|need} a rating of everybody; {players:few} {players:has|have} none.",
        advice(
            Type(Pick("the rating that unrated players count with")),
            when("To do without", Type(Pick("other tie-breaks"), "Settings → Tie-breaks")),
        ),
        "{names:It has|They have} no value and break no tie.",
    ),
    "system-missing": (
        "now",
        "The pairing system {system} needs a library that is not installed here.",
        advice(
            Elsewhere('where Pairsheet is installed run: .venv/bin/pip install -e ".[pairing-systems]"'),
            when("Before the start", Type("median", "Settings → Pairing system")),
        ),
        "{round} waits.",
    ),
    "too-few-paired": (
        "now",
        "Only {count} {count:player|players} can be paired for {round}.",
        advice(
            Type("Active", "Players → Status", Pick("those who play")), Decide("Finish", Pick("the last round played"))
        ),
        "{round} waits.",
    ),
    "many-rounds": (
        "note",
        "{players} players cannot all meet new opponents in {rounds} {rounds:round|rounds}.",
        advice(
            Nothing("rounds that can be paired are played", stays=True),
            hint="Finish in Decisions ends the event earlier.",
        ),
        "A round that cannot be paired waits for you.",
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
    "no-show": (
        "now",
        "{player} did not appear in {round} and counts as withdrawn.",
        advice(
            when("Explained", Decide("Excuse", "{player}", "{round}")),
            when("Gone", Type("Withdrawn", "Players → Status", "{player}")),
        ),
        "The player is not paired in {next}.",
    ),
    "list-closed": (
        "now",
        "{player} came after the list was closed ({closes}).",
        advice(
            when("To admit the player", Type(Pick("a later round"), "Settings → List closes")),
            when("Otherwise", Type("Withdrawn", "Players → Status", "{player}")),
        ),
        "The player is not in the event.",
    ),
    "rating-later": (
        "note",
        "The rating of {player} was {then} when the list closed and is {now} in the sheet.",
        advice(
            Nothing("the listed one counts", stays=True),
            when("To let it count", Type(Pick("a later round"), "Settings → List closes")),
        ),
        "The listed one counts.",
    ),
    "game-held": (
        "now",
        "{game}, {white} – {black}, was reported, but the report needs your word.",
        advice(Type(Pick("the result"), "Games → Result", "{game}"), Decide("Refuse claim", "{game}")),
        "{otherwise}",
    ),
    "overdue": (
        "soon",
        "{game}, {white} – {black}, was due {due} and has no result.",
        advice(
            Type(Pick("the result"), "Games → Result", "{game}"),
            Type(Pick("a later date"), "Games → Deadline", "{game}"),
            hint="For who did not appear: 1-0F, 0-1F or 0-0F.",
        ),
        "The next round waits.",
    ),
    "leaver-open": (
        "soon",
        "{game}: {player} {player:has|have} left, and the game has no result.",
        advice(
            when("Not played", Type("{word}", "Games → Result", "{game}")),
            when("Played", Type(Pick("the result"), "Games → Result", "{game}")),
        ),
        "The next round waits.",
    ),
    "stands-twice": (
        "now",
        "{player} is in {round} twice.",
        advice(Type(Pick("the right name"))),
        "The first game counts, and the next round waits.",
    ),
    "bye-changed": (
        "note",
        "{game} was published as {white} – {black} and is {now} now.",
        advice(
            when(
                "If it was not meant",
                Type("{white}", "Games → White", "{game}"),
                Type("{black}", "Games → Black", "{game}"),
            ),
            Nothing("the report names the change", stays=True),
        ),
        "The change counts.",
    ),
    "published-changed": (
        "note",
        "{game} was published as {white} – {black}. A published pairing is changed only if it is a second meeting.",
        advice(
            when(
                "If it was not meant",
                Type("{white}", "Games → White", "{game}"),
                Type("{black}", "Games → Black", "{game}"),
            ),
            Nothing("the report names the change", stays=True),
        ),
        "The change counts.",
    ),
    **CORRECTED,
    "pair-met": (
        "soon",
        "{white} and {black} are paired by you in {round} and have met before.",
        advice(Undo("delete the line Pair in Decisions"), Nothing("they are paired", stays=True)),
        "They are paired.",
    ),
    "pair-colours": (
        "soon",
        "{white} (White) – {black}, paired by you in {round}, breaks a colour limit.",
        advice(Undo("exchange the two names in Decisions, or delete the line"), Nothing("they are paired", stays=True)),
        "They are paired.",
    ),
    "bye-even": (
        "soon",
        "The number of players present in {round} is even: a bye for {player} would leave somebody without an opponent.",
        advice(Delete(), hint="For a player who is away use Absent."),
        "The line counts for nothing.",
    ),
    "absent-no-round": (
        "soon",
        "{player}: “{typed}” names no round.",
        advice(Type(Pick("rounds")), hint="Such as R4 or R4 ; R5."),
        "The line counts for nothing.",
    ),
    "table-fixed": (
        "soon",
        "{kind}: in a round-robin the table says who meets whom.",
        advice(Delete(), hint="A game that is played on another day stays open until its result is typed."),
        "The line counts for nothing.",
    ),
    "table-rounds": (
        "note",
        "A round-robin of {players} has {rounds} {rounds:round|rounds}; Settings says {typed}.",
        advice(Type("{rounds}"), Nothing("the table decides", stays=True)),
        "{rounds} {rounds:round is|rounds are} played.",
    ),
    "table-closed": (
        "now",
        "{player} came after the table was drawn.",
        advice(
            Type("Withdrawn", "Players → Status", "{player}"),
            hint="While round 1 has no results it can be taken back (Withdraw round in Decisions), and the table is drawn "
            "again with everybody.",
        ),
        "The player is not in the event.",
    ),
    "half-bye-none": (
        "soon",
        "{player} asks for half a point in {round}, and this event gives none.",
        advice(
            Delete(),
            hint="Half-point byes in Settings allows them before the start, in the systems of today. For a player who "
            "is away use Absent.",
        ),
        "The player is not paired in {round} and gets no point.",
    ),
    "half-bye-limit": (
        "soon",
        "{player} asks for half a point in {round} and has had the {most} that are allowed.",
        advice(Nothing("the round gives no point", stays=True), when("If the player comes after all", Delete())),
        "The player is not paired in {round} and gets no point.",
    ),
    "half-bye-round": (
        "soon",
        "{player} asks for half a point in {round}; {until} is the last round that gives one.",
        advice(
            Type(Pick("a later round"), "Settings → Half-point byes until"),
            when("If the player comes after all", Delete()),
        ),
        "The player is not paired in {round} and gets no point.",
    ),
    "half-bye-late": (
        "soon",
        "{player} asks for half a point in {round}, which is out already.",
        advice(Delete(), hint="If the player was not paired, type (half bye) into Black of the row."),
        "The line counts for nothing.",
    ),
    "half-bye-until-idle": (
        "note",
        "Half-point byes are given until {until}, and none is allowed.",
        advice(Clear(), hint="Half-point byes in Settings says how many a player may have."),
        "It counts for nothing.",
    ),
    "half-bye-absent": (
        "soon",
        "{player} is Absent in {round} and asks for half a point for it.",
        advice(Delete(), hint="Delete the line that is not meant."),
        "The player gets no point.",
    ),
    "excuse-idle": (
        "note",
        "{player} lost no game by default in {round}: there is nothing to excuse.",
        advice(Type(Pick("the right round")), Delete()),
        "The line counts for nothing.",
    ),
    "finish-unknown": (
        "soon",
        "Finish: “{typed}” is no round.",
        advice(Type(Pick("the last round to be played")), Delete(), hint="Such as {round}."),
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
        "{kind}: {player} cannot be paired in {round} (absent, not Active, or not on the list).",
        advice(
            when("If the player is Paused", Type("Active", "Players → Status", "{player}")),
            Delete(),
            hint="A line Absent for the round keeps the player out as well.",
        ),
        "The line counts for nothing.",
    ),
    **ROUND_TROUBLES,
    "withdraw-has-results": (
        "soon",
        "{round} is not taken back: {games} {games:has|have} a result or a report.",
        advice(
            Delete(),
            when(
                "To make it again, the results going with it",
                Delete(),
                Decide("Withdraw round", "{round}", "with results"),
            ),
            hint="Correct a game by typing its right result into Games.",
        ),
        "The round goes on.",
    ),
    **LOST_RESULT,
}
