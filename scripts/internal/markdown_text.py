"""Reads Markdown as text: without blocks of code, comments and code spans. Every other character keeps its place."""

import re

FENCE = re.compile(r"^[ >]*(?:(?:[-*+]|\d+[.)]) +)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# A span of code ends in its paragraph, its row of a table, or its item of a list.
SPAN = re.compile(r"(?<![`\\])(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*(?:\n|\||#|>|[-*+] |\d+[.)] )).)+?(?<!`)(?P=ticks)(?!`)", re.DOTALL)
HEADING = re.compile(r"^[ >]{0,4}#{1,6}[ \t]+(?P<text>.*?)(?:[ \t]+#+)?[ \t]*$")
UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)[ \t]*$")


def blank(found):
    """Blanks a match, so that every other character keeps its place."""
    return re.sub(r"[^\n]", " ", found if isinstance(found, str) else found[0])


def without_blocks(text):
    """A page without its blocks of code and its comments."""
    lines, fence = [], None
    for line in text.split("\n"):
        found = FENCE.match(line)
        if fence is None and found:
            fence = found["fence"]
        elif fence is None:
            lines.append(line)
            continue
        elif found and found["fence"].startswith(fence) and line.strip("> \t") == found["fence"]:
            fence = None
        lines.append(blank(line))
    return COMMENT.sub(blank, "\n".join(lines))
