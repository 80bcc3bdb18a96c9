"""Whatever a player pastes becomes one game, or a refusal that says why."""

import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.chesssites.links import GameLink, Refused, game_links, link_pattern, parse_link
from sync.chesssites.model import Site
from sync.chesssites.words import LINKS, sentence

CHESS = GameLink(Site.CHESS_COM, "live", "123456789012")
LICHESS = GameLink(Site.LICHESS, "game", "q7ZvsdUF")

CHESS_COM_SHAPES = [
    "https://www.chess.com/game/live/123456789012",
    "http://chess.com/game/live/123456789012",
    "www.chess.com/game/live/123456789012",
    "chess.com/game/123456789012",
    "https://www.chess.com/game/123456789012",
    "https://www.chess.com/live/game/123456789012",
    "https://www.chess.com/de/live/game/123456789012?username=ada",
    "https://www.chess.com/pt-BR/game/live/123456789012",
    "https://de.chess.com/game/live/123456789012",
    "https://m.chess.com/game/live/123456789012",
    "https://www.chess.com/analysis/game/live/123456789012",
    "https://www.chess.com/analysis/game/live/123456789012?tab=review&move=12",
    "https://www.chess.com/analysis/game/live/123456789012/analysis?flip=true",
    "https://www.chess.com/game/live/123456789012/review",
    "https://www.chess.com/game/live/123456789012#12",
    "https://www.chess.com/game/live/123456789012?username=ada&amp;move=3",
    "https://www.chess.com/live#g=123456789012",
    "https://www.chess.com/live?#g=123456789012",
    "https://www.chess.com/play/online#g=123456789012",
    "https://www.chess.com/livechess/game?id=123456789012",
    "HTTPS://WWW.CHESS.COM/GAME/LIVE/123456789012",
    "Check out this #chess game: ada vs ben - https://www.chess.com/live/game/123456789012.",
    "(chess.com/game/live/123456789012)",
    "<https://www.chess.com/game/live/123456789012>",
    "[our game](https://www.chess.com/game/live/123456789012), gg!",
    '[Link "https://www.chess.com/game/live/123456789012"]\n\n1. e4 e5 1-0',
    "https://www.chess.com/game/live/123456789012 https://www.chess.com/analysis/game/live/123456789012",
    "me: https://www.chess.com/member/ada game: https://www.chess.com/game/live/123456789012",
    "  \u200bhttps://www.chess.com/game/live/123456789012\u00a0",
    "https%3A%2F%2Fwww.chess.com%2Fgame%2Flive%2F123456789012",
    "https://www.google.com/url?q=https%3A%2F%2Fwww.chess.com%2Fgame%2Flive%2F123456789012&sa=D",
    "https://www.chess.com/game/live/000123456789012",
    "https://www.chess.com//game/live/123456789012/",
]
LICHESS_SHAPES = [
    "https://lichess.org/q7ZvsdUF",
    "lichess.org/q7ZvsdUF",
    "https://www.lichess.org/q7ZvsdUF",
    "https://de.lichess.org/q7ZvsdUF",
    "HTTPS://LICHESS.ORG/q7ZvsdUF",
    "https://lichess.org/q7ZvsdUF/black",
    "https://lichess.org/q7ZvsdUF/white#23",
    "https://lichess.org/q7ZvsdUF#23",
    "https://lichess.org/q7ZvsdUFAbCd",
    "https://lichess.org/embed/q7ZvsdUF?theme=auto",
    "https://lichess.org/embed/game/q7ZvsdUF",
    "https://lichess.org/game/export/q7ZvsdUF.pgn",
    "https://lichess.org/game/export/q7ZvsdUF?clocks=false",
    "gg https://lichess.org/q7ZvsdUF, thanks",
    '[Site "https://lichess.org/q7ZvsdUF"]',
]
OTHERS = [
    ("", "empty"),
    ("   ", "empty"),
    ("123456789012", "bare-number"),
    ("#123456789012", "bare-number"),
    ("I won on time", "no-link"),
    ("q7ZvsdUF", "no-link"),
    ("https://www.chess.com/game/daily/123456789", "daily"),
    ("https://www.chess.com/daily/game/123456789", "daily"),
    ("https://www.chess.com/analysis/game/daily/123456789", "daily"),
    ("https://www.chess.com/echess/game?id=123", "daily"),
    ("https://www.chess.com/game/computer/123456789", "computer"),
    ("https://www.chess.com/analysis/game/computer/123456789", "computer"),
    ("https://www.chess.com/puzzles/problem/123456", "puzzle"),
    ("https://www.chess.com/de/puzzles/problem/123456", "puzzle"),
    ("https://www.chess.com/events/2025-freestyle/01-01/Carlsen-Caruana", "event"),
    ("https://www.chess.com/tournament/live/arena/123456", "tournament"),
    ("https://www.chess.com/member/ada", "profile"),
    ("https://www.chess.com/games/archive/ada", "game-list"),
    ("https://www.chess.com/games/view/15432", "game-list"),
    ("https://www.chess.com/club/some-club", "club"),
    ("https://www.chess.com/variants/chess960/game/1234567", "variants"),
    ("https://www.chess.com/analysis?tab=analysis", "analysis-board"),
    ("https://www.chess.com/analysis/game/pgn/3xYz9/analysis", "analysis-board"),
    ("https://www.chess.com/game/live/", "no-number"),
    ("https://www.chess.com/game/live/12345x", "no-number"),
    ("https://www.chess.com/game/live/0", "no-number"),
    ("https://www.chess.com/game/live/" + "9" * 30, "no-number"),
    ("https://www.chess.com/", "not-a-game"),
    ("https://api.chess.com/pub/player/ada/games/2025/01", "not-a-game"),
    ("https://support.chess.com/article/123", "not-a-game"),
    ("https://lichess.org/study/abcdefgh/ijklmnop", "study"),
    ("https://lichess.org/swiss/j8rtJ5GL", "swiss"),
    ("https://lichess.org/tournament/abcdEFGH", "tournament"),
    ("https://lichess.org/training/12345", "puzzle"),
    ("https://lichess.org/@/ada", "profile"),
    ("https://lichess.org/simul/abcdEFGH", "simul"),
    ("https://lichess.org/broadcast/x/y/abcdEFGH/ijklMNOP", "event"),
    ("https://lichess.org/analysis/chess960", "analysis-board"),
    ("https://lichess.org/practice", "not-a-game"),
    ("https://lichess.org/", "not-a-game"),
    ("https://lichess.org/q7Zvsd", "not-a-game"),
    ("https://example.org/chess.com/game/live/123", "other-site"),
    ("https://notchess.com/game/live/123", "other-site"),
    ("https://chess.com.example.org/game/live/123", "other-site"),
    ("https://example.org/?q=https://example.net/game/live/1", "other-site"),
    ("https://bit.ly/3xyz", "other-site"),
    ("https://www.chess.com/game/live/1 and https://www.chess.com/game/live/2", "two-games"),
    ("https://www.chess.com/game/live/1 and https://lichess.org/q7ZvsdUF", "two-games"),
    ("https://example.org https://www.chess.com/member/ada", "profile"),
]


@pytest.mark.parametrize("text", CHESS_COM_SHAPES)
def test_every_chess_com_shape_is_the_same_game(text: str) -> None:
    """Phone, analysis page, language prefix, fragment, query, case and surrounding words change nothing."""
    assert parse_link(text) == CHESS


@pytest.mark.parametrize("text", LICHESS_SHAPES)
def test_every_lichess_shape_is_the_same_game(text: str) -> None:
    """Colour, ply, embedding and a player's own long address change nothing; letters keep their case."""
    assert parse_link(text) == LICHESS


@pytest.mark.parametrize(("text", "code"), OTHERS)
def test_other_pages_are_refused_with_the_reason(text: str, code: str) -> None:
    """Each other page has its own code and a sentence without gaps."""
    answer = parse_link(text)
    assert isinstance(answer, Refused)
    assert answer.code == code
    said = sentence("link", answer.code, answer.facts)
    assert "unknown)" not in said
    assert len(said) > 10


def test_every_refusal_has_a_case() -> None:
    """No code of the catalogue is without a case that provokes it."""
    assert {code for _, code in OTHERS} == set(LINKS)


def test_the_long_id_is_a_link_of_its_own_kind() -> None:
    """Chess.com's uuid is kept as such, in lower case."""
    link = parse_link("https://www.chess.com/game/B27E0E6A-AF08-11F0-98F0-1F5ACA01000F")
    assert link == GameLink(Site.CHESS_COM, "uuid", "b27e0e6a-af08-11f0-98f0-1f5aca01000f")
    assert isinstance(link, GameLink)
    assert parse_link(link.canonical) == link


def test_two_games_can_be_listed() -> None:
    """A match report with several links gives each game once, in order."""
    text = "1) chess.com/game/live/2 2) chess.com/game/live/1 again https://www.chess.com/game/2"
    assert [link.id for link in game_links(text)] == ["2", "1"]


def test_hostile_text_ends_quickly() -> None:
    """Long runs of letters, dots and slashes are read in no time and refused."""
    for text in ("a" * 200_000, "a." * 100_000, "chess.com/" * 20_000, "https://" * 20_000, "/game" * 50_000):
        assert isinstance(parse_link(text), Refused)


FORM_CHECK = re.compile(link_pattern())


@pytest.mark.parametrize("text", CHESS_COM_SHAPES + LICHESS_SHAPES)
def test_the_form_lets_every_accepted_shape_through(text: str) -> None:
    """Both as "contains" and as "matches"."""
    assert FORM_CHECK.search(text)
    assert FORM_CHECK.fullmatch(text)


@pytest.mark.parametrize("text", ["", "123456789012", "I won", "https://www.chess.com/member/ada", "lichess.org/tv"])
def test_the_form_refuses_the_plainest_mistakes(text: str) -> None:
    """A bare number or a profile is caught while the player is still looking at the form."""
    assert not FORM_CHECK.search(text)


def test_the_form_pattern_stays_within_re2() -> None:
    """Google Forms knows neither look-around nor flags nor back-references."""
    assert "(?=" not in link_pattern()
    assert "(?!" not in link_pattern()
    assert "(?i" not in link_pattern()


def _letters_of_any_case(word: str) -> st.SearchStrategy[str]:
    return st.lists(st.booleans(), min_size=len(word), max_size=len(word)).map(
        lambda ups: "".join(c.upper() if up else c for c, up in zip(word, ups, strict=True))
    )


NUMBERS = st.integers(1, 10**13 - 1).map(str)
LICHESS_IDS = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=8, max_size=8).filter(
    lambda word: not word.islower()
)
SCHEMES = st.sampled_from(["", "https://", "http://", "HTTPS://"])
BEFORE = st.sampled_from(["", " ", "gg ", "ada 1-0 ben: ", "<", "(", '"', "link=", "\n"])
AFTER = st.sampled_from(["", " ", " thanks!", ".", ")", ">", '"', ", next", "\n1-0"])
QUERIES = st.sampled_from(["", "?username=ada", "?tab=review&move=7", "#12", "?flip=true#3", "/"])


@st.composite
def chess_com_texts(draw: st.DrawFn) -> tuple[str, GameLink]:
    number = draw(NUMBERS)
    language = draw(st.sampled_from(["", "de/", "es/", "pt-br/", "zh-CN/"]))
    path = draw(st.sampled_from(["game/live/", "live/game/", "game/", "analysis/game/live/"]))
    tail = draw(st.sampled_from(["", "/analysis", "/review"])) + draw(QUERIES)
    host = draw(_letters_of_any_case(draw(st.sampled_from(["chess.com", "www.chess.com", "m.chess.com"]))))
    address = draw(SCHEMES) + host + "/" + draw(_letters_of_any_case(language + path)) + number + tail
    return draw(BEFORE) + address + draw(AFTER), GameLink(Site.CHESS_COM, "live", number)


@st.composite
def lichess_texts(draw: st.DrawFn) -> tuple[str, GameLink]:
    game = draw(LICHESS_IDS)
    secret = draw(st.sampled_from(["", "AbC9"]))
    host = draw(_letters_of_any_case(draw(st.sampled_from(["lichess.org", "www.lichess.org"]))))
    tail = draw(st.sampled_from(["", "/white", "/black", "/black#40", "#1", "?pov=black"]))
    prefix = draw(st.sampled_from(["", "embed/", "embed/game/", "game/export/"]))
    return (
        draw(BEFORE) + draw(SCHEMES) + host + "/" + prefix + game + secret + tail + draw(AFTER),
        GameLink(Site.LICHESS, "game", game),
    )


@settings(max_examples=100 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1")))
@given(st.one_of(chess_com_texts(), lichess_texts()))
def test_generated_links_are_understood(made: tuple[str, GameLink]) -> None:
    """Any mixture of the shapes gives the game it was made from, passes the form, and reads back from canonical."""
    text, link = made
    assert parse_link(text) == link
    assert FORM_CHECK.search(text)
    assert parse_link(link.canonical) == link


@given(st.text(max_size=200))
def test_any_text_gives_an_answer(text: str) -> None:
    """No text crashes; what is accepted passes the form's check too."""
    answer = parse_link(text)
    assert isinstance(answer, GameLink | Refused)
    assert isinstance(answer, Refused) or FORM_CHECK.search(text)
