"""Types for annotations: the options and their values, and what is searched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol, TypedDict

Kind = Literal["url", "www", "domain", "email"]
Delimiter = Literal["angle", "quote", "prefix", "bare", "attribute"]
Grammar = Literal["rfc3987", "rfc3986", "rfc2396bis-00", "draft-url-05", "rfc1738", "draft-1993"]
Rejoin = Literal["off", "delimited", "auto", "eager"]
Hyphen = Literal["auto", "keep", "drop"]
Offsets = Literal["characters", "bytes"]


class Options(TypedDict, total=False):
    """What to find and how: see ``Finder``. ``None`` is what leaving an option out is."""

    kinds: str | Iterable[Kind] | None
    schemes: str | Iterable[str] | None
    any_scheme: bool | None
    grammar: Grammar | None
    base: str | None
    rejoin: Rejoin | float | None
    hyphen: Hyphen | None
    unwrap_redirects: bool | None
    window: int | None
    positions: bool | None
    offsets: Offsets | None


class Readable(Protocol):
    """What has bytes or characters to read, and something empty at its end."""

    def read(self, n: int, /) -> bytes | str:
        ...


class ReadableBytes(Protocol):
    """What has bytes to read, and something empty at its end."""

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
