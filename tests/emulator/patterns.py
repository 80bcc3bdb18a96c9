"""Number and date formats: a value through a pattern such as `#,##0.00;[Red](#,##0.00)` or `yyyy-mm-dd hh:mm`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from tests.emulator.locales import Locale

#: The day of serial 0.
EPOCH = datetime(1899, 12, 30)
#: (kind, text): a piece of a pattern.
Piece = tuple[str, str]
_PIECE = re.compile(
    r'(?P<text>"[^"]*"?)|(?P<escaped>\\.)|(?P<condition>\[(?:<=|>=|<>|=|<|>)\s*-?[0-9.]+\])'
    r"|(?P<elapsed>\[(?:h+|m+|s+)\])|(?P<money>\[\$[^\]]*\])|(?P<colour>\[[A-Za-z]+[0-9]*\])"
    r"|(?P<half>am/pm|a/p)|(?P<exponent>[Ee][+-](?=[0#?]))|(?P<date>y+|m+|d+|h+|s+)|(?P<space>_.)|(?P<fill>\*.)"
    r"|(?P<digit>[0#?])|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<slash>/)|(?P<entered>@)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_WIDE = Context(prec=400)
_TESTS = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
}


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a pattern, between semicolons."""

    pieces: tuple[Piece, ...]
    condition: tuple[str, float] | None = None

    def has(self, *kinds: str) -> bool:
        """Whether a piece of one of the kinds is there."""
        return any(kind in kinds for kind, _ in self.pieces)


@lru_cache(maxsize=500)
def sections(pattern: str) -> tuple[Section, ...]:
    """The parts of a pattern."""
    parts: list[Section] = []
    pieces: list[Piece] = []
    condition: tuple[str, float] | None = None
    for match in _PIECE.finditer(pattern):
        kind, text = match.lastgroup or "other", match[0]
        if kind == "other" and text == ";":
            parts.append(Section(tuple(pieces), condition))
            pieces, condition = [], None
        elif kind == "condition":
            found = re.match(r"\[([<>=]+)\s*(-?[0-9.]+)\]", text)
            assert found is not None
            condition = (found[1], float(found[2]))
        elif kind == "text":
            pieces.append(("literal", text.strip('"')))
        elif kind == "escaped":
            pieces.append(("literal", text[1:]))
        elif kind == "money":
            pieces.append(("literal", text[2:-1].split("-")[0]))
        elif kind == "space":
            pieces.append(("literal", " "))
        elif kind == "other":
            pieces.append(("literal", text))
        elif kind not in ("colour", "fill"):
            pieces.append((kind, text))
    parts.append(Section(tuple(pieces), condition))
    return tuple(parts)


def shows_text(pattern: str) -> bool:
    """Whether a pattern says how texts are shown."""
    return any(part.has("entered") for part in sections(pattern))


def show_text(text: str, pattern: str) -> str:
    """A text through the part of a pattern that holds `@`; as it is where there is none."""
    part = next((one for one in reversed(sections(pattern)) if one.has("entered")), None)
    if part is None:
        return text
    return "".join(
        text if kind == "entered" else piece for kind, piece in part.pieces if kind in ("entered", "literal")
    )


def _chosen(value: float, parts: tuple[Section, ...]) -> tuple[Section, bool]:
    """The part for a number, and whether a minus sign has to be put in front."""
    if any(part.condition for part in parts):
        for part in parts:
            if part.condition is None or _TESTS[part.condition[0]](value, part.condition[1]):
                return part, value < 0
        return parts[-1], value < 0
    numeric = [part for part in parts if not part.has("entered")] or list(parts)
    if value < 0 and len(numeric) > 1:
        return numeric[1], False
    if value == 0 and len(numeric) > 2:
        return numeric[2], False
    return numeric[0], value < 0


def show_number(value: float | int, pattern: str, locale: Locale) -> str:
    """A number through a pattern of noughts, hashes, question marks, commas, per cent, exponent, fraction, literals."""
    part, minus = _chosen(value, sections(pattern))
    if part.has("date", "elapsed"):
        return show_date(value, pattern, locale)
    amount = Decimal(repr(abs(value)) if isinstance(value, float) else abs(value))
    amount *= 100 ** sum(kind == "percent" for kind, _ in part.pieces)
    if part.has("slash") and part.has("digit"):
        text = _as_fraction(Fraction(amount), part)
    elif part.has("exponent"):
        text = _as_power(amount, part, locale)
    else:
        text = _as_decimal(amount, part, locale)
    # What rounds to nought has no sign.
    return "-" + text if minus and any(letter in "123456789" for letter in text) else text


def _as_decimal(amount: Decimal, part: Section, locale: Locale) -> str:
    whole, fraction, scale, grouped = _layout(part)
    if not whole and fraction:
        # A pattern that begins with the point has room for what stands before it all the same.
        at = part.pieces.index(("point", "."))
        part = Section((*part.pieces[:at], ("digit", "#"), *part.pieces[at:]))
        whole = ["#"]
    rounded = f"{_rounded(amount / Decimal(1000) ** scale, len(fraction)):f}"
    before, _, after = rounded.partition(".")
    digits = before.lstrip("0").rjust(len(whole), "\0")
    filled = [_blank(slot) if digit == "\0" else digit for digit, slot in zip(_head(digits, whole), whole, strict=True)]
    if grouped:
        filled = _group(filled, locale.thousands)
    tail = [_tail(after, at, slot) for at, slot in enumerate(fraction)]
    return _lay(part, filled, tail, locale.decimal)


def _rounded(amount: Decimal, places: int) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP, context=_WIDE)


def _head(digits: str, whole: list[str]) -> list[str]:
    """Digits for the slots before the point: those that are too many go into the first slot."""
    extra = len(digits) - len(whole)
    if not whole:
        return []
    return [digits[: extra + 1], *digits[extra + 1 :]]


def _blank(slot: str) -> str:
    return {"0": "0", "?": " "}.get(slot, "")


def _tail(after: str, at: int, slot: str) -> str:
    if slot == "0" or after[at:].strip("0"):
        return after[at]
    return " " if slot == "?" else ""


def _group(filled: list[str], mark: str) -> list[str]:
    """Slots with the thousands mark put in, counted from the right over what is shown."""
    out: list[str] = []
    seen = 0
    for slot in reversed(filled):
        text = ""
        for letter in reversed(slot):
            joint = mark if letter.isdigit() and seen and seen % 3 == 0 else ""
            text = letter + joint + text
            seen += letter.isdigit()
        out.append(text)
    return out[::-1]


def _layout(part: Section) -> tuple[list[str], list[str], int, bool]:
    """(slots before the point, slots after it, thousands to leave out, whether digits are grouped)."""
    whole: list[str] = []
    fraction: list[str] = []
    beyond = grouped = False
    commas = 0
    for kind, text in part.pieces:
        if kind == "point":
            beyond = True
        elif kind == "comma" and whole:
            commas += 1
        elif kind == "digit":
            if beyond:
                fraction.append(text)
            else:
                grouped = grouped or commas > 0
                commas = 0
                whole.append(text)
    return whole, fraction, commas, grouped


def _lay(part: Section, whole: list[str], fraction: list[str], point: str) -> str:
    """The pattern with its slots filled."""
    out: list[str] = []
    heads, tails = iter(whole), iter(fraction)
    beyond = False
    for kind, text in part.pieces:
        if kind == "digit":
            out.append(next(tails if beyond else heads))
        elif kind == "point":
            beyond = True
            out.append(point)
        elif kind == "percent":
            out.append("%")
        elif kind != "comma" or not whole:
            out.append("" if kind == "entered" else text)
    return "".join(out)


def _as_power(amount: Decimal, part: Section, locale: Locale) -> str:
    at = next(number for number, (kind, _) in enumerate(part.pieces) if kind == "exponent")
    mantissa = Section(part.pieces[:at])
    step = max(len(_layout(mantissa)[0]), 1)
    fraction = len(_layout(mantissa)[1])
    power = 0 if amount == 0 else amount.adjusted()
    power -= power % step
    shown = _rounded(amount.scaleb(-power), fraction)
    if shown >= Decimal(10) ** step:
        power, shown = power + step, shown.scaleb(-step)
    sign = "-" if power < 0 else "+" if "+" in part.pieces[at][1] else ""
    slots = sum(kind == "digit" for kind, _ in part.pieces[at:])
    digits = str(abs(power)).rjust(slots, "0")
    rest = Section(tuple(piece for piece in part.pieces[at + 1 :] if piece[0] != "digit"))
    head = _as_decimal(shown, mantissa, locale)
    return f"{head}{part.pieces[at][1][0]}{sign}{digits}{_lay(rest, [], [], '.')}"


def _as_fraction(amount: Fraction, part: Section) -> str:
    """Such as `5 1/8`: the nearest fraction whose bottom fits the slots, or has the number that stands there."""
    at = next(number for number, (kind, _) in enumerate(part.pieces) if kind == "slash")
    before, after = part.pieces[:at], part.pieces[at + 1 :]
    fixed = "".join(text for kind, text in after if text.isdigit())
    top_slots = _last_run(before)
    bottom_slots = [text for kind, text in after if kind == "digit"]
    mixed = sum(kind == "digit" for kind, _ in before) > len(top_slots)
    whole, rest = (int(amount), amount - int(amount)) if mixed else (0, amount)
    if fixed and fixed.strip("0"):
        bottom = int(fixed)
        top = int(rest * bottom + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** len(bottom_slots) - 1)
        top, bottom = near.numerator, near.denominator
    if mixed and top == bottom:
        whole, top = whole + 1, 0
    if mixed and top == 0:
        return f"{whole}" + " " * (1 + len(top_slots) + 1 + len(bottom_slots))
    pair = f"{str(top).rjust(len(top_slots))}/{str(bottom).ljust(len(bottom_slots))}"
    return f"{whole or ''} {pair}" if mixed else pair


def _last_run(pieces: tuple[Piece, ...]) -> list[str]:
    run: list[str] = []
    for kind, text in reversed(pieces):
        if kind != "digit":
            break
        run.append(text)
    return run


_SECONDS = {"h": 3600, "m": 60, "s": 1}


def show_date(value: float, pattern: str, locale: Locale) -> str:
    """A serial through a date pattern."""
    part = sections(pattern)[0]
    pieces = [piece for piece in part.pieces if piece[0] != "entered"]
    half = any(kind == "half" for kind, _ in pieces)
    places = _decimals(pieces)
    total = round(abs(value) * 86_400_000)
    if places < 3:
        step = 10 ** (3 - places)
        total = (total + step // 2) // step * step if places else total // step * step
    when = EPOCH + timedelta(seconds=total // 1000)
    largest = max((_SECONDS[text[1].lower()] for kind, text in pieces if kind == "elapsed"), default=0)
    out: list[str] = []
    before = ""
    for at, (kind, text) in enumerate(pieces):
        low = text.lower()
        if kind == "date":
            after = next((t.lower().strip("[")[0] for k, t in pieces[at + 1 :] if k in ("date", "elapsed")), "")
            out.append(_date_part(low, when, half, before, after, locale))
            before = low[0]
        elif kind == "elapsed":
            unit = _SECONDS[low[1]]
            count = total // 1000 // unit
            if unit != largest:
                count %= 60
            out.append(str(count).rjust(len(low) - 2, "0"))
            before = low[1]
        elif kind == "half":
            word = ("AM", "PM")[when.hour >= 12]
            word = word if len(low) > 3 else word[0]
            out.append(word if len(low) > 3 or text.isupper() else word.lower())
        elif kind == "digit" and before == "s":
            out.append(f"{total % 1000:03d}"[_digit_number(pieces, at)])
        elif kind == "point" and places and pieces[at - 1][1].lower().strip("[]")[:1] == "s":
            out.append(locale.decimal)
        else:
            out.append(text)
    return "".join(out)


def _decimals(pieces: list[Piece]) -> int:
    return min(sum(kind == "digit" for kind, _ in pieces), 3)


def _digit_number(pieces: list[Piece], at: int) -> int:
    return min(sum(kind == "digit" for kind, _ in pieces[:at]), 2)


def _date_part(token: str, when: datetime, half: bool, before: str, after: str, locale: Locale) -> str:
    size = len(token)
    if token[0] == "y":
        return f"{when.year:04d}" if size > 2 else f"{when.year % 100:02d}"
    if token[0] == "d":
        if size > 2:
            return (locale.days if size > 3 else locale.short_days)[when.weekday()]
        return f"{when.day:0{size}d}"
    if token[0] == "h":
        hour = (when.hour % 12 or 12) if half else when.hour
        return f"{hour:0{min(size, 2)}d}"
    if token[0] == "s":
        return f"{when.second:0{min(size, 2)}d}"
    if size < 3 and (before == "h" or after == "s"):
        return f"{when.minute:0{size}d}"
    if size == 5:
        return locale.months[when.month - 1][0]
    if size > 2:
        return (locale.months if size > 3 else locale.short_months)[when.month - 1]
    return f"{when.month:0{size}d}"
