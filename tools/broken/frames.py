"""Programs that draw boxes, tables and columns. Each function makes a whole text."""
import html
import io

from programs import Program, node, package, run, terminal

# From one row of a table to the next, over the cells before the one that goes on.
CELLS = r"[^\S\n]*[|│║┃]?[^\S\n]*\n(?:[^\n|│║┃]*[|│║┃]){,2}[^\S\n]*"
BLANKS = r"[^\S\n]*\n(?:[^\n]*?  )?[^\S\n]*"


def sqlite3_table(d):
    values = ", ".join("('{}', '{}')".format(*row) for row in d.rows(0, 2))
    settings = f".mode {d.pick('box', 'table', 'markdown')} --wrap {d.width}"
    return run("sqlite3", ":memory:", text=f"{settings}\ncreate table pages (name, url); insert into pages values {values}; select * from pages;\n")


def rich_text(d, content):
    options = d.pick({}, {"force_terminal": True, "color_system": "256"})
    console = package("rich.console").Console(file=io.StringIO(), width=d.width + 20, legacy_windows=False, **options)
    console.print(content)
    return console.file.getvalue()


def rich_table(d):
    table = package("rich.table").Table("name", package("rich.table").Column("url", overflow="fold"), show_lines=d.pick(True, False))
    for row in d.rows(0, 2):
        table.add_row(*row)
    return rich_text(d, table)


PROGRAMS = [
    Program("boxes", "debian", "boxes", lambda d: run("boxes", "-d", d.pick("stone", "shell", "c-cmt", "java-cmt", "parchment", "simple", "html-cmt"),
                                                       text=run("fold", "-w" if d.broken else "-sw", d.width, text=d.text()))),
    Program("cowsay", "debian", "cowsay", lambda d: run("cowsay", "-W", d.width, text=d.paragraph())),
    Program("column", "debian", "bsdextrautils",
            lambda d: run("column", "-t", "-s", "\t", "-c", d.width + 44, "-N", "NAME,TEXT,URL", "-W", d.pick("URL", "TEXT,URL"),
                          text="".join("\t".join(row) + "\n" for row in d.rows(0, 1, 2))), gap=BLANKS),
    Program("sqlite3", "debian", "sqlite3", sqlite3_table, gap=CELLS),
    Program("tmux", "debian", "tmux", lambda d: terminal(d.width, "sh", "-c", "cat $0; sleep 9", text=d.text())),
    Program("pandoc-grid", "debian", "pandoc",
            lambda d: run("pandoc", "-f", "html", "-t", "rst", "--columns", d.width, text="<table>" + "".join(
                f"<tr><td>{d.sentence()}</td><td>{d.sentence()} {html.escape(d.url())}<br/>{d.sentence()}</td></tr>" for _ in "ab") + "</table>"),
            gap=CELLS),
    Program("bat", "debian", "bat",
            lambda d: run("batcat", "--wrap=character", f"--terminal-width={d.width + 6}", "--color=never", "--decorations=always", "--paging=never",
                          f"--style={d.pick('numbers,grid', 'numbers')}", text=d.text())),
    Program("rich-panel", "pypi", "rich", lambda d: rich_text(d, package("rich.panel").Panel(d.paragraph(), title=d.word(), width=d.width))),
    Program("rich-table", "pypi", "rich", rich_table, gap=CELLS),
    Program("tabulate", "pypi", "tabulate",
            lambda d: package("tabulate").tabulate(d.rows(0, 2), ["name", "url"], maxcolwidths=[None, d.width],
                                                   tablefmt=d.pick("grid", "pipe", "simple", "presto")), gap=f"{CELLS}|{BLANKS}"),
    Program("boxen", "npm", "boxen",
            lambda d: node("boxen from 'boxen'", "boxen(v[0], {padding: v[1], width: v[2], borderStyle: v[3]}) + '\\n'", d.paragraph(),
                           d.pick(0, 1), d.width, d.pick("round", "single", "double", "classic"))),
    Program("table", "npm", "table",
            lambda d: node("{table, getBorderCharacters as borders} from 'table'", "table(v[0], {columns: [{}, v[1]], border: borders(v[2])})",
                           d.rows(0, 2), {"width": d.width}, d.pick("norc", "honeywell", "ramac")), gap=CELLS),
]
