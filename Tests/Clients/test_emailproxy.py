"""emailproxy (Email OAuth 2.0 Proxy), which starts the device flow by GET."""

import threading

import emailproxy
import pytest

from support.device import approve
from support.oauth import endpoint
from support.seed import ALEX, MOBILE, ORDERS_API, ORDERS_READ
from support.tokens import verify

ACCOUNT = """
[{user}]
permission_url = {devicecode}
token_url = {token}
oauth2_scope = {scope} offline_access
oauth2_flow = device
client_id = {client}
"""


@pytest.fixture
def proxy(server, tmp_path, monkeypatch):
    """The proxy with an account of Contoso."""
    file = tmp_path / "emailproxy.config"
    file.write_text(ACCOUNT.format(
        user=ALEX, devicecode=endpoint(server, "devicecode"), token=endpoint(server, "token"), scope=ORDERS_READ,
        client=MOBILE.id))
    monkeypatch.setenv("SSL_CERT_FILE", server.ca)
    monkeypatch.setattr(emailproxy, "CONFIG_FILE_PATH", str(file))
    monkeypatch.setattr(emailproxy, "CACHE_STORE", str(file))
    emailproxy.Log.initialise()
    emailproxy.AppConfig.unload()
    yield emailproxy
    emailproxy.AppConfig.unload()


def test_an_account_gets_its_token_by_the_device_flow(server, session, proxy):
    def person():
        request = proxy.REQUEST_QUEUE.get(timeout=20)
        approve(server, session, request["user_code"], ALEX)
        proxy.RESPONSE_QUEUE.put(request)

    waiting = threading.Thread(target=person)
    waiting.start()
    succeeded, result = proxy.OAuth2Helper.get_oauth2_credentials(ALEX, "the password of the mailbox")
    proxy.REQUEST_QUEUE.put({"user_code": ""})      # ends the person's wait, if nothing came
    waiting.join()
    assert succeeded, result
    user, authorization = result.split("\1")[:2]
    assert user == f"user={ALEX}"
    claims = verify(server, authorization.removeprefix("auth=Bearer "), ORDERS_API)
    assert claims["azp"] == MOBILE.id and claims["scp"] == "Orders.Read"
