"""Configurations of any size: the seed directory with more in its first tenant.

    directory.py APPLICATIONS USERS [CONSENTS] > large.yaml
"""

import re
import sys
from pathlib import Path

SEED = Path(__file__).resolve().parents[2] / "Config/understudy.yaml"

# `{i}` is the number with twelve digits, as clients.lua writes it.
APPLICATION = (
    "      - {{appId: d0000000-0000-4000-8000-{i}, displayName: Application {n},"
    " passwordCredentials: [{{secretText: secret-{n}}}]}}\n")
USER = (
    "      - {{id: d1000000-0000-4000-8000-{i}, userPrincipalName: user{n}@contoso.com, displayName: User {n},"
    " password: Understudy!1}}\n")
CONSENT = (
    "      - {{clientId: aaaaaaaa-0000-4000-8000-000000000001, resourceId: aaaaaaaa-0000-4000-8000-000000000005,"
    " consentType: Principal, principalId: d1000000-0000-4000-8000-{i}, scope: Orders.Read}}\n")
NATIVE = (
    "      - {{appId: d2000000-0000-4000-8000-{i}, displayName: Native {n}, isFallbackPublicClient: true,"
    " publicClient: {{redirectUris: ['http://localhost', 'msauth.com.contoso.bench://auth']}}}}\n")
CONSENT_TO_NATIVE = (
    "      - {{clientId: d2000000-0000-4000-8000-{i}, resourceId: aaaaaaaa-0000-4000-8000-000000000005,"
    " consentType: AllPrincipals, scope: Orders.Read}}\n")
CONSENT_OF_ALL = (
    "      - {clientId: aaaaaaaa-0000-4000-8000-000000000001, resourceId: aaaaaaaa-0000-4000-8000-000000000005,"
    " consentType: AllPrincipals, scope: Orders.Read}\n")


def items(template, count):
    return "".join(template.format(i=f"{number:012}", n=number) for number in range(1, count + 1))


def directory(applications=0, users=0, consents=None, natives=0, settings=""):
    """Returns the seed directory with that many more applications and users.

    `consents` users have consented to Contoso Mobile; if None, an administrator has consented for all. `natives` more native
    clients have the consent of an administrator."""
    text = SEED.read_text()
    text = add_to(text, "users", items(USER, users))
    text = add_to(text, "applications", items(APPLICATION, applications) + items(NATIVE, natives))
    given = items(CONSENT_TO_NATIVE, natives) + (CONSENT_OF_ALL if consents is None else items(CONSENT, consents))
    if given:
        text = text.replace("    oauth2PermissionGrants: []\n", f"    oauth2PermissionGrants:\n{given}", 1)
    return text.replace("settings:\n", f"settings:\n{settings}", 1)


def add_to(text, key, more):
    """Puts items at the head of the first list of that name."""
    found = re.search(rf"^    {key}:.*\n", text, re.MULTILINE)
    return text[: found.end()] + more + text[found.end():]


if __name__ == "__main__":
    counts = [int(argument) for argument in sys.argv[1:]]
    if len(counts) not in (2, 3):
        sys.exit("usage: directory.py APPLICATIONS USERS [CONSENTS]")
    sys.stdout.write(directory(*counts))
