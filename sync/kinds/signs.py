"""The signs that numbers and times are written with: digits of any script, spaces, marks and dashes, made plain.

What is made plain here is listed in the table of `docs/what-is-read.md`; every grammar reads plain text.
"""

from __future__ import annotations

import re
import unicodedata

SAME_AS: dict[str, str] = {
    ",": "，",
    ".": "．",
    ":": "：",
    "/": "／",
    "-": "－−‐‑",
    "'": "’ʼ＇٬",
}
"""Signs that count as another one: full width, typographic, Arabic thousands."""
_PLAIN = {other: sign for sign, others in SAME_AS.items() for other in others}
MIXED = "\0"  # stands in no grammar


def plain(text: str) -> str:
    """The text with plain digits, spaces and signs; outer white space and characters that cannot be seen gone.

    A text with digits of more than one script cannot be read, nor one with a tab or a line break inside: what
    comes back then is in no grammar.
    """
    text = text.strip()
    if text.isascii() and text.isprintable():
        return text
    found: list[str] = []
    zeros: set[int] = set()
    for sign in text:
        category = unicodedata.category(sign)
        if category == "Nd":
            value = unicodedata.decimal(sign)
            zeros.add(ord(sign) - value)
            found.append(str(value))
        elif category == "Zs":
            found.append(" ")
        elif category != "Cf":
            found.append(_PLAIN.get(sign, sign))
    return MIXED if len(zeros) > 1 else unicodedata.normalize("NFC", "".join(found)).strip()


def words(text: str) -> str:
    """Plain text in small letters, with single spaces: what times and lengths of time are read from."""
    return re.sub(" +", " ", plain(text).lower())
