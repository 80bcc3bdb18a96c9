"""Refusals, in the shape the Google services give them."""

from __future__ import annotations

from typing import Any

REASONS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
}


class ApiError(Exception):
    """A call refused with an HTTP status and a message."""

    def __init__(self, code: int, message: str, details: list[dict[str, Any]] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def body(self) -> dict[str, Any]:
        """The JSON answer of the Sheets service."""
        error: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "status": REASONS.get(self.code, "UNKNOWN"),
        }
        if self.details:
            error["details"] = self.details
        return {"error": error}


class DriveError(ApiError):
    """A refusal by the Drive service, whose errors carry a domain and a reason."""

    def __init__(self, code: int, message: str, reason: str, domain: str = "global") -> None:
        super().__init__(code, message)
        self.reason = reason
        self.domain = domain

    def body(self) -> dict[str, Any]:
        """The JSON answer of the Drive service."""
        one = {"message": self.message, "domain": self.domain, "reason": self.reason}
        return {"error": {"errors": [one], "code": self.code, "message": self.message}}


def invalid(message: str) -> ApiError:
    """A 400 for a request that has the right shape and the wrong meaning."""
    return ApiError(400, message)


def field_violation(field: str, message: str) -> ApiError:
    """A 400 for a request of the wrong shape, with the field named."""
    details = [
        {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "fieldViolations": [{"field": field, "description": message}],
        }
    ]
    return ApiError(400, message, details)
