"""Which letters a report file's bytes mean. The format says UTF-8; many programs write what their Windows had.

UTF-8 and files that say what they are are read as such. Else each encoding in use is tried, and one counts only by
evidence: names are made of letters, of one alphabet a word, no capital follows a small letter, and where two readings
are left the players' federations decide. Where they do not, the file is refused with the encodings that it could be.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

_NAME = slice(14, 47)
_FEDERATION = slice(53, 56)
_BOM8, _BOM16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
_WORD = re.compile(r"[^\W\d_]+")
ALL_ACCENTED = 4  # letters of a word in Latin letters, of which one at least has no accent
LAST_RESORT = "latin-1"  # gives back the bytes it was read from

# Federations whose programs wrote each encoding; those that fit several stand in each of them.
_CENTRAL = "ALB BIH CRO CZE HUN MNE POL ROU SLO SRB SVK"
_WESTERN = (
    "ALG AND ARG AUS AUT BEL BOL BRA CAN CHI COL CRC CUB DEN DOM ECU ENG ESA ESP FAI FID FIN FRA GER GUA HON IRL ISL "
    "ITA LIE LUX MAR MEX MNC NCA NED NOR NZL PAN PAR PER PHI POR PUR RSA SCO SUI SWE TUN URU USA VEN WLS"
)
CANDIDATES: Mapping[str, frozenset[str]] = {
    "cp1252": frozenset(_WESTERN.split()),
    "cp1250": frozenset(_CENTRAL.split()),
    "iso8859-2": frozenset(_CENTRAL.split()),
    "cp1254": frozenset({"TUR", "AZE"}),
    "cp1257": frozenset({"EST", "LAT", "LTU"}),
    "cp1251": frozenset({"RUS", "UKR", "BLR", "BUL", "SRB", "MKD", "KAZ", "KGZ", "MGL"}),
    "cp1253": frozenset({"GRE", "CYP"}),
}
# Letters beyond ASCII that names of a federation are written with: they tell its ą from another one's š.
ALPHABETS: Mapping[str, frozenset[str]] = {
    "POL": frozenset("ąćęłńóśźż"), "CZE": frozenset("áčďéěíňóřšťúůýž"), "SVK": frozenset("áäčďéíĺľňóôŕšťúýž"),
    "HUN": frozenset("áéíóöőúüű"), "ROU": frozenset("ăâîşţ"), "CRO": frozenset("čćđšž"), "SLO": frozenset("čćđšž"),
    "BIH": frozenset("čćđšž"), "MNE": frozenset("čćđšžś"), "SRB": frozenset("čćđšž"), "ALB": frozenset("çë"),
}  # fmt: skip
SHOWN = {
    "cp1252": "Windows-1252 (western)", "cp1250": "Windows-1250 (central European)", "iso8859-2": "ISO 8859-2",
    "cp1254": "Windows-1254 (Turkish)", "cp1257": "Windows-1257 (Baltic)", "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
}  # fmt: skip


@dataclass(frozen=True)
class Decoded:
    """The text, the encoding that gives the same bytes back, and what is to be said where nothing is certain."""

    text: str
    encoding: str
    doubt: str = ""


def decoded(data: bytes | str) -> Decoded:
    """The text of a file."""
    if isinstance(data, str):
        return Decoded(data, "utf-8")
    if data.startswith(_BOM8):
        try:
            return Decoded(data.decode("utf-8-sig"), "utf-8-sig")
        except UnicodeDecodeError:
            return Decoded(data.decode(LAST_RESORT), LAST_RESORT, "UTF-8, as its mark says")
    if data.startswith(_BOM16):
        try:
            return Decoded(data.decode("utf-16"), "utf-16")
        except UnicodeDecodeError:
            return Decoded(data.decode(LAST_RESORT), LAST_RESORT, "UTF-16, as its mark says")
    if wide := _unmarked16(data):
        try:
            return Decoded(data.decode(wide), wide)
        except UnicodeDecodeError:
            return Decoded(data.decode(LAST_RESORT), LAST_RESORT, "UTF-16, as its zero bytes say")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _by_evidence(data)


def _unmarked16(data: bytes) -> str:
    """UTF-16 without a mark shows by its zero bytes: more than half of one side, few on the other (Ā has one)."""
    first, second = data[::2].count(0), data[1::2].count(0)
    most, few = len(data) // 4, len(data) // 20
    if second > most and first <= few:
        return "utf-16-le"
    return "utf-16-be" if first > most and second <= few else ""


def _by_evidence(data: bytes) -> Decoded:
    texts = {}
    for name in CANDIDATES:
        try:
            texts[name] = data.decode(name)
        except UnicodeDecodeError:
            continue
    names = {name: list(_names(text)) for name, text in texts.items()}
    fitting = [name for name in texts if all(_is_name(one) for one, _ in names[name])]
    if not any(not one.isascii() for one, _ in _names(data.decode(LAST_RESORT))):
        fitting = fitting[:1]  # no name hangs on it
    if len({tuple(names[name]) for name in fitting}) > 1:
        fitting = [name for name in fitting if _fits_federations(name, fitting, names)]
    if fitting and len({tuple(names[name]) for name in fitting}) == 1:
        best = fitting[0]
        plain = data.decode(LAST_RESORT)
        return Decoded(plain, LAST_RESORT) if texts[best] == plain else Decoded(texts[best], best)
    found = [name for name in texts if all(_is_name(one) for one, _ in names[name])]
    either = " or ".join(SHOWN[name] for name in found) or "none of those in use for report files"
    return Decoded(data.decode(LAST_RESORT), LAST_RESORT, either)


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Names of players, with their federations."""
    for line in re.split(r"\r\n|\r|\n", text):
        if line.startswith("001"):
            yield line[_NAME].strip(), line[_FEDERATION].strip().upper()


def _is_name(name: str) -> bool:
    """Whether this can be how a name is written: what is not ASCII in it is letters, and sits as letters do."""
    for letter in name:
        if not letter.isascii() and not letter.isalpha() and letter not in "’´`–\u00a0":
            return False
    for word in _WORD.findall(name):
        if word.isascii():
            continue
        alphabets = {unicodedata.name(letter, "?").split()[0] for letter in word}
        if len(alphabets) > 1:
            return False
        if alphabets == {"LATIN"} and len(word) >= ALL_ACCENTED and not any(letter.isascii() for letter in word):
            return False  # letters of another alphabet, read as accented ones
        if any(before.islower() and after.isupper() and not after.isascii() for before, after in pairwise(word)):
            return False
        if any(letter in "ªº" for letter in word):
            return False
    return True


def _fits_federations(name: str, rivals: list[str], names: Mapping[str, list[tuple[str, str]]]) -> bool:
    """Whether each player whose name hangs on the choice is of a federation that used this encoding and its letters."""
    for number, (_, federation) in enumerate(names[name]):
        reading = names[name][number][0]
        if len({names[rival][number][0] for rival in rivals}) == 1:
            continue
        letters = {letter.casefold() for letter in reading if letter.isalpha() and not letter.isascii()}
        if federation not in CANDIDATES[name] or not letters <= ALPHABETS.get(federation, letters):
            return False
    return True
