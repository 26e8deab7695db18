"""What a shared store costs, measured from outside: `scripts/internal/bench-store`."""

import argparse
import contextlib
import http.client
import json
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.parse import parse_qs, urlencode, urlsplit

from processes import free_port

TENANT = "11111111-1111-4111-8111-111111111111"
APP = {"client_id": "aaaaaaaa-0000-4000-8000-000000000001", "redirect_uri": "http://localhost"}
DAEMON = {
    "grant_type": "client_credentials", "client_id": "aaaaaaaa-0000-4000-8000-000000000004",
    "client_secret": "understudy-daemon-secret", "scope": "https://graph.microsoft.com/.default"}
PERSON = {"loginfmt": "alex@contoso.com", "passwd": "Understudy!1", "consent": "accept"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Server:
    """A server on a free port, and one connection to it."""

    def __init__(self, binary, *options):
        self.port = free_port()
        self.process = subprocess.Popen(
            [binary, "serve", "--http-port", str(self.port), "--https-port", "off", "--log-level", "error", "--seed", "bench",
             *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.cookie = ""
        deadline = time.monotonic() + 30
        while True:
            try:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                assert self.send("GET", "/_understudy/health")[0] == 200
                break
            except OSError:
                assert time.monotonic() < deadline and self.process.poll() is None, "the server does not start"
                time.sleep(0.02)
        self.sign_in()
        self.refresh_token = self.redeem(self.code())["refresh_token"]

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def send(self, method, path, form=None):
        headers = FORM if form else {}
        if self.cookie:
            headers = headers | {"Cookie": self.cookie}
        self.connection.request(method, path, urlencode(form) if form else None, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def authorize(self, **more):
        return f"/{TENANT}/oauth2/v2.0/authorize?" + urlencode(
            APP | {"response_type": "code", "scope": "openid offline_access"} | more)

    def sign_in(self):
        _, headers, _ = self.send("POST", self.authorize(), PERSON)
        self.cookie = "; ".join(line.split(";")[0] for line in headers.get_all("Set-Cookie"))

    def code(self):
        status, headers, body = self.send("GET", self.authorize(prompt="none"))
        assert status == 302, body
        return parse_qs(urlsplit(headers["Location"]).query)["code"][0]

    def token(self, **form):
        status, _, body = self.send("POST", f"/{TENANT}/oauth2/v2.0/token", form)
        assert status == 200, body
        return json.loads(body)

    def redeem(self, code):
        return self.token(grant_type="authorization_code", code=code, **APP)

    def refresh(self):
        return self.token(grant_type="refresh_token", refresh_token=self.refresh_token, **APP)

    def daemon(self):
        return self.token(**DAEMON)

    def flow(self):
        return self.redeem(self.code())


class Store:
    """A redis-server on a free port."""

    def __init__(self, folder):
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        self.port = free_port()
        self.process = subprocess.Popen(
            [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL)
        time.sleep(0.3)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def cpu(self):
        """Seconds that it has computed."""
        with socket.create_connection(("127.0.0.1", self.port), 5) as connection:
            connection.sendall(b"*2\r\n$4\r\nINFO\r\n$3\r\ncpu\r\n")
            text = connection.recv(1 << 16).decode()
        return sum(float(re.search(rf"{name}:([\d.]+)", text)[1]) for name in ("used_cpu_user", "used_cpu_sys"))


def timed(request):
    began = time.perf_counter()
    request()
    return time.perf_counter() - began


def turns(servers, count, prepare, request):
    """Seconds of each request, of each server: they take turns, so that a busy machine slows all alike."""
    times = {name: [] for name in servers}
    for _ in range(count):
        for name, server in servers.items():
            given = prepare(server)
            times[name].append(timed(lambda: request(server, given)))
    return times


def quantile(times, percent):
    return statistics.quantiles(times, n=100)[percent - 1]


def table(title, heads, rows):
    print(f"\n### {title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--rounds", type=int, default=1_500)
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = Store(folder)
        stack.callback(store.stop)
        servers = {
            "memory": Server(options.binary),
            "store": Server(options.binary, "--store", f"redis://127.0.0.1:{store.port}"),
            "data folder": Server(options.binary, "--data-dir", folder)}
        for server in servers.values():
            stack.callback(server.stop)
        kinds = {
            "code redemption": (lambda server: server.code(), lambda server, code: server.redeem(code)),
            "refresh": (lambda server: None, lambda server, _: server.refresh()),
            "client credentials": (lambda server: None, lambda server, _: server.daemon()),
            "authorize and redeem": (lambda server: None, lambda server, _: server.flow())}
        measured = {kind: turns(servers, options.rounds, *how) for kind, how in kinds.items()}
        table("Milliseconds of a request, one at a time", ["Request", *(f"{name}, median / p99" for name in servers)], [
            [kind, *(f"{1e3 * statistics.median(times):.2f} / {1e3 * quantile(times, 99):.2f}" for times in of.values())]
            for kind, of in measured.items()])
        spent = []
        shared = servers["store"]
        for kind, (prepare, request) in kinds.items():
            if kind == "code redemption":
                continue
            began = store.cpu()
            for _ in range(options.rounds):
                request(shared, prepare(shared))
            spent.append([kind, f"{1e6 * (store.cpu() - began) / options.rounds:.0f}"])
        table("Microseconds of the store's processor for each request", ["Request", "µs"], spent)
    redeemed, daemons, flows = (measured[kind] for kind in ("code redemption", "client credentials", "authorize and redeem"))
    figures = [
        ("code redemption, p99, store ÷ memory", quantile(redeemed["store"], 99) / quantile(redeemed["memory"], 99), "≤", 1.5),
        ("client credentials, rate, store ÷ memory",
         statistics.median(daemons["memory"]) / statistics.median(daemons["store"]), "≥", 0.95),
        ("code flow, rate, data folder ÷ memory",
         statistics.fmean(flows["memory"]) / statistics.fmean(flows["data folder"]), "≥", 0.8)]
    table("Targets", ["Figure", "measured", "target"], [
        [name, f"{value:.2f}", f"{sign} {bar}"] for name, value, sign, bar in figures])
    missed = [name for name, value, sign, bar in figures if not (value <= bar if sign == "≤" else value >= bar)]
    sys.exit(1 if missed and options.strict else 0)


if __name__ == "__main__":
    main()
