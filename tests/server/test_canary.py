"""Canaries: every byte that the server ever sent is searched for what its receiver may not know.

Every hidden card has a name that occurs nowhere else (`marks`), who has seen it is told from the rules' pages
(`ledger`), and what a message says must hold in every world that looks the same to its receiver (`twins`).
"""

import base64
import json
from collections.abc import Iterable, Iterator

import orjson
import pytest

import estaminet
from tests.server import marks
from tests.server.company import Company, person_of
from tests.server.conftest import Meet
from tests.server.ledger import WATCH
from tests.server.people import Json, Line, Visitor
from tests.server.servers import RunningServer
from tests.server.twins import CANARY, Leak, Story, hold

pytestmark = pytest.mark.compiled

LEAKS = [
    "hand", "quiet hand", "reconnect", "memory", "deal", "seed", "invitation", "person", "log", "refusal", "views"
]  # fmt: skip
WINDOW = 5
"""So many cards in a row are the order of a stack and no accident."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose hidden cards are marked."""
    with RunningServer(tmp_path_factory.mktemp("marked"), program=marks.MARKED) as running:
        yield running


@pytest.fixture(scope="module")
def leaking_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that is broken on purpose."""
    with RunningServer(tmp_path_factory.mktemp("leaking"), program=marks.LEAKING) as running:
        yield running


# What was heard


def body_of(chunk: bytes) -> str:
    """A message, or the body of an answer without its headers."""
    text = chunk.decode()
    return text.partition(")]")[2] if text.startswith("[(") else text


def check_pictures(story: Story, people: Iterable[Visitor]) -> None:
    """Every update of a table that anybody got."""
    for visitor in people:
        person = person_of(visitor)
        for place, chunk in enumerate(visitor.heard):
            whole = visitor.completed.get(place)
            text = orjson.dumps(whole).decode() if whole else body_of(chunk)
            message = orjson.loads(text) if text.startswith("{") else {}
            if message.get("type") == "update" and message["table"]["id"] == story.table:
                story.check_picture(person, text)
            elif "views" in message:
                story.check_views(person, text)
            elif message.get("type") == "refusal" and message["code"] != "action.illegal":
                hold(not CANARY.search(text), "a card in a refusal", text)


def spell(secret: bytes) -> list[bytes]:
    """All ways in which somebody might write some bytes."""
    letters = [base64.b64encode(secret), base64.urlsafe_b64encode(secret)]
    return [secret.hex().encode(), secret, *(each.rstrip(b"=") for each in letters), json.dumps(list(secret)).encode()]


def orders(deal: Json) -> list[bytes]:
    """Pieces of the order of every stack."""
    lists = [each for value in deal.values() if isinstance(value, list) for each in (value, *value)]
    stacks = [stack for stack in lists if isinstance(stack, list) and isinstance(stack[0], int)]
    runs = [stack[at : at + WINDOW] for stack in stacks for at in range(len(stack) - WINDOW + 1)]
    return [",".join(map(str, each)).encode() for run in runs for each in (run, run[::-1])]


def check_secrets(server: RunningServer, table: str, record: Json, people: Iterable[Visitor]) -> None:
    """No seed, order, key, person or token of others in anything that anybody got before the game was over."""
    keys = [secret for (key,) in server.query("SELECT value FROM keys") for secret in spell(key)]
    persons = [person.encode() for (person,) in server.query("SELECT id FROM people")]
    seeds = {each: spell(seed) for each, seed in server.query("SELECT id, seed FROM tables")}
    stacks = orders(record["deal"])
    people = list(people)
    tokens = [(visitor, visitor.http.cookies["estaminet"].encode()) for visitor in people if person_of(visitor)]
    for visitor in people:
        others = [token for owner, token in tokens if owner is not visitor]
        for chunk in visitor.heard:
            search(chunk, [*keys, *persons, *others])
            text = body_of(chunk)
            is_over = '"status":"over"' in text or "fairness" in text
            for each, seed in seeds.items():
                search(chunk, () if is_over and each == table else seed)
            search(chunk.replace(b" ", b""), () if "fairness" in text else stacks)


def search(chunk: bytes, secrets: Iterable[bytes]) -> None:
    for secret in secrets:
        hold(secret not in chunk, "a secret", secret, chunk)


def check_all(server: RunningServer, company: Company, record: Json) -> Story:
    story = Story(server, company.id, record)
    check_pictures(story, company.people.values())
    for attempt in company.attempts:
        story.check_refusal(attempt)
    story.check_undo()
    check_secrets(server, company.id, record, company.people.values())
    return story


# The tests


EVENINGS: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    ("poule", ("Anna", "Bert", "Cleo"), {"options": {"rounds": 2}}),
    ("reeperbahn", ("Dora", "Emil"), {"is_public": True}),
    ("nuit", ("Fritz", "Greta", "Hans"), {}),
]


def test_every_game_of_the_house_that_is_dealt_has_an_evening() -> None:
    games = map(estaminet.game, estaminet.games())
    dealt = {game.name for game in games if game.deal_parts(game.seats[0], game.options.resolve())}
    assert dealt == {game for game, _, _ in EVENINGS} == WATCH.keys()


@pytest.mark.parametrize(("game", "names", "plan"), EVENINGS)
def test_nobody_is_sent_what_they_may_not_know(
    server: RunningServer, meet: Meet, game: str, names: tuple[str, ...], plan: dict[str, object]
) -> None:
    company = Company(server, meet, game, names, seed=3, **plan)
    company.insist_on_undo()
    company.play(10)
    company.ask_for_the_record()
    company.change_places(1, "Tessa")
    company.play()
    record = company.end()
    story = check_all(server, company, record)
    kinds = [event.kind for event in story.events]
    assert {"undone", "left", "sat"} <= set(kinds[story.start :])
    assert company.attempts
    assert story.twins > 0.7 * story.checked


def test_a_shared_device_shows_the_cards_of_a_seat_only_after_a_look(server: RunningServer, meet: Meet) -> None:
    ida, karl = meet(server, "Ida"), meet(server, "Karl")
    table = ida.set_up("poule", ["me", "local:Jule", "open"], options={"rounds": 1})
    ida.command(table["id"], "sit", salt="idas-and-jules")
    karl.command(table["id"], "sit", invitation=table["invitation"], salt="karls")
    ida.command(table["id"], "start")
    device, other = ida.sit_live(table["id"]), karl.sit_live(table["id"])
    to_move = -1
    for _ in range(40):
        to_move = play_on_device(device, other, to_move)
        assert ida.watch(table["id"])["you"]["watched_seat"] is None
        ida.get(f"/api/tables/{table['id']}/views", count=4)
        if to_move == 0:
            device.send("watch_seat", seat=2)
            assert receive_refusal(device)["code"] == "seat.foreign"
    other.send("resign")
    device.send("resign")
    while device.update["table"]["status"] != "over":
        device.receive()
    record = ida.get(f"/api/tables/{table['id']}/record")
    story = Story(server, table["id"], record)
    check_pictures(story, [ida, karl])
    check_secrets(server, table["id"], record, [ida, karl])


def look_at(device: Line, seat: int) -> Json:
    """Ask to see a seat; the update that answers it, not one that was on its way because somebody connected."""
    message = f"look-{len(device.visitor.heard)}"
    device.send("watch_seat", seat=seat, id=message)
    while message not in device.receive().get("answers", ()):
        pass
    return device.update


def play_on_device(device: Line, other: Line, before: int) -> int:
    """One action of the seat to move, and which seat that was. The one that has just acted may still be looking."""
    number = max(line.update.get("number", 3) for line in (device, other))
    to_move: int = device.until(number)["view"]["to_move"]
    if to_move == 2:
        line, update = other, other.until(number)
    else:
        line = device
        if to_move != before:
            assert device.update["you"]["watched_seat"] is None
            assert device.update["view"]["board"]["secret"] is None
        assert look_at(device, 1 - to_move)["you"]["watched_seat"] is None
        update = look_at(device, to_move)
        assert update["you"]["watched_seat"] == to_move
    line.send("move", number=number, action=update["view"]["legal"][-1])
    line.until(number + 1)
    return to_move


def receive_refusal(line: Line) -> Json:
    message = line.receive()
    while message["type"] != "refusal":
        message = line.receive()
    return message


def test_the_lobby_the_log_and_the_metrics_know_no_secrets(server: RunningServer, meet: Meet) -> None:
    company = Company(server, meet, "poule", ("Lena", "Max"), options={"rounds": 1})
    hidden = [company.id, company.invitation, "salt-of-"]
    lena = company.people["Lena"]
    public = lena.set_up("poule", ["me", "open"], is_public=True)
    hidden.append(public["invitation"])
    stranger = meet(server)
    for path in ("/api/tables", "/metrics", "/healthz", "/api/openapi.json", "/"):
        stranger.heard.append(stranger.http.get(path).content)
    company.play(10)
    for path in ("/api/tables", "/metrics"):
        stranger.heard.append(stranger.http.get(path).content)
    tokens = [lena.http.cookies["estaminet"], lena.post("/api/me/token")["token"], lena.post("/api/me/link")["token"]]
    lena.command(company.id, "resign")
    company.number += 1
    record = company.end()
    check_secrets(server, company.id, record, [stranger, *company.people.values()])
    hidden += [*tokens, *(person for (person,) in server.query("SELECT id FROM people"))]
    hidden += [seed.hex() for (seed,) in server.query("SELECT seed FROM tables")]
    hidden += [key.hex() for (key,) in server.query("SELECT value FROM keys")]
    told = b"".join(stranger.heard).decode() + server.log()
    assert public["id"] in told
    assert [secret for secret in hidden if secret in told] == []
    assert CANARY.findall(told) == []
    assert [order for order in orders(record["deal"]) if order.decode() in told.replace(" ", "")] == []


@pytest.mark.parametrize("leak", LEAKS)
def test_the_canary_sings_when_a_server_leaks(leaking_server: RunningServer, meet: Meet, leak: str) -> None:
    company = Company(leaking_server, meet, "poule", (leak, "Nora"), options={"rounds": 1})
    story = play_some(leaking_server, company)
    assert story is None


def test_the_canary_is_silent_where_nothing_leaks(leaking_server: RunningServer, meet: Meet) -> None:
    company = Company(leaking_server, meet, "poule", ("honest", "Nora"), options={"rounds": 1})
    assert play_some(leaking_server, company) is not None


def play_some(server: RunningServer, company: Company) -> Story | None:
    """The story of a game that was given up early; None if something leaked."""
    company.play(6)
    company.gather()
    to_move = company.lines[""].update["view"]["to_move"]
    if company.lines[str(company.sitting[to_move])].update["view"]["legal"]:
        company.try_something_illegal(str(company.sitting[to_move]))
    company.people["Nora"].command(company.id, "resign")
    company.number += 1
    record = company.end()
    try:
        return check_all(server, company, record)
    except Leak:
        return None
