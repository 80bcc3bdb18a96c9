"""What Google's refusals mean, in plain words. Nothing here shows a key, a token or a header."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sync.backends.base import Unreachable, WrongUse


class NoSignIn(Unreachable):
    """Signing in to Google failed, and trying again would not help."""


class UnreadableKey(NoSignIn, WrongUse):
    """The key file is not text in an encoding that can be told."""


class Rejected(Unreachable):
    """Google understood a request and did not carry it out: a 400, with its own words."""


class Limited(Unreachable):
    """Google's quota is used up, and waiting within one pass did not help."""


class Denied(Unreachable):
    """The spreadsheet is not there for this account, or not for writing.

    `kind`: switched-off, scope, organisation, closed, viewer, none, office.
    """

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True)
class Refusal:
    """An error answer taken apart."""

    status: int
    message: str = ""
    reasons: frozenset[str] = frozenset()
    links: tuple[str, ...] = ()

    @property
    def is_limit(self) -> bool:
        """Too many requests, in one of the ways it is said. Nothing was carried out."""
        limits = {"rateLimitExceeded", "userRateLimitExceeded", "usageLimits", "RATE_LIMIT_EXCEEDED"}
        return self.status == 429 or (self.status == 403 and bool(self.reasons & limits))


def refusal_of(status: int, body: object) -> Refusal:
    """The refusal in an error answer; an HTML page or anything unknown gives the status alone."""
    error = body.get("error") if isinstance(body, Mapping) else None
    if not isinstance(error, Mapping):
        return Refusal(status)
    reasons: set[str] = set()
    links: list[str] = []
    for part in (*_list(error.get("errors")), *_list(error.get("details"))):
        reasons |= {str(part[k]) for k in ("reason", "domain") if part.get(k)}
        metadata = part.get("metadata")
        if isinstance(metadata, Mapping) and metadata.get("activationUrl"):
            links.append(str(metadata["activationUrl"]))
        links += [str(link["url"]) for link in _list(part.get("links")) if link.get("url")]
    return Refusal(status, str(error.get("message") or "")[:300], frozenset(reasons), tuple(links))


def _list(value: Any) -> list[Mapping[str, Any]]:
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def share_with(address: str) -> str:
    """The sentence that says whom to share with."""
    who = address or "the account the worker signs in with"
    return f"Open the spreadsheet, press Share, add {who} as Editor"


OFFICE = (
    "This is an Office file that was opened in Drive, not a Google spreadsheet. Open it, choose File, Save as Google "
    "Sheets, and give Pairsheet the link of the new one."
)
_NO_SHEET = re.compile(r"not supported for this document|must not be an office file", re.IGNORECASE)
_FORBIDDEN = re.compile(r"organi[sz]ation|administrator|domain polic", re.IGNORECASE)
_FORBIDS = frozenset({"domainPolicy", "policyEnforced", "SECURITY_POLICY_VIOLATED", "ORG_RESTRICTION_VIOLATION"})


def viewer(address: str) -> Denied:
    """The exception for a write that is refused although the spreadsheet can be read."""
    who = address or "The worker's account"
    return Denied(f"{who} may only view this spreadsheet, not edit it. {share_with(address)}.", "viewer")


def denial(refusal: Refusal, address: str) -> Unreachable:
    """The exception for a refusal that trying again does not mend."""
    if refusal.status == 400 and _NO_SHEET.search(refusal.message):
        return Denied(OFFICE, "office")
    if refusal.status == 400:
        return Rejected(refusal.message or "Google refused the request.")
    if refusal.status == 401:
        return NoSignIn("Google does not accept the sign-in any more: run pairsheet doctor.")
    if "SERVICE_DISABLED" in refusal.reasons or "accessNotConfigured" in refusal.reasons:
        where = f" at {refusal.links[0]}" if refusal.links else " in the Google Cloud console (APIs and services)"
        return Denied(
            f"The Google Sheets API is switched off in the worker's project: enable it{where}.", "switched-off"
        )
    if "ACCESS_TOKEN_SCOPE_INSUFFICIENT" in refusal.reasons or "insufficientPermissions" in refusal.reasons:
        return Denied("The sign-in does not allow this: its scopes lack what the request needs.", "scope")
    if refusal.status == 403 and (refusal.reasons & _FORBIDS or _FORBIDDEN.search(refusal.message)):
        who = address or "the worker's account"
        words = "An organisation's rules forbid it (that of the spreadsheet or of the account)."
        return Denied(f"{words} Ask its administrator to let {who} in.", "organisation")
    if refusal.status == 403:
        return Denied(f"Google says this account may not do that. {share_with(address)}.", "closed")
    if refusal.status == 404:
        words = (
            "There is no spreadsheet with this id for this account; a text, slides or a form is none. Check that "
            f"the link begins with https://docs.google.com/spreadsheets/. {share_with(address)}."
        )
        return Denied(words, "none")
    return Unreachable(f"Google refused the request ({refusal.status}).")


def sign_in_trouble(words: str, address: str = "") -> NoSignIn:
    """The exception for a refused token exchange. `words` is Google's description; it holds no secret."""
    low = words.casefold()
    who = f" of {address}" if address else ""
    if "reasonable timeframe" in low or "iat and exp" in low:
        return NoSignIn("Google refused the sign-in because this machine's clock is wrong: set it by the network.")
    if "invalid jwt signature" in low:
        return NoSignIn(f"The key{who} was revoked or belongs to another account: make a new key file.")
    if "account not found" in low:
        return NoSignIn(f"The service account{who} no longer exists: make one and its key file.")
    if "admin_policy" in low or "org_internal" in low or _FORBIDDEN.search(low):
        return NoSignIn(f"The organisation{who} forbids this sign-in: ask its administrator to allow Pairsheet.")
    if "expired or revoked" in low:
        return NoSignIn("The sign-in has expired or was withdrawn: sign in again with pairsheet doctor --sign-in.")
    return NoSignIn(f"Google refused the sign-in{who}: run pairsheet doctor.")
