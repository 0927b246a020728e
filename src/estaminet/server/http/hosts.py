"""The names that the house answers to.

A stranger's page can have its own name lead to an address in the visitor's network, and so read what is there as if it
were its own (DNS rebinding). Requests under other names are refused.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from estaminet.server.errors import Refusal
from estaminet.server.http.access import server_of


def check_host(scope: Scope) -> None:
    """``host.unknown`` if a request is for another name. Every browser sends the name."""
    host = Headers(scope=scope).get("host", "")
    name = name_of(f"//{host}")
    if not host or is_harmless(name):
        return
    server = server_of(scope)
    settings = server.settings
    urls = {settings.url, *settings.addresses, *server.lobby.peers.urls(), *(f"//{each}" for each in settings.names)}
    if not name or name not in map(name_of, urls):
        sentence = f"This server does not answer to the name {name[:80]!r}: its operator can add it with --names."
        raise Refusal("host.unknown", sentence)


def is_harmless(name: str) -> bool:
    """Whether no site on the internet can have this name: an address, a name without a dot, or one of multicast DNS."""
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith((".local", ".localhost")))
    return True


def name_of(url: str) -> str:
    """The host of an address as browsers write it; empty if there is none."""
    try:
        name = (urlsplit(url).hostname or "").rstrip(".")
        return name if name.isascii() else name.encode("idna").decode()
    except ValueError:
        return ""
