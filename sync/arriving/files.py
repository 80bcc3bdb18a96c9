"""A file that somebody brings, read as rows of text; what it was read as is said, and nothing is guessed unseen."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time

from sync.arriving.headings import NAME, USERNAME, field_of

Rows = list[list[str]]
DELIMITERS = {";": "semicolons", ",": "commas", "\t": "tabs", "|": "bars"}
MOST_ROWS, MOST_CELLS = 600_000, 6_000_000
# Federations whose lists are written in the Windows code page of Central Europe.
CENTRAL = frozenset(("CZE", "POL", "HUN", "SVK", "SLO", "CRO", "ROU", "SRB", "BIH", "MNE", "ALB"))


class NotAList(ValueError):
    """The file cannot be read as a list; the message says why, and what to do."""


@dataclass(frozen=True)
class Brought:
    """The rows of a file, the first sheet first; `said`: what it was read as; `doubts`: what only a person can settle;
    `warnings`: what a person should look at."""

    tables: tuple[Rows, ...]
    said: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=())
    by_signs: bool = False  # lines of text parted by a sign, which may stand inside a name as well


def read_file(data: bytes, encoding: str = "") -> Brought:
    """The tables of a file: a workbook (.xlsx, .xlsm, .xls, .ods), a saved page, JSON, PGN, or text with separators.

    Raises NotAList for what is none of these.
    """
    if not data.strip(b"\x00 \r\n\t\xef\xbb\xbf\xff\xfe"):
        raise NotAList("the file is empty")
    if data.startswith(b"SQLite format 3\x00"):
        return _database(data)
    if data[:4] == b"PK\x03\x04" or data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return _workbook(data)
    text, said, doubts, warnings = decoded(data, encoding)
    start = text.lstrip()[:2000].casefold()
    if start.startswith(("<!doctype", "<html", "<table", "<?xml", "<playerslist")):
        return Brought(_page(text), (f"a saved page, {said}",), doubts, warnings)
    if start.startswith(("{", "[{", "[\n", "[ {")) and not start.startswith("[event"):
        return Brought(_json(text), (f"JSON, {said}",), doubts, warnings)
    if re.match(r"\[\w+ \"", text.lstrip()):
        return Brought((_pgn(text),), (f"games (PGN), {said}: players by their headers",), doubts, warnings)
    rows, how = _separated(text)
    return Brought((rows,), (f"{how}, {said}",), doubts, warnings, how.startswith("separated"))


# --- text -------------------------------------------------------------------------------------------------------------


def decoded(data: bytes, encoding: str = "") -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """The text, what it was read as, doubts and warnings. Raises NotAList where the encoding named does not fit."""
    if encoding:
        try:
            return data.decode(encoding).removeprefix("\ufeff"), encoding, (), ()
        except (UnicodeDecodeError, LookupError) as wrong:
            raise NotAList(f"it cannot be read as {encoding}") from wrong
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _as(data, name), {"utf-8-sig": "UTF-8", "utf-16": "UTF-16"}[name], (), ()
    if b"\x00" in data[:2000]:
        name = "utf-16-le" if data[1:2] == b"\x00" else "utf-16-be"
        return _as(data, name), "UTF-16", (), ()
    try:
        return data.decode("utf-8"), "UTF-8", (), ()
    except UnicodeDecodeError:
        return _by_evidence(data)


def _as(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as wrong:
        raise NotAList(
            f"it begins as {name.upper()} and does not go on so; name the encoding with --encoding"
        ) from wrong


def _by_evidence(data: bytes) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """Text of a Windows code page: which one the letters and the federations speak for."""
    high = [b for b in data if b >= 0x80]
    in_words = sum(map(len, re.findall(rb"[\xc0-\xff\xa8\xb8]{3,}", data)))  # as Cyrillic words are, and no others
    words = set(re.findall(rb"\b[A-Z]{3}\b", data))
    if in_words > len(high) / 2:
        name = "cp1251"
    elif words & {code.encode() for code in CENTRAL}:
        name = "cp1250"
    else:
        name = "cp1254" if b"TUR" in words else "cp1252"
    try:
        text = data.decode(name)
    except UnicodeDecodeError as wrong:
        raise NotAList(
            "its letters are of no encoding that was tried; name it with --encoding, such as cp1250"
        ) from wrong
    shown = f"Windows-{name[2:]}"
    sample = next((w for w in re.findall(r"[^\s,;|\t\"]+", text) if not w.isascii()), "")
    others = sorted({"cp1250", "cp1251", "cp1252"} - {name})
    warning = f"read as {shown}: is “{sample}” right? Else name the encoding with --encoding ({', '.join(others)})"
    return text, shown, (), (warning,)


def _separated(text: str) -> tuple[Rows, str]:
    text = re.sub(r"^sep=.\r?\n", "", text)  # what Excel is told about its separator
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotAList("there is nothing in it")
    fixed = _fixed(lines)
    if fixed is not None:
        return fixed, "columns by position"
    if field_of(lines[0])[0] in (NAME, USERNAME):  # one column; a comma below it stands inside a name
        return [[line.strip().strip('"')] for line in lines], "one name a line"
    head = next((line for line in lines[:30] if any(d in line for d in DELIMITERS)), lines[0])
    counts = {d: _outside_quotes(head, d) for d in DELIMITERS}
    best = max(counts, key=lambda d: counts[d])
    if not counts[best]:
        return [[line.strip()] for line in lines], "one name a line"
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=best)]
    except csv.Error as wrong:
        raise NotAList(f"its lines cannot be read: {wrong}") from wrong
    return _bounded(rows), f"separated by {DELIMITERS[best]}"


def _outside_quotes(line: str, sign: str) -> int:
    return re.sub(r'"[^"]*"', "", line).count(sign)


def _fixed(lines: Sequence[str]) -> Rows | None:
    """A list with columns by position, as FIDE's rating list: the widths stand in its first line."""
    head = lines[0]
    if any(d in head for d in "\t;|") or not re.match(r"(id number|id_number|idnumber)\s", head.casefold()):
        return None
    parts = [m.start() for m in re.finditer(r"ID Number|\S+", head, flags=re.IGNORECASE)]
    return [[line[a:b].strip() for a, b in zip(parts, [*parts[1:], None], strict=True)] for line in lines]


# --- workbooks, pages, JSON, games ------------------------------------------------------------------------------------


def _workbook(data: bytes) -> Brought:
    from python_calamine import CalamineError, CalamineWorkbook

    if data[:4] == b"PK\x03\x04":
        try:
            size = sum(part.file_size for part in zipfile.ZipFile(io.BytesIO(data)).infolist())
        except zipfile.BadZipFile as wrong:
            raise NotAList("the file is damaged") from wrong
        if size > 500_000_000:
            raise NotAList("it unpacks to more than 500 MB")
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]
        tables = tuple(_bounded([[cell_words(c) for c in row] for row in sheet]) for sheet in sheets)
    except (CalamineError, ValueError, OSError) as wrong:
        raise NotAList(f"it is no workbook that can be read: {wrong}") from wrong
    return Brought(tuple(t for t in tables if t), (f"a workbook, tabs {', '.join(book.sheet_names[:5])}",))


def cell_words(cell: object) -> str:
    """A cell of a workbook as text: whole numbers without a point, dates as 2001-02-03."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell == int(cell):
        return str(int(cell))
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time() else f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, date):
        return f"{cell:%Y-%m-%d}"
    return str(cell).strip()


def _page(text: str) -> tuple[Rows, ...]:
    from lxml import etree, html

    try:
        tree = html.fromstring(text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8", no_network=True))
    except (etree.ParserError, ValueError) as wrong:
        raise NotAList("the page cannot be read") from wrong
    players = tree.xpath("//player")
    if players:
        return (_records([{child.tag: (child.text or "") for child in one} for one in players]),)
    tables = []
    for table in tree.xpath("//table[not(.//table)]"):
        rows = [[" ".join(c.text_content().split()) for c in row.xpath("./th|./td")] for row in table.xpath(".//tr")]
        if any(any(row) for row in rows):
            tables.append(_bounded(rows))
    if not tables:
        raise NotAList("the page holds no table")
    return tuple(tables)


def _json(text: str) -> tuple[Rows, ...]:
    """The lists of members in it: one table, or one a list where they hold different things, as in our exports."""
    try:
        whole = json.loads(text)
        listed = [v for v in whole.values() if isinstance(v, list)] if isinstance(whole, dict) else []
        kinds = {frozenset(key for one in part if isinstance(one, dict) for key in one) for part in listed}
        parts: list[list[object]] = listed if len(kinds) > 1 else [list(_members(whole))]
    except json.JSONDecodeError:
        try:
            parts = [[json.loads(line) for line in text.splitlines() if line.strip()]]
        except json.JSONDecodeError as wrong:
            raise NotAList(f"its JSON cannot be read: {wrong.msg}, line {wrong.lineno}") from wrong
    except RecursionError as wrong:
        raise NotAList("its JSON is nested too deeply") from wrong
    tables = tuple(
        _records([{str(k): cell_words(v) for k, v in one.items() if not isinstance(v, dict | list)} for one in records])
        for part in parts
        if (records := [one for one in part if isinstance(one, dict)])
    )
    if not tables:
        raise NotAList("its JSON holds no list of members")
    return tables


def _database(data: bytes) -> Brought:
    """The tables of an SQLite file, which is read from memory and never opened as a file."""
    import sqlite3

    database = sqlite3.connect(":memory:")
    try:
        database.deserialize(data)
        names = [str(name) for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        tables = []
        for name in names:
            quoted = name.replace('"', '""')
            found = database.execute(f'SELECT * FROM "{quoted}" LIMIT {MOST_ROWS + 1}')
            rows = [[str(column[0]).strip() for column in found.description]]
            rows += [[cell_words(cell) for cell in row] for row in found]
            tables.append(_bounded(rows))
    except (sqlite3.Error, UnicodeDecodeError) as wrong:
        raise NotAList("it is a damaged database") from wrong
    finally:
        database.close()
    return Brought(tuple(tables), (f"a database (SQLite), tables {', '.join(names[:5])}",))


def _members(whole: object) -> Iterator[object]:
    """The members in a list, in an object of lists (of which none is taken twice), or under `players`."""
    if isinstance(whole, list):
        yield from whole
    elif isinstance(whole, dict):
        if any(isinstance(v, list) for v in whole.values()):
            seen: set[str] = set()
            for value in whole.values():
                for one in value if isinstance(value, list) else ():
                    key = json.dumps(one, sort_keys=True)
                    name = str(one.get("username", key)) if isinstance(one, dict) else key
                    if name not in seen:
                        seen.add(name)
                        yield one
        else:
            yield whole


def _records(records: Sequence[dict[str, str]]) -> Rows:
    headings = list(dict.fromkeys(key for one in records for key in one))
    return _bounded([headings, *([one.get(h, "") for h in headings] for one in records)])


def _pgn(text: str) -> Rows:
    """Everybody who plays White or Black, once, with what the headers say."""
    people: dict[str, dict[str, str]] = {}
    for game in re.split(r"\n\s*\n(?=\[)", text):
        tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]', game, flags=re.MULTILINE))
        for side in ("White", "Black"):
            name = tags.get(side, "").strip()
            if name and name not in ("?", "-", "BYE"):
                one = people.setdefault(name, {"Name": name})
                for tag, heading in (("Elo", "Rating"), ("Title", "Title"), ("FideId", "FIDE id"), ("Team", "Club")):
                    value = tags.get(f"{side}{tag}", "").strip()
                    if value and value not in ("?", "-", "0"):
                        one.setdefault(heading, value)
    if not people:
        raise NotAList("no game in it names its players")
    return _records(list(people.values()))


def _bounded(rows: Rows) -> Rows:
    if len(rows) > MOST_ROWS or sum(map(len, rows)) > MOST_CELLS:
        raise NotAList("it is longer than any list of players")
    return rows
