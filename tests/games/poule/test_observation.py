"""`encode`: the places that the game's README names."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from tests.games.poule.boards import GAME, draw_and_place, give, lay, look, walk
from tests.games.poule.reference import CELLS

TILES = list(range(22))
SEATS, OWN_SECRET, DRAWN, UNSEEN, STACK, TOP, TABLE = 420, 448, 471, 494, 517, 540, 563


def observe(position: Position, seat: int) -> NDArray[np.float32]:
    out = np.full(GAME.kernel.features, np.nan, np.float32)
    GAME.kernel.encode(GAME.kernel.known(position.memory, seat), seat, out)
    return out


def start(**options: object) -> Position:
    return GAME.start(3, options={"rounds": 2, **options}, deal={"first": 1, "rounds": [TILES[::-1], TILES]})


def nonzero(part: NDArray[np.float32]) -> dict[int, float]:
    return {int(at): round(float(part[at]), 4) for at in np.flatnonzero(part)}


def test_it_has_576_places_and_no_gaps() -> None:
    assert GAME.kernel.features == 576
    assert np.isfinite(observe(start(), 0)).all()


def test_cells_hold_tiles_or_the_ranks_of_each_seat_from_the_observer_on() -> None:
    position = start(wizard=False)
    lay(position, {"a1": "-3", "b1": "purse", "c1": "fire", "d1": "curse", "e1": "wizard", "f1": "W I", "a2": "B IIII"})
    cells = observe(position, 2)[:SEATS].reshape(30, 14)
    at = dict(zip(CELLS, cells, strict=True))
    assert nonzero(at["a1"]) == {0: 1, 1: -0.5}
    assert nonzero(at["b1"]) == {0: 1, 2: 1}
    assert nonzero(at["c1"]) == {0: 1, 3: 1}
    assert nonzero(at["d1"]) == {0: 1, 4: 1}
    assert nonzero(at["e1"]) == {0: 1, 5: 1}
    assert nonzero(at["f1"]) == {7: 0.25}
    assert nonzero(at["a2"]) == {6: 1}
    assert not cells[7:].any()


def test_seats_hold_stalls_money_and_who_is_to_move_from_the_observer_on() -> None:
    position = start()
    give(position, {0: "I II III IIII", 2: "I I"}, turn=2)
    seats = observe(position, 1)[SEATS:OWN_SECRET].reshape(4, 7)
    assert nonzero(seats[0]) == {4: 0.5}
    assert nonzero(seats[1]) == {0: 0.5, 4: 0.5, 6: 1}
    assert nonzero(seats[2]) == {0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25, 4: 0.5}
    assert not seats[3].any()


def test_tiles_that_are_held_drawn_and_unseen() -> None:
    position = start()  # secrets: seat 1 curse, seat 2 and seat 0 a fire
    position.play("draw")  # the purse
    out = observe(position, 0)
    assert nonzero(out[OWN_SECRET:DRAWN]) == {19: 1}
    assert nonzero(out[DRAWN:UNSEEN]) == {18: 1}
    assert nonzero(out[UNSEEN:STACK]) == {**dict.fromkeys(range(18), 1), 19: 1, 21: 1}
    assert not out[STACK:TABLE].any()
    assert nonzero(observe(position, 1)[UNSEEN:STACK]) == {**dict.fromkeys(range(18), 1), 19: 2}
    seats = out[SEATS:OWN_SECRET].reshape(4, 7)
    assert seats[:, 5].tolist() == [1, 1, 1, 0]


def test_a_spectator_looks_from_seat_0_at_what_everybody_sees() -> None:
    position = start()
    position.play("stall III a1")
    own, spectator = observe(position, 0), observe(position, NOBODY)
    assert (own[:OWN_SECRET] == spectator[:OWN_SECRET]).all()
    assert not spectator[OWN_SECRET:DRAWN].any()
    assert nonzero(spectator[UNSEEN:STACK]) == {**dict.fromkeys(range(19), 1), 19: 2, 21: 1}
    assert (own[TABLE:] == spectator[TABLE:]).all()


def test_an_open_stack_in_its_order() -> None:
    position = start(tiles="open")
    draw_and_place(position, 18)
    out = observe(position, 0)
    left = [3, 2, 1, 0]
    assert nonzero(out[STACK:TOP]) == {at: round((tile + 1) / 23, 4) for at, tile in enumerate(left)}
    assert nonzero(out[TOP:TABLE]) == {3: 1}
    assert nonzero(out[UNSEEN:STACK]) == dict.fromkeys(left, 1)


def test_the_table() -> None:
    table = observe(start(), 0)[TABLE:]
    assert nonzero(table) == {
        0: 0.75,
        2: round(2 / 9, 4),
        5: round(19 / 23, 4),
        6: 1,
        12: 0.25,
    }
    varied = start(stalls_return="all", end="last_stall", tiles="open")
    varied.play("draw")
    assert nonzero(observe(varied, 1)[TABLE:]).keys() == {0, 2, 3, 5, 6, 7, 9, 10}
    wizard = GAME.start(2, options={"stalls_return": "none", "wizard": True})
    assert nonzero(observe(wizard, 0)[TABLE:]).keys() >= {8, 11}


def test_the_second_round_and_the_end_show() -> None:
    position = start()
    for now in walk(position, seed=1):
        table = observe(now, 0)[TABLE:]
        assert (table[1] > 0) == (look(now)["round"] == 2)
        assert table[4] == now.is_over


def turned(position: Position, by: int) -> Position:
    """The same deal with everybody some seats further on."""
    deal = position.deal.values | {"first": (int(str(position.deal.values["first"])) + by) % position.players}
    return GAME.start(position.players, options=position.options, deal=deal)


def observation(position: Position, seat: int) -> bytes:
    out = np.empty(GAME.kernel.features, np.float32)
    GAME.kernel.encode(position.known_to(seat), seat, out)
    return out.tobytes()


@pytest.mark.compiled
@given(
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.sampled_from(["rank_one", "all", "none"]),
    st.sampled_from(["secret", "open"]),
    st.data(),
)
@settings(max_examples=12)
def test_turning_the_table_turns_the_game(players: int, seed: int, back: str, tiles: str, data: st.DataObject) -> None:
    by = data.draw(st.integers(1, players - 1))
    options = {"rounds": 2, "wizard": True, "stalls_return": back, "tiles": tiles, "end": "last_stall"}
    position = GAME.start(players, seed, options)
    twin = turned(position, by)
    for now in walk(position, seed):
        if now.history:
            twin.play_code(now.history[-1])
        assert twin.legal_codes() == now.legal_codes()
        assert twin.to_move == (None if now.to_move is None else (now.to_move + by) % players)
        assert twin.scores() == np.roll(now.scores(), by).tolist()
        if len(now.history) % 20 == 0 or now.is_over:
            for seat in range(players):
                other = (seat + by) % players
                assert look(twin)["stalls"][other] == look(now)["stalls"][seat]
                assert look(twin, other)["secret"] == look(now, seat)["secret"]
                assert observation(twin, other) == observation(now, seat)
    assert twin.is_over
    assert sorted((seat + by) % players for seat in position.winners() or []) == twin.winners()
