"""A tenant that only one test uses."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Optional, Sequence, cast

from . import shapes
from .control import Count

if TYPE_CHECKING:
    from .server import Understudy


class Tenant:
    """A tenant, and the operations of the control plane that concern this tenant alone.

    `applications` has the client ID of each application by the ID in the original. With `keep_app_ids`, both are equal.
    """

    def __init__(self, entra: "Understudy", made: shapes.NewTenant) -> None:
        self.entra = entra
        self.id = made["id"]
        self.domains = made["domains"]
        self.applications = made.get("applications", {})
        self.users = made.get("users", {})
        self.groups = made.get("groups", {})

    @property
    def authority(self) -> str:
        """The authority for MSAL and azure-identity."""
        return f"{self.entra.https or self.entra.http}/{self.id}"

    @property
    def issuer(self) -> str:
        """The issuer of version 2 tokens at the authority."""
        return f"{self.authority}/v2.0"

    def sign_in(self, authorize_url: str, user: str, *, consent: Any = "accept", **more: Any) -> Mapping[str, str]:
        """Signs a user in without a browser. Returns the parameters that the application's redirect URI receives."""
        return self.entra.sign_in(authorize_url, user, consent=consent, **more)["parameters"]

    @contextmanager
    def stub(self, *responses: shapes.Response, times: Any = None, **match: Any) -> Iterator[str]:
        """Gives these responses, in order, to the next requests that match. Fails at the end unless all were given.

        A keyword is a member of the match, such as `endpoint="token"` or `grantType="refresh_token"`.
        """
        condition = cast(shapes.Match, {"tenant": self.id, **match})
        id = self.entra.add_responses(condition, responses, times=times)
        failed = True
        try:
            yield id
            failed = False
        finally:
            left = self.entra.list_responses(id=id)[0]["left"]
            self.entra.remove_responses(id=id)
            if not failed and left not in (0, "always"):
                raise AssertionError(f"{left} of the stubbed responses for {dict(condition)} were not given.")

    def advance(self, duration: str) -> None:
        """Moves the tenant's clock, such as by "PT2H"."""
        self.entra.steer_clock({"advance": duration}, tenant=self.id)

    def freeze(self, time: str = "now") -> None:
        """Stops the tenant's clock."""
        self.entra.steer_clock({"frozen": time}, tenant=self.id)

    def requests(self, **filters: Any) -> List[shapes.JournalEntry]:
        """Returns the journal entries of the tenant, oldest first."""
        return self.entra.list_requests(tenant=self.id, **filters)

    def verify(self, count: Optional[Count] = None, **match: Any) -> None:
        """Fails with the near misses unless the journal has the expected requests of the tenant. Default: at least one."""
        self.entra.verify_requests(cast(shapes.JournalMatch, {"tenant": self.id, **match}), count=count)

    def verify_order(self, *matches: shapes.JournalMatch) -> None:
        """Fails unless requests arrived in this order."""
        own = [cast(shapes.JournalMatch, {"tenant": self.id, **match}) for match in matches]
        self.entra.verify_requests(order=own)

    def mint_token(self, **members: Any) -> str:
        """Returns a token of the tenant, either valid or with token faults."""
        return self.entra.mint_token(tenant=self.id, **members)["token"]

    def revoke(self, *, user: Optional[str] = None, application: Optional[str] = None) -> None:
        self.entra.revoke(user=user, application=application, tenant=self.id)

    def reset(self) -> None:
        self.entra.reset(tenant=self.id)

    def codes(self, to: str) -> Sequence[str]:
        """Returns the one-time codes that were sent to an address, newest first."""
        return [message["code"] for message in self.entra.outbox(to=to)]
