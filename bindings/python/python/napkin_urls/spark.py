"""Links out of the columns of Spark 4, and out of WARC files: ``pip install pyspark pyarrow`` and this package, on every worker.

Each partition is searched where it is, batch by batch, in a Python worker that hands Arrow to Rust. Nothing is sent to it but
the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql.types import ArrayType, FloatType, LongType, StringType, StructField, StructType

import napkin_urls

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["extract", "extract_udf", "read_warc", "schema", "warc_schema"]

_TYPES = {
    pyarrow.large_string(): StringType(),
    pyarrow.int64(): LongType(),
    pyarrow.float32(): FloatType(),
}


def schema(kept: Iterable[StructField] = ()) -> StructType:
    """The columns of a frame of links: those that are kept, and those of ``napkin_urls.SCHEMA`` without ``row``.

    Args:
        kept: the fields that are kept.
    """
    return StructType([*kept, *_fields(list(pyarrow.schema(napkin_urls.SCHEMA))[1:])])


def warc_schema() -> StructType:
    """The columns of a frame of links of WARC files: those of ``napkin_urls.WARC_SCHEMA``, and ``error``.

    In a row with an ``error`` all others but ``path`` are null.
    """
    fields = _fields(list(pyarrow.schema(napkin_urls.WARC_SCHEMA)))
    nullable = [StructField(field.name, field.dataType, field.name != "path") for field in fields]
    return StructType([*nullable, StructField("error", StringType(), True)])


def _fields(fields: Iterable[pyarrow.Field]) -> list[StructField]:
    return [StructField(field.name, _TYPES[field.type], field.nullable) for field in fields]


def extract(frame: DataFrame, column: str, keep: Sequence[str] = (), **options: Any) -> DataFrame:
    """A row for each link in a column of strings or of binary.

    Args:
        frame: the rows.
        column: the name of the column with the texts.
        keep: the names of columns to keep, whose values are repeated for each link of their row: keep one that tells
            rows apart, for partitions have no order.
        **options: what to find and how, as for ``napkin_urls.Finder``.

    Returns:
        A frame with the columns that are kept, and those of a link: see ``schema``.

    Raises:
        napkin_urls.OptionError: an option has a value that makes no sense.
        napkin_urls.DataError: a name that is kept clashes with that of a column of links, or there is no such column.
    """
    # What is wrong is said here and now, and not by a worker later.
    napkin_urls.Finder(**options)
    keep = list(keep)
    fields = {field.name: field for field in frame.schema.fields}
    for name in [column, *keep]:
        if name not in fields:
            raise napkin_urls.DataError(f"there is no column {name!r}: expected one of {', '.join(fields)}")
    result = schema(fields[name] for name in keep)
    if len(set(result.fieldNames())) < len(result):
        raise napkin_urls.DataError(f"columns to keep have names that are used twice: {', '.join(result.fieldNames())}")

    def links(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            found = pyarrow.record_batch(napkin_urls.extract(batch, column, keep=keep, **options))
            yield _as_spark_has_it(found.select(found.schema.names[1:]))

    return frame.select(*dict.fromkeys([column, *keep])).mapInArrow(links, result)


def extract_udf(**options: Any) -> Any:
    """A function of a column of strings or of binary, for expressions and for SQL: the links of each text, as an array of structs.

    ``spark.udf.register("links", napkin_urls.spark.extract_udf())`` makes it ``links(text)`` in SQL, and ``explode`` or ``inline`` rows of
    the array. It is an Arrow UDF, which Spark has since 4.1.

    Args:
        **options: what to find and how, as for ``napkin_urls.Finder``.

    Returns:
        A function whose arrays have structs with the fields of a link: see ``schema``. The array of a null is null, that of a
        text without links is empty.

    Raises:
        napkin_urls.OptionError: an option has a value that makes no sense.
    """
    from pyspark.sql.functions import ArrowUDFType, arrow_udf

    napkin_urls.Finder(**options)
    fields = list(pyarrow.schema(napkin_urls.SCHEMA))[1:]
    strings = pyarrow.large_string()
    types = [(field.name, pyarrow.string() if field.type == strings else field.type) for field in fields]
    result = pyarrow.list_(pyarrow.struct(types))

    def links(texts: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(napkin_urls.extract_nested(texts, **options)).cast(result)

    return arrow_udf(links, ArrayType(schema()), ArrowUDFType.SCALAR)


def read_warc(
    spark: SparkSession,
    paths: Iterable[str],
    *,
    batch_rows: int = 16_384,
    limit: int | None = None,
    **options: Any,
) -> DataFrame:
    """A row for each link in WARC and WET files, each of which is a task by itself.

    Args:
        spark: the session.
        paths: the files, compressed by gzip or not, as the workers see them: on a file system that all of them have.
        batch_rows, limit, **options: as for ``napkin_urls.read``.

    Returns:
        A frame with the columns of ``warc_schema``. A file that can't be read, or not to its end, has a row whose ``error`` says
        why, behind the links that were found before, and so has a record that is damaged, for the first thousand of a file.

    Raises:
        napkin_urls.OptionError: an option has a value that makes no sense.
    """
    napkin_urls.Finder(**options)
    files = list(paths)
    if batch_rows < 1:
        raise napkin_urls.OptionError("batch_rows: a batch has a row at least")

    def links(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for index in batch.column(0).to_pylist():
                yield from _links_of_file(files[index], batch_rows=batch_rows, limit=limit, **options)

    # A partition a file, whatever their names are.
    return spark.range(0, len(files), 1, max(len(files), 1)).mapInArrow(links, warc_schema())


def _links_of_file(path: str, **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """The links of a WARC file as Spark has them, and what went wrong."""
    damage: list[str] = []
    try:
        reader = napkin_urls.read(path, input="warc", **options)
        for found in reader:
            batch = _as_spark_has_it(pyarrow.record_batch(found))
            no_errors = pyarrow.nulls(batch.num_rows, pyarrow.string())
            columns = [*batch.columns, no_errors]
            yield pyarrow.record_batch(columns, names=[*batch.schema.names, "error"])
        damage = reader.damage
    except (OSError, napkin_urls.Error) as error:
        damage = [str(error)]
    if damage:
        names = [*napkin_urls.WARC_SCHEMA.names, "error"]
        types = {field.name: field.type for field in pyarrow.schema(napkin_urls.WARC_SCHEMA)}
        rows = {name: pyarrow.nulls(len(damage), types.get(name, pyarrow.string())) for name in names}
        rows["path"] = pyarrow.array([path] * len(damage))
        rows["error"] = pyarrow.array(damage)
        yield _as_spark_has_it(pyarrow.record_batch(list(rows.values()), names=names))


def _as_spark_has_it(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """The same with offsets of 32 bits, which is what Spark's strings have unless it is told otherwise."""
    strings = pyarrow.large_string()
    columns = [
        column.cast(pyarrow.string()) if column.type == strings else column for column in batch.columns
    ]
    return pyarrow.record_batch(columns, names=batch.schema.names)
