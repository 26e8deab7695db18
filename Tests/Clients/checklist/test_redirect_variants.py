"""500 generated variants of registered redirect URIs, asked for by a browser that is signed in: what would be answered with a
code never leaves for an address that is not registered.
"""

import re
from collections import Counter
from random import Random
from urllib.parse import quote, urlsplit

import pytest

from conftest import new_session
from support.oauth import authorize_url, one_shot
from support.page import Page
from support.pages import error_text
from support.seed import ALEX, App, MOBILE, SPA, WEB

pytestmark = pytest.mark.usefixtures("healthy")

COUNT = 500
CLIENTS = {
    MOBILE.id: (
        "http://localhost", "msauth.com.contoso.app1://auth", "msauth.com.contoso.app2://auth",
        "https://login.microsoftonline.com/common/oauth2/nativeclient"),
    SPA.id: ("http://localhost:3000/", "https://localhost:3000/"),
    WEB.id: ("http://localhost:5000/signin-oidc",),
}
LOOK_ALIKES = {
    "a": "\u0430\uff41", "c": "\u0441\uff43", "e": "\u0435\uff45", "i": "\u0131\u0130\uff49", "k": "\u212a", "l": "\uff4c\u217c",
    "o": "\u043e\uff4f", "s": "\u017f\uff53", "t": "\uff54", ".": "\uff0e\u3002\uff61", "/": "\u2044\uff0f", ":": "\uff1a\ua789"}


def split(uri):
    """Scheme, host with its port, and the rest."""
    scheme, _, rest = uri.partition("://")
    host = re.match(r"[^/?#]*", rest)[0]
    return scheme, host, rest[len(host):]


def in_host(change):
    def mutate(uri, random):
        scheme, host, rest = split(uri)
        return f"{scheme}://{change(host, random)}{rest}"
    return mutate


def somewhere(pieces):
    """A piece put in at any place."""
    def mutate(uri, random):
        place = random.randrange(len(uri) + 1)
        return uri[:place] + random.choice(pieces) + uri[place:]
    return mutate


def behind(pieces):
    return lambda uri, random: uri + random.choice(pieces)


def before(pieces):
    return lambda uri, random: random.choice(pieces) + uri


def one_letter(change):
    def mutate(uri, random):
        place = random.randrange(len(uri))
        return uri[:place] + change(uri[place], random) + uri[place + 1:]
    return mutate


def look_alike(uri, random):
    places = [place for place, letter in enumerate(uri) if letter in LOOK_ALIKES]
    place = random.choice(places)
    return uri[:place] + random.choice(LOOK_ALIKES[uri[place]]) + uri[place + 1:]


def another_scheme(uri, random):
    scheme, host, rest = split(uri)
    other = random.choice((
        "http", "https", "HTTPS", "javascript", "data", "file", "ftp", "ws", "blob", "", "x-" + scheme, scheme + "s"))
    return f"{other}:{random.choice(('', '/', '//', '///'))}{host}{rest}"


MUTATIONS = {
    "case of a letter": one_letter(lambda letter, random: letter.swapcase()),
    "a letter less": one_letter(lambda letter, random: ""),
    "a letter escaped": one_letter(lambda letter, random: f"%{ord(letter):02x}"),
    "a letter escaped twice": one_letter(lambda letter, random: f"%25{ord(letter):02x}"),
    "a letter that looks alike": look_alike,
    "an invisible letter": somewhere(("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e")),
    "a combining letter": somewhere(("\u0301", "\u0338")),
    "a control character": somewhere(("\t", "\n", "\r\n", "\x0b", "\x1f", "\x7f", "\0", "\x85")),
    "an escaped control character": somewhere(("%00", "%09", "%0a", "%0d%0a", "%20")),
    "a blank": somewhere((" ", "\u00a0", "\u3000")),
    "a backslash": somewhere(("\\", "\\\\", "/\\")),
    "user information": in_host(lambda host, random: random.choice((
        f"{host}@evil.test", f"evil.test@{host}", f"{host}:1@evil.test", f"a@b@{host}", f"{host}%40evil.test", f"@{host}",
        f"evil.test\\@{host}", f"{host}#@evil.test", f"{host}?@evil.test"))),
    "a host behind": in_host(lambda host, random: host.partition(":")[0] + random.choice((
        ".evil.test", "evil", ".", "..", ".local", "-", "%2eevil.test", ".evil.test:443"))),
    "a host before": in_host(lambda host, random: random.choice(("evil.", "evil-", "evil", ".", "*.", "www.")) + host),
    "another address": in_host(lambda host, random: random.choice((
        "127.0.0.1", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost.", "evil.test"))),
    "another port": in_host(lambda host, random: host.partition(":")[0] + ":" + random.choice((
        "1", "80", "443", "65536", "99999", "0", "", "-1", "+80", "0x50", " 80", "8\u0660", "80:80"))),
    "dots": behind(("/..", "/../evil", "/./", "/..;/evil", "/%2e%2e/evil", "/.%2e/evil", "%2f..%2fevil", "/..%c0%af")),
    "matrix parameters": behind((";x", ";x=1", ";/..", "/;/", ";jsessionid=1")),
    "a query": behind(("?", "?x=1", "&x=1", "?redirect_uri=https://evil.test", "%3fx=1")),
    "a fragment": behind(("#", "#x", "#@evil.test", "%23")),
    "slashes": behind(("/", "//", "/x", "//evil.test", "/https://evil.test")),
    "a wild card": somewhere(("*", "**", ".*")),
    "brackets and quotes": somewhere(("[", "]", "<", ">", '"', "'", "|", "{", "}", "^", "`")),
    "another scheme": another_scheme,
    "an address in front": before((
        "https://evil.test/?", "https://evil.test#", "https://evil.test/", "//", "javascript://", "data:text/html,", " ", "\ufeff",
        "https:/", "http:\\\\", "view-source:")),
}


def variants(count, seed):
    """Client, mutations and URI; every mutation comes about as often, and about a third of the URIs have several."""
    random = Random(seed)
    for number in range(count):
        client = random.choice(list(CLIENTS))
        uri = random.choice(CLIENTS[client])
        names = [list(MUTATIONS)[number % len(MUTATIONS)]]
        names += random.sample(list(MUTATIONS), random.choice((0, 0, 0, 0, 1, 2)))
        for name in names:
            uri = MUTATIONS[name](uri, random) if uri else uri
        yield client, names, uri


def normal(uri):
    """What the service compares (§6.2): scheme and host in lower case, `localhost` without its port, no empty path."""
    scheme, host, rest = split(uri)
    scheme, host = scheme.lower(), host.lower()
    if scheme == "http":
        name, _, port = host.partition(":")
        is_port = re.fullmatch("[1-9][0-9]{0,4}", port) and int(port) < 65_536
        host = name if name == "localhost" and is_port else host
    return f"{scheme}://{host}{rest or ('/' if scheme in ('http', 'https') else '')}"


def target(answer):
    """Where the answer sends the browser, without what it carries; None when it stays."""
    if "Location" in answer.headers:
        return re.split(r"[?#]", answer.headers["Location"])[0]
    forms = Page(answer.text, answer.url).forms
    action = forms[0].action if forms else answer.url
    return None if urlsplit(action)[:2] == urlsplit(answer.url)[:2] else action


@pytest.fixture(scope="module")
def signed_in(server):
    """A browser whose user has consented to everything that is asked here."""
    with new_session(server) as session:
        for client, uris in CLIENTS.items():
            one_shot(session, authorize_url(
                server, App(client, uris[0]), scope="openid", code_challenge="c" * 43), ALEX)
        yield session


def ask(server, session, client, uri, mode):
    """A surrogate-free URL whatever the variant is."""
    url = authorize_url(
        server, App(client), redirect_uri=None, scope="openid", response_mode=mode, code_challenge="c" * 43)
    return session.get(f"{url}&redirect_uri={quote(uri, safe='')}", allow_redirects=False)


@pytest.mark.parametrize("mode", ["query", "form_post"])
def test_of_500_variants_none_is_sent_an_answer_that_is_not_registered(server, signed_in, mode):
    sent, refused = Counter(), Counter()
    for client, names, uri in variants(COUNT, seed=f"redirect URIs {mode}"):
        answer = ask(server, signed_in, client, uri, mode)
        place = target(answer)
        allowed = {normal(each) for each in CLIENTS[client]}
        if normal(uri) in allowed:
            sent.update(names)
            assert place and normal(place) in allowed, (names, uri, answer.text)
        else:
            refused.update(names)
            assert place is None, (names, uri, place)
            assert error_text(answer).startswith("AADSTS"), (names, uri)
    assert set(refused) == set(MUTATIONS), "each mutation makes something that is refused"
    assert sum(refused.values()) > COUNT * 4 // 5
    assert sent, "some change nothing that counts: the test would also notice a server that refuses all"


def test_the_registered_ones_get_their_answer(server, signed_in):
    for client, uris in CLIENTS.items():
        for uri in uris:
            assert normal(target(ask(server, signed_in, client, uri, "query"))) == normal(uri)
