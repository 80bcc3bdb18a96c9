"""Requests about comments: threads of posts that hang on a cell."""

from __future__ import annotations

from typing import Any

from tests.emulator.batch import Batch, kind
from tests.emulator.batch_cells import check_point
from tests.emulator.clock import stamp
from tests.emulator.errors import ApiError, invalid
from tests.emulator.formulas import calc_of
from tests.emulator.sheet import Json
from tests.emulator.values import seen
from tests.emulator.view import post_view, thread_view

#: The most bytes of a post.
MOST = 2048


def _missing(words: str) -> ApiError:
    return ApiError(404, words)


def _checked(content: str | None, refusal: str) -> str:
    if not content:
        raise invalid(refusal)
    if len(content.encode()) > MOST:
        raise invalid(f"The content may not exceed {MOST} UTF-8 code units.")
    return content


def _new_post(batch: Batch, content: str, action: str = "NO_COMMENT_ACTION_CHANGE") -> Json:
    taken = {post["postId"] for thread in batch.book.comments for post in _posts(thread)}
    now = stamp(batch.setting.now)
    return {
        "postId": f"AAAA{batch.book.fresh_id(lambda number: f'AAAA{number}' in taken)}",
        "content": content,
        "commentAction": action,
        "createTime": now,
        "updateTime": now,
        "who": batch.setting.who,
    }


def _posts(thread: Json) -> list[Json]:
    return [thread["headPost"], *thread["replies"]]


def _thread(batch: Batch, number: str | None, words: str = "Comment with ID {} does not exist.") -> Json:
    for thread in batch.book.comments:
        if thread["commentId"] == number:
            return thread
    raise _missing(words.format(number or ""))


@kind("insertComment")
def insert_comment(batch: Batch, body: Json) -> Json:
    """A new thread on a cell; the text of the cell at that time is quoted."""
    point = body.get("coordinate") or {}
    sheet = batch.book.sheet(point.get("sheetId"))
    row, column = point.get("rowIndex") or 0, point.get("columnIndex") or 0
    check_point(sheet, row, column)
    content = _checked(body.get("content"), "Insert comment requests must specify non-empty post text.")
    post = _new_post(batch, content)
    if body.get("assigneeEmailAddress"):
        post["assigneeEmail"] = body["assigneeEmailAddress"]
    thread: Json = {
        "commentId": "AAAA" + post["postId"][4:],
        "anchorId": "anchor" + post["postId"][4:],
        "status": "OPEN",
        "headPost": post,
        "replies": [],
    }
    quote = seen(calc_of(batch.book, batch.setting.now), sheet, row, column)
    if quote:
        thread["plainTextQuote"] = quote
    batch.book.comments.append(thread)
    place = {"startRowIndex": row, "endRowIndex": row + 1, "startColumnIndex": column, "endColumnIndex": column + 1}
    sheet.parts["commentAnchors"].append({"anchorId": thread["anchorId"], "range": {"sheetId": sheet.id, **place}})
    return {"commentThread": thread_view(thread, batch.setting.who)}


@kind("addCommentReply")
def add_reply(batch: Batch, body: Json) -> Json:
    """A reply, which may settle or reopen the thread."""
    thread = _thread(batch, body.get("commentId"))
    given = body.get("post") or {}
    action = given.get("commentAction") or "NO_COMMENT_ACTION_CHANGE"
    settles = action in ("RESOLVE", "REOPEN")
    content = given.get("content") or ""
    if not settles or content:
        content = _checked(
            content,
            "Add comment reply requests must specify a non-empty content if comment action is not RESOLVE or REOPEN.",
        )
    if given.get("assigneeEmail"):
        if settles:
            raise invalid("An assignee cannot be set when resolving or reopening.")
        if not thread["headPost"].get("assigneeEmail"):
            words = f"Cannot reassign comment thread with ID {thread['commentId']} whose head post does not have an assignment."
            raise invalid(words)
    post = _new_post(batch, content, action)
    if given.get("assigneeEmail"):
        post["assigneeEmail"] = given["assigneeEmail"]
    if settles:
        thread["status"] = "RESOLVED" if action == "RESOLVE" else "OPEN"
    thread["replies"].append(post)
    return {"post": post_view(post, batch.setting.who)}


def _own(batch: Batch, post: Json, what: str = "post") -> None:
    if post["who"] != batch.setting.who:
        raise invalid(f"The requesting user is not the author of the {what}.")


def _find_post(posts: list[Json], number: Any) -> Json:
    for post in posts:
        if post["postId"] == number:
            return post
    raise _missing(f"Reply with ID {number or ''} does not exist.")


@kind("updateCommentPost")
def update_post(batch: Batch, body: Json) -> None:
    """Other words, by their author."""
    post = _find_post(_posts(_thread(batch, body.get("commentId"))), body.get("postId"))
    content = _checked(body.get("content"), "Update comment post requests must specify non-empty content.")
    _own(batch, post)
    post.update(content=content, updateTime=stamp(batch.setting.now))


@kind("deleteComment")
def delete_comment(batch: Batch, body: Json) -> None:
    """A thread goes, by the author of its first post."""
    thread = _thread(batch, body.get("commentId"), "Comment thread with ID '{}' was not found.")
    _own(batch, thread["headPost"], "head post")
    batch.book.comments.remove(thread)
    for sheet in batch.book.sheets:
        anchors = sheet.parts["commentAnchors"]
        sheet.parts["commentAnchors"] = [one for one in anchors if one["anchorId"] != thread["anchorId"]]


@kind("deleteCommentReply")
def delete_reply(batch: Batch, body: Json) -> None:
    """A plain reply goes, by its author."""
    thread = _thread(batch, body.get("commentId"))
    post = _find_post(thread["replies"], body.get("postId"))
    _own(batch, post)
    if post["commentAction"] in ("RESOLVE", "REOPEN"):
        raise invalid("The reply post contains a comment action.")
    if post.get("assigneeEmail"):
        raise invalid("The reply post contains an assignee.")
    thread["replies"].remove(post)
