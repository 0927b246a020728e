"""The guard before every route: sizes, origins, security headers, and a line in the log."""

import asyncio
import logging
from ipaddress import ip_address
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from estaminet.engine.errors import EstaminetError
from estaminet.server.errors import Refusal, retry_after, status_of
from estaminet.server.http.access import address_of, server_of
from estaminet.server.http.limits import Limit
from estaminet.server.live.messages import refuse
from estaminet.server.operation import REFUSALS, REQUESTS

MOST_BYTES: Final = 256 * 1024
"""A record of the longest game is far shorter."""
FLOOD_SECONDS: Final = 0.25
"""Seconds until a flooding address gets its refusal."""
HUNG_UP: Final = 499
"""In the log and in the metrics: the client went before it was answered."""
SAFE: Final = {"GET", "HEAD", "OPTIONS"}
POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'; connect-src 'self'"
)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
log = logging.getLogger("estaminet.requests")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        base = server_of(scope).settings.base
        if base and f"{scope['path']}/".startswith(f"{base}/"):  # a proxy may take it away before, or not
            scope["path"] = scope["path"].removeprefix(base) or "/"
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        else:
            await self._guard_request(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_foreign(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "origin.foreign"})
            return
        server, address = server_of(scope), address_of(HTTPConnection(scope))
        await server.admission.enter(address)
        try:
            check_host(scope)
            server.connections.take(address)
        except Refusal as error:  # for a flood: no browser can read this, but it costs next to nothing
            REFUSALS.labels(error.code).inc()
            await receive()
            await answer(error, send, "websocket.http")
            return
        scope["line"].limit((server.new_frame_limit(), ""), (server.frames, address))
        await self._app(scope, receive, send)

    async def _guard_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, read = perf_counter(), 0, 0
        server = server_of(scope)
        deadline = asyncio.get_running_loop().time() + server.settings.request_seconds
        headers = Headers(scope=scope)
        is_whole = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers

        async def receive_some() -> Message:
            nonlocal read, is_whole
            if is_whole:
                return await receive()  # only a disconnect comes now
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise Refusal("message.slow", "The message did not arrive in full.") from None
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise Refusal("message.too_large", f"A message has at most {MOST_BYTES} bytes.")
            is_whole = not message.get("more_body", False)
            return message

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered.setdefault(name, value)
                answered.setdefault("Content-Security-Policy", policy(scope))
                if scope["path"].startswith("/api"):
                    answered.setdefault("Cache-Control", "no-store")
                if not is_whole or is_detour(scope):  # nobody reads what is still to come
                    answered["Connection"] = "close"
            await send(message)

        try:
            self._check(scope)
            address = address_of(HTTPConnection(scope))
            await server.admission.enter(address)
            await self._count(server.by_address, address)
            await self._app(scope, receive_some, send_guarded)
        except Refusal as error:
            REFUSALS.labels(error.code).inc()
            if not status:  # otherwise the client sees that the answer breaks off
                await answer(error, send_guarded)
        except ClientDisconnect:
            status = HUNG_UP
        except Exception:  # a fault of ours: for the log, never for the client
            log.exception("a request failed")
            if not status:
                await answer(Refusal("server.error", "An error occurred on the server."), send_guarded)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            seconds = perf_counter() - began
            REQUESTS.labels(scope["method"], route, status).observe(seconds)
            details = {
                "method": scope["method"], "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)
            }  # fmt: skip
            log.info("request", extra=details)

    async def _count(self, limit: Limit, address: str) -> None:
        try:
            limit.take(address)
        except Refusal:
            await asyncio.sleep(FLOOD_SECONDS)  # a flood waits, and its connection with it
            raise

    def _check(self, scope: Scope) -> None:
        check_host(scope)
        if scope["method"] not in SAFE and is_foreign(scope):
            raise Refusal("origin.foreign", "This request came from a page of another site.")
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length) > MOST_BYTES:
            raise Refusal("message.too_large", f"A message has at most {MOST_BYTES} bytes.")


def is_foreign(scope: Scope) -> bool:
    """Whether a browser sends this from a page that is not ours."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
    try:
        if urlsplit(origin).netloc == headers.get("host"):
            return False
    except ValueError:  # no browser sends this
        return True
    return origin.rstrip("/") not in known_urls(scope)


def is_detour(scope: Scope) -> bool:
    """Whether another process suits better: the next request then comes over a new connection, through the door."""
    server = server_of(scope)
    if not server.settings.process or not scope["path"].startswith("/api/tables"):
        return False
    table_id = scope.get("path_params", {}).get("table_id")
    return table_id is None or not server.lobby.peers.is_home(table_id)


def known_urls(scope: Scope) -> set[str]:
    """The outside addresses of this server, and of those that share its database."""
    server = server_of(scope)
    urls = {server.settings.url, *server.lobby.peers.urls()}
    return {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, urls) if parts.netloc}


def policy(scope: Scope) -> str:
    """Pages load from here alone, and talk to the servers of this house alone."""
    lines = " ".join(sorted(url.replace("http", "ws", 1) + " " + url for url in known_urls(scope)))
    return f"{POLICY} {lines}".strip()


async def answer(error: EstaminetError, send: Send, kind: str = "http") -> None:
    """A refusal before the application; of kind ``websocket.http`` instead of a WebSocket."""
    body = orjson.dumps(refuse(error))
    headers = {"content-type": "application/json", "content-length": str(len(body)), **retry_header(error)}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.response.start", "status": status_of(error), "headers": raw})
    await send({"type": f"{kind}.response.body", "body": body})


def retry_header(error: EstaminetError) -> dict[str, str]:
    """The Retry-After header."""
    seconds = retry_after(error)
    return {} if seconds is None else {"Retry-After": str(seconds)}


# Names that the house answers to
#
# A stranger's page can have its own name lead to an address in the visitor's network, and so read what is there as if
# it were its own (DNS rebinding). Whatever is asked under a name that is not ours is refused.


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
