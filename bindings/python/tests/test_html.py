"""Links in HTML: the rules of them are the library's, whose tests hold them."""

import napkin_urls
import pytest


def test_str_and_bytes_come_out_as_they_went_in():
    html = "<p>Küche: http://a.example/?b&amp;c, <a href=d>http://b.example/</a>"
    linked = '<p>Küche: <a href="http://a.example/?b&amp;c" rel="nofollow noopener">http://a.example/?b&amp;c</a>, <a href=d>http://b.example/</a>'
    assert napkin_urls.linkify_html(html) == linked
    assert napkin_urls.linkify_html(html.encode()) == linked.encode()
    assert napkin_urls.linkify_html("<meta charset=latin1>é http://a.example/".encode("latin1"), rel="") == (
        b'<meta charset=latin1>\xe9 <a href="http://a.example/">http://a.example/</a>'
    )
    with pytest.raises(ValueError):
        napkin_urls.linkify_html("\ud800 http://a.example/")
    with pytest.raises(TypeError):
        napkin_urls.linkify_html(14)


def test_the_callback_decides():
    html = "<p>ü http://old.example/ http://a.exam<b>ple/</b> http://c.example/"
    seen = []

    def ask(link, anchor):
        seen.append((html[link.start : link.end], link.text, anchor.href, anchor.text))
        if link.host == "old.example":
            return False
        if link.host == "a.example":
            anchor.href = "https://go.example/?to=" + link.url
            anchor.text = "<" + link.host + ">"
            anchor.set_attribute("data-x", '"')
        return None

    linked = napkin_urls.linkify_html(html, on_link=ask, rel="")
    assert linked == (
        '<p>ü http://old.example/ <a href="https://go.example/?to=http://a.example/" data-x="&quot;" '
        'title="http://a.example/">&lt;a.example&gt;</a><b></b> <a href="http://c.example/">http://c.example/</a>'
    )
    assert seen[1] == ("http://a.exam<b>ple/", "http://a.example/", "http://a.example/", None)


def test_what_the_callback_raises_is_raised():
    calls = []

    def ask(link, anchor):
        calls.append(link.url)
        raise LookupError(link.url)

    with pytest.raises(LookupError, match="a.example"):
        napkin_urls.linkify_html("http://a.example/ http://b.example/", on_link=ask)
    assert len(calls) == 1
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.linkify_html("http://a.example/", on_link=lambda link, anchor: anchor.set_attribute("onclick", "x"))


def test_a_scheme_that_runs_something_stays_text():
    def ask(link, anchor):
        anchor.href = "javascript:alert(1)"

    assert napkin_urls.linkify_html("http://a.example/", on_link=ask) == "http://a.example/"


def test_the_options():
    html = "<pre>http://a.example/</pre><x-y>http://b.example/</x-y> kim@c.example.org"
    linked = napkin_urls.linkify_html(
        html, rel="", target="_blank", class_="out", attributes={"data-x": "y"}, skip="pre, x-y", kinds="url,email"
    )
    assert linked == (
        "<pre>http://a.example/</pre><x-y>http://b.example/</x-y> "
        '<a href="mailto:kim@c.example.org" class="out" target="_blank" data-x="y">kim@c.example.org</a>'
    )
    assert napkin_urls.linkify_html("http://www.a.example@b.example/", strict=True) == "http://www.a.example@b.example/"
    assert napkin_urls.linkify_html("http://a.example/", clickable=["https"]) == "http://a.example/"
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.linkify_html("", attributes={"onclick": "x"})
    with pytest.raises(TypeError):
        napkin_urls.linkify_html("", nosuch=1)
