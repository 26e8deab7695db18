"""System calls that fail as the kernel lets them fail: nobody loses an answer, nothing spins, the process stays.

strace makes them fail (`inject=`), in the running server.
"""

import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from harness.fleet import Fleet
from harness.messages import LAST, TOKEN
from support.patience import eventually
from support.process import cpu_seconds
from support.raw import exchange, status
from support.server import Server

REQUESTS = 120
# Of one core beyond what the requests cost.
LARGEST_SHARE = 0.3

# System calls, how they fail, and whether clients may lose their connection by it.
HARMLESS = {
    "accept: out of descriptors": "accept4:error=EMFILE:when=1..20",
    "accept: system out of files": "accept4:error=ENFILE:when=1..20",
    "accept: no buffers": "accept4:error=ENOBUFS:when=1+3",
    "accept: no memory": "accept4:error=ENOMEM:when=1+4",
    "accept: client gone": "accept4:error=ECONNABORTED:when=1+2",
    "accept: protocol error": "accept4:error=EPROTO:when=1+2",
    "accept: interrupted": "accept4:error=EINTR:when=1+2",
    "accept: nobody there": "accept4:error=EAGAIN:when=1+2",
    "read: interrupted": "read:error=EINTR:when=1+2",
    "read: nothing yet": "read:error=EAGAIN:when=1+3",
    "write: interrupted": "write:error=EINTR:when=1+2",
    "write: no room yet": "write:error=EAGAIN:when=1+3",
    "wait: interrupted": "epoll_wait:error=EINTR:when=1+2",
}
FATAL_FOR_ONE = {
    "read: reset": "read:error=ECONNRESET:when=10+40",
    "write: pipe": "write:error=EPIPE:when=10+40",
    "write: reset": "write:error=ECONNRESET:when=10+40",
}


def can_trace():
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not can_trace(), reason="ptrace is not permitted here (or strace is not installed)")


@contextmanager
def injected(server, fault, tmp_path):
    """The calls of the server fail as `fault` says while this is open."""
    record = tmp_path / "strace.txt"
    name = fault.partition(":")[0]
    tracer = subprocess.Popen(
        ["strace", "-f", "-qq", "-e", f"trace={name}", "-e", f"inject={fault}", "-o", record, "-p",
         str(server.process.pid)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    eventually(lambda: is_traced(server.process.pid), 10)
    try:
        yield record
    finally:
        tracer.terminate()
        tracer.wait()


def is_traced(pid):
    """Whether strace has every thread."""
    statuses = [status.read_text() for status in Path(f"/proc/{pid}/task").glob("*/status")]
    return all("TracerPid:\t0\n" not in text for text in statuses)


@pytest.fixture
def one_worker(tmp_path):
    with Server(tmp_path, "--workers", "1", "--log-level", "warning") as server:
        yield server


@pytest.mark.parametrize("fault", HARMLESS.values(), ids=HARMLESS)
def test_no_answer_is_lost(one_worker, tmp_path, fault):
    with injected(one_worker, fault, tmp_path) as record:
        began, before = time.monotonic(), cpu_seconds(one_worker.process.pid)
        with Fleet(one_worker.http_port, TOKEN, size=20, total=REQUESTS) as fleet:
            fleet.wait(30)
        for tls in (False, True):
            answer, _ = exchange(one_worker, LAST, tls, half_close=False)
            assert status(answer) == 200
        busy = cpu_seconds(one_worker.process.pid) - before
        # Allowed (sleep): The processor time of a while without requests is measured.
        time.sleep(0.3)
        assert cpu_seconds(one_worker.process.pid) - before - busy < LARGEST_SHARE * 0.3, "it spins when all is done"
    assert fleet.statuses == {200: REQUESTS} and not fleet.broken and not fleet.unanswered
    assert "(INJECTED)" in record.read_text()
    assert one_worker.is_healthy()
    print(f"{time.monotonic() - began:.1f} s, {busy:.2f} s of CPU")


@pytest.mark.parametrize("fault", FATAL_FOR_ONE.values(), ids=FATAL_FOR_ONE)
def test_one_client_is_lost_and_no_other(one_worker, tmp_path, fault):
    with injected(one_worker, fault, tmp_path) as record:
        with Fleet(one_worker.http_port, TOKEN, size=20, total=REQUESTS) as fleet:
            fleet.wait(30)
    lost = record.read_text().count("(INJECTED)")
    assert lost and len(fleet.unanswered) + len(fleet.broken) <= lost
    assert set(fleet.statuses) == {200}
    assert one_worker.is_healthy()
