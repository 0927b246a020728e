"""The page: files that were built from web/, and one page for every address that is not a file."""

import gzip
import hashlib
import mimetypes
import os
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from estaminet.server.http.access import server_of

FOLDER: Final = Path(__file__).parents[2] / "pages"
UNBUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Estaminet</title>
<h1>Estaminet</h1><p>The house is open, but its page has not been built: <code>make web</code>.</p></html>"""
FOREVER: Final = "public, max-age=31536000, immutable"
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The encodings of built files, the smallest first."""
KIT: Final = "device"
"""The folder of what a page needs to play by itself: an index, and a folder named by its content."""
INDEX: Final = f"{KIT}/index.json"
PYODIDE: Final = "pyodide"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/octet-stream", ".weights")


class Pages(StaticFiles):
    """Serves the page at every address; only files can be missing."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER, check_dir=False)

    async def check_config(self) -> None:
        """Check nothing: a house whose page has not been built says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        is_page = path == "." or "." not in path.rpartition("/")[2]
        if is_page and not (FOLDER / "index.html").exists():
            return HTMLResponse(UNBUILT)
        if path == INDEX and not (FOLDER / INDEX).exists():  # it is no error to have none
            return Response(status_code=204, headers={"Cache-Control": "no-cache"})
        response = await super().get_response("index.html" if is_page else path, scope)
        if is_page:
            response = self._show_page(scope)
        if response.status_code == 404:
            raise HTTPException(404, "Not Found")
        # Files carry a hash of their content in their name; the page that names them is not cached.
        is_named = path.startswith("assets/") or is_of_kit(path)
        response.headers["Cache-Control"] = FOREVER if is_named else "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file. Those of Pyodide are large: a kit may leave them beside the page, where they came from."""
        full_path, found = super().lookup_path(path)
        if found is None and is_of_kit(path) and (FOLDER / KIT / Path(path).parts[1]).is_dir():
            name = Path(path).relative_to(*Path(path).parts[:2])
            if name.parts[0] == PYODIDE:
                return super().lookup_path(str(name))
        return full_path, found

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file in a packed form from the build, if there is one that the client can unpack."""
        for encoding, ending in ENCODINGS.items():
            packed = Path(f"{full_path}{ending}")
            if accepts(scope, encoding) and packed.is_file():
                response = super().file_response(packed, packed.stat(), scope, status_code)
                response.headers["Content-Encoding"] = encoding
                return response
        return super().file_response(full_path, stat_result, scope, status_code)

    def _show_page(self, scope: Scope) -> Response:
        file = FOLDER / "index.html"
        page = write_page(file, file.stat().st_mtime_ns, server_of(scope).settings.base)
        is_packed = accepts(scope, "gzip")
        response = HTMLResponse(page.packed if is_packed else page.plain)
        response.headers["ETag"] = f'"{page.tag}-gzip"' if is_packed else f'"{page.tag}"'
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        is_known = self.is_not_modified(response.headers, Headers(scope=scope))
        return NotModifiedResponse(response.headers) if is_known else response


def is_of_kit(path: str) -> bool:
    """Whether a file is in a folder of the kit that is named by its content."""
    parts = Path(path).parts
    return len(parts) > 2 and parts[0] == KIT


class Page(NamedTuple):
    """The page for every address of a house."""

    plain: bytes
    packed: bytes
    tag: str


@lru_cache(maxsize=1)
def write_page(file: Path, _changed: int, base: str) -> Page:
    """The page of a house below a path: its links start at the root of the site."""
    plain = file.read_text(encoding="utf-8").replace('="./', f'="{escape(base)}/').encode()
    return Page(plain, gzip.compress(plain), hashlib.sha256(plain).hexdigest()[:32])


def accepts(scope: Scope, encoding: str) -> bool:
    """Whether a client can unpack what was packed in a way."""
    choices = Headers(scope=scope).get("accept-encoding", "").replace(" ", "").split(",")
    return any(each.partition(";")[0] == encoding and not each.endswith(";q=0") for each in choices)


class PagesRoute(Mount):
    """Matches everything but the protocol, where a wrong method is not taken for a wrong path."""

    def __init__(self) -> None:
        super().__init__("/", Pages())

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if scope["path"].startswith("/api/") else super().matches(scope)
