"""The file under a workbook: what was seen of it, who has it open, and replacing it whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sync.backends.base import Mark, Raced, Refused, Unreachable
from sync.jsontext import kept_json, whole

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


def plain(error: OSError) -> str:
    """What went wrong, in few words."""
    return {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}.get(
        error.errno or 0, (error.strerror or str(error)).lower()
    )


def refuse_if_open(path: Path) -> None:
    """Raises Refused while LibreOffice or Excel has the file open."""
    for name, program in ((f".~lock.{path.name}#", "LibreOffice"), (f"~${path.name}", "Excel")):
        if (path.parent / name).exists():
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


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold off other workers on this machine while writing. The hold ends with the process. Raises Raced."""
    lock = os.open(Path(tempfile.gettempdir()) / f"pairsheet-{book_id(path)}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Raced(f"Another worker is writing {path.name} just now.") from None
        yield
    finally:
        os.close(lock)


def replace(path: Path, data: bytes, seen: Seen | None) -> Seen:
    """Put `data` in place of the file in one step; the file as it was stays beside it as `.bak`.

    With `seen`, only if the file is still that one; without, only if there is none. Raises Raced, Refused or
    Unreachable, and then the file is as it was. What was seen of the new file comes back.
    """
    temp: Path | None = None
    try:
        _sweep(path)
        temp = _write_beside(path, data)
        if seen is not None:
            shutil.copymode(path, temp)
            _keep_owner(path, temp)
            _back_up(path, seen)
        refuse_if_open(path)
        if seen is not None and not same(path, seen):
            raise Raced(f"{path.name} was saved by somebody else in the meantime.")
        if seen is None and path.exists():
            raise Raced(f"{path.name} was made by somebody else in the meantime.")
        os.replace(temp, path)
        temp = None
        _sync_folder(path.parent)
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


def _write_beside(path: Path, data: bytes) -> Path:
    """A new file in the same folder, on the disk to the last byte."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".pairsheet-tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    return Path(name)


def _back_up(path: Path, seen: Seen) -> None:
    """Keep the file as it was read, as the one `.bak`."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != seen.digest:
        raise Raced(f"{path.name} was saved by somebody else in the meantime.")
    temp = _write_beside(path, data)
    try:
        shutil.copymode(path, temp)
        os.replace(temp, path.with_name(path.name + ".bak"))
    except BaseException:
        with contextlib.suppress(OSError):
            temp.unlink()
        raise


def _keep_owner(path: Path, temp: Path) -> None:
    """The file's owner and group, where the worker may give them."""
    if sys.platform != "win32":
        stat = os.stat(path)
        with contextlib.suppress(OSError):
            os.chown(temp, stat.st_uid, stat.st_gid)


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(path: Path) -> None:
    """Remove what a worker that died left behind. Only called while no other worker writes."""
    for left in path.parent.glob(f".{_literal(path.name)}.*.pairsheet-tmp"):
        with contextlib.suppress(OSError):
            left.unlink()


def _literal(name: str) -> str:
    return "".join(f"[{c}]" if c in "[]*?" else c for c in name)


def mark_path(path: Path) -> Path:
    """Where the mark lies: beside the book."""
    return path.with_name(path.name + ".pairsheet")


def read_mark(path: Path) -> Mark | None:
    """The mark beside the book; None when there is none or it cannot be read."""
    try:
        data = kept_json(mark_path(path))
        return Mark(whole(data["revision"]), whole(data["last_no"]), str(data["sha256"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_mark(path: Path, mark: Mark) -> None:
    """Keep the mark beside the book. Raises Unreachable."""
    text = json.dumps({"revision": mark.revision, "last_no": mark.last_no, "sha256": mark.fingerprint}) + "\n"
    try:
        temp = _write_beside(path, text.encode())
        try:
            os.replace(temp, mark_path(path))
        except BaseException:
            with contextlib.suppress(OSError):
                temp.unlink()
            raise
    except OSError as error:
        raise Unreachable(f"{mark_path(path).name} could not be written: {plain(error)}.") from error


def forget_mark(path: Path) -> None:
    """Drop the mark of a book that is gone: a new one in its place begins at 0. Raises Unreachable."""
    try:
        mark_path(path).unlink(missing_ok=True)
    except OSError as error:
        raise Unreachable(f"{mark_path(path).name} could not be removed: {plain(error)}.") from error
