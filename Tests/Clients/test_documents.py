"""Every page can be reached from the README. That each link leads somewhere is checked by `scripts/internal/links`."""

import re

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


def test_every_page_can_be_reached_from_the_readme():
    seen, next_pages = set(), [REPOSITORY / "README.md"]
    while next_pages:
        page = next_pages.pop()
        seen.add(page)
        next_pages += [file for _, file, _ in links(page) if file.suffix == ".md" and file not in seen and file.exists()]
    assert not [page for page in PAGES if page.suffix == ".md" and page not in seen]
