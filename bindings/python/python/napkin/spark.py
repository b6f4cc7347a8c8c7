"""Links out of the columns of Spark 4: ``pip install pyspark pyarrow`` and this package, on every worker.

Each partition is searched where it is, batch by batch, in a Python worker that hands Arrow to Rust. Nothing is sent to it but
the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql.types import FloatType, LongType, StringType, StructField, StructType

import napkin

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["extract", "schema"]

_TYPES = {
    pyarrow.large_string(): StringType(),
    pyarrow.int64(): LongType(),
    pyarrow.float32(): FloatType(),
}


def schema(kept: Iterable[StructField] = ()) -> StructType:
    """The columns of a frame of links: those that are kept, and those of ``napkin.SCHEMA`` without ``row``.

    Args:
        kept: the fields that are kept.
    """
    links = list(pyarrow.schema(napkin.SCHEMA))[1:]
    return StructType([*kept, *(StructField(field.name, _TYPES[field.type], field.nullable) for field in links)])


def extract(frame: DataFrame, column: str, keep: Sequence[str] = (), **options: Any) -> DataFrame:
    """A row for each link in a column of strings or of binary.

    Args:
        frame: the rows.
        column: the name of the column with the texts.
        keep: the names of columns to keep, whose values are repeated for each link of their row: keep one that tells
            rows apart, for partitions have no order.
        **options: what to find and how, as for ``napkin.Finder``.

    Returns:
        A frame with the columns that are kept, and those of a link: see ``schema``.

    Raises:
        napkin.OptionError: an option has a value that makes no sense.
        napkin.DataError: a name that is kept clashes with that of a column of links, or there is no such column.
    """
    # What is wrong is said here and now, and not by a worker later.
    napkin.Finder(**options)
    keep = list(keep)
    fields = {field.name: field for field in frame.schema.fields}
    for name in [column, *keep]:
        if name not in fields:
            raise napkin.DataError(f"there is no column {name!r}: expected one of {', '.join(fields)}")
    result = schema(fields[name] for name in keep)
    if len(set(result.fieldNames())) < len(result):
        raise napkin.DataError(f"columns to keep have names that are used twice: {', '.join(result.fieldNames())}")

    def links(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            found = pyarrow.record_batch(napkin.extract(batch, column, keep=keep, **options))
            yield _as_spark_has_it(found.select(found.schema.names[1:]))

    return frame.select(*dict.fromkeys([column, *keep])).mapInArrow(links, result)


def _as_spark_has_it(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """The same with offsets of 32 bits, which is what Spark's strings have unless it is told otherwise."""
    strings = pyarrow.large_string()
    columns = [
        column.cast(pyarrow.string()) if column.type == strings else column for column in batch.columns
    ]
    return pyarrow.record_batch(columns, names=batch.schema.names)
