"""A typed client for the API of Colonnade."""

from .answers import FileAnswer, Response, response_of
from .bodies import FormFile, RawBody
from .client import Client
from .errors import (
    ApiError,
    ColonnadeError,
    Conflict,
    ConnectionFailed,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
    RateLimited,
    Unauthorized,
)
from .webhook import Delivery, WebhookError, verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "ColonnadeError",
    "Conflict",
    "ConnectionFailed",
    "Delivery",
    "FileAnswer",
    "Forbidden",
    "FormFile",
    "Invalid",
    "NotFound",
    "PreconditionFailed",
    "RateLimited",
    "RawBody",
    "Response",
    "Unauthorized",
    "WebhookError",
    "response_of",
    "verify_webhook",
]
