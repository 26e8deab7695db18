"""Requests at a bounded rate, and how long each took."""

import threading
import time

import requests


class Pacer:
    """Lets one caller through every `1 / rate` seconds; after a pause nobody hurries to make up for it."""

    def __init__(self, rate):
        self._step = 1 / rate
        self._next = time.monotonic()
        self._lock = threading.Lock()

    def wait(self):
        with self._lock:
            now = time.monotonic()
            turn = max(self._next, now)
            self._next = turn + self._step
        time.sleep(turn - now)


class Latencies:
    """Seconds that requests took, collected by any thread and taken by one."""

    def __init__(self):
        self._seconds = []
        self._lock = threading.Lock()

    def add(self, seconds):
        with self._lock:
            self._seconds.append(seconds)

    def take(self):
        """Those since the last call."""
        with self._lock:
            taken, self._seconds = self._seconds, []
            return taken


class Visitor(requests.Session):
    """One client: a cookie jar and connections of its own, every request of which waits for its turn and is timed."""

    def __init__(self, server, pacer, latencies):
        super().__init__()
        self.verify = server.ca
        self.trust_env = False      # else REQUESTS_CA_BUNDLE wins over `verify`
        self.server = server
        self.wait = pacer.wait
        self._latencies = latencies

    def request(self, *arguments, **options):
        self.wait()
        began = time.perf_counter()
        answer = super().request(*arguments, timeout=options.pop("timeout", 20), **options)
        self._latencies.add(time.perf_counter() - began)
        return answer


class Crew:
    """Threads that take up work until they are told to stop. `failures` tells what went wrong, `done` how much was done."""

    def __init__(self, work, size):
        self.failures = []
        self.done = 0
        self._work = work
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(size)]

    def _run(self):
        while not self._over.is_set():
            try:
                self._work()
            except Exception as failure:        # whatever it is, it is the finding
                with self._lock:
                    self.failures.append(f"{type(failure).__name__}: {failure}")
            with self._lock:
                self.done += 1

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()
