"""The pages of the documentation, their blocks of code, and the rules that those blocks keep.

A comment in the line before a block says what the block is: `<!-- not run: reason -->`, `<!-- file: NAME -->`,
`<!-- output -->`, or `<!-- status: 1 -->` where the command is meant to fail with that status.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property

from markdown_it import MarkdownIt

from support.server import REPOSITORY
from support.shellwords import shell_faults

PATTERNS = ("README.md", "docs/**/*.md", "deploy/*/README.md")
MARK = re.compile(r"<!--\s*(not run|file|output|status)(?::[ \t]*(.*?))?\s*-->", re.DOTALL)
RUN_LANGUAGES = ("bash", "python")
OTHER_SHELLS = ("sh", "shell", "zsh", "console", "shell-session", "terminal")
# What a highlighter is told behind the language: `title="compose.yaml"`.
OPTIONS = re.compile(r'^\w+="[^"]*"$')
NAMED = re.compile(r"\A# file: (\S+)\n")


def pages():
    """Returns the paths of the pages for users, below the repository's root."""
    return sorted(str(path.relative_to(REPOSITORY)) for pattern in PATTERNS for path in REPOSITORY.glob(pattern))


@dataclass
class Block:
    """A block of code: `line` is that of its fence, `language` the first word behind the fence, `marks` what the comments
    before it say, and `output` the block that shows what it prints."""

    page: str
    line: int
    language: str
    options: list
    text: str
    marks: dict
    output: "Block" = field(default=None, repr=False)

    def __str__(self):
        return f"{self.page}:{self.line}"

    @property
    def file(self):
        """The name of the file that the block is."""
        if "file" in self.marks:
            return self.marks["file"]
        named = NAMED.match(self.text) if self.language == "python" else None
        return named[1] if named else None

    @property
    def is_configuration(self):
        return self.language == "yaml" and self.text.startswith("# understudy.yaml\n")

    @property
    def is_run(self):
        return self.language in RUN_LANGUAGES and not self.file and "not run" not in self.marks


class Page:
    """A page of Markdown below `root`."""

    def __init__(self, path, root=REPOSITORY):
        self.path = str(path)
        self.text = (root / path).read_text()

    @cached_property
    def blocks(self):
        found, marks, previous = [], {}, None
        for token in MarkdownIt().parse(self.text):
            if token.type == "html_block" and token.content.lstrip().startswith("<!--"):
                marks |= {name: text.strip() for name, text in MARK.findall(token.content)}
            elif token.type == "fence":
                language, *options = token.info.split() or [""]
                if "=" in token.info:
                    options = re.findall(r'\S+="[^"]*"|\S+', token.info)[1:]
                block = Block(self.path, token.map[0] + 1, language, options, token.content, marks)
                if previous and block.language in ("text", "json"):
                    previous.output = block
                previous = block if language in RUN_LANGUAGES and not block.file else None
                found.append(block)
                marks = {}
            elif token.type not in ("list_item_close", "bullet_list_close", "ordered_list_close"):
                marks, previous = {}, None
        return found

    def faults(self):
        """Yields `(line, what)` for everything in the page's blocks that breaks a rule."""
        outputs = [block.output for block in self.blocks if block.output]
        for block in self.blocks:
            for line, what in faults(block, outputs):
                yield block.line + line, what


def faults(block, outputs):
    """Yields `(line, what)` for each broken rule. Lines count from the fence, which is line 0."""
    if not block.language:
        yield 0, "the block has no language: name one, `text` if nothing else fits"
    if block.language in OTHER_SHELLS:
        yield 0, f"the language is {block.language}: write `bash`, which the test runs"
    for option in block.options:
        if not OPTIONS.match(option):
            yield 0, f"{option} behind the language: say in a comment before the block what the block is"
    if block.marks.get("not run") == "":
        yield 0, "`not run` without a reason"
    if block.marks.get("file") == "":
        yield 0, "`file` without a name"
    if "status" in block.marks and not block.marks["status"].isdigit():
        yield 0, "`status` without a number"
    if "output" in block.marks and all(block is not output for output in outputs):
        yield 0, "`output` of nothing: write it directly behind a block of bash or python, with the language text or json"
    if block.language == "bash" and not block.file:
        yield from shell_faults(block.text)


def blocks(page):
    """Returns the blocks of a page below the repository's root."""
    return Page(page).blocks


def at_ports(text, server):
    """The text with the ports of this server."""
    return text.replace("localhost:8080", f"localhost:{server.http_port}").replace(
        "localhost:8443", f"localhost:{server.https_port}")
