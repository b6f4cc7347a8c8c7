"""Searches of strings and bytes."""

import array
import copy
import gc
import io
import mmap
import pickle
import threading

import napkin_urls
import pytest


def urls(links):
    return [link.url for link in links]


def test_what_a_link_says():
    (link,) = napkin_urls.find("see <http://A.example/b\n  c?d#e>", positions=True)
    assert link.url == str(link) == "http://A.example/bc?d#e"
    assert link.text == "http://A.example/b\n  c?d#e"
    assert (link.start, link.end, link.pieces) == (5, 31, [(5, 23), (26, 31)])
    assert (link.kind, link.delimiter) == ("url", "angle")
    assert (link.scheme, link.host, link.host_ascii) == ("http", "A.example", "a.example")
    assert (link.confidence, link.rejoined_by, link.inside) == (1.0, "delimiter", None)
    assert (link.line, link.column) == (1, 6)
    assert (link.uri.path, link.uri.query, link.uri.fragment) == ("/bc", "d", "e")
    assert (link.alternative, link.escaped, link.written, link.element, link.attribute) == (None,) * 5
    assert (link.message, link.part, link.header) == (None,) * 3


def test_a_link_shows_what_matters():
    (link,) = napkin_urls.find("www.example.org")
    assert repr(link) == "<Link 'http://www.example.org' at 0:15 www bare>"
    (link,) = napkin_urls.find("<http://a.example/\nb>")
    assert repr(link) == "<Link 'http://a.example/b' at 1:20 url angle, 2 pieces, confidence 1.00>"


def test_links_are_equal_when_all_they_say_is():
    first, second = napkin_urls.find("http://a.example/ http://a.example/")
    assert first != second
    assert first == napkin_urls.find("http://a.example/")[0]
    assert len({first, napkin_urls.find("http://a.example/")[0]}) == 1
    assert first != "http://a.example/"


def test_offsets_count_characters_in_str_and_bytes_in_bytes():
    text = "höher 🐈 http://a.example/ß und <http://b.example/\n  ü>"
    for link in napkin_urls.find(text):
        assert "".join(text[start:end] for start, end in link.pieces) == link.url
        assert text[link.start : link.end] == link.text
    raw = text.encode()
    for link in napkin_urls.find(raw) + napkin_urls.find(text, offsets="bytes"):
        assert b"".join(raw[start:end] for start, end in link.pieces).decode() == link.url
    with pytest.raises(napkin_urls.OptionError, match="characters"):
        napkin_urls.find(raw, offsets="characters")
    assert urls(napkin_urls.find(raw, offsets="bytes")) == urls(napkin_urls.find(text))


def test_half_a_surrogate_pair_is_a_character():
    text = "\ud800 ü http://a.example/ \udfff http://b.example/"
    assert [text[link.start : link.end] for link in napkin_urls.find(text)] == ["http://a.example/", "http://b.example/"]


def test_bytes_need_not_be_text():
    assert urls(napkin_urls.find(b"\xff\x00http://a.example/\xffb")) == ["http://a.example/"]


def test_buffers_are_bytes(tmp_path):
    raw = "ü http://a.example/".encode()
    (tmp_path / "file").write_bytes(raw)
    with open(tmp_path / "file", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for buffer in (bytearray(raw), memoryview(raw), memoryview(bytes(2 * len(raw)))[::2], mapped, array.array("B", raw)):
            assert urls(napkin_urls.find(buffer)) == urls(napkin_urls.find(bytes(buffer)))
        assert napkin_urls.find(mapped)[0].start == 3
    assert napkin_urls.linkify(bytearray(raw)) == napkin_urls.linkify(raw)
    assert napkin_urls.linkify_html(memoryview(raw)) == napkin_urls.linkify_html(raw)

    class File:
        parts = [bytearray(raw), memoryview(raw), b""]

        def read(self, count):
            return self.parts.pop(0)

    assert [link.start for link in napkin_urls.Finder().stream(File())] == [3, 23]


@pytest.mark.parametrize("text", [None, 1, ["http://a.example/"], array.array("I", [1])])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(TypeError, match="str or bytes"):
        napkin_urls.find(text)


def test_an_error_says_what_to_do(tmp_path):
    for text, hint in [(io.BytesIO(), "stream"), (tmp_path, "open the file")]:
        with pytest.raises(TypeError, match=hint):
            napkin_urls.find(text)


def test_links_and_messages_are_copied_and_pickled():
    text = "<http://ü.example/\n b> www.example.org \"url\":\"http:\\/\\/a.example\\/\""
    links = napkin_urls.find(text, positions=True) + napkin_urls.find(text.encode())
    message = io.BytesIO(b"From: a@b.example\nSubject: x\n\nhttp://a.example/\n")
    links += napkin_urls.read_mail(message)
    assert len(links) == 7 and links[-1].message.subject == "x"
    for link in links:
        for again in (pickle.loads(pickle.dumps(link)), copy.copy(link), copy.deepcopy(link)):
            assert again == link and hash(again) == hash(link) and repr(again) == repr(link)
            assert again.to_dict() == link.to_dict() and again.uri == link.uri
    assert copy.copy(links[-1].message) == links[-1].message


TEXT = "http://a.example/ www.example.org example.com/b kim@example.org x-new://c <URL:../d>"


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, ["http://a.example/", "http://www.example.org"]),
        ({"kinds": None}, ["http://a.example/", "http://www.example.org"]),
        ({"kinds": "email"}, ["mailto:kim@example.org"]),
        ({"kinds": "url, email"}, ["http://a.example/", "mailto:kim@example.org"]),
        ({"kinds": ("domain",)}, ["http://www.example.org", "http://example.com/b"]),
        ({"kinds": iter(["www"])}, ["http://www.example.org"]),
        ({"any_scheme": True, "kinds": ["url"]}, ["http://a.example/", "x-new://c"]),
        ({"base": "http://e.example/f/g", "kinds": ["url"]}, ["http://a.example/", "http://e.example/d"]),
        ({"schemes": ["ftp"]}, []),
        ({"schemes": "HTTP", "kinds": ["url"]}, ["http://a.example/"]),
    ],
)
def test_options(options, expected):
    finder = napkin_urls.Finder(**options)
    assert urls(finder.find(TEXT)) == expected
    assert urls(finder.find_iter(TEXT.encode())) == expected
    if not hasattr(options.get("kinds"), "__next__"):
        assert urls(napkin_urls.find(TEXT, **options)) == expected


def test_options_about_breaks():
    broken = "It is in http://a.example/the-minutes-of-all-meetings/and-the-dinners-\n2026/soup.html\n\n"
    whole = ["http://a.example/the-minutes-of-all-meetings/and-the-dinners-2026/soup.html"]
    (link,) = napkin_urls.find(broken)
    assert (link.url, link.rejoined_by) == (whole[0], "evidence")
    assert 0.5 < link.confidence <= 1 and link.alternative
    assert urls(napkin_urls.find(broken, rejoin="off")) == ["http://a.example/the-minutes-of-all-meetings/and-the-dinners-"]
    assert urls(napkin_urls.find(broken, rejoin=1.0)) != whole
    assert urls(napkin_urls.find("<http://a.example/b-\nc>", hyphen="drop")) == ["http://a.example/bc"]


def test_redirects_and_windows():
    written = "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb"
    (link,) = napkin_urls.find(written, unwrap_redirects=True)
    assert (link.url, link.written) == ("https://a.example/b", written)
    (link,) = napkin_urls.find("http://a.example/?utm_source=b#c", strip_tracking=True)
    assert (link.url, link.written) == ("http://a.example/#c", "http://a.example/?utm_source=b#c")
    text = "`http://a.example/` http://b.example/\n\n    http://c.example/\n"
    assert urls(napkin_urls.find(text, skip_code=True)) == ["http://b.example/"]
    labels = [link.label for link in napkin_urls.find("[a b](http://a.example/) http://b.example/", labels=True)]
    assert labels == ["a b", None]
    long = "http://a.example/" + "b" * 2000
    assert urls(napkin_urls.find(long)) == [long]
    assert napkin_urls.find(long, window=1024) == []


@pytest.mark.parametrize(
    "options, message",
    [
        ({"kinds": "mail"}, "kinds: unknown kind of link: expected one of url, www, domain, email"),
        ({"grammar": "rfc9999"}, "grammar: unknown grammar"),
        ({"rejoin": "always"}, "rejoin: unknown level"),
        ({"rejoin": 2.0}, "a confidence is a number from 0 to 1"),
        ({"hyphen": "keeps"}, "hyphen: unknown hyphen"),
        ({"schemes": ["a b"]}, "is not a scheme"),
        ({"base": "nowhere"}, "is not a base URL"),
        ({"window": 1}, "window: 1 bytes are too few"),
        ({"offsets": "words"}, "characters, bytes"),
    ],
)
def test_options_that_make_no_sense(options, message):
    for search in (lambda: napkin_urls.find("", **options), lambda: napkin_urls.Finder(**options)):
        with pytest.raises(napkin_urls.OptionError, match=message) as caught:
            search()
        assert isinstance(caught.value, napkin_urls.Error) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"kind": "url"}, "unexpected option \"kind\": expected one of kinds, "),
        ({"kinds": 1}, "kinds: "),
        ({"kinds": [1]}, "kinds: "),
        ({"window": "x"}, "window: "),
        ({"window": -1}, "window: "),
        ({"any_scheme": "yes"}, "any_scheme: "),
    ],
)
def test_options_of_the_wrong_type(options, message):
    with pytest.raises((TypeError, OverflowError), match=message):
        napkin_urls.find("", **options)


def test_iterators_find_as_they_are_asked():
    links = napkin_urls.Finder().find_iter("http://a.example/ " * 3 + "ü http://b.example/")
    assert iter(links) is links
    assert next(links).start == 0
    gc.collect()
    assert [link.start for link in links] == [18, 36, 56]
    assert next(links, None) is None


def test_a_row_of_five_megabytes():
    text = ("ünter <http://a.example/\n b> und www.example.org, " + "nichts als Wörter, " * 125) * 2000
    assert len(text.encode()) > 5_000_000
    links = napkin_urls.find(text)
    assert len(links) == 2 * 2000
    last = links[-1]
    assert text[last.start : last.end] == "www.example.org"
    assert sum(1 for _ in napkin_urls.Finder().find_iter(text)) == 2 * 2000


def test_threads_share_a_finder_and_an_iterator():
    finder, text = napkin_urls.Finder(), "http://a.example/ ü " * 5000
    shared = finder.find_iter(text)
    counts, taken = [], []

    def work():
        counts.append(len(finder.find(text)))
        taken.extend(link.start for link in shared)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [5000] * 4
    assert sorted(taken) == [20 * index for index in range(5000)]


def test_other_threads_go_on_while_it_searches():
    """While one thread searches, another that needs Python's lock counts: it would count nothing if the lock was kept."""
    text = b"http://a.example/ and some words between, " * 40_000
    begun, done, counted = threading.Event(), threading.Event(), 0

    def search():
        begun.set()
        napkin_urls.linkify(text)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    begun.wait()
    while not done.is_set():
        counted += 1
    thread.join()
    assert counted > 100


def test_finders_say_what_they_find_and_go_to_other_processes():
    finder = napkin_urls.Finder(kinds=iter(["url", "email"]), rejoin="off")
    assert repr(finder) == "Finder(kinds=('url', 'email'), rejoin='off')"
    again = pickle.loads(pickle.dumps(finder))
    assert repr(again) == repr(finder)
    assert urls(again.find("kim@example.org")) == ["mailto:kim@example.org"]
    assert repr(napkin_urls.Finder()) == "Finder()"


def test_linkify():
    text = "R&D: <http://a.example/?b=1&c=2>, kim@example.org"
    anchor = '<a href="http://a.example/?b=1&amp;c=2" rel="nofollow noopener">http://a.example/?b=1&amp;c=2</a>'
    assert napkin_urls.linkify(text) == f"R&amp;D: &lt;{anchor}&gt;, kim@example.org"
    assert 'href="mailto:kim@example.org"' in napkin_urls.linkify(text, kinds="email")
    assert '<a href="http://a.example/" rel="nofollow">' in napkin_urls.linkify("http://a.example/", rel="nofollow")
    assert napkin_urls.linkify("http://a.example/", clickable=["https"]) == "http://a.example/"
    assert napkin_urls.linkify(b"\xff http://a.example/").startswith("\ufffd <a ")
    finder = napkin_urls.Finder(kinds="www")
    assert finder.linkify("http://a.example/ www.example.org").count("<a ") == 1


def test_a_record_is_that_of_the_command():
    (link,) = napkin_urls.find("<http://例え.example/a\nb>")
    assert link.to_dict() == {
        "line": None,
        "column": None,
        "start": 1,
        "end": 22,
        "url": "http://例え.example/ab",
        "text": "http://例え.example/a\nb",
        "kind": "url",
        "delimiter": "angle",
        "scheme": "http",
        "host": "例え.example",
        "host_ascii": "xn--r8jz45g.example",
        "pieces": [(1, 20), (21, 22)],
        "rejoined": {"by": "delimiter", "confidence": 1.0},
        "alternative": None,
        "label": None,
    }
    assert link.host_ascii == "xn--r8jz45g.example"


def test_errors_survive_pickling():
    error = pytest.raises(napkin_urls.InvalidUri, napkin_urls.Uri.parse, "http://a.example:x").value
    again = pickle.loads(pickle.dumps(error))
    assert (again.uri, again.at, str(again)) == (error.uri, error.at, str(error))
