"""The container image, built without a container engine: what the Dockerfile's first stage runs is run here, and buildah
builds the last stage from it."""

import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import contextmanager
from functools import cached_property

from support.patience import eventually
from support.server import REPOSITORY, binary

DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()
FIRST_STAGE, LAST_STAGE = re.split(r"^(?=FROM scratch$)", DOCKERFILE, flags=re.MULTILINE)
# The arguments that the project's workflow gives to a build.
ARGUMENTS = {"SOURCE": "https://code.example/team/understudy", "REVISION": "0123456789abcdef0123456789abcdef01234567"}

# Runs a command in a root directory that cannot be written to but for /data, as an ordinary user with a /proc of its own.
CONTAINED = """
mount --rbind "$ROOT" "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/data"
mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc"
exec chroot --userspec="$USER_AND_GROUP" --groups= "$ROOT" "$@"
"""


class Image:
    """The image in a folder: `root` is its root directory, `config` what the Dockerfile says about running it."""

    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "context/image"
        subprocess.run(
            ["bash", str(REPOSITORY / "scripts/internal/image-root"), str(self.root)], check=True,
            env=os.environ | {"UNDERSTUDY_BINARY": os.path.abspath(binary())})
        (folder / "Dockerfile").write_text(LAST_STAGE)
        self.buildah(
            "build", "--isolation", "chroot", "--format", "docker", "--build-context", f"build={folder / 'context'}",
            *(f"--build-arg={name}={value}" for name, value in ARGUMENTS.items()),
            "--file", str(folder / "Dockerfile"), "--tag", "understudy", str(folder / "context"))

    def buildah(self, *arguments):
        """The output of buildah, whose storage is below the folder."""
        done = subprocess.run(
            ["buildah", "--root", str(self.folder / "storage"), "--runroot", str(self.folder / "run"), "--storage-driver",
             "vfs", *arguments], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    @cached_property
    def config(self):
        return json.loads(self.buildah("inspect", "--type", "image", "understudy"))["Docker"]["config"]

    def layers(self):
        """How many bytes each layer has as registries keep it."""
        target = self.folder / "oci"
        self.buildah("push", "understudy", f"oci:{target}")
        index = json.loads((target / "index.json").read_text())
        manifest = json.loads(blob(target, index["manifests"][0]["digest"]).read_text())
        return [layer["size"] for layer in manifest["layers"]]

    def environment(self, **more):
        return dict(line.split("=", 1) for line in self.config["Env"]) | more

    def command(self, user, *command):
        """What runs a command in the image as a user and group, `65532:65532`, and its environment."""
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-euc", CONTAINED, "contained", *command], {
            "ROOT": str(self.contained_root), "USER_AND_GROUP": user}

    @cached_property
    def contained_root(self):
        """The root directory with the folder that container engines add."""
        root = self.folder / "contained"
        shutil.copytree(self.root, root, symlinks=True)
        (root / "proc").mkdir()
        return root

    def run(self, user, *command, **environment):
        """A command of the image that ends by itself."""
        contained, variables = self.command(user, *command)
        return subprocess.run(
            contained, env=self.environment(**environment) | variables, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=30)

    @contextmanager
    def serving(self, user, **environment):
        """The image's own command, and its health check passes."""
        contained, variables = self.command(user, *self.config["Entrypoint"], *self.config["Cmd"])
        log = self.folder / "server.log"
        with open(log, "wb") as output:
            server = subprocess.Popen(
                contained, env=self.environment(**environment) | variables, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, start_new_session=True)
        try:
            eventually(lambda: self.is_healthy(user, **environment), 20, 0.1, log.read_text)
            yield
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(10)

    def is_healthy(self, user, **environment):
        kind, *check = self.config["Healthcheck"]["Test"]
        assert kind == "CMD", "there is no shell that could run it"
        return self.run(user, *check, **environment).returncode == 0


def blob(folder, digest):
    return folder / "blobs" / digest.replace(":", "/")
