"""A file system of one megabyte that can be filled, emptied and made read-only."""

import subprocess
from contextlib import contextmanager

PAGE = 4096


class SmallDisk:
    def __init__(self, folder):
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, pages_left=0):
        """Leaves room for so many pages."""
        with open(self._filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(PAGE)):
                    pass
            except OSError:
                file.truncate(file.tell() // PAGE * PAGE - PAGE * pages_left)

    def empty(self):
        self._filler.unlink()

    def remount(self, option):
        subprocess.run(["mount", "-o", f"remount,{option}", self.folder], check=True)


@contextmanager
def mounted(folder):
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
