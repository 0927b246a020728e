"""Firefox, driven over WebDriver BiDi: it listens for that itself, so that nothing stands between."""

import json
import os
import re
import shutil
import subprocess
import time
from base64 import b64decode
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import ViewportSize
from websockets.sync.client import connect

from tests.web.engine import Missing, Point, describe_gesture, end

PROFILE = """
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
"""It asks nobody in the network for anything."""
PATIENCE = 120
"""Seconds: a busy machine is slow."""


class Firefox:
    def __init__(self, folder: Path) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            raise Missing("there is no Firefox: Debian's firefox-esr is one")
        self._errors: list[tuple[str | None, str]] = []
        """The place of each, and its text."""
        self._command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self._folder = folder
        self._stack = ExitStack()
        self._number = 0

    def __enter__(self) -> Self:
        (self._folder / "user.js").write_text(PROFILE)
        self._line = self._stack.enter_context(connect(f"{self._start()}/session", max_size=None, compression=None))
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._page = self._call("browsingContext.create", type="tab")["context"]
        return self

    def _start(self) -> str:
        """The address at which it listens."""
        log = self._folder / "log"
        with log.open("wb") as output:
            environment = {**os.environ, "HOME": str(self._folder)}
            command = subprocess.Popen(self._command, stdout=output, stderr=output, env=environment)
        process = self._stack.enter_context(command)
        self._stack.callback(end, process)
        deadline = time.monotonic() + PATIENCE
        while not (said := re.search(r"WebDriver BiDi listening on (\S+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        return said[1]

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def goto(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def set_cookie(self, name: str, value: str) -> None:
        self._call(
            "storage.setCookie",
            cookie={"name": name, "value": {"type": "string", "value": value}, "domain": "127.0.0.1"},
            partition={"type": "storageKey", "userContext": "default"},  # where the server's own cookies go
        )

    def set_viewport_size(self, viewport_size: ViewportSize) -> None:
        self._call("browsingContext.setViewport", context=self._page, viewport=viewport_size)

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        return json.loads(self._evaluate(expression, arg)["result"]["value"])

    @property
    def errors(self) -> list[str]:
        """Those of the page that is open: the one before was left while it loaded, which Firefox calls an error too."""
        here = self._evaluate("() => null")["realm"]
        return [text for realm, text in self._errors if realm in (here, None)]

    def _evaluate(self, expression: str, arg: Any = None) -> Any:
        answer = self._call(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify((await ({expression})(JSON.parse(text))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arg)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer

    def screenshot(self, *, path: Path) -> None:
        path.write_bytes(b64decode(self._call("browsingContext.captureScreenshot", context=self._page)["data"]))

    def gesture(self, *points: Point) -> None:
        self._call("input.performActions", context=self._page, actions=describe_gesture(points))

    def _call(self, method: str, **params: object) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._line.recv(timeout=PATIENCE))
            if message.get("id") == self._number:
                assert message["type"] == "success", message["message"]
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self._errors.append((message["params"]["source"].get("realm"), message["params"]["text"]))
