"""The part of a document that a program writes; the rest is written by hand and stays."""

BEGIN = "<!-- Written by `make bench`: begin -->"
END = "<!-- Written by `make bench`: end -->"


def replaced(document: str, content: str) -> str:
    """The document with `content` between its two markers. Raises `ValueError` unless it has each once, in order."""
    before, begin, rest = document.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not begin or not end or BEGIN in old + after or END in before + after:
        raise ValueError(f"expected one line {BEGIN!r} and after it one line {END!r}")
    return f"{before}{BEGIN}\n\n{content.strip()}\n\n{END}{after}"


def markdown(headings: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""

    def line(cells: list[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    return "\n".join([line(headings), line(["---"] * len(headings)), *map(line, rows)])
