"""Programs that escape, quote or fold strings in a notation. Each function makes a whole text."""
import datetime
import html
import json
import quopri
import shlex

from programs import Program, node, package, run
from wrapping import page


def record(d):
    """A made-up record whose values have URLs with parameters."""
    return {d.word(): d.sentence(), d.word(): d.url(parameters=True), d.word(): [d.random.randint(1, 99), d.reference(parameters=True)]}


TIME = datetime.datetime(2020, 1, 6, tzinfo=datetime.timezone.utc)
PROGRAMS = [
    Program("json", "system", "python3", lambda d: json.dumps({"message": json.dumps(record(d))}) + "\n", undo="json"),
    Program("shlex", "system", "python3", lambda d: "".join(f"$ curl -O {shlex.quote(d.url(d.broken))}\n{d.sentence()}\n" for _ in "ab")),
    Program("html", "system", "python3", lambda d: "".join(f"<p>{html.escape(text)}</p>\n" for text in d.text(d.broken).split("\n\n")), undo="html"),
    Program("quopri", "system", "python3", lambda d: quopri.encodestring(d.text(d.broken).encode()).decode(), undo="quoted-printable"),
    Program("php-json", "debian", "php8.2-cli",
            lambda d: run("php", "-r", f"echo json_encode(json_decode(stream_get_contents(STDIN)), {0 if d.broken else 'JSON_UNESCAPED_SLASHES'});",
                          text=json.dumps(record(d))), undo="json"),
    Program("jq-html", "debian", "jq",
            lambda d: run("jq", "-r", '@html "<td>\\(.[])</td>"', text=json.dumps([d.url(d.broken), d.reference()])), undo="html"),
    Program("bash-printf", "debian", "bash",
            lambda d: run("bash", "-c", 'printf "wget %q\\n" "$@"', "bash", d.url(d.broken), d.url(d.broken)), undo="backslash"),
    Program("gettext", "debian", "gettext",
            lambda d: run("msgcat", f"--width={d.width}", "-", text=f"msgid {json.dumps(d.paragraph())}\nmsgstr {json.dumps(d.paragraph())}\n"),
            gap='"\n"', undo="json"),
    Program("qprint", "debian", "qprint", lambda d: run("qprint", "-e", text=d.text(d.broken)), undo="quoted-printable"),
    Program("recode", "debian", "recode", lambda d: run("recode", "utf8..html", text=d.text(d.broken)), undo="html"),
    Program("xmlstarlet", "debian", "xmlstarlet", lambda d: run("xmlstarlet", "esc", text=d.text(d.broken)), undo="html"),
    Program("xmllint", "debian", "libxml2-utils",
            lambda d: run("xmllint", "--format", "-", text=f"<feed><link>{html.escape(d.url(d.broken))}</link>{page(d)}</feed>"), undo="html"),
    Program("tidy", "debian", "tidy",
            lambda d: run("tidy", "-q", "--show-body-only", "yes", "--show-warnings", "no", "-w", d.width, text=page(d)), undo="html"),
    Program("pandoc-markdown", "debian", "pandoc", lambda d: run("pandoc", "-f", "html", "-t", "markdown", text=page(d)), undo="backslash"),
    Program("icalendar", "pypi", "icalendar",
            lambda d: package("icalendar").Event.new(summary=d.sentence(), description=d.text(), uid=d.word(), stamp=TIME).to_ical().decode(),
            gap="\r?\n ", undo="backslash"),
    Program("markdownify", "pypi", "markdownify",
            lambda d: package("markdownify").markdownify(page(d), escape_misc=d.broken) + "\n", undo="backslash"),
    Program("dot-properties", "npm", "dot-properties",
            lambda d: node("{stringify} from 'dot-properties'", "stringify(v[0], {lineWidth: v[1]}) + '\\n'",
                           {f"{d.word()}.url": d.url() for _ in "ab"}, d.width), gap=r"\\\n\s*", undo="backslash"),
    Program("serialize-javascript", "npm", "serialize-javascript",
            lambda d: node("write from 'serialize-javascript'", "`x = ${write(v[0], {unsafe: v[1]})};\\n`", record(d), not d.broken), undo="json"),
    Program("jsesc", "npm", "jsesc",
            lambda d: node("jsesc from 'jsesc'", "`var page = ${jsesc(v[0], {wrap: true, escapeEverything: v[1]})};\\n`",
                           d.paragraph(), d.broken), undo="javascript"),
    Program("he", "npm", "he",
            lambda d: node("he from 'he'", "he.encode(v[0], {encodeEverything: v[1]})", d.text(True), d.broken and d.pick(True, False)), undo="html"),
    Program("entities", "npm", "entities",
            lambda d: node("{encodeHTML} from 'entities'", "`<p>${encodeHTML(v[0])}</p>\\n`", d.paragraph(d.broken)), undo="html"),
    Program("libqp", "npm", "libqp",
            lambda d: node("libqp from 'libqp'", "libqp.wrap(libqp.encode(v[0]), v[1])", d.text(), d.width + 20), undo="quoted-printable"),
    Program("shell-quote", "npm", "shell-quote",
            lambda d: node("{quote} from 'shell-quote'", "`$ ${quote(v)}\\n`", "wget", d.url(), d.url()), undo="backslash"),
    Program("turndown", "npm", "turndown",
            lambda d: node("Turndown from 'turndown'", "new Turndown().turndown(v[0]) + '\\n'", page(d)), undo="backslash"),
    Program("markdown-escape", "npm", "markdown-escape",
            lambda d: node("escape from 'markdown-escape'", "escape(v[0])", d.text(d.broken)), undo="backslash"),
]
