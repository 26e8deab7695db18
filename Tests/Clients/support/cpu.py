"""What a request costs the server: time on the CPU of all of its threads, not time on the wall."""

import os
from pathlib import Path

from support.raw import connect
from support.wire import read_answer

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process):
    """CPU time that a process has used: to the nanosecond where the kernel tells, else to the tick of its clock."""
    spent = 0
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        try:
            spent += int((task / "schedstat").read_text().split()[0])
        except FileNotFoundError:
            fields = (task / "stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) * 1_000_000_000 // TICKS
    return spent / 1e9


def cost(server, request, repeats):
    """The least CPU time in seconds that the request took in some tries, and the status of its answer.

    The least: what else the process does meanwhile can only add to it.
    """
    found = []
    for _ in range(repeats):
        with connect(server) as opened:
            before = cpu_seconds(server.process)
            opened.sendall(request)
            answer = read_answer(opened)
            found.append(cpu_seconds(server.process) - before)
    return min(found), answer.status
