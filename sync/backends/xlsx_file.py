"""The file under a workbook: what was seen of it, who has it open, and replacing it whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from sync.backends.base import Raced, Refused, Unreachable
from sync.backends.xlsx_backups import Keep, back_up
from sync.backends.xlsx_beside import plain, sweep, sync_folder, write_beside
from sync.backends.xlsx_rights import give_rights

LONGEST_FILE = 200_000_000  # bytes


@dataclass(frozen=True)
class Seen:
    """A file as it stood: enough to tell whether it is still the same."""

    size: int
    digest: str  # sha256


def book_id(path: Path) -> str:
    """The book's own id: a fingerprint of where it lies, so that a copied or moved file is noticed."""
    return hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]


def load(path: Path) -> tuple[bytes, Seen]:
    """The file's bytes and what was seen. Raises Unreachable."""
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise Unreachable(f"{path} is no file, but a device or a pipe.")
        with open(path, "rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise Unreachable(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise Unreachable(f"{path} is a folder, not a workbook.") from None
    except PermissionError:
        raise Unreachable(f"{path} may not be read: check its permissions.") from None
    except OSError as error:
        raise Unreachable(f"{path} could not be read: {plain(error)}.") from None
    if len(data) > LONGEST_FILE:
        raise Unreachable(f"{path.name} is larger than {LONGEST_FILE // 1_000_000} MB: it is not read.")
    return data, seen_of(data)


def seen_of(data: bytes) -> Seen:
    """What is remembered of a file with these bytes."""
    return Seen(len(data), hashlib.sha256(data).hexdigest())


def refuse_if_open(path: Path) -> None:
    """Raises Refused while LibreOffice or Excel has the file open."""
    for name, program in ((f".~lock.{path.name}#", "LibreOffice"), (f"~${path.name}", "Excel")):
        if os.path.exists(path.parent / name):
            raise Refused(
                f"{path.name} is open in {program}: save and close it, and the next pass will write. "
                f"(If it is not open, delete the file {name} beside it.)"
            )


def same(path: Path, seen: Seen) -> bool:
    """Whether the file still is what was seen. Times alone do not tell: clocks tick slowly, and `touch` lies."""
    try:
        if os.stat(path).st_size != seen.size:
            return False
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() == seen.digest
    except OSError:
        return False


def replace(path: Path, data: bytes, seen: Seen | None, keep: Keep) -> Seen:
    """Put `data` in place of the file in one step; the file as it was is kept among its backups.

    With `seen`, only if the file is still that one; without, only if there is none. Raises Raced, Refused or
    Unreachable, and then the file is as it was. What was seen of the new file comes back.
    """
    temp: Path | None = None
    try:
        sweep(path)
        temp = write_beside(path, data)
        if seen is not None:
            give_rights(path, temp)
            _back_up(path, seen, keep)
        refuse_if_open(path)
        if seen is not None and not same(path, seen):
            raise Raced(f"{path.name} was saved by somebody else in the meantime.")
        if seen is None and path.exists():
            raise Raced(f"{path.name} was made by somebody else in the meantime.")
        os.replace(temp, path)
        temp = None
        sync_folder(path.parent)
    except PermissionError as error:
        if sys.platform == "win32":  # Windows forbids replacing a file that is open
            raise Refused(f"{path.name} is open in another program: close it, and the next pass will write.") from error
        raise Unreachable(f"{path.parent} may not be written to: check the permissions of the folder.") from error
    except OSError as error:
        raise Unreachable(f"{path.name} could not be written: {plain(error)}. It is as it was.") from error
    finally:
        if temp is not None:
            with contextlib.suppress(OSError):
                temp.unlink()
    return seen_of(data)


def _back_up(path: Path, seen: Seen, keep: Keep) -> None:
    """Keep the file as it was read. Raises Raced where it is another one by now."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != seen.digest:
        raise Raced(f"{path.name} was saved by somebody else in the meantime.")
    back_up(path, data, keep)
