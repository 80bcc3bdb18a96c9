"""The whole service: routes, checks who calls, counts, meets troubles, answers, judges, keeps a log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from tests.emulator.clock import Clock
from tests.emulator.discovery import Judge
from tests.emulator.drive import DriveApi
from tests.emulator.errors import ApiError, DriveError
from tests.emulator.faults import DONE_ANYWAY, Faults, Trouble
from tests.emulator.quota import Quota
from tests.emulator.sheets_api import Method, SheetsApi, masked
from tests.emulator.switches import Switches
from tests.emulator.token import DRIVE_READ, DRIVE_WRITE, SHEETS_READ, SHEETS_WRITE, Tokens
from tests.emulator.traffic import Call, Log, Request, Response
from tests.emulator.world import World


@dataclass(frozen=True, slots=True)
class Route:
    """A method of a service: its address, and what it does to a spreadsheet."""

    http: str
    path: re.Pattern[str]
    name: str
    kind: str
    run: Method
    #: Whether the method applies the `fields` parameter itself.
    masks: bool = False


def _pattern(path: str) -> re.Pattern[str]:
    text = re.escape(path).replace(r"\{range\}", "(?P<range>.+)")
    return re.compile("^" + re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/:]+)", text) + "$")


class Service:
    """One emulated Google. `handle` may be called from several threads."""

    def __init__(
        self, *, clock: Clock | None = None, switches: Switches | None = None, seed: int = 0, judge: Judge | None = None
    ) -> None:
        self.clock = clock or Clock()
        self.world = World(self.clock, switches, seed)
        self.switches = self.world.switches
        self.tokens = Tokens()
        self.faults = Faults()
        self.quota: Quota | None = None
        self.judge = judge or Judge()
        self.log = Log()
        #: The account of calls without any token; None refuses them.
        self.anonymous: str | None = None
        self.sheets = SheetsApi(self.world)
        self.drive = DriveApi(self.world)
        self.routes = _sheets_routes(self.sheets) + _drive_routes(self.drive)
        #: Called before every call is served: a person may edit, a clock may move, between a read and a write.
        self.before: list[Callable[[Call], None]] = []
        self._count = 0

    def limit(self, **limits: int) -> Quota:
        """Count requests from now on; see `Quota`."""
        self.quota = Quota(self.clock.now, **limits)
        return self.quota

    def handle(self, request: Request) -> Response:
        """The answer to a request."""
        with self.world.lock:
            return self._handle(request)

    def _handle(self, request: Request) -> Response:
        token = request.method == "POST" and request.path in ("/token", "/v1/token", "/oauth2/v4/token")
        route, parts = (None, {}) if token else self._route(request)
        self._count += 1
        call = Call(
            self._count,
            route.name if route else "",
            "token" if token else route.kind if route else "unknown",
            request.method,
            request.path,
            request.query,
            len(request.body),
        )
        call.body = _loaded(request.body)
        self.log.calls.append(call)
        for hook in self.before:
            hook(call)
        met = self.faults.meet(call)
        if met is not None:
            call.trouble = met[0].value
            if met[0] not in DONE_ANYWAY:
                answer = _troubled(*met, drive=call.kind == "drive")
                call.status = answer.status
                return answer
        answer = self.tokens.exchange(request) if token else self._answer(request, route, parts, call)
        call.status = answer.status
        if met is not None:
            fate = {Trouble.CUT_AFTER: "cut", Trouble.SLOW: "slow", Trouble.TRUNCATED: "truncated"}[met[0]]
            return Response(answer.status, answer.body, answer.content_type, fate, met[1])
        return answer

    def _route(self, request: Request) -> tuple[Route | None, dict[str, str]]:
        for route in self.routes:
            if route.http == request.method and (match := route.path.match(request.path)):
                return route, {name: unquote(value) for name, value in match.groupdict().items()}
        return None, {}

    def _answer(self, request: Request, route: Route | None, parts: dict[str, str], call: Call) -> Response:
        if route is None:
            page = f"<!DOCTYPE html><title>Error 404 (Not Found)</title><p>{request.method} {request.path}"
            return Response(404, page.encode(), "text/html; charset=UTF-8")
        drive = route.kind == "drive"
        try:
            call.who = self._caller(request, route)
            if self.quota is not None and route.kind in ("read", "write"):
                self.quota.spend(call.who, route.kind)
            self.judge.request(route.name, request, call.body)
            message = route.run(parts, request, call.who)
            if isinstance(message, Response):
                return message
            self.judge.response(route.name, message)
            answer = Response.json(200, masked(message, request) if not route.masks else message)
        except ApiError as refusal:
            if drive and not isinstance(refusal, DriveError):
                refusal = _as_drive(refusal)
            self.judge.refusal(route.name, refusal.body())
            answer = Response.json(refusal.code, refusal.body())
        return answer

    def _caller(self, request: Request, route: Route) -> str:
        if self.anonymous is not None and "authorization" not in request.headers:
            return self.anonymous
        grant = self.tokens.caller(request)
        if route.kind == "drive":
            self.tokens.need(grant, DRIVE_READ if request.method == "GET" else DRIVE_WRITE)
        else:
            self.tokens.need(grant, SHEETS_READ if route.kind == "read" else SHEETS_WRITE)
        return grant.who


def _loaded(body: bytes) -> object:
    try:
        return json.loads(body) if body.strip() else None
    except ValueError:
        return None


def _as_drive(refusal: ApiError) -> DriveError:
    reasons = {401: "authError", 403: "insufficientPermissions", 404: "notFound", 429: "rateLimitExceeded"}
    return DriveError(refusal.code, refusal.message, reasons.get(refusal.code, "badRequest"))


_PAGE = "<!DOCTYPE html><html><title>Error 502 (Server Error)!!1</title><p>The server encountered a temporary error."


def _troubled(trouble: Trouble, seconds: float, *, drive: bool) -> Response:
    if trouble is Trouble.HTML:
        return Response(502, _PAGE.encode(), "text/html; charset=UTF-8")
    if trouble is Trouble.HANG:
        return Response(0, fate="hang", seconds=seconds)
    if trouble is Trouble.CUT_BEFORE:
        return Response(0, fate="cut")
    if trouble is Trouble.USAGE_LIMITS:
        error = DriveError(403, "User Rate Limit Exceeded", "userRateLimitExceeded", "usageLimits")
        return Response.json(403, error.body())
    code = int(trouble.value)
    words = {
        401: "Request had invalid authentication credentials.",
        429: "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user'.",
        500: "Internal error encountered.",
        503: "The service is currently unavailable.",
    }
    error_body = ApiError(code, words[code])
    return Response.json(code, _as_drive(error_body).body() if drive else error_body.body())


def _sheets_routes(api: SheetsApi) -> list[Route]:
    base = "/v4/spreadsheets"
    one = base + "/{spreadsheetId}"
    table: list[tuple[str, str, str, str, Method, bool]] = [
        ("POST", base, "create", "write", api.create, True),
        ("GET", one, "get", "read", api.get, True),
        ("POST", one + ":batchUpdate", "batchUpdate", "write", api.batch_update, False),
        ("POST", one + ":getByDataFilter", "getByDataFilter", "read", api.get_by_data_filter, True),
        ("GET", one + "/values:batchGet", "values.batchGet", "read", api.values_batch_get, False),
        ("POST", one + "/values:batchUpdate", "values.batchUpdate", "write", api.values_batch_update, False),
        ("POST", one + "/values:batchClear", "values.batchClear", "write", api.values_batch_clear, False),
        (
            "POST",
            one + "/values:batchGetByDataFilter",
            "values.batchGetByDataFilter",
            "read",
            api.values_batch_get_by_filter,
            False,
        ),
        (
            "POST",
            one + "/values:batchUpdateByDataFilter",
            "values.batchUpdateByDataFilter",
            "write",
            api.values_batch_update_by_filter,
            False,
        ),
        (
            "POST",
            one + "/values:batchClearByDataFilter",
            "values.batchClearByDataFilter",
            "write",
            api.values_batch_clear_by_filter,
            False,
        ),
        ("POST", one + "/values/{range}:append", "values.append", "write", api.values_append, False),
        ("POST", one + "/values/{range}:clear", "values.clear", "write", api.values_clear, False),
        ("GET", one + "/values/{range}", "values.get", "read", api.values_get, False),
        ("PUT", one + "/values/{range}", "values.update", "write", api.values_update, False),
        ("GET", one + "/developerMetadata/{metadataId}", "developerMetadata.get", "read", api.metadata_get, False),
        ("POST", one + "/developerMetadata:search", "developerMetadata.search", "read", api.metadata_search, False),
        ("POST", one + "/sheets/{sheetId}:copyTo", "sheets.copyTo", "write", api.copy_to, False),
    ]
    return [
        Route(http, _pattern(path), "sheets.spreadsheets." + name, kind, run, masks)
        for http, path, name, kind, run, masks in table
    ]


def _drive_routes(api: DriveApi) -> list[Route]:
    files = "/drive/v3/files"
    one = files + "/{fileId}"
    share = one + "/permissions"
    table: list[tuple[str, str, str, Method]] = [
        ("GET", "/drive/v3/about", "drive.about.get", api.about),
        ("POST", files, "drive.files.create", api.create),
        ("GET", files, "drive.files.list", api.list),
        ("GET", one, "drive.files.get", api.get),
        ("PATCH", one, "drive.files.update", api.update),
        ("DELETE", one, "drive.files.delete", api.delete),
        ("POST", one + "/copy", "drive.files.copy", api.copy),
        ("GET", one + "/export", "drive.files.export", api.export),
        ("POST", share, "drive.permissions.create", api.permission_create),
        ("GET", share, "drive.permissions.list", api.permission_list),
        ("GET", share + "/{permissionId}", "drive.permissions.get", api.permission_get),
        ("PATCH", share + "/{permissionId}", "drive.permissions.update", api.permission_update),
        ("DELETE", share + "/{permissionId}", "drive.permissions.delete", api.permission_delete),
        ("GET", one + "/comments", "drive.comments.list", api.comment_list),
        ("POST", one + "/comments", "drive.comments.create", api.comment_create),
        ("GET", "/drive/v3/changes/startPageToken", "drive.changes.getStartPageToken", api.start_page_token),
        ("GET", "/drive/v3/changes", "drive.changes.list", api.changes),
        ("PUT", "/upload/drive/v2/files/{fileId}", "drive.v2.files.update", api.import_csv),
    ]
    return [Route(http, _pattern(path), name, "drive", run, True) for http, path, name, run in table]
