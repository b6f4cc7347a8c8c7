"""Polars and DuckDB, and the examples for Ray and Daft (``pip install ray daft``)."""

import ast
import doctest
import io
import re
import signal

import napkin_urls
import pytest
from conftest import ROOT


def test_pandas_has_an_accessor():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import napkin_urls.pandas

    assert doctest.testmod(napkin_urls.pandas, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
    index = pandas.MultiIndex.from_tuples([(1, "a"), (1, "b"), (2, "a")], names=["x", None])
    for dtype in ("object", "string", "string[pyarrow]", "category"):
        texts = pandas.Series(["http://a.example/ü www.example.org", None, "none"], index=index, name="text").astype(dtype)
        links = texts.urls.extract(columns=["url", "end"], kinds="url")
        assert links["url"].to_list() == ["http://a.example/ü"] and links["end"].to_list() == [18]
        assert links.index.names == ["x", None, "match"] and links.index.to_list() == [(1, "a", 0)]
        found = texts.urls.findall()
        assert found.to_list() == [["http://a.example/ü", "http://www.example.org"], None, []]
        assert found.index.equals(index) and found.name == "text"
    pages = pandas.Series(["<a href=/b>c</a>"])
    assert pages.urls.extract(input="html", base="http://a.example/")["element"].to_list() == ["a"]
    assert pages.iloc[:0].urls.extract(columns=["url"]).shape == (0, 1)
    with pytest.raises(napkin_urls.OptionError):
        pages.urls.extract(kinds="all")
    with pytest.raises(napkin_urls.DataError):
        pandas.Series([1, 2]).urls.extract()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a timer needs setitimer")
def test_an_interrupt_stops_a_search():
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    text = "see http://a.example/soup and <http://b.example/\n c> " * 2000
    long = text * 1000
    rows = pa.array([text] * 1000)
    mail = b"From a Tue Mar  3 10:20:30 2009\nSubject: a\n\n" + b"x " * 50_000_000
    searches = [
        lambda: napkin_urls.find(long),
        lambda: napkin_urls.extract(rows),
        lambda: napkin_urls.extract_nested(rows),
        lambda: list(napkin_urls.extract_batches(rows)),
        lambda: list(napkin_urls.read_mail(io.BytesIO(mail))),
    ]
    def interrupt(*_):
        raise KeyboardInterrupt

    handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        for search in searches:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                search()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def test_polars_has_a_namespace():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    import napkin_urls.polars

    assert doctest.testmod(napkin_urls.polars).failed == 0
    frame = polars.DataFrame({"id": [1, 2, 3], "text": ["http://a.example/ü www.example.org", None, "none"]})
    links = frame.urls.extract("text", ["id"])
    assert links.select("id", "url").rows() == [(1, "http://a.example/ü"), (1, "http://www.example.org")]
    lists = polars.col("text").urls.extract(kinds="url").list.eval(polars.element().struct.field("url"))
    expected = [["http://a.example/ü"], None, []]
    assert frame.select(lists)["text"].to_list() == expected
    assert frame.lazy().select(lists).collect()["text"].to_list() == expected
    assert frame["text"].urls.extract().is_null().to_list() == [False, True, False]
    pages = polars.DataFrame({"html": ["<a href=/b>c</a>", None], "id": [1, 2]})
    options = {"input": "html", "base": "http://a.example/", "columns": ["url", "element"]}
    expected = [{"url": "http://a.example/b", "element": "a"}]
    assert pages.lazy().select(polars.col("html").urls.extract(**options)).collect()["html"].to_list() == [expected, None]
    lazy = pages.lazy().urls.extract("html", ["id"], prefix="p_", **options)
    assert lazy.collect_schema().names() == ["id", "p_url", "p_element"]
    assert lazy.filter(polars.col("id") == 1).select("p_url").collect()["p_url"].to_list() == ["http://a.example/b"]
    for extract in (polars.col("text").urls.extract, lambda **bad: frame.lazy().urls.extract("text", **bad)):
        with pytest.raises(napkin_urls.OptionError):
            extract(kinds="mail")
    with pytest.raises(napkin_urls.DataError):
        frame.lazy().urls.extract("texts")


def test_duckdb_has_a_function():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    import napkin_urls.duckdb

    assert doctest.testmod(napkin_urls.duckdb).failed == 0
    connection = duckdb.connect()
    napkin_urls.duckdb.register(connection, "urls", kinds=["url", "email"])
    connection.sql("CREATE TABLE texts AS SELECT range AS id, if(range % 10 = 0, NULL, 'http://a.example/' || range || ', kim@b.example') AS text FROM range(10000)")
    found = connection.sql("SELECT link.kind, count(*), min(link.url) FROM (SELECT unnest(urls(text)) AS link FROM texts) GROUP BY ALL ORDER BY ALL")
    assert found.fetchall() == [("email", 9000, "mailto:kim@b.example"), ("url", 9000, "http://a.example/1")]
    assert connection.sql("SELECT urls(text) IS NULL, len(urls('none')) FROM texts WHERE id = 0").fetchall() == [(True, 0)]
    napkin_urls.duckdb.register(connection, "anchors", input="html", columns=["element", "url"])
    assert connection.sql("SELECT anchors('<a href=http://a.example/>b</a>')").fetchall() == [
        ([{"element": "a", "url": "http://a.example/"}],)
    ]
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.duckdb.register(connection, kinds="mail")


@pytest.mark.parametrize("engine", ["ray", "daft"])
def test_the_example_of_the_document(engine):
    pytest.importorskip(engine, reason=f"{engine} is not installed")
    blocks = re.findall("^```python\n(.*?)^```$", (ROOT / "docs" / "python.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    [example] = [block for block in blocks if re.search(f"^import .*\\b{engine}\\b", block)]
    *statements, last = ast.parse(example).body
    names = {}
    exec(compile(ast.Module(statements, []), "python.md", "exec"), names)
    found = eval(compile(ast.Expression(last.value), "python.md", "eval"), names)
    rows = found if engine == "ray" else [{"id": key, "url": url} for key, url in zip(found["id"], found["url"])]
    assert sorted((row["id"], row["url"]) for row in rows) == [
        (7, "http://a.example/"),
        (8, "http://b.example/"),
        (8, "http://www.example.org"),
    ]
