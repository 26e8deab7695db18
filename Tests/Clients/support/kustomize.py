"""Renders a kustomization in Python, because Debian's kubectl is too old for `components` and `envs`. The renderer knows the
members that deploy/kubernetes uses and rejects all others; a test compares the result with kubectl's where kubectl is installed."""

import base64
import hashlib
import json

import yaml

MEMBERS = {
    "apiVersion", "kind", "resources", "images", "configMapGenerator", "secretGenerator", "generatorOptions", "components", "patches"}
# The members of manifests that hold the name of a ConfigMap or Secret, with the member of that name.
REFERENCES = {
    "configMapRef": ("ConfigMap", "name"), "configMapKeyRef": ("ConfigMap", "name"), "configMap": ("ConfigMap", "name"),
    "secretRef": ("Secret", "name"), "secretKeyRef": ("Secret", "name"), "secret": ("Secret", "secretName")}


def render(folder, components=()):
    """Returns the manifests of a kustomization with further components, as a list."""
    kustomization = load(folder)
    manifests = [manifest for name in kustomization.get("resources", ()) for manifest in yaml.safe_load_all((folder / name).read_text())]
    options = kustomization.get("generatorOptions", {})
    assert set(options) <= {"labels"}, "an option could leave the hash out"
    labels = options.get("labels", {})
    names = {}
    for kind, member in (("ConfigMap", "configMapGenerator"), ("Secret", "secretGenerator")):
        for generator in kustomization.get(member, ()):
            generated = generate(folder, kind, generator, labels)
            names[kind, generator["name"]] = generated["metadata"]["name"]
            manifests.append(generated)
    images = {image["name"]: f"{image['newName']}:{image['newTag']}" for image in kustomization.get("images", ())}
    manifests = [rewritten(manifest, names, images) for manifest in manifests]
    for component in [*kustomization.get("components", ()), *components]:
        for patch in load(folder / component)["patches"]:
            apply(patch, manifests)
    return manifests


def load(folder):
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert set(kustomization) <= MEMBERS, f"{folder}: {set(kustomization) - MEMBERS}"
    return kustomization


def generate(folder, kind, generator, labels):
    """A ConfigMap or Secret whose name ends in the hash of its content."""
    data = {}
    for source in generator.get("files", ()):
        key, _, file = source.rpartition("=")
        data[key or file] = (folder / file).read_text()
    for file in generator.get("envs", ()):
        lines = (line for line in (folder / file).read_text().splitlines() if line and not line.startswith("#"))
        data |= dict(line.split("=", 1) for line in lines)
    if kind == "Secret":
        data = {key: base64.b64encode(text.encode()).decode() for key, text in data.items()}
    hashed = {"data": data, "kind": kind, "name": ""} | ({"type": "Opaque"} if kind == "Secret" else {})
    return {
        "apiVersion": "v1", "kind": kind, "data": data, **({"type": "Opaque"} if kind == "Secret" else {}),
        "metadata": {"name": f"{generator['name']}-{name_hash(hashed)}", "labels": labels}}


def name_hash(content):
    """The hash of kustomize: ten hexadecimal digits, of which those that could spell a word are replaced."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&":      # as Go writes JSON
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return hashlib.sha256(text.encode()).hexdigest()[:10].translate(str.maketrans("013ae", "ghkmt"))


def rewritten(value, names, images, member=None):
    """The value with generated names and the names of images in place of those in the files."""
    if isinstance(value, list):
        return [rewritten(each, names, images) for each in value]
    if not isinstance(value, dict):
        return images.get(value, value) if member == "image" else value
    value = {key: rewritten(each, names, images, key) for key, each in value.items()}
    if member in REFERENCES:
        kind, key = REFERENCES[member]
        value[key] = names[kind, value[key]]
    return value


def apply(patch, manifests):
    """Applies a JSON patch whose operations add members."""
    target, = (
        manifest for manifest in manifests
        if (manifest["kind"], manifest["metadata"]["name"]) == (patch["target"]["kind"], patch["target"]["name"]))
    for operation in yaml.safe_load(patch["patch"]):
        assert operation["op"] == "add"
        *path, last = operation["path"].strip("/").split("/")
        place = target
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        place[last] = operation["value"]
