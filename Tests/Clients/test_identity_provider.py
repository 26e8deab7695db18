"""The stand-in identity provider's assertions, checked without any code of the server: by Python's own canonicalization and
by the cryptography package."""

import base64
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import msal.mex
import pytest
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.x509 import load_der_x509_certificate
from msal import wstrust_request, wstrust_response

from conftest import new_session
from support.server import Server

TOKEN_TYPES = {"1.1": "urn:oasis:names:tc:SAML:1.0:assertion", "2.0": "urn:oasis:names:tc:SAML:2.0:assertion"}
DSIG = "{http://www.w3.org/2000/09/xmldsig#}"


@pytest.fixture(scope="module")
def provider(tmp_path_factory):
    configuration = Path(__file__).parent / "support/federated.yaml"
    with Server(tmp_path_factory.mktemp("provider"), UNDERSTUDY_CONFIG=str(configuration)) as running:
        yield running


def assertion(server, token_type, action=msal.mex.Mex.ACTION_13):
    """The text of an assertion, by msal's own request and its own reading of the answer."""
    path = "13" if action == msal.mex.Mex.ACTION_13 else "2005"
    address = f"{server.https}/adfs/services/trust/{path}/usernamemixed"
    message = wstrust_request._build_rst(
        "fred@sts.northwind.com", "Under & <study>!", "urn:federation:MicrosoftOnline", address, action)
    message = message.replace("<wst:KeyType>", f"<wst:TokenType>{token_type}</wst:TokenType><wst:KeyType>")
    with new_session(server) as session:
        answer = session.post(address, data=message, headers={"Content-Type": "application/soap+xml; charset=utf-8"})
    found = wstrust_response.parse_response(answer.text)
    assert found["type"] == token_type
    return found["token"].decode()


def exclusive(text):
    """Canonical XML 2.0 declares each namespace where it is used, which for these documents is the exclusive form."""
    return ElementTree.canonicalize(text).encode()


@pytest.mark.parametrize("token_type", TOKEN_TYPES.values(), ids=TOKEN_TYPES)
@pytest.mark.parametrize(
    "action", [msal.mex.Mex.ACTION_13, msal.mex.Mex.ACTION_2005], ids=["WS-Trust 1.3", "WS-Trust 2005"])
def test_an_assertion_is_signed_as_the_standards_say(provider, token_type, action):
    text = assertion(provider, token_type, action)
    tree = ElementTree.fromstring(text)
    signature, = tree.findall(f"{DSIG}Signature")

    signed = re.sub(r"<ds:Signature .*</ds:Signature>", "", text, flags=re.DOTALL)
    digest = signature.findtext(f".//{DSIG}DigestValue")
    assert base64.b64decode(digest) == hashlib.sha256(exclusive(signed)).digest()

    info = re.search(r"<ds:SignedInfo>.*</ds:SignedInfo>", text, flags=re.DOTALL)[0]
    info = info.replace("<ds:SignedInfo>", f'<ds:SignedInfo xmlns:ds="{DSIG[1:-1]}">')
    certificate = load_der_x509_certificate(base64.b64decode(signature.findtext(f".//{DSIG}X509Certificate")))
    value = base64.b64decode(signature.findtext(f"{DSIG}SignatureValue"))
    certificate.public_key().verify(value, exclusive(info), PKCS1v15(), hashes.SHA256())

    reference = signature.find(f".//{DSIG}Reference").get("URI")
    assert reference == "#" + (tree.get("AssertionID") or tree.get("ID"))


def test_the_metadata_is_read_by_msal(provider):
    answer = requests.get(f"{provider.https}/adfs/services/trust/mex", verify=provider.ca, timeout=10)
    endpoint = msal.mex.Mex(answer.text).get_wstrust_username_password_endpoint()
    assert endpoint == {
        "address": f"{provider.https}/adfs/services/trust/13/usernamemixed", "action": msal.mex.Mex.ACTION_13}
