"""For operators: health and metrics."""

from typing import Final

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import estaminet
from estaminet.table.api.access import TheServer
from estaminet.table.api.answers import Health
from estaminet.table.metrics import REGISTRY

router: Final = APIRouter(tags=["operation"])


@router.get("/healthz")
async def health(server: TheServer, response: Response) -> Health:
    """Whether the server and its database answer, and which games are ready."""
    games = server.hall.kernels.status()
    is_up = await server.store.ping()
    response.status_code = 200 if is_up else 503
    return {
        "status": "down" if not is_up else "ok" if all(games.values()) else "warming",
        "version": estaminet.__version__,
        "games": games,
    }


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics() -> Response:
    """Numbers for Prometheus."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
