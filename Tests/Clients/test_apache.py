"""Apache with mod_auth_openidc, configured as docs/clients/apache.md says."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
import requests

from support.certificates import Certificate
from support.documents import at_ports, blocks
from support.loopback import free_port
from support.patience import eventually
from support.seed import ALEX, WEB
from support.signin import sign_in
from support.understudy import key_credential, redirect_uri

SURROUNDINGS = """
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/error.log
{user}
DocumentRoot {folder}/site
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule headers_module {modules}/mod_headers.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so
Header set X-User "expr=%{{REMOTE_USER}}"
"""


# A client assertion in place of the secret. The module names the key by x5t if it has the certificate too.
PRIVATE_KEY_JWT = """
OIDCPublicKeyFiles {folder}/site.pem
OIDCPrivateKeyFiles {folder}/site.key
OIDCProviderTokenEndpointAuth private_key_jwt
"""


@pytest.fixture
def site(server):
    """The origin of a running Apache whose pages are for users of Contoso."""
    with apache(server) as origin:
        yield origin


@contextmanager
def apache(server, more="", certified=False):
    """The origin of a running Apache, whose configuration has `more` lines than the documented one."""
    folder, port = Path(tempfile.mkdtemp()), free_port()
    try:
        folder.chmod(0o755)
        (folder / "site").mkdir()
        (folder / "site/orders.txt").write_text("three orders")
        certificate = Certificate(folder, "site")
        (folder / "site.key").write_text(certificate.key)
        (folder / "httpd.conf").write_text(
            surroundings(folder, port) + documented(folder, port, server) + more.format(folder=folder))
        with redirect_uri(server, WEB, f"http://localhost:{port}/signin-oidc"), running(folder):
            with key_credential(server, WEB, certificate) if certified else nullcontext():
                yield f"http://localhost:{port}"
    finally:
        shutil.rmtree(folder)


def surroundings(folder, port):
    user = "User www-data\nGroup www-data" if os.geteuid() == 0 else ""
    return SURROUNDINGS.format(folder=folder, port=port, user=user, modules="/usr/lib/apache2/modules")


def documented(folder, port, server):
    """What the page says, with this machine's ports and folder."""
    block, = (block for block in blocks("docs/clients/apache.md") if block.language == "apache")
    shutil.copy(server.ca, folder / "understudy-ca.pem")
    return at_ports(block.text, server).replace("localhost:5000", f"localhost:{port}").replace("/etc/apache2", str(folder))


@contextmanager
def running(folder):
    apache = subprocess.Popen(["/usr/sbin/apache2", "-X", "-f", str(folder / "httpd.conf")], stdin=subprocess.DEVNULL)
    try:
        eventually(lambda: (folder / "pid").exists() or apache.poll() is not None, 10)
        assert apache.poll() is None, (folder / "error.log").read_text()
        yield
    finally:
        apache.terminate()
        apache.wait(10)


def test_a_page_is_for_users_who_signed_in(server, session, site):
    sent = requests.get(f"{site}/orders.txt", allow_redirects=False, timeout=20)
    assert sent.status_code == 302 and sent.headers["Location"].startswith(server.https)
    page = read_orders(server, session, site)
    assert (page.url, page.text, page.headers["X-User"]) == (f"{site}/orders.txt", "three orders", ALEX)


def test_apache_redeems_codes_with_a_client_assertion(server, session):
    """The module sends no client_id beside the assertion."""
    with apache(server, PRIVATE_KEY_JWT, certified=True) as site:
        page = read_orders(server, session, site)
        assert (page.text, page.headers["X-User"]) == ("three orders", ALEX)


def read_orders(server, session, site):
    """The page that a user gets after signing in."""
    with requests.Session() as browser:
        browser.verify = server.ca
        sent = browser.get(f"{site}/orders.txt", allow_redirects=False, timeout=20)
        answer = sign_in(session, sent.headers["Location"], ALEX)
        return browser.get(answer.location, timeout=20)


def test_an_answer_with_a_foreign_state_is_refused(site):
    answer = requests.get(f"{site}/signin-oidc?code=1&state=2", timeout=20, allow_redirects=False)
    assert answer.status_code in (400, 401, 302) and "three orders" not in answer.text
