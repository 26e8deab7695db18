"""A limit on the memory of a process, by control groups of version 1 or 2."""

import os
from contextlib import contextmanager
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
NAME = f"understudy-test-{os.getpid()}"


class MemoryCap:
    """`prefix` is put before a command to run it in the group."""

    def __init__(self, folder):
        self._folder = folder
        self.prefix = ("sh", "-c", f'echo $$ > {folder}/cgroup.procs && exec "$@"', "sh")

    @property
    def kills(self):
        """How often the kernel ended a process for want of memory."""
        events = next(self._folder / name for name in ("memory.events", "memory.oom_control")
                      if (self._folder / name).exists())
        counts = dict(line.split() for line in events.read_text().splitlines())
        return int(counts["oom_kill"])


@contextmanager
def capped(megabytes):
    """The group, or None where none can be made."""
    for parent, limit in ((ROOT / "memory", "memory.limit_in_bytes"), (ROOT, "memory.max")):
        folder = parent / NAME
        try:
            folder.mkdir()
            (folder / limit).write_text(str(megabytes << 20))
        except OSError:
            if folder.is_dir():
                folder.rmdir()
            continue
        try:
            yield MemoryCap(folder)
        finally:
            folder.rmdir()
        return
    yield None
