"""Links between the project's pages lead somewhere, to the heading too; every page can be reached from the index."""

import re

import pytest

from support.server import REPOSITORY

PAGES = sorted(path for pattern in ("*.md", "llms.txt", "docs/**/*.md", "deploy/**/*.md") for path in REPOSITORY.glob(pattern))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def links(page):
    """Targets of a page's links within the project, as file and heading."""
    for target in LINK.findall(FENCED.sub("", page.read_text())):
        if "://" not in target and not target.startswith("mailto:"):
            file, _, heading = target.partition("#")
            yield target, (page.parent / file).resolve() if file else page, heading


def headings(page):
    """The anchors of a page's headings, as GitHub makes them."""
    for title in re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text()), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_somewhere(page):
    for target, file, heading in links(page):
        assert file.exists(), f"{target} is not there"
        assert not heading or heading in headings(file), f"{target}: no such heading"


def test_every_page_can_be_reached_from_the_readme():
    seen, next_pages = set(), [REPOSITORY / "README.md"]
    while next_pages:
        page = next_pages.pop()
        seen.add(page)
        next_pages += [file for _, file, _ in links(page) if file.suffix == ".md" and file not in seen and file.exists()]
    assert not [page for page in PAGES if page.suffix == ".md" and page not in seen]
