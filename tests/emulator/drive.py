"""The methods of the Drive service, by their discovery names."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime

from tests.emulator.book import Book
from tests.emulator.clock import stamp
from tests.emulator.drive_search import ordered, paged, search
from tests.emulator.drive_v2 import account_number, root_of, v2_file
from tests.emulator.errors import DriveError
from tests.emulator.exports import EXPORTS
from tests.emulator.masks import parse, project
from tests.emulator.sheet import Json, Sheet
from tests.emulator.sheets_api import body_of
from tests.emulator.traffic import Request, Response
from tests.emulator.values import Setting, entered, flag
from tests.emulator.world import File, World

FILE_FIELDS = "kind,id,name,mimeType"
PERMISSION_FIELDS = "kind,id,type,role"


def not_found(file_id: str) -> DriveError:
    """The refusal for a file that is not there or not shared."""
    return DriveError(404, f"File not found: {file_id}.", "notFound", at="fileId")


class DriveApi:
    """Answers calls, as `SheetsApi` does."""

    def __init__(self, world: World) -> None:
        self.world = world

    def file(self, file_id: str, who: str, rank: int = 1) -> File:
        """A file for an account. Problems: 404 unseen, 403 without the right."""
        file = self.world.files.get(file_id)
        if file is None or not file.rank(who):
            raise not_found(file_id)
        if file.rank(who) < rank:
            reason = "The user does not have sufficient permissions for this file."
            raise DriveError(403, reason, "insufficientFilePermissions")
        return file

    def _folders(self, parents: Sequence[str] | None, who: str) -> None:
        """Problems: 404 for a folder that is not there, 403 for one that may not be written to."""
        for folder in parents or ():
            if folder not in ("root", root_of(who)):
                self.file(folder, who, rank=2)

    def view(self, file: File, who: str) -> Json:
        """All fields of a file."""
        writer = file.rank(who) >= 2
        return {
            "kind": "drive#file",
            "id": file.id,
            "name": file.name,
            "mimeType": file.mime,
            "description": file.description,
            "starred": False,
            "trashed": file.trashed,
            "explicitlyTrashed": file.trashed,
            "parents": [root_of(file.owner) if folder == "root" else folder for folder in file.parents],
            "spaces": ["drive"],
            "version": str(file.version),
            "webViewLink": f"https://docs.google.com/spreadsheets/d/{file.id}/edit?usp=drivesdk",
            "createdTime": stamp(file.created),
            "modifiedTime": stamp(file.modified),
            "owners": [self._user(file.owner, who)],
            "ownedByMe": file.owner == who,
            "shared": len(file.roles) > 1,
            "writersCanShare": True,
            "capabilities": {
                "canEdit": writer,
                "canShare": writer,
                "canCopy": True,
                "canDelete": file.rank(who) == 3,
                "canTrash": file.rank(who) == 3,
                "canRename": writer,
            },
            **(
                {"permissions": [self._permission(key, role, file) for key, role in file.roles.items()]}
                if writer
                else {}
            ),
        }

    @staticmethod
    def _user(mail: str, who: str) -> Json:
        return {"kind": "drive#user", "displayName": mail, "me": mail == who, "emailAddress": mail}

    @staticmethod
    def _permission(key: str, role: str, file: File | None = None) -> Json:
        if key == "anyone":
            link = {"id": "anyoneWithLink", "type": "anyone", "role": role, "allowFileDiscovery": False}
            return {"kind": "drive#permission", **link}
        number = account_number(key)
        out: Json = {"kind": "drive#permission", "id": number, "type": "user", "role": role, "displayName": key}
        if "@" not in key:
            return {**out, "type": "domain", "domain": key, "allowFileDiscovery": False}
        if file is not None and key in file.groups:
            out["type"] = "group"
        return {**out, "emailAddress": key, "deleted": False, "pendingOwner": file is not None and file.heir == key}

    @staticmethod
    def _fields(message: Json, request: Request, default: str) -> Json:
        out: Json = project(message, parse(request.one("fields") or default))
        return out

    def about(self, _parts: dict[str, str], request: Request, who: str) -> Json:
        """Who is asking."""
        if not request.one("fields"):
            raise DriveError(400, "The 'fields' parameter is required for this method.", "required", at="fields")
        return self._fields({"kind": "drive#about", "user": self._user(who, who)}, request, "kind")

    def create(self, _parts: dict[str, str], request: Request, who: str) -> Json:
        """A new file."""
        body = body_of(request)
        self._folders(body.get("parents"), who)
        file = self.world.create(
            body.get("name") or "Untitled", who, body.get("mimeType") or "application/octet-stream"
        )
        if body.get("parents"):
            file.parents = list(body["parents"])
        return self._fields(self.view(file, who), request, FILE_FIELDS)

    def get(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """One file."""
        return self._fields(self.view(self.file(parts["fileId"], who), who), request, FILE_FIELDS)

    def delete(self, parts: dict[str, str], _request: Request, who: str) -> Response:
        """A file goes for good."""
        file = self.file(parts["fileId"], who, rank=3)
        del self.world.files[file.id]
        self.world.moment()
        self.world.note(file, removed=True)
        return Response(204)

    def update(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Another name, the bin, another folder."""
        body = body_of(request)
        file = self.file(parts["fileId"], who, rank=3 if body.get("trashed") is not None else 2)
        if body.get("name"):
            file.name = body["name"]
            if file.book is not None:
                book = file.book.copy()
                book.properties = {**book.properties, "title": file.name}
                file.book = book
        if body.get("trashed") is not None:
            file.trashed = bool(body["trashed"])
        if body.get("description") is not None:
            file.description = body["description"]
        for folder in (request.one("addParents") or "").split(","):
            if folder and folder not in file.parents:
                file.parents.append(folder)
        gone = (request.one("removeParents") or "").split(",")
        file.parents = [folder for folder in file.parents if folder not in gone]
        self.world.touch(file)
        return self._fields(self.view(file, who), request, FILE_FIELDS)

    def copy(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """A copy that belongs to whoever asked."""
        source = self.file(parts["fileId"], who)
        body = body_of(request)
        self._folders(body.get("parents"), who)
        name = body.get("name") or f"Copy of {source.name}"
        file = self.world.create(name, who, source.mime)
        if source.book is not None:
            book = source.book.copy()
            book.id, book.owner = file.id, who
            book.properties = {**book.properties, "title": name}
            for sheet in book.sheets:
                for item in sheet.parts["protectedRanges"]:
                    item["editors"] = {"users": [who]}
            file.book = book
        if body.get("parents"):
            file.parents = list(body["parents"])
        return self._fields(self.view(file, who), request, FILE_FIELDS)

    def list(self, _parts: dict[str, str], request: Request, who: str) -> Json:
        """Files the account can see that fit a search, newest change first."""
        fits = search(request.one("q") or "")
        found = [file for file in self.world.files.values() if file.rank(who) and fits(file)]
        found = ordered(found, request.one("orderBy"))
        shown, token = paged(found, request)
        message: Json = {"kind": "drive#fileList", "incompleteSearch": False}
        if token:
            message["nextPageToken"] = token
        message["files"] = [self.view(file, who) for file in shown]
        return self._fields(message, request, f"kind,incompleteSearch,nextPageToken,files({FILE_FIELDS})")

    def export(self, parts: dict[str, str], request: Request, who: str) -> Response:
        """The first tab as text, or the whole file as a workbook, a document or a page."""
        file = self.file(parts["fileId"], who)
        mime = request.one("mimeType") or ""
        if mime not in EXPORTS or file.book is None:
            raise DriveError(400, "The requested conversion is not supported.", "badRequest", at="convertTo")
        setting = Setting(who, self.world.clock.now(), self.world.switches)
        return Response(200, EXPORTS[mime](file.book, setting), mime)

    def import_csv(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """The Drive v2 upload of a CSV text: the whole spreadsheet is replaced by one new tab."""
        file = self.file(parts["fileId"], who, rank=2)
        assert file.book is not None
        lines = list(csv.reader(io.StringIO(request.body.decode())))
        book = Book(file.id, file.name, time_zone="America/Los_Angeles")
        book.owner = file.owner
        book.dice = file.book.dice
        width = max((len(line) for line in lines), default=1)
        number = book.fresh_id(lambda _: False)
        sheet = Sheet(number, file.name, max(1000, len(lines)), max(26, width))
        setting = Setting(who, self.world.clock.now(), self.world.switches)
        for row, line in enumerate(lines):
            cells = {
                at: entered(text, sheet.cell(row, at), "USER_ENTERED", book, setting) for at, text in enumerate(line)
            }
            sheet.put(row, cells)
        book.sheets = [sheet]
        self.world.commit(file, book)
        return v2_file(file, who)

    # Changes ----------------------------------------------------------------------------------------------------------

    def start_page_token(self, _parts: dict[str, str], _request: Request, _who: str) -> Json:
        """Where to begin listing changes."""
        return {"kind": "drive#startPageToken", "startPageToken": str(len(self.world.changes) + 1)}

    def changes(self, _parts: dict[str, str], request: Request, who: str) -> Json:
        """What changed since a token, each file once, in order of its last change."""
        try:
            start = int(request.one("pageToken") or "")
        except ValueError as trouble:
            raise DriveError(400, "Invalid Value", "invalid", at="pageToken") from trouble
        latest: dict[str, tuple[bool, datetime]] = {}
        for file_id, removed, when in self.world.changes[start - 1 :]:
            latest.pop(file_id, None)
            latest[file_id] = (removed, when)
        items = []
        for file_id, (removed, when) in latest.items():
            file = self.world.files.get(file_id)
            if file is not None and not file.rank(who):
                continue
            change: Json = {"kind": "drive#change", "type": "file", "changeType": "file", "time": stamp(when)}
            change.update(removed=removed, fileId=file_id)
            if file is not None and not removed:
                change["file"] = self.view(file, who)
            items.append(change)
        message: Json = {"kind": "drive#changeList", "newStartPageToken": str(len(self.world.changes) + 1)}
        message["changes"] = items
        default = f"kind,nextPageToken,newStartPageToken,changes(kind,removed,file({FILE_FIELDS}),fileId,time,type,changeType)"
        return self._fields(message, request, default)

    # Permissions ------------------------------------------------------------------------------------------------------

    def permission_create(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Share a file."""
        file = self.file(parts["fileId"], who, rank=2)
        body = body_of(request)
        kind = body.get("type")
        key = "anyone" if kind == "anyone" else body.get("emailAddress") or body.get("domain") or ""
        if kind not in ("user", "group", "domain", "anyone") or not body.get("role") or not key:
            raise DriveError(400, "The permission type field is required.", "required")
        role = body["role"]
        if role == "owner":
            if not flag(request.one("transferOwnership")):
                reason = "The transferOwnership parameter must be enabled when the permission role is 'owner'."
                raise DriveError(403, reason, "forbidden", at="transferOwnership")
            self._own(file, who, key)
        if kind == "group":
            file.groups.add(key)
        self.world.share(file.id, key, role)
        return self._fields(self._permission(key, role, file), request, PERMISSION_FIELDS)

    @staticmethod
    def _own(file: File, who: str, key: str) -> None:
        """Make somebody the owner. Problems: 403 unless the owner gives it away or the heir takes it."""
        if who != file.owner and not (who == key == file.heir):
            reason = "The user does not have sufficient permissions for this file."
            raise DriveError(403, reason, "insufficientFilePermissions")
        file.roles[file.owner] = "writer"
        file.owner, file.heir = key, ""
        if file.book is not None:
            file.book.owner = key

    def permission_list(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Who may use a file."""
        file = self.file(parts["fileId"], who, rank=2)
        items = [self._permission(key, role, file) for key, role in file.roles.items()]
        message = {"kind": "drive#permissionList", "permissions": items}
        return self._fields(message, request, f"kind,nextPageToken,permissions({PERMISSION_FIELDS})")

    def _key(self, file: File, number: str) -> str:
        for key, role in file.roles.items():
            if self._permission(key, role)["id"] == number:
                return key
        raise DriveError(404, f"Permission not found: {number}.", "notFound", at="permissionId")

    def permission_get(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """One permission."""
        file = self.file(parts["fileId"], who, rank=2)
        key = self._key(file, parts["permissionId"])
        return self._fields(self._permission(key, file.roles[key], file), request, PERMISSION_FIELDS)

    def permission_update(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """Another role."""
        file = self.file(parts["fileId"], who, rank=2)
        key = self._key(file, parts["permissionId"])
        body = body_of(request)
        role = body.get("role") or file.roles[key]
        if key == file.owner and role != "owner":
            raise DriveError(403, "The owner's role cannot be changed.", "forbidden")
        if role == "owner" and key != file.owner:
            if not flag(request.one("transferOwnership")):
                reason = "The transferOwnership parameter must be enabled when the permission role is 'owner'."
                raise DriveError(403, reason, "forbidden", at="transferOwnership")
            self._own(file, who, key)
        if body.get("pendingOwner"):
            if role != "writer" or who != file.owner:
                reason = "A pending owner must be a writer, and only the owner can name one."
                raise DriveError(403, reason, "forbidden", at="permission.pendingOwner")
            file.heir = key
        self.world.share(file.id, key, role)
        return self._fields(self._permission(key, role, file), request, PERMISSION_FIELDS)

    def permission_delete(self, parts: dict[str, str], _request: Request, who: str) -> Response:
        """Share no more."""
        file = self.file(parts["fileId"], who, rank=2)
        key = self._key(file, parts["permissionId"])
        if key == file.owner:
            raise DriveError(403, "The owner of a file cannot be removed.", "cannotRemoveOwner")
        del file.roles[key]
        self.world.touch(file)
        return Response(204)

    # Comments ---------------------------------------------------------------------------------------------------------

    def comment_list(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """The comments of a file."""
        if not request.one("fields"):
            raise DriveError(400, "The 'fields' parameter is required for this method.", "required", at="fields")
        file = self.file(parts["fileId"], who)
        threads = file.book.comments if file.book is not None else []
        items, token = paged([*file.comments, *(_thread(one) for one in threads)], request, 20)
        message: Json = {"kind": "drive#commentList", "comments": items}
        if token:
            message["nextPageToken"] = token
        return self._fields(message, request, "kind")

    def comment_create(self, parts: dict[str, str], request: Request, who: str) -> Json:
        """A comment."""
        if not request.one("fields"):
            raise DriveError(400, "The 'fields' parameter is required for this method.", "required", at="fields")
        file = self.file(parts["fileId"], who)
        body = body_of(request)
        now = stamp(self.world.moment())
        item: Json = {"kind": "drive#comment", "id": f"C{len(file.comments) + 1}", "createdTime": now}
        item.update(modifiedTime=now, content=body.get("content") or "", deleted=False, resolved=False)
        if body.get("anchor"):
            item["anchor"] = body["anchor"]
        file.comments.append(item)
        return self._fields(item, request, "id")


def _thread(thread: Json) -> Json:
    """A comment on a cell, as Drive lists it."""
    head = thread["headPost"]
    return {
        "kind": "drive#comment",
        "id": thread["commentId"],
        "createdTime": head["createTime"],
        "modifiedTime": head["updateTime"],
        "content": head["content"],
        "deleted": False,
        "resolved": thread["status"] == "RESOLVED",
    }
