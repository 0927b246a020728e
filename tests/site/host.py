"""A host of files, as there are many: it sends what lies in a folder, and says what `_headers` tells it to.

`serve` does so for as long as a test needs it, below a path, as a project's pages lie on many hosts.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Host(SimpleHTTPRequestHandler):
    """Answers below a path."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, folder: Path, below: str) -> None:
        self._rules = read_headers(folder / "_headers")
        self._below = below
        super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]  # what a server hands on

    def translate_path(self, path: str) -> str:
        if not path.startswith(self._below):
            return super().translate_path("/nothing-is-there")
        return super().translate_path(path.removeprefix(self._below.rstrip("/")))

    def end_headers(self) -> None:
        path = "/" + self.path.removeprefix(self._below)
        for pattern, headers in self._rules.items():
            for name, value in headers.items() if fnmatch(path, pattern) else ():
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def read_headers(file: Path) -> dict[str, dict[str, str]]:
    """Answers by patterns of paths."""
    if not file.exists():
        return {}
    rules = re.split(r"^(?=/)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {path: dict(line.strip().split(": ", 1) for line in lines) for path, *lines in map(str.splitlines, rules)}


@contextmanager
def serve(folder: Path, below: str = "/") -> Iterator[str]:
    """The address at which a folder is."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, folder=folder, below=below)) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{below}"
        finally:
            server.shutdown()
            thread.join()
