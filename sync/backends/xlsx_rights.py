"""Who may open a file after it was replaced: the same people as before, or the write is refused.

A replaced file is a new file. Its owner can only be kept by root; its group, mode, access list and tags must be.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sync.backends.base import Refused

ACL = "system.posix_acl_access"
_USER_OBJ, _USER, _GROUP_OBJ, _GROUP, _MASK, _OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_READ_WRITE = 0o6


@dataclass(frozen=True)
class Rights:
    """Who may do what with a file: owner, group, mode, and the entries of its access list by (tag, id)."""

    owner: int
    group: int
    mode: int
    entries: Mapping[tuple[int, int], int]

    def of(self, user: int, groups: frozenset[int]) -> int:
        """What a user who does not own the file may do: read 4, write 2."""
        if not self.entries:
            return (self.mode >> 3 if self.group in groups else self.mode) & 0o7
        mask = self.entries.get((_MASK, 0), 0o7)
        if (_USER, user) in self.entries:
            return self.entries[_USER, user] & mask
        mine = [
            bits
            for (tag, id_), bits in self.entries.items()
            if (tag == _GROUP_OBJ and self.group in groups) or (tag == _GROUP and id_ in groups)
        ]
        if mine:
            return max(bits & mask for bits in mine)
        return self.entries.get((_OTHER, 0), 0)


def give_rights(path: Path, temp: Path) -> None:
    """Give `temp`, about to replace `path`, the rights of `path`.

    Raises Refused, naming the mend, where somebody would be locked out or the file has a second name; OSError.
    """
    if sys.platform == "win32":
        shutil.copymode(path, temp)
        return
    was = os.stat(path)
    if was.st_nlink > 1:
        raise Refused(
            f"{path.name} has {was.st_nlink} names (hard links), and writing would part them: "
            "delete the other names, or make them symbolic links."
        )
    copy_rights(path, temp)
    now = os.stat(temp)
    if now.st_gid != was.st_gid and (was.st_mode >> 3 & 0o7) != (was.st_mode & 0o7):
        raise Refused(_group_mend(path, was.st_gid))
    if now.st_uid != was.st_uid and not _owner_keeps(path, was):
        raise Refused(
            f"{path.name} belongs to {_user(was.st_uid)}, who could not open it any more after this worker wrote it: "
            f"let both be in the group {_group(was.st_gid)} and type chmod g+rw '{path}'."
        )


def copy_rights(path: Path, other: Path) -> None:
    """Give another file the owner, group, mode, access list and tags of `path`, as far as this worker may."""
    if sys.platform == "win32":
        shutil.copymode(path, other)
        return
    was = os.stat(path)
    for owner, group in ((was.st_uid, -1), (-1, was.st_gid)):  # apart: only root may do the first
        with contextlib.suppress(OSError):
            os.chown(other, owner, group)
    tags = _tags(path)
    for name in _tags(other).keys() - tags.keys():  # a folder's default list
        with contextlib.suppress(OSError):
            os.removexattr(other, name)
    shutil.copymode(path, other)
    for name, value in tags.items():
        with contextlib.suppress(OSError):
            os.setxattr(other, name, value)


def _tags(path: Path) -> dict[str, bytes]:
    """Extended attributes of a file, the access list among them; none where the system has none."""
    found: dict[str, bytes] = {}
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for name in os.listxattr(path):
                with contextlib.suppress(OSError):
                    found[name] = os.getxattr(path, name)
    return found


def _owner_keeps(path: Path, was: os.stat_result) -> bool:
    """Whether the owner so far could still do what they could, though the file will be the worker's."""
    import pwd

    groups = frozenset({was.st_gid})  # of a user this machine does not know, as on a network share
    with contextlib.suppress(KeyError):
        entry = pwd.getpwuid(was.st_uid)
        groups = frozenset(os.getgrouplist(entry.pw_name, entry.pw_gid))
    rights = Rights(was.st_uid, was.st_gid, was.st_mode, entries_of(_tags(path).get(ACL, b"")))
    had = was.st_mode >> 6 & _READ_WRITE
    return rights.of(was.st_uid, groups) & had == had


def entries_of(acl: bytes) -> dict[tuple[int, int], int]:
    """The entries of an access list as Linux stores it, by tag and id (0 where the tag has none)."""
    found: dict[tuple[int, int], int] = {}
    for at in range(4, len(acl) - 7, 8):
        tag, bits, id_ = struct.unpack_from("<HHI", acl, at)
        found[tag, id_ if tag in (_USER, _GROUP) else 0] = bits
    return found


def _group_mend(path: Path, group: int) -> str:
    name, folder = _group(group), path.parent
    same = os.stat(folder).st_gid == group
    inherits = f"chmod g+s '{folder}'" if same else f"chgrp {name} '{folder}' and chmod g+s '{folder}'"
    return (
        f"{path.name} belongs to the group {name}, and this worker may not give a file to that group: its members "
        f"would be locked out. Type {inherits}, so that new files there take the group, or add the worker to the group."
    )


def _group(group: int) -> str:
    import grp

    with contextlib.suppress(KeyError):
        return grp.getgrgid(group).gr_name
    return str(group)


def _user(user: int) -> str:
    import pwd

    with contextlib.suppress(KeyError):
        return pwd.getpwuid(user).pw_name
    return str(user)


__all__ = ["ACL", "Rights", "copy_rights", "entries_of", "give_rights"]
