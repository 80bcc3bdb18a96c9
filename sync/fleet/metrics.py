"""How the fleet stands, for Prometheus: asked of Redis when it is scraped; one endpoint covers all workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sync.backends.base import BackendError
from sync.fleet.standing import Fleet

FAMILIES = (  # name, kind, what it says; in the order of the page
    ("pairsheet_up", "gauge", "1 where Redis answers."),
    ("pairsheet_books", "gauge", "Books by where they are: waits, queued, in work, set aside."),
    ("pairsheet_oldest_change_seconds", "gauge", "Age of the oldest change that no pass has seen."),
    ("pairsheet_queue_length", "gauge", "Passes that no worker has taken."),
    ("pairsheet_unacked", "gauge", "Messages that workers hold."),
    ("pairsheet_worker_processes", "gauge", "Processes that work on passes."),
    ("pairsheet_leader", "gauge", "1 where somebody watches."),
    ("pairsheet_canary_age_seconds", "gauge", "Seconds since a worker last took a task; -1 where none ever did."),
    ("pairsheet_requests_left", "gauge", "Requests to Google left in this minute, by account."),
    ("pairsheet_passes", "counter", "Passes by outcome."),
    ("pairsheet_pass_seconds", "counter", "Seconds spent in each part of a pass."),
    ("pairsheet_needs_director", "gauge", "Things that directors are asked, over all books."),
)


class Collector:
    """What prometheus-client asks at each scrape."""

    def __init__(self, look: Callable[[], Fleet]) -> None:
        self._look = look

    def collect(self) -> Iterator[Any]:
        """Every family with its values; only that Redis is gone where it is."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        try:
            values = values_of(self._look())
        except BackendError:
            values = {"pairsheet_up": [((), 0.0)]}
        for name, kind, says in FAMILIES:
            rows = values.get(name)
            if rows is None:
                continue
            of = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
            family = of(name, says, labels=[word for word, _ in rows[0][0]] if rows else ())
            for labels, value in rows:
                family.add_metric([shown for _, shown in labels], value)
            yield family


Rows = list[tuple[tuple[tuple[str, str], ...], float]]


def values_of(fleet: Fleet) -> dict[str, Rows]:
    """Values by family; each with its labels."""
    one: dict[str, float] = {
        "pairsheet_up": 1.0,
        "pairsheet_oldest_change_seconds": fleet.oldest,
        "pairsheet_queue_length": fleet.queue,
        "pairsheet_unacked": fleet.unacked,
        "pairsheet_worker_processes": sum(fleet.workers.values()),
        "pairsheet_leader": float(fleet.leader),
        "pairsheet_canary_age_seconds": -1.0 if fleet.canary is None else fleet.canary,
        "pairsheet_needs_director": sum(book.shown.needs for book in fleet.books),
    }
    found: dict[str, Rows] = {name: [((), value)] for name, value in one.items()}
    places = ("waits", "queued", "in work", "set aside")
    found["pairsheet_books"] = [((("place", place),), float(fleet.of(place))) for place in places]
    many = {
        "pairsheet_requests_left": ("account", {name: float(n) for name, n in fleet.left.items()}),
        "pairsheet_passes": ("outcome", {name: float(n) for name, n in fleet.counts.items()}),
        "pairsheet_pass_seconds": ("part", dict(fleet.seconds)),
    }
    for name, (label, values) in many.items():
        if values:
            found[name] = [(((label, said),), value) for said, value in sorted(values.items())]
    return found


def serve(look: Callable[[], Fleet], port: int, host: str = "127.0.0.1") -> Callable[[], None]:
    """Serve the page; what ends it comes back. Raises OSError where the port is taken."""
    from prometheus_client import CollectorRegistry, start_http_server

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Collector(look))
    server, thread = start_http_server(port, host, registry)

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)

    return end
