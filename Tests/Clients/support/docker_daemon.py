"""Takes the place of a Docker daemon: has one image, Understudy, and a container is a process of the binary with the command and the
variables that the Dockerfile and the request of the client declare. Ports of the container are free ports of this machine."""

import json
import re
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from support.loopback import free_port
from support.server import REPOSITORY, binary, clean_environment

DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()
IMAGE = {
    "command": json.loads(re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[1]),
    "environment": dict(re.findall(r"^ENV (\w+)=(\S+)$", DOCKERFILE, re.MULTILINE)),
    "ports": [int(port) for port in re.search(r"^EXPOSE (.+)$", DOCKERFILE, re.MULTILINE)[1].split()],
}
# The variables by which the server takes another port than the one that the image exposes.
PORT_VARIABLES = {8080: "UNDERSTUDY_HTTP_PORT", 8443: "UNDERSTUDY_HTTPS_PORT"}


class Container:
    """A container of the image: a process, once it has started. `ports` has the port of this machine for each exposed port."""

    def __init__(self, folder, environment, exposed, command=None):
        assert set(exposed) <= set(IMAGE["ports"]), "the image exposes no other port"
        self.ports = {port: free_port() for port in exposed}
        self.log = folder / "container.log"
        self.command = [binary(), *(command or IMAGE["command"])]
        own = {PORT_VARIABLES[port]: str(self.ports.get(port) or free_port()) for port in IMAGE["ports"]}
        self.environment = IMAGE["environment"] | environment | own
        self.process = None

    def start(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=clean_environment(**self.environment), cwd="/")

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait(10)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()


class Daemon:
    """A daemon with the parts of Docker's API that a client of one container calls. `created` has what clients asked for."""

    def __init__(self, folder, image):
        self.folder, self.image, self.created, self.containers = folder, image, [], {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"daemon": self}))
        self.address = f"tcp://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        for container in self.containers.values():
            container.stop()

    def create(self, asked):
        if asked["Image"].partition(":")[0] != self.image:
            return 404, {"message": f"No such image: {asked['Image']}"}
        self.created.append(asked)
        identifier = f"{len(self.created):064x}"
        self.containers[identifier] = Container(
            self.folder, dict(variable.split("=", 1) for variable in asked.get("Env") or []),
            [int(port.split("/")[0]) for port in asked.get("ExposedPorts") or {}], asked.get("Cmd"))
        return 201, {"Id": identifier, "Warnings": []}

    def inspect(self, identifier):
        container = self.containers[identifier]
        runs = container.process is not None and container.process.poll() is None
        return 200, {
            "Id": identifier, "Name": "/understudy", "Config": {"Image": self.image, "Labels": {}}, "Image": "sha256:0",
            "State": {"Status": "running" if runs else "created", "Running": runs},
            "NetworkSettings": {"Networks": {}, "Ports": {
                f"{inner}/tcp": [{"HostIp": "127.0.0.1", "HostPort": str(outer)}] for inner, outer in container.ports.items()}}}

    def answer(self, method, path, body):
        if path in ("/version", "/_ping"):
            return 200, {"ApiVersion": "1.44", "Version": "28.0.0"}
        if (method, path) == ("POST", "/containers/create"):
            return self.create(body)
        if match := re.fullmatch(r"/images/([\w.:-]+)/json", path):
            known = match[1].partition(":")[0] == self.image
            return (200, {"Id": "sha256:0", "RepoTags": [f"{self.image}:latest"]}) if known else (404, {"message": "No such image"})
        if match := re.fullmatch(r"/containers/(\w+)(?:/(\w+))?", path):
            container = self.containers[match[1]]
            if (method, match[2]) == ("GET", "json"):
                return self.inspect(match[1])
            if (method, match[2]) == ("POST", "start"):
                container.start()
                return 204, None
            if method == "DELETE":
                container.stop()
                return 204, None
        return 501, {"message": f"{method} {path} is no part of this daemon"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        path = re.sub(r"^/v[\d.]+(?=/)", "", self.path.partition("?")[0])
        status, answer = self.daemon.answer(self.command, path, body)
        content = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = handle_request

    def log_message(self, *_):
        pass
