"""Rows 51 to 63 of the checklist: clients that authenticate by a signed assertion (RFC 7523, RFC 7515, RFC 8725).

The number in a test's name is its row's. Every refusal is `invalid_client`, mostly with status 401 (§3.7).
"""

import base64
import hashlib
import hmac
import json
import time

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives import hashes

from support.lab import AGAIN, CERTIFIED, LAB, ONCE, OTHER, SUBJECT, WORKLOAD, by_assertion
from support.oauth import assert_error, endpoint, token
from support.server import Server

pytestmark = pytest.mark.usefixtures("healthy")

MALFORMED, UNSUITABLE, UNKNOWN_KEY, CLIENT, AUDIENCE, TIME = 50027, 5002738, 700027, 700021, 700023, 700024


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def segments(*parts):
    """Parts of a JWT: members or JSON as it stands, and a signature of bytes."""
    texts = [json.dumps(part) if isinstance(part, dict) else part for part in parts]
    return ".".join(encode(text.encode() if isinstance(text, str) else text) for text in texts)


def ask(lab, assertion, app=CERTIFIED, **more):
    return token(lab, LAB, **by_assertion(app, assertion, **more))


def refused(lab, assertion, *codes, app=CERTIFIED, **more):
    """What is no JWT is a bad request, what is wrong with one a client that is not authenticated (§7.3)."""
    is_refusal(ask(lab, assertion, app, **more), *codes)


def is_refusal(answer, *codes):
    if MALFORMED in codes and MALFORMED in answer.json()["error_codes"]:
        assert_error(answer, "invalid_request", MALFORMED)
    else:
        assert_error(answer, "invalid_client", *codes, status=401)


def parts(lab, **changes):
    """Header and claims of a sound assertion, as members."""
    text = lab.assertion(**changes)
    return jwt.get_unverified_header(text), jwt.decode(text, options={"verify_signature": False})


def sign(lab, signed):
    """The RS256 signature of the registered key over a text."""
    return lab.certificate.private_key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())


def by_hand(lab, header, claims):
    """A signed JWT of header and claims given as JSON text, which no library would make."""
    signed = segments(header, claims)
    return f"{signed}.{encode(sign(lab, signed))}"


def test_51_a_sound_assertion_is_taken(lab):
    assert ask(lab, lab.assertion()).status_code == 200
    s256 = {"x5t": None, "x5t#S256": lab.certificate.x5t_s256}
    for algorithm in ("RS256", "PS256"):
        assert ask(lab, lab.assertion(header=s256, algorithm=algorithm)).status_code == 200
    assert ask(lab, lab.assertion(header={"x5t": None, "kid": "k1"})).status_code == 200


@pytest.mark.parametrize("algorithm", ["none", "None", "nOnE", "NONE", None, "", 1, ["RS256"], {"a": 1}], ids=str)
@pytest.mark.parametrize("signature", ["sound", "empty"])
def test_51_an_assertion_without_an_algorithm(lab, algorithm, signature):
    header, claims = parts(lab)
    header = {name: value for name, value in (header | {"alg": algorithm}).items() if value is not None}
    signed = segments(header, claims)
    refused(lab, f"{signed}.{encode(sign(lab, signed)) if signature == 'sound' else ''}", MALFORMED, UNSUITABLE, UNKNOWN_KEY)


@pytest.mark.parametrize("signature", [b"", b"\0", b"\0" * 256, b"\xff" * 256, b"A" * 255, b"A" * 257])
def test_51_an_empty_or_made_up_signature(lab, signature):
    refused(lab, segments(*parts(lab), signature), UNKNOWN_KEY, MALFORMED)


@pytest.mark.parametrize("algorithm, digest", [("HS256", "sha256"), ("HS512", "sha512")])
@pytest.mark.parametrize("form", ["PEM", "DER"])
def test_52_the_public_certificate_is_no_shared_secret(lab, algorithm, digest, form):
    public = lab.certificate.public
    secret = public.encode() if form == "PEM" else base64.b64decode("".join(public.splitlines()[1:-1]))
    header, claims = parts(lab)
    signed = segments(header | {"alg": algorithm}, claims)
    refused(lab, f"{signed}.{encode(hmac.digest(secret, signed.encode(), getattr(hashlib, digest)))}", UNSUITABLE)


@pytest.fixture(scope="module")
def stranger():
    """A key that nobody registered."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.mark.parametrize("name", ["jwk", "jku", "x5u", "x5c"])
@pytest.mark.parametrize("named", [True, False], ids=["with the registered thumbprint", "without"])
def test_53_a_key_in_the_header_is_never_trusted(lab, stranger, name, named):
    public = jwt.algorithms.RSAAlgorithm.to_jwk(stranger.public_key(), as_dict=True)
    offered = {
        "jwk": public, "jku": f"{lab.issuers.origin}/sound/keys", "x5u": f"{lab.issuers.origin}/sound/x5u",
        "x5c": ["".join(lab.certificate.public.splitlines()[1:-1])]}[name]
    header = {name: offered} | ({} if named else {"x5t": None})
    refused(lab, lab.assertion(header=header, key=stranger), UNKNOWN_KEY, 5002723)
    assert lab.issuers.asked.count("/sound/x5u") == 0


def test_53_nor_one_that_only_looks_registered(lab, stranger):
    for header in ({"x5t": encode(b"\0" * 20)}, {"x5t": lab.certificate.x5t_s256}, {"x5t": None, "kid": "k2"}, {"x5t": None}):
        refused(lab, lab.assertion(header=header), UNKNOWN_KEY, 5002723)
    refused(lab, lab.assertion(key=stranger), UNKNOWN_KEY)


@pytest.mark.parametrize("header", [
    {"crit": ["x"]}, {"crit": ["exp"], "exp": 1}, {"crit": []}, {"b64": False}, {"b64": False, "crit": ["b64"]},
    {"x5t": None, "kid": "../../etc/passwd"}, {"x5t": None, "kid": "'; DROP TABLE keys; --"}, {"x5t": None, "kid": "k1\0"},
    {"x5t": None, "kid": "\"k1\""}, {"x5t": None, "kid": ["k1"]}, {"x5t": None, "kid": ""}, {"zip": "DEF", "crit": ["zip"]}], ids=str)
def test_54_a_header_that_asks_for_something_odd(lab, header):
    header_members, claims = parts(lab)
    changed = {name: value for name, value in (header_members | header).items() if value is not None}
    refused(lab, by_hand(lab, changed, claims), MALFORMED, UNKNOWN_KEY, 5002723)


@pytest.mark.parametrize("audience", [
    "https://evil.test", "", None, 1, [], "endpoint of the other tenant", ["the endpoint", "https://evil.test"]], ids=str)
def test_55_an_assertion_is_for_this_endpoint(lab, audience):
    here = endpoint(lab, "token", LAB)
    known = {"endpoint of the other tenant": endpoint(lab, "token", OTHER)}
    if isinstance(audience, list):
        audience = [here if each == "the endpoint" else each for each in audience]
    elif isinstance(audience, str):
        audience = known.get(audience, audience)
    header, claims = parts(lab)
    claims = {name: value for name, value in (claims | {"aud": audience}).items() if value is not None}
    answer = ask(lab, by_hand(lab, header, claims))
    if audience is None:
        assert_error(answer, "invalid_request", 90014)
    else:
        is_refusal(answer, AUDIENCE, MALFORMED)


@pytest.mark.parametrize("change", [
    {"exp": -301}, {"exp": -10**9}, {"nbf": 360, "exp": 900}, {"nbf": 600, "exp": 500}, {"nbf": 500, "exp": 400}], ids=str)
def test_56_an_assertion_has_its_time(lab, change):
    """With 300 s for clocks that differ. How long a lifetime may be the service does not say: longer ones are taken (§3.7)."""
    now = int(time.time())
    refused(lab, lab.assertion(claims={name: now + value for name, value in change.items()}), TIME)
    assert ask(lab, lab.assertion(claims={"exp": now + 86_400})).status_code == 200


ODD_TIMES = ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e400", "-1e400", '"1"', "null", "true", "[]",
             "{}", "1e18", "-0", "0"]


@pytest.mark.parametrize("value", ODD_TIMES + [None])
def test_57_an_odd_exp_is_refused(lab, value):
    """What is no number is none, and no date lies beyond the year 9999."""
    header, claims = parts(lab)
    del claims["exp"]
    text = json.dumps(claims)
    if value is not None:
        text = f'{text[:-1]}, "exp": {value}}}'
    answer = ask(lab, by_hand(lab, header, text))
    is_refusal(answer, MALFORMED, TIME)


@pytest.mark.parametrize("name", ["nbf", "iat"])
@pytest.mark.parametrize("value", ODD_TIMES)
def test_57_an_odd_beginning_does_no_harm(lab, name, value):
    header, claims = parts(lab)
    claims.pop("nbf")
    claims.pop("iat")
    answer = ask(lab, by_hand(lab, header, f'{json.dumps(claims)[:-1]}, "{name}": {value}}}'))
    if answer.status_code != 200:
        is_refusal(answer, MALFORMED, TIME)
    assert answer.status_code != 200 or value not in ("9223372036854775807", "1e18"), "begins in the far future"


@pytest.mark.parametrize("claims", [
    {"iss": "x"}, {"sub": "x"}, {"sub": None}, {"iss": ONCE.id, "sub": ONCE.id},
    {"iss": CERTIFIED.id, "sub": ONCE.id}, {"sub": [CERTIFIED.id]}], ids=str)
def test_58_issuer_and_subject_are_the_client(lab, claims):
    header, sound = parts(lab)
    changed = {name: value for name, value in (sound | claims).items() if value is not None}
    refused(lab, by_hand(lab, header, changed), CLIENT, 50048)


def test_58_an_assertion_without_an_issuer(lab):
    """The test data of MSAL.NET."""
    header, sound = parts(lab)
    del sound["iss"]
    assert_error(ask(lab, by_hand(lab, header, sound)), "invalid_request", 90014)


def test_58_another_client_cannot_use_it(lab):
    refused(lab, lab.assertion(CERTIFIED), CLIENT, 50048, app=ONCE)


def test_59_an_assertion_used_again(lab):
    """Not enforced in general (§3.7): the default refuses the same request only, and a setting is stricter or off."""
    once, again, default = lab.assertion(ONCE), lab.assertion(AGAIN), lab.assertion()
    other = {"scope": "https://graph.microsoft.com/.default"}
    assert ask(lab, once, ONCE).status_code == 200
    refused(lab, once, 70002, app=ONCE, **other)
    assert ask(lab, default).status_code == 200
    refused(lab, default, 70002)
    assert ask(lab, default, **other).status_code == 200
    for _ in range(2):
        assert ask(lab, again, AGAIN).status_code == 200


def test_60_elliptic_signatures_of_nothing(lab):
    """CVE-2022-21449: r = s = 0, plain and as DER; no elliptic algorithm is taken at all (§3.7)."""
    header, claims = parts(lab)
    for signature in (b"\0" * 64, bytes.fromhex("3006020100020100"), b""):
        refused(lab, segments(header | {"alg": "ES256"}, claims, signature), UNSUITABLE)
    refused(lab, lab.assertion(key=ec.generate_private_key(ec.SECP256R1()), algorithm="ES256"), UNSUITABLE)


def test_60_a_signature_of_the_wrong_salt_or_padding(lab):
    key = lab.certificate.private_key
    header, claims = parts(lab, header={"x5t": None, "x5t#S256": lab.certificate.x5t_s256}, algorithm="PS256")
    signed = segments(header, claims)

    def answer(pad):
        return ask(lab, f"{signed}.{encode(key.sign(signed.encode(), pad, hashes.SHA256()))}")

    assert answer(padding.PSS(padding.MGF1(hashes.SHA256()), 32)).status_code == 200
    for pad in (padding.PSS(padding.MGF1(hashes.SHA256()), 0), padding.PSS(padding.MGF1(hashes.SHA256()), 222),
                padding.PSS(padding.MGF1(hashes.SHA1()), 32), padding.PKCS1v15()):
        assert_error(answer(pad), "invalid_client", UNKNOWN_KEY, status=401)


def weak_key(bits, exponent):
    """The numbers of a key that nobody has to break: of exponent 1 there is nothing to keep secret."""
    modulus = (1 << bits) - 159
    numbers = {"n": encode(modulus.to_bytes(bits // 8)), "e": encode(exponent.to_bytes(1))}
    return {"kty": "RSA", "kid": f"{bits}-{exponent}"} | numbers


def padded_digest(signed, size):
    """What a signature is raised to (RFC 8017 §9.2): by exponent 1 the signature itself."""
    info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
    return b"\0\1" + b"\xff" * (size - len(info) - 3) + b"\0" + info


@pytest.mark.parametrize("bits", [512, 1024, 2048, 16_384])
def test_60_by_a_weak_key_nobody_signs(tmp_path, bits):
    """An issuer that publishes a key by which everybody can sign; 50032 at the service (§7.3 "other codes")."""
    directory = {
        "federatedIssuers": [{"issuer": "https://weak.test", "jwks": {"keys": [weak_key(bits, 1)]}}],
        "tenants": [{"id": LAB, "domains": ["lab.example"], "applications": [{
            "appId": WORKLOAD.id, "displayName": "Workload", "federatedIdentityCredentials": [
                {"name": "weak", "issuer": "https://weak.test", "subject": SUBJECT}]}]}]}
    now = int(time.time())
    signed = segments({"alg": "RS256", "kid": f"{bits}-1"}, {
        "iss": "https://weak.test", "sub": SUBJECT, "aud": "api://AzureADTokenExchange", "exp": now + 600})
    with Server(tmp_path, UNDERSTUDY_CONFIG_INLINE=json.dumps(directory)) as running:
        assertion = f"{signed}.{encode(padded_digest(signed, bits // 8))}"
        answer = ask(running, assertion, WORKLOAD, scope="https://graph.microsoft.com/.default")
        assert answer.status_code in (400, 401), answer.text
        assert answer.json()["error"] == "invalid_client"


def twice(members, name, value):
    return json.dumps(members)[:-1] + f', "{name}": {json.dumps(value)}}}'


@pytest.mark.parametrize("make", [
    pytest.param(lambda h, c: (h, twice(c, "sub", CERTIFIED.id)), id="a claim twice"),
    pytest.param(lambda h, c: (h, twice(c, "exp", 9_999_999_999)), id="exp twice"),
    pytest.param(lambda h, c: (twice(h, "alg", "RS256"), c), id="alg twice"),
    pytest.param(lambda h, c: (h, "\ufeff" + json.dumps(c)), id="a byte order mark"),
    pytest.param(lambda h, c: (h, json.dumps(c) + "x"), id="more behind the claims"),
    pytest.param(lambda h, c: (h, json.dumps(c) + "\0"), id="a NUL behind the claims"),
    pytest.param(lambda h, c: (h, json.dumps(c)[:-1] + ",}"), id="a comma too many"),
    pytest.param(lambda h, c: (h, "[" + json.dumps(c) + "]"), id="a list"),
    pytest.param(lambda h, c: (h, json.dumps(c).encode()[:-1] + b', "x": "\xff"}'), id="no UTF-8"),
    pytest.param(lambda h, c: (h, json.dumps(c)[:-1] + ', "x": NaN}'), id="NaN"),
    pytest.param(lambda h, c: (h, json.dumps(c)[:-1] + ', "x": ' + "[" * 1_000 + "]" * 1_000 + "}"), id="deep"),
])
def test_61_claims_that_can_be_read_in_two_ways(lab, make):
    refused(lab, by_hand(lab, *make(*parts(lab))), MALFORMED)


@pytest.mark.parametrize("change", [
    pytest.param(lambda t: t + ".", id="four parts"), pytest.param(lambda t: t + ".e30.e30", id="five parts"),
    pytest.param(lambda t: t.replace(".", "..", 1), id="an empty part"), pytest.param(lambda t: t + "\n", id="a line end"),
    pytest.param(lambda t: " " + t, id="a blank"), pytest.param(lambda t: t[:-1] + "!", id="another alphabet"),
    pytest.param(lambda t: t[:40] + "\n" + t[40:], id="a line end inside"), pytest.param(lambda t: t + "A", id="a letter more"),
    pytest.param(lambda t: t + "====", id="too much padding"), pytest.param(lambda t: t[:-4], id="cut"),
    pytest.param(lambda t: t[:-1] + {"A": "B", "Q": "R", "g": "h", "w": "x"}[t[-1]], id="bits left over"),
])
def test_61_base64url_has_one_way_to_be_written(lab, change):
    """Padding as some libraries write it is read, though RFC 7515 has none; all else is refused."""
    refused(lab, change(lab.assertion()), MALFORMED, UNKNOWN_KEY)


def test_61_the_standard_alphabet_is_another(lab):
    assertion = next(text for text in iter(lab.assertion, None) if set("-_") & set(text))
    refused(lab, assertion.replace("-", "+").replace("_", "/"), MALFORMED, UNKNOWN_KEY)


@pytest.mark.parametrize("form, statuses", [
    ({"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"}, (400, 401)),
    ({"client_assertion_type": "jwt-bearer"}, (400, 401)), ({"client_assertion_type": None}, (400, 401)),
    ({"client_assertion_type": ""}, (400, 401)), ({"client_assertion": None}, (400, 401)),
    ({"client_secret": "x"}, (400, 401)), ({"client_assertion": ""}, (400, 401))], ids=str)
def test_62_one_assertion_of_one_type(lab, form, statuses):
    answer = ask(lab, lab.assertion(), **form) if "client_assertion" not in form else token(
        lab, LAB, **by_assertion(CERTIFIED, form["client_assertion"]))
    assert answer.status_code in statuses, answer.text
    assert answer.json()["error"] in ("invalid_request", "invalid_client")


@pytest.mark.parametrize("change, code", [
    ({"subject": SUBJECT + "2"}, 700213), ({"subject": SUBJECT.upper()}, 7002138),
    ({"issuer": "https://inline.test/"}, 700211), ({"issuer": "https://INLINE.test"}, 7002138),
    ({"issuer": "https://stranger.test"}, 700211), ({"aud": "api://azureadtokenexchange"}, 7002138),
    ({"aud": "x"}, 700212)], ids=str)
def test_63_a_token_of_another_issuer_matches_byte_for_byte(lab, change, code):
    assert ask(lab, lab.federated(), WORKLOAD).status_code == 200
    refused(lab, lab.federated(**change), code, app=WORKLOAD)


@pytest.mark.parametrize("name", ["redirecting", "long", "slow"])
def test_63_keys_are_fetched_without_redirects_and_within_limits(lab, name):
    """64 KiB, five seconds, no redirect: else 50166 (§3.8)."""
    before = len(lab.issuers.asked)
    started = time.monotonic()
    answer = ask(lab, lab.federated(f"{lab.issuers.origin}/{name}"), WORKLOAD)
    assert time.monotonic() - started < lab.issuers.SLOW
    assert_error(answer, "server_error", 50166)
    assert lab.issuers.asked[before:] == [f"/{name}/.well-known/openid-configuration"]


def test_63_only_configured_issuers_are_asked(lab):
    before = len(lab.issuers.asked)
    refused(lab, lab.federated(f"{lab.issuers.origin}/stranger"), 700211, app=WORKLOAD)
    assert len(lab.issuers.asked) == before
    for _ in range(2):
        assert ask(lab, lab.federated(f"{lab.issuers.origin}/sound"), WORKLOAD).status_code == 200
    assert lab.issuers.asked[before:] == ["/sound/.well-known/openid-configuration", "/sound/keys"]
