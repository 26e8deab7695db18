import msal
import requests


def test_daemon_gets_a_token(understudy):
    app = msal.ConfidentialClientApplication(
        "aaaaaaaa-0000-4000-8000-000000000004",
        client_credential="understudy-daemon-secret",
        authority=f"{understudy.https}/contoso.com",
        instance_discovery=False,
        verify=understudy.ca,
    )
    result = app.acquire_token_for_client(["api://orders/.default"])
    assert result.get("token_type") == "Bearer", result
    verified = requests.post(
        f"{understudy.http}/_understudy/requests/verify",
        json={"match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000004", "endpoint": "token", "outcome": "success"}, "count": 1},
        timeout=10,
    )
    assert verified.status_code == 200, verified.text
