"""An opponent that suits: found from one's own games, told to nobody else, and by little work."""

import asyncio
import random
from typing import Any, cast

import pytest

import estaminet
from estaminet.engine.game import LEVELS
from estaminet.server.live.lobby import MOST_LOOKED_AT, Lobby
from estaminet.server.rules.commands import Leave, Move, Start, Undo
from estaminet.server.rules.results import FIRST_PLACE, MOST_GAMES, GameResult, find_level, read_game, weigh_place
from tests.server.conftest import Meet
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.tables import Table, sit

SUITING: Json = {"kind": "house", "adapts": True}


def chance(place: float, levels: tuple[str, ...]) -> float:
    """What somebody wins who stands so high on the ladder: the share by which one game moves the belief."""
    won, lost = (weigh_place(place, [GameResult(share, levels)]) - weigh_place(place, []) for share in (1.0, 0.0))
    return float(2.718281828**won / (2.718281828**won + 2.718281828**lost))


@pytest.mark.parametrize(("place", "players"), [(0.2, 2), (1.6, 4), (3.0, 2), (4.7, 4)])
def test_against_what_suits_them_everybody_wins_their_fair_share(place: float, players: int) -> None:
    rng = random.Random(players)
    games: list[GameResult] = []
    for _ in range(200):
        levels = (find_level(games),) * (players - 1)
        games.insert(0, GameResult(float(rng.random() < chance(place, levels)), levels))
    settled = games[:-20]
    assert sum(game.share for game in settled) / len(settled) == pytest.approx(1 / players, abs=0.1)


def test_whoever_is_new_begins_in_the_lower_middle() -> None:
    assert abs(LEVELS.index(find_level([])) - FIRST_PLACE) <= 0.5


@pytest.mark.parametrize("players", [2, 5])
def test_no_game_is_worth_losing_for_an_easier_win(players: int) -> None:
    """A win never makes the next opponent weaker, nor does a loss make it stronger."""
    rng = random.Random(1)
    for _ in range(100):
        before = [
            GameResult(float(rng.random() < 0.5), tuple(rng.choice(LEVELS) for _ in range(players - 1)))
            for _ in range(rng.randrange(MOST_GAMES - 1))
        ]
        now = LEVELS.index(find_level(before))
        others = (find_level(before),) * (players - 1)
        won, lost = (LEVELS.index(find_level([GameResult(share, others), *before])) for share in (1.0, 0.0))
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
    assert counted == GameResult(1.0, ("host",))


def test_a_game_that_was_won_by_taking_back_does_not_count_and_a_lost_one_does() -> None:
    """Else the house would be too strong afterwards; or one undo before giving up would undo the loss."""
    games = [summary(["anna", None], [None, "host"], winners) | {"is_practice": True} for winners in ([0], [0, 1], [1])]
    assert [read_game(game, "anna", "poule", 2) for game in games] == [None, None, GameResult(0.0, ("host",))]


def test_a_game_that_was_won_with_many_hints_does_not_count_and_a_lost_one_does() -> None:
    def read(winners: list[int], hinted: list[int]) -> GameResult | None:
        told = {"hinted": [hinted, []], "decisions": [6, 6]}
        return read_game(summary(["anna", None], [None, "host"], winners) | told, "anna", "poule", 2)

    assert read([0], [1, 2]) == GameResult(1.0, ("host",))
    assert read([0], [1, 2, 3]) is None
    assert read([1], [1, 2, 3]) == GameResult(0.0, ("host",))


@pytest.mark.parametrize("others", [[None], ["bert"]])
def test_a_game_that_was_left_is_a_lost_one(others: list[str | None]) -> None:
    left = summary([None, None], ["regular", "host"], []) | {"reason": "left", "had_by": ["anna", *others]}
    assert read_game(left, "anna", "poule", 2) == (GameResult(0.0, ("host",)) if others == [None] else None)


def test_the_summary_of_a_table_tells_practice_and_who_left() -> None:
    table = Table("poule", ["me", "host"])
    for command in (sit(), Start(type="start")):
        table.ask("anna", command)
    while table.state.to_move != 0:
        table.house_moves(table.legal[0])
    table.ask("anna", Move(type="move", number=table.state.number, action=table.legal[0]))
    while table.state.to_move != 0:
        table.house_moves(table.legal[0])
    table.ask("anna", Undo(type="undo", number=table.state.number))
    assert table.state.summarize()["is_practice"]
    table.ask("anna", Leave(type="leave"))
    assert read_game(table.state.summarize(), "anna", "poule", 2) == GameResult(0.0, ("host",))


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

    class Tables:
        async def list_of(self, *wanted: object, **_: object) -> list[object]:
            asked.append(wanted)
            return []

    lobby = Lobby.__new__(Lobby)
    lobby._store = cast("Any", Tables())
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
