"""The built-in seed directory, as far as the tests use it."""

from dataclasses import dataclass

CONTOSO = "11111111-1111-4111-8111-111111111111"
FABRIKAM = "22222222-2222-4222-8222-222222222222"
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"
GRAPH = "00000003-0000-0000-c000-000000000000"

ALEX = "alex@contoso.com"
ADELE = "adele@contoso.com"
ADMIN = "admin@contoso.com"
MEGAN = "megan@fabrikam.com"
ADA = "ada@outlook.com"
PASSWORD = "Understudy!1"


@dataclass(frozen=True)
class App:
    id: str
    redirect_uri: str = ""
    secret: str | None = None


MOBILE = App("aaaaaaaa-0000-4000-8000-000000000001", "http://localhost")
SPA = App("aaaaaaaa-0000-4000-8000-000000000002", "http://localhost:3000/")
WEB = App("aaaaaaaa-0000-4000-8000-000000000003", "http://localhost:5000/signin-oidc", "understudy-web-secret")
DAEMON = App("aaaaaaaa-0000-4000-8000-000000000004", secret="understudy-daemon-secret")
ORDERS_API = "aaaaaaaa-0000-4000-8000-000000000005"
LEGACY_API = "aaaaaaaa-0000-4000-8000-000000000006"

ORDERS_READ = "api://orders/Orders.Read"
ORDERS_WRITE = "api://orders/Orders.Write"
ORDERS_MANAGE = "api://orders/Orders.Manage"
USER_READ = "https://graph.microsoft.com/User.Read"
LEGACY_RESOURCE = "https://legacy.contoso.com/"
