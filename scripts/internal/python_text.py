"""Reads Python source as code: without comments, and without the text of strings."""

import io
import tokenize

from swift_text import Code

BLANK = (tokenize.COMMENT, tokenize.STRING)


def read(text):
    """Blanks comments and strings; every line break stays."""
    written = text.split("\n")
    lines = list(written)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK:
            continue
        (first, start), (last, end) = token.start, token.end
        for number in range(first, last + 1):
            line = lines[number - 1]
            left, right = start if number == first else 0, end if number == last else len(line)
            lines[number - 1] = line[:left] + " " * (right - left) + line[right:]
    return Code(lines, written)
