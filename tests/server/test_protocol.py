"""docs/protocol.md is true: its example is replayed, and what it names is what there is."""

import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from estaminet.engine.errors import MEANINGS
from estaminet.server.errors import LIBRARY_STATUSES, REFUSALS
from estaminet.server.live import messages
from estaminet.server.rules import commands, events, plan, state
from tests.server.conftest import Meet
from tests.server.people import Line
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
UNSPOKEN = {
    "file.unwritable", "undo.empty", "game.over", "seed.invalid", "level.unknown", "contract.broken", "entrant.unknown",
    "entrant.broken", "player.failed", "worker.died", "arena.differs", "arena.broken", "extra.missing",
    "cluster.unreachable", "position.hidden", "position.large", "server.address", "server.processes",
    "server.locked", "server.setting", "backup.invalid", "backup.not_empty", "result.invalid",
    "training.invalid", "training.diverged", "checkpoint.invalid", "network.invalid", "device.missing",
    "folder.occupied", "page.missing",
}  # fmt: skip
"""Codes that never reach a client: they are the library's, the arena's and the operator's."""


def test_the_page_lists_every_code_that_can_reach_a_client_with_its_status() -> None:
    rows = re.findall(r"^\| (`[a-z_.]+`(?:, `[a-z_.]+`)*) \| (\d+) \|", PAGE, re.MULTILINE)
    listed = {code: int(status) for codes, status in rows for code in re.findall(r"`(.+?)`", codes)}
    there_is: dict[str, int] = {code: LIBRARY_STATUSES.get(code, 422) for code in MEANINGS}
    there_is |= {code: kind.status for code, kind in REFUSALS.items()}
    assert listed == {code: status for code, status in there_is.items() if code not in UNSPOKEN}


def test_the_page_names_every_message_and_member() -> None:
    kinds = get_args(get_args(commands.Message)[0])
    names = {name for kind in kinds for name in kind.model_fields}
    names |= {get_args(kind.model_fields["type"].annotation)[0] for kind in kinds}
    names |= set(plan.TablePlan.model_fields) | set(get_args(plan.Level))
    for _, message in inspect.getmembers(messages, inspect.isclass):
        if message.__module__ == messages.__name__:
            names |= getattr(message, "__annotations__", {}).keys()
    names |= {each.value for kind in (events.EventKind, state.Status, state.Reason) for each in kind}
    assert len(names) > 80
    assert {name for name in names if f"`{name}`" not in PAGE} == set()


def test_the_page_names_every_path(server: RunningServer, meet: Meet) -> None:
    paths = meet(server).get("/api/openapi.json")["paths"]
    assert len(paths) > 12
    for path, methods in paths.items():
        if path.startswith("/api/"):
            written = re.sub(r"\\{\w+\\}", "[A-Z]+", re.escape(path))
            for method in methods:
                assert re.search(rf"`{method.upper()} {written}[`?]", PAGE), (method, path)


def test_the_example_goes_just_like_that(server: RunningServer, meet: Meet) -> None:
    steps = re.findall(r"^    ([→←]) (.+)$", PAGE, re.MULTILINE)
    assert len(steps) > 20
    replay = Replay(server, meet)
    for direction, text in steps:
        replay.send(text) if direction == "→" else replay.expect(text)


class Replay:
    """A person who follows the page."""

    def __init__(self, server: RunningServer, meet: Meet) -> None:
        self._visitor = meet(server)
        self._line: Line | None = None
        self._words: dict[str, str] = {}
        self._answer = ""

    def send(self, text: str) -> None:
        for word, value in self._words.items():
            text = text.replace(word, value)
        if text.startswith("{"):
            assert self._line is not None
            self._line.socket.send(text)
            return
        method, path, *body = text.split(" ", 2)
        if method == "WebSocket":
            self._line = self._visitor.sit_live(path.split("/")[3])
            return
        response = self._visitor.http.request(method, path, json=json.loads(body[0]) if body else None)
        self._answer = f"{response.status_code} {response.text}"

    def expect(self, text: str) -> None:
        """The next message; over the line there may be updates in between that the page leaves out."""
        if not text.startswith("{"):
            status, _, body = text.partition(" ")
            there, _, came = self._answer.partition(" ")
            assert there == status
            assert self._matches(json.loads(body), json.loads(came)), self._answer
            return
        assert self._line is not None
        wanted = json.loads(text)
        message = self._line.update
        while not (message and self._matches(wanted, message)):
            assert message.get("type") != "refusal", message
            message = self._line.receive()
        self._words["NUMBER"] = str(self._line.update["number"])

    def _matches(self, wanted: Any, came: Any) -> bool:  # noqa: ANN401  # any JSON
        """Whether all expected items came; lists may have more in between."""
        if isinstance(wanted, dict):
            return isinstance(came, dict) and all(
                name in came and self._matches(value, came[name]) for name, value in wanted.items()
            )
        if isinstance(wanted, list):
            rest = iter(came)
            return bool(wanted or not came) and all(any(self._matches(each, one) for one in rest) for each in wanted)
        if wanted in ("TABLE", "INVITATION", "ACTION"):
            self._words.setdefault(wanted, came)
            return bool(self._words[wanted] == came)
        return bool(wanted in ("…", came))
