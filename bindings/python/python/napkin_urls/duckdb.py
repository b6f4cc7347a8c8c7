"""Links in DuckDB's SQL: ``register(connection)`` makes a function of it, with pyarrow beside duckdb.

>>> import duckdb
>>> import napkin_urls.duckdb
>>> connection = duckdb.connect()
>>> napkin_urls.duckdb.register(connection)
>>> connection.sql("SELECT link.url, link.host_ascii FROM (SELECT unnest(links('at http://A.example/b')) AS link)").fetchall()
[('http://A.example/b', 'a.example')]
"""

from __future__ import annotations

from typing import Any

import duckdb
import pyarrow

import napkin_urls

__all__ = ["register"]

_TYPES = {pyarrow.large_string(): "VARCHAR", pyarrow.int64(): "BIGINT", pyarrow.float32(): "FLOAT"}


def register(connection: duckdb.DuckDBPyConnection, name: str = "links", **options: Any) -> None:
    """Makes a function of this name in the connection: the links of a text, as a list of structs.

    Args:
        connection: the connection.
        name: what it is to be called. Default: ``links``.
        **options: what to find and how, as for ``napkin_urls.Finder``.

    The structs have the fields of a link: those of ``napkin_urls.SCHEMA`` without ``row``. The list of a null is null, that of a text
    without links is empty; ``unnest`` makes rows of them.

    Raises:
        napkin_urls.OptionError: an option has a value that makes no sense.
    """
    napkin_urls.Finder(**options)
    fields = list(pyarrow.schema(napkin_urls.SCHEMA))[1:]
    struct = ", ".join(f'"{field.name}" {_TYPES[field.type]}' for field in fields)

    def links(texts: Any) -> pyarrow.Array:
        return pyarrow.array(napkin_urls.extract_nested(texts, **options))

    # DuckDB takes names for what its stubs have classes for, which have moved between its versions.
    create: Any = connection.create_function
    create(name, links, ["VARCHAR"], f"STRUCT({struct})[]", type="arrow", null_handling="special")
