"""Finds the server's binary."""

import os
import shutil
from pathlib import Path
from typing import Optional

BUNDLED = Path(__file__).parent / "bin" / "understudy"


def find(path: Optional[str] = None) -> str:
    """Returns the path of the binary: the given path, `UNDERSTUDY_BINARY`, the binary of the package, or the one on `PATH`."""
    given = path or os.environ.get("UNDERSTUDY_BINARY")
    if given:
        if not os.access(given, os.X_OK):
            raise FileNotFoundError(f"{given} is not an executable file.")
        return given
    if os.access(BUNDLED, os.X_OK):
        return str(BUNDLED)
    installed = shutil.which("understudy")
    if installed:
        return installed
    raise FileNotFoundError(
        "There is no binary of Understudy: the package has none for this system. Set UNDERSTUDY_BINARY to the path of a binary, "
        "put one on PATH, or use a running server: Understudy.connect(url).")
