"""The queue: Celery on Redis. One task is one pass; whatever is delivered twice, late or never, the board decides.

The version stands in the name of the queue: while two versions run side by side, each takes the tasks it knows, and
those of the other one wait.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import threading
import time
from typing import Any

from sync.fleet.board import Board, Ticket
from sync.fleet.line import asking, key, line_to

VERSION = 1
QUEUE = f"pairsheet.passes.v{VERSION}"
TASK, CANARY = "pairsheet.pass", "pairsheet.canary"
LONGEST_PASS = 120  # seconds, where the operator sets no other limit
MARGIN = 480  # seconds by which a message stays with its worker beyond the longest pass
PASSES_A_CHILD = 200
ALIVE_EVERY = 10.0  # seconds between two words of a worker that it is there
SOFT_END = 60.0  # seconds a worker goes on after it was told to end
log = logging.getLogger("pairsheet.fleet")


def app_for(url: str, longest: float = LONGEST_PASS, megabytes: int = 0) -> Any:
    """A Celery app on this Redis. Raises NotInstalled."""
    line_to(url)  # says what is missing
    from celery import Celery

    app = Celery("pairsheet", broker=url, set_as_current=False)
    app.conf.update(
        task_default_queue=QUEUE,
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,  # what a pass did stands in the book and on the board
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_time_limit=longest or None,
        worker_prefetch_multiplier=1,
        worker_max_tasks_per_child=PASSES_A_CHILD,
        worker_max_memory_per_child=megabytes * 1024 if megabytes else None,
        worker_soft_shutdown_timeout=SOFT_END,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "visibility_timeout": (longest or 3600) + MARGIN,
            "socket_timeout": 30,
            "socket_connect_timeout": 3,
            "socket_keepalive": True,
            "health_check_interval": 25,
        },
        enable_utc=True,
        timezone="UTC",
    )
    return app


class Queue:
    """Where passes are put. Raises Unreachable where Redis is gone."""

    def __init__(self, url: str) -> None:
        self._app = app_for(url)
        self._line = line_to(url)

    def put(self, ticket: Ticket) -> None:
        """One more pass."""
        self._send(TASK, ticket.label, ticket.ticket)

    def canary(self, at: float) -> None:
        """A task that only says that tasks are worked on."""
        self._send(CANARY, at)

    def _send(self, task: str, *words: object) -> None:
        from kombu.exceptions import OperationalError

        from sync.backends.base import Unreachable

        try:
            self._app.send_task(task, args=words, queue=QUEUE, retry=False)
        except (OperationalError, OSError) as trouble:
            raise Unreachable(f"Redis could not be reached ({type(trouble).__name__}).") from None

    @property
    def length(self) -> int:
        """Messages that no worker has taken."""
        with asking():
            return int(self._line.llen(QUEUE))


def work(url: str, processes: int, lease: float, slow_round: float, longest: float, megabytes: int) -> None:
    """Work on passes until told to stop."""
    app = app_for(url, longest, megabytes)
    _tasks(app, url, lease, slow_round)
    _children(megabytes)
    options = ["--pool=prefork", f"--concurrency={processes}", f"--queues={QUEUE}", "--loglevel=WARNING"]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the library installs its own
    threading.Thread(target=_say_alive, args=(line_to(url), processes), daemon=True).start()
    app.worker_main(["--quiet", "worker", *options, "--without-mingle", "--without-gossip", "--without-heartbeat"])


def _say_alive(line: Any, processes: int) -> None:
    """Tell the leader how many processes work here, as long as this one lives."""
    from sync.backends.base import Unreachable

    board, name = Board(line), f"{socket.gethostname()}:{os.getpid()}"
    while True:
        with contextlib.suppress(Unreachable), asking():
            body = {"processes": processes, "at": board.now(), "version": VERSION}
            line.hset(key("workers"), name, json.dumps(body))
        time.sleep(ALIVE_EVERY)


def _tasks(app: Any, url: str, lease: float, slow_round: float) -> None:
    kept: list[Any] = []  # one for each child, made at its first pass

    @app.task(name=TASK)  # type: ignore[untyped-decorator]
    def one_pass(label: str, ticket: str) -> None:
        from sync.fleet.passes import Work

        if not kept:
            kept.append(Work(line_to(url), lease=lease, slow_round=slow_round))
        kept[0].run(Ticket(label, ticket))

    @app.task(name=CANARY)  # type: ignore[untyped-decorator]
    def canary(at: float) -> None:
        board = Board(line_to(url))
        board.line.hset(key("canary"), mapping={"sent": at, "done": board.now()})


def _children(megabytes: int) -> None:
    from celery.signals import worker_process_init

    def begin(**_: object) -> None:
        from sync.running.child import bound_memory
        from sync.running.collecting import seldom

        bound_memory(megabytes)
        seldom()

    worker_process_init.connect(begin, weak=False)
    import sync.fleet.passes
    import sync.running.service  # noqa: F401  before the children part, so that they share it
