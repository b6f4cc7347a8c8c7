"""Links out of Polars: ``import napkin_urls.polars`` gives frames and series a namespace, ``napkin``.

>>> import polars as pl
>>> import napkin_urls.polars
>>> frame = pl.DataFrame({"id": [7, 8], "text": ["see http://a.example/", "www.example.org, http://b.example/"]})
>>> frame.napkin.extract("text", keep=["id"])["url"].to_list()
['http://a.example/', 'http://www.example.org', 'http://b.example/']
>>> frame["text"].napkin.extract().list.len().to_list()
[1, 2]
>>> frame.lazy().select(pl.col("text").napkin.extract().list.first().struct.field("host")).collect()["host"].to_list()
['a.example', 'www.example.org']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars

import napkin_urls

__all__ = ["ExprNamespace", "FrameNamespace", "SeriesNamespace"]


@polars.api.register_dataframe_namespace("napkin")
class FrameNamespace:
    """What ``frame.napkin`` is."""

    def __init__(self, frame: polars.DataFrame) -> None:
        self._frame = frame

    def extract(self, column: str, keep: Sequence[str] = (), **options: Any) -> polars.DataFrame:
        """A row for each link in a column: as ``napkin_urls.extract``, as a frame."""
        return polars.DataFrame(napkin_urls.extract(self._frame, column, keep=list(keep), **options))


@polars.api.register_series_namespace("napkin")
class SeriesNamespace:
    """What ``series.napkin`` is."""

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def extract(self, **options: Any) -> polars.Series:
        """The links of each text, as a series of lists of the same length: as ``napkin_urls.extract_nested``."""
        return polars.Series(self._series.name, napkin_urls.extract_nested(self._series, **options))


@polars.api.register_expr_namespace("napkin")
class ExprNamespace:
    """What ``pl.col(…).napkin`` is."""

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def extract(self, **options: Any) -> polars.Expr:
        """The links of each text, as a list: as ``napkin_urls.extract_nested``, in eager and lazy frames.

        Raises:
            napkin_urls.OptionError: an option has a value that makes no sense.
        """
        # What is wrong is said here and now, and not when the frame is collected.
        napkin_urls.Finder(**options)

        def links(series: polars.Series) -> polars.Series:
            return polars.Series(series.name, napkin_urls.extract_nested(series, **options))

        return self._expr.map_batches(links, return_dtype=_LISTS, is_elementwise=True)


def _lists() -> polars.DataType:
    return polars.Series(napkin_urls.extract_nested(polars.Series([""]))).dtype


_LISTS = _lists()
