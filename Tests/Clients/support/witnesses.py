"""The tenants of witnesses.yaml, in which scripts for customers, for personal accounts and for AD FS sign in."""

from pathlib import Path

from support.seed import PASSWORD

CONFIG = Path(__file__).parent / "witnesses.yaml"
EXTERNAL = "proseware.example"
WORK = "tailwind.example"
APPLICATIONS = {
    "passwords": "eeeeeeee-0000-4000-8000-000000000011", "codes": "eeeeeeee-0000-4000-8000-000000000012",
    "classic": "eeeeeeee-0000-4000-8000-000000000021", "transitional": "eeeeeeee-0000-4000-8000-000000000022",
    "redesigned": "eeeeeeee-0000-4000-8000-000000000023"}
CASEY = "casey@customer.example"
KAY = "kay@outlook.com"
MAX = "max@outlook.com"
FRED = "fred@sts.tailwind.example"


class Values(dict):
    """The values that a script enters. `code` is the newest code that was mailed to `address`."""

    def __init__(self, server, **values):
        super().__init__({"password": PASSWORD, "new password": "Fjord-Trip 1", "name": "Nia"} | values)
        self.server = server

    def __missing__(self, name):
        assert name == "code", name
        return self.server.get(f"/_understudy/outbox?to={self['address']}").json()["messages"][0]["code"]
