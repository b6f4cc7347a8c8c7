"""Pictures of a record, as SVG that is read on light and dark pages: the same for the same figures."""

import math
import xml.sax.saxutils

from tables import cell

WIDTH = 720
COLORS = ["#0088cc", "#d55e00", "#009e73", "#aa66bb"]
STYLE = (
    "text { font: 13px sans-serif; fill: currentColor } .grid { stroke: #8884 } .one { stroke: #888 } .goal { stroke: currentColor; "
    "stroke-width: 2 } .end { text-anchor: end } .middle { text-anchor: middle } "
    "@media (prefers-color-scheme: dark) { svg { color: #ccc } }"
)


def svg(height, label, lines):
    """A picture of these lines, which is told as this to those who can't see it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img"'
    return "\n".join([f'{head} aria-label="{label}">', f"<style>{STYLE}</style>", *lines, "</svg>", ""])


def text(x, y, what, style=""):
    """A text at a place."""
    mark = f' class="{style}"' if style else ""
    return f'<text{mark} x="{x:.1f}" y="{y:.1f}">{xml.sax.saxutils.escape(what)}</text>'


def ticks(low, high):
    """What is marked on a logarithmic scale: one, two and five, and ten times as much."""
    marks = [digit * 10**power for power in range(-3, 4) for digit in (1, 2, 5)]
    return [mark for mark in marks if low <= mark <= high]


def curves(title, beneath, series, dashed):
    """A curve for each of these rows over their columns, on a logarithmic scale; those whose name holds `dashed` are."""
    left, right, top, bottom = 48, WIDTH - 128, 36, 316
    values = [value for row in series.values() for value in row.values()]
    low, high = math.log10(min(values) * 0.8), math.log10(max(values) * 1.25)
    columns = list(next(iter(series.values())))

    def x(index):
        return left + (right - left) * index / max(1, len(columns) - 1)

    def y(value):
        return bottom - (bottom - top) * (math.log10(value) - low) / (high - low)

    lines = [text(left, 20, title), text((left + right) / 2, bottom + 40, beneath, "middle")]
    for mark in ticks(10**low, 10**high):
        lines.append(f'<path class="grid" d="M{left} {y(mark):.1f}H{right}"/>{text(left - 6, y(mark) + 4, f"{mark:g}", "end")}')
    for index, column in enumerate(columns):
        lines.append(f'<path class="grid" d="M{x(index):.1f} {top}V{bottom}"/>{text(x(index), bottom + 18, column, "middle")}')
    groups = list(dict.fromkeys(name.split(", ")[0] for name in series))
    for name, row in series.items():
        color = COLORS[groups.index(name.split(", ")[0]) % len(COLORS)]
        points = " ".join(f"{x(columns.index(column)):.1f},{y(value):.1f}" for column, value in row.items())
        dashes = ' stroke-dasharray="5 4"' if dashed in name else ""
        lines.append(f'<polyline fill="none" stroke="{color}" stroke-width="2"{dashes} points="{points}"/>')
        lines.append(text(right + 8, y(list(row.values())[-1]) + 4, name))
    return svg(bottom + 52, title, lines)


def bars(title, groups, goals):
    """A bar for each row of each group, from one on to the left or right, on a logarithmic scale, and a mark where its goal is."""
    left, right, top, step = 190, WIDTH - 48, 44, 20
    rows = {name: value for group in groups for name, value in group.items()}
    shown = [*rows.values(), *goals.values(), 1.0]
    low, high = math.log10(min(shown) / 1.15), math.log10(max(shown) * 1.15)
    gap = 10
    height = top + step * len(rows) + gap * len(groups)

    def x(value):
        return left + (right - left) * (math.log10(value) - low) / (high - low)

    lines = [text(8, 20, title)]
    for mark in ticks(10**low, 10**high):
        lines.append(f'<path class="{"one" if mark == 1 else "grid"}" d="M{x(mark):.1f} {top}V{height}"/>'
                     f'{text(x(mark), top - 6, f"{mark:g}", "middle")}')
    y = top
    for group in groups:
        y += gap / 2
        for name, value in group.items():
            begin, end = sorted((x(1), x(value)))
            color = COLORS[0 if value >= 1 else 1]
            lines.append(text(left - 30, y + 14, name, "end"))
            lines.append(f'<rect fill="{color}" fill-opacity="0.7" x="{begin:.1f}" y="{y + 3:.1f}" width="{end - begin:.1f}" height="14"/>')
            beside = (end + 4, "") if value >= 1 else (begin - 4, "end")
            lines.append(text(beside[0], y + 14, cell(value), beside[1]))
            if name in goals:
                lines.append(f'<path class="goal" d="M{x(goals[name]):.1f} {y + 1:.1f}v18"/>')
            y += step
        y += gap / 2
    return svg(height + 16, title, lines)
