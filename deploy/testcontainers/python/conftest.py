from types import SimpleNamespace

import pytest
import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy


@pytest.fixture(scope="session")
def understudy(tmp_path_factory):
    container = DockerContainer("understudy").with_env("UNDERSTUDY_LOG_FORMAT", "json").with_exposed_ports(8080, 8443)
    container.waiting_for(HttpWaitStrategy(8080, "/_understudy/health"))
    with container:
        host = container.get_container_host_ip()
        http = f"http://{host}:{container.get_exposed_port(8080)}"
        https = f"https://{host}:{container.get_exposed_port(8443)}"
        ca = tmp_path_factory.mktemp("understudy") / "ca.pem"
        ca.write_bytes(requests.get(f"{http}/_understudy/ca.pem", timeout=10).content)
        yield SimpleNamespace(http=http, https=https, ca=str(ca))
