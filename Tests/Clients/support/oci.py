"""A small container image as an OCI archive, and a registry that images are pushed to."""

import hashlib
import io
import json
import subprocess
import tarfile
from contextlib import contextmanager

import requests

from support.loopback import free_port
from support.patience import answers, eventually

IMAGE = "application/vnd.oci.image"


HEALTHCHECK = {"Test": ["CMD", "/usr/bin/understudy", "healthcheck"]}


def write_archive(path, architecture):
    """Writes an image with one file and a health check, for one architecture."""
    path.write_bytes(tar_of({f"./{name}": content for name, content in layout(architecture).items()}))


def layout(architecture, healthcheck=HEALTHCHECK):
    """The files of an OCI layout with one image."""
    blobs = {}

    def blob(content, kind):
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = content
        return {"mediaType": f"{IMAGE}.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    layer = blob(tar_of({"usr/bin/understudy": architecture.encode()}), "layer.v1.tar")
    config = blob(json.dumps({
        "architecture": architecture, "os": "linux", "config": {"Healthcheck": healthcheck} if healthcheck else {},
        "rootfs": {"type": "layers", "diff_ids": [layer["digest"]]}}).encode(), "config.v1+json")
    manifest = blob(json.dumps({
        "schemaVersion": 2, "mediaType": f"{IMAGE}.manifest.v1+json", "config": config, "layers": [layer]}).encode(), "manifest.v1+json")
    index = {"schemaVersion": 2, "manifests": [manifest | {"annotations": {"org.opencontainers.image.ref.name": "1"}}]}
    return {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}', "index.json": json.dumps(index).encode()} | blobs


def tar_of(files):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


class Registry:
    """A running registry without accounts. `origin` is its address."""

    def __init__(self, origin):
        self.origin = origin

    def get(self, path, kind="index.v1+json"):
        answer = requests.get(f"{self.origin}/v2/{path}", timeout=10, headers={"Accept": f"{IMAGE}.{kind}"})
        assert answer.status_code == 200, answer.text
        return answer


@contextmanager
def registry(folder):
    """A registry on a free port, with its images in the folder."""
    port = free_port()
    settings = {"version": 0.1, "storage": {"filesystem": {"rootdirectory": str(folder / "registry")}}, "http": {"addr": f"127.0.0.1:{port}"}}
    (folder / "registry.json").write_text(json.dumps(settings))
    with open(folder / "registry.log", "wb") as log:
        process = subprocess.Popen(
            ["docker-registry", "serve", str(folder / "registry.json")], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        eventually(lambda: answers(f"http://127.0.0.1:{port}/v2/"), 20)
        yield Registry(f"http://127.0.0.1:{port}")
    finally:
        process.kill()
        process.wait(10)
