"""The house's own Python in a browser: in a worker, under a strict content policy, and again from its own memory."""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser

import estaminet
from estaminet.extras import EXTRAS
from estaminet.site import bundle
from estaminet.site.modules import find_module

SITE: Final = Path(bundle.__file__).parent
PYODIDE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "pyodide"
POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
ACTION: Final = "stall III c4"
WORKER: Final = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { GameModule } from "./module.mjs";
import { addModule, startPython, takeSnapshot } from "./python.mjs";

const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
onmessage = async ({ data: { program, snapshot } }) => {
  const settings = { indexURL: new URL("pyodide/", location.href).href };
  const python = await startPython(loadPyodide, settings, await read("house.zip"), snapshot);
  const taken = snapshot ?? takeSnapshot(python);
  addModule(python, "poule", await GameModule.load(await read("poule.wasm")));
  postMessage({ seen: python.runPython(program), snapshot: taken });
};
"""
PAGE: Final = """
(program) => {
  const ask = (snapshot) => new Promise((resolve, reject) => {
    const worker = new Worker("worker.mjs", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ program, snapshot });
  });
  return ask().then((first) => ask(first.snapshot).then((second) => [first.seen, second.seen]));
}
"""
PROGRAM: Final = f"""
import json, estaminet
position = estaminet.game("poule").start(players=3, seed=7)
position.play("{ACTION}")
json.dumps(position.view(seat=1))
"""

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="Pyodide comes with what the page is built with"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


class Handler(SimpleHTTPRequestHandler):
    """A folder as any host serves it, with a policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A folder with all that Python needs in a page, below a path."""
    folder = tmp_path / "below" / "a" / "path"
    shutil.copytree(PYODIDE, folder / "pyodide", ignore=shutil.ignore_patterns("*.map", "*.html"))
    game = estaminet.game("poule")
    (folder / "house.zip").write_bytes(bundle.build_bundle([game]))
    for file, name in (
        (find_module(game), "poule.wasm"),
        *((SITE / each, each) for each in ("module.mjs", "python.mjs")),
    ):
        shutil.copy(file, folder / name)
    (folder / "worker.mjs").write_text(WORKER)
    (folder / "index.html").write_text("<!doctype html><title>Python</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/below/a/path/"
        server.shutdown()
        thread.join()


def test_people_see_the_same_in_a_worker_and_nothing_comes_from_elsewhere(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(120_000)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    first, second = page.evaluate(PAGE, PROGRAM)
    page.close()
    position = estaminet.game("poule").start(players=3, seed=7)
    position.play(ACTION)
    assert json.loads(first) == json.loads(second) == json.loads(json.dumps(position.view(seat=1)))
    assert asked
    assert all(url.startswith(address) or url == address.rpartition("below")[0] + "favicon.ico" for url in asked)
