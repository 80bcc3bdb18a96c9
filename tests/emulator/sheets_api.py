"""The methods of the Sheets service, by their discovery names."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.emulator import batch, values, view
from tests.emulator.book import Book
from tests.emulator.errors import ApiError, field_violation, in_request, invalid
from tests.emulator.masks import parse, project
from tests.emulator.sheet import Json
from tests.emulator.traffic import Request
from tests.emulator.values import Setting, flag
from tests.emulator.world import File, World


class SheetsApi:
    """Answers calls. Each method gets the path's parts, the request and who asks, and gives a message."""

    def __init__(self, world: World) -> None:
        self.world = world

    def setting(self, who: str) -> Setting:
        """The circumstances of a call now."""
        return Setting(who, self.world.clock.now(), self.world.switches)

    def _read(self, book_id: str, who: str) -> Book:
        book = self.world.opened(book_id, who, write=False).book
        assert book is not None
        return book

    def _write(self, book_id: str, who: str) -> tuple[File, Book]:
        file = self.world.opened(book_id, who, write=True)
        assert file.book is not None
        return file, file.book.copy()

    def create(self, _parts: dict[str, str], request: Request, who: str) -> Json:
        """A new spreadsheet with the tabs and properties given."""
        body = body_of(request)
        title = (body.get("properties") or {}).get("title") or "Untitled spreadsheet"
        file = self.world.create(title, who)
        book = self.world.book(file.id)
        setting = self.setting(who)
        requests: list[Json] = []
        given = {k: v for k, v in (body.get("properties") or {}).items() if v is not None and k != "title"}
        if given:
            mask = ",".join(given)
            requests.append({"updateSpreadsheetProperties": {"properties": given, "fields": mask}})
        sheets = body.get("sheets") or []
        if sheets:
            book.sheets = []
        for at, sheet in enumerate(sheets):
            properties = dict(sheet.get("properties") or {})
            number = properties.setdefault("sheetId", 0 if at == 0 else book.fresh_id(lambda _: False))
            requests.append({"addSheet": {"properties": properties}})
            requests += _contents(sheet, number)
        requests += [{"addNamedRange": {"namedRange": one}} for one in body.get("namedRanges") or []]
        new, _ = batch.run(book, requests, setting)
        file.book = new
        return self._shown(new, request, who)

    def _shown(self, book: Book, request: Request, who: str) -> Json:
        fields = request.one("fields")
        return view.spreadsheet(book, who, self.world.clock.now(), mask=parse(fields) if fields else None)

    def get(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """The spreadsheet, with grid data when asked."""
        book = self._read(parts["spreadsheetId"], who)
        fields = request.one("fields")
        areas = [book.read_area(text) for text in request.every("ranges") if text]
        return view.spreadsheet(
            book,
            who,
            self.world.clock.now(),
            mask=parse(fields) if fields else None,
            grid=flag(request.one("includeGridData")),
            areas=areas or None,
            comments=_with_comments(request.one("commentsViewMode")),
        )

    def get_by_data_filter(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """The same, with ranges chosen by filters."""
        book = self._read(parts["spreadsheetId"], who)
        body = body_of(request)
        areas = [area for one in body.get("dataFilters") or [] for area in values.matching(book, one)]
        fields = request.one("fields")
        return view.spreadsheet(
            book,
            who,
            self.world.clock.now(),
            mask=parse(fields) if fields else None,
            grid=bool(body.get("includeGridData")),
            areas=areas or None,
        )

    def batch_update(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """All requests or none."""
        file = self.world.opened(parts["spreadsheetId"], who, write=True)
        assert file.book is not None
        body = body_of(request)
        requests = body.get("requests") or []
        if not requests:
            raise invalid("Must specify at least one request.")
        new, replies = batch.run(file.book, requests, self.setting(who))
        self.world.commit(file, new)
        out: Json = {"spreadsheetId": new.id, "replies": replies}
        if body.get("includeSpreadsheetInResponse"):
            areas = [new.read_area(text) for text in body.get("responseRanges") or []]
            out["updatedSpreadsheet"] = view.spreadsheet(
                new,
                who,
                self.world.clock.now(),
                grid=bool(body.get("responseIncludeGridData")),
                areas=areas or None,
                comments=_with_comments(body.get("commentsViewMode")),
            )
        return out

    def values_get(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Values of one range."""
        book = self._read(parts["spreadsheetId"], who)
        return values.read(book, book.read_area(parts["range"]), request.options(), self.setting(who))

    def values_batch_get(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Values of several ranges."""
        book = self._read(parts["spreadsheetId"], who)
        setting, options = self.setting(who), request.options()
        found = [values.read(book, book.read_area(text), options, setting) for text in request.every("ranges")]
        return {"spreadsheetId": book.id, **({"valueRanges": found} if found else {})}

    def values_batch_get_by_filter(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Values of the ranges that filters select."""
        book = self._read(parts["spreadsheetId"], who)
        body = body_of(request)
        out = [
            {"valueRange": values.read(book, area, body, self.setting(who)), "dataFilters": [_echoed(one)]}
            for one in body.get("dataFilters") or []
            for area in values.matching(book, one)
        ]
        # The answers need not come in the order asked: who reads them has to look at their filters.
        out.reverse()
        return {"spreadsheetId": book.id, **({"valueRanges": out} if out else {})}

    def values_update(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Write one range."""
        file, book = self._write(parts["spreadsheetId"], who)
        body, options, setting = body_of(request), request.options(), self.setting(who)
        values.checked(body.get("values"))
        option = values.option_of(options)
        given = body.get("range")
        area = book.find(parts["range"])
        if given and book.find(given) != area:
            raise invalid(f"Request range[{parts['range']}] does not match value's range[{given}]")
        done = values.write(book, area, body, option, setting)
        self.world.commit(file, book)
        return values.update_answer(book, done, body, options, setting)

    def values_batch_update(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Write several ranges."""
        body = body_of(request)
        pairs = [(one.get("range") or "", one) for one in body.get("data") or []]
        return self._values_many(parts, who, body, pairs)

    def _values_many(self, parts: dict[str, str], who: str, body: Json, pairs: list[tuple[str, Json]]) -> Json:
        file, book = self._write(parts["spreadsheetId"], who)
        setting = self.setting(who)
        option = values.option_of(body)
        done = []
        for number, (text, one) in enumerate(pairs):
            values.checked(one.get("values"), f"data[{number}].values")
            try:
                done.append(values.write(book, book.find(text), one, option, setting))
            except ApiError as refusal:
                raise in_request(refusal, f"data[{number}]") from refusal
        self.world.commit(file, book)
        responses = [
            values.update_answer(book, item, one, body, setting) for item, (_, one) in zip(done, pairs, strict=True)
        ]
        return {"spreadsheetId": book.id, **values.totals(done), **({"responses": responses} if responses else {})}

    def values_batch_update_by_filter(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Write the ranges that filters select."""
        file, book = self._write(parts["spreadsheetId"], who)
        body, setting = body_of(request), self.setting(who)
        option = values.option_of(body)
        done, responses = [], []
        for one in body.get("data") or []:
            for area in values.matching(book, one.get("dataFilter") or {}):
                item = values.write(book, area, one, option, setting)
                done.append(item)
                answer = values.update_answer(book, item, one, body, setting)
                answer.pop("spreadsheetId")
                responses.append({**answer, "dataFilter": one["dataFilter"]})
        self.world.commit(file, book)
        return {"spreadsheetId": book.id, **values.totals(done), **({"responses": responses} if responses else {})}

    def values_append(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Write below a table."""
        file, book = self._write(parts["spreadsheetId"], who)
        out = values.append(book, parts["range"], body_of(request), request.options(), self.setting(who))
        self.world.commit(file, book)
        return out

    def values_clear(self, parts: dict[str, str], _request: Request, who: str) -> Json:
        """Empty one range."""
        file, book = self._write(parts["spreadsheetId"], who)
        cleared = values.clear(book, book.read_area(parts["range"]), self.setting(who))
        self.world.commit(file, book)
        return {"spreadsheetId": book.id, "clearedRange": cleared}

    def values_batch_clear(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Empty several ranges."""
        file, book = self._write(parts["spreadsheetId"], who)
        setting = self.setting(who)
        texts = body_of(request).get("ranges") or []
        cleared = [values.clear(book, book.read_area(text), setting) for text in texts]
        self.world.commit(file, book)
        return {"spreadsheetId": book.id, **({"clearedRanges": cleared} if cleared else {})}

    def values_batch_clear_by_filter(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Empty the ranges that filters select."""
        file, book = self._write(parts["spreadsheetId"], who)
        setting = self.setting(who)
        cleared = [
            values.clear(book, area, setting)
            for one in body_of(request).get("dataFilters") or []
            for area in values.matching(book, one)
        ]
        self.world.commit(file, book)
        return {"spreadsheetId": book.id, **({"clearedRanges": cleared} if cleared else {})}

    def metadata_get(self, parts: dict[str, str], _request: Request, who: str) -> Json:
        """One developer metadata."""
        from tests.emulator.batch_metadata import view as shown

        item = self._read(parts["spreadsheetId"], who).metadata.get(int(parts["metadataId"]))
        if item is None:
            raise ApiError(404, "Requested entity was not found.")
        return shown(item)

    def metadata_search(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Developer metadata that filters select."""
        from tests.emulator.batch_metadata import look_up
        from tests.emulator.batch_metadata import view as shown

        book = self._read(parts["spreadsheetId"], who)
        out = [
            {"developerMetadata": shown(item), "dataFilters": [one]}
            for one in body_of(request).get("dataFilters") or []
            for item in look_up(book, one.get("developerMetadataLookup") or {})
        ]
        return {"matchedDeveloperMetadata": out} if out else {}

    def copy_to(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """A tab into another spreadsheet."""
        from tests.emulator.batch_sheets import copied

        source = self._read(parts["spreadsheetId"], who).sheet(int(parts["sheetId"]))
        file, book = self._write(body_of(request).get("destinationSpreadsheetId") or "", who)
        title, number = f"Copy of {source.title}", 2
        while book.titled(title) is not None:
            title, number = f"Copy of {source.title} {number}", number + 1
        new_id = book.fresh_id(lambda one: any(sheet.id == one for sheet in book.sheets))
        twin = copied(batch.Batch(book, self.setting(who)), source, new_id, title)
        book.sheets.append(twin)
        self.world.commit(file, book)
        return view.sheet_properties(book, twin)


def _contents(sheet: Json, number: int) -> list[Json]:
    """Requests that fill a new tab as the message of a new spreadsheet says."""
    out: list[Json] = []
    for data in sheet.get("data") or []:
        start = {"rowIndex": data.get("startRow") or 0, "columnIndex": data.get("startColumn") or 0}
        cells = {"start": {"sheetId": number, **start}, "rows": data.get("rowData") or []}
        fields = "userEnteredValue,userEnteredFormat,note,dataValidation,textFormatRuns"
        out.append({"updateCells": {**cells, "fields": fields}})
    out += [{"mergeCells": {"range": {**one, "sheetId": number}}} for one in sheet.get("merges") or []]
    rules = sheet.get("conditionalFormats") or []
    out += [{"addConditionalFormatRule": {"rule": rule, "index": at}} for at, rule in enumerate(rules)]
    out += [{"addProtectedRange": {"protectedRange": one}} for one in sheet.get("protectedRanges") or []]
    return out


def _echoed(message: Any) -> Any:
    """A filter as it is given back: without its noughts."""
    if isinstance(message, dict):
        return {name: _echoed(item) for name, item in message.items() if item not in (0, None) or item is False}
    return message


def _with_comments(mode: str | None) -> bool:
    """Whether comments are shown: only when they are asked for."""
    return mode in ("COMMENTS_VIEW_MODE_INCLUDED", "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS")


def body_of(request: Request) -> Json:
    """The JSON body; an empty one is an empty message. Problems: 400 when it is no JSON object."""
    if not request.body.strip():
        return {}
    try:
        message = json.loads(request.body)
    except ValueError as trouble:
        text = request.body.decode(errors="replace")
        at = getattr(trouble, "pos", 0)
        shown = text[max(at - 20, 0) : at + 20]
        words = f"Invalid JSON payload received. Unexpected token.\n{shown}\n{' ' * min(at, 20)}^"
        raise field_violation("", words) from trouble
    if not isinstance(message, dict):
        raise field_violation("", "Invalid JSON payload received. Unexpected token.\n")
    return message


Method = Callable[[dict[str, str], Request, str], Any]


def masked(message: Any, request: Request) -> Any:
    """The answer after the `fields` parameter, for methods that do not apply it themselves."""
    fields = request.one("fields")
    return project(message, parse(fields)) if fields else message
