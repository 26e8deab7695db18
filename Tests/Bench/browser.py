"""The suite of suite.py through Chromium, what one sign-in transfers there, and the console that shows these sign-ins."""

import http.server
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import suite
from bars import WORKERS
from processes import exchange
from servers import HERE, PASSWORD

# What a page of the sign-in transferred: of each response the head and the body.
TRANSFERRED = """
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return [all.reduce((sum, entry) => sum + entry.transferSize, 0), all.length];"""
# The milliseconds from the start of the navigation to the first text or picture.
FIRST_PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# The default of `journalEntries`, and the bytes that so many entries of sign-ins need.
JOURNAL_ENTRIES, JOURNAL_BYTES = 2048, 32 * 1024 * 1024


class Application(http.server.BaseHTTPRequestHandler):
    """The application that the browser returns to: an empty page."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Person:
    """A worker with a browser of its own."""

    def __init__(self, browser, port, redirect):
        self.browser, self.author = browser, suite.Author(port, redirect)
        self.origin, self.redirect = f"http://localhost:{port}", redirect
        self.transferred = []

    def test(self):
        self.author.test(self.sign_in)
        self.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def sign_in(self, _, address):
        """Signs in by typing and clicking, from page to page."""
        self.browser.get(self.origin + address)
        self.transferred = []
        deadline = time.monotonic() + 60
        while not self.browser.current_url.startswith(self.redirect):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the sign-in stands at {self.browser.current_url}")
            self.transferred.append(self.browser.execute_script(TRANSFERRED))
            self.browser.execute_script("""
                window.answered = true;
                const field = document.getElementById("i0118"), consent = document.querySelector("[name=ucaccept]");
                if (field) field.value = arguments[0];
                (consent || document.getElementById("idSIButton9")).click();""", PASSWORD)
            self.wait_for_navigation()
        return self.browser.current_url

    def wait_for_navigation(self):
        """Waits for the page that follows the answered one."""
        deadline = time.monotonic() + 60
        while not self.browser.execute_script("return document.readyState == 'complete' && !window.answered"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"no page follows {self.browser.current_url}")
            time.sleep(0.002)


def seconds_of(people, tests):
    """Returns the wall time of so many tests, the browsers running."""
    left, begun = iter(range(tests)), time.monotonic()
    lock = threading.Lock()

    def work(person):
        while True:
            with lock:
                if next(left, None) is None:
                    return
            person.test()

    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(work, people))
    return time.monotonic() - begun


def flows(bench, person):
    """Returns the figures of the console's first page, when the journal is full of what the sign-ins requested."""
    # The entries of the suite are gone with its tenants. A sign-in through the pages makes more than four.
    for _ in range(JOURNAL_ENTRIES // 4):
        person.author.use("contoso.com", suite.by_pages)
    total = person.author.json("GET", "/_understudy/requests?limit=1")["total"]
    if total != JOURNAL_ENTRIES:
        raise RuntimeError(f"the journal has {total} entries")
    paints = []
    for _ in range(bench.size.repeats * 5):
        person.browser.get(f"{person.origin}/_understudy/")
        deadline = time.monotonic() + 60
        while not (paint := person.browser.execute_script(FIRST_PAINT)):
            if time.monotonic() > deadline:
                raise RuntimeError("the console paints nothing")
            time.sleep(0.01)
        paints.append(paint)
    return {
        "flows-paint": statistics.median(paints), "flows-weight": person.browser.execute_script(TRANSFERRED)[0] / 1000}


def measure(bench):
    """Returns figures by key. One browser for each worker."""
    sys.path.insert(0, str(HERE.parent / "Clients"))
    from support.chromium import new_browser

    figures = {}
    with ExitStack() as exits:
        server = suite.server(bench, "browser", "--journal-bytes", JOURNAL_BYTES)
        exits.callback(server.process.stop)
        application = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Application)
        exits.callback(application.shutdown)
        threading.Thread(target=application.serve_forever, daemon=True).start()
        homes = Path(exits.enter_context(tempfile.TemporaryDirectory(prefix="bench-chromium-")))
        ca = homes / "ca.pem"
        ca.write_bytes(exchange(server.port, "GET", "/_understudy/ca.pem")[2])

        people = []
        for workers in WORKERS if bench.size.tests >= 100 else WORKERS[:1]:
            while len(people) < workers:
                browser = new_browser(homes / str(len(people)), ca)
                exits.callback(browser.quit)
                people.append(Person(browser, server.port, f"http://localhost:{application.server_port}"))
                people[-1].test()
            times = [seconds_of(people, bench.size.tests) for _ in range(bench.size.repeats)]
            figures[f"browser-{workers}"] = statistics.median(times)
            bench.progress(f"browser: {workers} workers {times[-1]:.1f} s")
        weights, counts = zip(*people[0].transferred, strict=True)
        figures |= {"page-weight": sum(weights) / 1000, "page-requests": sum(counts)}
        figures |= flows(bench, people[0])
    return figures
