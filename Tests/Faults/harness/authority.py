"""Certificates of a test's own authority."""
import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Authority:
    """A CA of a test's own."""

    def __init__(self, folder, name):
        self.folder, self.key = folder, ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        self.file = str(folder / f"{name}-ca.pem")
        self.certificate = self._signed(self.name, self.key.public_key(), [
            (x509.BasicConstraints(ca=True, path_length=None), True)])
        (folder / f"{name}-ca.pem").write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def _signed(self, subject, key, extensions):
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self.name).public_key(key)
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1)))
        for extension, is_critical in extensions:
            builder = builder.add_extension(extension, is_critical)
        return builder.sign(self.key, hashes.SHA256())

    def leaf(self, address):
        """Files of a certificate for a numeric address, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
        certificate = self._signed(
            x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "store")]), key.public_key(), [(names, False)])
        (self.folder / "store.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        (self.folder / "store.key").write_bytes(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        return str(self.folder / "store.pem"), str(self.folder / "store.key")
