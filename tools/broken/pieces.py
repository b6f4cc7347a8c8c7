"""Where the URLs of a draft stand in a text that a program made of it."""
import html.entities
import re

# What a program writes into a URL where it breaks it: frames, marks, colours, white space, and at least one line break.
GAP = r"(?:[^\w\n]|\x1b\[[\d;]*m)*\n(?:\x1b\[[\d;]*m|[^\w\n])*"
NAMES = {}
for name, sign in html.entities.html5.items():
    NAMES.setdefault(sign, []).append(name)


class Spoilt(Exception):
    """A text that has not all of its URLs, or others."""


def forms(sign):
    """A pattern for one character of a URL, in all the ways that notations write it."""
    number = ord(sign)
    names = "|".join(name for name in NAMES.get(sign, ()) if name.endswith(";"))
    escaped = [rf"\\{{1,3}}{re.escape(sign)}", rf"\\+u00{number:02x}", rf"\\+x{number:02x}", rf"={number:02X}", rf"&(?:amp;)?#x0*{number:x};",
               rf"&(?:amp;)?#0*{number};", rf"\\+0?{number:03o}", rf"\{{{re.escape(sign)}\}}"]
    if names:
        escaped.append(rf"&(?:amp;)?(?:{names})")
    return rf"(?:{re.escape(sign)}|(?i:{'|'.join(escaped)}))"


def cut(match):
    """The pieces of a match, whose groups are its gaps."""
    gaps = [match.span(group) for group in range(1, match.re.groups + 1) if match[group]]
    return list(zip([match.start(), *(end for _, end in gaps)], [*(start for start, _ in gaps), match.end()]))


def locate(text, urls, gap=GAP):
    """The URLs in the order of the text, each with its pieces: ranges of characters."""
    found = []
    for url in urls:
        # The gap is lazy: a sign that the URL itself has is no frame.
        matches = list(re.finditer(rf"({gap})??".join(map(forms, url)), text))
        if not matches:
            raise Spoilt(f"{url} is not in the text")
        found.extend({"url": url, "pieces": cut(match)} for match in matches)
    found.sort(key=lambda link: link["pieces"])
    rest = list(text)
    for link in found:
        for start, end in link["pieces"]:
            rest[start:end] = " " * (end - start)
    if re.search(r"https?:|www\.", "".join(rest)):
        raise Spoilt("the text has a URL that is not in the draft")
    return found
