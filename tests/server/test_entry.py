"""Nobody acts for a seat that is not theirs: every route and every message, against everybody who has no business.

The tables of this module stay as they are: each test ends with a look whether anything in the database has changed.
A route or a message that is not in the matrix of `rights` fails the first test.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import httpx
import pytest
from fastapi import APIRouter
from starlette.routing import WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from estaminet.server.http import routes
from estaminet.server.rules.commands import MESSAGES
from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.impostors import DAY, Headers, add_device, by_bearer, list_impostors, sign
from tests.server.people import Json, Visitor
from tests.server.rights import IDLE, KNOWN, LIVE_ONLY, MESSAGE_ROWS, NOTHING, NUMBERED, OWN, ROUTES, STATUSES, Row
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled

# The tables


class Scene:
    """Three tables, of two people, a house player and nobody on the last seat."""

    def __init__(self, server: RunningServer, meet: Meet) -> None:
        self.server = server
        self.anna, self.bert, self.sven = meet(server, "Anna"), meet(server, "Bert"), meet(server, "Sven")
        self.nobody = meet(server)
        self.bot = meet(server, token=self.bert.post("/api/me/token")["token"])
        gone = meet(server, "Gerd")
        self.gone_bot = by_bearer(gone.post("/api/me/token")["token"])
        self.gone_link: str = gone.post("/api/me/link")["token"]
        self.gone = {"Cookie": gone.cookie}
        gone.delete("/api/me")
        self.tables = [self.set_up()["id"] for _ in range(3)]
        self.start(1)
        self.start(2)
        for visitor in (self.anna, self.bert):
            visitor.command(self.tables[2], "resign")
        (self.annas_device,) = [each["id"] for each in self.anna.get("/api/me/devices")]
        self.impostors = list_impostors(server, self.anna, self.gone, self.gone_bot)

    def set_up(self) -> Json:
        table = self.anna.set_up("poule", ["me", "open", "apprentice", "open"], options={"rounds": 1})
        self.anna.command(table["id"], "sit", salt="annas")
        self.bert.command(table["id"], "sit", salt="berts", invitation=table["invitation"])
        return table

    def start(self, number: int) -> None:
        """A game in which Anna is to move, and acted last: she has drawn a tile."""
        table = self.tables[number]
        self.anna.command(table, "give", seat=3, level="apprentice")
        update = self.anna.command(table, "start")
        line = self.anna.sit_live(table)
        while update["view"]["to_move"] != 0:
            if update["view"]["to_move"] == 1:
                update = self.bert.watch(table)
                self.bert.command(table, "move", number=update["number"], action=update["view"]["legal"][0])
            line.until(update["number"] + 1)
            update = line.update
        self.anna.command(table, "move", number=update["number"], action="draw")
        line.close()

    def number(self, table: str) -> int:
        ((number,),) = self.server.query("SELECT max(number) FROM events WHERE table_id = ?", table)
        return int(number)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One at which nobody else changes anything."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def scene(server: RunningServer) -> Iterator[Scene]:
    with ExitStack() as stack:

        def come(server: RunningServer, name: str | None = None, token: str | None = None) -> Visitor:
            visitor = Visitor(server.url, name, token)
            stack.callback(visitor.close)
            return visitor

        yield Scene(server, come)


@contextmanager
def nothing_changes(server: RunningServer) -> Iterator[None]:
    """Everything in the database is afterwards as it was before."""
    before = read_all(server)
    yield
    assert read_all(server) == before


def read_all(server: RunningServer) -> list[list[tuple[Any, ...]]]:
    names = ("keys", "people", "devices", "tables", "events", "visits", "channels", "reminder_choices")
    rows = [sorted(server.query(f"SELECT * FROM {name}"), key=repr) for name in names]  # noqa: S608  # our own names
    rows[0] = [row for row in rows[0] if row[0] != "pulse"]  # written by whoever asks how the server is
    return rows


def fill(scene: Scene, method: str, path: str, table: int = 1) -> dict[str, Any]:
    """A request that would be carried out if it came from Anna."""
    here = scene.tables[table]
    bodies: dict[str, object] = {
        "/api/me": {"name": "Anna the second"},
        "/api/me/claim": {"token": scene.gone_link},
        "/api/me/link/look": {"token": scene.gone_link},
        "/api/me/reminders": {"language": "en", "zone": "UTC"},
        "/api/me/reminders/channels": {"kind": "mail", "address": "anna@example.org"},
        "/api/tables": {"game": "poule", "seats": [{"kind": "me"}, {"kind": "house"}]},
        "/api/tables/{table_id}/commands": {"type": "move", "number": scene.number(here), "action": "place a1"},
        "/api/contests": {"game": "poule", "players": 2},
        "/api/contests/{contest_id}/listing": {"is_listed": True},
        "/api/branches": {"table": here, "at": 0},
        "/api/replay": {},
        "/api/verify": {},
    }
    url = path.replace("{table_id}", here).replace("{name}", "poule").replace("{device}", scene.annas_device)
    url = url.replace("{contest_id}", "daily-2026-02-01-poule").replace("{number}", "0")
    return {"method": method.upper(), "url": url, "json": bodies.get(path) if method in ("post", "put") else None}


def ask(scene: Scene, request: dict[str, Any], headers: Headers) -> httpx.Response:
    """A request with these headers and nothing else that could tell who asks."""
    scene.nobody.http.cookies.clear()
    return scene.nobody.http.request(**request, headers=headers)


def code_of(response: httpx.Response) -> str:
    refusal = response.json()
    assert response.status_code == STATUSES.get(refusal["code"], 409)
    return str(refusal["code"])


# The tests


def test_every_route_and_every_message_is_in_the_matrix(server: RunningServer, meet: Meet) -> None:
    paths = meet(server).get("/api/openapi.json")["paths"]
    assert {(method, path) for path, methods in paths.items() for method in methods} == set(ROUTES)
    modules = [import_module(f"{routes.__name__}.{module.name}") for module in iter_modules(routes.__path__)]
    routers = [each for module in modules for each in vars(module).values() if isinstance(each, APIRouter)]
    lines = {each.path for router in routers for each in router.routes if isinstance(each, WebSocketRoute)}
    assert lines == {"/api/tables/{table_id}/live"}
    commands = paths["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    messages = {row.message["type"] for row in MESSAGE_ROWS}
    assert set(MESSAGES.json_schema()["discriminator"]["mapping"]) == messages
    assert set(commands["discriminator"]["mapping"]) == messages - LIVE_ONLY


def test_whoever_is_not_known_does_nothing_at_any_route(scene: Scene) -> None:
    impostors = scene.impostors
    assert ask(scene, fill(scene, "get", "/api/me"), {"Cookie": scene.anna.cookie}).status_code == 200
    with nothing_changes(scene.server):
        for name, headers in impostors.items():
            for (method, path), who in ROUTES.items():
                if who is KNOWN:
                    code = "person.bot" if is_bot(headers) and path.startswith("/api/me") else "person.unknown"
                    assert code_of(ask(scene, fill(scene, method, path), headers)) == code, (name, path)


def test_a_bot_plays_and_is_nobody_otherwise(scene: Scene) -> None:
    """Its token makes no links, no tokens and no cookies, whatever cookie it is sent with."""
    bot = headers_of(scene.bot)
    with nothing_changes(scene.server):
        for headers in (bot, {**bot, "Cookie": scene.bert.cookie}):
            for method, path in ROUTES:
                if path.startswith("/api/me"):
                    answer = ask(scene, fill(scene, method, path), headers)
                    assert (code_of(answer), "set-cookie" in answer.headers) == ("person.bot", False), path
        welcome = ask(scene, fill(scene, "get", "/api/welcome"), bot)
        assert (welcome.json()["name"], "set-cookie" in welcome.headers) == ("Bert", False)


def test_whoever_is_not_known_sees_what_anybody_sees(scene: Scene) -> None:
    with nothing_changes(scene.server):
        for name, headers in scene.impostors.items():
            for number, table in enumerate(scene.tables):
                update = ask(scene, {"method": "GET", "url": f"/api/tables/{table}"}, headers).json()
                you: Json = {
                    "seats": [],
                    "watched_seat": None,
                    "is_owner": False,
                    "invitation": None,
                    "code": None,
                    "may_sit": [],
                    "may_ask": [],
                    "can_undo": False,
                    "undo_is_practice": False,
                    "level": None,
                }
                assert update["you"] == you, name
                assert update["view"] is None or update["view"]["seat"] is None, name
                record = ask(scene, {"method": "GET", "url": f"/api/tables/{table}/record"}, headers)
                assert record.status_code == (200 if number == 2 else 409), name
            welcome = ask(scene, fill(scene, "get", "/api/welcome"), headers).json()
            assert (welcome["name"], welcome["mine"]) == (None, []), name


def test_whoever_is_not_known_becomes_somebody_new_and_renames_nobody(scene: Scene) -> None:
    people = scene.server.query("SELECT id, name, epoch FROM people")
    impostors = [headers for headers in scene.impostors.values() if not is_bot(headers)]
    for headers in impostors:
        assert ask(scene, fill(scene, "post", "/api/me"), headers).status_code == 200
    now = scene.server.query("SELECT id, name, epoch FROM people")
    assert set(people) <= set(now)
    assert len(now) == len(people) + len(impostors)


@pytest.mark.parametrize("is_live", [False, True], ids=["http", "live"])
def test_whoever_is_not_known_sends_no_message(scene: Scene, is_live: bool) -> None:  # noqa: FBT001  # two ways
    headers = scene.impostors
    with nothing_changes(scene.server):
        for name, header in headers.items():
            for number, row in enumerate(MESSAGE_ROWS):
                message = fit(scene, row, scene.tables[number % 3])
                if is_live:
                    with open_line(scene, scene.tables[number % 3], header) as line:
                        assert send(line, message) == "person.unknown", (name, message)
                elif row.message["type"] not in LIVE_ONLY:
                    request = {"method": "POST", "url": f"/api/tables/{scene.tables[number % 3]}/commands"}
                    assert code_of(ask(scene, {**request, "json": message}, header)) == "person.unknown", (
                        name,
                        message,
                    )


@pytest.mark.parametrize("name", ["sven", "bert", "bot"])
@pytest.mark.parametrize("is_live", [False, True], ids=["http", "live"])
@pytest.mark.parametrize("at", range(3), ids=["waiting", "playing", "over"])
def test_nobody_acts_for_a_seat_that_is_not_theirs(
    scene: Scene, name: str, is_live: bool, at: int  # noqa: FBT001  # two ways
) -> None:  # fmt: skip
    visitor: Visitor = getattr(scene, name)
    table = scene.tables[at]
    with nothing_changes(scene.server), open_line(scene, table, headers_of(visitor)) as line:
        for row in MESSAGE_ROWS:
            expected = (row.stranger if name == "sven" else row.other)[at]
            message = fit(scene, row, table)
            if expected == OWN or (row.message["type"] in LIVE_ONLY and not is_live):
                continue
            got = send(line, message) if is_live else try_to(visitor, f"/api/tables/{table}/commands", message)
            assert got == expected, message


@pytest.mark.parametrize(
    ("name", "at", "rematch", "advice"),
    [
        ("sven", 0, "seat.foreign", IDLE),
        ("sven", 1, "seat.foreign", "advice.refused"),
        ("sven", 2, "seat.foreign", IDLE),
        ("bert", 0, "table.unfinished", IDLE),
        ("bert", 1, "table.unfinished", "advice.refused"),
        ("anna", 1, "table.unfinished", "advice.refused"),
    ],
)
def test_no_rematch_and_no_advice_for_whoever_has_no_business(
    scene: Scene, name: str, at: int, rematch: str, advice: str
) -> None:
    visitor: Visitor = getattr(scene, name)
    with nothing_changes(scene.server):
        assert try_to(visitor, f"/api/tables/{scene.tables[at]}/rematch") == rematch
        assert try_to(visitor, f"/api/tables/{scene.tables[at]}/advice") == advice


def test_an_invitation_is_good_for_its_own_table_and_its_free_seats(scene: Scene) -> None:
    invitations = [scene.anna.watch(table)["you"]["invitation"] for table in scene.tables]
    waiting, playing, _ = (f"/api/tables/{table}/commands" for table in scene.tables)
    with nothing_changes(scene.server):
        for wrong in (*invitations[1:], "", invitations[0][:-1], invitations[0].swapcase(), scene.tables[0]):
            assert try_to(scene.sven, waiting, {"type": "sit", "invitation": wrong}) == "invitation.invalid"
        for seat in (0, 1, 2):
            message = {"type": "sit", "seat": seat, "invitation": invitations[0]}
            assert try_to(scene.sven, waiting, message) == "seat.taken"
        assert try_to(scene.sven, playing, {"type": "sit", "invitation": invitations[1]}) == "table.full"


def test_what_one_does_without_naming_a_seat_concerns_ones_own(server: RunningServer, meet: Meet) -> None:
    table, (anna, bert) = seat_two(server, meet)
    people = [row[3] for row in sorted(server.events(table))[:2]]
    for line, kind in ((bert, "offer_stop"), (anna, "decline_stop"), (bert, "leave")):
        line.until(anna.update["number"])
        line.ask(kind)
        anna.until(line.update["number"])
    written = [(kind, person) for _, kind, _, person, *_ in sorted(server.events(table))[3:6]]
    assert written == [("stop_offered", people[1]), ("stop_declined", people[0]), ("left", people[1])]
    assert [seat["is_taken"] for seat in anna.update["table"]["seats"]] == [True, False]
    while anna.update["view"]["to_move"] == 1:  # a house player took the seat; the next test wants a quiet server
        anna.until(anna.update["number"] + 1)


FOREIGN: list[Headers] = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("foreign", FOREIGN, ids=str)
def test_a_page_of_another_site_does_nothing_in_ones_name(scene: Scene, foreign: Headers) -> None:
    headers = {"Cookie": scene.anna.cookie, **foreign}
    with nothing_changes(scene.server):
        for method, path in ROUTES:
            answer = ask(scene, fill(scene, method, path), headers)
            assert not any(name.startswith("access-control") for name in answer.headers)
            if method != "get":
                assert code_of(answer) == "origin.foreign", path
        with pytest.raises(InvalidStatus, match="403"), open_line(scene, scene.tables[1], headers):
            pass


def test_only_a_fresh_link_of_ones_own_lets_one_in(scene: Scene) -> None:
    anna = json.loads(scene.server.query("SELECT terms FROM tables WHERE id = ?", scene.tables[0])[0][0])["owner"]
    link, bot = (add_device(scene.server, anna, kind) for kind in ("link", "bot"))
    wrong = {
        "old": sign(scene.server, "link", [anna, link], age=DAY + 60),
        "from before there were devices": sign(scene.server, "link", [anna, 0]),
        "another key": sign(scene.server, "link", [anna, link], key=bytes(32)),
        "a cookie": sign(scene.server, "cookie", [anna, link]),
        "a bot's token": sign(scene.server, "bot", [anna, bot]),
        "the device of a bot": sign(scene.server, "link", [anna, bot]),
        "a device that is in use": sign(scene.server, "link", [anna, scene.annas_device]),
        "of somebody who left": scene.gone_link,
        "of nobody": sign(scene.server, "link", ["somebody", link]),
        "no token": "anna",
    }
    with nothing_changes(scene.server):
        for name, token in wrong.items():
            for path in ("/api/me/claim", "/api/me/link/look"):
                answer = ask(scene, {"method": "POST", "url": path, "json": {"token": token}}, {})
                assert code_of(answer) == "link.invalid", (name, path)
                assert "set-cookie" not in answer.headers, (name, path)
    right = {"token": sign(scene.server, "link", [anna, link], age=DAY - 60)}
    assert ask(scene, {"method": "POST", "url": "/api/me/claim", "json": right}, {}).json() == {"name": "Anna"}


def test_whoever_left_for_good_has_no_say_over_an_old_line(server: RunningServer, meet: Meet) -> None:
    otto, paula = meet(server, "Otto"), meet(server, "Paula")
    table = otto.set_up("poule", ["open", "open", "apprentice"])
    paula.command(table["id"], "sit", invitation=table["invitation"])
    lines = [otto.sit_live(table["id"]) for _ in MESSAGE_ROWS]
    otto.delete("/api/me")
    with nothing_changes(server):
        for line, row in zip(lines, MESSAGE_ROWS, strict=True):
            invitation = {"invitation": table["invitation"]} if row.message["type"] == "sit" else {}
            number = {"number": 1} if row.message["type"] in NUMBERED else {}
            with pytest.raises(ConnectionClosed):
                send(line.socket, {**row.message, **invitation, **number})


# How it is asked


def fit(scene: Scene, row: Row, table: str) -> Json:
    """The message as it would be right for this moment."""
    has_number = row.message["type"] in NUMBERED
    return {**row.message, "number": scene.number(table)} if has_number else row.message


def is_bot(headers: Headers) -> bool:
    return headers.get("Authorization", "").startswith("Bearer")


def headers_of(visitor: Visitor) -> Headers:
    if "authorization" in visitor.http.headers:
        return {"Authorization": visitor.http.headers["authorization"]}
    return {"Cookie": visitor.cookie}


def try_to(visitor: Visitor, path: str, message: object = None) -> str:
    """The code of the refusal; NOTHING if there is none."""
    response = visitor.http.post(path, json=message)
    return NOTHING if response.is_success else code_of(response)


@contextmanager
def open_line(scene: Scene, table: str, headers: Headers) -> Iterator[ClientConnection]:
    """A live line with these headers and nothing else that could tell who asks."""
    address = scene.server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    with connect(address, additional_headers=headers, max_size=None) as socket:
        yield socket


def send(socket: ClientConnection, message: Json) -> str:
    """The code of the refusal; NOTHING if there is none before that of a second message, which is always refused."""
    socket.send(json.dumps({**message, "id": "first"}))
    socket.send(json.dumps({"type": "open", "seat": 9, "id": "second"}))
    codes = {}
    while "second" not in codes:
        answer = json.loads(socket.recv(timeout=60))
        if answer["type"] == "refusal":
            codes[answer["id"]] = answer["code"]
    return str(codes.get("first", NOTHING))
