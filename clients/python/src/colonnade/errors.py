"""The errors of a call: an answer that refuses it, or no answer at all. Neither contains the token."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type


class ColonnadeError(Exception):
    """Any error of this package."""


class ApiError(ColonnadeError):
    """An error answer of the service. Programs go by ``code``; people read the message."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        request_id: Optional[str] = None,
        details: Any = None,
        retry_after: Optional[float] = None,
        attempts: int = 1,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        #: Depends on the code: the problems of a ``validation_error``, the SKUs of ``out_of_stock``.
        self.details = details
        #: Seconds after which the service expects another try.
        self.retry_after = retry_after
        #: 1 if the first try was the only one.
        self.attempts = attempts
        #: The key that was sent. With it, the call can be repeated later.
        self.idempotency_key = idempotency_key

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"


class Unauthorized(ApiError):
    """401: no token, or none that is valid."""


class Forbidden(ApiError):
    """403: the role, the scope, the module or the quota does not allow it."""


class NotFound(ApiError):
    """404: this tenant has no such resource."""


class Conflict(ApiError):
    """409: the state of the resource does not allow it."""


class PreconditionFailed(ApiError):
    """412: the record has another version than ``if_match``."""


class Invalid(ApiError):
    """422: the input is not valid; ``details`` names every problem."""


class RateLimited(ApiError):
    """429: too many requests; ``retry_after`` is the time to wait."""


BY_STATUS: Dict[int, Type[ApiError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    422: Invalid,
    429: RateLimited,
}


class ConnectionFailed(ColonnadeError):
    """No answer came: the connection was refused or lost, or the time was over. A change may have been made."""

    def __init__(
        self,
        message: str,
        *,
        is_timeout: bool = False,
        attempts: int = 1,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.is_timeout = is_timeout
        self.attempts = attempts
        self.idempotency_key = idempotency_key
