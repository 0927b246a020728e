"""WebKit, the engine of every iPhone, in its own small browser on a screen that nobody sees; driven over WebDriver."""

import os
import shutil
import subprocess
from base64 import b64decode
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import httpx
from playwright.sync_api import ViewportSize

from tests.server.people import NO_CERTIFICATES
from tests.server.servers import free_port
from tests.web.engine import Missing, Point, describe_gesture, end

THEME = """
toolbar, toolitem, button, entry, image { min-width: 0; padding: 0; margin: 0; border-width: 0; }
toolbar { -gtk-icon-transform: scale(0); font-size: 1px; }
"""
"""The browser's own buttons take no room: a window may be as narrow as a phone."""
LISTEN = """() => {
  window.errors = [];
  addEventListener("error", (event) => window.errors.push(event.message));
  addEventListener("unhandledrejection", (event) => window.errors.push(String(event.reason)));
  console.error = (...words) => window.errors.push(words.join(" "));
}"""
"""WebDriver tells nothing of a page's console: the page has to, as soon as it is there."""


class WebKit:
    def __init__(self, folder: Path) -> None:
        for program in ("WebKitWebDriver", "Xvfb"):
            if shutil.which(program) is None:
                raise Missing(f"there is no {program}: Debian's webkit2gtk-driver and xvfb are needed for WebKit")
        browsers = sorted(Path("/usr").glob("lib*/*/webkit2gtk-4.*/MiniBrowser"))
        if not browsers:
            raise Missing("there is no MiniBrowser: Debian's libwebkit2gtk has one")
        self._browser = browsers[-1]
        self._folder = folder
        self._stack = ExitStack()
        self._session = ""

    def __enter__(self) -> Self:
        theme = self._folder / "gtk-3.0"
        theme.mkdir()
        (theme / "gtk.css").write_text(THEME)
        screen = self._launch("Xvfb", "-displayfd", "1", "-screen", "0", "2000x1200x24", "-nolisten", "tcp")
        assert screen.stdout
        port = free_port()
        self._launch(
            "WebKitWebDriver",
            f"--port={port}",
            DISPLAY=f":{screen.stdout.readline().strip()}",
            HOME=str(self._folder),
            XDG_CONFIG_HOME=str(self._folder),
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",  # nothing but our own page is opened
        )
        transport = httpx.HTTPTransport(retries=8, verify=NO_CERTIFICATES)  # until it listens
        self._http = self._stack.enter_context(
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120, transport=transport)
        )
        options = {"binary": str(self._browser), "args": ["--automation"]}
        made = self._call("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._session = f"/{made['sessionId']}"
        self._stack.callback(self._call, "", "DELETE")
        self._call("/timeouts", script=100_000)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @property
    def errors(self) -> list[str]:
        errors: list[str] = self.evaluate("() => window.errors")
        return errors

    def goto(self, url: str) -> None:
        self._call("/url", url=url)
        self.evaluate(LISTEN)

    def set_cookie(self, name: str, value: str) -> None:
        self._call("/cookie", cookie={"name": name, "value": value, "path": "/"})

    def set_viewport_size(self, viewport_size: ViewportSize) -> None:
        width, height = viewport_size["width"], viewport_size["height"]
        self._call("/window/rect", x=0, y=0, width=width, height=height)
        inner = self.evaluate("() => innerHeight")
        self._call("/window/rect", x=0, y=0, width=width, height=2 * height - inner)

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        return self._call("/execute/sync", script=f"return ({expression})(arguments[0])", args=[arg])

    def screenshot(self, *, path: Path) -> None:
        path.write_bytes(b64decode(self._call("/screenshot", "GET")))

    def gesture(self, *points: Point) -> None:
        self._call("/actions", actions=describe_gesture(points))

    def _call(self, path: str, method: str = "POST", **members: object) -> Any:
        body = members if method == "POST" else None
        answer = self._http.request(method, f"/session{self._session}{path}", json=body).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def _launch(self, *command: str, **environment: str) -> subprocess.Popen[str]:
        process = self._stack.enter_context(
            subprocess.Popen(
                command,
                env={**os.environ, **environment},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )
        self._stack.callback(end, process)
        return process
