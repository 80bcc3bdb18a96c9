"""Replays recorded traffic of the real services against the emulator and tells every difference.

A recording is `{scenario: [{method, uri, body, status, response}, ...]}` in the order sent. Ids differ from run to
run, so they are mapped as they appear; times are compared by kind only.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.emulator.service import Service
from tests.emulator.traffic import Request

WORKER = "worker@example.iam.gserviceaccount.com"
#: Keys whose values are ids that the service makes up.
ID_KEYS = frozenset(
    [
        "id",
        "spreadsheetId",
        "sheetId",
        "namedRangeId",
        "protectedRangeId",
        "chartId",
        "bandedRangeId",
        "filterViewId",
        "slicerId",
        "metadataId",
        "permissionId",
        "fileId",
    ]
)
#: Keys whose values are moments.
TIME_KEYS = frozenset(
    ["createdTime", "modifiedTime", "createdDate", "modifiedDate", "modifiedByMeDate", "lastViewedByMeDate"]
)
ENV = "PAIRSHEET_RECORDINGS"
Exchange = dict[str, Any]
_FILE = re.compile(r"/(?:spreadsheets|files)/([^/:?]+)")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the emulator answered otherwise than the real service."""

    scenario: str
    number: int
    call: str
    where: str
    recorded: Any
    emulated: Any

    def __str__(self) -> str:
        return (
            f"{self.scenario} #{self.number} {self.call} {self.where or 'status'}: "
            f"recorded {self.recorded!r}, emulated {self.emulated!r}"
        )


def recordings_path(root: Path) -> Path | None:
    """Where the recordings are: the environment says, or beside the checkout; None when absent."""
    told = os.environ.get(ENV)
    path = Path(told) if told else root.parent / "shared" / "data" / "google" / "recordings.json.gz"
    return path if path.is_file() else None


def load(path: Path) -> dict[str, list[Exchange]]:
    """The scenarios of a recording."""
    raw = path.read_bytes()
    text = gzip.decompress(raw) if path.suffix == ".gz" else raw
    scenarios: dict[str, list[Exchange]] = json.loads(text)
    return scenarios


class Replay:
    """One scenario against a fresh emulator."""

    def __init__(self, scenario: str, service: Service | None = None) -> None:
        self.scenario = scenario
        self.service = service or Service()
        self.service.anonymous = WORKER
        self.ids: dict[tuple[str, Any], Any] = {}
        self.names: list[str] = []
        #: Exchanges left out because they name a file that was made before the recording began.
        self.foreign = 0

    def run(self, exchanges: list[Exchange]) -> list[Difference]:
        """Send every request in order and compare."""
        return [difference for number, one in enumerate(exchanges) for difference in self.one(number, one)]

    def one(self, number: int, exchange: Exchange) -> Iterator[Difference]:
        """Send one request and compare its answer."""
        uri, body = self._uri(exchange["uri"]), exchange["body"]
        if self._foreign(exchange):
            self.foreign += 1
            return
        if isinstance(body, str):
            data = body.encode()
        else:
            data = b"" if body is None else json.dumps(self._body(body)).encode()
        answer = self.service.handle(Request.of(exchange["method"], uri, {}, data))
        call = self.service.log.calls[-1].name or f"{exchange['method']} {exchange['uri'].split('?')[0]}"
        self.names.append(call)
        if answer.status != exchange["status"]:
            yield Difference(
                self.scenario, number, call, "", exchange["status"], f"{answer.status} {answer.body[:200]!r}"
            )
            return
        recorded = exchange["response"]
        try:
            got = json.loads(answer.body) if answer.body else None
        except ValueError:
            got = answer.body.decode()
        if call == "drive.files.list" and isinstance(recorded, dict) and isinstance(got, dict):
            recorded = self._own_files(recorded)
        for where, old, new in self._compare(recorded, got, "", ""):
            yield Difference(self.scenario, number, call, where, old, new)

    def _foreign(self, exchange: Exchange) -> bool:
        match = _FILE.search(exchange["uri"])
        return match is not None and ("file", match[1]) not in self.ids and exchange["status"] not in (400, 404)

    def _own_files(self, listed: Exchange) -> Exchange:
        files = [file for file in listed.get("files", ()) if ("file", file["id"]) in self.ids]
        return {name: value for name, value in listed.items() if name != "nextPageToken"} | {"files": files}

    def _uri(self, uri: str) -> str:
        for (key, old), new in self.ids.items():
            if key == "file" and old in uri:
                uri = uri.replace(old, new)
        return uri

    def _body(self, body: Any, key: str = "") -> Any:
        if isinstance(body, dict):
            return {name: self._body(value, name) for name, value in body.items()}
        if isinstance(body, list):
            return [self._body(item, key) for item in body]
        kind = _kind(key)
        return self.ids.get((kind, body), body) if kind and not isinstance(body, float) else body

    def _compare(self, old: Any, new: Any, where: str, key: str) -> Iterator[tuple[str, Any, Any]]:
        if isinstance(old, dict) and isinstance(new, dict):
            for name in sorted(old.keys() | new.keys()):
                place = f"{where}.{name}" if where else name
                if name not in new:
                    yield place, old[name], "(absent)"
                elif name not in old:
                    yield place, "(absent)", new[name]
                else:
                    yield from self._compare(old[name], new[name], place, name)
            return
        if isinstance(old, list) and isinstance(new, list):
            if len(old) != len(new):
                yield f"{where}[]", f"{len(old)} items: {old!r}"[:300], f"{len(new)} items: {new!r}"[:300]
                return
            for at, (one, two) in enumerate(zip(old, new, strict=True)):
                yield from self._compare(one, two, f"{where}[{at}]", key)
            return
        if isinstance(old, bool) != isinstance(new, bool) or _sort(old) != _sort(new):
            yield where, old, new
            return
        kind = _kind(key)
        if kind:
            known = self.ids.setdefault((kind, old), new)
            if known != new:
                yield where, f"{old} (here {known})", new
            return
        if key in TIME_KEYS:
            return
        if isinstance(old, str):
            for (id_kind, recorded), mine in self.ids.items():
                if id_kind == "file":
                    old = old.replace(recorded, mine)
        if old != new:
            yield where, old, new


def _kind(key: str) -> str:
    if key not in ID_KEYS:
        return ""
    return "file" if key in ("id", "spreadsheetId", "fileId") else key


def _sort(value: Any) -> str:
    return "number" if isinstance(value, (int, float)) else type(value).__name__
