"""Links in Polars: ``import napkin_urls.polars`` adds the namespace ``urls`` to frames, lazy frames, series and expressions.

>>> import polars as pl
>>> import napkin_urls.polars
>>> frame = pl.DataFrame({"id": [7, 8], "text": ["see http://a.example/", "www.example.org, http://b.example/"]})
>>> frame.urls.extract("text", keep=["id"])["url"].to_list()
['http://a.example/', 'http://www.example.org', 'http://b.example/']
>>> frame["text"].urls.extract().list.len().to_list()
[1, 2]
>>> frame.lazy().select(pl.col("text").urls.extract().list.first().struct.field("host")).collect()["host"].to_list()
['a.example', 'www.example.org']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars

import napkin_urls

__all__ = ["ExprNamespace", "FrameNamespace", "LazyFrameNamespace", "SeriesNamespace"]


@polars.api.register_dataframe_namespace("urls")
class FrameNamespace:
    """The namespace ``frame.urls``."""

    def __init__(self, frame: polars.DataFrame) -> None:
        self._frame = frame

    def extract(self, column: str, keep: Sequence[str] = (), **options: Any) -> polars.DataFrame:
        """Returns a frame with a row for each link in a column, as ``napkin_urls.extract`` does."""
        return polars.DataFrame(napkin_urls.extract(self._frame, column, keep=list(keep), **options))


@polars.api.register_lazyframe_namespace("urls")
class LazyFrameNamespace:
    """The namespace ``lazy_frame.urls``."""

    def __init__(self, frame: polars.LazyFrame) -> None:
        self._frame = frame

    def extract(self, column: str, keep: Sequence[str] = (), **options: Any) -> polars.LazyFrame:
        """Returns a lazy frame with a row for each link in a column, as ``napkin_urls.extract`` does.

        Raises:
            napkin_urls.OptionError: an option has a bad value.
            napkin_urls.DataError: a column is missing.
        """

        def links(frame: polars.DataFrame) -> polars.DataFrame:
            return polars.DataFrame(napkin_urls.extract(frame, column, keep=list(keep), **options))

        # A bad option or name raises now, not when the frame is collected.
        schema = links(self._frame.collect_schema().to_frame()).schema
        return self._frame.map_batches(links, schema=schema)


@polars.api.register_series_namespace("urls")
class SeriesNamespace:
    """The namespace ``series.urls``."""

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def extract(self, **options: Any) -> polars.Series:
        """Returns a series of the same length with a list of links for each text, as ``napkin_urls.extract_nested`` does."""
        return polars.Series(self._series.name, napkin_urls.extract_nested(self._series, **options))


@polars.api.register_expr_namespace("urls")
class ExprNamespace:
    """The namespace ``pl.col(…).urls``."""

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def extract(self, **options: Any) -> polars.Expr:
        """Returns the links of each text as a list, as ``napkin_urls.extract_nested`` does, in eager and lazy frames.

        Raises:
            napkin_urls.OptionError: an option has a bad value.
        """

        def links(series: polars.Series) -> polars.Series:
            return polars.Series(series.name, napkin_urls.extract_nested(series, **options))

        # A bad option raises now, not when the frame is collected.
        lists = links(polars.Series([""])).dtype
        return self._expr.map_batches(links, return_dtype=lists, is_elementwise=True)
