"""Files of all kinds: paths, file objects, and URLs by fsspec."""

import os

from . import _napkin


def read(
    source,
    *,
    input="auto",
    batch_rows=16_384,
    limit=None,
    all_parts=False,
    headers=False,
    on_error="raise",
    columns=None,
    storage_options=None,
    **options,
):
    """Returns the links in mail or WARC files as record batches. It takes bounded memory.

    Args:
        source: a path; an object with a method ``read(n)`` that returns bytes; a URL such as ``s3://bucket/mail.mbox``, which fsspec opens; or
            a list of these, all mail or all WARC. A file is a message, a mailbox (mbox), a batch of news, a maildir, or a WARC or WET
            file, each compressed by gzip or not. A maildir is a folder with ``cur`` and ``new``; its folders whose names begin with a full
            stop are read, too.
        input: the format: ``mail``, ``warc`` or ``auto``, which reads WARC if the first file begins with ``WARC/``. Default: ``auto``.
        batch_rows: the most rows of a batch. Default: 16,384.
        limit: the most bytes of a message, or of a record that has to be in memory as a whole. A larger one is searched as plain
            text, undecoded. Default: 32 MiB.
        all_parts, headers: as for ``read_mail``.
        on_error: ``raise`` raises an error of a file, after the links before it. ``note`` adds it to ``damage``, and goes on with the next
            file. Default: ``raise``.
        columns: the columns of links to make after those of the message or record, as for ``extract``. Default: all.
        storage_options: options for fsspec.
        **options: the options of ``Finder``; ``offsets`` can only be ``bytes``.

    Returns:
        A ``RecordBatchReader`` with the columns of ``MAIL_SCHEMA`` or ``WARC_SCHEMA``. ``path`` is the path, the URL, or the ``name`` of an
        object. In WARC files ``warc_target`` is the page, and offsets are bytes of the record's payload, without the HTTP header, decoded
        to UTF-8. The messages of a maildir come in the order of their file names; a message that is moved while reading is skipped.
        ``damage`` lists damaged messages and records.

    Raises:
        OSError: the first file can't be opened. A later read error ends the stream with an error, after the links before it.
        DataError: a folder is not a maildir.
        OptionError: an option has a bad value.
        Any exception of ``read(n)`` and of fsspec, after the links before it.
    """
    files = [_opened(file, storage_options) for file in (source if isinstance(source, (list, tuple)) else [source])]
    head = None
    if input == "auto" and files and files[0][1] is not None:
        name, file = files[0]
        first = _First(file)
        head = first.peek(note=on_error == "note")
        files[0] = (name, first)
    return _napkin.read(files, head, input, batch_rows, limit, all_parts, headers, on_error, columns, options)


read.__module__ = "napkin_urls"


def _opened(file, storage_options):
    """Returns a name, and an object to read; ``None`` for a path."""
    if hasattr(file, "read"):
        name = getattr(file, "name", "")
        return (name if isinstance(name, (str, os.PathLike)) else "", file)
    if isinstance(file, str) and "://" in file:
        return (file, _Url(file, storage_options or {}))
    if isinstance(file, (str, os.PathLike)):
        return (file, None)
    hint = ": wrap bytes in io.BytesIO(…)" if isinstance(file, (bytes, bytearray, memoryview)) else ""
    raise TypeError(f"source: expected a path, a file object, a URL or a list of these, and not {type(file).__name__}{hint}")


class _Url:
    """A file that fsspec opens at the first read, and closes at the end."""

    def __init__(self, url, storage_options):
        self._url, self._options, self._file = url, storage_options, None

    def read(self, n):
        if self._file is None:
            import fsspec

            self._file = fsspec.open(self._url, "rb", **self._options).open()
        data = self._file.read(n)
        if not data:
            self._file.close()
        return data


class _First:
    """A file whose beginning is looked at before it is read."""

    def __init__(self, file):
        self._file, self._head, self._error = file, b"", None

    def peek(self, note):
        """Returns the beginning of the file. An error is raised, or noted when the file is read."""
        try:
            head = self._file.read(1 << 16)
            self._head = bytes(head) if not isinstance(head, str) else head
        except Exception as error:
            if not note:
                raise
            self._error = error
        return self._head if isinstance(self._head, bytes) else b""

    def read(self, n):
        if self._error is not None:
            raise self._error
        head, self._head = self._head, b""
        return head or self._file.read(n)
