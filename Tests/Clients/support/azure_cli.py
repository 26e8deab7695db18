"""az, the Azure command line, signed in to a server."""

import json
import re
import subprocess
import sys
from pathlib import Path

from support.device import approve
from support.seed import CONTOSO, DAEMON

# Next to the packages of requirements.txt, which az shares.
PACKAGES = Path(__file__).parents[1] / "az-requirements.txt"


def install(folder):
    """Installs az's packages into a folder of a Python path."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check", "--no-deps", "--target",
         str(folder), "--requirement", str(PACKAGES)], check=True)


# Resolves Microsoft's host names to the server, as a hosts file does. Python imports the module before a program.
HOSTS = """
import socket

resolve = socket.getaddrinfo


def mapped(host, port, *arguments, **options):
    if port == 443 and str(host).endswith((".microsoftonline.com", ".microsoft.com", ".azure.com")):
        host, port = "127.0.0.1", {port}
    return resolve(host, port, *arguments, **options)


socket.getaddrinfo = mapped
"""


class AzureCLI:
    """The program `az` in `folder`, with a configuration of its own that knows the server as a cloud.

    `az` reads the endpoints of the cloud from the server's `/metadata/endpoints`. With `public`, it uses Azure's public cloud,
    whose host names are the server.
    """

    def __init__(self, packages, folder, server, public=False, **environment):
        self.server = server
        self.program = folder / "az"
        if public:
            hosts = folder / "hosts"
            hosts.mkdir()
            (hosts / "sitecustomize.py").write_text(HOSTS.format(port=server.https_port))
            packages = f"{hosts}:{packages}"
        variables = {
            "AZURE_CORE_COLLECT_TELEMETRY": "0", "AZURE_CONFIG_DIR": folder / "azure", "REQUESTS_CA_BUNDLE": server.ca,
            "PYTHONPATH": packages} | environment
        self.program.write_text(
            "#!/bin/sh\nexport " + " ".join(f"'{name}={value}'" for name, value in variables.items())
            + f'\nexec {sys.executable} -m azure.cli "$@"\n')
        self.program.chmod(0o755)
        self.run("config", "set", "core.instance_discovery=false", "core.login_experience_v2=off", "--only-show-errors")
        if public:
            return
        self.run("cloud", "register", "--name", "Understudy", "--endpoint-resource-manager", server.https)
        self.run("cloud", "set", "--name", "Understudy")

    def result(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=120)

    def run(self, *arguments):
        done = self.result(*arguments)
        assert done.returncode == 0, f"az {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    def json(self, *arguments):
        """What a command prints, or None if it prints nothing."""
        return json.loads(self.run(*arguments, "--output", "json") or "null")

    def login_service_principal(self, app=DAEMON):
        self.run("login", "--service-principal", "--username", app.id, "--password", app.secret, "--tenant", CONTOSO)

    def login(self, session, user, *more):
        """Signs a user in by a device code."""
        command = [self.program, "login", "--use-device-code", "--tenant", CONTOSO, "--output", "none", *more]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            for line in process.stderr:
                if code := re.search(r"enter the code (\w+)", line):
                    approve(self.server, session, code[1], user)
                    break
            rest = process.stderr.read()
        assert process.returncode == 0, rest
