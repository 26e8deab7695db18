"""axe-core, the rules of accessibility, from the PyPI package that ships its script."""

import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "axe-requirements.txt"
SCRIPT = "axe_playwright_python/axe.min.js"


def axe_script(folder):
    """The script, unpacked in a folder."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--dest", str(folder), "--requirement", str(PACKAGE)], check=True)
    wheel, = Path(folder).glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(SCRIPT).decode()


def findings(browser, script):
    """What axe finds on the page that the browser shows, a line for each rule with the elements. The script runs as the driver's,
    so that no policy of the page stops it."""
    browser.execute_script(script)
    results = browser.execute_async_script(
        "axe.run({resultTypes: ['violations']}).then(arguments[0], error => arguments[0]({failure: String(error)}))")
    assert "violations" in results, results
    return [f"{rule['id']} ({rule['impact']}): {rule['help']}: " + "; ".join(node["html"][:160] for node in rule["nodes"][:3])
            for rule in results["violations"]]
