"""Encodes what a call sends: JSON, a file as it is, or a form with files."""

from __future__ import annotations

import io
import json
import secrets
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Tuple, Union

#: A file as it is.
RawBody = Union[str, bytes, BinaryIO, Path]
#: A file of a form: a path, bytes, an open file, or ``(name, content, type)``.
FormFile = Union[Path, bytes, BinaryIO, Tuple[str, Union[bytes, BinaryIO], str]]

_PIECE = 65_536


class Body:
    """What is sent. ``open`` begins it anew for each try; ``None`` from ``length`` means chunks."""

    is_file = False

    def __init__(self, content: Optional[bytes], content_type: Optional[str]) -> None:
        self.content = content
        self.content_type = content_type

    @property
    def is_repeatable(self) -> bool:
        return True

    def open(self) -> Any:
        return self.content

    @property
    def length(self) -> Optional[int]:
        return None if self.content is None else len(self.content)


class _Part:
    """A file that can be read again if it has a path, or can be rewound."""

    def __init__(self, given: Union[str, bytes, BinaryIO, Path]) -> None:
        self.given = given.encode() if isinstance(given, str) else given
        self.start: Optional[int] = None
        if not isinstance(self.given, (bytes, Path)) and self.given.seekable():
            self.start = self.given.tell()

    @property
    def is_repeatable(self) -> bool:
        return isinstance(self.given, (bytes, Path)) or self.start is not None

    def pieces(self) -> Iterator[bytes]:
        if isinstance(self.given, Path):
            with self.given.open("rb") as file:
                yield from _read(file)
        elif isinstance(self.given, bytes):
            yield from _read(io.BytesIO(self.given))
        else:
            if self.start is not None:
                self.given.seek(self.start)
            yield from _read(self.given)


def _read(file: BinaryIO) -> Iterator[bytes]:
    while True:
        piece = file.read(_PIECE)
        if not piece:
            return
        yield piece


class _FileBody(Body):
    is_file = True

    def __init__(self, parts: List[Union[bytes, _Part]], content_type: str) -> None:
        super().__init__(None, content_type)
        self.parts = parts

    @property
    def is_repeatable(self) -> bool:
        return all(isinstance(part, bytes) or part.is_repeatable for part in self.parts)

    def open(self) -> Any:
        for part in self.parts:
            if isinstance(part, bytes):
                yield part
            else:
                yield from part.pieces()

    @property
    def length(self) -> Optional[int]:
        return None


def json_body(value: object) -> Body:
    return Body(json.dumps(value, ensure_ascii=False).encode(), "application/json")


def raw_body(value: RawBody, content_type: str) -> Body:
    return _FileBody([_Part(value)], content_type)


def form_body(fields: Dict[str, Any]) -> Body:
    """Lists are repeated fields; objects are JSON."""
    boundary = f"----colonnade{secrets.token_hex(16)}"
    parts: List[Union[bytes, _Part]] = []
    for name, given in fields.items():
        for value in given if isinstance(given, list) else [given]:
            if value is None:
                continue
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
            file = _file_of(value)
            if file is None:
                text = value if isinstance(value, str) else json.dumps(value)
                parts.append(f"{head}\r\n\r\n{text}\r\n".encode())
            else:
                file_name, content, kind = file
                head += f'; filename="{_quoted(file_name)}"\r\nContent-Type: {kind}\r\n\r\n'
                parts += [head.encode(), _Part(content), b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return _FileBody(parts, f"multipart/form-data; boundary={boundary}")


def _file_of(value: Any) -> Optional[Tuple[str, Union[bytes, BinaryIO, Path], str]]:
    kind = "application/octet-stream"
    if isinstance(value, tuple):
        name, content, given = value
        return name, content, given or kind
    if isinstance(value, Path):
        return value.name, value, kind
    if isinstance(value, bytes):
        return "file", value, kind
    if hasattr(value, "read"):
        return Path(str(getattr(value, "name", "file"))).name, value, kind
    return None


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
