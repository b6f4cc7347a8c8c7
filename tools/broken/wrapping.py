"""Programs that break lines of prose. Each function makes a whole text."""
import html
import textwrap

from programs import Program, node, package, run, terminal


def page(d, parameters=False):
    """A page of HTML whose URLs are all text."""
    tag = d.pick("p", "li", "blockquote", "div")
    return f"<html><body>{''.join(f'<{tag}>{html.escape(paragraph)}</{tag}>' for paragraph in d.text(parameters).split(chr(10) * 2))}</body></html>"


def textwrap_fill(d):
    mark = d.pick("", "    ", "# ", "// ", " * ", "> ", "; ")
    options = {"initial_indent": mark, "subsequent_indent": mark, "break_on_hyphens": d.pick(True, False)}
    return "".join(f"{textwrap.fill(line, d.width, **options) or mark}\n" for line in d.text().splitlines())


def groff_man(d):
    source = f'.TH X 1 "" "" ""\n.SH NAME\n{d.word()} \\- {d.sentence()}\n' + "".join(f".PP\n{d.sentence()}\n.UR {d.url()}\n.UE\n" for _ in "ab")
    return run("groff", "-Tutf8", "-man", "-P-cbou", f"-rLL={d.width}n", text=source)


PROGRAMS = [
    Program("textwrap", "system", "python3", textwrap_fill),
    Program("fold", "system", "fold", lambda d: run("fold", "-w", d.width, text=d.text())),
    Program("fold-s", "system", "fold", lambda d: run("fold", "-s", "-w", d.width, text=d.text())),
    Program("fmt", "system", "fmt", lambda d: run("fmt", "-w", d.width, text=d.text())),
    Program("pr", "system", "pr", lambda d: run("pr", "-t", "-n:5", text=run("fold", "-w", d.width, text=d.text())), gap=r"\n *\d+:"),
    Program("par", "debian", "par", lambda d: run("par", f"w{d.width}", text=d.text())),
    Program("text-wrap", "debian", "perl-base",
            lambda d: run("perl", "-MText::Wrap", "-e", f"$Text::Wrap::columns = {d.width}; print wrap('', '{d.pick('', '  ')}', $_) while <>",
                          text=d.text())),
    Program("lynx", "debian", "lynx", lambda d: run("lynx", "-dump", "-nolist", "-stdin", f"-width={d.width + 6}", text=page(d))),
    Program("w3m", "debian", "w3m", lambda d: run("w3m", "-dump", "-T", "text/html", "-cols", d.width, text=page(d))),
    Program("html2text-of-debian", "debian", "html2text", lambda d: run("html2text", "-utf8", "-width", d.width, text=page(d))),
    Program("groff", "debian", "groff-base", groff_man),
    Program("vim", "debian", "vim",
            lambda d: terminal(d.width + 4, "vim", "-u", "NONE", "-N", "--cmd", f"set showbreak={d.pick('>', '+++', '↪', '')} laststatus=0",
                               text=d.text()), gap=r"\n[>+~ ↪]*"),
    Program("emacs", "debian", "emacs-nox",
            lambda d: terminal(d.width, "emacs", "-Q", "-nw", "--eval", "(menu-bar-mode -1)", text=d.text()), gap=r"\\\n"),
    Program("less", "debian", "less", lambda d: terminal(d.width + 8, "less", "-N", text=d.text()), gap=r"\n +\d+ "),
    Program("html2text-of-pypi", "pypi", "html2text", lambda d: package("html2text").HTML2Text(bodywidth=d.width).handle(page(d))),
    Program("wcwidth", "pypi", "wcwidth",
            lambda d: "".join(f"{part}\n" for line in d.text().split("\n") for part in package("wcwidth").wrap(line, d.width) or [""])),
    Program("click", "pypi", "click",
            lambda d: package("click").wrap_text(d.text(), d.width, d.pick("", "  "), d.pick("  ", "    "), preserve_paragraphs=True)),
    Program("wrap-ansi", "npm", "wrap-ansi", lambda d: node("wrap from 'wrap-ansi'", "wrap(v[0], v[1], {hard: true})", d.text(), d.width)),
    Program("word-wrap", "npm", "word-wrap",
            lambda d: node("wrap from 'word-wrap'", "wrap(v[0], {width: v[1], cut: true, indent: v[2]})", d.text(), d.width, d.pick("", "  ", "| "))),
    Program("html-to-text", "npm", "html-to-text",
            lambda d: node("{convert} from 'html-to-text'", "convert(v[0], {wordwrap: v[1], longWordSplit: v[2]})", page(d), d.width,
                           {"wrapCharacters": d.pick([], ["/"], ["/", "-"]), "forceWrapOnLimit": True})),
]
