"""What a running process takes of the machine, read from /proc."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1024 * 1024


def anonymous(pid):
    """Anonymous memory in MB: heap, stacks and written data. Resident memory also counts pages of files in the kernel's cache."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"anonymous memory of process {pid}")


def resident(pid):
    """Resident memory in MB."""
    return _status(pid, "VmRSS") / 1024


def peak(pid):
    """The most resident memory that it had so far, in MB."""
    return _status(pid, "VmHWM") / 1024


def descriptors(pid):
    """How many files and sockets it has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def cpu_seconds(pid):
    """Processor time of all its threads, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _status(pid, name):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1])
    raise LookupError(f"{name} of process {pid}")
