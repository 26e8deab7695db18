"""Takes a picture of every page, light and dark, on a phone and on a desktop, into the folder named on the command line.

`support/page_states.py` has the pages. `sheet-*.png` are sheets with many pictures each, for a look at them all.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from support.chromium import SCREENS, screenshot
from support.page_states import CONSOLE, PAGES, Visitor

# The width of a picture on a sheet, in pixels, and the number of pictures on one.
WIDTHS = {"phone": 200, "desktop": 400}
ON_A_SHEET = {"phone": 16, "desktop": 12}


def take(states, folder):
    """The names of the states whose page could not be reached, or that scroll sideways."""
    failed = []
    with tempfile.TemporaryDirectory(prefix="gallery-") as work, Visitor(work) as visitor:
        for state in states:
            try:
                visitor.visit(state)
                screenshot(visitor.browser, folder, state.name)
            except AssertionError as error:
                failed.append(state.name)
                print(f"{state.name}: {str(error).splitlines()[0]}", file=sys.stderr)
        make_sheets(visitor.browser, folder, states)
    return failed


def make_sheets(browser, folder, states):
    """Sheets with many pictures each, by screen and scheme."""
    page = folder / "sheet.html"
    for screen, width in WIDTHS.items():
        for scheme in ("light", "dark"):
            pictures = [folder / f"{state.name}-{screen}-{scheme}.png" for state in states]
            taken = [picture for picture in pictures if picture.exists()]
            rows = [taken[start:start + ON_A_SHEET[screen]] for start in range(0, len(taken), ON_A_SHEET[screen])]
            for number, row in enumerate(rows, 1):
                figures = "".join(
                    f'<figure style="width:{width}px;margin:4px;display:inline-block;font:12px sans-serif">'
                    f'<img src="{picture.name}" width="{width}">{picture.stem}</figure>' for picture in row)
                page.write_text(f'<!doctype html><body style="width:1650px;margin:0">{figures}')
                browser.get(page.as_uri())
                height = browser.execute_script("return document.documentElement.scrollHeight")
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": 1650, "height": height, "deviceScaleFactor": 1, "mobile": False})
                browser.save_screenshot(str(folder / f"sheet-{screen}-{scheme}-{number}.png"))
                browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(prog="scripts/internal/gallery", description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("state", nargs="*", help="names of states; all, unless some are named")
    parser.add_argument("--list", action="store_true", help="print the names of the states, and take no picture")
    arguments = parser.parse_args()
    known = {state.name: state for state in PAGES + CONSOLE}
    if unknown := set(arguments.state) - set(known):
        parser.error(f"there is no state {', '.join(sorted(unknown))}")
    states = [known[name] for name in arguments.state or known]
    if arguments.list:
        return print(*known, sep="\n")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    failed = take(states, arguments.folder.resolve())
    print(f"{len(states) - len(failed)} of {len(states)} pages, {len(SCREENS) * 2} pictures each, are in {arguments.folder}")
    return sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
