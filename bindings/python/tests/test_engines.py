"""Polars and DuckDB."""

import doctest

import napkin_urls
import pytest


def test_polars_has_a_namespace():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    import napkin_urls.polars

    assert doctest.testmod(napkin_urls.polars).failed == 0
    frame = polars.DataFrame({"id": [1, 2, 3], "text": ["http://a.example/ü www.example.org", None, "none"]})
    links = frame.napkin.extract("text", ["id"])
    assert links.select("id", "url").rows() == [(1, "http://a.example/ü"), (1, "http://www.example.org")]
    lists = polars.col("text").napkin.extract(kinds="url").list.eval(polars.element().struct.field("url"))
    expected = [["http://a.example/ü"], None, []]
    assert frame.select(lists)["text"].to_list() == expected
    assert frame.lazy().select(lists).collect()["text"].to_list() == expected
    assert frame["text"].napkin.extract().is_null().to_list() == [False, True, False]
    with pytest.raises(napkin_urls.OptionError):
        polars.col("text").napkin.extract(kinds="mail")


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
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.duckdb.register(connection, kinds="mail")
