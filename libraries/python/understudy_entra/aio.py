"""Understudy for asyncio: the calls of a server or a tenant, each on a thread of its own.

    entra = AsyncUnderstudy(Understudy.connect())
    entry = (await entra.list_requests(endpoint="token"))[-1]
"""

import asyncio
import functools
from typing import Any, Awaitable, Callable

from .server import Understudy
from .tenant import Tenant


class _Async:
    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._target, name)
        if not callable(method):
            raise AttributeError(f"{name} is a value; read it from the synchronous object.")

        @functools.wraps(method)
        async def call(*arguments: Any, **options: Any) -> Any:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(None, functools.partial(method, *arguments, **options))

        return call


class AsyncUnderstudy(_Async):
    """The operations of `Understudy` as coroutines."""

    def __init__(self, entra: Understudy) -> None:
        super().__init__(entra)


class AsyncTenant(_Async):
    """The operations of `Tenant` as coroutines."""

    def __init__(self, tenant: Tenant) -> None:
        super().__init__(tenant)
