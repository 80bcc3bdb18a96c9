"""Earlier versions of a book, in a folder beside it: the last ten, and the last of each day for two weeks."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sync.backends.xlsx_beside import LONGEST_NAME, sweep, write_beside
from sync.backends.xlsx_rights import copy_rights

ENDING = " backups"
_STAMP = "%Y-%m-%d %H.%M.%S"
_NAME = re.compile(r"(\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d)(?: \((\d+)\))?\.xls[xm]", re.IGNORECASE)


@dataclass(frozen=True)
class Keep:
    """How many backups stay: the newest ones, and the last one of each of so many days."""

    newest: int = 10
    days: int = 14

    @classmethod
    def of(cls, text: str) -> Keep:
        """As the operator writes it: `10 14`; one number alone keeps no days. Raises ValueError."""
        numbers = [int(part) for part in text.replace(",", " ").split()]
        if not 1 <= len(numbers) <= 2 or any(not 0 <= n <= 1000 for n in numbers):
            raise ValueError("two whole numbers up to 1000: how many of the newest, and for how many days")
        return cls(numbers[0], numbers[1] if len(numbers) == 2 else 0)


@dataclass(frozen=True, order=True)
class Backup:
    """One earlier version: until when it was the book, by the wall clock of the machine that wrote."""

    until: datetime
    number: int
    path: Path


def folder_of(path: Path) -> Path:
    """Where the backups of a book lie: `club.xlsx` has `club backups`."""
    stem = path.stem
    while len(os.fsencode(stem + ENDING)) > LONGEST_NAME:
        stem = stem[:-1]
    return path.with_name(stem + ENDING)


def backups(path: Path) -> tuple[Backup, ...]:
    """The backups there are, the newest first. Raises OSError."""
    found = []
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for entry in os.scandir(folder_of(path)):
            name = _NAME.fullmatch(entry.name)
            if (
                name is not None
                and entry.name.casefold().endswith(path.suffix.casefold())
                and entry.is_file(follow_symlinks=False)
            ):
                with contextlib.suppress(ValueError):
                    until = datetime.strptime(name[1], _STAMP)
                    found.append(Backup(until, int(name[2] or 1), Path(entry.path)))
    return tuple(sorted(found, reverse=True))


def back_up(path: Path, data: bytes, keep: Keep) -> None:
    """Keep these bytes of the book as its newest backup, with the rights of the book. Raises OSError.

    Backups that are kept no longer go only after the new one is on the disk.
    """
    if not keep.newest and not keep.days:
        return
    folder = folder_of(path)
    if not folder.is_dir():
        folder.mkdir()
        _open_to_the_same(path, folder)
    where = _free(path, datetime.now().replace(microsecond=0))
    scrap = folder / "backup"  # one name for all, so that what a kill leaves is found by the next write
    sweep(scrap)
    temp = write_beside(scrap, data)
    try:
        copy_rights(path, temp)
        os.replace(temp, where)
    except BaseException:
        with contextlib.suppress(OSError):
            temp.unlink()
        raise
    for old in gone(backups(path), keep):
        with contextlib.suppress(OSError):
            old.path.unlink()


def gone(all_: Sequence[Backup], keep: Keep) -> tuple[Backup, ...]:
    """The backups that are kept no longer, of a list with the newest first."""
    kept = set(all_[: keep.newest])
    if all_ and keep.days:
        first = all_[0].until.date() - timedelta(days=keep.days - 1)
        last_of_day = {b.until.date(): b for b in reversed(all_)}
        kept |= {b for day, b in last_of_day.items() if day >= first}
    return tuple(b for b in all_ if b not in kept)


def _free(path: Path, now: datetime) -> Path:
    """A name behind all others of this second: a lower one may have become free, and would count as older."""
    stamp, suffix = now.strftime(_STAMP), path.suffix.lower()
    number = 1 + max((b.number for b in backups(path) if b.until == now), default=0)
    return folder_of(path) / (f"{stamp}{suffix}" if number == 1 else f"{stamp} ({number}){suffix}")


def _open_to_the_same(path: Path, folder: Path) -> None:
    """Whoever may read the book may look into the folder, whoever may write it may write there."""
    book = path.stat()
    mode = 0o700
    for shift in (3, 0):
        bits = book.st_mode >> shift & 0o7
        mode |= ((bits & 0o6) | (0o1 if bits & 0o4 else 0)) << shift
    with contextlib.suppress(OSError):
        os.chown(folder, -1, book.st_gid)
    with contextlib.suppress(OSError):
        os.chmod(folder, mode | (0o2000 if mode & 0o020 else 0))
