"""Files that stand beside a book: their names, and writing one to the disk to the last byte."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import tempfile
from pathlib import Path

from sync.backends.base import Unreachable

LONGEST_NAME = 255  # bytes of a file name on the usual file systems
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})
_TEMP = "pairsheet-tmp"


def plain(error: OSError) -> str:
    """What went wrong, in few words."""
    return {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}.get(
        error.errno or 0, (error.strerror or str(error)).lower()
    )


def real_path(path: Path) -> Path:
    """Where a book lies, links followed. Raises Unreachable where no file can be there."""
    try:
        real = path.expanduser().resolve()
        real.exists()
    except RuntimeError:  # a link that leads to itself, a home of nobody
        raise Unreachable(f"{path} leads nowhere: a link to itself, or the home of somebody unknown.") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unreachable(f"{path} leads nowhere: a link to itself.") from None
        raise Unreachable(f"{path} could not be reached: {plain(error)}.") from None
    except ValueError:
        raise Unreachable(f"{path} can be no name of a file.") from None
    return real


def named(path: Path, ending: str, hidden: bool = False) -> Path:
    """The file beside `path` called like it with another ending; a fingerprint where that name grows too long."""
    name = f"{'.' if hidden else ''}{path.name}.{ending}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}.{ending}"
    return path.with_name(name)


def write_beside(path: Path, data: bytes) -> Path:
    """A new file in the same folder, on the disk to the last byte. Raises OSError, and then nothing is left."""
    prefix, suffix = _temp_of(path)
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=suffix, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            sync_to_disk(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    return Path(name)


def sync_to_disk(handle: int) -> None:
    """Have the bytes on the disk, where the file system can be asked for it: some network shares cannot."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def sync_folder(folder: Path) -> None:
    """Have the names of a folder on the disk, as far as it can be asked for."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(path: Path) -> None:
    """Remove what died half written for this very file; scraps of other files in the folder stay."""
    prefix, suffix = _temp_of(path)
    ours = re.compile(rf"{re.escape(prefix)}[a-z0-9_]+{re.escape(suffix)}")
    with contextlib.suppress(OSError):
        for left in os.scandir(path.parent):
            if ours.fullmatch(left.name):
                with contextlib.suppress(OSError):
                    os.unlink(left.path)


def _temp_of(path: Path) -> tuple[str, str]:
    """What a temporary file's name begins and ends with; the letters between hold no dot."""
    whole = named(path, f"{'x' * 8}.{_TEMP}", hidden=True).name
    return whole.partition("x" * 8 + ".")[0], f".{_TEMP}"
