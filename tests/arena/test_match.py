"""One game: a fair one, kept as an ordinary record; and a player's fault is named."""

import json

import pytest

import estaminet
from estaminet.arena.match import Plan, Seating, act, make_plan, play_match
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from tests.arena.conftest import bot
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


def plan_for(*players: str, game: str = "poule", seed: int = 1) -> Plan:
    return make_plan(game, players, seed=seed, options=None)


@pytest.mark.parametrize("game", ["poule", "reeperbahn"])
def test_a_game_is_a_record_that_replays(game: str) -> None:
    line = play_match(plan_for("regular", "random", game=game), Seating(0, 1))
    last = estaminet.read_record(line).replay()
    arena = json.loads(line)["arena"]
    assert last.is_over
    assert (arena["deal"], arena["rotation"], arena["players"]) == (0, 1, ["random", "regular"])
    assert arena["shares"] == last.returns()
    assert sum(seat["decisions"] for seat in arena["thinking"]) == len(last.history)
    assert all(seat["total"] >= seat["longest"] > 0 for seat in arena["thinking"])


def test_all_rotations_of_a_deal_have_the_same_deal() -> None:
    plan = plan_for("random", "random", "random")
    deals = [json.loads(play_match(plan, seating))["deal"] for seating in plan.seatings(6)]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]


def test_a_player_gets_what_its_seat_may_know_and_no_more() -> None:
    class Spy:
        def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it only looks
            self.seen = known
            return int(game.kernel.codes(known)[0])

    spy = Spy()
    position = estaminet.game("poule").start(seed=1)
    seat = position.to_move or 0
    known, truth = position.known_to(seat).tobytes(), position.memory.tobytes()
    act(position, seat, spy)
    assert spy.seen.tobytes() == known != truth


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Raises", r"failed on seat 1 of deal 4, rotation 0, after \d+ actions: RuntimeError: no idea"),
        ("Cheats", r"failed on seat 1 .*'place a1' is not possible: .*\(P3"),
        ("Leaves", "failed on seat 1 .*-1 is no action of poule"),
        ("Mumbles", "failed on seat 1 .*TypeError: 'str' object cannot be interpreted as an integer"),
    ],
)
def test_a_player_that_fails_is_named_with_the_reason(name: str, complaint: str) -> None:
    with raises_code("player.failed", match=f"{name} {complaint}"):
        play_match(plan_for(bot("First"), bot(name)), Seating(4, 0))
