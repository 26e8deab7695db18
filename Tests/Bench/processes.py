"""Processes of the benchmark: started on a core, measured by what the kernel counts, all ended at the end."""

import http.client
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import NamedTuple


class Memory(NamedTuple):
    """The memory of a process in MB.

    Anonymous pages (heap, stacks, written data) are what the process costs. Resident memory also counts pages of its files,
    which the kernel keeps in its cache: how many of these depends on who read the files before."""

    anonymous: float
    resident: float


class Process:
    """A running server; `core` is a list of cores as taskset takes it, None for any."""

    def __init__(self, command, log, core=None):
        with open(log, "ab") as output:
            self._process = subprocess.Popen(
                placed(command, core), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=clean_environment())
        self.log = Path(log)

    @property
    def pid(self):
        return self._process.pid

    def cpu(self):
        """Returns the seconds of CPU time that its threads have used so far."""
        return cpu_of(self.pid)

    def is_idle(self):
        """Whether all of its threads wait for something."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/stat")
        return all(thread.read_text().rpartition(")")[2].split()[0] == "S" for thread in threads)

    def memory(self):
        """Returns the memory of the process, as the kernel sums it up in /proc/PID/smaps_rollup."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()[1:]
        kilobytes = {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)}
        return Memory(anonymous=kilobytes["Anonymous"] / 1024, resident=kilobytes["Rss"] / 1024)

    def stop(self, seconds=5):
        """Ends it, the hard way if it takes longer than that."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def has_ended(self):
        return self._process.poll() is not None


def cpu_of(pid):
    """Returns the seconds of CPU time that the threads of a process have used so far."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def clean_environment():
    """This process' environment without the server's own variables: what is measured takes options only."""
    return {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}


def placed(command, core):
    """The command on a core; it dies with the benchmark, however that ends."""
    place = ["taskset", "-c", core] if core else []
    return ["setpriv", "--pdeathsig", "KILL", *place, *map(str, command)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def exchange(port, method, path, body=None, headers=None, timeout=20):
    """One request on a connection of its own: status, headers and body of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def await_answer(process, port, path, seconds=180):
    """Waits until the path is answered with 200."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not process.has_ended():
        try:
            if exchange(port, "GET", path)[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.02)
    raise RuntimeError(f"no answer to {path}; the server printed:\n{process.log.read_text(errors='replace')}")


def run(command, seconds, core=None):
    """What a command printed that must end well within so many seconds."""
    ended = subprocess.run(
        placed(command, core), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
        env=clean_environment())
    if ended.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {ended.returncode}: {ended.stderr or ended.stdout}")
    return ended.stdout
