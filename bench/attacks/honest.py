"""An honest visitor, as a process of its own: asks something small again and again. ``python -m bench.attacks.honest``.

The address of the server comes as an argument; once the input ends, the seconds that every answer took are printed.
"""

import http.client
import json
import select
import subprocess
import sys
from time import perf_counter
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

PAUSE: Final = 0.05


class Honest:
    """The visitor, for as long as an attack lasts."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "bench.attacks.honest", url]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self._process.stdout.readline()
        self.waits: list[float] = []
        """Seconds of every answer, known afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        output, _ = self._process.communicate()
        self.waits = json.loads(output or b"[]")


def main() -> None:
    connection = http.client.HTTPConnection(urlsplit(sys.argv[1]).netloc)

    def ask(method: str, body: str | None = None, cookie: str = "") -> str:
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        connection.request(method, "/api/me", body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.headers.get("set-cookie", "").partition(";")[0]

    cookie, waits = ask("POST", '{"name": "Anna"}'), []
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        begin = perf_counter()
        ask("GET", cookie=cookie)
        waits.append(perf_counter() - begin)
    print(json.dumps(waits))


if __name__ == "__main__":
    main()
