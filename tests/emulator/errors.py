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

    def __init__(self, code: int, message: str, details: list[dict[str, Any]] | None = None, status: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.status = status or REASONS.get(code, "UNKNOWN")

    def body(self) -> dict[str, Any]:
        """The JSON answer of the Sheets service."""
        error: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "status": self.status,
        }
        if self.details:
            error["details"] = self.details
        return {"error": error}


class DriveError(ApiError):
    """A refusal by the Drive service, whose errors carry a domain and a reason."""

    def __init__(self, code: int, message: str, reason: str, domain: str = "global", at: str = "") -> None:
        super().__init__(code, message)
        self.reason = reason
        self.domain = domain
        #: The parameter that is wrong; Drive names it when there is one.
        self.at = at

    def body(self) -> dict[str, Any]:
        """The JSON answer of the Drive service."""
        one = {"message": self.message, "domain": self.domain, "reason": self.reason}
        if self.at:
            one.update(location=self.at, locationType="parameter")
        return {"error": {"errors": [one], "code": self.code, "message": self.message}}


def invalid(message: str) -> ApiError:
    """A 400 for a request that has the right shape and the wrong meaning."""
    return ApiError(400, message)


def field_violation(field: str, message: str) -> ApiError:
    """A 400 for a request of the wrong shape, with the field named."""
    return field_violations([(field, message)])


def field_violations(found: list[tuple[str, str]]) -> ApiError:
    """A 400 for a request of the wrong shape in several (field, words); the words are joined line by line."""
    listed = [{"field": field, "description": words} if field else {"description": words} for field, words in found]
    details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": listed}]
    return ApiError(400, "\n".join(words for _, words in found), details)


def in_request(refusal: ApiError, where: str) -> ApiError:
    """The refusal of one part of many, with its place in front: `Invalid requests[0].addSheet: ...`."""
    return ApiError(refusal.code, f"Invalid {where}: {refusal.message}", refusal.details, refusal.status)
