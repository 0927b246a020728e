"""An opponent that suits: found from one's own games, told to nobody else, and by little work."""

import asyncio
import random
from typing import Any, cast

import pytest

import estaminet
from estaminet.engine.game import LEVELS
from estaminet.server.live.lobby import MOST_LOOKED_AT, Lobby
from estaminet.server.rules.adapting import FIRST_PLACE, MOST_GAMES, Played, find_level, read_game, weigh_place
from tests.server.conftest import Meet
from tests.server.people import Json, Refused, Visitor
from tests.server.running import RunningServer

SUITING: Json = {"kind": "house", "adapts": True}


def chance(place: float, levels: tuple[str, ...]) -> float:
    """What somebody wins who stands so high on the ladder: the share by which one game moves the belief."""
    won, lost = (weigh_place(place, [Played(share, levels)]) - weigh_place(place, []) for share in (1.0, 0.0))
    return float(2.718281828**won / (2.718281828**won + 2.718281828**lost))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("place", [0.2, 1.6, 3.0, 4.7])
def test_against_what_suits_them_everybody_wins_their_fair_share(place: float, players: int) -> None:
    rng = random.Random(players)
    games: list[Played] = []
    for _ in range(200):
        levels = (find_level(games),) * (players - 1)
        games.insert(0, Played(float(rng.random() < chance(place, levels)), levels))
    settled = games[:-20]
    assert sum(game.share for game in settled) / len(settled) == pytest.approx(1 / players, abs=0.1)


def test_who_is_new_begins_in_the_lower_middle() -> None:
    assert abs(LEVELS.index(find_level([])) - FIRST_PLACE) <= 0.5


@pytest.mark.parametrize("players", [2, 5])
def test_no_game_is_worth_losing_for_an_easier_win(players: int) -> None:
    """A win never makes the next opponent weaker, nor does a loss make it stronger."""
    rng = random.Random(1)
    for _ in range(200):
        before = [
            Played(float(rng.random() < 0.5), tuple(rng.choice(LEVELS) for _ in range(players - 1)))
            for _ in range(rng.randrange(MOST_GAMES - 1))
        ]
        now = LEVELS.index(find_level(before))
        others = (find_level(before),) * (players - 1)
        won, lost = (LEVELS.index(find_level([Played(share, others), *before])) for share in (1.0, 0.0))
        assert lost <= now <= won


def summary(people: list[str | None], levels: list[str | None], winners: list[int] | None) -> dict[str, object]:
    return {"game": "poule", "people": people, "seats": [{"level": level} for level in levels], "winners": winners}


@pytest.mark.parametrize(
    ("people", "levels", "winners"),
    [
        (["anna", "bert"], [None, None], [0]),
        (["anna", "anna"], [None, None], [0]),
        (["anna", None], [None, "host"], []),
        (["anna", None], [None, "host"], None),
        (["anna", None, None], [None, "host", "host"], [0]),
        (["bert", None], [None, "host"], [0]),
    ],
)
def test_only_games_against_the_house_alone_count(
    people: list[str | None], levels: list[str | None], winners: list[int] | None
) -> None:
    assert read_game(summary(people, levels, winners), "anna", "poule", 2) is None
    counted = read_game(summary([None, "anna"], ["host", None], [1]), "anna", "poule", 2)
    assert counted == Played(1.0, ("host",))


@pytest.mark.compiled
def test_a_lesson_that_was_played_on_says_nothing_of_ones_level(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    first = ask(anna)
    for _ in range(6):
        table = anna.post("/api/tables/lessons/reeperbahn")["id"]
        anna.command(table, "resign")
        assert anna.watch(table)["table"]["status"] == "over"
    assert ask(anna) == first


def test_however_much_somebody_has_played_little_is_looked_at() -> None:
    asked: list[tuple[object, ...]] = []

    class Shelf:
        async def list_of(self, *wanted: object, **_: object) -> list[object]:
            asked.append(wanted)
            return []

    lobby = Lobby.__new__(Lobby)
    lobby._store = cast("Any", Shelf())
    asyncio.run(lobby.find_level("anna", estaminet.game("poule"), 2))
    assert asked == [("anna", MOST_LOOKED_AT)]


def ask(person: Visitor) -> str:
    """Which level suits somebody."""
    level: str = person.get("/api/me/level", game="reeperbahn", players=2)["level"]
    return level


def lose(person: Visitor, table: str) -> None:
    person.command(table, "sit")
    person.command(table, "start")
    person.command(table, "resign")


@pytest.mark.compiled
def test_the_table_holds_the_level_that_was_found_and_the_next_one_follows_the_games(
    server: RunningServer, meet: Meet
) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    first = ask(anna)
    table = anna.set_up("reeperbahn", ["me", SUITING])["id"]
    levels = []
    for _ in range(6):
        told = anna.watch(table)
        levels += [seat["level"] for seat in told["table"]["seats"] if seat["level"]]
        assert told["you"]["level"] == levels[-1]
        assert bert.watch(table)["you"]["level"] is None
        lose(anna, table)
        table = anna.post(f"/api/tables/{table}/rematch")["id"]
    assert levels[0] == first
    assert [LEVELS.index(level) for level in levels] == sorted(map(LEVELS.index, levels), reverse=True)
    assert ask(anna) == levels[-1] == "guest"
    assert ask(bert) == first


@pytest.mark.compiled
def test_the_level_that_was_found_is_not_taken_from_somebody_else_of_the_house(
    server: RunningServer, meet: Meet
) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("nuit", ["me", "king", SUITING])["id"]
    assert anna.watch(table)["you"]["level"] == anna.get("/api/me/level", game="nuit", players=3)["level"] != "king"
    table = anna.set_up("nuit", ["me", "king", "guest"])["id"]
    assert anna.watch(table)["you"]["level"] is None


@pytest.mark.compiled
def test_what_suits_somebody_is_for_them_alone(server: RunningServer, meet: Meet) -> None:
    with pytest.raises(Refused, match="401"):
        ask(meet(server))
    anna = meet(server, "Anna")
    for others in (["open"], ["local:Opa"], [SUITING, "open"]):
        with pytest.raises(Refused, match="against the house alone"):
            anna.set_up("poule", ["me", SUITING, *others])
    for first in ("open", "local:Opa", SUITING):
        with pytest.raises(Refused, match="against the house alone"):
            anna.set_up("poule", [first, SUITING])
    for query in ({"game": "poule", "players": 9}, {"game": "chess", "players": 2}, {"game": "poule"}):
        with pytest.raises(Refused, match=r"40[04]|422"):
            anna.get("/api/me/level", **query)
