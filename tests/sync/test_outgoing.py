"""What leaves the house: plain text in every channel, in pieces that fit, once to each address, with patience."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from sync.backends.base import Mark, Unreachable
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.decide import Decided
from sync.running.once import Notes
from sync.running.outbox import as_plain_text, by_library, send
from sync.running.service import sender
from sync.running.worker import report_of
from sync.settings import Operator
from sync.telling.channels import BREAK, CHANNELS, OTHER, Channel, channel_of, defused, limits, pieces
from sync.telling.delivery import PAUSES, Notice
from tests.sync.desk import Desk, desk, file_desk

ALL = (*CHANNELS, OTHER)
EACH = pytest.mark.parametrize("channel", ALL, ids=lambda c: c.name)
HOSTILE = (
    "@everyone", "@here", "@room", "@all", "@channel", "<@123456>", "<@&99>", "<#42>", "<!channel>", "<!here|x>",
    "<!subteam^S1>", "<t:0:R>", "</start:1>", "_a_*b*", "~~x~~", "`code`", "||spoiler||", "[x](https://evil.example)",
    "![](https://evil.example/p.png)", '<img src="https://evil.example/p.gif">', "<script>alert(1)</script>", "</b>",
    "https://evil.example/a?b=c", "http://www.chess.com.evil.example/game/1", "https://chess.com@evil.example",
    "www.evil.example", "evil.example", "mailto:a@b.cd", "# head", "> quote", "- list", "1. one", "/start", ":smile:",
    "&lt;b&gt;", "@**all**", "#**general**", "\u202eevil", "a\u2066b", "𝔸𝔹😀", "e\u0301", "@", "<", "&",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30)), max_size=8).map(" ".join)

# What each service acts upon in a plain text. Texts are looked at as they reach it.
LIVE = (
    re.compile(r"@[\w*]"),
    re.compile(r"<[@#!:/\w?]"),
    re.compile(r"#[\w*]"),
    re.compile(r"\]\("),
    re.compile(r"&(#|\w+;)"),
    re.compile(r":[\w+-]+:"),
    re.compile(r"[\u202a-\u202e\u2066-\u2069]"),
    re.compile(r"\w://\w"),
    re.compile(r"\w\.[^\W\d_]{2}"),
)
MARKS = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|]")


@EACH
def test_hostile_texts_are_plain_text(channel: Channel) -> None:
    """A name that calls everybody, a link, a picture, a command: nothing of it acts."""
    for text in HOSTILE:
        shown = defused(f"R1-01: {text} (White) – Bo (Black)", channel)
        assert not [p.pattern for p in LIVE if p.search(shown)], shown
        assert not channel.escapes or not MARKS.search(shown), shown


@EACH
@given(text=TEXTS)
def test_no_text_acts_anywhere(channel: Channel, text: str) -> None:
    """The same of any text, also at the beginning of a line."""
    shown = defused(text, channel)
    assert not [p.pattern for p in LIVE if p.search(shown)], shown
    if channel.escapes:
        assert not MARKS.search(shown), shown
        assert not re.search(r"(?m)^ *(#{1,3} |[->+] |\d+\. )", shown), shown


@EACH
def test_what_nobody_sees_is_all_that_is_put_in(channel: Channel) -> None:
    """Read back from the channel, a name is the name: without backslashes, and without the spaces nobody sees."""
    for name in ("Anna-Maria O'Neil", "J. R. R. Tolkien", "a_b_c", "@ada", "Li <Bo>", "100%", "김민준", "x.com"):
        assert defused(name, channel).replace(BREAK, "").replace("\\", "") == name


def test_links_stay_links_where_the_director_typed_them_or_they_lead_to_a_game() -> None:
    """The form in the director's own wording, and games at the chess sites; nobody else's."""
    discord = channel_of("discord://1/2")
    form, game = "https://forms.gle/a_b", "https://lichess.org/abcd1234"
    text = f"Report at {form}, like {game}. Not https://forms.gle/other_1"
    shown = defused(text, discord, (form,))
    assert f"Report at {form}, like {game}." in shown
    assert "https://forms.gle/other" not in shown
    assert "https://lichess.org.evil" not in defused("https://lichess.org.evil/x", discord)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("discord://1/2", "discord"), ("https://discord.com/api/webhooks/1/2", "discord"), ("tgram://a/b", "telegram"),
        ("slack://a/b/c/#x", "slack"), ("https://hooks.slack.com/services/a/b/c", "slack"), ("mailtos://u:p@h", "mail"),
        ("toots://t@h", "mastodon"), ("matrixs://u:p@h/#r", "matrix"), ("pover://x@y", "address"), ("nonsense", "address"),
        ("https://discord.com.evil.example/api", "address"), ("https://u:p@hooks.slack.com:443/x", "slack"),
    ],
)  # fmt: skip
def test_the_channel_of_an_address(address: str, name: str) -> None:
    """By its scheme, or by its host; anything else has the smallest common limit."""
    assert channel_of(address).name == name


LINES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0"), min_size=1, max_size=400), max_size=60
)


@EACH
@given(lines=LINES, title=st.text(max_size=80))
def test_every_piece_fits(channel: Channel, lines: list[str], title: str) -> None:
    """However long and in whatever script, title included."""
    name = defused(title.strip(), channel)[:100]
    text = defused("\n".join(lines), channel)
    found = pieces(text, channel, name)
    assert all(channel.length(piece) + channel.length(name) <= channel.longest for piece in found)
    assert "" not in found or text == ""


@EACH
def test_a_long_round_is_parted_between_games(channel: Channel) -> None:
    """Every game stands whole in one piece, in order; each piece says which it is."""
    games = [f"R1-{n:02}: Player Number {n} (White) – Other Player {n} (Black)." for n in range(1, 900)]
    text = defused("\n".join(["Autumn: R1 (round) is out.", *games]), channel)
    found = pieces(text, channel, "Autumn")
    assert len(found) > 1 or channel.name == "mail"
    assert [line for piece in found for line in piece.split("\n") if "R1-" in line] == text.split("\n")[1:]
    if len(found) > 1:
        assert found[0].endswith(f"(1 of {len(found)})")


def test_a_line_longer_than_a_message_is_parted_between_words_and_never_in_a_name_or_link() -> None:
    """On the smallest channel, with names of several words."""
    small = channel_of("toot://x@y")
    names = [f"Maria {'de la ' * (n % 5)}Cruz {n}" for n in range(80)]
    link = "https://forms.gle/" + "x" * 150
    found = pieces(" met ".join([*names, link]), small, "", names)
    for name in names:
        assert any(name in piece for piece in found), name
    assert any(link in piece for piece in found)
    assert "too long for this channel" in "".join(pieces("https://x/" + "y" * 900, small))


# once to each address


class Post:
    """Services that take what they like."""

    def __init__(self) -> None:
        self.got: dict[str, list[str]] = {}
        self.refuses: Callable[[str, str], bool] = lambda address, text: False  # noqa: ARG005

    def __call__(self, address: str, title: str, text: str) -> bool:
        """Take a text or not."""
        assert title
        if self.refuses(address, text):
            return False
        self.got.setdefault(address, []).append(text.replace(BREAK, ""))
        return True

    def of(self, who: Operator) -> Callable[[Decided], Notes]:
        """As a pass sends."""
        return lambda decided: send((*decided.box.again, *decided.box.due), who, "Autumn", self)


TWO = Operator(notices=("discord://1/SECRET", "json://two.example/SECRET"))


def started(who: Operator, post: Post, **settings: str) -> Desk:
    """A ladder of five whose first round went out."""
    d = desk(Tournament="Autumn", **settings)
    d.send = post.of(who)
    d.start()
    return d


def test_what_one_address_did_not_take_goes_there_again_and_nowhere_else() -> None:
    """The other one, which took it, gets nothing twice; the new attempt comes after the pause, and then it is sent."""
    post = Post()
    post.refuses = lambda address, _: address.startswith("json")
    d = started(TWO, post)
    assert [len(v) for v in post.got.values()] == [1]
    (state,) = [s for k, s in d.table("Notices", "About", "State") if k == "round"]
    assert str(state).startswith("not delivered yet: hook (2) did not take it; sent again after")
    assert "notice-waits" in d.codes()
    wake = d.last.decided.wake
    assert wake is not None
    assert wake - d.now <= PAUSES[0]
    d.later(minutes=4).settle()
    assert "json://two.example/SECRET" not in post.got
    post.refuses = lambda *_: False
    d.later(minutes=2).settle()
    assert [len(post.got[a]) for a in TWO.notices] == [1, 1]
    assert "notice-waits" not in d.codes()
    assert ("round", "sent") in d.table("Notices", "About", "State")
    d.later(days=1).settle()
    assert sum("R1 (round)" in t for t in post.got["json://two.example/SECRET"]) == 1
    assert "SECRET" not in str([d.shown(t) for t in d.person.titles()])


def test_patience_ends_and_is_a_line_in_problems_until_something_comes_through() -> None:
    """Six attempts over a day and a half; then Problems says to paste it, until the address takes a text again."""
    tried: list[str] = []
    post = Post()
    post.refuses = lambda _, text: tried.append(text) is None
    d = started(Operator(notices=("discord://1/2",)), post)
    for _ in range(50):
        d.later(hours=1).settle()
    assert sum("R1" in text for text in tried) == len(PAUSES) + 1
    assert "notice-lost" in d.codes()
    assert "not delivered: discord (1) did not take it" in str(d.shown("Notices"))
    before = len(d.shown("Journal"))
    d.later(minutes=1).settle()
    assert len(d.shown("Journal")) == before, "and it costs nothing more"
    post.refuses = lambda *_: False
    d.status("Eva", "Withdrawn").settle()
    d.later(minutes=1).settle()
    assert "notice-lost" not in d.codes()


def test_nothing_is_sent_twice_when_the_worker_ends_between_sending_and_marking() -> None:
    """An attempt is written before it is made: also the second one may have been sent, and is not made again."""
    post = Post()
    post.refuses = lambda *_: True
    d = started(Operator(notices=("discord://1/2",)), post)
    post.refuses = lambda *_: False
    sends = d.send
    assert sends is not None

    def dies(decided: Decided) -> Notes:
        sends(decided)
        raise KeyboardInterrupt

    d.send = dies
    d.later(minutes=6)
    with pytest.raises(KeyboardInterrupt):
        d.sync()
    assert len(post.got["discord://1/2"]) == 1
    d.send = sends
    for _ in range(10):
        d.later(hours=5).settle()
    assert sum("R1 (round)" in t for t in post.got["discord://1/2"]) == 1
    assert ("round", "may have been sent") in d.table("Notices", "About", "State")


def test_two_workers_never_send_the_same_again() -> None:
    """Both find it due; the write of one loses the race, and it reads again."""
    post = Post()
    post.refuses = lambda *_: True
    d = started(Operator(notices=("discord://1/2",)), post)
    post.refuses = lambda *_: False
    d.later(minutes=6)
    other = MemoryBackend(d.book)
    other.read()
    d.sync()
    d.sync(other)
    d.settle()
    assert len(post.got["discord://1/2"]) == 1


def test_the_pieces_that_were_taken_are_not_sent_again() -> None:
    """A long text goes on where it stopped, also after a restart."""
    post = Post()
    notice = Notice("round:R1", "round", "\n".join(f"R1-{n:03}: A (White) – B (Black)." for n in range(300)))
    who = Operator(notices=("discord://1/2",))
    post.refuses = lambda _, text: "(3 of" in text
    ((_, _, detail, _),) = send([notice], who, "Autumn", post)
    assert detail["left"] == {"discord (1)": 2}
    post.refuses = lambda *_: False
    again = Notice(notice.key, notice.kind, notice.text, left=detail["left"])
    assert send([again], who, "Autumn", post)[0][2] == {}
    numbers = [re.search(r"\((\d+) of", text) for text in post.got["discord://1/2"]]
    assert [int(found[1]) for found in numbers if found] == list(range(1, len(numbers) + 1))


def test_what_is_no_longer_true_is_not_sent_again() -> None:
    """A leaver who came back meanwhile: the old text is of no use to anybody."""
    post = Post()
    d = started(Operator(notices=("discord://1/2",)), post)
    post.refuses = lambda *_: True
    d.status("Dov", "Withdrawn").settle()
    d.later(minutes=1).status("Dov", "Active").settle()
    post.refuses = lambda *_: False
    d.later(minutes=10).settle()
    texts = post.got["discord://1/2"]
    assert not any("has left" in t for t in texts)
    assert any("is back" in t for t in texts)


# what players write to the director


def asked(who: Operator) -> Post:
    """A player writes to the director with a mention and a link; a day goes by."""
    post = Post()
    d = started(who, post)
    d.person.add_row(
        "Form Responses",
        {"Timestamp": d.now.replace(tzinfo=None), "Your name": "Ben",
         "Message to the director": "@everyone click https://example.org"},
    )  # fmt: skip
    for _ in range(16):
        d.later(hours=2).sync()
    return post


def test_without_a_digest_address_no_message_text_is_sent() -> None:
    """The players' channel hears that something needs the director, and nothing else of it."""
    post = asked(Operator(notices=("discord://1/2",)))
    everything = str(post.got)
    assert "needs the director. See Problems." in everything
    assert "click" not in everything
    assert "example.org" not in everything


def test_a_digest_address_gets_the_words_and_the_players_nothing() -> None:
    """Where the operator names one, the digest goes there alone, and calls nobody."""
    sent: list[str] = []
    post = asked(Operator(notices=("discord://1/2",), digest=("tgram://1/2",)))
    sent += post.got["tgram://1/2"]
    assert any("click" in text for text in sent)
    assert "click" not in str(post.got["discord://1/2"])
    assert "need" not in str(post.got["discord://1/2"])


def test_messages_that_arrive_in_a_private_book_stay_there() -> None:
    """Neither Problems, nor the Journal, nor a digest repeats them."""
    post = Post()
    d = started(Operator(notices=("discord://1/2",), digest=("tgram://1/2",)), post, Form_answers="private.xlsx")
    d.report("", "", "Ben", **{"Message to the director": "my father is ill"})
    for _ in range(16):
        d.later(hours=2).sync()
    assert "message" in d.codes()
    tabs = [t for t in d.person.titles() if t != "Form Responses"]
    assert "ill" not in str([d.shown(t) for t in tabs]).split()
    assert "my father" not in str([d.shown(t) for t in tabs])
    assert "my father" not in str(post.got)


# on the wire


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, dict[str, object]]]:
    """Stands in for the services: Discord refuses what is longer than its documentation allows."""
    seen: list[tuple[int, dict[str, object]]] = []

    def request(*_: object, data: str = "{}", **__: object) -> requests.Response:
        body = json.loads(data)
        answer = requests.Response()
        answer.status_code = 204 if len(body.get("content", "")) <= 2000 else 400
        answer._content = b'{"ok": true, "result": {"message_id": 1}}' if "chat_id" in body else b""
        answer.status_code = 200 if "chat_id" in body else answer.status_code
        seen.append((answer.status_code, body))
        return answer

    monkeypatch.setattr("requests.sessions.Session.request", lambda _, *a, **k: request(*a, **k))
    monkeypatch.setattr("apprise.plugins.base.time.sleep", lambda _: None)
    return seen


def test_a_round_of_sixty_reaches_discord_whole(wire: list[tuple[int, dict[str, object]]]) -> None:
    """No message is refused, and every game of the round is in one of them."""
    d = desk(tuple((f"Player_{n} of @everyone {n}", 2000 - n) for n in range(60)), format="swiss", Lots="drawn")
    d.send = sender(Operator(notices=("discord://123456789/abcdef",)))
    d.start()
    assert len(wire) > 1
    assert {status for status, _ in wire} == {204}
    told = "\n".join(str(body["content"]) for _, body in wire)
    assert [f"R1-{n:02}:" in told for n in range(1, 31)] == [True] * 30
    assert "@everyone" not in told


def test_telegram_gets_escaped_text_and_mail_plain_text(
    wire: list[tuple[int, dict[str, object]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram reads HTML, so its marks are escaped; a mail has no HTML part that could load a picture."""
    text = defused('R1-01: <b>Ada</b> & <img src="https://evil.example/x.png">', channel_of("tgram://a/b"))
    assert by_library("tgram://123456789:abcdefg_hijklmnop/12315544/?format=markdown", "Autumn", text)
    ((_, body),) = wire
    assert body["parse_mode"] == "HTML"
    assert "<b>Ada" not in str(body["text"])
    assert "<img" not in str(body["text"])
    mails: list[str] = []
    monkeypatch.setattr("smtplib.SMTP.sendmail", lambda _, __, ___, mail: mails.append(mail))
    monkeypatch.setattr("smtplib.SMTP.__init__", lambda *_, **__: None)
    monkeypatch.setattr("smtplib.SMTP.quit", lambda *_: None)
    by_library(
        "mailto://example.org?from=a@example.org&to=b@example.org&format=html", "Autumn\nBcc: x@y.zz", "<b>x</b>"
    )
    (mail,) = mails
    assert "text/html" not in mail
    assert "\nBcc:" not in mail


def test_an_address_asks_for_plain_text() -> None:
    """What the operator set stays; a wish for another format does not."""
    assert as_plain_text("discord://1/2?tts=yes&format=markdown") == (
        "discord://1/2?tts=yes&format=text&overflow=split&emojis=no"
    )
    assert not by_library("no address at all", "Autumn", "text")


def test_the_operators_guide_shows_the_limits() -> None:
    """The table there is the table here."""
    guide = (Path(__file__).resolve().parents[2] / "docs" / "operator-guide.md").read_text(encoding="utf-8")
    for name, facts in limits():
        assert f"| {name} | {facts['addresses']} | {facts['longest']} | {facts['source']} |" in guide


# the mark that cannot be written


@pytest.mark.parametrize("rig", [MemoryBackend, XlsxBackend])
def test_a_mark_that_cannot_be_written_stops_no_notice_and_is_said(rig: type, tmp_path: Path) -> None:
    """The pass is written, its notices go out, and the report says both."""
    post = Post()
    d = file_desk(tmp_path / "club.xlsx") if rig is XlsxBackend else desk()
    d.send = post.of(Operator(notices=("discord://1/2",)))
    d.settle()

    def full(mark: Mark) -> None:
        raise Unreachable(f"the mark {mark.last_no} could not be written: No space left on device.")

    d.backend.set_mark = full  # type: ignore[method-assign]
    d.set("Start", "now")
    report = report_of("club", lambda _: d.sync())
    assert (report.code, report.error) == (1, "")
    assert report.done is not None
    assert report.done.wrote
    assert "No space left" in report.done.unmarked
    assert any("R1 (round)" in t for t in post.got["discord://1/2"])
    assert d.rounds() == ["R1"]


def test_pauses_grow() -> None:
    """Patience, not insistence: at most six attempts, within two days."""
    assert list(PAUSES) == sorted(PAUSES)
    assert sum(PAUSES, timedelta()) < timedelta(days=2)


def test_a_season_of_hostile_names_calls_nobody_anywhere() -> None:
    """From Players through rounds, reminders, leavers and a digest to every sort of address."""
    addresses = tuple(f"{c.schemes[0] if c.schemes else 'pover'}://a{n}/b" for n, c in enumerate(ALL))
    got: list[tuple[str, str, str]] = []

    def take(address: str, title: str, text: str) -> bool:
        got.append((address, title, text))
        return True

    names = [n for n in HOSTILE if not n.startswith("\u202e") and ";" not in n][:24]
    who = Operator(notices=addresses, digest=addresses)
    d = desk(
        tuple((name, 2000 - n) for n, name in enumerate(names)), Tournament="@everyone <!channel> [x](https://a.bc)"
    )
    known = [name for name in names if " " in name]
    d.send = lambda decided: send((*decided.box.again, *decided.box.due), who, "@everyone [x](y)", take, names=known)
    d.start()
    d.later(days=5, hours=12).settle()
    d.status(names[3], "Withdrawn").results("R1").settle()
    d.result(d.games()[0].id, "@here").later(days=1).settle()
    assert {a for a, _, _ in got} == set(addresses)
    for address, title, text in got:
        assert not [p.pattern for p in LIVE for said in (title, text) if p.search(said)], (address, title, text)
        channel = channel_of(address)
        assert channel.length(text) + channel.length(title) <= channel.longest
