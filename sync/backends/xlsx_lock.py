"""One worker at a time: a lock beside the book, held while it is written, and gone with the process."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from sync.backends.base import Raced, Refused, Unreachable
from sync.backends.xlsx_beside import named, plain
from sync.backends.xlsx_rights import copy_rights

_TAKEN = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_TRIES = 20  # how often a lock may be swept away between opening and holding it


def lock_path(path: Path) -> Path:
    """Where the lock of a book lies while it is held."""
    return named(path, "pairsheet-lock", hidden=True)


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold off other workers while writing. The hold ends with the process.

    Only those who may write in the book's folder can hold it. Where the file system has no locks, the comparison just
    before the replace has to do. Raises Raced, Refused or Unreachable.
    """
    where = lock_path(path)
    for _ in range(_TRIES):
        handle = _open(where, path)
        if handle is None:
            continue
        try:
            if not _take(handle):
                raise Raced(f"Another worker is writing {path.name} just now.")
            if not _is_still(handle, where):
                continue  # whoever held it before has taken it away
            try:
                yield
            finally:
                if sys.platform != "win32":
                    with contextlib.suppress(OSError):
                        os.unlink(where)
            return
        finally:
            os.close(handle)
            if sys.platform == "win32":
                with contextlib.suppress(OSError):
                    os.unlink(where)
    raise Raced(f"Other workers are writing {path.name} all the time.")


def _open(where: Path, path: Path) -> int | None:
    """The lock's file, made where it is missing; None where it went away just now."""
    follow = getattr(os, "O_NOFOLLOW", 0)
    try:
        try:
            handle = os.open(where, os.O_RDWR | os.O_CREAT | os.O_EXCL | follow, 0o600)
        except FileExistsError:
            with contextlib.suppress(FileNotFoundError):
                return os.open(where, os.O_RDWR | follow)
            return None
    except PermissionError:
        if where.exists():
            raise Refused(
                f"The lock {where.name} beside {path.name} belongs to another user. If no worker of theirs is running, "
                "delete it; let all workers of this book be in its group."
            ) from None
        raise Unreachable(f"{path.parent} may not be written to: check the permissions of the folder.") from None
    except FileNotFoundError:
        raise Unreachable(f"There is no folder {path.parent}.") from None
    except OSError as error:
        raise Unreachable(f"{path.name} could not be written: {plain(error)}. It is as it was.") from error
    if path.exists():  # whoever may write the book may hold its lock, and nobody else
        with contextlib.suppress(OSError):
            copy_rights(path, where)
            os.chmod(where, stat.S_IMODE(path.stat().st_mode) & 0o660 | 0o600)
    return handle


def _take(handle: int) -> bool:
    """Whether the lock is ours now; also where the file system has no locks at all."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _TAKEN
    return True


def _is_still(handle: int, where: Path) -> bool:
    """Whether the lock that is held is the one that others will find."""
    if sys.platform == "win32":
        return True
    try:
        return os.path.samestat(os.fstat(handle), os.stat(where, follow_symlinks=False))
    except OSError:
        return False
