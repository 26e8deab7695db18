"""Three replicas on one store: any of them answers any request, each thing happens once, and what befalls the store is told."""

import random
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from harness.authority import Authority
from harness.partition import network
from harness.replicas import Fleet, failed_start
from support.oauth import one_shot
from support.page import Page
from support.patience import eventually
from support.seed import ADELE, ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_READ, PASSWORD
from support.signin import SignInError
from support.store import SlowWay, Store


DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path) as running:
        yield running


@pytest.fixture
def replicas(tmp_path, store):
    with Fleet(tmp_path, store.url) as running:
        yield running


def authorize_url(server, scope=f"openid offline_access {ORDERS_READ}", **more):
    url = (
        f"{server.http}/{CONTOSO}/oauth2/v2.0/authorize?client_id={MOBILE.id}&response_type=code"
        f"&redirect_uri={MOBILE.redirect_uri}&scope={scope.replace(' ', '%20')}")
    return url + "".join(f"&{name}={value}" for name, value in more.items())


def code(server, session=None, user=ALEX):
    return one_shot(session or requests.Session(), authorize_url(server), user).code


def token(server, **form):
    return requests.post(
        f"{server.http}/{CONTOSO}/oauth2/v2.0/token", data={"client_id": MOBILE.id} | form, timeout=30)


def redeem(server, given):
    return token(server, grant_type="authorization_code", code=given, redirect_uri=MOBILE.redirect_uri)


def refresh(server, given):
    return token(server, grant_type="refresh_token", refresh_token=given)


def daemon(server):
    return requests.post(
        f"{server.http}/{CONTOSO}/oauth2/v2.0/token", timeout=30, data={
            "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "https://graph.microsoft.com/.default"})


def discovery(server, name="v2.0/.well-known/openid-configuration"):
    return requests.get(f"{server.http}/{CONTOSO}/{name}", timeout=30)


def assert_unavailable(answer):
    assert answer.status_code == 503, answer.text
    assert answer.json()["error"] == "temporarily_unavailable" and answer.json()["error_codes"] == [90033]
    assert int(answer.headers["Retry-After"]) >= 1


def test_a_code_of_one_is_redeemed_at_another_once(replicas):
    for round_ in range(4):
        given = code(replicas[round_ % 3])
        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(lambda number: redeem(replicas[number % 3], given), range(50)))
        won = [answer.json() for answer in answers if answer.status_code == 200]
        assert len(won) == 1
        lost = [answer.json() for answer in answers if answer.status_code != 200]
        assert {tuple(body["error_codes"]) for body in lost} == {(54005,)}
        assert refresh(replicas[(round_ + 1) % 3], won[0]["refresh_token"]).status_code == 200


def test_pages_and_devices_spread_over_all(replicas):
    session = requests.Session()
    # A browser behind a balancer sees one host; cookies do not name ports.
    page = Page(session.get(authorize_url(replicas[0])).text, replicas[0].http)
    for number in range(1, 8):
        form = page.form
        clicked = form.control(id="idSIButton9")
        if form.control(id="i0118"):
            form.fill(PASSWORD, id="i0118")
        elif form.control(id="i0116"):
            form.fill(ALEX, id="i0116")
        elif form.control(name="ucaccept"):
            clicked = form.control(name="ucaccept")
        replica = replicas[number % 3]
        answer = session.post(
            form.action.replace(page.url, replica.http), data=form.fields(clicked), allow_redirects=False,
            headers={"Origin": replica.http, "Sec-Fetch-Site": "same-origin"})
        if answer.is_redirect:
            break
        assert answer.status_code == 200, answer.text
        page = Page(answer.text, replica.http)
    assert "code=" in answer.headers["Location"]

    started = requests.post(
        f"{replicas[0].http}/{CONTOSO}/oauth2/v2.0/devicecode", data={"client_id": MOBILE.id, "scope": "openid"}).json()
    pending = token(replicas[1], grant_type=DEVICE_GRANT, device_code=started["device_code"])
    assert pending.json()["error"] == "authorization_pending"
    early = token(replicas[2], grant_type=DEVICE_GRANT, device_code=started["device_code"])
    assert early.json()["error"] == "slow_down"
    approved = requests.post(
        f"{replicas[2].http}/devicelogin", data={
            "otc": started["user_code"], "loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"})
    assert approved.status_code == 200, approved.text
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(
            lambda number: token(replicas[number % 3], grant_type=DEVICE_GRANT, device_code=started["device_code"]),
            range(12)))
    assert [answer.status_code for answer in answers].count(200) == 1


def test_a_revocation_holds_everywhere_at_once(replicas):
    for number in range(6):
        one, two, three = (replicas[(number + step) % 3] for step in range(3))
        given = redeem(one, code(one)).json()["refresh_token"]
        assert refresh(two, given).status_code == 200
        answer = requests.post(f"{three.http}/_understudy/revocations", json={"user": ALEX, "tenant": CONTOSO})
        assert answer.status_code == 200, answer.text
        assert refresh(one, given).json()["error"] == "invalid_grant"
        assert refresh(two, given).json()["error"] == "invalid_grant"


def test_a_key_rotated_at_one_is_shown_at_another(replicas):
    for number in range(6):
        rotated = requests.post(f"{replicas[number % 3].http}/_understudy/keys/rotate")
        assert rotated.status_code == 200, rotated.text
        shown = requests.get(f"{replicas[(number + 1) % 3].http}/_understudy/keys")
        assert [key["kid"] for key in shown.json()["keys"]] == [key["kid"] for key in rotated.json()["keys"]]


def test_a_consent_at_one_is_known_at_another(replicas):
    session = requests.Session()
    code(replicas[0], session)
    silent = session.get(authorize_url(replicas[1], prompt="none"), allow_redirects=False)
    assert "code=" in silent.headers["Location"], silent.headers["Location"]
    # Another person has not consented.
    other = requests.Session()
    with pytest.raises(SignInError):
        one_shot(other, authorize_url(replicas[2]), ADELE, consent=None)


def test_wrong_passwords_count_together(replicas):
    def guess(server, password):
        return token(server, grant_type="password", username=ALEX, password=password, scope="openid")

    for number in range(10):
        assert guess(replicas[number % 3], "wrong").json()["error_codes"] == [50126]
    assert guess(replicas[1], PASSWORD).json()["error_codes"] == [50053]


def test_a_store_that_dies_takes_no_code_twice(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    with Store(folder, "--appendonly", "yes", "--appendfsync", "always") as store, Fleet(tmp_path, store.url) as replicas:
        used, unused = code(replicas[0]), code(replicas[1])
        kept = redeem(replicas[1], used).json()["refresh_token"]
        store.kill()
        assert_unavailable(redeem(replicas[2], unused))
        assert_unavailable(refresh(replicas[0], kept))
        page = requests.get(authorize_url(replicas[0]))
        assert page.status_code == 503 and page.headers["Retry-After"]
        problem = requests.post(f"{replicas[0].http}/_understudy/revocations", json={"user": ALEX, "tenant": CONTOSO})
        assert problem.status_code == 503 and problem.headers["Retry-After"]
        for server in replicas:
            assert discovery(server).status_code == discovery(server, "discovery/v2.0/keys").status_code == 200
            assert daemon(server).status_code == 200
            assert_unavailable(refresh(server, kept))
            health = server.get("/_understudy/health")
            assert health.status_code == 200 and health.json()["store"] == "unreachable"
        began = time.monotonic()
        for _ in range(20):
            assert_unavailable(redeem(replicas[0], unused))
        assert time.monotonic() - began < 5, "while it is known to be down, nobody waits"
        store.start()
        for server in replicas:
            eventually(lambda server=server: refresh(server, kept).status_code == 200, 10)
            assert redeem(server, used).json()["error"] == "invalid_grant"
            assert server.get("/_understudy/health").json()["store"] == "ok"
        assert redeem(replicas[1], unused).status_code == 200
        assert redeem(replicas[0], unused).json()["error"] == "invalid_grant"


def test_a_store_that_loads_its_log_counts_as_away_and_is_waited_for(tmp_path):
    """Each key that it reads is made to take a while, so that it loads for seconds."""
    folder = tmp_path / "store"
    folder.mkdir()
    with Store(folder, "--appendonly", "yes") as store:
        url = f"{store.url}?timeout=5000"
        with Fleet(tmp_path, url, count=1) as (server,):
            used = code(server)
            kept = redeem(server, used).json()["refresh_token"]
            more = "for n = 1, 20000 do redis.call('SET', 'more' .. n, n) end return 1"
            assert store.ask("EVAL", more, "0") == b":1\r\n"
            store.kill()
            store.options += ("--key-load-delay", "300")
            store.start()
            assert_unavailable(refresh(server, kept))
            assert server.get("/_understudy/health").json()["store"] == "unreachable"
            assert discovery(server).status_code == daemon(server).status_code == 200
            assert store.ask("GET", "any").startswith(b"-LOADING"), "it has loaded before all was asked"
            with Fleet(tmp_path, url, count=1) as (late,):
                assert "the store is still loading its data" in late.output(), "it has loaded before the late one came"
                eventually(lambda: refresh(server, kept).status_code == 200, 30)
                for replica in (server, late):
                    assert redeem(replica, used).json()["error"] == "invalid_grant"


def test_a_store_that_forgot_makes_everything_void(tmp_path, store):
    with Fleet(tmp_path, store.url) as replicas:
        used, unused = code(replicas[0]), code(replicas[1])
        kept = redeem(replicas[1], used).json()["refresh_token"]
        store.kill()
        store.start()
        for server in replicas:
            eventually(lambda server=server: refresh(server, kept).status_code != 503, 10)
            for answer in (refresh(server, kept), redeem(server, used), redeem(server, unused)):
                assert answer.json()["error"] == "invalid_grant", answer.text
        assert redeem(replicas[2], code(replicas[0])).status_code == 200


def test_flushing_in_flight_gives_nothing_twice(replicas, store):
    chance, done, wins = random.Random(9), threading.Event(), []

    def flushes():
        """Flushes until it is over; how often."""
        count = 0
        while not done.wait(chance.uniform(0.02, 0.2)):
            assert store.ask("FLUSHALL") == b"+OK\r\n"
            count += 1
        return count

    with ThreadPoolExecutor(7) as pool:
        flushed = pool.submit(flushes)
        try:
            for number in range(60):
                try:
                    given = code(replicas[number % 3])
                except SignInError:
                    continue
                answers = list(pool.map(lambda replica, given=given: redeem(replica, given), replicas * 2))
                assert {answer.status_code for answer in answers} <= {200, 400, 503}
                wins.append(sum(answer.status_code == 200 for answer in answers))
        finally:
            done.set()
    assert flushed.result() >= 5 and max(wins) == 1, (flushed.result(), wins)
    assert wins.count(1) > 5, wins


def test_a_store_that_stands_still_holds_nobody_else_up(replicas, store):
    given = code(replicas[0])
    store.pause()
    try:
        with ThreadPoolExecutor(40) as pool:
            waiting = [pool.submit(redeem, replicas[0], given) for _ in range(30)]
            times = []
            for _ in range(50):
                began = time.monotonic()
                assert discovery(replicas[0]).status_code == 200
                times.append(time.monotonic() - began)
            for answer in waiting:
                assert_unavailable(answer.result())
        assert statistics.quantiles(times, n=100)[98] < 0.25
    finally:
        store.resume()
    # What was asked before the silence may have come about: the code is used once at most.
    eventually(lambda: redeem(replicas[1], given).status_code != 503, 10)


@pytest.mark.isolated
def test_a_replica_that_is_cut_off_gives_nothing_that_it_cannot_know(tmp_path):
    """One of two ways to the store is cut: who goes by it stands alone, the other goes on; then they are one again."""
    with network() as ways:
        with Store(tmp_path, network=ways) as store, \
                Fleet(tmp_path, store.url, count=1) as (near,), \
                Fleet(tmp_path, store.url_by(ways.hosts[1]), count=1) as (far,):
            used, unused = code(near), code(near)
            kept = redeem(far, code(far)).json()["refresh_token"]
            ways.cut(1)
            assert redeem(near, used).status_code == 200
            assert_unavailable(redeem(far, used))
            assert_unavailable(refresh(far, kept))
            assert discovery(far).status_code == daemon(far).status_code == 200
            assert requests.post(
                f"{near.http}/_understudy/revocations", json={"user": ALEX, "tenant": CONTOSO}).status_code < 300
            ways.join(1)
            eventually(lambda: refresh(far, kept).status_code != 503, 10)
            assert redeem(far, used).json()["error"] == "invalid_grant"
            assert redeem(far, unused).json()["error"] == refresh(far, kept).json()["error"] == "invalid_grant"
            assert redeem(far, code(near)).status_code == 200


def test_a_slow_store_slows_only_what_needs_it(tmp_path, store):
    with SlowWay(store, 0.1) as way, Fleet(tmp_path, way.url, count=1) as (server,):
        given = [code(server) for _ in range(3)]
        with ThreadPoolExecutor(30) as pool:
            redemptions = [pool.submit(redeem, server, one) for one in given for _ in range(8)]
            times = []
            for _ in range(100):
                began = time.monotonic()
                assert discovery(server).status_code == 200 and daemon(server).status_code == 200
                times.append(time.monotonic() - began)
            answers = [redemption.result().status_code for redemption in redemptions]
        assert answers.count(200) == 3 and set(answers) == {200, 400}
        assert statistics.quantiles(times, n=100)[98] < 0.15


def test_only_what_is_right_gets_in(tmp_path):
    with Store(tmp_path, "--requirepass", "p@ss/word") as store:
        right = store.url.replace("//", "//:p%40ss%2Fword@")
        with Fleet(tmp_path, right, count=1) as (server,):
            assert redeem(server, code(server)).status_code == 200
        failed = failed_start(tmp_path, store.url.replace("//", "//:wr0ng@"))
        assert "rejects" in failed and "wr0ng" not in failed


def test_tls_takes_the_right_authority_alone(tmp_path):
    right, wrong = Authority(tmp_path, "right"), Authority(tmp_path, "wrong")
    certificate, key = right.leaf("127.0.0.1")
    with Store(tmp_path) as plain:
        plain.kill()
        plain.options = (
            "--tls-port", str(plain.port), "--port", "0", "--tls-cert-file", certificate, "--tls-key-file", key,
            "--tls-ca-cert-file", right.file, "--tls-auth-clients", "no")
        plain.start()
        url = plain.url.replace("redis:", "rediss:")
        with Fleet(tmp_path, url, "--store-ca", right.file, count=2) as (one, two):
            assert redeem(two, code(one)).status_code == 200
        others = [(url, wrong), (url.replace("127.0.0.1", "localhost"), right)]
        with ThreadPoolExecutor(len(others)) as pool:
            for failed in pool.map(lambda other: failed_start(tmp_path, other[0], "--store-ca", other[1].file), others):
                assert "not trusted" in failed


def test_a_store_that_hangs_holds_up_no_end(tmp_path, store):
    """However long each command may take."""
    with Fleet(tmp_path, f"{store.url}?timeout=60000", count=1) as (server,):
        given = code(server)
        store.pause()
        try:
            with ThreadPoolExecutor(30) as pool:
                waiting = [pool.submit(redeem, server, given) for _ in range(30)]
                # Allowed (sleep): No event tells that the requests wait for the silent store.
                time.sleep(0.5)
                began = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - began < 6
                for one in waiting:
                    one.exception(timeout=30)
        finally:
            store.resume()


def test_the_two_may_start_in_any_order(tmp_path, store):
    store.kill()
    timer = threading.Timer(2, store.start)
    timer.start()
    with Fleet(tmp_path, store.url, count=1) as (server,):
        assert redeem(server, code(server)).status_code == 200
    timer.join()
