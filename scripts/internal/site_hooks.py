"""Makes MkDocs read the pages as GitHub does: anchors of headings, and links to files of the repository outside docs/."""

import logging
import os
import re
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from markdown import Extension
from markdown.treeprocessors import Treeprocessor

ROOT = Path(__file__).resolve().parent.parent.parent
log = logging.getLogger("mkdocs.plugins.site")
page_path = PurePosixPath()     # of the page that is being rendered, below the repository's root


def slug(heading, separator):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower().strip()).replace(" ", separator)


class RepositoryLinks(Treeprocessor):
    """Links that lead out of docs/ get the address of the file in the repository. MkDocs reports those to a file that does not
    exist, because they are left as they are."""

    def __init__(self, md, address):
        super().__init__(md)
        self.address = address

    def run(self, root):
        for element in list(root.iter()):
            for attribute in ("href", "src"):
                target = element.get(attribute)
                file = file_outside(target) if target else None
                if file and self.address:
                    _, mark, anchor = target.partition("#")
                    kind = "tree" if (ROOT / file).is_dir() else "blob"
                    version = os.environ.get("REPOSITORY_REF", "main")
                    element.set(attribute, f"{self.address}/{kind}/{version}/{quote(file)}{mark}{anchor}")
                elif file:
                    element.tag = "span"
                    del element.attrib[attribute]


def file_outside(target):
    """The existing file outside docs/ that a relative link of the page leads to."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    file = os.path.normpath(page_path.parent / unquote(parts.path).lstrip("/" if parts.path.startswith("/") else ""))
    outside = not file.startswith(("docs/", "../")) and (ROOT / file).exists()
    return file if outside else None


class RepositoryLinksExtension(Extension):
    def __init__(self, address):
        super().__init__()
        self.address = address

    def extendMarkdown(self, md):
        # Before the processor of MkDocs, whose priority is 0, resolves links between pages.
        md.treeprocessors.register(RepositoryLinks(md, self.address), "repository-links", 1)


def on_config(config):
    config.mdx_configs["toc"]["slugify"] = slug
    if not config.repo_url:
        config.edit_uri = None
    config.markdown_extensions.append(RepositoryLinksExtension((config.repo_url or "").rstrip("/")))
    return config


def on_page_markdown(markdown, page, **_):
    global page_path
    page_path = PurePosixPath("docs") / page.file.src_uri
    return with_wide_lists(markdown)


ITEM = re.compile(r"(?:[-*+]|\d+[.)]) +(?=\S)")
FENCE = re.compile(r"`{3,}|~{3,}")


def with_wide_lists(markdown):
    """The text of each item of a list gets four columns for each level, as Python-Markdown needs it, instead of the width of the
    item's marker, which GitHub needs. After an item of several paragraphs, an empty line comes before the next item."""
    lines, items, fence = [], [], None      # where the text of each open item begins, and whether it has several paragraphs
    for line in markdown.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip():
            lines.append("")
            continue
        is_long = False
        while items and indent < items[-1][0] and not fence:
            is_long = items.pop()[1]
        if items and lines[-1] == "":
            items[-1] = items[-1][0], True
        text = line[min(items[-1][0] if items else 0, indent):]
        mark, item = FENCE.match(text.lstrip(" ")), ITEM.match(text.lstrip(" "))
        if is_long and item and lines[-1]:
            lines.append("")
        lines.append(" " * 4 * len(items) + text)
        if fence:
            fence = None if mark and text.strip() == mark[0] and mark[0].startswith(fence) else fence
        elif mark:
            fence = mark[0]
        elif item:
            items.append((indent + item.end(), False))
    return "\n".join(lines)


class Content(HTMLParser):
    """The anchors of a rendered page, and its text outside code and headings."""

    APART = {"code", "pre", "h1", "h2", "h3", "h4", "h5", "h6"}

    def __init__(self, html):
        super().__init__()
        self.depth, self.text, self.anchors = 0, "", set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.APART
        self.anchors |= {value for name, value in attributes if name in ("id", "name") and value}

    def handle_endtag(self, tag):
        self.depth -= tag in self.APART

    def handle_data(self, data):
        if not self.depth:
            self.text += data


# Marks of Markdown that GitHub takes for a list, a table or a fence, and Python-Markdown for text.
LEFT_OVER = re.compile(r"```|~~~|^\s*(?:[-*] |\d+\. )\S|^\s*\|.*\||\*\*|^#+ ", re.MULTILINE)


def on_page_content(html, page, **_):
    content = Content(html)
    # MkDocs finds no anchors in a page's own HTML behind a code span with `<script>`.
    if page.present_anchor_ids is not None:
        page.present_anchor_ids |= content.anchors
    found = LEFT_OVER.search(content.text)
    if found:
        line = content.text[found.start():].strip().split("\n")[0]
        log.warning("docs/%s: Markdown is left over on the site: %s", page.file.src_uri, line[:120])
    return html
