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


BOTH = pytest.mark.parametrize("linkify", [napkin_urls.linkify, napkin_urls.linkify_html])


@BOTH
@pytest.mark.parametrize("href", ["javascript:x", " javascript:x", "java\tscript:/x", "\x01data:x", "x:y/z", "JaVaScRiPt:x?y"])
def test_a_scheme_that_runs_something_stays_text(linkify, href):
    assert linkify("http://a.example/", on_link=lambda link, anchor: setattr(anchor, "href", href)) == "http://a.example/"


@BOTH
@pytest.mark.parametrize("href", ["/go?to=http://a.example/", "?a:b", "#a:b", "b/c:d", "//b.example/", "", "\\a:b"])
def test_a_target_may_be_relative(linkify, href):
    html = linkify("http://a.example/", rel="", on_link=lambda link, anchor: setattr(anchor, "href", href))
    assert html == f'<a href="{href}">http://a.example/</a>'


@BOTH
def test_the_callback_sets_what_is_different(linkify):
    def ask(link, anchor):
        assert (anchor.rel, anchor.target, anchor.class_, anchor.attributes) == ("me", "_top", "out", {"data-x": "1", "data-y": "2"})
        anchor.rel += ' "'
        anchor.target = "<b>"
        anchor.class_ = "a&b"
        anchor.text = "<i>"
        anchor.set_attribute("data-x", "'\"><script>")

    anchors = {"rel": "me", "target": "_top", "class_": "out", "attributes": {"data-x": "1", "data-y": "2"}}
    assert linkify("http://a.example/", on_link=ask, **anchors) == (
        '<a href="http://a.example/" class="a&amp;b" rel="me &quot;" target="&lt;b&gt;" data-y="2" '
        'data-x="&#39;&quot;&gt;&lt;script&gt;" title="http://a.example/">&lt;i&gt;</a>'
    )

    def none(link, anchor):
        anchor.rel = anchor.target = anchor.class_ = ""

    assert linkify("http://a.example/", on_link=none, rel="me", target="_top", class_="out") == (
        '<a href="http://a.example/">http://a.example/</a>'
    )
    for name in ("rel", "href", "onclick", "style", "a b"):
        with pytest.raises(napkin_urls.OptionError):
            linkify("http://a.example/", on_link=lambda link, anchor: anchor.set_attribute(name, ""))


def test_the_callback_of_a_text_has_its_offsets():
    text, seen = "ü <http://a.example/\n b> www.example.org", []
    html = napkin_urls.linkify(text, on_link=lambda link, anchor: seen.append(text[link.start : link.end]), rel="")
    assert seen == ["http://a.example/\n b", "www.example.org"]
    assert html.count("<a ") == 3
    with pytest.raises(ZeroDivisionError):
        napkin_urls.linkify(text, on_link=lambda link, anchor: 1 / 0)
    finder = napkin_urls.Finder(kinds="www")
    assert finder.linkify(text, on_link=lambda link, anchor: False) == "ü &lt;http://a.example/\n b&gt; www.example.org"
    assert finder.linkify_html("http://a.example/ <p>www.example.org").count("<a ") == 1


def test_existing_links_are_visited_on_request():
    html = "<p><a href=x>x</a> http://a.example/ <A class='c d' HREF='y?a&amp;b' rel='me NoFollow' onclick='a\"b' download>y</A> <a name=q>q</a>"
    assert napkin_urls.linkify_html(html, rel="").replace(' <a href="http://a.example/">http://a.example/</a> ', " http://a.example/ ") == html
    seen = []

    def ask(link, anchor):
        seen.append((link and link.url, anchor.href, anchor.rel, anchor.attributes))
        anchor.href = {"x": "/z", "y?a&b": "javascript:x"}.get(anchor.href, anchor.href)

    assert napkin_urls.linkify_html(html, existing=True, on_link=ask, class_="d e") == (
        '<p><a href="/z" class="d e" rel="nofollow noopener">x</a> '
        '<a href="http://a.example/" class="d e" rel="nofollow noopener">http://a.example/</a> '
        '<a class="c d e" rel="me NoFollow noopener" onclick="a&quot;b" download="">y</A> <a name=q>q</a>'
    )
    assert seen == [
        (None, "x", "nofollow noopener", {}),
        ("http://a.example/", "http://a.example/", "nofollow noopener", {}),
        (None, "y?a&b", "me NoFollow noopener", {"onclick": 'a"b', "download": ""}),
    ]
    assert napkin_urls.linkify_html("<a href=javascript:x>y</a>", existing=True, rel="") == "<a href=javascript:x>y</a>"
    with pytest.raises(napkin_urls.OptionError, match="keeps its content"):
        napkin_urls.linkify_html(html, existing=True, on_link=lambda link, anchor: link or setattr(anchor, "text", "x"))


@pytest.mark.parametrize(
    "html",
    [
        "<!-- <a href=x> -->",
        "<script><a href=x></script>",
        "<noscript><p title='</noscript><a href=x>'></noscript>",
        "<template><a href=x></template>",
        "<select><a href=x></select>",
        "<title><a href=x></title>",
        "<pre><a href=x></pre>",
        "<body contenteditable><a href=x>",
        "<frameset></frameset><a href=x>",
        "<p title='<a href=x>'>",
        "<a href=x",
    ],
)
def test_existing_links_in_doubt_stay(html):
    assert napkin_urls.linkify_html(html, existing=True, skip="pre") == html


def test_existing_links_keep_the_charset():
    for charset, mark in [("latin-1", b"<meta charset=latin1>"), ("utf-16-le", b"\xff\xfe"), ("utf-8", b"\xef\xbb\xbf")]:
        linked = napkin_urls.linkify_html(mark + "é <a href=é>é".encode(charset), existing=True, rel="me")
        href = "&#233;" if charset == "latin-1" else "é"
        assert linked == mark + f'é <a href="{href}" rel="me">é'.encode(charset)


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
