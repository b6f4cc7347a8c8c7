"""Links in Markdown and templates; the filters for Django and Jinja are examples of the documentation."""

import doctest

import napkin_urls
import pytest


def test_markdown():
    markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    import napkin_urls.markdown_it

    assert doctest.testmod(napkin_urls.markdown_it).failed == 0
    md = markdown_it.MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
    md.linkify = napkin_urls.markdown_it.Linkify(kinds="url,www,domain,email")
    for text, links in [
        ("none", []),
        ("*http://a.example/b* and **www.example.org**", ["http://a.example/b", "http://www.example.org"]),
        ("example.com, kim@example.org", ["http://example.com", "mailto:kim@example.org"]),
        ("<http://a.example/> [http://b.example/](http://c.example/)", ["http://a.example/", "http://c.example/"]),
        ("`http://a.example/`", []),
        ("javascript://a.example/", []),
        ("http://a.example/_b_ http://a.example/c.", ["http://a.example/_b_", "http://a.example/c"]),
    ]:
        html = md.render(text)
        assert html.count("<a ") == len(links), html
        for link in links:
            assert f'href="{link}"' in html
    with pytest.raises(napkin_urls.OptionError):
        napkin_urls.markdown_it.Linkify(kinds="mail")
