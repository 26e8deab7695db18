"""Verifies tokens as a resource server does: signature by the published keys, issuer, audience, time."""

import base64
import json
import ssl

import jwt

from support.seed import CONTOSO


def verify(server, token, audience, tenant=CONTOSO, version=2):
    """The claims of a token whose signature, issuer, audience and lifetime are right; `version` is the token's."""
    keys_path = "/discovery/v2.0/keys" if version == 2 else "/discovery/keys"
    keys = jwt.PyJWKClient(
        server.authority(tenant) + keys_path, ssl_context=ssl.create_default_context(cafile=server.ca))
    issuer = f"{server.authority(tenant)}/v2.0" if version == 2 else f"{server.authority(tenant)}/"
    claims = jwt.decode(
        token, keys.get_signing_key_from_jwt(token).key, algorithms=["RS256"], audience=audience, issuer=issuer,
        options={"require": ["aud", "iss", "iat", "nbf", "exp", "sub", "tid"]})
    assert claims["ver"] == f"{version}.0"
    assert claims["tid"] == tenant
    return claims


def unverified(token):
    """The claims of a token as they stand, for tokens that only their audience may check."""
    return jwt.decode(token, options={"verify_signature": False})


def client_info(text):
    """The decoded `client_info`: base64url JSON without padding."""
    assert "=" not in text
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
