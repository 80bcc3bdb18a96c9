"""Words that cells may use, by language: weekdays, months, units of time, yes and no.

A word means one thing in every language listed here (a test says so), and nothing that is not listed is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_WEEKDAYS: Mapping[str, str] = {  # Monday first; words of one day are separated by a space
    "English": "monday mon mo|tuesday tues tue tu|wednesday wed we|thursday thurs thur thu th|friday fri fr|"
    "saturday sat sa|sunday sun su",
    "German": "montag|dienstag di|mittwoch mi|donnerstag do|freitag|samstag sonnabend|sonntag so",
    "French": "lundi lun|mardi mar|mercredi mer|jeudi jeu|vendredi ven|samedi sam|dimanche dim",
    "Spanish": "lunes|martes|miércoles miercoles mié mie|jueves jue|viernes vie|sábado sabado sáb sab|domingo dom",
    "Portuguese": "segunda-feira segunda seg|terça-feira terça ter|quarta-feira quarta qua|quinta-feira quinta qui|"
    "sexta-feira sexta sex|sábado|domingo",
    "Italian": "lunedì lunedi|martedì martedi|mercoledì mercoledi|giovedì giovedi gio|venerdì venerdi|sabato|domenica",
    "Dutch": "maandag|dinsdag|woensdag wo|donderdag|vrijdag vr|zaterdag za|zondag zo",
}
_MONTHS: Mapping[str, str] = {
    "English": "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
    "october oct|november nov|december dec",
    "German": "januar jänner|februar|märz mär mrz|april|mai|juni|juli|august|september|oktober okt|november|"
    "dezember dez",
    "French": "janvier janv|février fevrier févr fév|mars|avril avr|mai|juin|juillet juil|août aout|septembre|"
    "octobre|novembre|décembre decembre déc",
    "Spanish": "enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|"
    "noviembre|diciembre dic",
    "Portuguese": "janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro set|outubro out|novembro|"
    "dezembro dez",
    "Italian": "gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre|ottobre ott|"
    "novembre|dicembre",
    "Dutch": "januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december",
}
MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 604800
_UNITS: Mapping[str, Mapping[int, str]] = {
    "English": {
        MINUTE: "m min mins minute minutes",
        HOUR: "h hr hrs hour hours",
        DAY: "d day days",
        WEEK: "w week weeks",
    },
    "German": {MINUTE: "minute minuten", HOUR: "std stunde stunden", DAY: "tag tage tagen", WEEK: "woche wochen"},
    "French": {MINUTE: "minute minutes", HOUR: "heure heures", DAY: "jour jours", WEEK: "semaine semaines"},
    "Spanish": {MINUTE: "minuto minutos", HOUR: "hora horas", DAY: "día días dia dias", WEEK: "semana semanas"},
    "Portuguese": {MINUTE: "minuto minutos", HOUR: "hora horas", DAY: "dia dias", WEEK: "semana semanas"},
    "Italian": {MINUTE: "minuto minuti", HOUR: "ora ore", DAY: "giorno giorni", WEEK: "settimana settimane"},
    "Dutch": {MINUTE: "minuut minuten", HOUR: "uur", DAY: "dag dagen", WEEK: "weken"},
}
AND: Mapping[str, str] = {
    "English": "and", "German": "und", "French": "et", "Spanish": "y", "Portuguese": "e", "Italian": "e", "Dutch": "en",
}  # fmt: skip
YES: Mapping[str, str] = {
    "English": "yes y true", "German": "ja", "French": "oui", "Spanish": "sí si", "Portuguese": "sim",
    "Italian": "sì si", "Dutch": "ja", "signs": "x 1 ✓ ✔ ☑",
}  # fmt: skip
NO: Mapping[str, str] = {
    "English": "no n false", "German": "nein", "French": "non", "Spanish": "no", "Portuguese": "não nao",
    "Italian": "no", "Dutch": "nee", "signs": "0 ☐",
}  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
UNIT_NAMES = {MINUTE: "minutes", HOUR: "hours", DAY: "days", WEEK: "weeks"}


def _numbered(table: Mapping[str, str], first: int) -> dict[str, int]:
    return {
        word: number
        for words in table.values()
        for number, group in enumerate(words.split("|"), start=first)
        for word in group.split()
    }


WEEKDAYS: Mapping[str, int] = _numbered(_WEEKDAYS, 0)
"""Day of the week from 0 for Monday, by word in small letters."""
MONTHS: Mapping[str, int] = _numbered(_MONTHS, 1)
UNITS: Mapping[str, int] = {
    word: seconds for units in _UNITS.values() for seconds, words in units.items() for word in words.split()
}
"""Seconds of a unit, by word in small letters."""
YES_WORDS = frozenset(word for words in YES.values() for word in words.split())
NO_WORDS = frozenset(word for words in NO.values() for word in words.split())


def languages_of() -> Sequence[tuple[str, Mapping[str, Sequence[str]]]]:
    """Every table with its words by language and meaning: for the page, and for the test that none means two things."""
    units = {
        language: [f"{UNIT_NAMES[seconds]}: {words}" for seconds, words in units.items()]
        for language, units in _UNITS.items()
    }
    return (
        ("weekdays", {k: [g.strip() for g in v.split("|")] for k, v in _WEEKDAYS.items()}),
        ("months", {k: [g.strip() for g in v.split("|")] for k, v in _MONTHS.items()}),
        ("units", units),
        ("yes", {k: [v] for k, v in YES.items()}),
        ("no", {k: [v] for k, v in NO.items()}),
    )
