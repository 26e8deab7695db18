"""Markdown as the generated pages of docs/reference have it."""

import json
import re

import yaml

# An underscore within a word is none.
MARKUP = re.compile(r"[\\<*\[]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


def head(title, source, *paragraphs):
    """The beginning of a page. `source` says where the page comes from."""
    yield f"<!-- Written by scripts/internal/reference from {source}. Change the source, then run scripts/internal/reference. -->"
    yield ""
    yield f"# {title}"
    for paragraph in paragraphs:
        yield ""
        yield paragraph


def table(names, rows):
    """A table; a column in which every cell is empty is left out."""
    rows = [[str(cell) for cell in row] for row in rows]
    kept = [place for place in range(len(names)) if any(row[place] for row in rows)]
    yield ""
    yield line([names[place] for place in kept])
    yield "|" + "---|" * len(kept)
    for row in rows:
        yield line([row[place].replace("|", "\\|").replace("\n", " ") for place in kept])


def line(cells):
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def code(text):
    """A span of code."""
    text = str(text)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def block(language, text):
    yield ""
    yield f"```{language}"
    yield text
    yield "```"


def flow(value):
    """A value on one line of YAML."""
    text = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True, sort_keys=False)
    return text.removesuffix("...\n").strip()


def compact(value):
    """A value on one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def sentence(text):
    """A text with a full stop."""
    text = " ".join((text or "").split())
    return text if not text or text[-1] in ".:!?" else text + "."


def plain(text):
    """A text in which only spans of code are markup."""
    parts = text.split("`")
    for place in range(0, len(parts), 2):
        parts[place] = MARKUP.sub(lambda found: "&lt;" if found[0] == "<" else "\\" + found[0], parts[place])
    return "`".join(parts)


def finish(lines):
    return "\n".join(lines) + "\n"
