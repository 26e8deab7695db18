"""The servers that are compared: Understudy in its variants, the floor, nginx. Each starts when it is first asked for."""

import json
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from urllib.parse import urlencode

from directory import SEED, directory
from processes import Process, await_answer, exchange, free_port, run

HERE = Path(__file__).resolve().parent
HEALTH = "/_understudy/health"
# The names by which clients ask for metadata. The first tenant issues the tokens.
TENANTS = ["11111111-1111-4111-8111-111111111111", "contoso.com", "common", "organizations",
           "22222222-2222-4222-8222-222222222222"]
TENANT = f"/{TENANTS[0]}"
TOKEN = f"{TENANT}/oauth2/v2.0/token"
DISCOVERY = f"{TENANT}/v2.0/.well-known/openid-configuration"
KEYS = f"{TENANT}/discovery/v2.0/keys"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
GZIP = {"Accept-Encoding": "gzip"}

# What the measured servers have beyond the seed directory: enough that requests are of another application or user each time.
APPLICATIONS = USERS = 100
NATIVES = 20
# A hundred users sign in as often as many thousands would: without the second setting they are taken for loops.
SETTINGS = "  staySignedInPage: false\n  requestLoopLimit: 0\n"

DAEMON = urlencode({
    "grant_type": "client_credentials", "client_id": "aaaaaaaa-0000-4000-8000-000000000004",
    "client_secret": "understudy-daemon-secret", "scope": "api://orders/.default"})
MOBILE = {"client_id": "aaaaaaaa-0000-4000-8000-000000000001", "redirect_uri": "http://localhost"}
PASSWORD = "Understudy!1"


def authorize(user="alex@contoso.com", client=MOBILE):
    """Returns the address of an authorize request of that user."""
    return f"{TENANT}/oauth2/v2.0/authorize?" + urlencode(client | {
        "response_type": "code", "scope": "openid offline_access api://orders/Orders.Read", "state": "1", "login_hint": user})


AUTHORIZE = authorize()

# Scripted answers that no request of the benchmark matches: looking for one is part of what is measured.
UNMATCHED = ['{"match": {"clientRequestId": "00000000-0000-4000-8000-00000000000%d"}, "responses": [{"status": 503}]}' % n
             for n in range(3)]


class Listener:
    """A process that serves, with its ports."""

    def __init__(self, process, port, tls_port=None):
        self.process, self.port, self.tls_port = process, port, tls_port
        self.origin = f"http://127.0.0.1:{port}"

    def post(self, path, body, headers=FORM):
        """The body of a good answer."""
        status, _, answer = exchange(self.port, "POST", path, body, headers)
        if status >= 300:
            raise RuntimeError(f"POST {path}: {status} {answer.decode(errors='replace')[:400]}")
        return answer

    def script(self):
        """Lays down scripted answers that nothing matches."""
        for entry in UNMATCHED:
            self.post("/_understudy/responses", entry, {"Content-Type": "application/json"})

    def sign_in(self, user="alex@contoso.com", client=MOBILE):
        """Signs a user in and consents with one post: the code, and the session cookie."""
        body = urlencode({"loginfmt": user, "passwd": PASSWORD, "consent": "accept"})
        status, headers, answer = exchange(self.port, "POST", authorize(user, client), body, FORM)
        if status != 302 or "code=" not in headers["Location"]:
            raise RuntimeError(f"sign-in: {status} {answer.decode(errors='replace')[:400]}")
        code = headers["Location"].split("code=")[1].split("&")[0]
        return code, headers["Set-Cookie"].split(";")[0]

    @cached_property
    def users(self):
        """The file of users who have signed in: name, client id, session cookie and refresh token, a line each."""
        lines = []
        for number in range(1, USERS + 1):
            user = f"user{number}@contoso.com"
            client = MOBILE | {"client_id": f"d2000000-0000-4000-8000-{number % NATIVES + 1:012}"}
            code, cookie = self.sign_in(user, client)
            redeemed = self.post(TOKEN, urlencode(client | {"grant_type": "authorization_code", "code": code}))
            lines.append(f"{user} {client['client_id']} {cookie} {json.loads(redeemed)['refresh_token']}\n")
        file = self.process.log.with_suffix(".users")
        file.write_text("".join(lines))
        return file


class Stage:
    """Everything that runs in one benchmark; a context manager that ends it all.

    Servers run on `server_core`, a second worker on `second_core`. The large directory has `many` applications and users."""

    def __init__(self, binary, folder, server_core=None, second_core=None, many=100_000):
        self.binary, self.folder, self.many = binary, Path(folder), many
        self.server_core, self.second_core = server_core, second_core
        self._exits = ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._exits.close()

    def start(self, command, log, core):
        process = Process(command, self.folder / f"{log}.log", core)
        self._exits.callback(process.stop)
        return process

    def understudy(self, *options, name="understudy", core=None, workers=1, config=SEED, under=()):
        """A server on the benchmark's core for servers, or on others; `under` a command that runs it."""
        port, tls_port = free_port(), free_port()
        process = self.start(
            [*under, self.binary, "serve", "--http-port", port, "--https-port", tls_port, "--seed", "bench",
             "--config", config, "--workers", workers, *options], name, core or self.server_core)
        await_answer(process, port, HEALTH)
        return Listener(process, port, tls_port)

    @cached_property
    def default(self):
        """The measured server: as it comes, on one core, with a few stubs."""
        server = self.understudy(config=self.directory)
        server.script()
        return server

    @cached_property
    def unobserved(self):
        """A server without journal, and without stubs to match against."""
        return self.understudy("--journal-entries", "0", name="unobserved", config=self.directory)

    @cached_property
    def large(self):
        """A server with many more applications and users."""
        return self.understudy(name="large", config=self.large_directory)

    @cached_property
    def doubled(self):
        """A server with two workers on two cores."""
        return self.understudy(
            name="doubled", core=f"{self.server_core},{self.second_core}", workers=2, config=self.directory)

    @cached_property
    def directory(self):
        return self.write("directory.yaml", directory(APPLICATIONS, USERS, natives=NATIVES, settings=SETTINGS))

    @cached_property
    def large_directory(self):
        return self.write("large.yaml", directory(self.many, self.many, natives=NATIVES, settings=SETTINGS))

    @cached_property
    def floor(self):
        """The benchmark's own minimal server, with answers as the measured server gives them."""
        answers = {"post": ("POST", TOKEN, DAEMON, FORM), "get": ("GET", DISCOVERY, None, {}), "gzip": ("GET", DISCOVERY, None, GZIP)}
        for name, request in answers.items():
            status, headers, answer = exchange(self.default.port, *request)
            head = "".join(f"{field}: {value}\r\n" for field, value in headers.items())
            (self.folder / f"{name}.http").write_bytes(f"HTTP/1.1 {status} OK\r\n{head}\r\n".encode() + answer)
        port = free_port()
        process = self.start(
            [self.tool("floor"), port, *(self.folder / f"{name}.http" for name in answers)], "floor", self.server_core)
        await_answer(process, port, DISCOVERY)
        return Listener(process, port)

    @cached_property
    def nginx(self):
        """nginx with the same documents as files, plain and compressed, and a TLS key of the same kind."""
        port, tls_port, home = free_port(), free_port(), self.folder / "nginx"
        instance = f"https://127.0.0.1:{self.default.port}{TENANT}/oauth2/v2.0/authorize"
        documents = {"/common/discovery/instance": "?" + urlencode({"api-version": "1.1", "authorization_endpoint": instance})}
        for tenant in TENANTS:
            documents |= {f"/{tenant}/v2.0/.well-known/openid-configuration": "", f"/{tenant}/discovery/v2.0/keys": ""}
        for path, query in documents.items():
            file = home / "www" / path[1:]
            file.parent.mkdir(parents=True, exist_ok=True)
            for name, headers in ((file, {}), (file.with_name(f"{file.name}.gz"), GZIP)):
                status, _, answer = exchange(self.default.port, "GET", path + query, None, headers)
                if status != 200:
                    raise RuntimeError(f"GET {path}{query}: {status}")
                name.write_bytes(answer)
        run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
             "-keyout", home / "server.key", "-out", home / "server.pem"], 20)
        settings = (HERE / "nginx.conf").read_text().replace("HTTP_PORT", str(port)).replace("TLS_PORT", str(tls_port))
        (home / "nginx.conf").write_text(settings)
        process = self.start(["nginx", "-p", home, "-c", "nginx.conf"], "nginx", self.server_core)
        await_answer(process, port, DISCOVERY)
        return Listener(process, port, tls_port)

    def tool(self, name):
        """The program made of a C file beside this one."""
        program = self.folder / name
        if not program.exists():
            run(["gcc", "-O2", "-Wall", "-Wextra", "-D_GNU_SOURCE", "-o", program, HERE / f"{name}.c", "-lcrypto"], 60)
        return program

    def write(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file
