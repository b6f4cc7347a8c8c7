"""The command, Python and Arrow find the same links in the corpus, and say the same of them."""

import collections
import io
import json
import os

import napkin_urls
import pyarrow as pa
import pytest
from conftest import comparable, flags, labelled, mail_cases, told


def known_to(found, expected):
    """What is expected without the hosts in A-labels that only the feature idna knows, which the command may be built with."""
    pairs = zip(found, expected, strict=False)
    known = [{name: own[name] for name in own if name != "host_ascii" or name in link} for link, own in pairs]
    return known + expected[len(found) :]


def test_the_same_links_in_the_corpus(corpus, command, tmp_path):
    groups = collections.defaultdict(list)
    for name, text, options, urls in corpus:
        groups[json.dumps(options)].append((name, text, urls))
    compared = 0
    for number, (options, cases) in enumerate(groups.items()):
        options = json.loads(options)
        folder = tmp_path / str(number)
        folder.mkdir()
        texts = [text for _, text, _ in cases]
        by_command = told(command, folder, texts, "--input", "text", *flags(options))
        finder = napkin_urls.Finder(positions=True, labels=True, **options)
        rows = collections.defaultdict(list)
        columns = napkin_urls.extract(pa.array(texts, pa.binary()), **options)
        for row in pa.table(columns).to_pylist():
            rows[row.pop("row")].append(row)
        for index, (name, text, urls) in enumerate(cases):
            expected = [comparable(record) for record in by_command[index]]
            assert [record["url"] for record in expected] == urls, name
            for links in (finder.find(text), finder.find_iter(text), finder.stream(io.BytesIO(text))):
                links = list(links)
                found = [comparable(link.to_dict()) for link in links]
                assert found == known_to(found, expected), name
            assert [{name: getattr(link, name) for name in row} for link, row in zip(links, rows[index])] == rows[index]
            assert len(links) == len(rows[index])
            compared += len(links)
    assert compared > 700


def test_the_same_links_in_characters(corpus):
    """In str, offsets lead to the same places."""
    for name, text, options, urls in corpus:
        try:
            string = text.decode()
        except UnicodeDecodeError:
            continue
        found = napkin_urls.find(string, **options)
        assert [link.url for link in found] == urls, name
        by_bytes = napkin_urls.find(text, **options)
        places = [[(len(text[:a].decode()), len(text[:b].decode())) for a, b in link.pieces] for link in by_bytes]
        assert [link.pieces for link in found] == places, name
        assert list(napkin_urls.Finder(**options).stream(io.StringIO(string, newline=""))) == found, name


def test_the_same_links_in_mail(command, tmp_path):
    messages = list(mail_cases())
    assert len(messages) > 50
    by_command = told(command, tmp_path, messages, "--input", "mail", "--headers", statuses=(2,))
    compared = 0
    for number, (message, expected) in enumerate(zip(messages, by_command)):
        for source in (tmp_path / str(number), io.BytesIO(message)):
            links = list(napkin_urls.read_mail(source, headers=True, positions=True, labels=True))
            assert [comparable(link.to_dict()) for link in links] == [comparable(record) for record in expected]
        rows = pa.RecordBatchReader.from_stream(napkin_urls.read(tmp_path / str(number), headers=True)).read_all().to_pylist()
        assert [(row["url"], row["start"], row["message_part"], row["message_header"]) for row in rows] == [
            (link.url, link.start, link.part, link.header) for link in links
        ]
        compared += len(links)
    assert compared > 100


@pytest.mark.skipif("NAPKIN_LABELLED" not in os.environ, reason="NAPKIN_LABELLED names no folder with labelled texts")
def test_the_same_links_in_labelled_texts(command, tmp_path):
    names, texts = zip(*((name, text) for name, text, is_mail in labelled() if not is_mail), strict=True)
    by_command = told(command, tmp_path, texts, "--input", "text")
    finder = napkin_urls.Finder(positions=True, labels=True)
    rows = collections.defaultdict(list)
    for row in pa.table(napkin_urls.extract(pa.array(texts, pa.binary()))).to_pylist():
        rows[row.pop("row")].append(row)
    compared = 0
    for index, (name, text) in enumerate(zip(names, texts, strict=True)):
        links = finder.find(text)
        found = [comparable(link.to_dict()) for link in links]
        assert found == known_to(found, [comparable(record) for record in by_command[index]]), name
        assert list(finder.stream(io.BytesIO(text))) == links, name
        assert [{name: getattr(link, name) for name in row} for link, row in zip(links, rows[index], strict=True)] == rows[index], name
        compared += len(links)
    assert compared > len(texts) > 1000


@pytest.mark.skipif("NAPKIN_LABELLED" not in os.environ, reason="NAPKIN_LABELLED names no folder with labelled texts")
def test_the_same_links_in_labelled_mail(command, tmp_path):
    messages = [text for _, text, is_mail in labelled() if is_mail]
    by_command = told(command, tmp_path, messages, "--input", "mail", statuses=(0, 1, 2))
    compared = 0
    for message, expected in zip(messages, by_command, strict=True):
        found = [comparable(link.to_dict()) for link in napkin_urls.read_mail(io.BytesIO(message), positions=True, labels=True)]
        assert found == known_to(found, [comparable(record) for record in expected])
        compared += len(found)
    assert compared > len(messages) > 50
