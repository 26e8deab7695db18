"""Packages of PyPI that one file of tests needs, beside those of the virtual environment."""

import subprocess
import sys


def installed(folder, requirements):
    """Installs what a file with hashes lists into the folder, and returns the folder."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check", "--no-deps", "--target",
         str(folder), "--requirement", str(requirements)], check=True)
    return folder
