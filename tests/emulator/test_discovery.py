"""The judge made of Google's discovery documents."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.emulator.discovery import MASK_TARGETS, Judge, document, json_schema, methods, request_troubles, shapes
from tests.emulator.errors import ApiError
from tests.emulator.fixtures import Emulated, in_process
from tests.emulator.service import Service
from tests.emulator.traffic import Request

__all__ = ["in_process"]
BATCH = "sheets.spreadsheets.batchUpdate"
SAMPLES: list[tuple[dict[str, Any], bool]] = [
    ({"requests": [{"addSheet": {"properties": {"title": "A"}}}]}, True),
    ({"requests": [{"addSheet": {"properties": {"titel": "A"}}}]}, False),
    ({"requests": [{"updateCell": {}}]}, False),
    ({"requests": [{"addProtectedRange": {"protectedRange": {"editors": None, "description": None}}}]}, True),
    ({"requests": [{"deleteSheet": {"sheetId": "0"}}]}, False),
    ({"requests": [{"deleteSheet": {"sheetId": True}}]}, False),
    ({"requests": {"deleteSheet": {}}}, False),
    ({"requests": [{"mergeCells": {"mergeType": "MERGE_SOME"}}]}, False),
    ({"requests": [{"updateCells": {"rows": [{"values": [{"userEnteredValue": {"numberValue": 1}}]}]}}]}, True),
]


@pytest.mark.parametrize(("body", "sound"), SAMPLES)
def test_bodies_are_judged_by_both_checkers(body: dict[str, Any], sound: bool) -> None:
    """Unknown fields, wrong types and wrong words are refused; nulls are not."""
    validator = jsonschema.Draft202012Validator(json_schema("sheets", "BatchUpdateSpreadsheetRequest", nulls=True))
    assert validator.is_valid(body) is sound
    assert (not shapes("sheets").check("BatchUpdateSpreadsheetRequest", body, nulls=True)) is sound


def test_null_is_refused_in_answers() -> None:
    """An answer never holds null."""
    assert shapes("sheets").check("ValueRange", {"range": None}, nulls=False)


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        ({}, "exactly one kind"),
        ({"deleteSheet": {"sheetId": 1}, "addSheet": {}}, "exactly one kind"),
        ({"updateSheetProperties": {"properties": {}}}, "needs fields"),
        ({"updateSheetProperties": {"properties": {}, "fields": "gridProperties/rowCounts"}}, "leads nowhere"),
        ({"repeatCell": {"fields": "userEnteredFormat(bold"}}, "Invalid field mask"),
    ],
)
def test_requests_are_judged_beyond_their_shape(request_: dict[str, Any], complaint: str) -> None:
    """One kind each, a mask where one is needed, and the mask leads somewhere."""
    assert any(complaint in text for text in request_troubles(request_))


@pytest.mark.parametrize(
    "fields", ["title", "gridProperties.rowCount", "gridProperties(rowCount,frozen_row_count)", "*"]
)
def test_masks_may_be_spelled_in_every_way(fields: str) -> None:
    """Dots, brackets, snake case, star."""
    assert request_troubles({"updateSheetProperties": {"properties": {}, "fields": fields}}) == []


def test_the_table_of_masks_is_whole() -> None:
    """Every kind of request that has `fields` is in the table, and its message exists."""
    schemas = document("sheets")["schemas"]
    with_fields = {
        name
        for name, item in schemas["Request"]["properties"].items()
        if "fields" in schemas[item["$ref"]].get("properties", {})
    }
    assert with_fields == set(MASK_TARGETS)
    assert set(MASK_TARGETS.values()) <= set(schemas)


def test_queries_are_judged() -> None:
    """Unknown names, wrong words and what is missing are told."""
    judge = Judge()
    url = "https://sheets.googleapis.com/v4/spreadsheets/x/values/A1"
    name = "sheets.spreadsheets.values.update"
    with pytest.raises(ApiError, match="ValueInputOption") as caught:
        judge.request(name, Request.of("PUT", url + "?valueInputOption=ROW&render=1", {}, b""), {"values": []})
    assert "Cannot bind query parameter" in caught.value.message
    judge.request(name, Request.of("PUT", url, {}, b""), {"values": []})
    assert len(judge.violations) == 3
    with pytest.raises(AssertionError, match="do not follow"):
        judge.raise_violations()


def test_a_misspelt_request_is_refused_and_held_against_the_test(in_process: Emulated) -> None:
    """The service answers 400 in its own words; inside `pardon` the test may go on."""
    sheet = in_process.client().open_by_key(in_process.book_id)
    with in_process.service.judge.pardon(), pytest.raises(Exception, match='Unknown name "updateCell"'):
        sheet.batch_update({"requests": [{"updateCell": {}}]})
    service = Service()
    with pytest.raises(ApiError):
        service.judge.request(BATCH, Request.of("POST", "https://x/", {}, b""), {"requests": [{"updateCell": {}}]})
    assert service.judge.violations


def test_methods_carry_their_ids() -> None:
    """The calls of the worker are all in the documents."""
    assert {BATCH, "sheets.spreadsheets.values.batchGet"} <= set(methods("sheets"))
    assert {"drive.files.get", "drive.changes.list"} <= set(methods("drive"))
