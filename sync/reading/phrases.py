"""What people type for a result, language by language, and which of it names one result and no other.

Only a whole text counts, never a part of one: “White resigned, Black won” and “not a draw” are no results. Compared
are `phrase_key`s: case, accents, width of letters, kinds of dashes, spaces at the ends and a final full stop or
exclamation mark are forgiven. `docs/result-words.md` shows these tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from sync.kinds import clean


class Meaning(Enum):
    """What a phrase says, as the word of the result list that stands for it."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    WHITE_FORFEIT = "1-0F"
    BLACK_FORFEIT = "0-1F"
    BOTH_FORFEIT = "0-0F"


Phrases = Mapping[Meaning, tuple[str, ...]]

LANGUAGES: Mapping[str, Phrases] = {
    "English": {
        Meaning.WHITE: (
            "White won", "White wins", "White has won", "White won the game", "Win for White", "First won",
            "First player won", "First player wins", "Player 1 won", "Player 1 wins",
        ),
        Meaning.BLACK: (
            "Black won", "Black wins", "Black has won", "Black won the game", "Win for Black", "Second won",
            "Second player won", "Second player wins", "Player 2 won", "Player 2 wins",
        ),
        Meaning.DRAW: ("Draw", "Drawn", "A draw", "Drawn game", "Game drawn"),
        Meaning.WHITE_FORFEIT: ("White won by forfeit", "White wins by forfeit"),
        Meaning.BLACK_FORFEIT: ("Black won by forfeit", "Black wins by forfeit"),
        Meaning.BOTH_FORFEIT: ("Double forfeit", "Both forfeit"),
    },
    "German": {
        Meaning.WHITE: ("Weiß gewinnt", "Weiß gewann", "Weiß hat gewonnen", "Weiß siegt", "Sieg für Weiß", "Sieg Weiß"),
        Meaning.BLACK: (
            "Schwarz gewinnt", "Schwarz gewann", "Schwarz hat gewonnen", "Schwarz siegt", "Sieg für Schwarz",
            "Sieg Schwarz",
        ),
        Meaning.DRAW: ("Remis", "Unentschieden"),
        Meaning.WHITE_FORFEIT: ("Weiß gewinnt kampflos", "Kampfloser Sieg für Weiß"),
        Meaning.BLACK_FORFEIT: ("Schwarz gewinnt kampflos", "Kampfloser Sieg für Schwarz"),
        Meaning.BOTH_FORFEIT: ("Beide kampflos verloren",),
    },
    "French": {
        Meaning.WHITE: (
            "Les Blancs gagnent", "Blancs gagnent", "Les Blancs ont gagné", "Victoire des Blancs", "Gain des Blancs",
            "Gain blanc",
        ),
        Meaning.BLACK: (
            "Les Noirs gagnent", "Noirs gagnent", "Les Noirs ont gagné", "Victoire des Noirs", "Gain des Noirs",
            "Gain noir",
        ),
        Meaning.DRAW: ("Nulle", "Nul", "Partie nulle", "Match nul"),
        Meaning.WHITE_FORFEIT: ("Les Blancs gagnent par forfait", "Gain blanc par forfait"),
        Meaning.BLACK_FORFEIT: ("Les Noirs gagnent par forfait", "Gain noir par forfait"),
        Meaning.BOTH_FORFEIT: ("Double forfait",),
    },
    "Spanish": {
        Meaning.WHITE: (
            "Ganan blancas", "Ganan las blancas", "Ganaron blancas", "Ganaron las blancas", "Blancas ganan",
            "Las blancas ganan", "Victoria de las blancas", "Victoria blanca",
        ),
        Meaning.BLACK: (
            "Ganan negras", "Ganan las negras", "Ganaron negras", "Ganaron las negras", "Negras ganan",
            "Las negras ganan", "Victoria de las negras", "Victoria negra",
        ),
        Meaning.DRAW: ("Tablas", "Empate"),
        Meaning.WHITE_FORFEIT: ("Ganan blancas por incomparecencia",),
        Meaning.BLACK_FORFEIT: ("Ganan negras por incomparecencia",),
        Meaning.BOTH_FORFEIT: ("Doble incomparecencia",),
    },
    "Portuguese": {
        Meaning.WHITE: (
            "As brancas venceram", "Brancas venceram", "As brancas ganharam", "Brancas ganharam", "Brancas vencem",
            "Brancas ganham", "Vitória das brancas",
        ),
        Meaning.BLACK: (
            "As pretas venceram", "Pretas venceram", "As pretas ganharam", "Pretas ganharam", "Pretas vencem",
            "Pretas ganham", "Vitória das pretas", "As negras ganharam", "Vitória das negras",
        ),
        Meaning.DRAW: ("Empate", "Empatou"),
    },
    "Italian": {
        Meaning.WHITE: (
            "Il Bianco vince", "Bianco vince", "Vince il Bianco", "Ha vinto il Bianco", "Vittoria del Bianco",
        ),
        Meaning.BLACK: ("Il Nero vince", "Nero vince", "Vince il Nero", "Ha vinto il Nero", "Vittoria del Nero"),
        Meaning.DRAW: ("Patta", "Partita patta", "Pareggio"),
    },
    "Catalan": {
        Meaning.WHITE: ("Guanyen les blanques", "Les blanques guanyen", "Han guanyat les blanques"),
        Meaning.BLACK: ("Guanyen les negres", "Les negres guanyen", "Han guanyat les negres"),
        Meaning.DRAW: ("Taules",),
    },
    "Dutch": {
        Meaning.WHITE: ("Wit wint", "Wit won", "Wit heeft gewonnen", "Winst voor wit"),
        Meaning.BLACK: ("Zwart wint", "Zwart won", "Zwart heeft gewonnen", "Winst voor zwart"),
        Meaning.DRAW: ("Remise", "Gelijkspel"),
    },
    "Swedish": {
        Meaning.WHITE: ("Vit vann", "Vit vinner", "Vit har vunnit", "Vinst för vit"),
        Meaning.BLACK: ("Svart vann", "Svart vinner", "Svart har vunnit", "Vinst för svart"),
        Meaning.DRAW: ("Remi", "Oavgjort"),
    },
    "Danish": {
        Meaning.WHITE: ("Hvid vandt", "Hvid vinder", "Hvid har vundet"),
        Meaning.BLACK: ("Sort vandt", "Sort vinder", "Sort har vundet"),
        Meaning.DRAW: ("Remis", "Uafgjort"),
    },
    "Norwegian": {
        Meaning.WHITE: ("Hvit vant", "Hvit vinner", "Hvit har vunnet"),
        Meaning.BLACK: ("Svart vant", "Svart vinner", "Svart har vunnet"),
        Meaning.DRAW: ("Remis", "Uavgjort"),
    },
    "Finnish": {
        Meaning.WHITE: ("Valkea voitti", "Valkoinen voitti"),
        Meaning.BLACK: ("Musta voitti",),
        Meaning.DRAW: ("Tasapeli",),
    },
    "Polish": {
        Meaning.WHITE: (
            "Białe wygrały", "Białe wygrywają", "Wygrały białe", "Wygrana białych", "Zwycięstwo białych",
        ),
        Meaning.BLACK: (
            "Czarne wygrały", "Czarne wygrywają", "Wygrały czarne", "Wygrana czarnych", "Zwycięstwo czarnych",
        ),
        Meaning.DRAW: ("Remis",),
    },
    "Czech": {
        Meaning.WHITE: ("Bílý vyhrál", "Vyhrál bílý", "Bílý vyhrává", "Bílý zvítězil", "Výhra bílého"),
        Meaning.BLACK: ("Černý vyhrál", "Vyhrál černý", "Černý vyhrává", "Černý zvítězil", "Výhra černého"),
        Meaning.DRAW: ("Remíza", "Remíz"),
    },
    "Slovak": {
        Meaning.WHITE: ("Biely vyhral", "Vyhral biely", "Výhra bieleho"),
        Meaning.BLACK: ("Čierny vyhral", "Vyhral čierny", "Výhra čierneho"),
        Meaning.DRAW: ("Remíza",),
    },
    "Hungarian": {
        Meaning.WHITE: ("Világos nyert", "Világos győzött", "Nyert világos", "Világos győzelem"),
        Meaning.BLACK: ("Sötét nyert", "Sötét győzött", "Nyert sötét", "Sötét győzelem"),
        Meaning.DRAW: ("Döntetlen", "Remi"),
    },
    "Romanian": {
        Meaning.WHITE: ("Albul a câștigat", "Albul câștigă", "A câștigat albul"),
        Meaning.BLACK: ("Negrul a câștigat", "Negrul câștigă", "A câștigat negrul"),
        Meaning.DRAW: ("Remiză",),
    },
    "Croatian": {
        Meaning.WHITE: ("Bijeli je pobijedio", "Bijeli pobijedio", "Pobijedio bijeli", "Pobjeda bijelog"),
        Meaning.BLACK: ("Crni je pobijedio", "Crni pobijedio", "Pobijedio crni", "Pobjeda crnog"),
        Meaning.DRAW: ("Remi", "Neriješeno"),
    },
    "Serbian": {
        Meaning.WHITE: ("Beli je pobedio", "Beli pobedio", "Pobeda belog", "Бели је победио", "Победа белог"),
        Meaning.BLACK: ("Crni je pobedio", "Crni pobedio", "Pobeda crnog", "Црни је победио", "Победа црног"),
        Meaning.DRAW: ("Remi", "Nerešeno", "Реми", "Нерешено"),
    },
    "Russian": {
        Meaning.WHITE: ("Белые выиграли", "Выиграли белые", "Белые победили", "Победили белые", "Победа белых"),
        Meaning.BLACK: ("Чёрные выиграли", "Выиграли чёрные", "Чёрные победили", "Победили чёрные", "Победа чёрных"),
        Meaning.DRAW: ("Ничья",),
    },
    "Ukrainian": {
        Meaning.WHITE: ("Білі виграли", "Виграли білі", "Білі перемогли", "Перемогли білі", "Перемога білих"),
        Meaning.BLACK: ("Чорні виграли", "Виграли чорні", "Чорні перемогли", "Перемогли чорні", "Перемога чорних"),
        Meaning.DRAW: ("Нічия",),
    },
    "Greek": {
        Meaning.WHITE: ("Νίκησαν τα λευκά", "Τα λευκά νίκησαν", "Νίκη των λευκών", "Νίκη λευκών"),
        Meaning.BLACK: ("Νίκησαν τα μαύρα", "Τα μαύρα νίκησαν", "Νίκη των μαύρων", "Νίκη μαύρων"),
        Meaning.DRAW: ("Ισοπαλία",),
    },
    "Turkish": {
        Meaning.WHITE: ("Beyaz kazandı", "Beyazlar kazandı", "Beyaz kazanır", "Kazanan beyaz"),
        Meaning.BLACK: ("Siyah kazandı", "Siyahlar kazandı", "Siyah kazanır", "Kazanan siyah"),
        Meaning.DRAW: ("Berabere", "Beraberlik"),
    },
    "Hindi": {
        Meaning.WHITE: ("सफेद जीता", "सफ़ेद जीता", "सफेद जीत गया", "सफ़ेद जीत गया"),
        Meaning.BLACK: ("काला जीता", "काला जीत गया"),
        Meaning.DRAW: ("ड्रा", "ड्रॉ", "बराबरी"),
    },
    "Arabic": {
        Meaning.WHITE: ("فاز الأبيض", "الأبيض فاز", "فوز الأبيض"),
        Meaning.BLACK: ("فاز الأسود", "الأسود فاز", "فوز الأسود"),
        Meaning.DRAW: ("تعادل",),
    },
    "Hebrew": {
        Meaning.WHITE: ("לבן ניצח", "הלבן ניצח", "ניצחון ללבן"),
        Meaning.BLACK: ("שחור ניצח", "השחור ניצח", "ניצחון לשחור"),
        Meaning.DRAW: ("תיקו",),
    },
    "Japanese": {
        Meaning.WHITE: ("白勝ち", "白の勝ち", "白の勝利", "白が勝ちました"),
        Meaning.BLACK: ("黒勝ち", "黒の勝ち", "黒の勝利", "黒が勝ちました"),
        Meaning.DRAW: ("引き分け", "引分け", "引分"),
    },
    "Chinese": {
        Meaning.WHITE: ("白胜", "白方胜", "白棋胜", "白方获胜", "白勝", "白方勝", "白棋勝", "白方獲勝"),
        Meaning.BLACK: ("黑胜", "黑方胜", "黑棋胜", "黑方获胜", "黑勝", "黑方勝", "黑棋勝", "黑方獲勝"),
        Meaning.DRAW: ("和棋", "和局", "平局"),
    },
    "Korean": {
        Meaning.WHITE: ("백 승", "백승", "백 승리", "백이 이겼습니다"),
        Meaning.BLACK: ("흑 승", "흑승", "흑 승리", "흑이 이겼습니다"),
        Meaning.DRAW: ("무승부",),
    },
    "Vietnamese": {
        Meaning.WHITE: ("Trắng thắng",),
        Meaning.BLACK: ("Đen thắng",),
        Meaning.DRAW: ("Hòa", "Hoà"),
    },
    "Indonesian": {
        Meaning.WHITE: ("Putih menang",),
        Meaning.BLACK: ("Hitam menang",),
        Meaning.DRAW: ("Remis", "Seri"),
    },
}  # fmt: skip

NOTATIONS: Phrases = {
    Meaning.WHITE: ("1-0", "1:0", "1.0-0.0", "1,0-0,0"),
    Meaning.BLACK: ("0-1", "0:1", "0.0-1.0", "0,0-1,0"),
    Meaning.DRAW: ("1/2-1/2", "½-½", "½:½", "0.5-0.5", "0,5-0,5", ".5-.5", "½"),
    Meaning.WHITE_FORFEIT: ("1-0F", "1F-0F", "1F:0F", "1-0 ff", "1-0 forfeit", "1-0 w.o.", "1-0k", "+-", "+/-", "+:-"),
    Meaning.BLACK_FORFEIT: ("0-1F", "0F-1F", "0F:1F", "0-1 ff", "0-1 forfeit", "0-1 w.o.", "0-1k", "-+", "-/+", "-:+"),
    Meaning.BOTH_FORFEIT: ("0-0F", "0F-0F", "0F:0F", "0-0 ff", "0-0 forfeit", "0-0k"),
}
"""Figures and signs, from White's side. `:` and any dash are the same sign; brackets around `ff` are forgiven."""

DIRECTORS: Phrases = {Meaning.BOTH_FORFEIT: ("--", "-/-", "-:-")}
"""What counts only where the director types it: in a form it may as well mean that there is nothing to say."""

QUESTIONS: Mapping[str, str] = {
    "=": "a draw, or as many points as before",
    "+": "a win, of whom it does not say",
    "-": "a loss, an absence, or nothing",
    "W.O.": "a game without play; it does not say who won",
    "WO": "a game without play; it does not say who won",
    "W/O": "a game without play; it does not say who won",
    "Walkover": "a game without play; it does not say who won",
    "Forfeit": "a game without play; it does not say who won",
    "FF": "a game without play; it does not say who won",
    "Kampflos": "a game without play; it does not say who won",
    "Par forfait": "a game without play; it does not say who won",
    "1/2": "half a point, or a day of a month",
    "0-0": "nothing yet, or both lost",
    "White": "White won, or the side the sender had",
    "Black": "Black won, or the side the sender had",
    "1": "a win, of whom it does not say",
    "0": "a loss, of whom it does not say",
    "I won": "it depends on who sent it",
    "I lost": "it depends on who sent it",
    "Won": "a win, of whom it does not say",
    "Lost": "a loss, of whom it does not say",
}
"""What is often typed and names no one result: it is asked about, wherever it stands."""

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i"})
_FORFEIT = re.compile(r"([01]-[01]) ?\(?(?:ff?|k|w\.?o\.?|w/o|forfeit|forfait|kampflos)\)?")
_SIDES = re.compile(r"([01])f-([01])f")


@lru_cache(maxsize=16384)
def phrase_key(text: str) -> str:
    """What phrases are compared by: case, accents, widths, kinds of dashes and signs forgiven, a half as `1/2`."""
    text = clean(text).replace("½", "1/2")
    text = "".join(_plain(c) for c in unicodedata.normalize("NFKC", text))
    text = text.translate(_DASHES).casefold()
    accents = (c for c in unicodedata.normalize("NFD", text) if not 0x300 <= ord(c) <= 0x36F)
    text = unicodedata.normalize("NFC", "".join(accents)).translate(_LETTERS)
    text = re.sub(r"(?<=[^\W\d])[.!。！]+$", "", text)
    text = re.sub(r"\s*[-:]\s*", "-", text)
    text = re.sub(r"(?<![0-9])0?[.,]5(?![0-9])", "1/2", text)
    text = re.sub(r"(?<![0-9.,])([0-9]{1,3})[.,]0(?![0-9])", r"\1", text)
    return _forfeits(re.sub(r"\s*/\s*", "/", text))


def _plain(character: str) -> str:
    """A digit of any script as ours."""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _forfeits(text: str) -> str:
    """One way to write a game without play: `1-0f`, `+-`."""
    sides = _SIDES.fullmatch(text)
    if sides:
        return f"{sides[1]}-{sides[2]}f"
    ended = _FORFEIT.fullmatch(text)
    if ended:
        return f"{ended[1]}f"
    signs = re.sub(r"\s+", "", text)
    if re.fullmatch(r"[+-][-/]?[+-]", signs):
        return signs[0] + signs[-1]
    return text


def _keys(*tables: Phrases) -> Mapping[str, Meaning]:
    return {phrase_key(p): meaning for table in tables for meaning, phrases in table.items() for p in phrases}


_MEANINGS = _keys(NOTATIONS, *LANGUAGES.values())
_DIRECTORS = _keys(DIRECTORS)
_QUESTIONS = frozenset(phrase_key(q) for q in QUESTIONS)


def meaning_of(text: str, director: bool = False) -> Meaning | None:
    """What a whole text means; None where it is no phrase, or no one result. `director`: typed by the director."""
    key = phrase_key(text)
    if key in _QUESTIONS and clean(text) != "½":
        return None
    return _MEANINGS.get(key) or (_DIRECTORS.get(key) if director else None)


def is_near(text: str, word: str) -> bool:
    """Whether a phrase is one slip away from a word with another meaning: `nul` beside `Null`."""
    one, other = phrase_key(text), phrase_key(word)
    if one == other or not (one.isalpha() and other.isalpha()):
        return False
    shorter, longer = sorted((one, other), key=len)
    if len(longer) - len(shorter) > 1:
        return False
    if len(longer) == len(shorter):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
