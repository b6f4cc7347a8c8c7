"""Links in DuckDB: ``register(connection)`` adds a SQL function. It needs pyarrow.

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
    """Adds a SQL function that returns the links of a text as a list of structs.

    Args:
        connection: the connection.
        name: the name of the function. Default: ``links``.
        **options: the options of ``napkin_urls.extract_nested``: ``input``, ``columns``, and those of ``napkin_urls.Finder``.

    The structs have the fields of ``napkin_urls.SCHEMA`` without ``row``. A null gives null; a text without links gives an empty list.
    ``unnest`` makes rows of the list.

    Raises:
        napkin_urls.OptionError: an option has a bad value.
    """

    def links(texts: Any) -> pyarrow.Array:
        return pyarrow.array(napkin_urls.extract_nested(texts, **options))

    struct = ", ".join(f'"{field.name}" {_TYPES[field.type]}' for field in links(pyarrow.array([""])).type.value_type)

    # DuckDB takes names for what its stubs have classes for, which have moved between its versions.
    create: Any = connection.create_function
    create(name, links, ["VARCHAR"], f"STRUCT({struct})[]", type="arrow", null_handling="special")
