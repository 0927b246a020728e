"""For operators: health and metrics."""

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import estaminet
from estaminet.server.errors import Refusal
from estaminet.server.http.access import TheServer
from estaminet.server.http.messages import Health, HealthStatus
from estaminet.server.live.listing import Readiness
from estaminet.server.operation import REGISTRY
from estaminet.server.settings import Network
from estaminet.server.store.database import Condition

router: Final = APIRouter(tags=["operation"])


@router.get("/healthz")
async def health(server: TheServer, response: Response) -> Health:
    """Whether the database answers and stores what is written, and which games are ready."""
    games = server.lobby.kernels.status
    condition = await server.lobby.health.check()
    status: HealthStatus = condition.value
    if condition is not Condition.WELL:
        response.status_code = 503
    elif {Readiness.WARMING, Readiness.PLAYABLE} & set(games.values()):
        status = "warming"
    elif Readiness.BROKEN in games.values():
        status = "degraded"
    return {"status": status, "version": estaminet.__version__, "games": games}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request, server: TheServer) -> Response:
    """Metrics for Prometheus, for requests from this machine or where the operator allows it."""
    if not request.client or not is_among(request.client.host, server.settings.metrics_from):
        raise Refusal(
            "metrics.private", "Metrics are for this machine alone, unless --metrics-from names other addresses."
        )
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


def is_among(host: str, networks: Sequence[Network]) -> bool:
    """Whether an address is this machine's own, or in one of the networks."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may say anything
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or any(address in each for each in networks)
