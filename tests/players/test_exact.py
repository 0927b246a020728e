"""Exact play: what can be calculated is calculated right, held against a plain writing of the same."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import estaminet
from estaminet.engine.contract import Case
from estaminet.engine.position import Position
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn
from estaminet.games.reeperbahn.components import LILLI, LILLI_CARD, E, W
from estaminet.players import exact
from estaminet.players.search import Budget
from estaminet.players.thinking import SearchPlayer, calculate_end, win_at_once

pytestmark = pytest.mark.compiled

POULE = estaminet.game("poule")
REEPERBAHN = estaminet.game("reeperbahn")


def endings(cells: int, *, secrets: bool) -> Iterator[Position]:
    """Ends of random games with so many empty cells; secret tiles are played first, or kept."""
    for seed in range(200):
        position = POULE.start(2, seed=seed, options={"rounds": 1})
        chooser = random.Random(seed)
        while not position.is_over:
            state = position.memory.view(poule.STATE)[0]
            if state.free == cells and state.stage == poule.CHOOSE:
                yield position
                break
            legal = position.legal()
            wanted = [text for text in legal if text.startswith("secret") != secrets]
            position.play(chooser.choice(wanted or legal))


def plain_value(position: Position) -> list[float]:
    """Every seat's share, written without any of the tricks: every physical tile of the stack may be next."""
    if position.is_over:
        return position.returns()
    seat = position.to_move
    assert seat is not None
    return max((plain_value_of(position, text) for text in position.legal()), key=lambda shares: shares[seat])


def plain_value_of(position: Position, text: str) -> list[float]:
    state = position.memory.view(poule.STATE)[0]
    places = range(int(state.top), int(state.tiles)) if text == "draw" else [int(state.top)]
    outcomes = []
    for place in places:
        after = position.copy()
        stack = after.memory.view(poule.STATE)[0].shuffles[0]
        if text == "draw":
            stack[[int(state.top), place]] = stack[[place, int(state.top)]]
        after.play(text)
        outcomes.append(plain_value(after))
    return [float(share) for share in np.mean(outcomes, axis=0)]


@pytest.mark.parametrize("cells", [1, 2])
def test_the_end_of_poule_is_calculated_as_a_plain_expectation(cells: int) -> None:
    compared = 0
    for position in list(endings(cells, secrets=False))[:4]:
        seat = position.to_move
        assert seat is not None
        thoughts = calculate_end(POULE, 2, position.known_to(seat), seat)
        assert thoughts is not None
        assert thoughts.is_exact
        for candidate in thoughts.candidates:
            plain = plain_value_of(position, POULE.actions[candidate.code].text)
            assert candidate.shares == pytest.approx(plain)
        best = max(candidate.shares[seat] for candidate in thoughts.candidates)
        assert thoughts.candidates[0].shares[seat] == best
        compared += 1
    assert compared == 4


def test_what_somebody_else_keeps_secret_is_not_calculated() -> None:
    unknown = 0
    for position in endings(2, secrets=True):
        seat = position.to_move
        assert seat is not None
        if (position.known_to(seat).view(poule.STATE)[0].secret == poule.UNKNOWN).any():
            assert calculate_end(POULE, 2, position.known_to(seat), seat) is None
            unknown += 1
    assert unknown > 0


def test_an_end_that_is_too_long_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(endings(3, secrets=False))
    seat = position.to_move
    assert seat is not None
    assert calculate_end(POULE, 2, position.known_to(seat), seat) is not None
    monkeypatch.setattr(exact, "END_NODES", 50)
    assert calculate_end(POULE, 2, position.known_to(seat), seat) is None
    assert SearchPlayer(1, Budget(iterations=20)).choose(POULE, 2, position.known_to(seat), seat) in (
        position.legal_codes()
    )


def test_hidden_hands_are_left_to_the_search() -> None:
    position = REEPERBAHN.start(seed=1)
    seat = position.to_move
    assert seat is not None
    assert calculate_end(REEPERBAHN, 2, position.known_to(seat), seat) is None


def test_R8_1_several_cards_that_bring_lilli_home_are_found() -> None:
    position = REEPERBAHN.start(seed=1)
    state = position.memory.view(reeperbahn.STATE)[0]
    seat = int(state.turn)
    home, step = (2, 1) if seat == 0 else (16, -1)
    state.figures[[LILLI, W, E]] = [home + 2 * step, *sorted((home - step, home + 4 * step))]
    state.hand[seat] = 0
    state.hand[seat, LILLI_CARD] = state.hand_sizes[seat] = 2
    thoughts = win_at_once(REEPERBAHN, 2, position.known_to(seat), seat, seed=1)
    assert thoughts is not None
    (best,) = thoughts.candidates
    assert [REEPERBAHN.actions[code].text for code in (best.code, *best.continuation)] == ["lilli", "lilli"]
    assert best.shares[seat] == 1


@pytest.mark.parametrize("name", estaminet.games())
def test_a_win_at_once_comes_true_and_none_of_one_action_is_missed(name: str) -> None:
    game = estaminet.game(name)
    for seed in range(6):
        for position in Case(game, game.seats[0], {}, seed=seed).sample():
            seat = position.to_move
            if seat is None:
                continue
            thoughts = win_at_once(game, position.players, position.known_to(seat), seat, seed=1)
            if thoughts is None:
                assert not any(wins(position, [code], seat) for code in position.legal_codes())
            else:
                (best,) = thoughts.candidates
                assert wins(position, [best.code, *best.continuation], seat)


def wins(position: Position, codes: list[int], seat: int) -> bool:
    after = position.copy()
    for code in codes:
        after.play_code(code)
    return after.returns()[seat] == 1
