"""The judge: Google's own discovery documents as strict schemas.

The documents come with the google-api-python-client package. `json_schema` turns one into JSON Schema (unknown fields
refused; null allowed in requests only); `Shapes` checks the same rules quickly, and a test holds the two together.
Every request that reaches the emulator and every answer it gives passes through `Judge`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

from tests.emulator.errors import ApiError, DriveError, field_violations
from tests.emulator.masks import Mask, camel, leaves, parse
from tests.emulator.traffic import Request

Schema = Mapping[str, Any]
DOCUMENTS = {"sheets": "sheets.v4.json", "drive": "drive.v3.json"}
#: Query parameters that clients send and the service ignores, though the documents do not list them.
IGNORED_QUERY = {"drive.files.get": frozenset(("includeItemsFromAllDrives",))}
#: Body fields of that sort, left out before the check.
IGNORED_BODY = {"drive.permissions.create": frozenset(("withLink",))}
#: Query parameters and body fields that the documents do not mark as required and the service asks for all the same.
REQUIRED_QUERY = {
    "sheets.spreadsheets.values.update": ("valueInputOption",),
    "sheets.spreadsheets.values.append": ("valueInputOption",),
}
REQUIRED_BODY = {
    "sheets.spreadsheets.values.batchUpdate": ("valueInputOption", "data"),
    "sheets.spreadsheets.values.batchClear": ("ranges",),
    "sheets.spreadsheets.batchUpdate": ("requests",),
}
#: The message that the `fields` of a batchUpdate request speaks of.
MASK_TARGETS = {
    "updateSpreadsheetProperties": "SpreadsheetProperties",
    "updateSheetProperties": "SheetProperties",
    "updateDimensionProperties": "DimensionProperties",
    "updateDimensionGroup": "DimensionGroup",
    "updateNamedRange": "NamedRange",
    "updateProtectedRange": "ProtectedRange",
    "updateCells": "CellData",
    "appendCells": "CellData",
    "repeatCell": "CellData",
    "updateBanding": "BandedRange",
    "updateFilterView": "FilterView",
    "updateDeveloperMetadata": "DeveloperMetadata",
    "updateEmbeddedObjectPosition": "EmbeddedObjectPosition",
    "updateEmbeddedObjectBorder": "EmbeddedObjectBorder",
    "updateSlicerSpec": "SlicerSpec",
    "updateTable": "Table",
    "updateDataSource": "DataSource",
}


@cache
def document(name: str) -> Schema:
    """A discovery document: sheets or drive."""
    folder = files("googleapiclient.discovery_cache") / "documents"
    loaded: Schema = json.loads((folder / DOCUMENTS[name]).read_text(encoding="utf-8"))
    return loaded


@cache
def methods(name: str) -> Mapping[str, Schema]:
    """Every method of a document by its id, such as sheets.spreadsheets.values.get."""

    def walk(node: Schema) -> Iterator[tuple[str, Schema]]:
        for method in node.get("methods", {}).values():
            yield method["id"], method
        for inner in node.get("resources", {}).values():
            yield from walk(inner)

    return dict(walk(document(name)))


def json_schema(name: str, message: str, *, nulls: bool) -> dict[str, Any]:
    """A strict JSON Schema (draft 2020-12) of one message of a document."""
    defs = {key: _converted(item, nulls) for key, item in document(name)["schemas"].items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"#/$defs/{message}", "$defs": defs}


def _converted(item: Schema, nulls: bool) -> dict[str, Any]:
    out: dict[str, Any]
    if "$ref" in item:
        out = {"$ref": f"#/$defs/{item['$ref']}"}
    elif item.get("type") == "object":
        out = {"type": "object", "properties": {k: _converted(v, nulls) for k, v in item.get("properties", {}).items()}}
        extra = item.get("additionalProperties")
        out["additionalProperties"] = _converted(extra, nulls) if extra is not None else False
    elif item.get("type") == "array":
        out = {"type": "array", "items": _converted(item["items"], nulls)}
    elif item.get("type") == "any":
        return {}
    else:
        out = {"type": item["type"]}
        if "enum" in item:
            out["enum"] = list(item["enum"])
        if item.get("format") in ("int64", "uint64"):
            out["pattern"] = "^-?[0-9]+$"
    return {"anyOf": [{"type": "null"}, out]} if nulls else out


#: Where the service keeps the types that its refusals name.
TYPES = "type.googleapis.com/google.apps.sheets.v4."
#: Enumerations that stand on their own; all others lie inside the message that uses them.
_SHARED_ENUMS = {
    "dimension": "Dimension",
    "majorDimension": "Dimension",
    "shiftDimension": "Dimension",
    "valueInputOption": "ValueInputOption",
    "valueRenderOption": "ValueRenderOption",
    "responseValueRenderOption": "ValueRenderOption",
    "dateTimeRenderOption": "DateTimeRenderOption",
    "responseDateTimeRenderOption": "DateTimeRenderOption",
    "insertDataOption": "AppendValuesRequest.InsertDataOption",
    "sortOrder": "SortOrder",
    "pasteType": "PasteType",
    "pasteOrientation": "PasteOrientation",
    "horizontalAlignment": "HorizontalAlign",
    "verticalAlignment": "VerticalAlign",
    "relativeDate": "RelativeDate",
}
Trouble = tuple[str, str]
Check = Callable[[Any, str, list[Trouble], bool], None]
_TYPES = {"integer": "TYPE_INT32", "number": "TYPE_DOUBLE", "boolean": "TYPE_BOOL", "string": "TYPE_STRING"}


class Shapes:
    """The messages of a document as quick checks. A trouble is (path, the service's words)."""

    def __init__(self, name: str) -> None:
        self._schemas = document(name)["schemas"]
        self._made: dict[str, Check] = {}

    def check(self, message: str, value: Any, *, nulls: bool, path: str = "") -> list[Trouble]:
        """What is wrong with a message; empty when nothing is."""
        troubles: list[Trouble] = []
        self._named(message)(value, path, troubles, nulls)
        return troubles

    def _named(self, message: str) -> Check:
        if message not in self._made:
            made: list[Check] = []
            # Messages may hold themselves, so the name is taken before the check is built.
            self._made[message] = lambda value, path, troubles, nulls: made[0](value, path, troubles, nulls)
            made.append(self._build(self._schemas[message], message))
            self._made[message] = made[0]
        return self._made[message]

    def _build(self, item: Schema, title: str, name: str = "") -> Check:
        if "$ref" in item:
            other = item["$ref"]
            return lambda value, path, troubles, nulls: self._named(other)(value, path, troubles, nulls)
        kind = item.get("type")
        if kind == "any":
            return _anything
        if kind == "object":
            return self._object(item, title)
        if kind == "array":
            return self._array(item, title)
        return self._scalar(item, enum_type(title, name))

    def _object(self, item: Schema, title: str) -> Check:
        fields = {name: self._build(inner, title, name) for name, inner in item.get("properties", {}).items()}
        extra = item.get("additionalProperties")
        other = self._build(extra, title) if extra is not None else None

        def check(value: Any, path: str, troubles: list[Trouble], nulls: bool) -> None:
            if value is None and nulls:
                return
            if not isinstance(value, dict):
                inside = "BatchUpdateSpreadsheetRequest." if title == "Request" else ""
                troubles.append((path, f"Invalid value at '{path}' ({TYPES}{inside}{title}), {_shown(value)}"))
                return
            for name, inner in value.items():
                field = fields.get(name, other) or fields.get(camel(name))
                if field is None:
                    where = f" at '{path}'" if path else ""
                    troubles.append(
                        (path, f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.')
                    )
                else:
                    # The service names fields in refusals as they are spelt inside it: with underscores.
                    field(inner, f"{path}.{snake(name)}" if path else snake(name), troubles, nulls)

        return check

    def _array(self, item: Schema, title: str) -> Check:
        inner_kind = item["items"].get("type")
        free = inner_kind == "any"
        one = self._build(item["items"], title)
        words = "type.googleapis.com/google.protobuf.ListValue" if inner_kind in ("any", "array") else title

        def check(value: Any, path: str, troubles: list[Trouble], nulls: bool) -> None:
            if value is None and nulls:
                return
            if not isinstance(value, list):
                troubles.append((path, f"Invalid value at '{path}' ({words}), {_shown(value)}"))
                return
            if not free:
                for at, inner in enumerate(value):
                    one(inner, f"{path}[{at}]", troubles, nulls)

        return check

    def _scalar(self, item: Schema, enum: str = "TYPE_ENUM") -> Check:
        kind = item["type"]
        allowed = frozenset(item["enum"]) if "enum" in item else None
        digits = item.get("format") in ("int64", "uint64")

        def fits(value: Any) -> bool:
            if kind == "boolean":
                return isinstance(value, bool)
            if kind == "integer":
                return (isinstance(value, int) or (isinstance(value, float) and value.is_integer())) and not isinstance(
                    value, bool
                )
            if kind == "number":
                return isinstance(value, (int, float)) and not isinstance(value, bool)
            if not isinstance(value, str):
                return False
            if allowed is not None and value not in allowed:
                return False
            return not digits or re.fullmatch(r"-?[0-9]+", value) is not None

        def check(value: Any, path: str, troubles: list[Trouble], nulls: bool) -> None:
            if not fits(value) and not (value is None and nulls):
                name = enum if allowed is not None else _TYPES[kind]
                troubles.append((path, f"Invalid value at '{path}' ({name}), {_shown(value)}"))

        return check

    def unknown_paths(self, message: str, mask: Mask) -> list[str]:
        """Paths of a field mask that lead nowhere in a message."""
        return [path for path in leaves(mask) if not self._leads(self._schemas[message], path.split("."))]

    def _leads(self, item: Schema, path: list[str]) -> bool:
        while "$ref" in item or item.get("type") == "array":
            item = self._schemas[item["$ref"]] if "$ref" in item else item["items"]
        if not path or path == ["*"]:
            return True
        if item.get("type") == "any" or "additionalProperties" in item:
            return True
        inner = item.get("properties", {}).get(path[0])
        return inner is not None and self._leads(inner, path[1:])


def enum_type(message: str, name: str) -> str:
    """The full name of the enumeration of a field."""
    if name in _SHARED_ENUMS:
        return TYPES + _SHARED_ENUMS[name]
    if message == "BooleanCondition":
        return TYPES + "ConditionType"
    return f"{TYPES}{message}.{name[:1].upper()}{name[1:]}"


@cache
def snake(name: str) -> str:
    """`rowCount` → `row_count`."""
    return re.sub(r"(?<!^)([A-Z])", lambda got: "_" + got[1].lower(), name)


def _anything(_value: Any, _path: str, _troubles: list[Trouble], _nulls: bool) -> None:
    """Every value will do."""


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:200]


@cache
def shapes(name: str) -> Shapes:
    """The checks of a document: sheets or drive."""
    return Shapes(name)


class Judge:
    """Keeps every violation; `raise_violations` makes a test fail on them."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self.checked = 0
        self._pardon = 0

    @contextmanager
    def pardon(self) -> Iterator[None]:
        """Violations inside are meant: they are refused by the service as ever, and not held against the test."""
        self._pardon += 1
        try:
            yield
        finally:
            self._pardon -= 1

    def raise_violations(self) -> None:
        """Problems: AssertionError with the first violations, if there were any."""
        if self.violations:
            listed = "\n".join(self.violations[:10])
            raise AssertionError(f"{len(self.violations)} messages do not follow Google's documents:\n{listed}")

    def _found(self, name: str, text: str) -> None:
        if not self._pardon:
            self.violations.append(f"{name}: {text}")

    def request(self, name: str, request: Request, body: Any) -> None:
        """Check a request's query, body and masks. Problems: 400 for a body of the wrong shape, as the service says."""
        service, method = _method(name)
        if method is None:
            return
        self.checked += 1
        found = query_troubles(service, name, method, request)
        for _, text, _ in found:
            self._found(name, text)
        # Drive leaves aside what it does not know; the Sheets service refuses it.
        refused = [(field, words) for field, _, words in found if words and service == "sheets"]
        if refused:
            raise field_violations(refused)
        self._mask(service, name, method, request)
        if "request" not in method or body is None:
            for field in REQUIRED_BODY.get(name, ()):
                self._found(name, f"the body lacks {field}")
            return
        if name in IGNORED_BODY and isinstance(body, dict):
            body = {key: value for key, value in body.items() if key not in IGNORED_BODY[name]}
        message = method["request"]["$ref"]
        prefix = "data" if message == "ValueRange" else ""
        troubles = shapes(service).check(message, body, nulls=True, path=prefix)
        for where, text in troubles:
            self._found(name, f"{where}: {text}")
        if troubles:
            raise field_violations(troubles)
        for field in REQUIRED_BODY.get(name, ()):
            if body.get(field) in (None, []):
                self._found(name, f"the body lacks {field}")
        if name == "sheets.spreadsheets.batchUpdate":
            for number, one in enumerate(body.get("requests") or []):
                for text in request_troubles(one):
                    self._found(name, f"requests[{number}]: {text}")

    def response(self, name: str, message: Any) -> None:
        """Check an answer. A violation here is a fault of the emulator."""
        service, method = _method(name)
        if method is None or "response" not in method:
            return
        self.checked += 1
        for where, text in shapes(service).check(method["response"]["$ref"], message, nulls=False):
            self._found(name, f"answer: {where}: {text}")

    def _mask(self, service: str, name: str, method: Schema, request: Request) -> None:
        """Problems: 400 when the `fields` parameter names what the answer does not have."""
        fields = request.one("fields")
        if not fields or "response" not in method:
            return
        paths = shapes(service).unknown_paths(method["response"]["$ref"], parse(fields))
        for path in paths:
            self._found(name, f"fields={path} leads nowhere")
        if paths and service == "drive":
            raise DriveError(400, f"Invalid field selection {paths[0].split('.')[-1]}", "invalidParameter", at="fields")
        if paths:
            words = "Error expanding 'fields' parameter. Cannot find matching fields for path '{}'."
            refusal = field_violations([(path, words.format(path)) for path in paths])
            raise ApiError(400, "Request contains an invalid argument.", refusal.details)

    def refusal(self, name: str, body: Any) -> None:
        """Check the shape of an error."""
        error = body.get("error")
        if not isinstance(error, dict) or not isinstance(error.get("code"), int) or not error.get("message"):
            self._found(name, f"an error of the wrong shape: {body}")


def _method(name: str) -> tuple[str, Schema | None]:
    service = name.partition(".")[0]
    return service, methods(service).get(name) if service in DOCUMENTS else None


def query_troubles(service: str, name: str, method: Schema, request: Request) -> list[tuple[str, str, str]]:
    """What is wrong with the query of a request: (parameter, in our words, in the service's or nothing)."""
    known = {**document(service).get("parameters", {}), **method.get("parameters", {})}
    troubles: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for key, value in request.query:
        spec = known.get(key)
        if spec is None or spec.get("location") != "query":
            if key not in IGNORED_QUERY.get(name, ()):
                words = (
                    f'Invalid JSON payload received. Unknown name "{key}": Cannot bind query parameter. '
                    f"Field '{key}' could not be found in request message."
                )
                troubles.append(("", f"query parameter {key} is not known", words))
            continue
        if key in seen and not spec.get("repeated"):
            troubles.append((key, f"query parameter {key} is given twice", ""))
        seen.add(key)
        kind, wrong = "", ""
        if "enum" in spec and value not in spec["enum"]:
            kind, wrong = enum_type("", key), f"none of {spec['enum']}"
        elif spec["type"] == "boolean" and value.lower() not in ("true", "false"):
            kind, wrong = "TYPE_BOOL", "no boolean"
        elif spec["type"] == "integer" and not re.fullmatch(r"-?[0-9]+", value):
            kind, wrong = "TYPE_INT32", "no number"
        if wrong:
            words = f"Invalid value at '{snake(key)}' ({kind}), {_shown(value)}"
            troubles.append((snake(key), f"query parameter {key}={value} is {wrong}", words))
    needed = [key for key, spec in known.items() if spec.get("required") and spec.get("location") == "query"]
    wanted = [key for key in [*needed, *REQUIRED_QUERY.get(name, ())] if key not in seen]
    return troubles + [(key, f"query parameter {key} is required", "") for key in wanted]


def request_troubles(one: Mapping[str, Any]) -> list[str]:
    """What is wrong with one request of a batchUpdate: exactly one kind, a mask that leads somewhere."""
    kinds = [name for name, body in one.items() if body is not None]
    if len(kinds) != 1:
        return [f"exactly one kind is needed, not {kinds}"]
    name = kinds[0]
    target = MASK_TARGETS.get(name)
    if target is None:
        return []
    fields = one[name].get("fields")
    if not fields:
        return [f"{name} needs fields"]
    try:
        mask = parse(fields)
    except ApiError as trouble:
        return [trouble.message]
    return [f"{name}: fields {path} leads nowhere in {target}" for path in shapes("sheets").unknown_paths(target, mask)]
