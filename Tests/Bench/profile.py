"""Where the instructions of a request go: callgrind over the hot paths, by module and by function.

`scripts/internal/profile` sets it up. The kernel's work is not in these counts, and callgrind's processor has no AVX-512, so OpenSSL's
share is larger than in life; what is not OpenSSL's is the same."""

import argparse
import collections
import http.client
import json
import re
import ssl
import sys
import tempfile
import time
from dataclasses import dataclass
from urllib.parse import urlencode

import report
from processes import run
from servers import AUTHORIZE, DAEMON, DISCOVERY, FORM, KEYS, MOBILE, TOKEN, Listener, Stage

SCOPE = "openid offline_access api://orders/Orders.Read"


class Client:
    """Sends what a hot path consists of over one connection."""

    def __init__(self, server: Listener):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        code, self.cookie = server.sign_in()
        self.refresh_token = json.loads(self.send("POST", TOKEN, self.redemption(code), FORM)[1])["refresh_token"]

    def send(self, method, path, body=None, headers=None):
        self.connection.request(method, path, body, headers or {})
        response = self.connection.getresponse()
        answer = response.read()
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {answer.decode(errors='replace')[:400]}")
        return response.headers, answer

    def redemption(self, code):
        return urlencode(MOBILE | {"grant_type": "authorization_code", "code": code})

    def client_credentials(self):
        self.send("POST", TOKEN, DAEMON, FORM)

    def refresh(self):
        form = {"grant_type": "refresh_token", "client_id": MOBILE["client_id"], "refresh_token": self.refresh_token}
        self.send("POST", TOKEN, urlencode(form | {"scope": SCOPE}), FORM)

    def code_flow(self):
        headers, _ = self.send("GET", AUTHORIZE, headers={"Cookie": self.cookie})
        self.send("POST", TOKEN, self.redemption(headers["Location"].split("code=")[1].split("&")[0]), FORM)

    def page(self):
        self.send("GET", AUTHORIZE)

    def discovery(self):
        self.send("GET", DISCOVERY)

    def keys(self):
        self.send("GET", KEYS)

    def handshake(self):
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.server.tls_port, timeout=120, context=context)
        connection.connect()
        connection.close()


PATHS = {
    "client-credentials": Client.client_credentials,
    "refresh": Client.refresh,
    "code-flow": Client.code_flow,
    "page": Client.page,
    "discovery": Client.discovery,
    "keys": Client.keys,
    "handshake": Client.handshake,
}


@dataclass(frozen=True)
class Cost:
    """Instructions of one request in one function."""

    group: str
    function: str
    instructions: float


def group_of(symbol, library):
    """Whose a function is: a module of ours, the Swift runtime or library, or a shared library."""
    if ".so" in library:
        return re.sub(r"[-.]\d*\.?so.*", "", library.rsplit("/", 1)[-1])
    if found := re.match(r"\$s(\d+)", symbol):
        start = found.end()
        return symbol[start: start + int(found[1])]
    if symbol.startswith("$s"):
        return "Swift library"
    return "Swift runtime" if "swift" in symbol else "libc"


def costs(annotated, requests):
    """What callgrind_annotate printed, as costs of one request, the largest first."""
    sums = collections.Counter()
    for found in re.finditer(r"^ *([\d,]+) \([ \d.]+%\)  (?:\S*?):(\S.*?)(?: \[(.*)\])?$", annotated, re.MULTILINE):
        symbol = re.sub(r"'\d+$", "", found[2])
        sums[group_of(symbol, found[3] or ""), symbol] += int(found[1].replace(",", ""))
    return [Cost(*key, count / requests) for key, count in sums.most_common()]


def profile(stage, name, requests):
    """Runs one path so many times under callgrind, once the server is warm."""
    output = stage.folder / f"{name}.callgrind"
    server = stage.understudy(
        name="profiled", under=["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={output}"])
    server.script()
    client = Client(server)
    for _ in range(20):
        PATHS[name](client)
    instrument(server, "on")
    for _ in range(requests):
        PATHS[name](client)
    instrument(server, "off")
    server.process.stop(60)
    annotated = run(["callgrind_annotate", "--threshold=100", "--inclusive=no", "--show=Ir", output], 300)
    return costs(annotated, requests)


def instrument(server, state):
    time.sleep(0.5)
    run(["callgrind_control", "-i", state, server.process.pid], 120)


OPENSSL = ("libcrypto", "libssl")


def groups_table(profiles):
    """Thousands of instructions a request: a row for each group, a column for each path."""
    sums = {name: collections.Counter() for name in profiles}
    for name, each in profiles.items():
        for cost in each:
            sums[name]["OpenSSL" if cost.group in OPENSSL else cost.group] += cost.instructions
    total = {name: sum(counts.values()) for name, counts in sums.items()}
    order = sorted({group for counts in sums.values() for group in counts} - {"OpenSSL"},
                   key=lambda group: -sum(counts[group] for counts in sums.values()))
    rows = [[group, *(thousands(sums[name][group]) for name in profiles)] for group in order]
    small = [row for row in rows if all(cell in ("", "0.0") for cell in row[1:])]
    return report.table(["Thousand instructions a request", *profiles], [
        *(row for row in rows if row not in small),
        ["**all but OpenSSL's**", *(thousands(total[name] - sums[name]["OpenSSL"]) for name in profiles)],
        ["OpenSSL's", *(thousands(sums[name]["OpenSSL"]) for name in profiles)]])


def functions_table(profiles, most=10):
    """The costliest functions that are not OpenSSL's, of each path."""
    rows = []
    for name, each in profiles.items():
        ours = [cost for cost in each if cost.group not in OPENSSL]
        whole = sum(cost.instructions for cost in ours)
        rows += [(name if place == 0 else "", f"`{readable(cost.function)}`", cost.group, thousands(cost.instructions),
                  f"{100 * cost.instructions / whole:.0f} %") for place, cost in enumerate(ours[:most])]
    return report.table(["Path", "Function", "of", "thousand", "of all but OpenSSL's"], rows)


def thousands(count):
    return "" if count == 0 else f"{count / 1000:.1f}"


def readable(symbol, width=90):
    text = run(["swift", "demangle", "--compact", "--simplified", symbol], 30).strip() if symbol.startswith("$s") else symbol
    text = text.replace("|", "\\|").replace("`", "'")
    return text if len(text) <= width else text[: width - 1] + "…"


def main():
    parser = argparse.ArgumentParser(prog="scripts/internal/profile", description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", help=", ".join(PATHS) + "; all when none is named")
    parser.add_argument("--requests", type=int, default=200, metavar="N", help="how many are counted (200)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/explanation/performance.md")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if unknown := set(chosen.paths) - set(PATHS):
        parser.error(f"no path {', '.join(unknown)}: there are {', '.join(PATHS)}")
    profiles = {}
    with tempfile.TemporaryDirectory(prefix="profile-") as folder, Stage(chosen.binary, folder) as stage:
        for name in chosen.paths or PATHS:
            print(f"profile: {name}", file=sys.stderr, flush=True)
            profiles[name] = profile(stage, name, chosen.requests)
    text = f"{groups_table(profiles)}\n\n{functions_table(profiles)}"
    print(text)
    if chosen.write:
        report.write_block(report.PERFORMANCE, "profile", text)


if __name__ == "__main__":
    main()
