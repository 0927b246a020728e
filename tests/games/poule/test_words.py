"""The texts: the log tells public events, and a refusal its rule."""

import re

import pytest

from estaminet.engine.errors import IllegalAction
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


def refusal(position: Position, text: str) -> tuple[str | None, str]:
    before = position.memory.tobytes()
    with pytest.raises(IllegalAction) as error:
        position.play(text)
    assert position.memory.tobytes() == before
    assert position.history == []
    return error.value.rule, error.value.sentence


def test_P3_1_a_stall_on_an_occupied_cell() -> None:
    position = GAME.start(2)
    lay(position, {"c4": "fire"})
    assert refusal(position, "stall I c4") == ("P3.1", "'stall I c4' is not possible: cell c4 is not empty.")


@pytest.mark.parametrize(
    ("stalls_return", "rank", "rule"),
    [
        ("rank_one", "I", "P3.1"),
        ("rank_one", "II", "P3.5"),
        ("rank_one", "IIII", "P3.5"),
        ("all", "I", "P3.1"),
        ("all", "III", "P3.1"),
        ("none", "I", "P3.5"),
        ("none", "II", "P3.5"),
    ],
)
def test_P3_5_a_stall_that_is_not_in_hand(stalls_return: str, rank: str, rule: str) -> None:
    position = GAME.start(2, options={"stalls_return": stalls_return})
    give(position, {1: "I II III IIII"}, turn=0, stack=1)
    sentence = f"'stall {rank} a1' is not possible: no stall of rank {rank} is left in hand."
    assert refusal(position, f"stall {rank} a1") == (rule, sentence)


def test_P3_2_a_draw_from_an_empty_stack() -> None:
    position = GAME.start(2)
    give(position, {0: "I"}, turn=0)
    assert refusal(position, "draw") == ("P3.2", "'draw' is not possible: the stack is empty.")


def test_P3_2_placing_what_was_not_drawn() -> None:
    assert refusal(GAME.start(2), "place a1") == ("P3.2", "'place a1' is not possible: no tile has been drawn.")


@pytest.mark.parametrize("text", ["stall I a1", "draw", "secret a1", "pass"])
def test_P3_2_anything_else_with_a_drawn_tile(text: str) -> None:
    position = GAME.start(2)
    position.play("draw")
    position.history.clear()
    assert refusal(position, text) == ("P3.2", f"'{text}' is not possible: the drawn tile must be placed first.")


def test_P3_2_placing_on_an_occupied_cell() -> None:
    position = GAME.start(2)
    lay(position, {"c4": "fire"})
    position.play("draw")
    position.history.clear()
    assert refusal(position, "place c4") == ("P3.2", "'place c4' is not possible: cell c4 is not empty.")


def test_P3_3_a_secret_tile_on_an_occupied_cell() -> None:
    position = GAME.start(2)
    lay(position, {"c4": "fire"})
    assert refusal(position, "secret c4") == ("P3.3", "'secret c4' is not possible: cell c4 is not empty.")


def test_P3_3_a_secret_tile_that_was_played() -> None:
    position = GAME.start(2)
    give(position, {0: "I"}, turn=0)
    sentence = "'secret a1' is not possible: the secret tile has been played already."
    assert refusal(position, "secret a1") == ("P3.3", sentence)


def test_P6_5_a_secret_tile_with_open_tiles() -> None:
    position = GAME.start(2, options={"tiles": "open"})
    sentence = "'secret a1' is not possible: with open tiles nobody has a secret one."
    assert refusal(position, "secret a1") == ("P6.5", sentence)


def test_P3_4_a_pass_with_something_else_to_do() -> None:
    position = GAME.start(2)
    assert refusal(position, "pass") == ("P3.4", "'pass' is not possible: another action is possible.")


def test_P3_4_anything_else_when_only_a_pass_is_left() -> None:
    position = GAME.start(2)
    give(position, {1: "I I"}, turn=0)
    assert refusal(position, "stall I a1")[0] == "P3.1"
    assert refusal(position, "draw")[0] == "P3.2"
    assert refusal(position, "place a1")[0] == "P3.2"
    assert refusal(position, "secret a1")[0] == "P3.3"


@pytest.mark.parametrize("options", [{"tiles": "open"}, {"stalls_return": "none", "rounds": 3}])
def test_every_illegal_action_has_a_rule_and_a_sentence(options: dict[str, object]) -> None:
    position = GAME.start(2, seed=3, options={"rounds": 2, **options})
    for now in walk(position, seed=3):
        seat = now.to_move
        if seat is None or len(now.history) % 9:
            continue
        known = now.known_to(seat)
        for code in set(range(len(GAME.actions))) - set(now.legal_codes()):
            rule, sentence = GAME.explain(known, seat, GAME.actions[code])
            assert re.fullmatch(r"P\d\.\d", rule)
            assert re.fullmatch(r"[a-z].*\.", sentence)


def test_the_reason_given_first_is_the_most_specific() -> None:
    position = GAME.start(2)
    lay(position, all_cells_but("f5"))
    give(position, {0: "I"}, turn=0)
    assert refusal(position, "stall II a1")[0] == "P3.5"
    assert refusal(position, "secret a1")[1].endswith("the secret tile has been played already.")
