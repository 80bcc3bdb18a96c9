"""How people of a locale write numbers, money, days and yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

_NAMES: dict[str, tuple[str, str]] = {
    # language: months (full, in order), days (full, Monday first); short forms are their first three letters
    "en": (
        "January February March April May June July August September October November December",
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    ),
    "fr": (
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
    ),
    "de": (
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "lunes martes miércoles jueves viernes sábado domingo",
    ),
    "it": (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    ),
    "pt": (
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    ),
    "nl": (
        "januari februari maart april mei juni juli augustus september oktober november december",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    ),
    "pl": (
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
        "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    ),
    "sv": (
        "januari februari mars april maj juni juli augusti september oktober november december",
        "måndag tisdag onsdag torsdag fredag lördag söndag",
    ),
}
#: Short names that are not the first three letters.
_SHORT: dict[str, tuple[str, str]] = {
    "fr": ("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.", "lun. mar. mer. jeu. ven. sam. dim."),
    "de": ("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.", "Mo Di Mi Do Fr Sa So"),
    "es": ("ene feb mar abr may jun jul ago sept oct nov dic", "lun mar mié jue vie sáb dom"),
    "pt": ("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.", "seg. ter. qua. qui. sex. sáb. dom."),
    "nl": ("jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.", "ma di wo do vr za zo"),
    "sv": ("jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.", "mån tis ons tors fre lör sön"),
}
#: TRUE and FALSE as shown and typed; the English words are understood everywhere.
_TRUTH = {
    "fr": ("VRAI", "FAUX"),
    "de": ("WAHR", "FALSCH"),
    "es": ("VERDADERO", "FALSO"),
    "it": ("VERO", "FALSO"),
    "pt": ("VERDADEIRO", "FALSO"),
    "nl": ("WAAR", "ONWAAR"),
    "pl": ("PRAWDA", "FAŁSZ"),
    "sv": ("SANT", "FALSKT"),
    "ru": ("ИСТИНА", "ЛОЖЬ"),
}
#: Decimal mark and thousands mark by language; everybody else writes 1,234.5.
_MARKS = {
    **dict.fromkeys(("de", "es", "it", "nl", "tr", "da", "id", "el", "ro", "sl", "hr"), (",", ".")),
    **dict.fromkeys(("fr",), (",", "\u202f")),
    **dict.fromkeys(("pl", "ru", "uk", "sv", "nb", "no", "fi", "cs", "sk", "hu", "bg"), (",", "\u00a0")),
    "pt": (",", "."),
}
_MARKS_BY_LOCALE = {
    "pt_PT": (",", "\u00a0"),
    "de_CH": (".", "’"),
    "es_MX": (".", ","),
    "fr_CH": (",", "\u202f"),
}
#: The default date by language or locale; m is the month here.
_DATES = {
    "en": "dd/mm/yyyy",
    "en_US": "m/d/yyyy",
    "en_CA": "yyyy-mm-dd",
    "fr": "dd/mm/yyyy",
    "fr_CA": "yyyy-mm-dd",
    "de": "dd.mm.yyyy",
    "es": "d/m/yyyy",
    "it": "d/m/yyyy",
    "pt": "dd/mm/yyyy",
    "nl": "d-m-yyyy",
    "pl": "d.mm.yyyy",
    "ru": "dd.mm.yyyy",
    "uk": "dd.mm.yyyy",
    "tr": "dd.mm.yyyy",
    "da": "dd.mm.yyyy",
    "nb": "dd.mm.yyyy",
    "no": "dd.mm.yyyy",
    "fi": "d.m.yyyy",
    "cs": "d.m.yyyy",
    "sk": "d.m.yyyy",
    "ro": "dd.mm.yyyy",
    "el": "d/m/yyyy",
    "sv": "yyyy-mm-dd",
    "hu": "yyyy. mm. dd.",
    "ja": "yyyy/mm/dd",
    "zh": "yyyy/m/d",
    "ko": "yyyy. m. d",
}
#: Money with two decimals by language or locale; the pattern without decimals is the same without `.00`.
_MONEY = {
    "en": '"$"#,##0.00',
    "en_GB": '"£"#,##0.00',
    "en_IE": '"€"#,##0.00',
    "en_IN": '"₹"#,##0.00',
    "de_CH": '"CHF" #,##0.00',
    "nl": '"€" #,##0.00',
    "pt_BR": '"R$" #,##0.00',
    "pl": '#,##0.00 "zł"',
    "ru": '#,##0.00 "₽"',
    "sv": '#,##0.00 "kr"',
    "da": '#,##0.00 "kr."',
    "nb": '#,##0.00 "kr"',
    "tr": '"₺"#,##0.00',
    "cs": '#,##0.00 "Kč"',
    "ja": '"¥"#,##0.00',
}
_EURO = frozenset(("de", "fr", "es", "it", "pt", "fi", "el", "sk", "nl"))


@dataclass(frozen=True, slots=True)
class Locale:
    """The habits of one locale. Short names of months and days stand beside the long ones."""

    decimal: str
    thousands: str
    date: str
    money: str
    true: str
    false: str
    months: tuple[str, ...]
    short_months: tuple[str, ...]
    days: tuple[str, ...]
    short_days: tuple[str, ...]

    @property
    def day_first(self) -> bool:
        """Whether the day is written before the month."""
        return self.date.startswith("d")

    @property
    def year_first(self) -> bool:
        """Whether the year is written first."""
        return self.date.startswith("y")

    @property
    def symbol(self) -> str:
        """The sign of its money."""
        return self.money.split('"')[1]


@cache
def locale_of(name: str) -> Locale:
    """The habits of a locale such as de_DE; what is not known is taken as English of the United States."""
    language = name.partition("_")[0]
    speech = language if language in _NAMES else "en"
    months, days = (words.split() for words in _NAMES[speech])
    short = _SHORT.get(speech)
    short_months = short[0].split() if short else [word[:3] for word in months]
    short_days = short[1].split() if short else [word[:3] for word in days]
    decimal, thousands = _MARKS_BY_LOCALE.get(name) or _MARKS.get(language, (".", ","))
    money = _MONEY.get(name) or _MONEY.get(language) or ('#,##0.00 "€"' if language in _EURO else _MONEY["en"])
    true, false = _TRUTH.get(language, ("TRUE", "FALSE"))
    return Locale(
        decimal,
        thousands,
        _DATES.get(name) or _DATES.get(language) or _DATES["en_US"],
        money,
        true,
        false,
        tuple(months),
        tuple(short_months),
        tuple(days),
        tuple(short_days),
    )
