"""Certificates by which clients authenticate."""

import base64
import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa


class Certificate:
    """A key and its self-signed certificate, as PEM files in `folder`."""

    def __init__(self, folder, name):
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.private_key = key
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256()))
        self.key = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        self.public = certificate.public_bytes(serialization.Encoding.PEM).decode()
        self.thumbprint = certificate.fingerprint(hashes.SHA1()).hex().upper()
        self.x5t = _base64url(certificate.fingerprint(hashes.SHA1()))
        self.x5t_s256 = _base64url(certificate.fingerprint(hashes.SHA256()))
        self.both = folder / f"{name}-both.pem"
        self.both.write_text(self.key + self.public)
        (folder / f"{name}.pem").write_text(self.public)


def _base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
