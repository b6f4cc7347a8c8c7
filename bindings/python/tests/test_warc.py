"""WARC files as record batches."""

import gzip
import pathlib

import napkin_urls
import pyarrow as pa
import pytest


def record(fields: str, block: bytes, length: int | None = None) -> bytes:
    header = f"WARC/1.0\r\n{fields}\r\nContent-Length: {len(block) if length is None else length}\r\n\r\n"
    return header.encode() + block + b"\r\n\r\n"


PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=soup>Soup</a> at http://b.example/"

RECORDS = [
    record("WARC-Type: warcinfo", b"http://no.example/"),
    record("WARC-Type: response\r\nWARC-Target-URI: http://a.example/menu/\r\nWARC-Date: 2026-11-22T10:20:30Z\r\nWARC-Record-ID: <urn:x:1>", PAGE),
    record("WARC-Type: conversion", "Käse http://c.example/".encode()),
]


@pytest.fixture(params=["soup.warc", "soup.warc.gz"])
def path(request, tmp_path):
    path = tmp_path / request.param
    path.write_bytes(b"".join(map(gzip.compress, RECORDS)) if path.suffix == ".gz" else b"".join(RECORDS))
    return path


def read(path: pathlib.Path, **options):
    return pa.RecordBatchReader.from_stream(napkin_urls.read(path, **options)).read_all()


def test_a_row_for_each_link_with_its_record(path):
    table = read(path)
    assert table.schema.names == napkin_urls.WARC_SCHEMA.names
    rows = table.select(["url", "start", "warc_number", "warc_type", "warc_id", "warc_date", "warc_target"]).to_pylist()
    first = {"warc_number": 2, "warc_type": "response", "warc_id": "urn:x:1", "warc_date": "2026-11-22T10:20:30Z", "warc_target": "http://a.example/menu/"}
    last = {"warc_number": 3, "warc_type": "conversion", "warc_id": None, "warc_date": None, "warc_target": None}
    assert rows == [
        {"url": "http://a.example/menu/soup", "start": 8, **first},
        {"url": "http://b.example/", "start": 25, **first},
        {"url": "http://c.example/", "start": 6, **last},
    ]
    assert set(table["path"].to_pylist()) == {str(path)}
    assert table["warc_offset"].to_pylist()[2] == len(RECORDS[0]) + len(RECORDS[1])


def test_batches_and_options(path):
    batches = [batch.num_rows for batch in napkin_urls.read(path, batch_rows=2)]
    assert batches == [2, 1]
    assert read(path, schemes="https").num_rows == 0
    assert read(path, input="warc").num_rows == 3
    with pytest.raises(napkin_urls.OptionError, match="auto, mail, warc"):
        napkin_urls.read(path, input="html")


def test_what_is_wrong_is_told(tmp_path):
    path = tmp_path / "a.warc"
    path.write_bytes(record("WARC-Type: conversion", b"http://a.example/", 3) + RECORDS[2])
    reader = napkin_urls.read(path)
    assert sum(batch.num_rows for batch in reader) == 2
    assert reader.damage == [f"{path}: record 1 at byte 0: is not as long as its header says"]


def test_a_file_that_is_cut_off_fails_behind_its_links(tmp_path):
    path = tmp_path / "a.warc.gz"
    packed = [gzip.compress(record) for record in RECORDS]
    path.write_bytes(packed[1] + packed[2][:-12])
    reader = napkin_urls.read(path)
    assert next(reader).num_rows >= 2
    with pytest.raises(OSError):
        for _ in reader:
            pass


def test_mail_may_be_compressed_too(tmp_path):
    path = tmp_path / "a.mbox.gz"
    path.write_bytes(gzip.compress(b"From: sam@a.example\nSubject: a\n\nhttp://a.example/\n"))
    table = read(path)
    assert table.schema.names == napkin_urls.MAIL_SCHEMA.names
    assert table["url"].to_pylist() == ["http://a.example/"]
