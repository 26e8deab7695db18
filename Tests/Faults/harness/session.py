"""A browser's session, signed in once."""

import requests

from support.oauth import authorize_url, one_shot
from support.seed import ALEX, ORDERS_READ, WEB

SCOPE = f"openid {ORDERS_READ}"


def signed_in(server):
    """The cookies of a session that has consented, as a header has them."""
    with requests.Session() as session:
        session.verify, session.trust_env = server.ca, False
        one_shot(session, authorize_url(server, WEB, scope=SCOPE), ALEX)
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in session.cookies)
