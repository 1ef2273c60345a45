"""The client: every operation of the API as a method, ``client.create_order({...})``."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional

from .bodies import form_body, json_body, raw_body
from .operations import Operations
from .transport import Call, Transport


class Client(Operations):
    """``Client("https://api.example.com", "sk_live_…")``. Calls of several threads may share one."""

    def __init__(
        self,
        base_url: str,
        token: Optional[str],
        *,
        max_retries: int = 2,
        timeout: float = 60.0,
        retry_delay: float = 0.5,
        max_retry_wait: float = 30.0,
    ) -> None:
        """``token`` is an API key; None for the few operations that need none.

        ``timeout`` is the time in seconds in which each step of a try must get on; uploads have none unless the call sets one.
        ``retry_delay`` is the wait before the second try; each further wait is twice as long. A service that asks for a longer wait
        than ``max_retry_wait`` gets no further try.
        """
        self._transport = Transport(
            base_url,
            token,
            max_retries=max_retries,
            timeout=timeout,
            retry_delay=retry_delay,
            max_retry_wait=max_retry_wait,
        )

    def request(
        self,
        method: str,
        path: str,
        *,
        values: Optional[Dict[str, str]] = None,
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        form: Optional[Dict[str, Any]] = None,
        content_type: Optional[str] = None,
        keyed: bool = False,
        if_match: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        """Any path of the service. ``keyed`` makes an Idempotency-Key for a POST that takes one."""
        if not path.startswith("/") or path.startswith("//"):
            raise ValueError("path must begin with one slash, such as /v1/me.")
        content = None
        if form is not None:
            content = form_body(form)
        elif body is not None:
            content = json_body(body) if content_type is None else raw_body(body, content_type)
        return self._transport.send(
            Call(
                method=method.upper(),
                path=path,
                keyed=keyed,
                values=values or {},
                query=query or {},
                body=content,
                if_match=if_match,
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            )
        )

    def _send(self, method: str, path: str, **options: Any) -> Any:
        return self.request(method, path, **options)

    def _rows(self, path: str, cursor: str, query: Dict[str, Any], **options: Any) -> Iterator[Any]:
        while True:
            page = self.request("GET", path, query=query, **options)
            yield from page["data"]
            pagination = page["pagination"]
            if not pagination["hasMore"] or pagination["nextCursor"] is None:
                return
            query = {**query, cursor: pagination["nextCursor"]}
