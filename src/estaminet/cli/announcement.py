"""The name of the house in its own network, over multicast DNS: easier to type than an address."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

KIND: Final = "_http._tcp.local."
MOST_HOUSES: Final = 20
"""In one network."""
ANSWER_MILLISECONDS: Final = 3000
"""Time for a house to defend its name: it repeats itself only after a second."""
log = logging.getLogger(__name__)


@asynccontextmanager
async def announced(address: str, say: Callable[[str], None]) -> AsyncIterator[None]:
    """Give the address a name in the network while this lasts, and pass it on as soon as it is known.

    Nothing waits for it, and nothing fails without it: a line of the log then says why.
    """
    if find_spec("zeroconf") is None:
        log.info("the house has no name in the network: pip install 'estaminet[lan]' adds what that needs")
        yield
        return
    task = asyncio.create_task(announce(address, say))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def announce(address: str, say: Callable[[str], None]) -> None:
    """Announce an address until this is cancelled, then withdraw it."""
    from zeroconf import Error, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

    place = urlsplit(address)
    host = place.hostname or ""
    try:
        packed = socket.inet_aton(host)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))  # fails if the address is another device's
        network = AsyncZeroconf(interfaces=[host])
    except OSError as error:
        log.info("the house has no name in the network: %s", error)
        return
    try:
        name = await find_name(network)
        server = f"{name}.local"
        service = ServiceInfo(
            KIND, f"{name}.{KIND}", port=place.port, addresses=[packed], server=f"{server}.", properties={"path": "/"}
        )
        await (await network.async_register_service(service, allow_name_change=True))
        say(f"{place.scheme}://{server}:{place.port}")
        await asyncio.Event().wait()
    except (OSError, Error) as error:
        log.info("the house has no name in the network: %s", error)
    finally:
        await network.async_unregister_all_services()
        await network.async_close()


async def find_name(network: "AsyncZeroconf") -> str:
    """The first name that no house in the network has."""
    from zeroconf import AddressResolver, NonUniqueNameException  # type: ignore[attr-defined]  # not in its __all__

    for number in range(1, MOST_HOUSES + 1):
        name = "estaminet" if number == 1 else f"estaminet-{number}"
        if not await AddressResolver(f"{name}.local.").async_request(network.zeroconf, ANSWER_MILLISECONDS):
            return name
    raise NonUniqueNameException("all names are taken")
