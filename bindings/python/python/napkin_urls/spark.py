"""Links in the columns of Spark 3.5 and 4, and in WARC files. Every worker needs pyspark, pyarrow and this package.

Each worker searches its own partitions, batch by batch, and passes Arrow to Rust. Only the options are sent to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import pyarrow
import pyspark
import pyspark.sql.functions
from pyspark.sql.types import ArrayType, FloatType, LongType, StringType, StructField, StructType

import napkin_urls

from ._data import _needed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["extract", "extract_udf", "read_warc", "schema", "warc_schema"]

_TYPES = {
    pyarrow.large_string(): StringType(),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string()): StringType(),
    pyarrow.int64(): LongType(),
    pyarrow.float32(): FloatType(),
}


def schema(kept: Iterable[StructField] = ()) -> StructType:
    """Returns the columns of a frame of links: those to keep, and those of ``napkin_urls.SCHEMA`` without ``row``.

    Args:
        kept: the fields to keep.
    """
    return StructType([*kept, *_fields(list(pyarrow.schema(napkin_urls.SCHEMA))[1:])])


def warc_schema() -> StructType:
    """Returns the columns of a frame of links in WARC files: those of ``napkin_urls.WARC_SCHEMA``, and ``error``.

    In a row with an ``error`` every other column except ``path`` is null.
    """
    fields = _fields(list(pyarrow.schema(napkin_urls.WARC_SCHEMA)))
    nullable = [StructField(field.name, field.dataType, field.name != "path") for field in fields]
    return StructType([*nullable, StructField("error", StringType(), True)])


def _fields(fields: Iterable[pyarrow.Field]) -> list[StructField]:
    return [StructField(field.name, _TYPES[field.type], field.nullable) for field in fields]


def extract(
    frame: DataFrame,
    column: str,
    keep: Sequence[str] = (),
    *,
    columns: Sequence[str] | None = None,
    prefix: str = "",
    input: Literal["text", "html", "mail"] = "text",
    **options: Any,
) -> DataFrame:
    """Returns a frame with a row for each link in a column of texts.

    Args:
        frame: the rows.
        column: the name of the column with the texts: strings, binary, or arrays of these. ``page.text`` is a field of a struct.
        keep: the columns to keep; their values are repeated for each link. Keep one that identifies the row: partitions
            have no order.
        columns, prefix, input, **options: as for ``napkin_urls.extract``. ``base`` may be a column, too. There is no ``row``.

    Returns:
        A frame with the kept columns and those of links.

    Raises:
        napkin_urls.OptionError: an option has a bad value.
        napkin_urls.DataError: a column is missing or not text, a name is used twice, or Spark can't pass a column to Arrow.
        TypeError: an argument has a wrong type.
    """
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"frame: expected a DataFrame of Spark, and not {type(frame).__name__}")
    given: dict[str, Any] = {"keep": _listed(keep or ()), "columns": _listed(columns), "prefix": prefix, "input": input, **options}
    has_row = columns is None
    names = _needed(frame.schema.names, column, given["keep"], options)
    needed = {field.name: field for field in frame.schema.fields if field.name in names}

    def search(batch: pyarrow.RecordBatch | pyarrow.Table) -> pyarrow.RecordBatch:
        found = pyarrow.record_batch(napkin_urls.extract(batch, column, **given))
        return found.select([name for name in found.schema.names if not (has_row and name == f"{prefix}row")])

    # A search of no rows raises now what a worker would raise, and makes the schema.
    found = search(_as_arrow(needed.values()).empty_table()).schema
    if "row" in (given["columns"] or ()):
        raise napkin_urls.DataError("columns: partitions of Spark have no row: keep a column that identifies it")
    kept = [needed[name] for name in given["keep"]]
    result = StructType([*kept, *_fields(list(found)[len(kept) :])])

    def links(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield _as_spark_has_it(search(batch))

    return frame.select(*map(_quoted, needed)).mapInArrow(links, result)


def _listed(names: Any) -> Any:
    """Returns a list, which workers can take; ``extract`` refuses a string."""
    return names if names is None or isinstance(names, str) else list(names)


def _quoted(name: str) -> str:
    """Returns the name of a column as Spark reads it, whatever characters it has."""
    return "`" + name.replace("`", "``") + "`"


def _as_arrow(fields: Iterable[StructField]) -> pyarrow.Schema:
    """Returns these columns as Arrow has them."""
    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import to_arrow_schema

    try:
        return to_arrow_schema(StructType(list(fields)))
    except PySparkException as error:
        raise napkin_urls.DataError(f"Spark can't pass a column to Arrow: {error}") from error


def extract_udf(**options: Any) -> Any:
    """Returns a function for expressions and SQL that gives the links of each text as an array of structs.

    ``spark.udf.register("links", napkin_urls.spark.extract_udf())`` makes it ``links(text)`` in SQL; ``explode`` or ``inline`` makes rows of
    the array. It is an Arrow UDF, and needs Spark 4.1.

    Args:
        **options: the options of ``napkin_urls.extract_nested``: ``input``, ``columns``, and those of ``napkin_urls.Finder``.

    Returns:
        A function. Its structs have the fields of ``schema()``, or those in ``columns``. A null gives null; a text without links gives
        an empty array.

    Raises:
        napkin_urls.OptionError: an option has a bad value.
        napkin_urls.DataError: a column is unknown.
        ImportError: Spark is older.
    """
    # Spark's stubs lack some of its functions.
    functions: Any = pyspark.sql.functions
    if not hasattr(functions, "arrow_udf"):
        raise ImportError(f"extract_udf needs Spark 4.1, and this is {pyspark.__version__}: use extract")
    options["columns"] = _listed(options.get("columns"))
    nested = pyarrow.array(napkin_urls.extract_nested(pyarrow.array([], pyarrow.string()), **options)).type
    fields = list(nested.value_type)
    types = [(field.name, pyarrow.string() if _TYPES[field.type] == StringType() else field.type) for field in fields]
    result = pyarrow.list_(pyarrow.struct(types))

    def links(texts: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(napkin_urls.extract_nested(texts, **options)).cast(result)

    return functions.arrow_udf(links, ArrayType(StructType(_fields(fields))), functions.ArrowUDFType.SCALAR)


def read_warc(
    spark: SparkSession,
    paths: Iterable[str],
    *,
    batch_rows: int = 16_384,
    limit: int | None = None,
    **options: Any,
) -> DataFrame:
    """Returns a frame with a row for each link in WARC and WET files. Each file is a separate task.

    Args:
        spark: the session.
        paths: the files, compressed by gzip or not, on a file system that all workers share.
        batch_rows, limit, **options: as for ``napkin_urls.read``.

    Returns:
        A frame with the columns of ``warc_schema``. A file that can't be read to its end adds a row with the reason in ``error``,
        after the links before it. So does each damaged record, up to a thousand in a file.

    Raises:
        napkin_urls.OptionError: an option has a bad value.
    """
    napkin_urls.Finder(**options)
    files = list(paths)
    if batch_rows < 1:
        raise napkin_urls.OptionError("batch_rows: it must be at least 1")

    def links(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for index in batch.column(0).to_pylist():
                yield from _links_of_file(files[index], batch_rows=batch_rows, limit=limit, **options)

    # One partition for each file.
    return spark.range(0, len(files), 1, max(len(files), 1)).mapInArrow(links, warc_schema())


def _links_of_file(path: str, **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Yields the links of a WARC file as batches for Spark, then its errors."""
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
    """Returns the batch with strings of 32-bit offsets and without dictionaries, as Spark expects."""
    is_string = [_TYPES.get(column.type) == StringType() for column in batch.columns]
    columns = [column.cast(pyarrow.string()) if cast else column for column, cast in zip(batch.columns, is_string)]
    return pyarrow.record_batch(columns, names=batch.schema.names)
