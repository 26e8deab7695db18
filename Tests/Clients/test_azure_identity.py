"""azure-identity: what Azure SDK clients use."""

import pytest
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import AuthorizationCodeCredential, ClientSecretCredential

from support.oauth import authorize_url, one_shot
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_API, ORDERS_READ, WEB
from support.tokens import verify


def options(server):
    return {"authority": server.https, "disable_instance_discovery": True, "connection_verify": server.ca}


def test_client_secret_credential(server):
    with ClientSecretCredential(CONTOSO, DAEMON.id, DAEMON.secret, **options(server)) as credential:
        token = credential.get_token("api://orders/.default")
    assert verify(server, token.token, ORDERS_API)["roles"] == ["Orders.Read.All"]


def test_client_secret_credential_names_the_error(server):
    with ClientSecretCredential(CONTOSO, DAEMON.id, "wrong", **options(server)) as credential:
        with pytest.raises(ClientAuthenticationError, match="AADSTS7000215"):
            credential.get_token("api://orders/.default")


@pytest.mark.parametrize("app", [MOBILE, WEB], ids=["public", "web"])
def test_authorization_code_credential(server, session, app):
    url = authorize_url(server, app, scope=f"openid offline_access {ORDERS_READ}")
    code = one_shot(session, url, ALEX).code
    credential = AuthorizationCodeCredential(
        CONTOSO, app.id, code, app.redirect_uri, client_secret=app.secret, authority=server.https,
        connection_verify=server.ca)
    with credential:
        token = credential.get_token(ORDERS_READ)
        assert "Orders.Read" in verify(server, token.token, ORDERS_API)["scp"].split()
        assert credential.get_token(ORDERS_READ).token == token.token, "found in the cache"
