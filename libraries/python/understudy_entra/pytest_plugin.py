"""The pytest plugin: a server for the session, and a tenant for each test.

`understudy` is the server. Each worker of pytest-xdist starts a server of its own; `--understudy-url` names one that runs
already. While the fixture is in use, requests, httpx, MSAL and azure-identity trust the server's CA.

`understudy_tenant` is a copy of a tenant, contoso.com unless the configuration names another. The report of a failed test has
the requests that the tenant received.
"""

from typing import Any, Generator, Iterator

import pytest

from .server import Understudy
from .tenant import Tenant

_TENANT: "pytest.StashKey[Tenant]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("understudy", "Understudy, a local stand-in for Microsoft Entra ID")
    group.addoption("--understudy-url", metavar="URL", help="use a running server, such as http://localhost:8080")
    group.addoption("--understudy-binary", metavar="FILE", help="start this binary")
    parser.addini("understudy_config", "the configuration file of the server")
    parser.addini("understudy_tenant", "the tenant that each test gets a copy of", default="contoso.com")


@pytest.fixture(scope="session")
def understudy(request: pytest.FixtureRequest) -> Iterator[Understudy]:
    """A running server."""
    config = request.config
    url = config.getoption("--understudy-url")
    if url:
        entra = Understudy.connect(url)
    else:
        file = config.getini("understudy_config")
        entra = Understudy.start(
            path=config.getoption("--understudy-binary"), config=str(config.rootpath / file) if file else None)
    with entra, entra.trusted():
        yield entra


@pytest.fixture
def understudy_tenant(understudy: Understudy, request: pytest.FixtureRequest) -> Iterator[Tenant]:
    """A tenant that only this test uses."""
    with understudy.tenant(request.config.getini("understudy_tenant")) as tenant:
        request.node.stash[_TENANT] = tenant
        yield tenant


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[Any]") -> Generator[None, Any, Any]:
    report = yield
    tenant = item.stash.get(_TENANT, None)
    if tenant is not None and report.when == "call" and report.failed:
        report.sections.append(("Understudy request journal", _journal(tenant)))
    return report


def _journal(tenant: Tenant) -> str:
    """Returns a line for each of the newest requests of the tenant."""
    try:
        entries = tenant.requests(view="summary", limit=20)
    except Exception as error:
        return f"The request journal is not available: {error}"
    return "\n".join(
        f"#{entry['id']} {entry['method']} {entry['endpoint']} {entry['status']} {entry['outcome']}"
        + f" {dict(entry).get('error', '')}" for entry in entries) or "The tenant received no request."
