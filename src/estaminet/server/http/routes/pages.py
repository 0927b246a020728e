"""The browser table: files that were built from web/, and one page for every address that is not a file."""

import mimetypes
from html import escape
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from estaminet.server.http.access import server_of

FOLDER: Final = Path(__file__).parents[2] / "pages"
UNBUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Estaminet</title>
<h1>Estaminet</h1><p>The house is open, but its page has not been built: <code>make web</code>.</p></html>"""
FOREVER: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Pages(StaticFiles):
    """Serves the page. Where somebody is, is the page's own business; a file that is missing is missing."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER, check_dir=False)

    async def check_config(self) -> None:
        """Nothing: a house whose page has not been built says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        is_page = path == "." or "." not in path.rpartition("/")[2]
        if is_page and not (FOLDER / "index.html").exists():
            return HTMLResponse(UNBUILT)
        response = await super().get_response("index.html" if is_page else path, scope)
        if is_page:
            response = HTMLResponse(page_below(server_of(scope).settings.base))
        if response.status_code == 404:
            raise HTTPException(404, "Not Found")
        # Files carry a hash of their content in their name; the page that names them is asked for anew.
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response


def page_below(base: str) -> str:
    """The page for every address of a house below a path: what it loads is named from the root of the site."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    return page.replace('="./', f'="{escape(base)}/')


class PagesRoute(Mount):
    """Everything but the protocol, where a wrong method is not taken for a wrong path."""

    def __init__(self) -> None:
        super().__init__("/", GZipMiddleware(Pages()))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if scope["path"].startswith("/api/") else super().matches(scope)
