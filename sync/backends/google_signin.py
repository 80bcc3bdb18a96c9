"""Finding the worker's sign-in: a service account's file or JSON, the machine's own account, or a person's at home."""

from __future__ import annotations

import base64
import binascii
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sync.backends.google_errors import NoSignIn, UnreadableKey
from sync.backends.textfiles import LONGEST, NotText, text_of
from sync.jsontext import read_json
from sync.settings import expanded, home_of

SHEETS = "https://www.googleapis.com/auth/spreadsheets"
#: Only to ask which of many books changed, and whether one is in the bin. Never for contents.
DRIVE_LOOK = "https://www.googleapis.com/auth/drive.metadata.readonly"

VARIABLE = "PAIRSHEET_GOOGLE_CREDENTIALS"
CLIENT_VARIABLE = "PAIRSHEET_GOOGLE_CLIENT"

SERVICE_ACCOUNT = "service account"
WORKLOAD = "workload identity"
MACHINE = "account of this machine"
AT_HOME = "sign-in of a person"


@dataclass(frozen=True)
class SignIn:
    """Credentials, how they were come by, and the address to share a spreadsheet with ("" when not known)."""

    credentials: Any = field(repr=False)
    how: str
    address: str
    source: str  # where they were found; never what they are


def _config(env: Mapping[str, str]) -> Path:
    return Path(env.get("XDG_CONFIG_HOME") or home_of(env) / ".config")


def default_files(env: Mapping[str, str]) -> tuple[Path, ...]:
    """Where a service account's file is looked for when no variable names one."""
    return (_config(env) / "pairsheet" / "google.json", _config(env) / "gspread" / "service_account.json")


def home_file(env: Mapping[str, str]) -> Path:
    """Where the sign-in of a person is kept."""
    return _config(env) / "pairsheet" / "google-signed-in.json"


def client_file(env: Mapping[str, str]) -> Path:
    """The app's client file that a person's sign-in needs."""
    return expanded(str(env.get(CLIENT_VARIABLE) or _config(env) / "pairsheet" / "google-client.json"))


def sign_in(
    env: Mapping[str, str] | None = None,
    scopes: Sequence[str] = (SHEETS,),
    default: Callable[..., tuple[Any, Any]] | None = None,
) -> SignIn:
    """The worker's sign-in; no request is sent. Raises NoSignIn with one plain line."""
    env = os.environ if env is None else env
    given = (env.get(VARIABLE) or "").strip()
    if given:
        return _given(given, scopes)
    for path in default_files(env):
        if path.is_file():
            return _from_file(path, scopes)
    named = env.get("GOOGLE_APPLICATION_CREDENTIALS")
    if named:
        path = expanded(named)
        if not path.is_file():
            raise NoSignIn("GOOGLE_APPLICATION_CREDENTIALS names a file that is not there.")
        return _from_file(path, scopes)
    if home_file(env).is_file():
        return _from_file(home_file(env), scopes)
    return _machine(scopes, default)


def at_home(env: Mapping[str, str] | None = None) -> SignIn | None:
    """A person's own sign-in that is kept on this machine; None where there is none that can be used."""
    path = home_file(os.environ if env is None else env)
    try:
        return _from_file(path, (SHEETS,)) if path.is_file() else None
    except NoSignIn:
        return None


def _machine(scopes: Sequence[str], default: Callable[..., tuple[Any, Any]] | None) -> SignIn:
    import google.auth
    from google.auth.exceptions import GoogleAuthError

    try:
        credentials, _ = (default or google.auth.default)(scopes=list(scopes))
    except GoogleAuthError:
        raise NoSignIn(
            f"No Google sign-in was found. Put a service account's key file at ~/.config/pairsheet/google.json, "
            f"or name it in {VARIABLE}."
        ) from None
    how = AT_HOME if getattr(credentials, "refresh_token", None) else MACHINE
    return SignIn(credentials, how, _address(credentials, {}), "application default credentials")


def _given(given: str, scopes: Sequence[str]) -> SignIn:
    """From the variable: JSON, JSON in base64, or a path."""
    if given.startswith("{"):
        return _from_text(given, VARIABLE, scopes)
    try:
        path = expanded(given)
        if path.is_file():
            return _from_file(path, scopes)
    except (OSError, ValueError, RuntimeError):  # far too long for a path, or no path at all: base64
        pass
    try:
        text = text_of(base64.b64decode("".join(given.split()), validate=True))
    except (binascii.Error, ValueError):
        # The value is not shown: it may be half a key.
        raise NoSignIn(f"{VARIABLE} names no file that is there, and is neither JSON nor JSON in base64.") from None
    return _from_text(text, VARIABLE, scopes)


def _from_file(path: Path, scopes: Sequence[str]) -> SignIn:
    try:
        if path.stat().st_size > LONGEST:
            raise NoSignIn(f"{path} is far too long for a key file.")
        text = text_of(path.read_bytes())
    except NotText as wrong:
        raise UnreadableKey(f"{path} cannot be read: {wrong}, or download the key file again.") from None
    except OSError:
        raise NoSignIn(f"{path} cannot be read: check its permissions.") from None
    return _from_text(text, str(path), scopes)


def _from_text(text: str, source: str, scopes: Sequence[str]) -> SignIn:
    try:
        info = read_json(text)
    except ValueError:
        raise NoSignIn(f"{source} does not hold JSON: download the key file again and use it unchanged.") from None
    if not isinstance(info, dict):
        raise NoSignIn(f"{source} does not hold a key: download the key file again and use it unchanged.")
    return from_info(info, source, scopes)


def from_info(info: Mapping[str, Any], source: str, scopes: Sequence[str] = (SHEETS,)) -> SignIn:
    """The sign-in that a JSON document describes. Raises NoSignIn; what the document holds is never shown."""
    kind = str(info.get("type") or "")
    if not kind and ("installed" in info or "web" in info):
        raise NoSignIn(f"{source} is an app's client file, not a sign-in: run pairsheet doctor --sign-in.")
    makers = {
        "service_account": (_service_account, SERVICE_ACCOUNT),
        "external_account": (_external, WORKLOAD),
        "authorized_user": (_person, AT_HOME),
        "impersonated_service_account": (_impersonated, SERVICE_ACCOUNT),
    }
    if kind not in makers:
        raise NoSignIn(f"{source} is no Google sign-in that is known here (type {kind[:40]!r}).")
    make, how = makers[kind]
    try:
        credentials = make(dict(info), list(scopes))
    except Exception as error:  # whatever the library says may quote the key
        raise NoSignIn(f"{source} does not load ({type(error).__name__}): download the key file again.") from None
    return SignIn(credentials, how, _address(credentials, info), source)


def _service_account(info: dict[str, Any], scopes: list[str]) -> Any:
    from google.oauth2.service_account import Credentials

    # A key pasted into a variable often has its line ends escaped twice.
    info["private_key"] = str(info.get("private_key") or "").replace("\\n", "\n")
    return Credentials.from_service_account_info(info, scopes=scopes)  # type: ignore[no-untyped-call]


def _external(info: dict[str, Any], scopes: list[str]) -> Any:
    """Workload identity, without the project look-up that google.auth would send."""
    from google.auth import aws, identity_pool, pluggable

    source = info.get("credential_source") or {}
    if info.get("subject_token_type") == "urn:ietf:params:aws:token-type:aws4_request":
        return aws.Credentials.from_info(info, scopes=scopes)  # type: ignore[no-untyped-call]
    if source.get("executable") is not None:
        return pluggable.Credentials.from_info(info, scopes=scopes)  # type: ignore[no-untyped-call]
    return identity_pool.Credentials.from_info(info, scopes=scopes)  # type: ignore[no-untyped-call]


def _person(info: dict[str, Any], scopes: list[str]) -> Any:
    from google.oauth2.credentials import Credentials

    return Credentials.from_authorized_user_info(info, scopes=scopes)  # type: ignore[no-untyped-call]


def _impersonated(info: dict[str, Any], scopes: list[str]) -> Any:
    import google.auth

    return google.auth.load_credentials_from_dict(info, scopes=scopes)[0]  # type: ignore[no-untyped-call]


def _address(credentials: Any, info: Mapping[str, Any]) -> str:
    """The account's e-mail address, as far as it can be told without asking Google."""
    for name in ("service_account_email", "signer_email", "account"):
        value = getattr(credentials, name, None)
        if isinstance(value, str) and "@" in value:
            return value
    return str(info.get("client_email") or "")


def with_scopes(found: SignIn, scopes: Sequence[str]) -> SignIn | None:
    """The same account with other scopes; None where the sign-in cannot be widened."""
    if not getattr(found.credentials, "requires_scopes", False) and not hasattr(found.credentials, "with_scopes"):
        return None
    return SignIn(found.credentials.with_scopes(list(scopes)), found.how, found.address, found.source)


def sign_in_at_home(env: Mapping[str, str] | None = None, flow: Any = None, open_browser: bool = True) -> Path:
    """Let a person sign in by the browser and keep that; where it is kept comes back. Raises NoSignIn.

    For trying things at home. A client that Google has not verified is signed out after seven days: a season
    wants a service account.
    """
    env = os.environ if env is None else env
    client, store = client_file(env), home_file(env)
    if not client.is_file():
        raise NoSignIn(f"Put the client file of a desktop app at {client} (or name it in {CLIENT_VARIABLE}).")
    if flow is None:
        from google_auth_oauthlib.flow import InstalledAppFlow as flow
    try:
        made = flow.from_client_secrets_file(str(client), scopes=[SHEETS])
        credentials = made.run_local_server(port=0, open_browser=open_browser)
    except Exception as error:
        raise NoSignIn(f"Signing in did not work ({type(error).__name__}): try again.") from None
    store.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(store, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        if hasattr(os, "fchmod"):  # one that was there before keeps its mode: narrowed before the sign-in goes in
            os.fchmod(file.fileno(), 0o600)
        file.truncate()
        kept = json.loads(credentials.to_json())
        kept["type"] = "authorized_user"
        file.write(json.dumps(kept))
    return store
