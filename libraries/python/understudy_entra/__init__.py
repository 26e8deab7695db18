"""Understudy for tests: a local stand-in for Microsoft Entra ID.

    from understudy_entra import Understudy

    with Understudy.start() as entra, entra.trusted(), entra.tenant() as tenant:
        app = msal.ConfidentialClientApplication(
            client_id, client_credential=secret, authority=tenant.authority, instance_discovery=False)
        ...
        tenant.verify(1, endpoint="token", outcome="success")

The package has a pytest plugin with the fixtures `understudy` and `understudy_tenant`.
"""

from .control import Control
from .http import ControlError, VerificationError
from .operations import OPERATIONS, Operation
from .server import StartError, Understudy
from .tenant import Tenant

__all__ = [
    "Control", "ControlError", "OPERATIONS", "Operation", "StartError", "Tenant", "Understudy", "VerificationError"]
__version__ = "0.1.0"
