"""The kinds of Azure hosts: the variables by which each client library takes its environment for one of them."""

import hashlib
import ssl
from pathlib import Path
from urllib.parse import urlsplit

HEADER = "understudy-identity-header"
ARC_FOLDER = Path("/var/opt/azcmagent/tokens")

VARIABLES = (
    "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT", "IMDS_ENDPOINT", "MSI_ENDPOINT", "MSI_SECRET",
    "AZURE_POD_IDENTITY_AUTHORITY_HOST")


def thumbprint(server):
    address = urlsplit(server.https)
    certificate = ssl.get_server_certificate(("localhost", address.port))
    return hashlib.sha1(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest()


HOSTS = {
    "virtual machine": lambda s: {"AZURE_POD_IDENTITY_AUTHORITY_HOST": s.http},
    "app service": lambda s: {"IDENTITY_ENDPOINT": s.http + "/msi/token", "IDENTITY_HEADER": HEADER},
    "machine learning": lambda s: {"MSI_ENDPOINT": s.http + "/msi/auth", "MSI_SECRET": HEADER},
    "azure arc": lambda s: {
        "IDENTITY_ENDPOINT": s.http + "/arc/metadata/identity/oauth2/token", "IMDS_ENDPOINT": s.http},
    "service fabric": lambda s: {
        "IDENTITY_ENDPOINT": s.https + "/servicefabric/metadata/identity/oauth2/token", "IDENTITY_HEADER": HEADER,
        "IDENTITY_SERVER_THUMBPRINT": thumbprint(s)},
    "cloud shell": lambda s: {"MSI_ENDPOINT": s.http + "/oauth2/token"},
}


def pretend(host, server, monkeypatch):
    """Makes this process believe that it runs on such a host."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    if host == "azure arc":
        ARC_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, value in HOSTS[host](server).items():
        monkeypatch.setenv(name, value)
