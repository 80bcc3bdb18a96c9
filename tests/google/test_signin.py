"""Ways to sign in, what may be wrong with each, and that no secret gets out."""

from __future__ import annotations

import base64
import json
import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.auth.exceptions import DefaultCredentialsError
from google.auth.transport.requests import AuthorizedSession

from sync.backends.base import WrongUse
from sync.backends.google import GoogleBackend
from sync.backends.google_errors import NoSignIn, refusal_of, sign_in_trouble
from sync.backends.google_session import GoogleSession, Limits
from sync.backends.google_signin import (
    AT_HOME,
    DRIVE_LOOK,
    MACHINE,
    SERVICE_ACCOUNT,
    SHEETS,
    VARIABLE,
    WORKLOAD,
    SignIn,
    home_file,
    sign_in,
    sign_in_at_home,
    with_scopes,
)
from tests.emulator.adapter import mount
from tests.emulator.fixtures import WORKER, Emulated, emulated

SUBJECT = "a-foreign-token"


@pytest.fixture
def at() -> Emulated:
    """The emulator with a spreadsheet shared with the worker."""
    return emulated()


def nothing(**_: Any) -> tuple[Any, Any]:
    """A machine without any account."""
    raise DefaultCredentialsError("none")  # type: ignore[no-untyped-call]


def read_with(at: Emulated, found: SignIn, state: Path) -> str:
    """Read the spreadsheet with a sign-in; its title."""
    http = mount(AuthorizedSession(found.credentials), at.adapter())  # type: ignore[no-untyped-call]
    session = GoogleSession(http, found.address, Limits(per_minute=0), sleep=lambda _: None)
    return GoogleBackend(at.book_id, session, state).read().title


def workload_file(tmp_path: Path) -> Path:
    """A workload identity file whose subject token lies beside it."""
    token = tmp_path / "token"
    token.write_text(SUBJECT)
    path = tmp_path / "workload.json"
    info = {
        "type": "external_account",
        "audience": "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "token_url": "https://sts.googleapis.com/v1/token",
        "credential_source": {"file": str(token)},
    }
    path.write_text(json.dumps(info))
    return path


def as_file(at: Emulated, folder: Path) -> dict[str, str]:
    """A path in the variable."""
    (folder / "key.json").write_text(json.dumps(at.key()))
    return {VARIABLE: str(folder / "key.json")}


def as_json(at: Emulated, _: Path) -> dict[str, str]:
    """The JSON itself in the variable."""
    return {VARIABLE: json.dumps(at.key())}


def as_base64(at: Emulated, _: Path) -> dict[str, str]:
    """The JSON in base64, with line ends as `base64` makes them."""
    return {VARIABLE: base64.encodebytes(json.dumps(at.key()).encode()).decode()}


def twice_escaped(at: Emulated, _: Path) -> dict[str, str]:
    """A key whose line ends were escaped once too often."""
    key = at.key()
    return {VARIABLE: json.dumps({**key, "private_key": key["private_key"].replace("\n", "\\n")})}


def in_its_place(at: Emulated, folder: Path) -> dict[str, str]:
    """A file at the default place, no variable."""
    path = folder / ".config" / "pairsheet" / "google.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(at.key()))
    return {"HOME": str(folder)}


def where_gspread_has_it(at: Emulated, folder: Path) -> dict[str, str]:
    """Where gspread's own guide says to put it."""
    path = folder / "conf" / "gspread" / "service_account.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(at.key()))
    return {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "conf")}


def application_default(at: Emulated, folder: Path) -> dict[str, str]:
    """Named as Google's own libraries name it."""
    (folder / "adc.json").write_text(json.dumps(at.key()))
    return {"HOME": str(folder), "GOOGLE_APPLICATION_CREDENTIALS": str(folder / "adc.json")}


KEYS = [as_file, as_json, as_base64, twice_escaped, in_its_place, where_gspread_has_it, application_default]


@pytest.mark.parametrize("way", KEYS, ids=lambda way: way.__name__)
def test_a_service_account_signs_in(
    at: Emulated, tmp_path: Path, way: Callable[[Emulated, Path], dict[str, str]]
) -> None:
    """From a file, its JSON, base64, or its usual place: found, loaded, scoped to spreadsheets alone, and it reads."""
    found = sign_in({"HOME": str(tmp_path), **way(at, tmp_path)}, default=nothing)
    assert (found.how, found.address) == (SERVICE_ACCOUNT, WORKER)
    assert found.credentials.scopes == [SHEETS]
    assert read_with(at, found, tmp_path) == "Club ladder"
    at.service.judge.raise_violations()


@pytest.mark.parametrize("variable", [VARIABLE, "GOOGLE_APPLICATION_CREDENTIALS"])
def test_workload_identity_signs_in(at: Emulated, tmp_path: Path, variable: str) -> None:
    """A foreign token is exchanged; no project is looked up on the way."""
    at.service.tokens.workload(SUBJECT, WORKER)
    found = sign_in({"HOME": str(tmp_path), variable: str(workload_file(tmp_path))}, default=nothing)
    assert found.how == WORKLOAD
    assert read_with(at, found, tmp_path) == "Club ladder"
    assert {c.kind for c in at.service.log.calls} == {"token", "read"}


def test_a_person_signed_in_at_home(at: Emulated, tmp_path: Path) -> None:
    """The kept sign-in is found, renewed and used; it is known not to last."""
    env = {"HOME": str(tmp_path)}
    info = at.service.tokens.authorised_user(WORKER, frozenset({SHEETS}))
    home_file(env).parent.mkdir(parents=True)
    home_file(env).write_text(json.dumps(info))
    found = sign_in(env, default=nothing)
    assert found.how == AT_HOME
    assert read_with(at, found, tmp_path) == "Club ladder"


def test_the_machines_own_account_is_asked_last(at: Emulated, tmp_path: Path) -> None:
    """gcloud's or a hosted machine's account, with the narrow scope asked for."""
    asked: list[Any] = []
    inner = sign_in({VARIABLE: json.dumps(at.key())}).credentials

    def default(scopes: list[str]) -> tuple[Any, str]:
        asked.append(scopes)
        return inner, "project"

    found = sign_in({"HOME": str(tmp_path)}, default=default)
    assert asked == [[SHEETS]]
    assert (found.how, found.address) == (MACHINE, WORKER)


def test_a_wider_scope_is_a_sign_in_of_its_own(at: Emulated) -> None:
    """The first keeps its narrow scope."""
    found = sign_in({VARIABLE: json.dumps(at.key())})
    wider = with_scopes(found, (DRIVE_LOOK,))
    assert wider is not None
    assert wider.credentials.scopes == [DRIVE_LOOK]
    assert found.credentials.scopes == [SHEETS]


class Flow:
    """Stands for the browser: somebody presses Allow."""

    made: Any = None

    def __init__(self, scopes: list[str]) -> None:
        self.scopes = scopes

    @classmethod
    def from_client_secrets_file(cls, path: str, scopes: list[str]) -> Flow:
        """As the library names it."""
        assert Path(path).is_file()
        cls.made = cls(scopes)
        return cls.made  # type: ignore[no-any-return]

    def run_local_server(self, port: int, open_browser: bool) -> Any:
        """The credentials that come back."""
        from google.oauth2.credentials import Credentials

        assert port == 0
        assert open_browser
        return Credentials(  # type: ignore[no-untyped-call]
            "t", refresh_token="refresh", token_uri="https://oauth2.googleapis.com/token", client_id="client",
            client_secret="secret", scopes=self.scopes,
        )  # fmt: skip


def test_signing_in_at_home_keeps_the_sign_in_for_its_owner_alone(at: Emulated, tmp_path: Path) -> None:
    """One file with mode 0600, spreadsheets alone; the next start finds it."""
    env = {"HOME": str(tmp_path)}
    client = tmp_path / ".config" / "pairsheet" / "google-client.json"
    client.parent.mkdir(parents=True)
    client.write_text('{"installed": {}}')
    path = sign_in_at_home(env, Flow)
    assert path == home_file(env)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Flow.made.scopes == [SHEETS]
    at.service.tokens.authorised_user(WORKER, frozenset({SHEETS}))
    assert read_with(at, sign_in(env, default=nothing), tmp_path) == "Club ladder"


def test_signing_in_at_home_needs_the_apps_client_file(tmp_path: Path) -> None:
    """The message says where to put it."""
    with pytest.raises(NoSignIn, match=r"google-client\.json"):
        sign_in_at_home({"HOME": str(tmp_path)}, Flow)


MARKER = "SECRETMARKER0123456789"
DAMAGED: dict[str, Callable[[dict[str, str]], str]] = {
    "not JSON": lambda _: "{" + MARKER,
    "half base64": lambda key: base64.b64encode(json.dumps(key).encode()).decode()[:-7],
    "no key in it": lambda key: json.dumps({**key, "private_key": MARKER}),
    "a damaged key": lambda key: json.dumps(
        {**key, "private_key": key["private_key"][:200] + MARKER + key["private_key"][300:]}
    ),
    "no token address": lambda key: json.dumps({k: v for k, v in key.items() if k != "token_uri"}),
    "a list": lambda _: base64.b64encode(json.dumps([MARKER]).encode()).decode(),
    "another type": lambda _: json.dumps({"type": "banana", "private_key": MARKER}),
    "an app's client file": lambda _: json.dumps({"installed": {"client_secret": MARKER}}),
    "a path that is not there": lambda _: f"/nowhere/{MARKER}.json",
}


@pytest.mark.parametrize("how", DAMAGED, ids=str)
def test_a_damaged_key_is_said_in_one_line_without_showing_it(at: Emulated, how: str) -> None:
    """Neither the message nor the trace nor the representation holds any of the secret."""
    key = at.key()
    value = DAMAGED[how](key)
    with pytest.raises(NoSignIn) as caught:
        sign_in({VARIABLE: value, "HOME": "/nowhere"}, default=nothing)
    told = "".join(traceback.format_exception(caught.value, chain=True)) + repr(caught.value)
    assert "\n" not in str(caught.value)
    assert MARKER not in told
    assert key["private_key"][60:100] not in told


def test_nothing_of_the_key_or_the_token_is_logged_or_shown(
    at: Emulated, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With every logger at its most talkative, over a whole read and a refused one."""
    caplog.set_level(logging.DEBUG)
    key = at.key()
    found = sign_in({VARIABLE: json.dumps(key)})
    assert read_with(at, found, tmp_path) == "Club ladder"
    at.service.tokens.revoke_key(WORKER)
    at.service.tokens.expire_all()
    with pytest.raises(NoSignIn) as caught:
        read_with(at, found, tmp_path)
    told = caplog.text + "".join(traceback.format_exception(caught.value)) + repr(found) + repr(caught.value)
    assert "ya29." not in told
    assert "PRIVATE KEY" not in told
    assert key["private_key"][60:100] not in told
    for file in tmp_path.rglob("*.json"):
        assert "ya29." not in file.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("invalid_grant: Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.", "clock"),
        ("invalid_grant: Invalid JWT Signature.", "revoked"),
        ("invalid_grant: Invalid grant: account not found", "no longer exists"),
        ("invalid_grant: Token has been expired or revoked.", "sign in again"),
        ("unauthorized_client", "pairsheet doctor"),
    ],
)  # fmt: skip
def test_each_refusal_of_a_sign_in_names_what_to_do(words: str, says: str) -> None:
    """One line, one thing to do."""
    told = str(sign_in_trouble(words, WORKER))
    assert says in told
    assert "\n" not in told


def test_a_machine_whose_clock_is_wrong_is_told_so(at: Emulated, tmp_path: Path) -> None:
    """The token service refuses a claim from the wrong hour; that is not taken for a bad key."""
    real = at.service.tokens.now
    at.service.tokens.now = lambda: real() + 7200
    with pytest.raises(NoSignIn, match="clock"):
        read_with(at, sign_in({VARIABLE: json.dumps(at.key())}), tmp_path)


def test_refusals_are_taken_apart_whatever_their_shape() -> None:
    """Sheets' and Drive's shapes, an HTML page, nonsense."""
    drive = {"error": {"errors": [{"domain": "usageLimits", "reason": "userRateLimitExceeded"}], "code": 403}}
    assert refusal_of(403, drive).is_limit
    assert not refusal_of(403, {"error": {"code": 403, "status": "PERMISSION_DENIED"}}).is_limit
    assert refusal_of(429, None).is_limit
    for nonsense in (None, [], "x", {"error": "x"}, {"error": {"details": "x", "errors": [1]}}):
        assert refusal_of(500, nonsense).status == 500


def test_a_key_file_may_be_saved_in_utf_16_or_with_a_mark(tmp_path: Path) -> None:
    """Editors do that; the words of the refusal are those of its content. Letters of another Windows are wrong use."""
    key = tmp_path / "key.json"
    env = {VARIABLE: str(key), "HOME": "/nowhere"}
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        key.write_bytes('{"type": "nothing known"}'.encode(encoding))
        with pytest.raises(NoSignIn, match="nothing known"):
            sign_in(env)
    key.write_bytes('{"type": "größer"}'.encode("latin-1"))
    with pytest.raises(WrongUse, match="save the file as UTF-8"):
        sign_in(env)
