"""Text as HTML, and links in HTML."""

from ._napkin import Finder

_FINDER = Finder()


def linkify(
    text,
    *,
    on_link=None,
    rel="nofollow noopener",
    target="",
    class_="",
    attributes=None,
    clickable=None,
    strict=False,
    **options,
):
    """Returns the text as HTML: escaped, with an ``<a>`` around every piece of a link.

    The result is the content of an element in a page that declares UTF-8. Don't put it into attributes or scripts.

    Args:
        text: a ``str``, or bytes of UTF-8.
        on_link: a function that is called with each ``Link`` and its ``Anchor``, and may change the anchor. If it returns
            ``False``, the link stays text. Offsets of the link are those in ``text``.
        rel: the ``rel`` attribute of every anchor; none if empty.
        target: the ``target`` attribute of every anchor; none if empty.
        class_: a class of every anchor; none if empty.
        attributes: other attributes of every anchor.
        clickable: the schemes whose URLs become anchors: strings, or one string with commas. Think twice before you
            allow ``javascript``, ``data`` or ``file``. Default: http, https, ftp, mailto, news, nntp, gopher, tel, sip,
            xmpp, irc, ircs, magnet and geo.
        strict: leaves out links whose text looks like another target.
        **options: the options of ``Finder``.

    Returns:
        A ``str``. Invalid UTF-8 and controls that HTML does not allow become U+FFFD.

    Raises:
        OptionError: an option has a bad value.
        Any exception of ``on_link``.
    """
    return (Finder(**options) if options else _FINDER).linkify(
        text,
        on_link=on_link,
        rel=rel,
        target=target,
        class_=class_,
        attributes=attributes,
        clickable=clickable,
        strict=strict,
    )


def linkify_html(
    html,
    *,
    on_link=None,
    rel="nofollow noopener",
    target="",
    class_="",
    attributes=None,
    clickable=None,
    strict=False,
    skip=None,
    existing=False,
    **options,
):
    """Returns HTML with an ``<a>`` around every URL in its text. All other bytes stay as they are.

    It skips the text of links, buttons, forms, scripts, styles, titles, drawings and similar elements, and text that parsers place
    differently.

    Args:
        html: a document or a part of one: a ``str``, or bytes in the declared charset, in UTF-8, or in a charset to guess.
        on_link, rel, target, class_, attributes, clickable, strict: as for ``linkify``. Offsets of a link are those in ``html``.
        skip: more elements to skip, such as ``pre``: names, or one string with commas.
        existing: changes the links that the HTML has already, too. They get the missing words of ``rel`` and ``class_``, ``target``
            and ``attributes``. Then ``on_link`` is called with ``None`` and the ``Anchor``. If it returns ``False``, or sets a
            target that is not clickable, the link loses its ``href``.
        **options: the options of ``Finder``.

    Returns:
        A ``str`` for a ``str``, ``bytes`` for bytes.

    Raises:
        OptionError: an option has a bad value.
        ValueError: the ``str`` has a lone surrogate.
        Any exception of ``on_link``.
    """
    return (Finder(**options) if options else _FINDER).linkify_html(
        html,
        on_link=on_link,
        rel=rel,
        target=target,
        class_=class_,
        attributes=attributes,
        clickable=clickable,
        strict=strict,
        skip=skip,
        existing=existing,
    )


for _function in (linkify, linkify_html):
    _function.__module__ = "napkin_urls"
