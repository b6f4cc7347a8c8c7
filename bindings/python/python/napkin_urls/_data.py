"""Columns in, columns out: what other packages have for tables."""

from . import _napkin


def extract(data, column=None, *, keep=(), columns=None, prefix="", input="text", **options):
    """Returns a row for each link in a column of texts.

    Args:
        data: an object with Arrow's PyCapsule interface: a table, batch, frame, relation or column. It is not copied. A Polars
            ``LazyFrame`` is collected; a pyarrow ``Dataset``, ``Scanner`` or ``ParquetFile`` is read. Only the columns that are needed
            are read.
        column: the name of the column with the texts: utf8, large_utf8, utf8_view, binary, large_binary or binary_view, or a
            dictionary, runs or lists of these. ``page.text`` is a field of a struct. Leave it out if ``data`` is a column.
        keep: the columns to keep; their values are repeated for each link.
        columns: the columns of links to make, in this order. Default: those of ``SCHEMA``. Only on request: ``registered_domain``,
            and ``page_registered_domain``, that of ``base``.
        prefix: a prefix for the names of all columns except those in ``keep``.
        input: the format of the texts: ``text``, ``html`` or ``mail``, a message or mailbox in each row. Default: ``text``.
        **options: the options of ``Finder``. Offsets count characters in text and bytes in binary; in mail they count bytes of the
            part's text. ``base`` may also be a column with a base URL for each row.

    Returns:
        A ``RecordBatch`` with the columns of ``SCHEMA``, and those in ``keep`` after ``row``. ``row`` is the index of the text, from 0,
        over all batches of ``data``. Nulls and texts without links have no row. Links in lists also have ``item``, the index in the
        list; in HTML ``element`` and ``attribute``; in mail these, ``part`` and ``header``.

    Raises:
        DataError: a column is missing or not text, a name is used twice, or reading ``data`` fails.
        OptionError: an option has a bad value.
        TypeError: ``data`` does not have that interface.
    """
    data = _as_arrow(data, column, keep, options)
    return _napkin.extract(data, column, keep, columns, prefix, input, options)


def extract_batches(data, column=None, *, keep=(), columns=None, prefix="", input="text", **options):
    """Returns the same as ``extract``, batch by batch: one for each batch of ``data``, when it is asked for.

    Nothing is read ahead, so that data of any length takes the memory of one batch. ``row`` counts over all batches. Only a
    ``LazyFrame`` is collected first.

    Returns:
        A ``RecordBatchReader``.

    Raises:
        What ``extract`` raises. A failure while ``data`` is read is raised when the batch is asked for.
    """
    data = _as_arrow(data, column, keep, options)
    return _napkin.extract_batches(data, column, keep, columns, prefix, input, options)


def extract_nested(data, column=None, *, columns=None, input="text", **options):
    """Returns the links of each text of a column, as a column of the same length.

    Args:
        data, column, columns, input, **options: as for ``extract``.

    Returns:
        An ``Array`` of lists of structs, with the fields of a link: those of ``SCHEMA`` without ``row``, and with plain strings in place of
        dictionaries. The list of a null is null; that of a text without links is empty.

    Raises:
        What ``extract`` raises.
    """
    data = _as_arrow(data, column, (), options)
    return _napkin.extract_nested(data, column, columns, input, options)


for _function in (extract, extract_batches, extract_nested):
    _function.__module__ = "napkin_urls"


def _as_arrow(data, column, keep, options):
    """Returns data with Arrow's PyCapsule interface, with the columns that are needed."""
    if hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        return data
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):  # polars.LazyFrame
        names = _needed(data.collect_schema().names(), column, keep, options)
        return data.select(names).collect()
    if hasattr(data, "iter_batches") and hasattr(data, "schema_arrow"):  # pyarrow.parquet.ParquetFile
        import pyarrow

        schema = data.schema_arrow
        names = _needed(schema.names, column, keep, options)
        schema = pyarrow.schema([schema.field(name) for name in schema.names if name in names])
        return pyarrow.RecordBatchReader.from_batches(schema, data.iter_batches(columns=names))
    if hasattr(data, "scanner") and hasattr(data, "schema"):  # pyarrow.dataset.Dataset
        data = data.scanner(columns=_needed(data.schema.names, column, keep, options))
    return data.to_reader() if hasattr(data, "to_reader") else data


def _needed(names, column, keep, options):
    """Returns the columns that are needed; all, if one is missing."""
    wanted = [column, *([] if isinstance(keep, str) else keep or [])]
    needed = {name if name in names else str(name).partition(".")[0] for name in wanted}
    base = str(options.get("base")).partition(".")[0]
    needed.update({base, options.get("base")}.intersection(names))
    return [name for name in names if name in needed] if needed.issubset(names) else list(names)


def to_arrow(links):
    """Returns links as a ``pyarrow.Table``."""
    import pyarrow

    return pyarrow.table(links)


def to_pandas(links):
    """Returns links as a ``pandas.DataFrame``."""
    return to_arrow(links).to_pandas()


def to_polars(links):
    """Returns links as a ``polars.DataFrame``."""
    import polars

    return polars.DataFrame(links)


_SHOWN = 20


def to_html(batch):
    """Returns a table of the first rows for notebooks; ``None`` without pyarrow."""
    try:
        table = to_arrow(batch)
    except ImportError:
        return None
    import html

    def row(tag, values):
        cells = "".join(f"<{tag}>{html.escape(str(value))}</{tag}>" for value in values)
        return f"<tr>{cells}</tr>"

    head = row("th", table.column_names)
    body = "".join(row("td", values.values()) for values in table.slice(0, _SHOWN).to_pylist())
    more = f"<p>{_SHOWN} of {table.num_rows} rows</p>" if table.num_rows > _SHOWN else ""
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}"
