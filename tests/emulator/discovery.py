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

from tests.emulator.errors import ApiError, field_violation
from tests.emulator.masks import Mask, leaves, parse
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

    def _build(self, item: Schema, title: str) -> Check:
        if "$ref" in item:
            name = item["$ref"]
            return lambda value, path, troubles, nulls: self._named(name)(value, path, troubles, nulls)
        kind = item.get("type")
        if kind == "any":
            return _anything
        if kind == "object":
            return self._object(item, title)
        if kind == "array":
            return self._array(item, title)
        return self._scalar(item)

    def _object(self, item: Schema, title: str) -> Check:
        fields = {name: self._build(inner, title) for name, inner in item.get("properties", {}).items()}
        extra = item.get("additionalProperties")
        other = self._build(extra, title) if extra is not None else None

        def check(value: Any, path: str, troubles: list[Trouble], nulls: bool) -> None:
            if value is None and nulls:
                return
            if not isinstance(value, dict):
                troubles.append((path, f"Invalid value at '{path}' ({title}), {_shown(value)}"))
                return
            for name, inner in value.items():
                field = fields.get(name, other)
                if field is None:
                    where = f" at '{path}'" if path else ""
                    troubles.append(
                        (path, f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.')
                    )
                else:
                    field(inner, f"{path}.{name}" if path else name, troubles, nulls)

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

    def _scalar(self, item: Schema) -> Check:
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
                name = "TYPE_ENUM" if allowed is not None else _TYPES[kind]
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
        for trouble in query_troubles(service, name, method, request):
            self._found(name, trouble)
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
            field, _ = troubles[0]
            raise field_violation(field, "\n".join(text for _, text in troubles))
        for field in REQUIRED_BODY.get(name, ()):
            if body.get(field) in (None, []):
                self._found(name, f"the body lacks {field}")
        if name == "sheets.spreadsheets.batchUpdate":
            for number, one in enumerate(body.get("requests") or []):
                for text in request_troubles(one):
                    self._found(name, f"requests[{number}]: {text}")

    def response(self, name: str, request: Request, message: Any) -> None:
        """Check an answer. A violation here is a fault of the emulator."""
        service, method = _method(name)
        if method is None or "response" not in method:
            return
        self.checked += 1
        for where, text in shapes(service).check(method["response"]["$ref"], message, nulls=False):
            self._found(name, f"answer: {where}: {text}")
        fields = request.one("fields")
        if fields:
            for path in shapes(service).unknown_paths(method["response"]["$ref"], parse(fields)):
                self._found(name, f"fields={path} leads nowhere")

    def refusal(self, name: str, body: Any) -> None:
        """Check the shape of an error."""
        error = body.get("error")
        if not isinstance(error, dict) or not isinstance(error.get("code"), int) or not error.get("message"):
            self._found(name, f"an error of the wrong shape: {body}")


def _method(name: str) -> tuple[str, Schema | None]:
    service = name.partition(".")[0]
    return service, methods(service).get(name) if service in DOCUMENTS else None


def query_troubles(service: str, name: str, method: Schema, request: Request) -> list[str]:
    """What is wrong with the query of a request."""
    known = {**document(service).get("parameters", {}), **method.get("parameters", {})}
    troubles = []
    seen: set[str] = set()
    for key, value in request.query:
        spec = known.get(key)
        if spec is None or spec.get("location") != "query":
            if key not in IGNORED_QUERY.get(name, ()):
                troubles.append(f"query parameter {key} is not known")
            continue
        if key in seen and not spec.get("repeated"):
            troubles.append(f"query parameter {key} is given twice")
        seen.add(key)
        if "enum" in spec and value not in spec["enum"]:
            troubles.append(f"query parameter {key}={value} is none of {spec['enum']}")
        if spec["type"] == "boolean" and value.lower() not in ("true", "false"):
            troubles.append(f"query parameter {key}={value} is no boolean")
        if spec["type"] == "integer" and not re.fullmatch(r"-?[0-9]+", value):
            troubles.append(f"query parameter {key}={value} is no number")
    needed = [key for key, spec in known.items() if spec.get("required") and spec.get("location") == "query"]
    wanted = [*needed, *REQUIRED_QUERY.get(name, ())]
    return troubles + [f"query parameter {key} is required" for key in wanted if key not in seen]


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
