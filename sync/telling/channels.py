"""What each channel takes: how long a message may be, and how a text stays plain text there.

Pure. Names and messages are typed by anybody. On the way out nothing in them may call people, format, link, load a
picture or start a command. What is put in is mostly a space that nobody sees (U+200B), which is dropped where a text
is pasted back into the sheet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

BREAK = "\u200b"  # parts what a service would act upon; not to be seen
NUMBERED = 16  # letters left for “(2 of 3)”
TITLE_MARKS = 12  # letters a service puts around a title that it sets above the text


@dataclass(frozen=True)
class Channel:
    """A service that notices go to.

    `longest` message in `unit`s: UTF-16 units (never fewer than what people or programs count as letters), or bytes.
    `escapes`: the service formats text that is sent as plain; a backslash keeps its marks as they are.
    """

    name: str
    schemes: tuple[str, ...]  # of addresses as the notice library writes them
    longest: int
    unit: Literal["letters", "bytes"] = "letters"
    escapes: bool = False
    hosts: tuple[str, ...] = ()  # of addresses as the service itself gives them
    source: str = ""  # where the limit stands

    def length(self, text: str) -> int:
        """How long a text is there."""
        return len(text.encode("utf-8", "replace")) if self.unit == "bytes" else len(text.encode("utf-16-le")) // 2


CHANNELS: tuple[Channel, ...] = (
    Channel(
        "discord", ("discord",), 2000, escapes=True, hosts=("discord.com", "discordapp.com"),
        source="https://discord.com/developers/docs/resources/webhook#execute-webhook",
    ),
    Channel(
        "slack", ("slack",), 4000, hosts=("hooks.slack.com",),
        source="https://api.slack.com/changelog/2018-04-truncating-really-long-messages",
    ),
    Channel("telegram", ("tgram",), 4096, source="https://core.telegram.org/bots/api#sendmessage"),
    Channel(
        "matrix", ("matrix", "matrixs"), 29_000, "bytes",
        source="https://spec.matrix.org/latest/client-server-api/#size-limits",
    ),
    Channel(
        "mattermost", ("mmost", "mmosts"), 4000, escapes=True,
        source="the notice library; newer servers take 16,383",
    ),
    Channel(
        "mastodon", ("mastodon", "mastodons", "toot", "toots"), 500,
        source="https://docs.joinmastodon.org/user/posting/#text",
    ),
    Channel("mail", ("mailto", "mailtos"), 100_000, source="none of its own; this is ours"),
    Channel("ntfy", ("ntfy", "ntfys"), 4096, "bytes", source="https://docs.ntfy.sh/publish/#limitations"),
    Channel("zulip", ("zulip",), 10_000, escapes=True, source="https://zulip.com/api/send-message"),
    Channel("hook", ("json", "jsons", "xml", "xmls", "form", "forms"), 30_000, source="the notice library"),
)  # fmt: skip
"""The channels whose limits are known."""

OTHER = Channel("address", (), 1000, source="ours; the notice library splits further where a service takes less")


def channel_of(address: str) -> Channel:
    """The channel an address belongs to, by its scheme, or by its host where it is a service's own link."""
    scheme, _, rest = address.strip().partition("://")
    scheme = scheme.casefold()
    host = re.split(r"[/?#:]", rest.rpartition("@")[2], maxsplit=1)[0].casefold()
    for channel in CHANNELS:
        if scheme in channel.schemes or (scheme == "https" and host in channel.hosts):
            return channel
    return OTHER


# What is inserted where: a mention, a tag or link in angle brackets, a hashtag, an emoji's name, a link of Markdown,
# a command. Dots before letters make links of bare hosts.
_LIVE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"([@<#])(?=\S)"), rf"\1{BREAK}"),
    (re.compile(r"&(?=[#\w])"), f"&{BREAK}"),
    (re.compile(r":(?=[\w+-]+:)"), f":{BREAK}"),
    (re.compile(r"\](?=[(\[:])"), f"]{BREAK}"),
    (re.compile(r"(?<!\S)/(?=\w)"), f"/{BREAK}"),
    (re.compile(r"(?<=\w)://(?=\S)"), f":{BREAK}//{BREAK}"),
    (re.compile(r"(?<=\w)\.(?=[^\W\d_]{2})"), f".{BREAK}"),
)
_LINK = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_END_OF_LINK = ".,;:!?)]}'»”’"
_OF_CHESS = re.compile(r"https://(?:www\.)?(?:chess\.com|lichess\.org)/[A-Za-z0-9/_-]*")
_MARKS = re.compile(r"([\\*_~`|\[\]])")
_AT_LINE_START = re.compile(r"(?m)^([ ]*)([-+>#]|[0-9]+\.(?=\s))")
_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x061C], None)


def defused(text: str, channel: Channel, links: Sequence[str] = ()) -> str:
    """The text as it may go to a channel: plain there, whatever is in it.

    Links stay links only where the director typed them (`links`) or where they lead to a game or a player at one of
    the chess sites.
    """
    text = "".join(c for c in text.translate(_TURNS) if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    parts: list[str] = []
    at = 0
    for start, end in _live_links(text, frozenset(links)):
        parts += [_plain(text[at:start], channel), text[start:end]]
        at = end
    parts.append(_plain(text[at:], channel))
    return "".join(parts)


def links_in(text: str) -> list[str]:
    """Every link in a text, without the punctuation after it."""
    return [found[0].rstrip(_END_OF_LINK) for found in _LINK.finditer(text)]


def _live_links(text: str, links: frozenset[str]) -> Iterator[tuple[int, int]]:
    for found in _LINK.finditer(text):
        link = found[0] if found[0] in links else found[0].rstrip(_END_OF_LINK)
        if link in links or _OF_CHESS.fullmatch(link):
            yield found.start(), found.start() + len(link)


def _plain(text: str, channel: Channel) -> str:
    for pattern, instead in _LIVE:
        text = pattern.sub(instead, text)
    if channel.escapes:
        text = _MARKS.sub(r"\\\1", text)
        text = _AT_LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if len(m[2]) == 1 else f"{m[1]}{m[2][:-1]}\\.", text)
    return text


def pieces(text: str, channel: Channel, title: str = "", keep: Sequence[str] = ()) -> tuple[str, ...]:
    """The text in pieces that the channel takes, parted between lines; each says which it is where there are several.

    A line that is too long for one piece is parted between words, but never within one of `keep` (names) nor within a
    link. A title counts, since many services set it above the text.
    """
    room = channel.longest - (channel.length(title) + TITLE_MARKS if title else 0)
    if channel.length(text) <= room:
        return (text,)
    room -= NUMBERED
    found: list[str] = []
    held = ""
    for line in (part for whole in text.split("\n") for part in _parted(whole, room, channel, keep)):
        longer = f"{held}\n{line}" if held else line
        if held and channel.length(longer) > room:
            found.append(held)
            longer = line
        held = longer
    found.append(held)
    if len(found) == 1:
        return (held,)
    return tuple(f"{piece}\n({n} of {len(found)})" for n, piece in enumerate(found, 1))


def _parted(line: str, room: int, channel: Channel, keep: Sequence[str]) -> Iterator[str]:
    """One line in parts that fit, between words."""
    if channel.length(line) <= room:
        yield line
        return
    held = ""
    for word in _words(line, keep):
        longer = f"{held} {word}" if held else word
        if held and channel.length(longer) > room:
            yield held
            longer = word
        held = longer if channel.length(longer) <= room else _cut(longer, room, channel)
    yield held


def _words(line: str, keep: Sequence[str]) -> list[str]:
    """The words of a line; a name of several words is one."""
    names = sorted({name for name in keep if " " in name and name in line}, key=len, reverse=True)
    if not names:
        return line.split(" ")
    joined = re.compile("|".join(re.escape(name) for name in names)).sub(lambda m: m[0].replace(" ", "\0"), line)
    return [word.replace("\0", " ") for word in joined.split(" ")]


def _cut(word: str, room: int, channel: Channel) -> str:
    """A single word longer than a whole message: a link says that it is left out, anything else is cut."""
    if "//" in word:
        return "(a link too long for this channel)"
    while channel.length(word) >= room:
        word = word[: len(word) * room // (channel.length(word) + 1)] if channel.length(word) > 2 * room else word[:-1]
    return f"{word}…"


def limits() -> Iterator[tuple[str, Mapping[str, str]]]:
    """The table as the operator's guide shows it: channel, and its facts."""
    for channel in (*CHANNELS, OTHER):
        schemes = ", ".join(f"`{scheme}://`" for scheme in channel.schemes) or "all others"
        yield (
            channel.name,
            {
                "addresses": schemes,
                "longest": f"{channel.longest:,} {channel.unit}",
                "source": channel.source,
            },
        )
