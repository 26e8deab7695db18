"""Reads Swift source as code: without comments, and without the text of strings."""

import re
from typing import NamedTuple


class Code(NamedTuple):
    """The lines of a file without comments and without the text of strings, and its lines as they stand."""

    lines: list
    written: list


ALLOWED = re.compile(r"(?://|#) Allowed \(([\w-]+)\): (.*)")
SHORTEST_PROOF = 20
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""|#*"|[()]', re.DOTALL)


def read(text):
    """Blanks comments and strings; code within an interpolation stays, and so does every line break."""
    out, position, depth = [], 0, 0
    interrupted = []    # strings around this place: their delimiter, and how deep in parentheses they go on
    while found := TOKEN.search(text, position):
        out.append(text[position:found.start()])
        token, position = found.group(), found.end()
        if token.startswith("/"):
            out.append("\n" * token.count("\n"))
            continue
        depth += {"(": 1, ")": -1}.get(token, 0)
        out.append(token[-1])
        resumed = token == ")" and interrupted and interrupted[-1][1] == depth
        if '"' not in token and not resumed:
            continue
        delimiter = interrupted.pop()[0] if resumed else token
        position, is_interrupted = end_of_string(text, position, delimiter)
        out.append("\n" * text[found.end():position].count("\n"))
        if is_interrupted:
            interrupted.append((delimiter, depth))
            depth += 1
        out.append("(" if is_interrupted else '"')
    out.append(text[position:])
    return Code("".join(out).split("\n"), text.split("\n"))


def end_of_string(text, position, delimiter):
    """Where a string ends or is interrupted by an interpolation, and whether it is."""
    hashes = "#" * delimiter.count("#")
    escape, quote = "\\" + hashes, delimiter.lstrip("#") + hashes
    while position < len(text):
        if text.startswith(quote, position):
            return position + len(quote), False
        if text.startswith(escape + "(", position):
            return position + len(escape) + 1, True
        position += len(escape) + 1 if text.startswith(escape, position) else 1
    return position, False


def allowances(lines, rules):
    """Where each allowance holds: on its own line, or on the first line of code below its comment."""
    allowed, problems = {}, []
    for number, line in enumerate(lines, 1):
        found = ALLOWED.search(line)
        if not found:
            continue
        name, proof = found.groups()
        if name not in rules or len(proof) < SHORTEST_PROOF:
            problems.append((number, "say 'Allowed (RULE): PROOF', with the proof in a sentence"))
            continue
        place = number
        while lines[place - 1].lstrip().startswith(("//", "# ")) and place < len(lines):
            place += 1
        allowed[place, name] = (number, name)
    return allowed, problems
