"""Links in pandas: ``import napkin_urls.pandas`` adds the accessor ``urls`` to series. It needs pandas 2.2 and pyarrow.

>>> import pandas as pd
>>> import napkin_urls.pandas
>>> frame = pd.DataFrame({"text": ["see http://a.example/", None, "www.example.org, http://b.example/"]}, index=[7, 8, 9])
>>> frame["text"].urls.extract(columns=["url", "host"])
                               url             host
  match
7 0              http://a.example/        a.example
9 0         http://www.example.org  www.example.org
  1              http://b.example/        b.example
>>> frame["text"].urls.findall().tolist()
[['http://a.example/'], None, ['http://www.example.org', 'http://b.example/']]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pandas
import pyarrow

import napkin_urls

__all__ = ["SeriesAccessor"]


@pandas.api.extensions.register_series_accessor("urls")
class SeriesAccessor:
    """The accessor ``series.urls``."""

    def __init__(self, series: pandas.Series) -> None:
        self._series = series

    def _texts(self) -> pyarrow.Array | pyarrow.ChunkedArray:
        return pyarrow.array(self._series, from_pandas=True)

    def extract(
        self,
        *,
        columns: Sequence[str] | None = None,
        input: Literal["text", "html", "mail"] = "text",
        **options: Any,
    ) -> pandas.DataFrame:
        """Returns a frame with a row for each link, as ``napkin_urls.extract`` does.

        As in ``Series.str.extractall``, the index is that of the series, and ``match``, the number of the link in its text.

        Raises:
            napkin_urls.OptionError: an option has a bad value.
            napkin_urls.DataError: the series has no texts, or there is no such column.
        """
        wanted = None if columns is None else ["row", *(name for name in columns if name != "row")]
        links = napkin_urls.extract(self._texts(), columns=wanted, input=input, **options)
        frame: pandas.DataFrame = pyarrow.table(links).to_pandas()
        rows = frame.pop("row")
        index = self._series.index.take(rows)
        levels = [index.get_level_values(level) for level in range(index.nlevels)]
        match = rows.groupby(rows).cumcount()
        frame.index = pandas.MultiIndex.from_arrays([*levels, match], names=[*index.names, "match"])
        return frame

    def findall(self, **options: Any) -> pandas.Series:
        """Returns a series of the same index with the list of URLs of each text, and ``None`` for missing texts."""
        lists = napkin_urls.extract_nested(self._texts(), columns=["url"], **options)
        urls = [links and [link["url"] for link in links] for links in pyarrow.array(lists).to_pylist()]
        return pandas.Series(urls, index=self._series.index, name=self._series.name, dtype=object)
