"""Tables: a row for each name, and in each a figure for each column."""


def cell(value):
    """A figure with as many digits as are worth reading, or what else stands there."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if abs(value) >= 99.5:
        return f"{value:,.0f}"
    return f"{value:.0f}" if abs(value) >= 9.95 else f"{value:.1f}" if abs(value) >= 0.995 else f"{value:.2f}"


def markdown(first, rows, columns=None):
    """The rows as a table in Markdown, whose first column has this heading: these columns, or all."""
    columns = columns or list(dict.fromkeys(column for row in rows.values() for column in row))
    lines = [f"| {' | '.join([first, *columns])} |", f"|{' --- |' * (len(columns) + 1)}"]
    for name, row in rows.items():
        lines.append(f"| {' | '.join([name, *(cell(row.get(column)) for column in columns)])} |")
    return "\n".join(lines)
