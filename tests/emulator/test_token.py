"""Signing in: every way in, and every way to be turned away."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import google.auth
import google.auth.exceptions
import google.oauth2.credentials
import google.oauth2.service_account
import pytest
import requests
from google.auth.transport.requests import AuthorizedSession

from tests.emulator.adapter import mount
from tests.emulator.fixtures import SCOPES, WORKER, Emulated, emulator, in_process
from tests.emulator.token import AUDIENCE, SCOPE, key_pair

__all__ = ["emulator", "in_process"]


def bare_session(credentials: Any) -> requests.Session:
    """google-auth's own session, as it is."""
    session: requests.Session = AuthorizedSession(credentials)  # type: ignore[no-untyped-call]
    return session


def session_of(here: Emulated, credentials: Any) -> requests.Session:
    """An authorised session led to the emulator."""
    return mount(bare_session(credentials), here.adapter())


def account(here: Emulated, scopes: tuple[str, ...] = SCOPES, **changes: str) -> Any:
    """Credentials of the worker's key file, with changes."""
    info = {**here.key(), **changes}
    kind = google.oauth2.service_account.Credentials
    return kind.from_service_account_info(info, scopes=scopes)  # type: ignore[no-untyped-call]


def read(here: Emulated, session: requests.Session) -> requests.Response:
    """Read a cell."""
    return session.get(f"https://sheets.googleapis.com/v4/spreadsheets/{here.book_id}/values/A1", timeout=5)


def refusal(here: Emulated, credentials: Any) -> str:
    """The words with which an exchange is refused."""
    with pytest.raises(google.auth.exceptions.RefreshError) as caught:
        read(here, session_of(here, credentials))
    return str(caught.value)


def test_a_service_account_signs_in_over_the_socket(emulator: Emulated) -> None:
    """The key file's own token address is used; claims are signed and checked."""
    credentials = account(emulator)
    session = bare_session(credentials)
    session.mount("https://sheets.googleapis.com/", emulator.adapter())
    assert read(emulator, session).status_code == 200
    assert [call.kind for call in emulator.service.log.calls] == ["token", "read"]


def test_a_wrong_signature_is_refused(in_process: Emulated) -> None:
    """Another key than the one the account has."""
    assert "Invalid JWT Signature" in refusal(in_process, account(in_process, private_key=key_pair(1)[0]))


def test_a_revoked_key_is_refused(in_process: Emulated) -> None:
    """The key is gone from the account; tokens given out before still hold."""
    old = session_of(in_process, account(in_process))
    assert read(in_process, old).status_code == 200
    credentials = account(in_process)
    in_process.service.tokens.revoke_key(WORKER)
    assert read(in_process, old).status_code == 200
    assert "Invalid JWT Signature" in refusal(in_process, credentials)


def test_an_unknown_account_is_refused(in_process: Emulated) -> None:
    """A deleted account."""
    assert "account not found" in refusal(in_process, account(in_process, client_email="nobody@example.org"))


@pytest.mark.parametrize("offset", [-7200.0, 7200.0])
def test_clock_skew_is_refused(in_process: Emulated, offset: float) -> None:
    """The caller's clock is two hours off."""
    in_process.service.tokens.now = lambda: time.time() + offset
    assert "iat and exp" in refusal(in_process, account(in_process))


def test_an_expired_token_is_renewed_once(in_process: Emulated) -> None:
    """A 401 in the middle of a run leads to one new exchange and a replay."""
    session = session_of(in_process, account(in_process))
    assert read(in_process, session).status_code == 200
    in_process.service.tokens.expire_all()
    in_process.service.log.clear()
    assert read(in_process, session).status_code == 200
    assert [(call.kind, call.status) for call in in_process.service.log.calls] == [
        ("read", 401),
        ("token", 200),
        ("read", 200),
    ]


def test_scopes_are_kept(in_process: Emulated) -> None:
    """Too narrow a scope is 403; a reading scope does not write; none at all gets no token."""
    drive_only = session_of(in_process, account(in_process, (SCOPE + "drive.metadata.readonly",)))
    got = read(in_process, drive_only)
    assert got.status_code == 403
    assert got.json()["error"]["details"][0]["reason"] == "ACCESS_TOKEN_SCOPE_INSUFFICIENT"
    reader = session_of(in_process, account(in_process, (SCOPE + "spreadsheets.readonly",)))
    assert read(in_process, reader).status_code == 200
    url = f"https://sheets.googleapis.com/v4/spreadsheets/{in_process.book_id}/values/A1?valueInputOption=RAW"
    assert reader.put(url, json={"values": [["x"]]}, timeout=5).status_code == 403
    writer = session_of(in_process, account(in_process, (SCOPE + "spreadsheets",)))
    assert writer.put(url, json={"values": [["x"]]}, timeout=5).status_code == 200
    files = writer.get(f"https://www.googleapis.com/drive/v3/files/{in_process.book_id}", timeout=5)
    assert files.status_code == 403
    assert files.json()["error"]["errors"][0]["reason"] == "insufficientPermissions"


def test_no_token_and_a_bad_token_are_401(in_process: Emulated) -> None:
    """In the words of the service."""
    bare = mount(requests.Session(), in_process.adapter())
    assert read(in_process, bare).status_code == 401
    bare.headers["Authorization"] = "Bearer nonsense"
    assert read(in_process, bare).json()["error"]["status"] == "UNAUTHENTICATED"


def test_a_person_signs_in_with_a_refresh_token(in_process: Emulated) -> None:
    """Good until it is revoked."""
    info = in_process.service.tokens.authorised_user(WORKER)
    credentials = google.oauth2.credentials.Credentials(  # type: ignore[no-untyped-call]
        None,
        refresh_token=info["refresh_token"],
        client_id=info["client_id"],
        client_secret=info["client_secret"],
        token_uri=AUDIENCE,
    )
    session = session_of(in_process, credentials)
    assert read(in_process, session).status_code == 200
    in_process.service.tokens.refresh.clear()
    in_process.service.tokens.expire_all()
    with pytest.raises(google.auth.exceptions.RefreshError, match="expired or revoked"):
        read(in_process, session)


def test_workload_identity_exchanges_a_foreign_token(
    emulator: Emulated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Application default credentials with an external account."""
    emulator.service.tokens.workload("subject-token", WORKER)
    subject = tmp_path / "subject"
    subject.write_text("subject-token")
    assert emulator.server is not None
    config = {
        "type": "external_account",
        "audience": "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "token_url": emulator.server.url + "/v1/token",
        "credential_source": {"file": str(subject)},
    }
    path = tmp_path / "adc.json"
    path.write_text(json.dumps(config))
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(path))
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "pairsheet-test")
    credentials, _ = google.auth.default(scopes=SCOPES)
    session = bare_session(credentials)
    session.mount("https://sheets.googleapis.com/", emulator.adapter())
    assert read(emulator, session).status_code == 200


def test_other_grants_are_refused(in_process: Emulated) -> None:
    """An unknown kind of grant."""
    bare = mount(requests.Session(), in_process.adapter())
    answer = bare.post(AUDIENCE, data={"grant_type": "password"}, timeout=5)
    assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")
