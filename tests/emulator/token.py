"""The token service: who is calling, for how long, with which scopes."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google.auth import crypt

from tests.emulator.errors import ApiError
from tests.emulator.traffic import Request, Response

AUDIENCE = "https://oauth2.googleapis.com/token"
SCOPE = "https://www.googleapis.com/auth/"
SHEETS_WRITE = frozenset((SCOPE + "spreadsheets", SCOPE + "drive", SCOPE + "drive.file"))
SHEETS_READ = SHEETS_WRITE | {SCOPE + "spreadsheets.readonly", SCOPE + "drive.readonly"}
DRIVE_WRITE = frozenset((SCOPE + "drive", SCOPE + "drive.file"))
DRIVE_READ = DRIVE_WRITE | {SCOPE + name for name in ("drive.readonly", "drive.metadata", "drive.metadata.readonly")}
JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
STS_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"


@cache
def key_pair(number: int = 0) -> tuple[str, str]:
    """(private, public) key texts; made once a process."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    public = (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )
    assert number >= 0
    return private, public


@dataclass(slots=True)
class Account:
    """A service account and the keys it may sign with, by key id."""

    mail: str
    keys: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grant:
    """What an access token allows, and until when (seconds since 1970)."""

    who: str
    scopes: frozenset[str]
    until: float


class Tokens:
    """Gives out access tokens and tells what they allow.

    Signed claims carry the caller's own wall-clock time, so this service reads the real clock unless given another.
    """

    def __init__(self, now: Callable[[], float] = time.time, lifetime: int = 3600) -> None:
        self.now = now
        self.lifetime = lifetime
        #: Seconds by which a claim's times may differ from ours.
        self.tolerance = 300
        self.accounts: dict[str, Account] = {}
        self.refresh: dict[str, tuple[str, frozenset[str]]] = {}
        self.subjects: dict[str, str] = {}
        self.clients: dict[str, str] = {}
        self.grants: dict[str, Grant] = {}
        self._count = 0

    # Set-up -----------------------------------------------------------------------------------------------------------

    def service_account(
        self, mail: str, token_uri: str = AUDIENCE, *, key: int = 0, project: str = "pairsheet-test"
    ) -> dict[str, str]:
        """A service account's key file as a dictionary; the account is known from now on."""
        private, public = key_pair(key)
        key_id = f"key{key}"
        self.accounts.setdefault(mail, Account(mail)).keys[key_id] = public
        return {
            "type": "service_account",
            "project_id": project,
            "private_key_id": key_id,
            "private_key": private,
            "client_email": mail,
            "client_id": "100000000000000000001",
            "auth_uri": "https://accounts.google.com/o/oauth2/auth",
            "token_uri": token_uri,
            "universe_domain": "googleapis.com",
        }

    def revoke_key(self, mail: str, key_id: str = "key0") -> None:
        """A key signs no more; tokens given out before still hold."""
        self.accounts[mail].keys.pop(key_id, None)

    def authorised_user(
        self, mail: str, scopes: frozenset[str] = SHEETS_READ, token: str = "refresh"
    ) -> dict[str, str]:
        """A person who signed in: the fields of a stored user token."""
        self.refresh[token] = (mail, scopes)
        self.clients["client"] = "secret"
        return {"type": "authorized_user", "client_id": "client", "client_secret": "secret", "refresh_token": token}

    def workload(self, subject: str, mail: str) -> None:
        """A foreign subject token that stands for an account (workload identity)."""
        self.subjects[subject] = mail

    def give(self, who: str, scopes: frozenset[str] | None = None, seconds: float | None = None) -> str:
        """An access token without any exchange."""
        self._count += 1
        name = f"ya29.emulated-{self._count}"
        all_scopes = SHEETS_READ | DRIVE_READ
        until = self.now() + (self.lifetime if seconds is None else seconds)
        self.grants[name] = Grant(who, all_scopes if scopes is None else scopes, until)
        return name

    def expire_all(self) -> None:
        """Every token given out so far is refused from now on."""
        self.grants.clear()

    # Use --------------------------------------------------------------------------------------------------------------

    def caller(self, request: Request) -> Grant:
        """Who a request comes from. Problems: 401 without a good token."""
        header = request.headers.get("authorization", "")
        name = header.removeprefix("Bearer ").strip() if header.startswith("Bearer ") else ""
        grant = self.grants.get(name)
        expected = (
            "Expected OAuth 2 access token, login cookie or other valid authentication credential. "
            "See https://developers.google.com/identity/sign-in/web/devconsole-project."
        )
        if not header:
            reason = {"reason": "CREDENTIALS_MISSING", "domain": "googleapis.com"}
            details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", **reason}]
            raise ApiError(401, f"Request is missing required authentication credential. {expected}", details)
        if grant is None or grant.until <= self.now():
            raise ApiError(401, f"Request had invalid authentication credentials. {expected}")
        return grant

    @staticmethod
    def need(grant: Grant, scopes: frozenset[str]) -> None:
        """Problems: 403 when the token has none of the scopes."""
        if not grant.scopes & scopes:
            reason = {"reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "domain": "googleapis.com"}
            details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", **reason}]
            raise ApiError(403, "Request had insufficient authentication scopes.", details)

    # Exchange ---------------------------------------------------------------------------------------------------------

    def exchange(self, request: Request) -> Response:
        """The answer to a POST at a token address."""
        form = dict(parse_qsl(request.body.decode(), keep_blank_values=True))
        if not form and request.body:
            form = json.loads(request.body)
        grant = form.get("grant_type", "")
        try:
            if grant == JWT_GRANT:
                who, scopes = self._signed(form.get("assertion", ""))
            elif grant == "refresh_token":
                who, scopes = self._refreshed(form)
            elif grant == STS_GRANT:
                who, scopes = self._federated(form)
            else:
                raise _Refused("unsupported_grant_type", f"Invalid grant_type: {grant}")
        except _Refused as refusal:
            return Response.json(refusal.status, {"error": refusal.error, "error_description": refusal.description})
        answer: dict[str, Any] = {
            "access_token": self.give(who, scopes),
            "expires_in": self.lifetime,
            "token_type": "Bearer",
        }
        if grant == "refresh_token":
            answer["scope"] = " ".join(sorted(scopes))
        if grant == STS_GRANT:
            answer["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token"
        return Response.json(200, answer)

    def _signed(self, assertion: str) -> tuple[str, frozenset[str]]:
        try:
            head_text, claims_text, signature_text = assertion.split(".")
            head, claims = json.loads(_unpad(head_text)), json.loads(_unpad(claims_text))
            signature = _unpad(signature_text)
        except (ValueError, TypeError) as trouble:
            raise _Refused("invalid_grant", "Invalid JWT: Failed to parse.") from trouble
        account = self.accounts.get(claims.get("iss", ""))
        if account is None:
            raise _Refused("invalid_grant", "Invalid grant: account not found")
        public = account.keys.get(head.get("kid", ""))
        if public is None or head.get("alg") != "RS256":
            raise _Refused("invalid_grant", "Invalid JWT Signature.")
        verifier = crypt.RSAVerifier.from_string(public)  # type: ignore[no-untyped-call]
        if not verifier.verify(f"{head_text}.{claims_text}".encode(), signature):
            raise _Refused("invalid_grant", "Invalid JWT Signature.")
        now = self.now()
        begun, ends = claims.get("iat", 0), claims.get("exp", 0)
        if begun > now + self.tolerance or ends < now - self.tolerance or ends - begun > 3600:
            raise _Refused(
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
                "Check your iat and exp values in the JWT claim.",
            )
        if claims.get("aud") != AUDIENCE:
            raise _Refused("invalid_grant", "Invalid JWT: Failed audience check.")
        scopes = frozenset(str(claims.get("scope", "")).split())
        if not scopes:
            raise _Refused("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        return claims.get("sub") or account.mail, scopes

    def _refreshed(self, form: dict[str, str]) -> tuple[str, frozenset[str]]:
        if self.clients.get(form.get("client_id", "")) != form.get("client_secret"):
            raise _Refused("invalid_client", "The OAuth client was not found.", 401)
        kept = self.refresh.get(form.get("refresh_token", ""))
        if kept is None:
            raise _Refused("invalid_grant", "Token has been expired or revoked.")
        wanted = frozenset(form.get("scope", "").split())
        if wanted - kept[1]:
            raise _Refused("invalid_scope", "Some requested scopes were invalid.")
        return kept[0], wanted or kept[1]

    def _federated(self, form: dict[str, str]) -> tuple[str, frozenset[str]]:
        who = self.subjects.get(form.get("subject_token", ""))
        if who is None:
            raise _Refused("invalid_grant", "The subject token is not accepted.")
        return who, frozenset(form.get("scope", "").split())


class _Refused(Exception):
    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


def _unpad(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
