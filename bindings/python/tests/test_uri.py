"""One URI."""

import copy
import pickle

import napkin_urls
import pytest


def test_components():
    uri = napkin_urls.Uri.parse("http://kim@a.example:8080/b;c?d#e")
    assert (uri.scheme, uri.authority, uri.userinfo) == ("http", "kim@a.example:8080", "kim")
    assert (uri.host, uri.host_kind, uri.port, uri.default_port) == ("a.example", "name", "8080", 80)
    assert (uri.path, uri.query, uri.fragment) == ("/b;c", "d", "e")
    assert uri.grammar == "rfc3987"
    assert str(uri) == "http://kim@a.example:8080/b;c?d#e"
    assert repr(napkin_urls.Uri.parse("a:b")) == "<Uri 'a:b'>"
    urn = napkin_urls.Uri.parse("urn:isbn:0451450523")
    assert (urn.authority, urn.host, urn.port, urn.query, urn.fragment) == (None,) * 5


def test_resolve_and_normalize():
    base = napkin_urls.Uri.parse("http://a.example/b/c?d")
    assert str(base.resolve("../e")) == "http://a.example/e"
    reference = napkin_urls.Uri.parse("?f", reference=True)
    assert base.resolve(reference) == napkin_urls.Uri.parse("http://a.example/b/c?f")
    assert str(napkin_urls.Uri.parse("HTTP://A.example:80/%7eb/../c").normalize()) == "http://a.example/c"
    assert napkin_urls.Uri.parse("http://A.example").is_equivalent(napkin_urls.Uri.parse("http://a.example:80/"))
    assert napkin_urls.Uri.parse("http://A.example") != napkin_urls.Uri.parse("http://a.example")
    with pytest.raises(napkin_urls.InvalidUri):
        base.resolve("%")
    with pytest.raises(TypeError):
        base.resolve(1)


def test_what_is_none():
    with pytest.raises(napkin_urls.InvalidUri, match="at 19: .*rfc3986 3.2.3 port") as caught:
        napkin_urls.Uri.parse("http://ä.example:80x/")
    error = caught.value
    assert isinstance(error, napkin_urls.Error) and isinstance(error, ValueError)
    assert (error.at, error.rule, error.uri) == (19, "rfc3986 3.2.3 port", "http://ä.example:80x/")
    assert error.uri[error.at] == "x" and error.reason
    with pytest.raises(napkin_urls.InvalidUri):
        napkin_urls.Uri.parse("../a")
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.Uri.parse("a:b", grammar="rfc1")


def test_check():
    verdict = napkin_urls.check("http://a.example/")
    assert verdict and verdict.valid and verdict.uri.host == "a.example"
    assert (verdict.at, verdict.rule, verdict.reason) == (None, None, None)
    verdict = napkin_urls.check("http://ä.example:80x/")
    assert not verdict and not verdict.valid and verdict.uri is None
    assert (verdict.at, verdict.rule) == (19, "rfc3986 3.2.3 port")
    assert repr(verdict).startswith("<Verdict invalid at 19: ")
    assert not napkin_urls.check("../a") and napkin_urls.check("../a", reference=True)
    assert napkin_urls.check("http://ä.example/") and not napkin_urls.check("http://ä.example/", grammar="rfc3986")
    assert not napkin_urls.check(" http://a.example/")


def test_readable():
    assert napkin_urls.Uri.parse("http://a.example/%C3%BC").to_readable() == "http://a.example/ü"


def test_uris_and_verdicts_are_copied_and_pickled():
    things = [
        napkin_urls.Uri.parse("http://a.example/", grammar="rfc1738"),
        napkin_urls.Uri.parse("../a", reference=True),
        napkin_urls.check("http://a.example/"),
        napkin_urls.check("http://a.example:x/"),
    ]
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)):
            assert again == thing and hash(again) == hash(thing) and repr(again) == repr(thing)
    assert pickle.loads(pickle.dumps(things[0])).grammar == "rfc1738"
    assert things[2] != things[3]


@pytest.mark.parametrize("call", [napkin_urls.check, napkin_urls.Uri.parse, napkin_urls.Uri.parse("a:").resolve])
def test_what_is_no_text_is_refused(call):
    with pytest.raises(TypeError, match="decode"):
        call(b"http://a.example/")
    with pytest.raises(TypeError, match="expected str, and not int"):
        call(1)
    with pytest.raises(ValueError, match="lone surrogate.*encode"):
        call("http://a.example/\ud800")
