"""Exact play: what can be calculated is calculated right, held against a plain writing of the same."""

import random
from collections import deque
from collections.abc import Iterator

import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.arena.solver import solve
from estaminet.engine.contract import Case
from estaminet.engine.errors import HiddenPosition
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn
from estaminet.games.reeperbahn.components import LILLI, LILLI_CARD, E, W
from estaminet.players import exact
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.player import SearchPlayer
from estaminet.players.search import Budget
from tests.arena.enumeration import draw_any_card, draw_any_tile, just_play, plain_values

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


@pytest.mark.parametrize("cells", [1, 2])
def test_the_end_of_poule_is_calculated_as_a_plain_expectation(cells: int) -> None:
    compared = 0
    for position in list(endings(cells, secrets=False))[:4]:
        seat = position.to_move
        assert seat is not None
        thoughts = calculate_end(POULE, 2, position.known_to(seat), seat)
        assert thoughts is not None
        assert thoughts.is_exact
        plain = plain_values(position, draw_any_tile)
        for candidate in thoughts.candidates:
            assert candidate.shares == pytest.approx(plain[POULE.actions[candidate.code].text])
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
    assert thoughts.is_exact


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


def last_decisions(game: Game, seed: int, players: int) -> list[Position]:
    """The end of a random game that does not hurry there."""
    options = {"rounds": 1} if game.name == "poule" else {}
    position = game.start(players, seed=seed, options=options)
    chooser = random.Random(seed)
    decisions: deque[Position] = deque(maxlen=4)
    while not position.is_over:
        decisions.append(position.copy())
        legal = position.legal()
        position.play(chooser.choice([text for text in legal if text != "cash"] or legal))
    return list(decisions)


def enumerate_values(position: Position, seat: int) -> dict[str, float]:
    """The value of every action for a seat that alone decides from here on."""
    draws = {"poule": draw_any_tile, "nuit": draw_any_card, "reeperbahn": just_play}[position.game.name]
    return {text: shares[seat] for text, shares in plain_values(position, draws).items()}


@pytest.mark.parametrize(("name", "games", "least"), [("poule", 60, 40), ("reeperbahn", 100, 100), ("nuit", 40, 15)])
def test_what_is_called_exact_is_exact(name: str, games: int, least: int) -> None:
    """Against the solver; where it refuses, since somebody has a secret, nobody else can have a choice any more."""
    game = estaminet.game(name)
    exact_ones = 0
    for seed in range(games):
        for position in last_decisions(game, seed, game.seats[seed % len(game.seats)]):
            seat = position.to_move
            assert seat is not None
            thoughts = SearchPlayer(1, Budget(iterations=1)).think(
                game, position.players, position.known_to(seat), seat
            )
            if not thoughts.is_exact:
                continue
            exact_ones += 1
            best = thoughts.candidates[0]
            if len(thoughts.candidates) < len(position.legal()):
                assert_wins_in_every_world(position, [best.code, *best.continuation], seat)
                continue
            try:
                values = solve(position).values
            except HiddenPosition:
                values = enumerate_values(position, seat)
            for each in thoughts.candidates:
                assert each.shares[seat] == pytest.approx(values[game.actions[each.code].text])
    assert exact_ones >= least


def assert_wins_in_every_world(position: Position, codes: list[int], seat: int) -> None:
    rng = generator(7)
    for _ in range(300):
        world = position.copy()
        position.game.kernel.determinize(world.memory, seat, rng)
        assert wins(world, codes, seat)


def test_a_win_in_a_game_without_secrets_is_exact() -> None:
    position = CONNECT_FOUR.start()
    for column in "dadbdc":
        position.play(f"drop {column}")
    thoughts = SearchPlayer(1, Budget(iterations=1)).think(CONNECT_FOUR, 2, position.known_to(0), 0)
    assert (CONNECT_FOUR.actions[thoughts.candidates[0].code].text, thoughts.is_exact) == ("drop d", True)


def test_a_win_that_a_draw_may_spoil_is_played_but_not_called_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "END_NODES", 1)
    found = 0
    for seed in range(100):
        for position in last_decisions(POULE, seed, 2):
            seat = position.to_move
            assert seat is not None
            thoughts = SearchPlayer(1, Budget(iterations=1)).think(POULE, 2, position.known_to(seat), seat)
            best = thoughts.candidates[0]
            if best.code == POULE.code("draw") and best.continuation:
                found += 1
                assert not thoughts.is_exact
    assert found > 0


def test_an_end_in_which_others_choose_without_knowing_all_is_calculated_but_not_called_exact() -> None:
    """The seat to move has a secret tile, and the other one answers as if it saw it."""
    position = POULE.start(2, seed=1, options={"rounds": 1})
    chooser = random.Random(1)
    while position.memory.view(poule.STATE)[0].free > 4 or position.to_move != 0 or len(position.legal()) < 2:
        legal = position.legal()
        wanted = [text for text in legal if text.startswith("secret") == (position.to_move == 1)]
        position.play(chooser.choice(wanted or legal))
    state = position.memory.view(poule.STATE)[0]
    assert (state.secret[:2] == poule.NONE).tolist() == [False, True]
    thoughts = calculate_end(POULE, 2, position.known_to(0), 0)
    assert thoughts is not None
    assert not thoughts.is_exact


def wins(position: Position, codes: list[int], seat: int) -> bool:
    after = position.copy()
    for code in codes:
        after.play_code(code)
    return after.returns()[seat] == 1
