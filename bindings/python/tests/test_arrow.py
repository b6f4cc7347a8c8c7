"""Columns of Arrow: what comes in, whatever its type, and what comes out."""

import re
import threading

import napkin_urls
import polars as pl
import pyarrow as pa
import pytest
from conftest import ROOT

TEXTS = ["ü http://a.example/ß and www.example.org", None, "", "<http://b.example/\n c>", "nothing", "HTTP://C.example/"]
URLS = [(0, "http://a.example/ß"), (0, "http://www.example.org"), (3, "http://b.example/c"), (5, "HTTP://C.example/")]
STANDING = ["http://a.example/ß", "www.example.org", "http://b.example/\n c", "HTTP://C.example/"]
TEXT_TYPES = [pa.string(), pa.large_string(), pa.string_view()]
BYTE_TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]
NAMES = pa.dictionary(pa.int32(), pa.string())


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
            pa.field("kind", NAMES, False),
            pa.field("delimiter", NAMES, False),
            pa.field("scheme", NAMES, False),
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
    fields = [field.with_type(pa.large_string()) if field.type == NAMES else field for field in list(expected)[1:]]
    assert nested.type == pa.list_(pa.field("item", pa.struct(fields), False))
    assert pa.schema(napkin_urls.MAIL_SCHEMA).names == [
        "path",
        *(f"message_{name}" for name in ("number", "offset", "id", "date", "from", "subject", "part", "header")),
        *expected.names[1:],
    ]


def test_registered_domains():
    hosts = {
        "www.Soup.co.uk": "soup.co.uk",
        "kim.github.io": "kim.github.io",
        "www.a.kawasaki.jp": "www.a.kawasaki.jp",
        "city.kawasaki.jp": "city.kawasaki.jp",
        "www.食狮.公司.cn": "xn--85x722f.xn--55qx5d.cn",
        "soup.example.": "soup.example",
        "co.uk": None,
        "localhost": None,
        "192.0.2.1": None,
        "[2001:db8::1]": None,
    }
    links = [napkin_urls.find(f"<http://{host}:80/soup>")[0] for host in hosts]
    assert [link.registered_domain for link in links] == list(hosts.values())
    assert [link.uri.registered_domain for link in links] == list(hosts.values())
    pages = pa.table({"page": ["http://www.soup.co.uk/", None, "soup"], "text": ["www.a.org", "www.b.org", "www.c.org"]})
    columns = ["page_registered_domain", "registered_domain"]
    links = table(napkin_urls.extract(pages, "text", base="page", columns=columns))
    assert [tuple(link.values()) for link in links.to_pylist()] == [("soup.co.uk", "a.org"), (None, "b.org"), (None, "c.org")]
    links = pa.array(napkin_urls.extract_nested(pages, "text", base="http://kim.example/", columns=columns)).to_pylist()
    assert links[0] == [{"page_registered_domain": "kim.example", "registered_domain": "a.org"}]


def test_the_documents_name_the_list_of_public_suffixes():
    lock = (ROOT / "Cargo.lock").read_text()
    version = re.search(r'name = "psl"\nversion = "(.*)"', lock)[1]
    assert f"`psl` {version}, " in (ROOT / "docs/python.md").read_text("utf-8"), "name the version, and its date in cargo's index"


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


def encodings():
    """The texts in columns of other types."""
    for text_type in TEXT_TYPES[:2]:
        yield pa.array(TEXTS, text_type).dictionary_encode()
    yield pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3, 4, 5], pa.int8()), pa.array(TEXTS))
    yield pa.chunked_array([pa.array(TEXTS[:2]).dictionary_encode(), pa.array(TEXTS[2:]).dictionary_encode()])
    for ends in (pa.int16(), pa.int32(), pa.int64()):
        yield pa.RunEndEncodedArray.from_arrays(pa.array(range(1, 7), ends), pa.array(TEXTS))


@pytest.mark.parametrize("array", list(encodings()), ids=lambda array: str(array.type))
def test_dictionaries_and_runs(array):
    assert found(napkin_urls.extract(array)) == URLS
    for start in range(len(TEXTS)):
        for length in range(len(TEXTS) - start + 1):
            expected = [(row - start, url) for row, url in URLS if start <= row < start + length]
            assert found(napkin_urls.extract(array.slice(start, length))) == expected
    nested = pa.array(napkin_urls.extract_nested(array))
    assert nested.is_null().to_pylist() == [text is None for text in TEXTS]
    runs = pa.RunEndEncodedArray.from_arrays([2, 5], ["http://a.example/", None])
    assert [row for row, _ in found(napkin_urls.extract(runs))] == [0, 1]
    assert napkin_urls.extract(pa.array([None, None], pa.string()).dictionary_encode()).num_rows == 0


@pytest.mark.parametrize("make", [pa.list_, pa.large_list, lambda item: pa.list_(item, 2)], ids=["list", "large", "fixed"])
def test_lists(make):
    texts = [["http://a.example/ http://b.example/", "ü www.example.org"], None, [None, "http://c.example/"], ["", ""]]
    array = pa.array(texts, make(pa.string()))
    expected = [(0, 0, 0), (0, 0, 18), (0, 1, 2), (2, 1, 0)]
    for data, rows in ((array, expected), (array.slice(1), [(row - 1, *rest) for row, *rest in expected[3:]])):
        links = table(napkin_urls.extract(data))
        assert list(zip(links["row"].to_pylist(), links["item"].to_pylist(), links["start"].to_pylist())) == rows
    nested = pa.array(napkin_urls.extract_nested(array)).to_pylist()
    assert [links and [(link["item"], link["start"]) for link in links] for links in nested] == [
        [(0, 0), (0, 18), (1, 2)], None, [(1, 0)], []
    ]


def test_fields_of_structs():
    pages = pa.array([{"body": {"text": "http://a.example/"}}, None, {"body": None}, {"body": {"text": "www.example.org"}}])
    data = pa.table({"page": pages, "a.b": ["http://b.example/"] * 4, "id": range(4)})
    assert found(napkin_urls.extract(data, "page.body.text")) == [(0, "http://a.example/"), (3, "http://www.example.org")]
    assert len(found(napkin_urls.extract(data, "a.b"))) == 4
    nested = pa.array(napkin_urls.extract_nested(data, "page.body.text"))
    assert nested.is_null().to_pylist() == [False, True, True, False]


def test_columns_and_prefixes():
    data = pa.table({"url": ["x", "y"], "row": [7, 8], "text": ["http://a.example/", "www.example.org"]})
    links = napkin_urls.extract(data, "text", keep=["url"], columns=["kind", "host"])
    assert links.column_names == ["url", "kind", "host"]
    assert table(links)["url"].to_pylist() == ["x", "y"]
    links = napkin_urls.extract(data, "text", keep=["url", "row"], prefix="link_", columns=["row", "url"])
    assert links.column_names == ["link_row", "url", "row", "link_url"]
    assert table(links).to_pylist()[1] == {"link_row": 1, "url": "y", "row": 8, "link_url": "http://www.example.org"}
    assert napkin_urls.extract(data, "text", keep=["url"], prefix="p_").column_names[2:] == [
        f"p_{name}" for name in napkin_urls.SCHEMA.names[1:]
    ]
    batches = napkin_urls.extract_batches(data, "text", columns=["end"], prefix="p_")
    assert pa.RecordBatchReader.from_stream(batches).read_all().to_pydict() == {"p_end": [17, 15]}
    assert napkin_urls.extract(data, "text", columns=[]).num_rows == 2
    nested = pa.array(napkin_urls.extract_nested(data, "text", columns=["host", "url"])).to_pylist()
    assert nested[0] == [{"host": "a.example", "url": "http://a.example/"}]
    for columns in ([], ["row"]):
        with pytest.raises(napkin_urls.DataError):
            napkin_urls.extract_nested(data, "text", columns=columns)


PAGE = '<p>ü <a href="b">c</a> http://c.example/&amp;d <img src="/e">'


@pytest.mark.parametrize("data_type", [pa.string(), pa.binary()], ids=str)
def test_html(data_type):
    pages = as_type([PAGE, None, "<base href=http://f.example/><a href=g>"], data_type)
    data = pa.table({"page": pages, "base": ["http://a.example/x", "http://a.example/", "nowhere"]})
    links = table(napkin_urls.extract(data, "page", input="html", base="base")).to_pylist()
    assert [(link["row"], link["url"], link["element"], link["attribute"]) for link in links] == [
        (0, "http://a.example/b", "a", "href"),
        (0, "http://c.example/&d", None, None),
        (0, "http://a.example/e", "img", "src"),
        (2, "http://f.example/g", "a", "href"),
    ]
    page = PAGE if data_type == pa.string() else PAGE.encode()
    assert page[links[1]["start"] : links[1]["end"]] in ("http://c.example/&amp;d", b"http://c.example/&amp;d")
    assert [link["url"] for link in table(napkin_urls.extract(pages, input="html", base="http://z.example/")).to_pylist()][0] == (
        "http://z.example/b"
    )
    assert len(found(napkin_urls.extract(pages, input="html"))) == 2


def test_bases_of_rows():
    data = pa.table({"t": ["<URL:a>"] * 5, "page": ["http://a.example/", "http://b.example/", None, "x", "http://b.example/"]})
    assert found(napkin_urls.extract(data, "t", base="page")) == [
        (0, "http://a.example/a"), (1, "http://b.example/a"), (4, "http://b.example/a")
    ]
    with pytest.raises(napkin_urls.OptionError, match="base"):
        napkin_urls.extract(data, "t", base="pages")


def test_mail():
    message = (
        "Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://a.example/\n--b\n"
        "Content-Type: text/html\n\n<a href=http://b.example/>c</a>\n--b--\n"
    )
    for array in (pa.array([None, message]), pa.array([None, message.encode()])):
        links = table(napkin_urls.extract(array, input="mail", columns=["row", "url", "part", "element"]))
        assert links.to_pylist() == [
            {"row": 1, "url": "http://a.example/", "part": "1", "element": None},
            {"row": 1, "url": "http://b.example/", "part": "2", "element": "a"},
        ]


def test_other_tables(tmp_path):
    """What reads when it is asked reads no more than the columns that are needed."""
    import pyarrow.dataset
    import pyarrow.parquet

    data = pa.table({"id": range(6), "other": [0] * 6, "text": TEXTS, "page": ["http://z.example/"] * 6})
    pyarrow.parquet.write_table(data, tmp_path / "a.parquet", row_group_size=2)
    expected = table(napkin_urls.extract(data, "text", keep=["id"])).combine_chunks()
    for make in (
        lambda: pl.from_arrow(data).lazy(),
        lambda: pyarrow.dataset.dataset(tmp_path / "a.parquet"),
        lambda: pyarrow.dataset.dataset(tmp_path / "a.parquet").scanner(columns=["text", "id"]),
        lambda: pyarrow.parquet.ParquetFile(tmp_path / "a.parquet"),
    ):
        assert table(napkin_urls.extract(make(), "text", keep=["id"])).to_pylist() == expected.to_pylist()
        batches = napkin_urls.extract_batches(make(), "text", keep=["id"])
        assert batches.to_arrow().to_pylist() == expected.to_pylist()
        assert len(napkin_urls.extract_nested(make(), "text")) == 6
        with pytest.raises(napkin_urls.DataError, match="no column"):
            napkin_urls.extract(make(), "texts")
    lazy = pl.LazyFrame({"t": ["<URL:a>"], "page": ["http://a.example/"]})
    assert found(napkin_urls.extract(lazy, "t", base="page")) == [(0, "http://a.example/a")]


def test_links_become_what_other_packages_have():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    links = napkin_urls.extract(pa.array(TEXTS))
    for made in (links, napkin_urls.extract_batches(pa.array(TEXTS))):
        frame = made.to_pandas()
        assert frame["url"].tolist() == [url for _, url in URLS]
        assert isinstance(frame["kind"].dtype, pandas.CategoricalDtype)
    frame = links.to_polars()
    assert frame["url"].to_list() == [url for _, url in URLS]
    assert frame["scheme"].cast(pl.String).to_list() == ["http", "http", "http", "HTTP"]
    assert links.to_arrow().equals(table(links))


def test_notebooks_show_a_table():
    html = napkin_urls.extract(pa.array(["http://a.example/<b>"] * 21), columns=["url", "row"], prefix="<i>")._repr_html_()
    assert html.startswith("<table><thead><tr><th>&lt;i&gt;row</th><th>&lt;i&gt;url</th></tr></thead>")
    assert html.count("<tr>") == 21 and html.endswith("20 of 21 rows</p>")


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
        (pa.array([1]).dictionary_encode(), {}, "which holds no text: expected utf8"),
        (pa.array([[1]]), {}, "which holds no text"),
        (pa.table({"a": [1], "t": [{"x": ""}]}), {"column": "t"}, "which holds no text"),
        (pa.table({"a": [1], "t": [{"x": ""}]}), {"column": "t.y"}, 'no column "y": expected one of x'),
        (pa.table({"a": [1], "t": [""]}), {"column": "t.y"}, "no struct"),
        (pa.table({"a": [1], "t": [""]}), {"column": "t", "columns": ["urls"]}, 'no "urls": expected some of row, url, '),
        (pa.table({"a": [1], "t": [""]}), {"column": "t", "columns": ["url", "url"]}, "twice"),
        (pa.table({"a": [1], "t": [""]}), {"column": "t", "columns": ["element"]}, 'no "element"'),
        (pa.table({"p_url": [1], "t": [""]}), {"column": "t", "keep": ["p_url"], "prefix": "p_"}, "can't be kept"),
        (pa.table({"row": [1], "t": [""]}), {"column": "t", "keep": ["row"]}, "can't be kept.*prefix="),
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
        napkin_urls.extract(pa.array([""]), column_names="t")
    for options in ({"kinds": "mail"}, {"input": "pdf"}, {"base": "nowhere"}, {"input": "mail", "offsets": "characters"}):
        with pytest.raises(napkin_urls.OptionError):
            napkin_urls.extract(pa.array([""]), **options)
    for options in ({"keep": "id"}, {"columns": "url"}):
        with pytest.raises(TypeError, match="expected a list of names, and not a string: .*=\\['"):
            napkin_urls.extract(pa.table({"id": [1], "t": [""]}), "t", **options)


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
