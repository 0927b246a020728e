"""The name of the house in its own network; here that network is this machine alone."""

import asyncio
import logging
import socket

import pytest
from zeroconf import AddressResolver  # type: ignore[attr-defined]  # not in its __all__
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from estaminet.cli.serve import ANSWER_MILLISECONDS, KIND, announce, announced

pytestmark = pytest.mark.thorough
HERE = "127.0.0.1"


async def find_address(name: str) -> list[str]:
    """The service found under a name."""
    network = AsyncZeroconf(interfaces=[HERE])
    try:
        found = AddressResolver(f"{name}.")
        await found.async_request(network.zeroconf, ANSWER_MILLISECONDS)
        return found.parsed_addresses()
    finally:
        await network.async_close()


async def open_houses(*ports: int) -> list[str]:
    """Have houses announced one after the other, all at the same time; under which addresses."""
    told: asyncio.Queue[str] = asyncio.Queue()
    if not ports:
        return []
    async with announced(f"http://{HERE}:{ports[0]}", told.put_nowait):
        first = await asyncio.wait_for(told.get(), 30)
        name = first.removeprefix("http://").partition(":")[0]
        assert await find_address(name) == [HERE]
        others = await open_houses(*ports[1:])
    assert await find_address(name) == []
    return [first, *others]


def test_two_houses_in_a_network_have_two_names_and_withdraw_them() -> None:
    first, second = asyncio.run(open_houses(8000, 8001))
    assert first.endswith(":8000")
    assert second.endswith(":8001")
    names = [address.removeprefix("http://").partition(":")[0] for address in (first, second)]
    assert names[0] != names[1]
    assert all(name.startswith("estaminet") and name.endswith(".local") for name in names)


def test_whoever_looks_for_pages_in_the_network_finds_the_house() -> None:
    async def look() -> AsyncServiceInfo:
        told: asyncio.Queue[str] = asyncio.Queue()
        async with announced(f"http://{HERE}:8000", told.put_nowait):
            name = (await asyncio.wait_for(told.get(), 30)).removeprefix("http://").partition(".")[0]
            network = AsyncZeroconf(interfaces=[HERE])
            found = AsyncServiceInfo(KIND, f"{name}.{KIND}")
            assert await found.async_request(network.zeroconf, 10_000)
            await network.async_close()
            return found

    found = asyncio.run(look())
    assert (found.port, found.addresses) == (8000, [socket.inet_aton(HERE)])


@pytest.mark.parametrize("address", ["http://203.0.113.7:8000", "http://[fe80::7]:8000", "http://a.example:8000"])
def test_where_nothing_can_be_announced_the_house_opens_all_the_same(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def open_house() -> list[str]:
        told: list[str] = []
        await announce(address, told.append)  # gives up by itself
        async with announced(address, told.append):
            pass
        return told

    with caplog.at_level(logging.INFO):
        assert asyncio.run(open_house()) == []
    assert "no name in the network" in caplog.text
