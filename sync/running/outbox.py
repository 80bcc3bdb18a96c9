"""Sending what is due: Discord, Slack, mail and the rest through one well-kept library, after the write landed.

Addresses stand outside the sheet and are secret: they never reach a log, an error or the Journal. A broken webhook
never stops a pass; what an address did not take is sent there again by a later one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sync.settings import Operator
from sync.telling.channels import channel_of, defused, pieces
from sync.telling.delivery import SENT, Notice

LONGEST_TITLE = 100


class Post(Protocol):
    """Something that delivers a text to an address: True where it was taken."""

    def __call__(self, address: str, title: str, text: str) -> bool:
        """Deliver; False where it failed."""


def by_library(address: str, title: str, text: str) -> bool:
    """Deliver through the notice library, as plain text. Its own log may hold addresses, so it is silenced."""
    import apprise

    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
    service = apprise.Apprise.instantiate(as_plain_text(address)) or apprise.Apprise.instantiate(address)
    if not isinstance(service, apprise.NotifyBase):
        return False
    post = apprise.Apprise()
    post.add(service)
    plain = apprise.NotifyFormat.TEXT
    return bool(post.notify(body=text, title=title, body_format=plain, interpret_escapes=False))


def as_plain_text(address: str) -> str:
    """An address that asks the library for plain text, parted where a service takes less than we know of."""
    before, mark, query = address.partition("?")
    kept = [p for p in re.split("[&;]", query) if p and p.partition("=")[0] not in ("format", "overflow", "emojis")]
    return f"{before}?{'&'.join([*kept, 'format=text', 'overflow=split', 'emojis=no'])}" if mark or before else address


def send(
    notices: Sequence[Notice],
    who: Operator,
    event: str,
    post: Post = by_library,
    links: Sequence[str] = (),
    names: Sequence[str] = (),
) -> tuple[tuple[str, str, Mapping[str, Any], str], ...]:
    """Send each notice once to each address and return the Journal lines that mark it.

    `links` are those the director typed, which stay links; `names` are never parted. Nothing raised by a post gets
    out. An address that took one text not is asked for no other in this pass.
    """
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    down: set[str] = set()
    for notice in notices:
        addresses, text = _addressed(notice, who)
        left: dict[str, int] = {}
        for number, address in enumerate(addresses, 1):
            label = f"{channel_of(address).name} ({number})"
            if notice.left is not None and label not in notice.left:
                continue
            done = notice.left[label] if notice.left is not None else 0
            if address not in down:
                parts = _parts(address, event, text, links, names)
                done = _deliver(post, address, _title(address, event), parts, done)
                if done >= len(parts):
                    continue
                down.add(address)
            left[label] = done
        if addresses:
            failed = {"failed": f"{', '.join(left)} did not take it", "left": left} if left else {}
            lines.append((SENT, notice.key, failed, "outbox"))
    return tuple(lines)


def _addressed(notice: Notice, who: Operator) -> tuple[tuple[str, ...], str]:
    """Where a notice goes, and in which words: what players wrote to the director never goes where players read."""
    if notice.audience != "director":
        return who.notices, notice.text
    if who.digest:
        return who.digest, notice.text
    return (who.notices, notice.brief) if notice.brief else ((), "")


def _title(address: str, event: str) -> str:
    title = " ".join(event.split())
    title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
    return defused(title, channel_of(address))


def _parts(address: str, event: str, text: str, links: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    channel = channel_of(address)
    shown = defused(text, channel, links)
    is_long = any(2 * channel.length(line) > channel.longest for line in shown.split("\n"))
    keep = [defused(name, channel) for name in names if " " in name] if is_long else []
    return pieces(shown, channel, _title(address, event), keep)


def _deliver(post: Post, address: str, title: str, parts: Sequence[str], done: int) -> int:
    """Send what is left of a text; how many pieces the address has then."""
    for part in parts[done:]:
        try:
            taken = post(address, title, part)
        except Exception:  # whatever a webhook does, the pass goes on
            taken = False
        if not taken:
            break
        done += 1
    return done
