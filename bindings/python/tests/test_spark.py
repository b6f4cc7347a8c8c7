"""Spark on this machine. ``pip install pyspark pandas`` and a Java of 17 or later run this."""

import collections
import functools
import json
import os
import shutil
import sys

import napkin_urls
import pytest
from conftest import comparable, flags, told

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("java is not installed", allow_module_level=True)

import napkin_urls.spark  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def test_a_row_for_each_link(spark):
    frame = spark.createDataFrame([(1, "http://a.example/ü or www.example.org"), (2, None), (3, "<http://b.example/\n c>")], "id int, text string")
    found = sorted(tuple(row) for row in napkin_urls.spark.extract(frame, "text", ["id"]).select("id", "url", "start", "host", "confidence").collect())
    assert found == [
        (1, "http://a.example/ü", 0, "a.example", None),
        (1, "http://www.example.org", 22, "www.example.org", None),
        (3, "http://b.example/c", 1, "b.example", 1.0),
    ]


def test_the_schema_is_that_of_the_frame(spark):
    frame = spark.createDataFrame([(1, "")], "id int, text string")
    links = napkin_urls.spark.extract(frame, "text", ["id"])
    assert links.columns == ["id", *napkin_urls.SCHEMA.names[1:]]
    assert links.collect() == []


def test_many_rows_in_partitions_of_unlike_size(spark):
    frame = spark.range(200_000, numPartitions=4).selectExpr(
        "id", "if(id % 1000 = 0, null, concat('at http://a.example/', id, ' and <http://b.example/', id, '>')) AS text"
    )
    skewed = frame.union(spark.range(1).selectExpr("-1L AS id", "repeat('http://c.example/ ', 300000) AS text"))
    links = napkin_urls.spark.extract(skewed, "text", ["id"], kinds=["url"]).groupBy("host_ascii").count().collect()
    expected = 200_000 - 200
    assert {row[0]: row[1] for row in links} == {"a.example": expected, "b.example": expected, "c.example": 300_000}


def test_binary_and_options(spark):
    frame = spark.createDataFrame([(b"\xff kim@example.org http://a.example/",)], "text binary")
    links = napkin_urls.spark.extract(frame, "text", kinds="email").select("url", "start").collect()
    assert [tuple(row) for row in links] == [("mailto:kim@example.org", 2)]


def test_the_same_records_as_the_command_in_the_corpus(spark, corpus, command, tmp_path):
    groups = collections.defaultdict(list)
    for name, text, options, _ in corpus:
        groups[json.dumps(options)].append((name, text))
    frames, expected, names = [], collections.defaultdict(list), {}
    for number, (options, cases) in enumerate(groups.items()):
        options, folder = json.loads(options), tmp_path / str(number)
        folder.mkdir()
        texts = [text for _, text in cases]
        rows = [(f"{number}/{index}", text) for index, text in enumerate(texts)]
        frame = spark.createDataFrame(rows, "id string, text binary")
        frames.append(napkin_urls.spark.extract(frame, "text", ["id"], **options))
        for (key, _), records in zip(rows, told(command, folder, texts, "--input", "text", *flags(options)), strict=True):
            expected[key] = [comparable(record) for record in records]
        names |= {key: name for (key, _), (name, _) in zip(rows, cases, strict=True)}
    found = collections.defaultdict(list)
    # One job for all of them: to start one takes longer than to search what is in it.
    for row in functools.reduce(lambda one, other: one.union(other), frames).collect():
        link = row.asDict()
        found[link.pop("id")].append(link)
    compared = 0
    for key, records in expected.items():
        links = sorted(found[key], key=lambda link: link["start"])
        assert len(links) == len(records), names[key]
        for link, record in zip(links, records, strict=True):
            record["confidence"] = record["rejoined"] and record["rejoined"]["confidence"]
            # The column always has the host as programs look it up; what only the feature idna knows the command alone may say.
            is_ascii = link["host_ascii"] is None or link["host_ascii"].isascii()
            host = record.get("host_ascii", record["host"]) if is_ascii else record["host"]
            record["host_ascii"] = host and host.encode().lower().decode()
            assert {name: record[name] for name in link} == link, names[key]
        compared += len(links)
    assert compared > 700


def test_the_options_of_extract(spark):
    text = "<p><a href='../salt'>salt</a>, www.example.co.uk"
    frame = spark.createDataFrame([("http://a.example/soup/", (text,)), (None, (None,))], "url string, page struct<`the.body`: string>")
    columns = ["url", "element", "registered_domain", "page_registered_domain"]
    links = napkin_urls.spark.extract(
        frame, "page.the.body", ["url"], input="html", base="url", prefix="link_", columns=(name for name in columns)
    )
    assert links.columns == ["url", *(f"link_{name}" for name in columns)]
    assert [tuple(row) for row in links.collect()] == [
        ("http://a.example/soup/", "http://a.example/salt", "a", "a.example", "a.example"),
        ("http://a.example/soup/", "http://www.example.co.uk", None, "example.co.uk", "a.example"),
    ]
    frame = spark.createDataFrame([(["none", "www.example.org"], 1)], "`a b` array<string>, `c d` int")
    links = napkin_urls.spark.extract(frame, "a b", ["c d"], columns=["item", "host"]).collect()
    assert [tuple(row) for row in links] == [(1, 1, "www.example.org")]
    mails = spark.createDataFrame([(b"From: kim@kim.example\n\nwww.example.org\n",)], "mail binary")
    found = napkin_urls.spark.extract(mails, "mail", input="mail").select("url", "part").collect()
    assert [tuple(row) for row in found] == [("http://www.example.org", "1")]


@pytest.mark.parametrize(
    "error, message, column, options",
    [
        (napkin_urls.OptionError, "mail", "text", {"kinds": "mail"}),
        (napkin_urls.OptionError, "input: expected one of text", "text", {"input": "pdf"}),
        (napkin_urls.OptionError, "base", "text", {"base": "texts"}),
        (napkin_urls.DataError, 'no column "x"', "x", {}),
        (napkin_urls.DataError, 'no column "x"', "text", {"keep": ["x"]}),
        (napkin_urls.DataError, "which holds no text", "id", {}),
        (napkin_urls.DataError, "which holds no text", "text", {"base": "id"}),
        (napkin_urls.DataError, "kept twice", "text", {"keep": ["id", "id"]}),
        (napkin_urls.DataError, "Give theirs a prefix", "text", {"keep": ["url"]}),
        (napkin_urls.DataError, 'no "hosts"', "text", {"columns": ["hosts"]}),
        (napkin_urls.DataError, "have no row", "text", {"columns": ["row"]}),
        (TypeError, "list of names", "text", {"keep": "id"}),
        (TypeError, "list of names", "text", {"columns": "url"}),
        (TypeError, "column", 1, {}),
        (TypeError, 'unexpected option "kind"', "text", {"kind": "url"}),
    ],
)
def test_errors_are_told_before_a_job_starts(spark, error, message, column, options):
    frame = spark.createDataFrame([(1, "", 2)], "url int, text string, id int")
    with pytest.raises(error, match=message):
        napkin_urls.spark.extract(frame, column, **options)


def test_what_is_no_frame_is_refused():
    with pytest.raises(TypeError, match="expected a DataFrame of Spark, and not dict"):
        napkin_urls.spark.extract({}, "text")


def test_a_function_for_expressions_and_sql(spark):
    if not hasattr(pyspark.sql.functions, "arrow_udf"):
        with pytest.raises(ImportError, match=f"needs Spark 4.1, and this is {pyspark.__version__}"):
            napkin_urls.spark.extract_udf()
        pytest.skip("Arrow UDFs need Spark 4.1")
    frame = spark.createDataFrame([(1, "http://a.example/ü or www.example.org"), (2, None), (3, "none")], "id int, text string")
    spark.udf.register("links", napkin_urls.spark.extract_udf(kinds=["url", "www"]))
    frame.createOrReplaceTempView("texts")
    rows = spark.sql("SELECT id, link.url, link.start FROM texts LATERAL VIEW explode(links(text)) AS link ORDER BY id, link.start").collect()
    assert [tuple(row) for row in rows] == [(1, "http://a.example/ü", 0), (1, "http://www.example.org", 22)]
    sizes = spark.sql("SELECT id, links(text) IS NULL, size(links(text)) FROM texts WHERE id > 1 ORDER BY id").collect()
    assert [tuple(row)[:2] for row in sizes] == [(2, True), (3, False)] and sizes[1][2] == 0
    spark.udf.register("anchors", napkin_urls.spark.extract_udf(input="html", columns=["element", "host"]))
    anchors = spark.sql("SELECT anchors('<a href=http://a.example/>b</a>')").collect()
    assert anchors[0][0] == [("a", "a.example")]
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.spark.extract_udf(kinds="mail")
    with pytest.raises(napkin_urls.DataError):
        napkin_urls.spark.extract_udf(columns=["hosts"])


def test_warc_files_and_what_is_wrong_with_them(spark, tmp_path):
    import gzip

    def record(block, length=None):
        header = f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://t.example/\r\nContent-Length: {length or len(block)}\r\n\r\n"
        return (header + block + "\r\n\r\n").encode()

    files = {
        "good.wet.gz": gzip.compress(record("http://a.example/")) + gzip.compress(record("http://b.example/")),
        "lies.wet": record("http://c.example/", 3) + record("http://d.example/"),
        "cut.wet.gz": gzip.compress(record("http://e.example/")) + gzip.compress(record("http://f.example/"))[:-12],
        "not.wet": b"not a WARC file\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    paths = [str(tmp_path / name) for name in [*files, "missing.wet"]]
    frame = napkin_urls.spark.read_warc(spark, paths)
    assert frame.columns == [*napkin_urls.WARC_SCHEMA.names, "error"]
    rows = frame.collect()
    urls = {row.url: row.warc_target for row in rows if row.error is None}
    assert {f"http://{name}.example/" for name in "abcde"} <= urls.keys() and set(urls.values()) == {"http://t.example/"}
    errors = {row.path: row.error for row in rows if row.error is not None}
    assert errors.keys() == set(paths[1:])
    assert "not as long" in errors[paths[1]] and "No such file" in errors[paths[4]]
    assert napkin_urls.spark.read_warc(spark, []).collect() == []
