"""Seats differ only by where they sit: turn the table, and everything turns with it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estaminet.engine.position import Position
from tests.games.poule.boards import GAME, look, walk


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
