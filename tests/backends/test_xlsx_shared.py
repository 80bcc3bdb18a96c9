"""A book that a director and a worker share as two users of one machine: who may open it stays as it was."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sync.backends.base import Mark, Raced, Refused
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import backups
from sync.backends.xlsx_beside import write_beside
from sync.backends.xlsx_file import book_id
from sync.backends.xlsx_lock import alone, lock_path
from sync.backends.xlsx_mark import mark_path
from sync.backends.xlsx_rights import ACL, Rights, entries_of
from sync.plan import AppendRows
from tests.backends.contract import named, plan
from tests.backends.sample import FIRST_ROWS, TABS

ROW = AppendRows("Journal", ((1, "x"),))
DIRECTOR, WORKER, STRANGER, CLUB, OTHERS = 41_001, 41_002, 41_003, 41_100, 41_200

as_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0,
    reason="NEEDS ROOT: only root can try out what other users may do with a file",
)


def run_as(user: int, groups: list[int], what: Callable[[], object]) -> str:
    """What `what` says when this user does it: the text of its answer, or of what it raises."""
    end, begin = os.pipe()
    child = os.fork()
    if child == 0:
        said = "died"
        try:
            os.setgroups(groups)
            os.setgid(groups[0])
            os.setuid(user)
            said = str(what())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        finally:
            os.write(begin, said.encode()[:4000])
            os._exit(0)
    os.close(begin)
    os.waitpid(child, 0)
    with os.fdopen(end, "rb") as answer:
        return answer.read().decode()


def one_pass(book: Path) -> Callable[[], object]:
    """A worker's write, with its mark."""

    def work() -> str:
        backend = XlsxBackend(book)
        backend.write(plan(backend.read(), ROW))
        backend.set_mark(Mark(1, 1))
        return f"written, {len(backups(book))} backups kept"

    return work


def opened(path: Path) -> Callable[[], object]:
    """Opening a file for reading and writing, as a spreadsheet program does."""

    def work() -> str:
        with open(path, "r+b") as file:
            file.read(1)
        return "opened"

    return work


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder `0770 director:club` with a book `0660 director:club`, where other users can go: not below pytest's."""
    if sys.platform != "win32":
        import grp
        import pwd

        assert grp.getgrall()
        assert pwd.getpwall()
    with tempfile.TemporaryDirectory(prefix="pairsheet-shared-") as name:
        os.chmod(name, 0o711)
        yield _shared(Path(name), tmp_path)


def _shared(home: Path, spare_folder: Path) -> Path:
    spare, book = spare_folder / "spare.xlsx", home / "club" / "book.xlsx"
    folder = book.parent
    folder.mkdir()
    for each in (spare, book):
        XlsxBackend(each).prepare(TABS, FIRST_ROWS)
    one_pass(spare)()  # whatever is imported late is there then: other users may not read this Python
    one_pass(spare)()
    run_as(WORKER, [OTHERS], lambda: 0)
    if os.geteuid() == 0:
        os.chown(folder, DIRECTOR, CLUB)
        os.chown(book, DIRECTOR, CLUB)
    os.chmod(folder, 0o770)
    os.chmod(book, 0o660)
    return book


@as_root
def test_the_director_can_still_open_the_file_after_the_worker_wrote_it(shared: Path) -> None:
    """The owner may change; group and mode may not: of the book, its mark and its backups."""
    assert run_as(WORKER, [OTHERS, CLUB], one_pass(shared)).startswith("written")
    for path in (shared, mark_path(shared), *(b.path for b in backups(shared))):
        found = path.stat()
        assert (found.st_gid, stat.S_IMODE(found.st_mode)) == (CLUB, 0o660), path
        assert run_as(DIRECTOR, [DIRECTOR, CLUB], opened(path)) == "opened"
        assert "PermissionError" in run_as(STRANGER, [OTHERS], opened(path))
    assert run_as(DIRECTOR, [DIRECTOR, CLUB], one_pass(shared)).startswith("written")
    assert run_as(WORKER, [OTHERS, CLUB], one_pass(shared)).startswith("written")


@as_root
def test_a_worker_outside_the_group_refuses_and_names_the_mend(shared: Path) -> None:
    """It cannot give the file to the group, so its members would lose it: nothing is written. The mend works."""
    os.chmod(shared.parent, 0o777)
    os.chmod(shared, 0o666 & ~0o002 | 0o004)
    before = shared.read_bytes()
    said = run_as(STRANGER, [OTHERS], one_pass(shared))
    assert said.startswith("Refused")
    assert f"chmod g+s '{shared.parent}'" in said
    assert shared.read_bytes() == before
    os.chmod(shared.parent, 0o2777)
    assert run_as(STRANGER, [OTHERS], one_pass(shared)).startswith("written")
    assert run_as(DIRECTOR, [DIRECTOR, CLUB], opened(shared)) == "opened"


@as_root
def test_an_access_list_travels_along(shared: Path) -> None:
    """A file opened to one more person stays open to that person, and a folder's default list adds nobody."""
    if subprocess.run(["which", "setfacl"], capture_output=True, check=False).returncode:
        pytest.skip("NEEDS setfacl (Debian package acl): access lists were not tried")
    given = subprocess.run(["setfacl", "-m", f"u:{STRANGER}:rw", str(shared)], capture_output=True, check=False)
    if given.returncode:
        pytest.skip("THIS FILE SYSTEM HAS NO ACCESS LISTS: they were not tried")
    subprocess.run(["setfacl", "-d", "-m", "u:41999:rwx", str(shared.parent)], check=True)
    subprocess.run(["setfacl", "-m", f"u:{STRANGER}:x", str(shared.parent)], check=True)
    before = os.getxattr(shared, ACL)
    assert run_as(WORKER, [OTHERS, CLUB], one_pass(shared)).startswith("written")
    assert os.getxattr(shared, ACL) == before
    assert run_as(STRANGER, [OTHERS], opened(shared)) == "opened"
    assert "PermissionError" in run_as(41_999, [OTHERS], opened(shared))


@as_root
def test_root_keeps_the_owner_too(shared: Path) -> None:
    """A worker that runs as root gives the file back to whom it belongs."""
    one_pass(shared)()
    assert (shared.stat().st_uid, shared.stat().st_gid) == (DIRECTOR, CLUB)


def test_a_second_name_of_the_file_is_not_parted(shared: Path) -> None:
    """A hard link would go on showing the old file: refused, with the mend, and the mend works."""
    twin = shared.with_name("twin.xlsx")
    os.link(shared, twin)
    with pytest.raises(Refused, match="hard links"):
        one_pass(shared)()
    twin.unlink()
    assert one_pass(shared)().startswith("written")


@as_root
def test_the_lock_of_another_user_is_told_plainly(shared: Path) -> None:
    """A lock that cannot be opened is one line with the mend; who may not write the folder cannot hold it at all."""
    lock = lock_path(shared)
    lock.touch()
    os.chown(lock, STRANGER, OTHERS)
    os.chmod(lock, 0o600)
    said = run_as(WORKER, [OTHERS, CLUB], one_pass(shared))
    assert said.startswith("Refused")
    assert lock.name in said
    lock.unlink()
    assert run_as(WORKER, [OTHERS, CLUB], one_pass(shared)).startswith("written")
    assert not lock.exists()


def test_a_lock_in_the_common_folder_holds_nobody_up(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody can make files where temporary ones are kept: the lock lies beside the book."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    blocked = tmp_path / f"pairsheet-{book_id(shared)}.lock"
    blocked.mkdir()
    assert one_pass(shared)().startswith("written")


def test_whoever_holds_the_lock_is_alone(shared: Path) -> None:
    """A second worker is told to read again, and the lock leaves nothing behind."""
    with alone(shared), pytest.raises(Raced, match="Another worker"):
        one_pass(shared)()
    assert one_pass(shared)().startswith("written")
    assert not lock_path(shared).exists()


def test_a_file_system_without_locks_or_syncing_can_be_written(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network shares say EINVAL to fsync and have no locks: the comparison before the replace is left."""
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    monkeypatch.setattr(fcntl, "flock", refuse)
    assert one_pass(shared)().startswith("written")
    assert len(named(XlsxBackend(shared).read(), "Journal").rows) == 2


def test_scraps_of_other_books_and_marks_stay(shared: Path) -> None:
    """Only what died half written for this very book is swept; `book.xlsx.old.xlsx` is another one."""
    mark, other = mark_path(shared), shared.with_name("book.xlsx.old.xlsx")
    theirs = [write_beside(mark, b"half"), write_beside(other, b"half")]
    ours = write_beside(shared, b"half")
    backend = XlsxBackend(shared)
    backend.write(plan(backend.read(), ROW))
    assert not ours.exists()
    assert all(path.exists() for path in theirs)


def test_a_name_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    """Mark, lock, temporary file and backups have shorter names then."""
    book = tmp_path / f"{'n' * 250}.xlsx"
    XlsxBackend(book).prepare(TABS, FIRST_ROWS)
    assert one_pass(book)().startswith("written")
    assert len(backups(book)) == 1
    assert XlsxBackend(book).mark() is not None


def test_who_an_access_list_lets_in() -> None:
    """A named user, members of a named group, everybody else; the mask bounds all but the last."""
    acl = b"\x02\0\0\0" + b"".join(
        tag.to_bytes(2, "little") + bits.to_bytes(2, "little") + id_.to_bytes(4, "little")
        for tag, bits, id_ in [
            (1, 6, 2**32 - 1),
            (2, 7, 10),
            (4, 4, 2**32 - 1),
            (8, 6, 20),
            (16, 6, 2**32 - 1),
            (32, 0, 2**32 - 1),
        ]
    )
    rights = Rights(1, 30, 0o660, entries_of(acl))
    assert [rights.of(10, frozenset()), rights.of(11, frozenset({20})), rights.of(11, frozenset({30}))] == [6, 6, 4]
    assert rights.of(11, frozenset()) == 0
    plain = Rights(1, 30, 0o640, {})
    assert [plain.of(5, frozenset({30})), plain.of(5, frozenset())] == [4, 0]
