"""Sending what is due: Discord, Slack, mail and the rest through one well-kept library, after the write landed.

Addresses stand outside the sheet and are secret: they never reach a log, an error or the Journal. A broken webhook
never stops a pass.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sync.settings import Operator
from sync.telling.notices import SENT, Notice


class Post(Protocol):
    """Something that delivers a text to addresses: True where all of them took it."""

    def __call__(self, addresses: Sequence[str], title: str, text: str) -> bool:
        """Deliver; False where it failed."""


def by_library(addresses: Sequence[str], title: str, text: str) -> bool:
    """Deliver through the notice library. Its own log may hold addresses, so it is silenced."""
    import apprise

    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
    post = apprise.Apprise()
    if not all(post.add(address) for address in addresses):
        return False
    return bool(post.notify(body=text, title=title))


def send(
    notices: Sequence[Notice], who: Operator, event: str, post: Post = by_library
) -> tuple[tuple[str, str, Mapping[str, Any], str], ...]:
    """Send each notice once and return the Journal lines that mark it. Nothing raised by a post gets out."""
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    for notice in notices:
        addresses = who.digest or who.notices if notice.audience == "director" else who.notices
        if not addresses:
            continue
        try:
            done = post(addresses, event, notice.text)
        except Exception:  # whatever a webhook does, the pass goes on
            done = False
        lines.append((SENT, notice.key, {} if done else {"failed": "the address did not take it"}, "outbox"))
    return tuple(lines)
