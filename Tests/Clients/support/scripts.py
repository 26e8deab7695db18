"""Scripted answers (`/_understudy/responses`) as a test suite would lay them down."""

import requests


def script(server, match, *responses, times=1):
    """Answers for the requests that `match` names; the id of the script."""
    answer = requests.post(
        f"{server.http}/_understudy/responses", timeout=10,
        json={"match": match, "responses": list(responses), "times": times})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def left(server, script_id):
    """How many answers of a script nobody has come for yet."""
    answer = requests.get(f"{server.http}/_understudy/responses", params={"id": script_id}, timeout=10)
    return answer.json()["responses"][0]["left"]
