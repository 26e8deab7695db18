"""Azure's services on a local port, as their SDKs see them: a vault and a storage account that verify their callers' tokens."""

import datetime
import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from support.seed import CONTOSO
from support.tokens import verify

VAULT = "https://vault.azure.net"
STORAGE = "https://storage.azure.com"
CONTENT = b"hello from storage"
SECRET = "hello from the vault"


class AzureService:
    """A context manager. `vault` and `account` are the URLs of both, `ca` trusts this server and Understudy, and `callers` are
    the claims of the tokens that were accepted, which Understudy's published keys verify. Another token is refused."""

    def __init__(self, understudy, folder, tenant=CONTOSO):
        self.understudy = understudy
        self.tenant = tenant
        self.callers = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                service.answer(self)

            do_HEAD = do_GET

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        key, certificate = _certificate(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.vault = f"https://localhost:{self.server.server_port}"
        self.account = f"{self.vault}/lab"
        bundle = folder / "bundle.pem"
        bundle.write_bytes(certificate.read_bytes() + open(understudy.ca, "rb").read())
        self.ca = str(bundle)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        path = urlsplit(handler.path).path
        audience = STORAGE if path.startswith("/lab/") else VAULT
        try:
            text = handler.headers.get("Authorization", "").removeprefix("Bearer ")
            self.callers.append(verify(self.understudy, text, audience, self.tenant, version=1))
        except Exception as error:
            body = {"error": {"code": "Unauthorized", "message": str(error)}}
            return self.send(
                handler, 401, json.dumps(body).encode(),
                {"Content-Type": "application/json", "WWW-Authenticate": self.challenge(audience)})
        if audience == STORAGE:
            return self.blob(handler)
        name = path.split("/")[2]
        body = {
            "value": SECRET, "id": f"{self.vault}/secrets/{name}/1",
            "attributes": {"enabled": True, "created": 1, "updated": 1}}
        return self.send(handler, 200, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def challenge(self, audience):
        authority = self.understudy.authority(self.tenant)
        if audience == VAULT:
            return f'Bearer authorization="{authority}", resource="{VAULT}"'
        return f"Bearer authorization_uri={authority}/oauth2/authorize resource_id={STORAGE}"

    def blob(self, handler):
        headers = {
            "Content-Type": "application/octet-stream", "ETag": '"1"', "Last-Modified": "Sat, 28 Nov 2026 07:00:00 GMT",
            "Accept-Ranges": "bytes", "x-ms-blob-type": "BlockBlob", "x-ms-version": handler.headers.get("x-ms-version", "")}
        if handler.headers.get("x-ms-range") or handler.headers.get("Range"):
            headers["Content-Range"] = f"bytes 0-{len(CONTENT) - 1}/{len(CONTENT)}"
            return self.send(handler, 206, CONTENT, headers)
        return self.send(handler, 200, CONTENT, headers)

    @staticmethod
    def send(handler, status, body, headers):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)


def _certificate(folder):
    """The files of a key and its self-signed certificate for localhost."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Azure")])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256()))
    files = folder / "azure-key.pem", folder / "azure.pem"
    files[0].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    files[1].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return files
