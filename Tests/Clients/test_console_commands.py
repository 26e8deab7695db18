"""What the console gives to paste is data to a shell and to each language, whoever sent or registered the text in it."""

import html
import json
import os
import re
import subprocess

import pytest
import requests

from support.server import Server

SHELLS = [["sh"], ["dash"], ["bash"], ["zsh", "-f"], ["bash", "--norc", "--noprofile", "-i"], ["zsh", "-f", "-i"]]
TOKEN = "/common/oauth2/v2.0/token"
MARKS = {"acute": "\u0301", "joiner": "\u200d", "variation": "\ufe0f", "direction": "\u202e"}


def injection(mark, name):
    """A quote that hides under a mark, and a command behind it that makes a file."""
    return f"'{mark};touch {name};'{mark}"


@pytest.fixture
def planted(fresh_server):
    """A server that was sent the injections: as a body, in a header, in a field of a form."""
    for name, mark in MARKS.items():
        body = f"x={injection(mark, name)}".encode()
        # What a form of a foreign page can send: <form enctype="text/plain">.
        foreign = {"Content-Type": "text/plain", "Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"}
        requests.post(fresh_server.http + TOKEN, data=body, headers=foreign, timeout=10)
        header = {"X-Evil": injection(mark, name).encode()}
        requests.post(fresh_server.http + TOKEN, data={"a": "b"}, headers=header, timeout=10)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        requests.post(fresh_server.http + TOKEN, data=body + b"&y=z", headers=form, timeout=10)
    return fresh_server


def pages(server, since=0):
    """The flow page of every request after the given one, by number."""
    return {
        entry["id"]: server.get(f"/_understudy/console/flow?id={entry['id']}").text
        for entry in server.get("/_understudy/requests").json()["requests"] if entry["id"] > since}


def command(page, number):
    block = re.search(rf'id="request-{number}-curl">.*?<code>(.*?)</code>', page, re.DOTALL)
    return html.unescape(block[1])


def commands(server, since=0):
    return {number: command(page, number) for number, page in pages(server, since).items()}


def paste(shell, text, folder, **environment):
    """Runs a command as if it had been pasted; the files that it made."""
    folder.mkdir()
    subprocess.run(
        ["setsid", "-w", *shell], input=text.encode() + b"\n", cwd=folder, timeout=30, check=False, capture_output=True,
        env=os.environ | environment)
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_a_pasted_command_runs_nothing_but_curl(planted, tmp_path, shell):
    given = commands(planted)
    assert len(given) == 3 * len(MARKS)
    for number, text in given.items():
        assert paste(shell, text, tmp_path / str(number)) == [], text
    again = commands(planted, since=max(given))
    assert list(again.values()) == list(given.values()), "each request was sent again as it came"


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
@pytest.mark.parametrize("body", [
    bytes(range(256)), b"\xff'\xcc\x81;touch file;'", b"'\n\n\r\n", b"a\x00b", b"a!b !! it's !x", b"100%\\n%s", b"-n",
    "\U0001f469\u200d\U0001f4bb \u202e'\u0301".encode(), b"\x1b[201~;touch file\n",
], ids=["all bytes", "not UTF-8", "line breaks", "NUL", "history", "formats", "option", "marks", "paste"])
def test_a_pasted_command_sends_the_bytes_again(fresh_server, tmp_path, shell, body):
    headers = {"Content-Type": "application/octet-stream", "X-Text": "it's \u202e!x'\u0301 \\ \"$(id)\"".encode()}
    requests.post(fresh_server.http + TOKEN, data=body, headers=headers, timeout=10)
    text = commands(fresh_server)[1]
    assert re.fullmatch(r"[\x20-\x7e\n]*", text), "a reader sees every character"
    assert paste(shell, text, tmp_path / "made") == []
    assert commands(fresh_server)[2] == text


SECRETS = [
    "s3cret\"\u0301); import os; os.system('touch pwned'); (\"\u0301",
    "s3cret\"\u0301}}); require('fs').writeFileSync('pwned', ''); (\"\u0301",
    "\\u0022 + ${x} \u202e\r\n\u2028 '\u200d\"\ufe0f \x1b \U000e0041",
]


@pytest.fixture(params=SECRETS, ids=["python", "javascript", "controls"])
def secret_server(request, tmp_path):
    """A server whose one application has a hostile secret."""
    application = {"appId": "app", "passwordCredentials": [{"secretText": request.param}]}
    tenant = {"id": "88888888-8888-4888-8888-888888888888", "domains": ["odd.example"], "applications": [application]}
    (tmp_path / "understudy.yaml").write_text(json.dumps({"tenants": [tenant]}))
    with Server(tmp_path, "--config", str(tmp_path / "understudy.yaml")) as running:
        yield running, request.param


def sample(server, platform, start):
    page = server.get(f"/_understudy/console/msal?platform={platform}&app=app").text
    return html.unescape(re.search(rf"<code>({start}.*?)</code>", page, re.DOTALL)[1])


def test_the_python_sample_holds_the_secret(secret_server, tmp_path):
    server, secret = secret_server
    folder = tmp_path / "sample"
    folder.mkdir()
    (folder / "msal.py").write_text(
        "import json\n"
        "class ConfidentialClientApplication:\n"
        "    def __init__(self, *names, client_credential, **more): print(json.dumps(client_credential))\n"
        "    def acquire_token_for_client(self, scopes): pass\n")
    (folder / "sample.py").write_text(sample(server, "python", "import msal"), encoding="utf-8", newline="")
    done = subprocess.run(["python3", "sample.py"], cwd=folder, capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(done.stdout) == secret
    assert not (folder / "pwned").exists()


def test_the_javascript_sample_holds_the_secret(secret_server, tmp_path):
    server, secret = secret_server
    library = tmp_path / "node_modules/@azure/msal-node"
    library.mkdir(parents=True)
    (library / "package.json").write_text('{"name": "@azure/msal-node", "type": "module", "main": "index.js"}')
    (library / "index.js").write_text(
        "export class ConfidentialClientApplication {\n"
        "  constructor(options) { console.log(JSON.stringify(options.auth.clientSecret)); }\n"
        "  async acquireTokenByClientCredential() {}\n}\n")
    text = sample(server, "javascript", r"import \{ Conf")
    (tmp_path / "sample.mjs").write_text(text, encoding="utf-8", newline="")
    done = subprocess.run(["node", "sample.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(done.stdout) == secret
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_the_command_of_the_start_banner_gets_a_token(tmp_path, shell):
    secret = "it's '\u0301;touch pwned;'\u0301 !x \u202e"
    applications = [
        {"appId": "api", "identifierUris": ["api://api"]},
        {"appId": "app", "displayName": "\x1b]0;pwned\x07\u202e", "passwordCredentials": [{"secretText": secret}]}]
    tenant = {"id": "88888888-8888-4888-8888-888888888888", "domains": ["odd.example"], "applications": applications}
    (tmp_path / "understudy.yaml").write_text(json.dumps({"tenants": [tenant]}))
    with Server(tmp_path, "--config", str(tmp_path / "understudy.yaml")) as server:
        banner = server.output()
        assert re.fullmatch(r"[\x20-\x7e\n]*", banner.split("  Try\n")[0]), "a terminal shows names, and does nothing else"
        text = re.search(r"^    (curl .*)$", banner.split("  Try\n")[1], re.MULTILINE)[1]
        assert paste(shell, f"{text} -s -o answer", tmp_path / "made") == ["answer"]
        assert "access_token" in json.loads((tmp_path / "made/answer").read_text())
