"""The emulator against recorded traffic of the real services, and the judge against it too."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.emulator.discovery import json_schema, methods, shapes
from tests.emulator.replay import ENV, Difference, Exchange, Replay, load, recordings_path

ROOT = Path(__file__).resolve().parents[2]
PATH = recordings_path(ROOT)

#: Differences we accept: (call, place in the answer begins with) → why.
ALLOWED = {
    ("sheets.spreadsheets.get", "sheets[0].data[0].columnMetadata[0].pixelSize"): (
        "the width of an automatically sized column depends on the service's own fonts"
    ),
    ("drive.v2.files.update", "etag"): "a tag made of the moment of the change",
    ("drive.v2.files.update", "userPermission.etag"): "a tag that the service makes up",
    ("drive.v2.files.update", "embedLink"): "it ends in the account's number",
    ("drive.v2.files.update", "thumbnailLink"): "it ends in a token that the service makes up",
    ("drive.v2.files.update", "version"): "how many steps the service takes for an upload is its own affair",
}
#: Calls the worker makes: nothing is allowed to differ in their status, and nothing in them but the widths above.
WORKER_CALLS = frozenset(
    "sheets.spreadsheets." + name
    for name in [
        "get",
        "batchUpdate",
        "values.get",
        "values.batchGet",
        "values.update",
        "values.append",
        "values.clear",
        "values.batchUpdate",
        "values.batchClear",
    ]
)

needs_recordings = pytest.mark.skipif(
    PATH is None, reason=f"no recordings: set {ENV} or put them at ../shared/data/google/recordings.json.gz"
)


@cache
def scenarios() -> dict[str, list[Exchange]]:
    """The recordings; none where the file is absent."""
    return load(PATH) if PATH is not None else {}


def allowed(difference: Difference) -> bool:
    """Whether a difference is in the list above."""
    if not difference.where:
        return False
    return any(difference.call == call and difference.where.startswith(place) for call, place in ALLOWED)


@needs_recordings
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_a_recorded_scenario_is_answered_as_recorded(scenario: str) -> None:
    """Status, keys, types and values are the recorded ones; ids and times apart."""
    replay = Replay(scenario)
    with replay.service.judge.pardon():
        differences = [one for one in replay.run(scenarios()[scenario]) if not allowed(one)]
    assert not differences, "\n".join(str(one) for one in differences[:20])


@needs_recordings
def test_only_widths_and_marks_of_the_old_upload_differ() -> None:
    """The calls of the worker differ in automatic widths alone, and every line of the list is still needed."""
    used: set[tuple[str, str]] = set()
    calls: set[str] = set()
    for scenario, exchanges in scenarios().items():
        replay = Replay(scenario)
        with replay.service.judge.pardon():
            for one in replay.run(exchanges):
                used |= {key for key in ALLOWED if one.call == key[0] and one.where.startswith(key[1])}
                assert one.call not in WORKER_CALLS or "pixelSize" in one.where
        calls |= set(replay.names)
    assert calls
    if not os.environ.get(ENV):  # other recordings need not hold every call
        assert used == set(ALLOWED)
        assert calls >= WORKER_CALLS


@needs_recordings
def test_the_judge_refuses_only_what_the_service_refused() -> None:
    """Every request that was answered 200 passes the judge, and every answer of the emulator does."""
    refused = 0
    for scenario, exchanges in scenarios().items():
        replay = Replay(scenario)
        judge = replay.service.judge
        for number, exchange in enumerate(exchanges):
            before = len(judge.violations)
            list(replay.one(number, exchange))
            if exchange["status"] < 400:
                assert judge.violations[before:] == []
            refused += len(judge.violations) > before
    assert refused > 0 or all(one["status"] < 400 for all_of_it in scenarios().values() for one in all_of_it)


@needs_recordings
def test_quick_checks_agree_with_json_schema() -> None:
    """The quick checks and a full JSON Schema validator say the same of recorded answers, sound and spoilt."""
    message = methods("sheets")["sheets.spreadsheets.get"]["response"]["$ref"]
    validator = jsonschema.Draft202012Validator(json_schema("sheets", message, nulls=False))
    seen = 0
    for exchanges in list(scenarios().values())[::8]:
        for exchange in exchanges:
            answer = exchange["response"]
            if not isinstance(answer, dict) or "sheets" not in answer or seen >= 60:
                continue
            seen += 1
            spoilt = [
                {**answer, "titel": "x"},
                {**answer, "sheets": [{"properties": {"sheetId": "0"}}]},
                {**answer, "sheets": {}},
                {**answer, "namedRanges": [{"range": {"startRowIndex": None}}]},
                {**answer, "sheets": [{"properties": {"sheetType": "PAPER"}}]},
            ]
            for candidate in (answer, *spoilt):
                assert validator.is_valid(candidate) == (not shapes("sheets").check(message, candidate, nulls=False))
    assert seen
