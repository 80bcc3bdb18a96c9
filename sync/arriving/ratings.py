"""A rating list read line by line: FIDE's list (TXT or XML, zipped or not) or any list with headings; people looked up.

Half a million lines go by once; only those that somebody of the event may be are kept.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from sync.arriving import headings as h
from sync.arriving import values as v
from sync.arriving.files import DELIMITERS, NotAList, decoded
from sync.arriving.people import COLUMNS, same_key

SAMPLE = 1 << 20  # bytes that the encoding and the headings are found out by
MOST_BYTES = 2_000_000_000
MOST_SHOWN = 5
KINDS = ("standard", "rapid", "blitz", "national")
_KIND_OF_HEADING = {
    "srtng": "standard", "rrtng": "rapid", "brtng": "blitz",
    "rating": "standard", "rapidrating": "rapid", "blitzrating": "blitz",
}  # fmt: skip
_TAGS = {
    "fideid": h.FIDE_ID, "name": h.NAME, "country": h.FEDERATION, "sex": h.SEX, "title": h.TITLE, "birthday": h.BORN,
}  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """One line of a list: texts by field, and ratings by kind."""

    cells: Mapping[str, str]
    ratings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As the list writes it."""
        name = self.cells.get(h.NAME, "")
        both = (self.cells.get(h.SURNAME, ""), self.cells.get(h.FIRST, ""))
        return name or ", ".join(part for part in both if part)

    @property
    def id(self) -> str:
        """FIDE's number, blank for none."""
        return v.id_of(self.cells.get(h.FIDE_ID, "")).value


@dataclass(frozen=True)
class Wanted:
    """Somebody to be looked up: the name, and what is known already."""

    name: str
    id: str = ""
    username: str = ""
    federation: str = ""
    born: str = ""


@dataclass(frozen=True)
class Found:
    """Who was found in a list, and who was not for which reason, both by name."""

    by_name: Mapping[str, Listed]
    not_found: Mapping[str, str]
    lines: int
    said: str


def look_up(
    path: Path, wanted: Sequence[Wanted], encoding: str = "", columns: Mapping[str, str] | None = None
) -> Found:
    """Look people up: by FIDE id where one is known, by account where the list has accounts, else by name.

    A name that several bear counts only where federation or year of birth leaves one of them.
    Raises NotAList and OSError.
    """
    ids = {one.id: one for one in wanted if one.id}
    names: dict[str, list[Wanted]] = {}
    for one in wanted:
        if not one.id:
            for key in {same_key(one.name), _account_key(one.username)} - {""}:
                names.setdefault(key, []).append(one)
    candidates: dict[str, list[Listed]] = {}
    lines = 0
    with _opened(path) as stream:
        said, rows = _rows(stream, encoding, columns or {})
        for lines, listed in enumerate(rows, start=1):  # noqa: B007
            if ids and listed.id in ids:
                candidates.setdefault(ids[listed.id].name, []).append(listed)
            if not names:
                continue
            keys = {_key(listed.name), _account_key(listed.cells.get(h.USERNAME, ""))} - {""}
            for one in {id(w): w for key in keys for w in names.get(key, ())}.values():
                candidates.setdefault(one.name, []).append(listed)
    if not lines:
        raise NotAList("nobody stands in it")
    found: dict[str, Listed] = {}
    missing: dict[str, str] = {}
    for one in wanted:
        listed_or_why = _the_one(one, candidates.get(one.name, []))
        if isinstance(listed_or_why, Listed):
            found[one.name] = listed_or_why
        else:
            missing[one.name] = listed_or_why
    return Found(found, missing, lines, said)


def _the_one(one: Wanted, candidates: Sequence[Listed]) -> Listed | str:
    """The line of somebody, or why there is none."""
    fits = list({_same(c): c for c in candidates if _agrees(one, c)}.values())
    if len(fits) == 1:
        return fits[0]
    if fits:
        ids = ", ".join(f"{f.id or 'no id'} ({_about(f)})" for f in fits[:MOST_SHOWN])
        more = f" and {len(fits) - MOST_SHOWN} more" if len(fits) > MOST_SHOWN else ""
        return f"{len(fits)} of that name: {ids}{more}; type the FIDE id or the year of birth"
    if candidates:
        other = candidates[0]
        return f"the one of that name in the list is {_about(other)}"
    return f"no one with FIDE id {one.id}" if one.id else "not in the list"


def _same(listed: Listed) -> tuple[str, ...]:
    """What tells two people apart; some lists have two lines for somebody in two clubs."""
    return (listed.id, *(listed.cells.get(f, "") for f in (h.BORN, h.FEDERATION)), *listed.ratings.values())


def _about(listed: Listed) -> str:
    parts = (listed.cells.get(h.TITLE, ""), listed.cells.get(h.FEDERATION, ""), listed.cells.get(h.BORN, "")[:4])
    return " ".join(part for part in parts if part and part != "0") or listed.name


def _agrees(one: Wanted, listed: Listed) -> bool:
    """Whether nothing that is known of somebody speaks against a line."""
    if one.id and listed.id:
        return one.id == listed.id
    federation = v.federation_of(listed.cells.get(h.FEDERATION, "")).value
    born = listed.cells.get(h.BORN, "")[:4]
    same_land = not one.federation or not federation or one.federation.upper() == federation
    return same_land and (not one.born or born in ("", "0", "0000") or one.born[:4] == born)


def _key(name: str) -> str:
    """As `same_key`, without its cost for the plain letters that most names of a list are written in."""
    if name.isascii():
        return " ".join(sorted(_WORDS.findall(name.casefold())))
    return same_key(name)


_WORDS = re.compile(r"\w+")


def _account_key(username: str) -> str:
    """An account's name as compared; no name of a person is like it."""
    return f"@{username.casefold()}" if username else ""


# --- the lines of a list ----------------------------------------------------------------------------------------------


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The bytes of a list; of the one member where it is zipped."""
    with path.open("rb") as stream:
        if stream.read(4) != b"PK\x03\x04":
            stream.seek(0)
            yield stream
            return
        stream.seek(0)
        try:
            with zipfile.ZipFile(stream) as archive:
                parts = [p for p in archive.infolist() if p.filename.lower().endswith((".txt", ".xml", ".csv"))]
                if len(parts) != 1:
                    raise NotAList("it holds no list of ratings, or several; unpack it and name the list")
                if parts[0].file_size > MOST_BYTES:
                    raise NotAList("it is longer than any list of ratings")
                with archive.open(parts[0]) as part:
                    yield part
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as wrong:
            raise NotAList("the file is damaged, or locked by a password") from wrong


def _rows(stream: IO[bytes], encoding: str, columns: Mapping[str, str]) -> tuple[str, Iterator[Listed]]:
    """How the list is read, and its lines."""
    head = stream.read(SAMPLE)
    rest = _Joined(head, stream)
    if not head.strip(b"\x00 \r\n\t\xef\xbb\xbf\xff\xfe"):
        raise NotAList("the file is empty")
    if re.match(rb"(?:\xef\xbb\xbf)?\s*<", head):
        if b"<player" not in head:
            raise NotAList("it is no rating list: it holds no players")
        return "FIDE's list (XML)", _of_xml(rest)
    whole = head if len(head) < SAMPLE else head[: head.rfind(b"\n") + 1]
    _, said, _, _ = decoded(whole, encoding)
    codec = encoding or _CODECS.get(said, said)
    lines = _lines(rest, codec)
    first = next(lines).rstrip("\r\n")
    while not first.strip():
        first = next(lines, "?").rstrip("\r\n")
    if re.match(r"id[ _]?number\s", first.casefold()) and not any(d in first for d in ";\t|"):
        return f"FIDE's list (TXT), {said}", _of_positions(first, lines)
    return _of_headings(first, lines, said, columns)


_CODECS = {"UTF-8": "utf-8-sig", "UTF-16": "utf-16", "Windows-1250": "cp1250", "Windows-1251": "cp1251",
           "Windows-1252": "cp1252", "Windows-1254": "cp1254"}  # fmt: skip


class _Joined(io.RawIOBase):
    """What was read already, then the rest."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head, self._rest = io.BytesIO(head), rest

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """As many bytes as there are, at most as many as asked for."""
        data = self._head.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _lines(stream: io.RawIOBase, codec: str) -> Iterator[str]:
    """Lines as text. Raises NotAList, naming the line, where the encoding does not fit."""
    text = io.TextIOWrapper(io.BufferedReader(stream, 1 << 18), encoding=codec, newline="")
    read = 0
    try:
        for line in text:
            read += 1
            yield line
    except UnicodeDecodeError as wrong:
        raise NotAList(
            f"its letters cannot be read as {codec} after line {read}; name the encoding with --encoding"
        ) from wrong


def _of_positions(head: str, lines: Iterable[str]) -> Iterator[Listed]:
    """FIDE's columns by position: where each begins stands in the first line."""
    starts = [m.start() for m in re.finditer(r"ID ?Number|\S+", head, flags=re.IGNORECASE)]
    cuts = [slice(a, b) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    fields: dict[str, slice] = {}
    ratings: dict[str, slice] = {}
    for cut in cuts:
        word = h.plain(head[cut].strip())
        kind = _KIND_OF_HEADING.get(word)
        meant, sure = h.field_of(head[cut].strip())
        if kind:
            ratings[kind] = cut
        elif meant == h.RATING and sure:
            ratings["standard"] = cut  # a list of one kind and one month: SEP26
        elif meant:
            fields.setdefault(meant, cut)
    if h.NAME not in fields or not ratings:
        raise NotAList("its first line names no column of names and ratings")
    for line in lines:
        if line.strip():
            yield Listed(
                {meant: line[cut].strip() for meant, cut in fields.items()},
                {kind: line[cut].strip() for kind, cut in ratings.items()},
            )


def _of_xml(stream: io.RawIOBase) -> Iterator[Listed]:
    """FIDE's list in XML, one player after the other."""
    from lxml import etree

    try:
        walk = etree.iterparse(
            io.BufferedReader(stream, 1 << 18), tag="player", resolve_entities=False, no_network=True
        )
        for _, player in walk:
            texts = {h.plain(str(child.tag)): (child.text or "").strip() for child in player}
            yield Listed(
                {meant: texts[tag] for tag, meant in _TAGS.items() if texts.get(tag)},
                {kind: texts[tag] for tag, kind in _KIND_OF_HEADING.items() if texts.get(tag)},
            )
            player.clear()
            while player.getprevious() is not None:
                del player.getparent()[0]
    except etree.XMLSyntaxError as wrong:
        raise NotAList(f"its XML is damaged: line {wrong.lineno}, column {wrong.offset}") from wrong


def _of_headings(
    first: str, lines: Iterator[str], said: str, columns: Mapping[str, str]
) -> tuple[str, Iterator[Listed]]:
    """A list with headings in its first line."""
    delimiter = max(DELIMITERS, key=lambda d: re.sub(r'"[^"]*"', "", first).count(d))
    head = [cell.strip() for cell in next(csv.reader([first], delimiter=delimiter))]
    fields: dict[int, str] = {}
    for column, heading in enumerate(head):
        meant = columns.get(h.plain(heading)) or columns.get(str(column + 1)) or h.field_of(heading)[0]
        if meant and meant != "-":
            fields[column] = meant
    twice = sorted({m for m in fields.values() if list(fields.values()).count(m) > 1} - {h.NOTE, h.GROUP, h.CLUB})
    if twice:
        raise NotAList(f"several of its columns could be the {twice[0]}; say which is with --column HEADING={twice[0]}")
    meanings = set(fields.values())
    if not meanings & {h.NAME, h.SURNAME, h.USERNAME} or not meanings & {h.RATING, h.NATIONAL}:
        raise NotAList("its first line names no column of names, or none of ratings; say which with --column")
    return f"separated by {DELIMITERS[delimiter]}, {said}", _of_cells(lines, delimiter, fields)


def _of_cells(lines: Iterator[str], delimiter: str, fields: Mapping[int, str]) -> Iterator[Listed]:
    ratings = {c: kind for c, meant in fields.items() for kind in _kinds_of(meant)}
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            if any(row):
                yield Listed(
                    {meant: row[c].strip() for c, meant in fields.items() if c < len(row)},
                    {kind: row[c].strip() for c, kind in ratings.items() if c < len(row)},
                )
    except csv.Error as wrong:
        raise NotAList(f"its lines cannot be read: {wrong}") from wrong


def _kinds_of(meant: str) -> tuple[str, ...]:
    return ("standard",) if meant == h.RATING else ("national",) if meant == h.NATIONAL else ()


# --- what is filled ---------------------------------------------------------------------------------------------------

_FROM: Mapping[str, Callable[[str], v.Got]] = {
    h.TITLE: v.title_of, h.FEDERATION: v.federation_of, h.FIDE_ID: v.id_of, h.SEX: v.sex_of,
    h.BORN: lambda text: v.born_of(text, ""),
}  # fmt: skip


def told_by(listed: Listed, kind: str, known: frozenset[str]) -> dict[str, str | int]:
    """What a line says for the columns of Players that a format has. `kind`: which of its ratings is the Rating."""
    told: dict[str, str | int] = {}
    for meant, read in _FROM.items():
        got = read(listed.cells.get(meant, ""))
        if COLUMNS[meant] in known and got.value and not got.bad:
            told[COLUMNS[meant]] = got.value
    for heading, which in (("Rating", kind), ("Local rating", "national")):
        got = v.rating_of(listed.ratings.get(which, ""))
        if heading in known and got.value and not got.bad and (heading == "Rating" or kind != "national"):
            told[heading] = int(got.value)
    return told
