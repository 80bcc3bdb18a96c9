"""A file as the second version of Drive shows it: what the upload of a CSV text answers."""

from __future__ import annotations

import base64

from tests.emulator.clock import stamp
from tests.emulator.sheet import Json
from tests.emulator.world import File

V2 = "https://www.googleapis.com/drive/v2/files/"
_EXPORTS = {
    "application/x-vnd.oasis.opendocument.spreadsheet": "ods",
    "text/tab-separated-values": "tsv",
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "text/csv": "csv",
    "application/zip": "zip",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
}


def account_number(mail: str) -> str:
    """The number by which Drive knows an account."""
    return str(sum(ord(letter) * 131**at for at, letter in enumerate(mail)) % 10**20).zfill(20)


def root_of(mail: str) -> str:
    """The id of an account's own folder."""
    return "0A" + base64.urlsafe_b64encode(account_number(mail)[:10].encode()).decode()[:11] + "Uk9PVA"


def _user(mail: str, who: str) -> Json:
    return {
        "displayName": mail,
        "kind": "drive#user",
        "isAuthenticatedUser": mail == who,
        "permissionId": account_number(mail),
        "emailAddress": mail,
        "picture": {"url": "https://lh3.googleusercontent.com/a/default-user=s64"},
    }


def v2_file(file: File, who: str) -> Json:
    """The File message of the second version."""
    link, sheets = V2 + file.id, "https://docs.google.com/spreadsheets/"
    moment = str(int(file.modified.timestamp() * 1000))
    changed, tag = stamp(file.modified), base64.b64encode(moment.encode()).decode().rstrip("=")
    role = file.roles.get(who) or file.roles.get("anyone", "reader")
    writes = file.rank(who) >= 2
    parents = [root_of(file.owner) if folder == "root" else folder for folder in file.parents]
    return {
        "kind": "drive#file",
        "id": file.id,
        "etag": f'"{tag}"',
        "selfLink": link,
        "alternateLink": f"{sheets}d/{file.id}/edit?usp=drivesdk",
        "embedLink": f"{sheets}d/{file.id}/htmlembed?ouid={account_number(who)}",
        "iconLink": f"https://drive-thirdparty.googleusercontent.com/16/type/{file.mime}",
        "thumbnailLink": f"https://docs.google.com/feeds/vt?gd=true&id={file.id}&v={file.version}&sz=s220",
        "title": file.name,
        "mimeType": file.mime,
        "labels": {"viewed": True, "restricted": False, "starred": False, "hidden": False, "trashed": file.trashed},
        "explicitlyTrashed": file.trashed,
        "createdDate": stamp(file.created),
        "modifiedDate": changed,
        "modifiedByMeDate": changed,
        "lastViewedByMeDate": changed,
        "markedViewedByMeDate": "1970-01-01T00:00:00.000Z",
        "version": str(file.version),
        "parents": [
            {
                "selfLink": f"{link}/parents/{folder}",
                "id": folder,
                "isRoot": folder == root_of(file.owner),
                "kind": "drive#parentReference",
                "parentLink": V2 + folder,
            }
            for folder in parents
        ],
        "exportLinks": {mime: f"{sheets}export?id={file.id}&exportFormat={name}" for mime, name in _EXPORTS.items()},
        "userPermission": {
            "id": "me",
            "type": "user",
            "role": role,
            "kind": "drive#permission",
            "selfLink": f"{link}/permissions/me",
            "etag": f'"{tag}"',
            "pendingOwner": file.heir == who,
        },
        "ownerNames": [file.owner],
        "owners": [_user(file.owner, who)],
        "lastModifyingUserName": who,
        "lastModifyingUser": _user(who, who),
        "editable": writes,
        "copyable": True,
        "writersCanShare": True,
        "shared": len(file.roles) > 1,
        "appDataContents": False,
        "copyRequiresWriterPermission": False,
        "spaces": ["drive"],
        "fileSize": "1024",
        "quotaBytesUsed": "1024",
        "capabilities": {"canEdit": writes, "canCopy": True},
    }
