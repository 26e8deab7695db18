"""Trust in the server's CA certificate."""

import os
import ssl
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Optional

# requests, and with it MSAL and azure-identity, reads the first variable; curl the second; httpx, aiohttp and ssl the third.
VARIABLES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE")


def write_bundle(ca: str, folder: Path) -> Path:
    """Writes a file with the CA certificate and the public certificate authorities of this machine, and returns the path."""
    bundle = folder / "understudy-ca-bundle.pem"
    public = _public_authorities()
    bundle.write_text(ca.rstrip() + "\n" + (public.read_text(errors="replace") if public else ""))
    return bundle


def _public_authorities() -> Optional[Path]:
    try:
        import certifi
    except ImportError:
        path = ssl.get_default_verify_paths().cafile
    else:
        path = certifi.where()
    return Path(path) if path and Path(path).is_file() else None


@contextmanager
def trusted(bundle: Path) -> Iterator[None]:
    """Makes the HTTP libraries of this process trust the certificates of a file, and restores the environment at the end."""
    before = {name: os.environ.get(name) for name in VARIABLES}
    os.environ.update({name: str(bundle) for name in VARIABLES})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
