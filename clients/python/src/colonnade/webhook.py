"""For receivers: verifies that a delivery comes from the service and is fresh."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union, cast

from .errors import ColonnadeError

TOLERANCE_SECONDS = 300
#: Each costs a hash of the body; a sender with overlapping secrets sends a few.
_MAX_SIGNATURES = 16


class Delivery(TypedDict):
    #: The same on every attempt: a receiver that has seen it answers 200 and does nothing more.
    id: str
    type: str
    tenant_id: str
    data: Dict[str, Any]
    delivered_at: str


class WebhookError(ColonnadeError):
    """A refused delivery: answer 400. ``reason`` is one of ``missing header``, ``malformed header``, ``signature``,
    ``stale``, ``early`` and ``malformed body``."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


Headers = Union[Mapping[str, Any], Iterable[Tuple[str, Any]]]
#: key, signed content, signatures, and the signed time, or None for ``delivered_at`` of the body.
_Signed = Tuple[bytes, bytes, List[bytes], Optional[float]]


def verify_webhook(
    body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Delivery:
    """Returns the delivery, or raises ``WebhookError``.

    ``body`` is the raw body, byte for byte as it arrived. ``secret`` is the signing secret as it was shown, ``whsec_…``; during a
    rotation it may be a list. Names of headers are in any case, and values may be lists.
    """
    if not isinstance(body, (bytes, str)):
        raise TypeError("body must be the raw body, as bytes or text: parsed JSON cannot be verified.")
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(isinstance(each, str) and each for each in secrets):
        raise TypeError("secret must be the signing secret of the subscription, whsec_….")
    content = body.encode() if isinstance(body, str) else body
    found = _by_name(headers)
    signed_at = _genuine(found, content, secrets)
    delivery = _parse(content)
    if tolerance_seconds == float("inf"):
        return delivery
    at = _time_of(delivery) if signed_at is None else signed_at
    age = (time.time() if now is None else now) - at
    if age > tolerance_seconds:
        raise WebhookError("stale", f"The delivery was signed {age:.0f} s ago.")
    if -age > tolerance_seconds:
        raise WebhookError("early", f"The delivery was signed {-age:.0f} s in the future.")
    return delivery


def _genuine(headers: Dict[str, List[str]], body: bytes, secrets: List[str]) -> Optional[float]:
    for secret in secrets:
        key, content, signatures, at = _own(headers, body, secret) or _standard(headers, body, secret)
        expected = hmac.new(key, content, hashlib.sha256).digest()
        matches = [hmac.compare_digest(expected, signature) for signature in signatures]
        if any(matches):
            return at
    raise WebhookError("signature", "No signature matches the body and the secret.")


def _own(headers: Dict[str, List[str]], body: bytes, secret: str) -> Optional[_Signed]:
    """None if no header of this scheme is there. The key is the whole secret as it was shown."""
    values = headers.get("x-service-signature", []) + headers.get("x-service-signature-previous", [])
    if not values:
        return None
    each = [part.strip() for value in values for part in value.split(",")]
    signatures = [bytes.fromhex(part[7:]) for part in each if re.fullmatch(r"sha256=[0-9a-f]{64}", part)]
    return secret.encode(), body, _checked(signatures, "X-service-Signature"), None


def _standard(headers: Dict[str, List[str]], body: bytes, secret: str) -> _Signed:
    """The key is the base64 after ``whsec_``. Signatures of other versions than v1 are ignored."""
    values, ids, times = (headers.get(f"webhook-{name}", []) for name in ("signature", "id", "timestamp"))
    if not values:
        raise WebhookError("missing header", "The request has no X-service-Signature.")
    if not ids or not times:
        raise WebhookError("missing header", "A webhook-signature needs webhook-id and webhook-timestamp.")
    at = ",".join(times)
    if not re.fullmatch(r"\d{1,12}", at):
        raise WebhookError("malformed header", "webhook-timestamp must be one time in seconds.")
    key = _from_base64(re.sub(r"^whsec_", "", secret))
    if key is None:
        raise TypeError("secret must be whsec_ and base64 to verify a webhook-signature.")
    parts = [part for value in values for part in re.split(r"[ ,]+(?=v1[a-z]?,)", value)]
    decoded = [_from_base64(part[3:].strip()) for part in parts if part.startswith("v1,")]
    signatures = [each for each in decoded if each is not None and len(each) == 32]
    content = f"{','.join(ids)}.{at}.".encode() + body
    return key, content, _checked(signatures, "webhook-signature"), float(at)


def _checked(signatures: List[bytes], header: str) -> List[bytes]:
    if not signatures:
        raise WebhookError("malformed header", f"{header} has no valid signature.")
    if len(signatures) > _MAX_SIGNATURES:
        raise WebhookError("malformed header", f"{header} has more than {_MAX_SIGNATURES} signatures.")
    return signatures


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _parse(body: bytes) -> Delivery:
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise WebhookError("malformed body", "The body is signed, but it is no delivery.")
    return cast(Delivery, value)


def _time_of(delivery: Delivery) -> float:
    try:
        return datetime.fromisoformat(delivery["delivered_at"].replace("Z", "+00:00")).timestamp()
    except (KeyError, AttributeError, ValueError):
        raise WebhookError("malformed body", "The body is signed, but has no delivered_at.") from None


def _by_name(headers: Headers) -> Dict[str, List[str]]:
    """All values by the name in lower case."""
    found: Dict[str, List[str]] = {}
    pairs = headers.items() if hasattr(headers, "items") else headers
    for name, value in pairs:
        values = value if isinstance(value, (list, tuple)) else [value]
        found.setdefault(str(name).lower(), []).extend(str(each) for each in values if each not in (None, ""))
    return {name: values for name, values in found.items() if values}
