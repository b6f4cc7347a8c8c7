"""Columns of Arrow: what comes in, whatever its type, and what comes out."""

import threading

import napkin_urls
import polars as pl
import pyarrow as pa
import pytest

TEXTS = ["ü http://a.example/ß and www.example.org", None, "", "<http://b.example/\n c>", "nothing", "HTTP://C.example/"]
URLS = [(0, "http://a.example/ß"), (0, "http://www.example.org"), (3, "http://b.example/c"), (5, "HTTP://C.example/")]
STANDING = ["http://a.example/ß", "www.example.org", "http://b.example/\n c", "HTTP://C.example/"]
TEXT_TYPES = [pa.string(), pa.large_string(), pa.string_view()]
BYTE_TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]


def table(batch):
    return pa.table(batch)


def found(batch):
    columns = table(batch)
    return list(zip(columns["row"].to_pylist(), columns["url"].to_pylist()))


def as_type(texts, data_type):
    """An array of that type; pyarrow makes those of bytes from bytes."""
    if data_type in BYTE_TYPES:
        texts = [text if text is None else text.encode() for text in texts]
    return pa.array(texts, data_type)


@pytest.mark.parametrize("data_type", TEXT_TYPES + BYTE_TYPES, ids=str)
def test_types_nulls_and_slices(data_type):
    array = as_type(TEXTS, data_type)
    assert found(napkin_urls.extract(array)) == URLS
    for start in range(len(TEXTS)):
        for length in range(len(TEXTS) - start + 1):
            expected = [(row - start, url) for row, url in URLS if start <= row < start + length]
            assert found(napkin_urls.extract(array.slice(start, length))) == expected
            batch = pa.record_batch({"id": list(range(len(TEXTS))), "text": array}).slice(start, length)
            kept = table(napkin_urls.extract(batch, "text", keep=["id"]))
            assert kept["id"].to_pylist() == [row + start for row, _ in expected]


@pytest.mark.parametrize("data_type", TEXT_TYPES, ids=str)
def test_offsets_of_text_are_characters(data_type):
    rows = table(napkin_urls.extract(as_type(TEXTS, data_type))).to_pylist()
    assert [TEXTS[row["row"]][row["start"] : row["end"]] for row in rows] == STANDING
    rows = table(napkin_urls.extract(as_type(TEXTS, data_type), offsets="bytes")).to_pylist()
    assert [TEXTS[row["row"]].encode()[row["start"] : row["end"]].decode() for row in rows] == STANDING


@pytest.mark.parametrize("data_type", BYTE_TYPES, ids=str)
def test_offsets_of_binary_are_bytes(data_type):
    array = as_type(TEXTS, data_type)
    rows = table(napkin_urls.extract(array)).to_pylist()
    assert [TEXTS[row["row"]].encode()[row["start"] : row["end"]].decode() for row in rows] == STANDING
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.extract(array, offsets="characters")


def test_a_row_says_what_a_link_says():
    text = "ü <http://A.example/b\n c> https://b.example/"
    for link, row in zip(napkin_urls.find(text), table(napkin_urls.extract(pa.array([text]))).to_pylist(), strict=True):
        assert row.pop("row") == 0
        for name, value in row.items():
            assert getattr(link, name) == value, name


def test_the_schema_is_as_documented():
    expected = pa.schema(
        [
            pa.field("row", pa.int64(), False),
            pa.field("url", pa.large_string(), False),
            pa.field("start", pa.int64(), False),
            pa.field("end", pa.int64(), False),
            pa.field("kind", pa.large_string(), False),
            pa.field("delimiter", pa.large_string(), False),
            pa.field("scheme", pa.large_string(), False),
            pa.field("host", pa.large_string()),
            pa.field("host_ascii", pa.large_string()),
            pa.field("confidence", pa.float32()),
            pa.field("alternative", pa.large_string()),
        ]
    )
    assert pa.schema(napkin_urls.SCHEMA) == expected
    assert napkin_urls.SCHEMA.names == expected.names and len(napkin_urls.SCHEMA) == len(expected)
    batch = napkin_urls.extract(pa.array(TEXTS))
    assert batch.schema == napkin_urls.SCHEMA
    assert pa.schema(batch) == expected
    read = pa.record_batch(batch)
    read.validate(full=True)
    assert read.schema == expected
    kept = napkin_urls.extract(pa.table({"id": pa.array([1], pa.uint8()), "t": [""]}), "t", keep=["id"])
    assert pa.schema(kept.schema).names == ["row", "id", *expected.names[1:]]
    assert pa.schema(kept.schema).field("id").type == pa.uint8()
    nested = pa.array(napkin_urls.extract_nested(pa.array(TEXTS)))
    assert nested.type == pa.list_(pa.field("item", pa.struct(list(expected)[1:]), False))
    assert pa.schema(napkin_urls.MAIL_SCHEMA).names == [
        "path",
        *(f"message_{name}" for name in ("number", "offset", "id", "date", "from", "subject", "part", "header")),
        *expected.names[1:],
    ]


def test_batches_and_columns_say_what_they_are():
    batch = napkin_urls.extract(pa.array(TEXTS))
    assert (batch.num_rows, len(batch), batch.num_columns) == (4, 4, 11)
    assert batch.column_names == napkin_urls.SCHEMA.names
    column = batch.column("url")
    assert (len(column), column.null_count, column.type) == (4, 0, "LargeUtf8")
    assert pa.array(column).to_pylist() == [url for _, url in URLS]
    assert batch.column("confidence").null_count == 3
    with pytest.raises(KeyError):
        batch.column("nothing")
    assert "4 rows" in repr(batch) and "host_ascii" in repr(batch) and "4 rows" in repr(column)
    # They can be handed out as often as one likes.
    assert pa.record_batch(batch) == pa.record_batch(batch)


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1, None, 3, 4, 5, 6]),
        pa.array([True, None, False, True, False, True]),
        pa.array(["a", None, "c", "d", "e", "f" * 40]),
        pa.array(["a", None, "c", "d", "e", "f" * 40], pa.string_view()),
        pa.array([[1], None, [2, 3], [4], [], [5, 6]]),
        pa.array([{"x": 1}, None, {"x": 3}, {"x": None}, {"x": 5}, {"x": 6}]),
        pa.array(["a", None, "b", "a", "b", "a"]).dictionary_encode(),
        pa.array([1, 2, 3, 4, 5, 6], pa.timestamp("us", "UTC")),
        pa.nulls(6),
    ],
    ids=lambda values: str(values.type),
)
def test_columns_are_kept_with_their_type_and_nulls(values):
    expected = [values.to_pylist()[row] for row, _ in URLS]
    data = pa.table({"kept": values, "text": TEXTS})
    kept = table(napkin_urls.extract(data, "text", keep=["kept"]))["kept"]
    assert (kept.type, kept.to_pylist()) == (values.type, expected)
    if pa.types.is_dictionary(values.type):
        return
    data = pa.concat_tables([data.slice(0, 2), data.slice(2, 0), data.slice(2, 3), data.slice(5)])
    assert data["kept"].num_chunks > 1
    result = table(napkin_urls.extract(data, "text", keep=["kept"]))
    assert (result["kept"].type, result["kept"].to_pylist()) == (values.type, expected)
    assert list(zip(result["row"].to_pylist(), result["url"].to_pylist())) == URLS
    streamed = pa.RecordBatchReader.from_stream(napkin_urls.extract_batches(data, "text", keep=["kept"])).read_all()
    assert streamed.combine_chunks() == result.combine_chunks()


def test_keep_several_and_none():
    data = pa.table({"a": range(6), "text": TEXTS, "b": list("uvwxyz")})
    assert napkin_urls.extract(data, "text", keep=["b", "text", "a"]) is not None
    names = napkin_urls.extract(data, "text", keep=("b", "a")).column_names
    assert names[:4] == ["row", "b", "a", "url"]
    assert napkin_urls.extract(data.slice(0, 0), "text", keep=["a"]).num_rows == 0
    assert napkin_urls.extract(data.schema.empty_table(), "text", keep=["a"]).num_rows == 0
    assert napkin_urls.extract(pa.chunked_array([], pa.string())).num_rows == 0
    assert napkin_urls.extract(pa.nulls(3)).num_rows == 0


@pytest.mark.parametrize(
    "data, arguments, message",
    [
        (pa.table({"a": [1], "t": [""]}), {}, "which column"),
        (pa.table({"a": [1], "t": [""]}), {"column": "x"}, 'no column "x": expected one of a, t'),
        (pa.table({"a": [1], "t": [""]}), {"column": "a"}, "Int64, which holds no text"),
        (pa.table({"a": [1], "t": [""]}), {"column": "t", "keep": ["x"]}, 'no column "x"'),
        (pa.table({"a": [1], "t": [""]}), {"column": "t", "keep": ["a", "a"]}, "twice"),
        (pa.table({"url": [1], "t": [""]}), {"column": "t", "keep": ["url"]}, "can't be kept"),
        (pa.table([pa.array([1]), pa.array([""]), pa.array([""])], ["a", "t", "t"]), {"column": "t"}, "two columns"),
        (pa.array([1]), {}, "Int64, which holds no text"),
        (pa.array([""]).dictionary_encode(), {}, "cast a dictionary"),
        (pa.array([""]), {"column": "t"}, "an array has no columns"),
        (pa.array([""]), {"keep": ["t"]}, "an array has no columns"),
    ],
)
def test_data_that_no_links_can_be_taken_from(data, arguments, message):
    for extract in (napkin_urls.extract, napkin_urls.extract_batches):
        with pytest.raises(napkin_urls.DataError, match=message) as caught:
            extract(data, **arguments)
        assert isinstance(caught.value, napkin_urls.Error) and isinstance(caught.value, ValueError)


def test_what_is_not_arrow_is_refused():
    with pytest.raises(TypeError, match="__arrow_c_stream__.* and not list"):
        napkin_urls.extract(["http://a.example/"])
    with pytest.raises(TypeError, match="unexpected option"):
        napkin_urls.extract(pa.array([""]), columns="t")
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.extract(pa.array([""]), kinds="mail")


def failing():
    yield pa.record_batch({"text": ["http://a.example/"]})
    raise ValueError("the disk is gone")


def test_data_that_fails_in_the_middle():
    schema = pa.schema([pa.field("text", pa.string())])
    with pytest.raises(napkin_urls.DataError, match="the disk is gone"):
        napkin_urls.extract(pa.RecordBatchReader.from_batches(schema, failing()), "text")
    batches = napkin_urls.extract_batches(pa.RecordBatchReader.from_batches(schema, failing()), "text")
    assert found(next(batches)) == [(0, "http://a.example/")]
    with pytest.raises(napkin_urls.DataError, match="the disk is gone"):
        next(batches)


def test_batches_come_when_they_are_asked_for():
    asked = []

    def batches():
        for number in range(3):
            asked.append(number)
            yield pa.record_batch({"text": [f"http://a.example/{number}", None]})

    schema = pa.schema([pa.field("text", pa.string())])
    reader = napkin_urls.extract_batches(pa.RecordBatchReader.from_batches(schema, batches()), "text")
    assert (asked, reader.schema) == ([], napkin_urls.SCHEMA)
    assert found(next(reader)) == [(0, "http://a.example/0")]
    assert asked == [0]
    rest = pa.RecordBatchReader.from_stream(reader).read_all()
    assert rest["row"].to_pylist() == [2, 4]


def test_structs_may_be_null():
    rows = pa.StructArray.from_arrays([pa.array(TEXTS)], ["text"], mask=pa.array([True] + [False] * 5))
    assert found(napkin_urls.extract(rows, "text")) == [pair for pair in URLS if pair[0] != 0]
    nested = pa.array(napkin_urls.extract_nested(rows, "text"))
    assert nested.is_null().to_pylist() == [True, True, False, False, False, False]


@pytest.mark.parametrize("data_type", TEXT_TYPES + BYTE_TYPES, ids=str)
def test_nested_columns_are_as_long_as_the_input(data_type):
    array = as_type(TEXTS, data_type)
    flat = table(napkin_urls.extract(array)).to_pylist()
    for data, column in ((array, None), (pa.table({"t": array}), "t"), (pa.chunked_array([array[:2], array[2:]]), None)):
        nested = pa.array(napkin_urls.extract_nested(data, column))
        nested.validate(full=True)
        lists = nested.to_pylist()
        assert [links is None for links in lists] == [text is None for text in TEXTS]
        again = [{"row": row, **link} for row, links in enumerate(lists) for link in links or []]
        assert again == flat
    assert len(napkin_urls.extract_nested(array[:0])) == 0


def test_options_are_those_of_finders():
    array = pa.array(["kim@example.org http://a.example/ftp://x"])
    assert found(napkin_urls.extract(array, kinds="email")) == [(0, "mailto:kim@example.org")]
    rows = table(napkin_urls.extract(pa.array(["<http://a.example/\nb>"]), rejoin="off")).to_pylist()
    assert [row["url"] for row in rows] == ["http://a.example/"]


def test_polars():
    frame = pl.DataFrame({"id": range(6), "text": TEXTS})
    links = pl.DataFrame(napkin_urls.extract(frame, "text", keep=["id"]))
    assert links["url"].to_list() == [url for _, url in URLS]
    assert links["id"].to_list() == [row for row, _ in URLS]
    assert found(napkin_urls.extract(frame["text"])) == URLS
    assert found(napkin_urls.extract(frame["text"].slice(1).slice(2))) == [(row - 3, url) for row, url in URLS[2:]]
    # The list has a column name of its own choice, and joins as any other.
    with_links = frame.with_columns(links=pl.Series(napkin_urls.extract_nested(frame, "text")))
    hosts = with_links.explode("links").unnest("links")["host_ascii"].drop_nulls().to_list()
    assert hosts == ["a.example", "www.example.org", "b.example", "c.example"]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    connection = duckdb.connect()
    relation = connection.sql("SELECT range AS id, 'at http://a.example/' || range AS text FROM range(5000)")
    links = napkin_urls.extract(relation, "text", keep=["id"])
    assert links.num_rows == 5000
    assert connection.sql("SELECT host_ascii, count(*), max(id) FROM links GROUP BY 1").fetchall() == [
        ("a.example", 5000, 4999)
    ]
    # A connection has one open result at a time, and this one is open until the last batch is asked for.
    streamed = napkin_urls.extract_batches(connection.sql("SELECT range AS id, 'www.example.org' AS t FROM range(9)"), "t")
    assert duckdb.connect().sql("SELECT sum(row) FROM streamed").fetchall() == [(36,)]


def test_a_row_of_five_megabytes():
    text = ("ünter <http://a.example/\n b> und www.example.org, " + "nichts als Wörter, " * 125) * 2000
    array = pa.array(["http://c.example/", text, None, "http://d.example/"])
    rows = table(napkin_urls.extract(array))
    assert rows.num_rows == 2 * 2000 + 2
    assert rows["row"].to_pylist()[-2:] == [1, 3]
    last = rows.slice(4000, 1).to_pylist()[0]
    assert text[last["start"] : last["end"]] == "www.example.org"


def test_threads():
    array, counts = pa.array(TEXTS * 500), []
    threads = [threading.Thread(target=lambda: counts.append(napkin_urls.extract(array).num_rows)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [2000] * 4
