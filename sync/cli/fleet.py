"""The commands of a fleet: the list of its books, who watches, who works, and how it stands."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sync.cli.frame import DONE, UNREACHABLE, books_of, say, to_copy, wrong_use

if TYPE_CHECKING:
    from sync.fleet.board import Board
    from sync.fleet.standing import Fleet

fleet = typer.Typer(
    name="fleet",
    help="Thousands of books: one watches, many work, Redis between them (docs/fleet.md).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
At = Annotated[
    str,
    typer.Option(
        "--list", metavar="PLACE", help="The list: a workbook, a spreadsheet or a text file. Else PAIRSHEET_FLEET."
    ),
]
Redis = Annotated[str, typer.Option("--redis", metavar="URL", help="Blank: PAIRSHEET_REDIS, else this machine's.")]
Books = Annotated[list[str], typer.Argument(metavar="BOOK…", help="One or more books, or @FILE with one a line.")]


def _list_at(place: str) -> Any:
    from sync.fleet.listing import listing_at

    found = place or os.environ.get("PAIRSHEET_FLEET", "").strip()
    if not found:
        raise wrong_use("Where is the list? Name it with --list or in PAIRSHEET_FLEET: fleet.xlsx, a link, fleet.txt")
    return listing_at(found)


def _url(redis: str) -> str:
    from sync.fleet.line import DEFAULT

    return redis or os.environ.get("PAIRSHEET_REDIS", "").strip() or DEFAULT


def _board(redis: str) -> Board:
    from sync.fleet.board import Board
    from sync.fleet.line import line_to

    return Board(line_to(_url(redis)))


@fleet.command()
def add(
    books: Books,
    account: Annotated[str, typer.Option(help="Whose key opens them: the name of a key file, without .json.")] = "",
    list_: At = "",
) -> None:
    """Put books onto the list. Whoever watches sees them within a minute."""
    from sync.backends.books import is_file, is_google
    from sync.fleet.accounts import OWN
    from sync.fleet.board import Entry

    entries = []
    for name in books_of(books):
        if not is_file(name) and not is_google(name):
            raise wrong_use(f"{name}: neither a path ending .xlsx or .xlsm nor the link of a Google spreadsheet")
        entries.append(Entry(str(Path(name).absolute()), "") if is_file(name) else Entry(name, account or OWN))
    came = _list_at(list_).add(entries)
    for entry in came:
        say(f"added {entry.book}" + (f" ({entry.account})" if entry.account else ""))
    if len(came) < len(entries):
        say(f"{len(entries) - len(came)} stood on the list already")
    if any(entry.account for entry in came):
        _tell_addresses(sorted({entry.account for entry in came if entry.account}))


def _tell_addresses(accounts: list[str]) -> None:
    """Whom to share the spreadsheets with."""
    from sync.backends.base import BackendError
    from sync.fleet.accounts import address_of

    for account in accounts:
        try:
            address = address_of(account)
        except BackendError as trouble:
            say(str(trouble), err=True)
            continue
        if address:
            say(f"Share each of them with {address} as an editor.")


@fleet.command()
def remove(books: Books, list_: At = "") -> None:
    """Take books off the list. The books stay as they are."""
    gone = _list_at(list_).remove(books_of(books))
    for entry in gone:
        say(f"removed {entry.book}")
    if not gone:
        say("None of them stood on the list.")


@fleet.command("list")
def list_books(redis: Redis = "", list_: At = "") -> None:
    """Every book of the list: account, format, state, where it is, last good pass, what is asked, last error."""
    from sync.backends.base import Unreachable
    from sync.fleet.listing import Shown
    from sync.fleet.standing import Standing, fleet_now, lines

    typed = _list_at(list_).lines()
    try:
        known = {book.label: book for book in fleet_now(_board(redis)).books}
    except Unreachable as trouble:
        known = {}
        say(str(trouble), err=True)
    rows = []
    for line in typed:
        wrong = Standing(line.label, line.entry, Shown(state="not a book", error=line.wrong), "-")
        rows.append(wrong if line.wrong else known.get(line.label) or Standing(line.label, line.entry, Shown(), "-"))
    for text in lines(rows):
        say(text)


@fleet.command()
def status(
    books: Annotated[list[str] | None, typer.Argument(metavar="[BOOK…]", help="Blank: the fleet as a whole.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Look at these books now, also those set aside.")] = False,
    redis: Redis = "",
) -> None:
    """How the fleet stands, or each of these books."""
    from sync.fleet.standing import lines
    from sync.running.health import label

    board = _board(redis)
    wanted = {label(name) for name in books_of(books or [])}
    if again:
        if not wanted:
            raise wrong_use("--again needs the names of books")
        board.pardon(sorted(wanted))
    found = _fleet(board)
    if wanted:
        for text in lines([book for book in found.books if book.label in wanted]):
            say(text)
        missing = wanted - {book.label for book in found.books}
        if missing:
            raise wrong_use(f"{len(missing)} of them are not in the fleet: {to_copy('fleet', 'add', 'BOOK')} adds them")
        return
    for text in _summary(found):
        say(text)


def _fleet(board: Board) -> Fleet:
    from sync.fleet.quota import Counter, Grant
    from sync.fleet.standing import fleet_now

    found = fleet_now(board)
    counter = Counter(board.line, Grant.of_operator())
    accounts = {book.entry.account for book in found.books if book.entry.account}
    return fleet_now(board, {name: counter.left(name) for name in sorted(accounts)})


def _summary(found: Fleet) -> list[str]:
    needs = sum(book.shown.needs > 0 for book in found.books)
    return [
        f"books={len(found.books)} waiting={found.of('waits')} queued={found.of('queued')} "
        f"in_work={found.of('in work')} set_aside={found.of('set aside')} ask_the_director={needs}",
        f"leader={'yes' if found.leader else 'no'} workers={len(found.workers)} "
        f"processes={sum(found.workers.values())} queue={found.queue} oldest_change_s={found.oldest:.0f}",
        *(f"account {name}: {left} requests left in this minute" for name, left in found.left.items()),
        *(f"passes {name}: {count}" for name, count in sorted(found.counts.items())),
    ]


@fleet.command()
def health(redis: Redis = "") -> None:
    """A line for each thing that is not well, for a monitor. Ends with 3 where there is one."""
    from sync.fleet.standing import troubles

    found = _fleet(_board(redis))
    said = troubles(found)
    for text in said or (f"ok books={len(found.books)} oldest_change_s={found.oldest:.0f}",):
        say(text)
    raise typer.Exit(UNREACHABLE if said else DONE)


@fleet.command()
def watch(
    redis: Redis = "",
    list_: At = "",
    metrics_port: Annotated[
        int | None, typer.Option(help="Serve metrics for Prometheus on this port.", min=1, max=65_535)
    ] = None,
    metrics_host: Annotated[str, typer.Option(help="Where to serve them; 0.0.0.0: everywhere.")] = "127.0.0.1",
    nudge_port: Annotated[
        int | None, typer.Option(help="Listen on this port of this machine for signed nudges.", min=0, max=65_535)
    ] = None,
    ask_every: Annotated[float, typer.Option(help="Seconds between two questions to Drive.", min=0.5, max=600)] = 10.0,
) -> None:
    """Hear of changes and queue the passes. Start two: one leads, the other one stands by."""
    import contextlib

    from sync.fleet.app import Queue
    from sync.fleet.quota import Counter, Grant
    from sync.fleet.watching import Watcher, drive_changes
    from sync.fleet.watching import watch as go_on
    from sync.running.nudge import BadSecret, Listener, Nudges
    from sync.settings import operator

    board, url = _board(redis), _url(redis)
    nudges, listener = None, contextlib.nullcontext()  # type: Any, Any
    if nudge_port is not None:
        try:
            nudges = Nudges((), operator().nudge_secret)
            listener = Listener(nudges, nudge_port)
        except BadSecret as wrong:
            raise wrong_use(str(wrong)) from wrong
        except OSError as wrong:
            raise wrong_use(f"--nudge-port {nudge_port}: {wrong.strerror}") from wrong
    watcher = Watcher(
        board,
        Queue(url),
        _list_at(list_),
        Counter(board.line, Grant.of_operator()),
        drive_changes(board.line),
        nudges.take if nudges else None,
        nudges.listen_for if nudges else None,
        ask_every=ask_every,
    )
    end = _metrics(board, metrics_port, metrics_host)
    stopping: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, _: stopping.append(got))
    with listener:
        go_on(watcher, lambda: bool(stopping))
    end()


def _metrics(board: Board, port: int | None, host: str) -> Any:
    from sync.fleet.metrics import serve

    if port is None:
        return lambda: None
    try:
        return serve(lambda: _fleet(board), port, host)
    except OSError as wrong:
        raise wrong_use(f"--metrics-port {port}: {wrong.strerror}") from wrong


@fleet.command()
def work(
    redis: Redis = "",
    processes: Annotated[int, typer.Option(help="Passes at the same time.", min=1, max=64)] = 2,
    slow_round: Annotated[int, typer.Option(help="Seconds within which every book is looked at.", min=60)] = 900,
) -> None:
    """Work on the queue: a pass a task. Start as many as the books need, on as many machines."""
    from sync.backends.base import BackendError
    from sync.fleet.app import work as go_on
    from sync.fleet.passes import LEASE
    from sync.running.child import Limits
    from sync.settings import operator

    try:
        limits = Limits.of(operator().limits)
    except BackendError as wrong:
        raise wrong_use(str(wrong)) from wrong
    go_on(_url(redis), processes, LEASE, slow_round, limits.seconds, limits.megabytes)
