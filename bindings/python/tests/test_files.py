"""Streams, mail, and mailboxes as record batches."""

import gzip
import io
import os
import pathlib
import threading

import napkin_urls
import pyarrow as pa
import pytest

MAILBOX = (
    "From sam@a.example Tue Mar  3 10:20:30 2009\n"
    "Message-ID: <1@a.example>\nDate: Tue, 3 Mar 2009 10:20:30 +0100\nFrom: Sam <sam@a.example>\n"
    "Subject: =?utf-8?q?K=C3=BCche?=\nList-Archive: <http://lists.example/soup>\n"
    "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    "K=C3=BCche: http://a.example/win=\nter/soup\n\n"
    "From kim@b.example Tue Mar  3 11:20:30 2009\n"
    "From: Kim <kim@b.example>\nSubject: Re\n\nwww.example.org and <http://b.example/\n c>\n\n"
).encode()


def message(number):
    return f"Subject: {number}\nFrom: sam@a.example\n\nhttp://a.example/{number}\n".encode()


class Reads:
    """Hands out what it is given, a read each, and then fails or ends."""

    def __init__(self, reads, failure=None):
        self.reads, self.failure, self.threads = list(reads), failure, set()

    def read(self, n):
        self.threads.add(threading.get_ident())
        if self.reads:
            return self.reads.pop(0)
        if self.failure:
            raise self.failure
        return b""


def test_streams_of_bytes_and_of_characters():
    text = "ünter <http://a.example/\n b>, " * 1000
    finder = napkin_urls.Finder()
    whole = finder.find(text)
    assert list(finder.stream(io.StringIO(text))) == whole
    assert list(finder.stream(io.BytesIO(text.encode()))) == finder.find(text.encode())
    parts = [text[at : at + 7] for at in range(0, 7000, 7)] + [text[7000:], ""]
    assert list(finder.stream(Reads(parts))) == whole
    byte_finder = napkin_urls.Finder(offsets="bytes")
    assert list(byte_finder.stream(io.StringIO(text))) == finder.find(text.encode())
    assert list(finder.stream(io.BytesIO())) == [] == list(finder.stream(io.StringIO()))


def test_streams_know_surrogates_and_utf_16():
    text = "\udc80ü http://a.example/"
    (link,) = napkin_urls.Finder().stream(io.StringIO(text))
    assert text[link.start : link.end] == link.url == "http://a.example/"
    raw = "ü http://a.example/".encode("utf-16")
    (link,) = napkin_urls.Finder().stream(io.BytesIO(raw))
    assert raw[link.start : link.end].decode("utf-16-le") == link.url


def test_a_link_is_out_before_the_next_read():
    file = Reads([b"http://a.example/ soup\n", b"http://b.example/ soup\n", b""])
    links = napkin_urls.Finder().stream(file)
    assert next(links).url == "http://a.example/"
    assert len(file.reads) >= 1
    assert [link.url for link in links] == ["http://b.example/"]
    assert file.threads == {threading.get_ident()}


def test_a_read_that_fails_comes_after_what_was_found():
    links = napkin_urls.Finder().stream(Reads([b"http://a.example/ b"], ZeroDivisionError("no more")))
    assert next(links).url == "http://a.example/"
    with pytest.raises(ZeroDivisionError, match="no more"):
        next(links)
    assert next(links, None) is None
    with pytest.raises(ZeroDivisionError):
        napkin_urls.Finder().stream(Reads([], ZeroDivisionError()))


def test_what_read_returns_is_checked():
    with pytest.raises(TypeError, match="bytes or str, and not list"):
        napkin_urls.Finder().stream(Reads([[]]))
    with pytest.raises(TypeError, match="both"):
        list(napkin_urls.Finder().stream(Reads([b"a", "b"])))
    with pytest.raises(AttributeError):
        napkin_urls.Finder().stream(1)
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.Finder(offsets="characters").stream(io.BytesIO(b""))


def test_streams_may_be_left():
    for _ in range(50):
        assert next(napkin_urls.Finder().stream(io.BytesIO(b"http://a.example/ " * 1000))).start == 0


@pytest.fixture
def mailbox(tmp_path):
    path = tmp_path / "soup.mbox"
    path.write_bytes(MAILBOX)
    return path


def test_mail(mailbox):
    for source in (mailbox, str(mailbox), io.BytesIO(MAILBOX), Reads([MAILBOX[:99], MAILBOX[99:]])):
        first, second, third = napkin_urls.read_mail(source)
        assert [first.url, second.url, third.url] == [
            "http://a.example/winter/soup",
            "http://www.example.org",
            "http://b.example/c",
        ]
        assert (first.start, first.part, first.header) == (8, "1", None)
        told = first.message
        assert (told.id, told.date) == ("1@a.example", "2009-03-03T10:20:30+01:00")
        assert (told.sender, told.subject, told.number, told.offset) == ("Sam <sam@a.example>", "Küche", 1, 0)
        assert second.message == third.message != told
        assert (second.message.id, second.message.number) == (None, 2)
        record = first.to_dict()["message"]
        assert record == told.to_dict() | {"part": "1"}
        assert "Küche" in repr(told)


def test_options_of_mail(mailbox):
    links = list(napkin_urls.read_mail(mailbox, headers=True, kinds="url"))
    assert [(link.url, link.header) for link in links][0] == ("http://lists.example/soup", "List-Archive")
    assert len(links) == 3
    assert len(list(napkin_urls.read_mail(mailbox, limit=10))) > 0
    with pytest.raises(napkin_urls.OptionError, match="offsets"):
        napkin_urls.read_mail(mailbox, offsets="characters")
    with pytest.raises(FileNotFoundError) as caught:
        napkin_urls.read_mail(mailbox.parent / "none")
    assert caught.value.filename is not None
    with pytest.raises(IsADirectoryError):
        napkin_urls.read_mail(mailbox.parent)
    with pytest.raises(TypeError):
        napkin_urls.read_mail(None)


def test_damage_is_told(tmp_path):
    broken = MAILBOX + b"From x Tue Mar  3 10:20:30 2009\nContent-Type: multipart/mixed\nSubject: x\n\nx\n\n"
    links = napkin_urls.read_mail(io.BytesIO(broken))
    assert len(list(links)) == 3
    assert links.damage == [f"message 3 at byte {len(MAILBOX)}: has a multipart without a boundary"]
    (tmp_path / "broken").write_bytes(broken)
    reader = napkin_urls.read(tmp_path / "broken")
    assert reader.damage == [] or len(reader.damage) == 1
    assert len(list(reader)) == 1
    assert reader.damage == [f"{tmp_path / 'broken'}: {links.damage[0]}"]


def rows(reader):
    return pa.RecordBatchReader.from_stream(reader).read_all().to_pylist()


def test_mail_as_record_batches(mailbox):
    reader = napkin_urls.read(mailbox)
    assert reader.schema == napkin_urls.MAIL_SCHEMA
    found = rows(reader)
    assert [row["url"] for row in found] == [link.url for link in napkin_urls.read_mail(mailbox)]
    for row, link in zip(found, napkin_urls.read_mail(mailbox)):
        assert (row["path"], row["message_number"]) == (str(mailbox), link.message.number)
        assert (row["message_id"], row["message_from"]) == (link.message.id, link.message.sender)
        assert (row["message_date"], row["message_subject"]) == (link.message.date, link.message.subject)
        assert (row["message_part"], row["message_header"]) == (link.part, link.header)
        assert (row["message_offset"], row["start"], row["end"]) == (link.message.offset, link.start, link.end)
    with pytest.raises(napkin_urls.DataError, match="read already"):
        rows(reader)


def test_batches_are_as_long_as_asked(mailbox):
    assert [len(batch) for batch in napkin_urls.read(mailbox, batch_rows=2)] == [2, 1]
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.read(mailbox, batch_rows=0)
    # One that nobody reads to its end is given up.
    assert len(next(napkin_urls.read(mailbox, batch_rows=1))) == 1


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="no file stands for a pipe")
def test_a_pipe_has_its_beginning():
    reading, writing = os.pipe()
    os.write(writing, MAILBOX)
    os.close(writing)
    found = rows(napkin_urls.read(f"/dev/fd/{reading}", input="mail"))
    os.close(reading)
    assert [row["url"] for row in found][0] == "http://a.example/winter/soup"
    assert found[0]["message_number"] == 1


def test_a_maildir(tmp_path):
    for folder in ("cur", "new", "tmp", ".Sent/cur", ".Sent/new", "plain"):
        (tmp_path / folder).mkdir(parents=True)
    for number, name in enumerate(["cur/2:2,S", "cur/1:2,", "new/3", ".Sent/cur/4", "tmp/5", "plain/6", "cur/.7"]):
        (tmp_path / name).write_bytes(message(number))
    found = rows(napkin_urls.read(tmp_path))
    names = [pathlib.Path(row["path"]).relative_to(tmp_path).as_posix() for row in found]
    assert names == ["cur/1:2,", "cur/2:2,S", "new/3", ".Sent/cur/4"]
    assert [row["url"] for row in found] == [f"http://a.example/{number}" for number in (1, 0, 2, 3)]
    assert {row["message_number"] for row in found} == {None}
    with pytest.raises(napkin_urls.DataError, match="is no maildir"):
        napkin_urls.read(tmp_path / "plain")
    with pytest.raises(FileNotFoundError):
        napkin_urls.read(tmp_path / "none")


def test_a_file_that_cannot_be_read_ends_the_stream(tmp_path):
    (tmp_path / "cur").mkdir()
    (tmp_path / "cur" / "1").write_bytes(message(1))
    (tmp_path / "cur" / "2").symlink_to(tmp_path)
    reader = napkin_urls.read(tmp_path)
    assert len(next(reader)) == 1
    with pytest.raises(OSError, match="cur/2"):
        next(reader)
    assert next(reader, None) is None


def paths_and_urls(reader):
    return pa.RecordBatchReader.from_stream(reader).read_all().select(["path", "url"]).to_pylist()


def warc(number):
    body = f"http://a.example/{number}".encode()
    return b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(body), body)


def test_read_takes_lists_and_file_objects(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.eml").write_bytes(message(number))
    paths = [str(tmp_path / "0.eml"), tmp_path / "1.eml"]
    assert paths_and_urls(napkin_urls.read(paths)) == [{"path": str(tmp_path / f"{n}.eml"), "url": f"http://a.example/{n}"} for n in range(2)]
    with open(tmp_path / "2.eml", "rb") as file:
        assert [row["url"] for row in paths_and_urls(napkin_urls.read([io.BytesIO(message(0)), paths[1], file]))] == [
            f"http://a.example/{number}" for number in range(3)
        ]
        assert file.closed is False
    file = Reads([gzip.compress(MAILBOX)[:9], gzip.compress(MAILBOX)[9:], b""])
    batches = list(napkin_urls.read(file, batch_rows=1))
    assert [batch.num_rows for batch in batches] == [1, 1, 1]
    # The thread that asks reads.
    assert file.threads == {threading.get_ident()}
    assert paths_and_urls(napkin_urls.read([])) == [] == paths_and_urls(napkin_urls.read(io.BytesIO()))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_read_knows_warc_in_objects(pack):
    reader = napkin_urls.read([io.BytesIO(pack(warc(1))), io.BytesIO(pack(warc(2)))])
    assert reader.schema == napkin_urls.WARC_SCHEMA
    assert [row["url"] for row in paths_and_urls(reader)] == ["http://a.example/1", "http://a.example/2"]
    assert napkin_urls.read(io.BytesIO(pack(warc(1))), input="mail").schema == napkin_urls.MAIL_SCHEMA


def test_read_takes_urls_by_fsspec():
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")
    with fsspec.open_files(["memory://soup/1.mbox", "memory://soup/2.eml"], "wb") as files:
        files[0].write(MAILBOX)
        files[1].write(message(2))
    found = paths_and_urls(napkin_urls.read(["memory://soup/1.mbox", "memory://soup/2.eml"]))
    assert [row["path"] for row in found] == ["memory://soup/1.mbox"] * 3 + ["memory://soup/2.eml"]
    with pytest.raises(FileNotFoundError):
        napkin_urls.read("memory://soup/none")
    with pytest.raises(ValueError, match="nosuch"):
        napkin_urls.read("nosuch://soup/none")


def test_what_was_read_before_an_error_is_kept(tmp_path):
    (tmp_path / "1.eml").write_bytes(message(1))
    failing = Reads([message(2) + b"\nhttp://a.example/3 \n"], ZeroDivisionError("the disk is gone"))
    files = [tmp_path / "1.eml", failing, tmp_path / "none.eml", tmp_path / "1.eml"]
    reader = napkin_urls.read(files, on_error="note")
    assert [row["url"] for row in paths_and_urls(reader)] == [f"http://a.example/{number}" for number in (1, 2, 3, 1)]
    first, second = reader.damage
    assert "ZeroDivisionError: the disk is gone" in first and "none.eml: No such file" in second
    batches = iter(napkin_urls.read([tmp_path / "1.eml", Reads([message(2)], ZeroDivisionError("gone"))]))
    assert next(batches).num_rows == 2
    with pytest.raises(ZeroDivisionError, match="gone"):
        next(batches)
    assert next(batches, None) is None
    # What ends the program is no damage.
    batches = iter(napkin_urls.read([Reads([message(2)], KeyboardInterrupt())], on_error="note"))
    with pytest.raises(KeyboardInterrupt):
        for _ in batches:
            pass
    for files in ([Reads([], OSError("x"))], [tmp_path / "none.eml"]):
        with pytest.raises(OSError):
            napkin_urls.read(files)
    assert paths_and_urls(napkin_urls.read([Reads([], OSError("x")), tmp_path / "1.eml"], on_error="note"))


def test_what_read_refuses(tmp_path):
    with pytest.raises(TypeError, match="binary mode"):
        list(napkin_urls.read(io.StringIO("x")))
    with pytest.raises(napkin_urls.OptionError, match="raise, note"):
        napkin_urls.read([], on_error="skip")
    with pytest.raises(TypeError, match="a URL or a list of these, and not int"):
        napkin_urls.read([5])
    for read in (napkin_urls.read, napkin_urls.read_mail):
        with pytest.raises(TypeError, match="io.BytesIO"):
            read(b"Subject: x")


def test_other_packages_read_what_python_reads():
    """They release Python's lock in between, while a function of this package has it further up."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    polars = pytest.importorskip("polars", reason="polars is not installed")

    class Slow:
        def __init__(self, failure=None):
            self.file, self.failure = io.BytesIO(MAILBOX * 300), failure

        def read(self, n):
            if self.failure and self.file.tell() > 50_000:
                raise self.failure
            return self.file.read(1000)

    def reader():
        return napkin_urls.read(Slow(), batch_rows=100)

    assert reader().to_arrow().num_rows == len(reader().to_polars()) == len(polars.DataFrame(reader())) == 900
    links = reader()
    assert duckdb.connect().sql("SELECT count(*) FROM links").fetchall() == [(900,)]
    for read in (napkin_urls.RecordBatchReader.to_arrow, pa.table):
        with pytest.raises(Exception, match="ZeroDivisionError: gone"):
            read(napkin_urls.read(Slow(ZeroDivisionError("gone")), batch_rows=100))
    seen = []
    napkin_urls.linkify("http://a.example/", on_link=lambda link, anchor: seen.append(reader().to_arrow().num_rows))
    assert seen == [900]
