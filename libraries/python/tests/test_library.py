"""The library itself: start, rejection of wrong calls, trust, verification, and asyncio."""

import asyncio
import os
import ssl
import urllib.request

import pytest

from understudy_entra import ControlError, StartError, Understudy, VerificationError
from understudy_entra.aio import AsyncTenant, AsyncUnderstudy


def test_wrong_option_is_a_start_error_with_the_output():
    with pytest.raises(StartError, match="no-such-option"):
        Understudy.start("--no-such-option")


def test_missing_binary_names_the_ways_to_give_one(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("UNDERSTUDY_BINARY", raising=False)
    monkeypatch.setattr("understudy_entra.binary.BUNDLED", tmp_path / "understudy")
    with pytest.raises(FileNotFoundError, match="UNDERSTUDY_BINARY"):
        Understudy.start()


def test_control_token_is_sent():
    with Understudy.start(token="a-token-of-the-test") as guarded:
        assert guarded.export_directory()["tenants"]
        with pytest.raises(ControlError) as raised:
            Understudy(guarded.http).export_directory()
        assert raised.value.status == 401


def test_inline_configuration_is_the_directory():
    config = {"tenants": [{"id": "5a5a5a5a-0001-4001-8001-00000000000a", "displayName": "One", "domains": ["one.example"]}]}
    with Understudy.start(config=config) as entra:
        assert [tenant["displayName"] for tenant in entra.export_directory()["tenants"]].count("One") == 1


def test_connected_server_is_not_stopped(understudy):
    with Understudy.connect(understudy.http) as other:
        assert other.https == understudy.https
    assert understudy.health()["status"] == "ok"


def test_unknown_parameter_is_rejected_before_the_call(understudy):
    with pytest.raises(TypeError, match="clientid"):
        understudy.list_requests(clientid="x")


def test_rejected_call_names_the_member(understudy):
    with pytest.raises(ControlError, match="/advance"):
        understudy.steer_clock({"advance": "soon"})


def test_verification_names_the_nearest_miss(understudy_tenant):
    urllib.request.urlopen(
        f"{understudy_tenant.entra.http}/{understudy_tenant.id}/v2.0/.well-known/openid-configuration").close()
    with pytest.raises(VerificationError, match="endpoint: wanted 'token', found 'discovery'"):
        understudy_tenant.verify(1, endpoint="token")


def test_unused_stub_fails(understudy_tenant):
    with pytest.raises(AssertionError, match="1 of the stubbed responses"):
        with understudy_tenant.stub({"status": 503}, endpoint="token"):
            pass


def test_https_is_trusted_and_plain_trust_ends(understudy):
    address = f"{understudy.https}/common/v2.0/.well-known/openid-configuration"
    with urllib.request.urlopen(address, context=understudy.ssl_context()) as response:
        assert response.status == 200
    before = os.environ["SSL_CERT_FILE"]
    with understudy.trusted():
        assert ssl.create_default_context().cert_store_stats()["x509_ca"] >= 1
    assert os.environ["SSL_CERT_FILE"] == before


def test_journal_is_streamed(understudy, understudy_tenant):
    with understudy.stream_requests(tenant=understudy_tenant.id, view="summary") as entries:
        urllib.request.urlopen(f"{understudy.http}/{understudy_tenant.id}/v2.0/.well-known/openid-configuration").close()
        assert next(entries)["endpoint"] == "discovery"


def test_asyncio(understudy, understudy_tenant):
    async def two():
        return await asyncio.gather(
            AsyncUnderstudy(understudy).health(), AsyncTenant(understudy_tenant).mint_token(user="robin@relecloud.example"))

    health, token = asyncio.run(two())
    assert health["status"] == "ok" and understudy.inspect_token(token)["valid"]


def test_other_operations_answer():
    with Understudy.start() as entra:
        call_the_rest(entra)


def call_the_rest(understudy):
    assert "understudy_" in understudy.metrics()
    assert understudy.openapi().startswith("#") or "openapi:" in understudy.openapi()
    assert understudy.ca_pem().startswith("-----BEGIN CERTIFICATE")
    assert understudy.ca_der()[:1] == b"\x30"
    assert b"PayloadContent" in understudy.ca_mobileconfig()
    assert understudy.ssh_ca().startswith("ssh-")
    assert understudy.configuration_schema()["properties"]
    assert understudy.graph_reference()
    assert understudy.error_catalog(code="50011")
    assert understudy.challenge(acrs="c1")["claims"]
    directory = understudy.export_directory()
    understudy.replace_directory({name: value for name, value in directory.items() if name != "server"})
    kid = understudy.rotate_keys(grace="PT1H")[0]["kid"]
    assert kid in [key["kid"] for key in understudy.list_keys()]
    old = next(key["kid"] for key in understudy.list_keys() if not key["signs"])
    understudy.drop_key(old)
    assert understudy.count_requests({"endpoint": "token", "tenant": "unknown.example"}) == 0
    assert understudy.clock()["frozen"] is None
    understudy.revoke(user="alex@contoso.com")
    id = understudy.add_responses({"clientId": "x"}, [{"status": 503}], times="always")
    assert understudy.remove_responses(id=id) == 1
    assert understudy.clear_requests(tenant="contoso.com") == 0
    understudy.reset()
