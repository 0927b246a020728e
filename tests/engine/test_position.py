"""Positions: what a person asks of a game, and what they get when they ask wrongly."""

import json

import pytest

import estaminet
from estaminet.engine.errors import EstaminetError, IllegalAction, UnknownAction
from estaminet.engine.position import reveals_something
from tests.refusals import raises_code

POULE = estaminet.game("poule")


def finished() -> estaminet.Position:
    position = POULE.start(players=2, seed=1, options={"rounds": 1})
    while not position.is_over:
        position.play(position.legal()[0])
    return position


def test_a_seed_gives_a_game() -> None:
    position = POULE.start(players=3, seed=7)
    assert position.to_move == position.deal.values["first"]
    assert position.legal()[:2] == ["stall I a1", "stall I b1"]
    assert POULE.start(players=3, seed=7).deal.values == position.deal.values
    assert POULE.start(players=3, seed=8).deal.values != position.deal.values


def test_left_out_players_are_the_fewest() -> None:
    assert POULE.start().players == 2


@pytest.mark.parametrize("players", [0, 1, 5, -3, True, 2.0, "2"])
def test_a_wrong_number_of_players_is_refused(players: object) -> None:
    with raises_code("players.range", match="poule is for 2 to 4 players"):
        POULE.start(players=players)  # type: ignore[arg-type]  # that is the point


def test_an_unknown_game_is_refused_with_the_names_of_the_others() -> None:
    with raises_code("game.unknown", match=r"no game 'chess'; the games are: .*poule"):
        estaminet.game("chess")


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("stall III c4", IllegalAction, "cell c4 is not empty"),
        ("place a1", IllegalAction, "no tile has been drawn"),
        ("pass", IllegalAction, "another action is possible"),
        ("stall V c4", UnknownAction, "no action of poule"),
        (" draw", UnknownAction, "no action of poule"),
        (None, UnknownAction, "no action of poule"),
        (["draw"], UnknownAction, "no action of poule"),
    ],
)
def test_a_bad_action_is_refused_and_changes_nothing(text: str, error: type[EstaminetError], sentence: str) -> None:
    position = POULE.start(players=2, seed=7)
    position.play("stall III c4")
    before = position.memory.copy()
    with pytest.raises(error, match=sentence) as caught:
        position.play(text)
    assert (caught.value.rule is not None) == (error is IllegalAction)
    assert position.memory.tobytes() == before.tobytes()
    assert position.actions == ["stall III c4"]


@pytest.mark.parametrize("code", [-1, 10_000])
def test_a_code_without_a_text_is_refused(code: int) -> None:
    with pytest.raises(UnknownAction, match="no action of poule"):
        POULE.start(players=2).play_code(code)


def test_after_the_end_nobody_acts() -> None:
    position = finished()
    assert (position.to_move, position.legal(), position.view(0)["legal"]) == (None, [], [])
    with raises_code("game.over"):
        position.play("draw")


def test_winners_and_shares_exist_only_at_the_end() -> None:
    start, end = POULE.start(players=2), finished()
    assert (start.winners(), start.returns()) == (None, [0.0, 0.0])
    assert end.winners() == [end.scores().index(max(end.scores()))]
    assert sum(end.returns()) == 1


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_seat_that_is_not_there_sees_nothing(seat: object) -> None:
    with raises_code("seat.unknown"):
        POULE.start(players=2).view(seat)  # type: ignore[arg-type]  # that is the point


def test_the_view_offers_the_legal_actions_to_the_seat_that_is_to_move_alone() -> None:
    position = POULE.start(players=2, seed=7)
    seat = position.to_move
    assert seat is not None
    legal = position.view(seat)["legal"]
    assert [action["text"] for action in legal] == position.legal()
    assert legal[0] == {"text": "stall I a1", "kind": "stall", "targets": ["rank:I", "cell:a1"]}
    assert position.view(1 - seat)["legal"] == position.view()["legal"] == []


@pytest.mark.parametrize("name", estaminet.games())
def test_a_view_stays_what_it_was_while_the_game_goes_on(name: str) -> None:
    position = estaminet.game(name).start(seed=7)
    taken = []
    while not position.is_over and len(position.history) < 60:
        view = position.view(position.to_move)
        taken.append((view, json.dumps(view)))
        position.play(position.legal()[len(position.history) % 2 - 1])
    assert all(json.dumps(view) == text for view, text in taken)


def test_undo_goes_back_to_the_start() -> None:
    position = POULE.start(players=2, seed=7)
    first = position.memory.copy()
    position.play("draw")
    position.play("place a1")
    position.undo()
    assert position.actions == ["draw"]
    position.undo()
    assert position.memory.tobytes() == first.tobytes()
    with raises_code("undo.empty"):
        position.undo()


@pytest.mark.parametrize(("action", "shows"), [("draw", True), ("stall I a1", False)])
def test_an_action_shows_something_if_it_leads_elsewhere_in_another_world(action: str, *, shows: bool) -> None:
    position = POULE.start(players=2, seed=7)
    seat = position.to_move
    assert seat is not None
    before = position.known_to(seat)
    position.play(action)
    after = position.known_to(seat)
    assert reveals_something(POULE.kernel, seat, before, position.history[-1], after, worlds=8) is shows


def test_what_a_turn_will_do_is_foreseen_in_a_world_of_its_own() -> None:
    position = estaminet.game("reeperbahn").start(seed=7)
    before, turn = position.memory.copy(), position.legal()[:1]
    [effect] = position.foresee(turn)
    assert effect == position.own_view(position.to_move)["effects"][0]
    assert position.memory.tobytes() == before.tobytes()


def test_a_position_is_drawn_for_whoever_watches() -> None:
    position = POULE.start(players=2, seed=7)
    assert str(position) == position.render()
    assert "(you)" in position.render(seat=0)
