"""Sends one operation, again where that is safe, and reads its answer."""

from __future__ import annotations

import http.client
import random
import re
import secrets
import socket
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Dict, Optional
from urllib.parse import quote, urlencode, urlsplit

from .answers import read_answer, refusal_of
from .bodies import Body
from .errors import ApiError, ConnectionFailed

_MAY_PASS = (502, 503, 504)


@dataclass(frozen=True)
class Call:
    method: str
    #: With ``{names}``, so that errors show no values.
    path: str
    keyed: bool
    values: Dict[str, str]
    query: Dict[str, Any]
    body: Optional[Body]
    if_match: Optional[int]
    idempotency_key: Optional[str]
    timeout: Optional[float]
    max_retries: Optional[int]


class Transport:
    def __init__(
        self,
        base_url: str,
        token: Optional[str],
        *,
        max_retries: int,
        timeout: float,
        retry_delay: float,
        max_retry_wait: float,
    ) -> None:
        self.base = _base_of(base_url)
        self._token = _token_of(token)
        self.max_retries = max_retries
        self.timeout = timeout
        self.retry_delay = retry_delay
        self.max_retry_wait = max_retry_wait
        self._opener = urllib.request.build_opener()

    def send(self, call: Call) -> Any:
        retries = self.max_retries if call.max_retries is None else call.max_retries
        is_repeatable = call.body is None or call.body.is_repeatable
        key = call.idempotency_key
        if key is None and call.keyed and retries > 0 and is_repeatable:
            key = secrets.token_hex(16)
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._try(call, key, attempt)
            except (ApiError, ConnectionFailed) as error:
                if attempt > retries or not is_repeatable or not _may_repeat(error, call, key):
                    raise
                wait = self._wait_for(error, attempt - 1)
                if wait is None:
                    raise
                time.sleep(wait)

    def _wait_for(self, error: Exception, retries: int) -> Optional[float]:
        """Seconds until the next try; None if the service asks for more patience than the caller has."""
        longest = min(self.retry_delay * 2**retries, self.max_retry_wait)
        # Chance keeps clients that failed together from coming back together.
        own = longest * random.uniform(0.5, 1)
        asked = (error.retry_after or 0) if isinstance(error, ApiError) else 0
        return None if asked > self.max_retry_wait else max(asked, own)

    def _try(self, call: Call, key: Optional[str], attempt: int) -> Any:
        request = self._request_of(call, key)
        is_file = call.body is not None and call.body.is_file
        timeout = call.timeout if call.timeout is not None else (None if is_file else self.timeout)
        try:
            opened = self._opener.open(request) if timeout is None else self._opener.open(request, timeout=timeout)
            return read_answer(opened, attempt)
        except urllib.error.HTTPError as error:
            with error:
                raise refusal_of(error, key, attempt) from None
        except (OSError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            is_timeout = isinstance(reason, (socket.timeout, TimeoutError))
            raise ConnectionFailed(
                f"No answer to {call.method} {call.path} from {self.base}: "
                f"{'the time is over' if is_timeout else reason or type(reason).__name__}.",
                is_timeout=is_timeout,
                attempts=attempt,
                idempotency_key=key,
            ) from error

    def _request_of(self, call: Call, key: Optional[str]) -> urllib.request.Request:
        path = re.sub(r"\{(\w+)\}", lambda found: _segment(call, found[1]), call.path)
        request = urllib.request.Request(f"{self.base}{path}{_query_of(call.query)}", method=call.method)
        request.add_header("Accept", "*/*")
        if self._token is not None:
            # A redirect must not carry the token to another host.
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        if call.body is not None:
            request.data = call.body.open()
            request.add_header("Content-Type", call.body.content_type or "application/octet-stream")
            # A misspelt field name gets an error instead of being ignored.
            request.add_header("Prefer", "handling=strict")
        if key is not None:
            request.add_header("Idempotency-Key", key)
        if call.if_match is not None:
            request.add_header("If-Match", f'"{call.if_match}"')
        return request


def _may_repeat(error: Exception, call: Call, key: Optional[str]) -> bool:
    """A repeat does nothing twice. With If-Match, a repeat of a change that was made would get 412."""
    is_safe = (
        call.method in ("GET", "HEAD")
        or key is not None
        or (call.method in ("PUT", "DELETE") and call.if_match is None)
    )
    if isinstance(error, ConnectionFailed):
        return is_safe
    if not isinstance(error, ApiError):
        return False
    # 429 is answered before anything is done.
    if error.status == 429:
        return True
    if error.code == "idempotency_in_progress":
        return key is not None
    return error.status in _MAY_PASS and is_safe


def _segment(call: Call, name: str) -> str:
    value = str(call.values.get(name) or "")
    # A dot segment would lead to another path.
    if value in ("", ".", ".."):
        raise ValueError(f"{name} of {call.path} is missing.")
    return quote(value, safe="")


def _query_of(query: Dict[str, Any]) -> str:
    given = [
        (name, str(one).lower() if isinstance(one, bool) else str(one))
        for name, value in query.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None and one != ""
    ]
    return f"?{urlencode(given)}" if given else ""


def _base_of(base_url: str) -> str:
    parts = urlsplit(base_url if isinstance(base_url, str) else "")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or parts.username:
        raise ValueError(
            "base_url must be the address of the service, such as https://api.example.com, "
            "without a query, a fragment or a user."
        )
    return base_url.rstrip("/")


def _token_of(token: Optional[str]) -> Optional[str]:
    if token is None:
        return None
    # The error of http.client would show the token.
    if not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]+", token):
        raise ValueError("token must be an API key, sk_live_…, without spaces and line breaks.")
    return token
