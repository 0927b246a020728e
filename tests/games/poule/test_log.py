"""What the log tells: exactly the declared arguments, and nothing that not everybody saw."""

import pytest

from estaminet.engine.game import LogLine
from estaminet.engine.position import Position
from estaminet.games.poule.words import LOG_KEYS
from tests.games.poule.boards import GAME, all_cells_but, give, lay, state_of, walk

TILES = list(range(22))


def start(**options: object) -> Position:
    return GAME.start(2, options={"rounds": 1, **options}, deal={"first": 0, "rounds": [TILES]})


def play_and_log(position: Position, text: str) -> list[LogLine]:
    """Play an action and see its lines in the log."""
    before = position.known_to()
    position.play(text)
    return GAME.describe(before, GAME.actions[GAME.code(text)], position.known_to())


@pytest.mark.parametrize(
    "options", [{}, {"tiles": "open"}, {"stalls_return": "none", "rounds": 4}, {"wizard": True, "end": "last_stall"}]
)
def test_messages_have_exactly_the_declared_arguments(options: dict[str, object]) -> None:
    *_, last = walk(GAME.start(2, seed=11, options={"rounds": 2, **options}), seed=11)
    logged = last.log()
    assert len(logged) == len(last.history)
    for lines in logged:
        for line in lines:
            assert sorted(line.arguments) == sorted(LOG_KEYS[line.key])


def test_every_declared_message_is_told_some_time() -> None:
    *_, last = walk(GAME.start(3, seed=3, options={"rounds": 4, "stalls_return": "none"}), seed=3)
    assert {line.key for lines in last.log() for line in lines} == set(LOG_KEYS)


def test_a_stall() -> None:
    assert play_and_log(start(), "stall III c4") == [("poule.stall", {"seat": 0, "rank": "III", "cell": "c4"})]


def test_a_draw_and_where_the_tile_went() -> None:
    position = start()
    assert play_and_log(position, "draw") == [("poule.draw", {"seat": 0, "tile": "farmer", "value": 2})]
    assert play_and_log(position, "place f1") == [
        ("poule.place", {"seat": 0, "cell": "f1", "tile": "farmer", "value": 2})
    ]


def test_a_secret_tile_is_named_when_it_is_played() -> None:
    position = start()
    position.play("stall I a1")
    assert play_and_log(position, "secret b1") == [
        ("poule.secret", {"seat": 1, "cell": "b1", "tile": "maid", "value": 1})
    ]


def test_a_pass() -> None:
    position = start()
    give(position, {1: "I I"}, turn=0)
    assert play_and_log(position, "pass") == [("poule.pass", {"seat": 0})]


@pytest.mark.parametrize("last", ["stall I f1", "secret f1"])
def test_the_end_of_a_round_tells_gains_and_who_begins(last: str) -> None:
    deal = {"first": 0, "rounds": [TILES, TILES]}
    position = GAME.start(2, options={"rounds": 2}, deal=deal)
    lay(position, all_cells_but("e1", "f1") | {"a1": "+6", "b1": "G II"})
    position.play("stall I e1")
    first, *rest = play_and_log(position, last)
    assert first.key == f"poule.{last.split()[0]}"
    money = position.scores()
    assert rest == [
        ("poule.round_paid", {"round": 1}),
        ("poule.gain", {"seat": 0, "amount": money[0] - 50, "money": money[0]}),
        ("poule.gain", {"seat": 1, "amount": money[1] - 50, "money": money[1]}),
        ("poule.round_begins", {"round": 2, "seat": position.to_move}),
    ]


def test_a_secret_tile_that_ends_the_round_is_named_too() -> None:
    position = start()
    lay(position, all_cells_but("f1"))
    assert play_and_log(position, "secret f1")[0] == (
        "poule.secret",
        {"seat": 0, "cell": "f1", "tile": "farmhand", "value": 1},
    )


def test_a_drawn_tile_that_ends_the_round_is_named_too() -> None:
    position = start()
    lay(position, all_cells_but("f1"))
    position.play("draw")
    assert play_and_log(position, "place f1")[0] == (
        "poule.place",
        {"seat": 0, "cell": "f1", "tile": "farmer", "value": 2},
    )


@pytest.mark.parametrize(("money", "winners"), [([70, 60], [0]), ([60, 60], [0, 1])])
def test_the_end_of_the_game_tells_who_has_won(money: list[int], winners: list[int]) -> None:
    position = start()
    state_of(position).money[:2] = money
    lay(position, all_cells_but("f1"))
    logged = play_and_log(position, "stall I f1")
    assert [line.key for line in logged[:4]] == ["poule.stall", "poule.round_paid", "poule.gain", "poule.gain"]
    assert logged[4:] == [("poule.wins", {"seat": seat, "money": max(money)}) for seat in winners]


def test_a_game_that_ends_early_tells_the_round_that_was_played() -> None:
    position = GAME.start(2, options={"rounds": 9, "end": "last_stall"})
    lay(position, all_cells_but("f5"))
    give(position, {0: "I", 1: "I"}, turn=0)
    logged = play_and_log(position, "stall I f5")
    assert logged[1] == ("poule.round_paid", {"round": 1})
    assert logged[-1].key == "poule.wins"
