"""Reads answers: JSON, a file as it comes, or a refusal."""

from __future__ import annotations

import json
import re
import time
import urllib.error
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import IO, Any, Dict, Iterator, Mapping, Optional, Union

from .errors import BY_STATUS, ApiError


@dataclass(frozen=True)
class Response:
    """The head of an answer; ``response_of(answer)`` returns it."""

    status: int
    headers: Mapping[str, str]
    attempts: int

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def is_replayed(self) -> bool:
        """The answer of a former request with the same Idempotency-Key."""
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def version(self) -> Optional[int]:
        """The ``version`` of the record, for ``if_match``."""
        found = re.fullmatch(r'"(\d+)"', self.headers.get("etag", ""))
        return int(found[1]) if found else None

    @property
    def remaining(self) -> Optional[int]:
        """Requests that are left in this period."""
        found = re.search(r"r=(\d+)", self.headers.get("ratelimit", ""))
        return int(found[1]) if found else None


class _Answer(Dict[str, Any]):
    response: Response


class FileAnswer:
    """A file that is read as it comes. Close it, or use ``with``."""

    def __init__(self, body: IO[bytes], response: Response) -> None:
        self._body = body
        self.response = response

    def read(self, size: int = -1) -> bytes:
        return self._body.read(size)

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self._body.read(65_536), b"")

    def close(self) -> None:
        self._body.close()

    def __enter__(self) -> FileAnswer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def response_of(answer: object) -> Response:
    """The status and headers of an answer that a method of the client returned."""
    if isinstance(answer, (_Answer, FileAnswer)):
        return answer.response
    raise TypeError("This is not the answer of a call.")


def _is_json(headers: Message) -> bool:
    return str(headers.get("content-type", "")).startswith("application/json")


def read_answer(answer: Any, attempt: int) -> Union[_Answer, FileAnswer]:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    response = Response(answer.status, headers, attempt)
    if not _is_json(answer.headers):
        return FileAnswer(answer, response)
    with answer:
        found = _Answer(json.loads(answer.read()))
    found.response = response
    return found


def refusal_of(error: urllib.error.HTTPError, key: Optional[str], attempt: int) -> ApiError:
    said: Dict[str, Any] = {}
    if _is_json(error.headers):
        try:
            said = json.loads(error.read()).get("error") or {}
        except ValueError:
            pass
    return BY_STATUS.get(error.code, ApiError)(
        error.code,
        # An answer without our envelope is most likely of a proxy in between.
        said.get("code", "unreadable"),
        said.get("message", f"The server answered {error.code} {error.reason}"),
        request_id=said.get("requestId") or error.headers.get("x-request-id"),
        details=said.get("details"),
        retry_after=retry_after_of(error.headers.get("retry-after")),
        attempts=attempt,
        idempotency_key=key,
    )


def retry_after_of(header: Optional[str], now: Optional[float] = None) -> Optional[float]:
    """Seconds, from a number or a date."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, at - (time.time() if now is None else now))
