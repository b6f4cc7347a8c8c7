"""Types for annotations."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypedDict

Kind = Literal["url", "www", "domain", "email"]
Delimiter = Literal["angle", "quote", "prefix", "bare", "attribute"]
Grammar = Literal["rfc3987", "rfc3986", "rfc2396bis-00", "draft-url-05", "rfc1738", "draft-1993"]
Rejoin = Literal["off", "delimited", "auto", "eager"]
Hyphen = Literal["auto", "keep", "drop"]
Offsets = Literal["characters", "bytes"]


class Options(TypedDict, total=False):
    """The options of ``Finder``. ``None`` stands for the default."""

    kinds: str | Iterable[Kind] | None
    schemes: str | Iterable[str] | None
    any_scheme: bool | None
    refang: bool | None
    grammar: Grammar | None
    base: str | None
    rejoin: Rejoin | float | None
    hyphen: Hyphen | None
    unwrap_redirects: bool | None
    strip_tracking: bool | None
    window: int | None
    positions: bool | None
    labels: bool | None
    skip_code: bool | None
    offsets: Offsets | None


class Readable(Protocol):
    """An object to read bytes or characters from. At its end, ``read`` returns an empty value."""

    def read(self, n: int, /) -> bytes | str:
        ...


class ReadableBytes(Protocol):
    """An object to read bytes from. At its end, ``read`` returns empty ``bytes``."""

    def read(self, n: int, /) -> bytes:
        ...


class ArrowArray(Protocol):
    """An array or a record batch, by Arrow's PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        ...


class ArrowStream(Protocol):
    """A stream of arrays or of record batches, by Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        ...


class LazyTable(Protocol):
    """A table that is read when it is asked for: a Polars ``LazyFrame``."""

    def collect(self) -> Any:
        ...


class Scannable(Protocol):
    """A pyarrow ``Dataset``."""

    def scanner(self) -> Any:
        ...


class Readers(Protocol):
    """A pyarrow ``Scanner``."""

    def to_reader(self) -> Any:
        ...


class Batched(Protocol):
    """A pyarrow ``ParquetFile``."""

    def iter_batches(self) -> Any:
        ...


ArrowData = ArrowArray | ArrowStream | LazyTable | Scannable | Readers | Batched
Source = str | os.PathLike[str] | ReadableBytes
