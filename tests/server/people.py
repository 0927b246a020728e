"""A person at the other end of a real connection: HTTP for one-off questions, a WebSocket at a table."""

import json
import ssl
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
"""Whatever the server sent: tests look into it as they like."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Tests speak plain HTTP; to read all certificates of the world for each visitor would take longer than the tests."""


class Refused(Exception):
    """The server answered with a typed refusal."""

    def __init__(self, status: int, refusal: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {refusal}")
        self.status = status
        self.code: str = refusal["code"]
        self.refusal = refusal


class Visitor:
    """A person with a browser, known or not."""

    def __init__(self, url: str, name: str | None = None, token: str | None = None) -> None:
        self.url = url
        self.heard: list[bytes] = []
        """Every byte that the server ever sent to this person."""
        self.completed: dict[int, Json] = {}
        """For what was heard over a line, by its place there: the whole update, with what was heard before."""
        self._lines: list[Line] = []
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=60, verify=NO_CERTIFICATES)
        if name:
            self.post("/api/me", {"name": name})

    def get(self, path: str, **query: object) -> Any:
        return self._read(self.http.get(path, params={key: str(value) for key, value in query.items()}))

    def post(self, path: str, body: object = None) -> Any:
        return self._read(self.http.post(path, json=body))

    def delete(self, path: str) -> Any:
        return self._read(self.http.delete(path))

    def _read(self, response: httpx.Response) -> Any:
        self.heard.append(repr(response.headers.multi_items()).encode() + response.content)
        data: Any = response.json() if response.content else None
        if response.status_code >= 400:
            raise Refused(response.status_code, data)
        return data

    def set_up(self, game: str, seats: Sequence[Json | str], **plan: object) -> Json:
        """A new table; seats in short: ``me``, ``open``, ``host``, ``local:Anna``."""
        table: Json = self.post("/api/tables", {"game": game, "seats": [seat_plan(seat) for seat in seats], **plan})
        return table

    def command(self, table: str, kind: str, **members: object) -> Json:
        """Ask something of a table over HTTP; the update after it."""
        update: Json = self.post(f"/api/tables/{table}/commands", {"type": kind, **members})
        return update

    def watch(self, table: str, since: int = 0) -> Json:
        update: Json = self.get(f"/api/tables/{table}", since=since)
        return update

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def sit_live(
        self, table: str, since: int = 0, *, changes: bool = True, screen: bool = False, talk: bool = False
    ) -> "Line":
        """Connect to a table's live line; as the page does, for changes alone."""
        line = Line(self, table, since, changes=changes, screen=screen, talk=talk)
        self._lines.append(line)
        return line

    def close(self) -> None:
        """Hang up everywhere."""
        for line in self._lines:
            line.close()
        self.http.close()


class Line:
    """A live line to a table."""

    def __init__(
        self,
        visitor: Visitor,
        table: str,
        since: int = 0,
        *,
        changes: bool = True,
        screen: bool = False,
        talk: bool = False,
    ) -> None:
        flags = {"changes": changes, "screen": screen, "talk": talk}
        query = "&".join([f"since={since}", *(f"{name}={str(wanted).lower()}" for name, wanted in flags.items())])
        address = visitor.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?{query}"
        headers = {"Cookie": visitor.cookie} if visitor.cookie else {}
        for name in ("Authorization", "X-Forwarded-For"):
            if name in visitor.http.headers:
                headers[name] = visitor.http.headers[name]
        self.visitor = visitor
        self._heard = visitor.heard
        self._connecting = connect(address, additional_headers=headers, max_size=None, compression=None)
        self.socket: ClientConnection = self._connecting.__enter__()
        self.update: Json = {}
        """The last one."""

    def send(self, kind: str, **members: object) -> None:
        self.socket.send(json.dumps({"type": kind, **members}))

    def receive(self, timeout: float = 60) -> Json:
        """The next message, whatever it is."""
        text = self.socket.recv(timeout=timeout)
        self._heard.append(text if isinstance(text, bytes) else text.encode())
        message: Json = json.loads(text)
        if message["type"] == "update":
            self.update = message = complete(message, self.update)
            self.visitor.completed[len(self._heard) - 1] = message
        return message

    def next_update(self) -> Json:
        """The next update; a refusal is raised."""
        message = self.receive()
        if message["type"] == "refusal":
            raise Refused(0, message)
        return message

    def until(self, number: int) -> Json:
        """Read on until an event of this number has been seen."""
        while not self.update or self.update["number"] < number:
            self.next_update()
        return self.update

    def ask(self, kind: str, **members: object) -> Json:
        """Ask something, and read on until a later event, or raise the refusal."""
        number = self.update["number"]
        self.send(kind, **members)
        return self.until(number + 1)

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)


def complete(news: Json, old: Json) -> Json:
    """The whole update: what a later update on a line leaves out is as it was in the one before."""
    whole = {**old, "answers": [], **news}
    if news["view"]:
        before = old.get("view") or {"board": {}}
        whole["view"] = {**before, **news["view"], "board": {**before["board"], **news["view"]["board"]}}
    return whole


def seat_plan(seat: Json | str) -> Json:
    if isinstance(seat, dict):
        return seat
    if seat in ("me", "open"):
        return {"kind": seat}
    kind, _, name = seat.partition(":")
    return {"kind": "local", "name": name} if kind == "local" else {"kind": "house", "level": seat}


def check_refusal(message: Json) -> None:
    assert message.keys() == {"type", "code", "sentence", "rule", "id", "retry_after"}
    assert message["type"] == "refusal"
    assert message["code"]
    assert message["sentence"].endswith(".")
    assert len(message["sentence"]) < 1000
