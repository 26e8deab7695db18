"""The release binary needs nothing of the system: it runs in an empty root directory and in those of other distributions, and reads
neither the name service modules nor the OpenSSL configuration of the host."""

import json
import re
import subprocess

import pytest
import requests

from support.isolation import require, unshare
from support.oauth import token
from support.seed import CONTOSO, DAEMON
from support.server import REPOSITORY, Server, binary, clean_environment

# Only root has root directories of its own.
pytestmark = pytest.mark.isolated

TENANT, WORKLOAD = "5c5c5c5c-0001-4001-8001-000000000001", "5c5c5c5c-0002-4001-8001-000000000001"
AUDIENCE, SUBJECT = "api://AzureADTokenExchange", "repo:relecloud/tickets"
# Where systems have the certificate authorities that they trust.
BUNDLES = {
    "Debian": "etc/ssl/certs/ca-certificates.crt", "Alpine": "etc/ssl/cert.pem", "RHEL": "etc/pki/tls/certs/ca-bundle.crt",
    "Fedora": "etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "SUSE": "etc/ssl/ca-bundle.pem"}
# The word behind the name of the script is the binary of this system, which has the same bytes.
CONTAINED = 'mount --rbind /proc "$0/proc"; shift; exec chroot "$0" /understudy "$@"'


class Root:
    """A root directory with the binary, /proc, and the given files."""

    def __init__(self, folder, files=None):
        self.folder = folder / "root"
        (self.folder / "proc").mkdir(parents=True)
        (self.folder / "understudy").write_bytes(open(binary(), "rb").read())
        (self.folder / "understudy").chmod(0o755)
        for path, text in ({"etc/hosts": "127.0.0.1 localhost\n"} | (files or {})).items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)

    @property
    def prefix(self):
        return [*unshare("--mount"), "sh", "-euc", CONTAINED, str(self.folder)]

    def server(self, folder, **environment):
        return Server(folder / "server", prefix=self.prefix, **environment)


@pytest.fixture(autouse=True)
def isolated(monkeypatch):
    """The variables of this machine do not decide what is trusted."""
    require("--mount")
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def test_it_needs_no_library():
    shown = subprocess.run(["readelf", "--program-headers", "--dynamic", binary()], capture_output=True, text=True, check=True).stdout
    assert "INTERP" not in shown and "NEEDED" not in shown


def test_it_serves_from_an_empty_root_directory(tmp_path):
    with Root(tmp_path).server(tmp_path) as server:
        answer = token(server, client_id=DAEMON.id, client_secret=DAEMON.secret, grant_type="client_credentials",
                       scope="api://orders/.default")
        assert answer.status_code == 200, answer.text
        assert requests.get(f"{server.https}/{CONTOSO}/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10).ok


@pytest.fixture(scope="module")
def issuer(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("issuer")) as running:
        yield running


def workload(issuer):
    """The configuration of a tenant whose application authenticates with tokens of the issuer."""
    url = f"{issuer.https}/{CONTOSO}/v2.0"
    return json.dumps({
        "federatedIssuers": [{"issuer": url, "discovery": True}],
        "tenants": [{
            "id": TENANT, "displayName": "Relecloud", "domains": ["relecloud.example"], "users": [],
            "applications": [{
                "appId": WORKLOAD, "displayName": "Workload",
                "federatedIdentityCredentials": [{"name": "tests", "issuer": url, "subject": SUBJECT}]}]}]})


def exchange(issuer, server):
    """The answer to a token request that is authenticated with a token of the issuer."""
    minted = requests.post(f"{issuer.http}/_understudy/tokens", timeout=10, json={
        "tenant": CONTOSO, "client": DAEMON.id, "claims": {"iss": f"{issuer.https}/{CONTOSO}/v2.0", "sub": SUBJECT, "aud": AUDIENCE}})
    assert minted.status_code == 200, minted.text
    return token(
        server, TENANT, client_id=WORKLOAD, grant_type="client_credentials", scope="https://graph.microsoft.com/.default",
        client_assertion_type="urn:ietf:params:oauth:client-assertion-type:jwt-bearer", client_assertion=minted.json()["token"])


@pytest.mark.parametrize("system", BUNDLES)
def test_it_trusts_the_authorities_of_the_system(tmp_path, issuer, system):
    authority = open(issuer.ca).read()
    root = Root(tmp_path, {"understudy.json": workload(issuer), BUNDLES[system]: authority})
    with root.server(tmp_path, UNDERSTUDY_CONFIG="/understudy.json") as server:
        answer = exchange(issuer, server)
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("variable, is_trusted", [(None, False), ("/mine.pem", True), ("/absent.pem", False)], ids=str)
def test_ssl_cert_file_has_precedence(tmp_path, issuer, variable, is_trusted):
    """The system has the authorities of somebody else, or with a file that is absent the right ones, which are not read."""
    mine = open(issuer.ca).read()
    with Server(tmp_path / "other", seed="other") as other:
        theirs = open(other.ca).read()
    system = mine if variable == "/absent.pem" else theirs
    root = Root(tmp_path, {"understudy.json": workload(issuer), "mine.pem": mine, BUNDLES["RHEL"]: system})
    environment = {"SSL_CERT_FILE": variable} if variable else {}
    with root.server(tmp_path, UNDERSTUDY_CONFIG="/understudy.json", **environment) as server:
        answer = exchange(issuer, server)
        assert answer.ok == is_trusted, answer.text
        assert is_trusted or "AADSTS50166" in answer.json()["error_description"]


def opened(tmp_path, *command, **environment):
    """The names of the files that a command tries to open."""
    log = tmp_path / "strace"
    subprocess.run(
        ["strace", "-f", "-e", "trace=open,openat", "-o", str(log), *command], env=clean_environment(**environment),
        capture_output=True, timeout=60)
    return re.findall(r'open(?:at)?\((?:AT_FDCWD, )?"([^"]+)"', log.read_text())


@pytest.mark.parametrize("services", [
    "files mdns4_minimal [NOTFOUND=return] dns", "files myhostname resolve [!UNAVAIL=return] dns"])
def test_names_are_found_without_the_modules_of_the_host(tmp_path, services):
    """A module of another glibc ended the process."""
    switch = tmp_path / "nsswitch.conf"
    switch.write_text(f"hosts: {services}\n")
    names = opened(
        tmp_path, *unshare("--mount"), "sh", "-euc", 'mount --bind "$0" /etc/nsswitch.conf; exec "$@"', str(switch),
        binary(), "serve", "--http-port", "0", "--https-port", "off", "--seed", "tests", "--store", "redis://absent.invalid:6379?timeout=500")
    assert "/etc/hosts" in names
    assert not [name for name in names if "libnss_" in name]


def test_the_openssl_configuration_of_the_host_is_not_read(tmp_path):
    """A configuration with the provider of old algorithms ended the process."""
    configuration = tmp_path / "openssl.cnf"
    configuration.write_text(
        "openssl_conf = all\n[all]\nproviders = list\n[list]\nlegacy = on\ndefault = on\n[on]\nactivate = 1\n")
    for command in (["ca", "--seed", "tests"], ["serve", "--http-port", "0", "--https-port", "0", "--seed", "tests", "--store", "redis://localhost:1?timeout=100"]):
        names = opened(tmp_path, binary(), *command, OPENSSL_CONF=str(configuration))
        assert names and not [name for name in names if name.endswith((".cnf", "legacy.so"))]
    shown = subprocess.run([binary(), "ca", "--seed", "tests"], env=clean_environment(OPENSSL_CONF=str(configuration)),
                           capture_output=True, text=True, timeout=20)
    assert shown.returncode == 0 and shown.stdout.startswith("-----BEGIN CERTIFICATE-----")


def test_every_component_has_its_license(tmp_path):
    """The lists come from what the linker took."""
    script = str(REPOSITORY / "scripts/internal/components")
    listed = subprocess.run([script, "list", binary()], capture_output=True, text=True, check=True).stdout.splitlines()
    names = {line.split("\t")[0] for line in listed}
    assert {"glibc", "openssl", "swift", "swift-collections", "sqlite3", "hiredis"} <= names
    subprocess.run([script, "licenses", binary(), str(tmp_path)], check=True)
    assert len(list(tmp_path.glob("*/copyright"))) == len(listed)
    bill = json.loads(subprocess.run([script, "spdx", binary()], capture_output=True, text=True, check=True).stdout)
    assert {package["name"] for package in bill["packages"]} == names | {"understudy"}
    assert all(package["licenseConcluded"] for package in bill["packages"])
