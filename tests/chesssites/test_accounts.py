"""What is read as an account: the forms of the table, whole texts alone, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.chesssites.accounts import FORMS, REFUSED, Account, NoAccount, read_account
from sync.chesssites.games import Side
from sync.chesssites.links import public_links
from sync.chesssites.model import KnownPlayer, Site
from sync.chesssites.verify import is_player


@pytest.mark.parametrize(("text", "read"), FORMS)
def test_every_form_of_the_table(text: str, read: str) -> None:
    """Read as the table says, also in capitals of the host, with spaces around, and with a tail of the address."""
    account = read_account(text)
    assert isinstance(account, Account)
    where = f"at {account.site.shown}" if account.site else "at whichever site"
    assert read in (f"{account.name} {where}", f"{account.name}, {where}")
    assert read_account(f"  {text.replace('chess.com', 'Chess.com')} ") == account
    if "://" in text:
        assert read_account(text.replace("https", "http")) == account
        assert read_account(text.split("?")[0] + "?ref=x&utm_source=mail#top") == account


@pytest.mark.parametrize(
    "text",
    [
        "c o h n", "https://chess.com@evil.example/member/adler_a", "https://evil.example/www.chess.com/member/adler_a",
        "chess.com.evil.example/member/adler_a", "\u0441hess.com/member/adler_a", "lichess.com/@/bauer_b",
        "https://xn--hess-x0a.com/member/adler_a", "chess-com.com/member/adler_a", "notchess.com/member/adler_a",
        "chess.com/adler_a", "https://www.chess.com/member/", "https://lichess.org/@/", "https://lichess.org/bauer_b",
        "https://www.chess.com/game/live/123456", "https://lichess.org/abcdefgh1234", "https://lichess.org/team/blitz",
        "https://www.google.com/url?q=https://www.chess.com/member/adler_a", "javascript:alert(1)", "a@b.example",
        "https://www.chess.com:8443/member/adler_a", "https://www.chess.com/member/a b", "https://lichess.org/@/\u0430b",
        "https://www.chess.com/players/magnus-carlsen", "my page is lichess.org/@/bauer_b", "A" * 201, "chess.com",
        "Chess.com: https://lichess.org/@/bauer_b", "https://www.chess.com/member/adler_a https://lichess.org/@/x1",
        "https://www.chess.com/member/../adler_a", "@", "a/b", "<b>x</b>", "https://www.chess.com/member/" + "a" * 31,
    ],
)  # fmt: skip
def test_what_the_table_does_not_list_is_no_account(text: str) -> None:
    """Look-alike hosts, names before the host, pages of another kind, sentences: never a guess."""
    assert isinstance(read_account(text), NoAccount)


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_page_says_is_refused(text: str) -> None:
    """The examples of the page of grammars."""
    assert isinstance(read_account(text), NoAccount)


@given(st.text(max_size=60))
def test_no_text_is_read_out_of_a_sentence(text: str) -> None:
    """A name read is the text, or stands in it whole beside nothing but a site and what belongs to a link."""
    account = read_account(text)
    if isinstance(account, Account):
        assert " " not in account.name
        assert len(account.name) <= 100


@given(st.sampled_from(["adler_a", "Bo-1", "x" * 30]), st.text(alphabet="/.:@?#&%chesom-", max_size=12))
def test_a_host_in_front_changes_whose_page_it_is(name: str, noise: str) -> None:
    """Whatever is put between the scheme and a true address, the account is read only if the host is the site's."""
    account = read_account(f"https://{noise}chess.com/member/{name}")
    if isinstance(account, Account) and account.site is Site.CHESS_COM:
        assert re.fullmatch(r"|www\.|m\.|mobile\.|[a-z]{2}\.", noise.casefold()), noise


def test_an_account_of_one_site_is_nobody_at_the_other() -> None:
    """A stranger may have the same name there."""
    bauer = KnownPlayer("Bauer", ("bauer_b", "Bauer"), only=frozenset([("bauer_b", Site.LICHESS)]))
    assert is_player(Side("Bauer_B", "win"), bauer, Site.LICHESS)
    assert not is_player(Side("Bauer_B", "win"), bauer, Site.CHESS_COM)
    assert is_player(Side("bauer", "win"), bauer, Site.CHESS_COM)
    both = KnownPlayer("C", ("c1",), only=frozenset([("c1", Site.LICHESS), ("c1", Site.CHESS_COM)]))
    assert both.names_at(Site.CHESS_COM) == both.names_at(Site.LICHESS) == ("c1",)


@pytest.mark.parametrize(
    "text",
    [
        "https://lichess.org/abcdEFGH1234", "lichess.org/abcdEFGH1234", "see http://LICHESS.org/abcdEFGH1234#20 there",
        "https://lichess.org/abcdEFGH1234?x=1", "https://lichess.org/embed/game/abcdEFGH1234",
        "https://www.google.com/url?q=https%3A%2F%2Flichess.org%2FabcdEFGH1234", "lichess.org//abcdEFGH1234.",
        "https://lichess.org/game/export/abcdEFGH1234.pgn", "lichess.org:443/abcdEFGH1234/white",
        "https://lichess.org/abcdEFGH1234https://lichess.org/abcdEFGH1234",
    ],
)  # fmt: skip
def test_the_private_part_of_a_link_is_cut(text: str) -> None:
    """The last four of twelve letters open a player's seat; the eight before are the game everybody may see."""
    assert "1234" not in public_links(text)
    assert "abcdEFGH" in public_links(text)


@pytest.mark.parametrize(
    "text",
    ["https://lichess.org/abcdEFGH", "https://www.chess.com/game/live/123456789012", "lichess.org/@/abcdefgh1234"],
)
def test_other_links_stay(text: str) -> None:
    """Games by their public id, other sites, players' pages."""
    assert public_links(text) == text
