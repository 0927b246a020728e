"""For operators: health and metrics."""

from typing import Final

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import estaminet
from estaminet.server.http.access import TheServer
from estaminet.server.http.messages import Health, HealthStatus
from estaminet.server.live.kernels import Readiness
from estaminet.server.operation import REGISTRY
from estaminet.server.store.database import Condition

router: Final = APIRouter(tags=["operation"])


@router.get("/healthz")
async def health(server: TheServer, response: Response) -> Health:
    """Whether the server's database answers and keeps what is written, and which games are ready."""
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
async def metrics() -> Response:
    """Numbers for Prometheus."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
