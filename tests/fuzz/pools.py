"""Values people might type: sound ones, near misses, and hostile ones."""

from __future__ import annotations

from datetime import datetime

from sync.grid import Cell

NAMES: tuple[Cell, ...] = (
    "Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal", "So, Wesley", "O'Neil", "Ann \"The\" Ox",
)  # fmt: skip
HOSTILE_NAMES: tuple[Cell, ...] = (
    "R1-01", "A-R1", "L1", "=1+1", "=HYPERLINK(\"http://x\",\"y\")", "{player}", "{0}", "{", "}", "{player!r:>9}", "%s", "%(x)d",
    "a\nb", "\u202eabc", "שָׁלוֹם", "🐎🐎", "x" * 100, "x" * 101, "A ; B", "White", "Black", "(bye)", "Bye", "None", "nan", "-3", "+1",
    "@SUM(A1)", "TRUE", 7, 1e5, True, "1-0", "Null", "a|b", "<b>x</b>", "'", '"', "\\", "ẞ", "ﬁ", "İ", "Ada", "ada ", "A\u200bda",
    "#REF!", ".", "-", "—", "  ", "\u0000", "2026-01-02", datetime(2026, 1, 2), "9" * 5000, "R" + "9" * 5000, "/etc/passwd",
)  # fmt: skip
TIMES: tuple[Cell, ...] = (
    "now", datetime(1900, 1, 1), datetime(9999, 12, 31, 23, 59), "9999-12-31 23:59", "0001-01-01", "1-1-1", "2026-13-45", 45000,
    45000.5, 109999, -1, 1e300, "31.12.2026", "2026-03-29 02:30", "2026-10-25 02:30", "tomorrow", True, "", "24:00", "2026-02-30",
    datetime(1, 1, 1), datetime(2026, 11, 3, 12), datetime(2027, 3, 1), "1 Jan 2027", "2026-11-30 18:00 CET", "00:00",
)  # fmt: skip
NUMBERS: tuple[Cell, ...] = (
    0, 1, 2, 3, 5, -1, -5, 7.5, 1e9, 1e14, 1e300, float("inf"), float("nan"), "1/3", "7 1/3", "½", "1,5", "1.000", "9" * 12, "9" * 400,
    "many", "", "0", "-0", 3000, "1e5", "٣", "²", "1/0", "NaN", 10**9, 10**15, 10**17, 999999999999, True, 0.1, -0.5,
)  # fmt: skip
DURATIONS: tuple[Cell, ...] = (
    0, "0", "2 hours", "10 min", "3 days", "-1 hour", "9999 days", "99999999 weeks", "9" * 30, "9" * 5000, 1e300, "1e9 h", "a while",
    "1.5 h", "2 hours and 3 min", 1, 24, "0 min", "1000000000 hours",
)  # fmt: skip
SLOTS: tuple[Cell, ...] = (
    "Sunday 18:00",
    "sun 02:30",
    "Mo 1:00",
    "Caturday 25:00",
    "Sunday",
    "Sunday 24:00",
    "",
    "Sun 23:59",
    7,
)
ZONES: tuple[Cell, ...] = (
    "Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "UTC", "Berlin", "../../etc/passwd", "Europe/", "",
    "/Europe/Berlin", "Etc/GMT+12", "Factory", "x" * 5000, "Europe/Berlin\x00", "posixrules", "Europe", "localtime", "a/b/../c",
)  # fmt: skip
LINKS: tuple[Cell, ...] = (
    "https://forms.example/d/e/x/viewform", "javascript:alert(1)", "https://x/\"),\"a\")", "http://", "https://lichess.org/abcdefgh",
    "https://www.chess.com/game/live/123", "=HYPERLINK(1)", "ftp://x", "https://\u202e", "https://" + "x" * 5000, "//", "data:text/html,x",
)  # fmt: skip
WORDINGS: tuple[Cell, ...] = (
    "{event}", "{event.__class__}", "{event!r}", "{0}", "{", "}", "{}", "{event:>9}", "{event:>{game}}", "{game[0]}", "%s", "",
    "{event.__class__.__mro__}", "{event:d}", "{event!z}", "{ event }", "{{event}}", "{due} {games} {white} {black} {left}",
    "{event:>1000000000}",
)  # fmt: skip
TEXTS: tuple[Cell, ...] = (
    *HOSTILE_NAMES, "automatically", "auto", "R1", "R2", "R99", "A-R1", "ask", "wait", "0", "-3", "3", "9999", "1e9", "none", "no", "yes",
    "#DIV/0!", "y" * 40000,
)  # fmt: skip
IDS: tuple[Cell, ...] = (
    "R1", "R2", "R3", "R9", "R1-01", "R2-01", "F1", "F1-01", "F1-01.1", "P1", "A-R1", "A-R2", "B-R1", "B-R2", "A-P1", "A-R1-01", "B-R1-01",
    "K-R1", "K-R2", "K-R1-01", "C-R1", "C-R3", "K-R9", "PAR", "PAR-P1", "PAR-P1-01", "PAR-R1", "SIN", "A", "B", "r 1", "1", "R0", "R-1",
    "R999999999999", "R٣", "ZZZZ-R1", "ZZZZZ-R1", "X-F1-01.1", "R1-01.9", "", "Games", "Settings", "Players", "R1-99", "K-R1-01.4",
)  # fmt: skip
WORDS: tuple[Cell, ...] = (
    "1-0", "0-1", "1/2-1/2", "½-½", "draw", "1-0F", "0-1F", "0-0F", "Void", "Open", "Null", "2-1", "1–0", "1:0", "White won", "=",
    datetime(2026, 1, 1), "2-0", "0-2", "2-2", "6-6 tie", "99-99", "-1-0", "won", "1", 1, 0.5, True, "x" * 300, "{0}", "+-", "--", "4-0",
)  # fmt: skip
MARKS: tuple[Cell, ...] = ("(bye)", "(half bye)", "(held back)", "(absent)", "(BYE)", "bye", "( bye )")
