"""A kernel is put together from a game's modules; random play of any game; shares of a victory."""

from types import ModuleType

import numpy as np
import pytest

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Kernel, play_randomly, playouts, share_softly, share_victory

POULE = estaminet.game("poule")
MEMBERS = {name: value for each in POULE.modules for name, value in vars(each).items()}


def module(name: str, **members: object) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(members)
    return made


def test_a_helper_named_like_a_kernel_function_is_refused_with_both_its_places() -> None:
    """Else the last module would win, silently."""
    helper = module("mygame.habit", apply=print)
    with pytest.raises(
        TypeError, match=r"^apply is defined twice: in estaminet\.games\.poule\.rules and in mygame\.habit$"
    ):
        Kernel([*POULE.modules, helper])


def test_a_size_of_another_value_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^MOST_LEGAL is defined twice"):
        Kernel([*POULE.modules, module("mygame.sizes", MOST_LEGAL=3)])


def test_an_imported_function_is_not_defined_twice() -> None:
    (rules, *_) = POULE.modules
    borrower = module("mygame.habit", apply=vars(rules)["apply"], MOST_LEGAL=vars(rules)["MOST_LEGAL"])
    assert Kernel([*POULE.modules, borrower]).most_legal == POULE.kernel.most_legal


def test_what_is_missing_is_named() -> None:
    with pytest.raises(
        TypeError, match=r"^a game needs FEATURES, LONGEST, MOST_LEGAL, STATE, apply, .* in mygame\.rules$"
    ):
        Kernel([module("mygame.rules")])


def test_a_game_that_says_its_outcomes_says_how_many_there_can_be() -> None:
    names = (*Kernel.FUNCTIONS, *Kernel.SIZES, "outcomes")
    with pytest.raises(TypeError, match=r"^a game needs MOST_OUTCOMES in mygame\.rules$"):
        Kernel([module("mygame.rules", **{name: MEMBERS[name] for name in names})])


def test_a_game_without_optional_functions_says_so() -> None:
    kernel = Kernel([module("mygame.rules", **{name: MEMBERS[name] for name in (*Kernel.FUNCTIONS, *Kernel.SIZES)})])
    assert kernel.most_outcomes == 0
    assert not kernel.can_redraw
    assert kernel.outcomes(POULE.start().memory, 0, np.empty(0)) == -1


def random_game(name: str, seed: int) -> tuple[estaminet.Position, list[int]]:
    game = estaminet.game(name)
    kernel = game.kernel
    start = game.start(seed=seed)
    choices, played = np.empty(kernel.most_legal, np.int16), np.empty(kernel.longest, np.int16)
    memory = start.memory.copy()
    count = play_randomly(kernel.functions, memory, choices, played, generator(seed))
    assert kernel.to_move(memory) == -1
    return start, played[:count].tolist()


@pytest.mark.parametrize("name", estaminet.games())
def test_a_random_game_is_a_legal_game(name: str) -> None:
    position, played = random_game(name, seed=3)
    for code in played:
        position.play_code(code)
    assert position.is_over


@pytest.mark.parametrize("name", estaminet.games())
def test_the_same_random_numbers_give_the_same_game(name: str) -> None:
    assert random_game(name, seed=3)[1] == random_game(name, seed=3)[1] != random_game(name, seed=4)[1]


@pytest.mark.parametrize("name", estaminet.games())
def test_playouts_count_the_decisions_and_leave_the_start_alone(name: str) -> None:
    game = estaminet.game(name)
    kernel = game.kernel
    start, played = random_game(name, seed=5)
    before = start.memory.copy()
    choices = np.empty(kernel.most_legal, np.int16)
    assert playouts(kernel.functions, start.memory, 1, choices, generator(5)) == len(played)
    assert playouts(kernel.functions, start.memory, 3, choices, generator(5)) > len(played)
    assert start.memory.tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("amounts", "shares"),
    [([5, 7], [0, 1]), ([7, 7, 3], [0.5, 0.5, 0]), ([-4, -2], [0, 1]), ([0, 0, 0], [1 / 3] * 3), ([1, 2, 99], [0, 1])],
)
def test_the_most_win_and_equal_ones_share(amounts: list[float], shares: list[float]) -> None:
    out = np.array(amounts, np.float64)
    share_victory(out, len(shares))
    assert out[: len(shares)].tolist() == pytest.approx(shares)


def test_a_lead_of_one_spread_is_worth_e_to_one() -> None:
    out = np.array([30.0, 20.0])
    share_softly(out, 2, 10.0)
    assert out[0] / out[1] == pytest.approx(np.e)
    assert out.sum() == pytest.approx(1)


def test_a_hopeless_gap_does_not_overflow() -> None:
    out = np.array([1e6, 0.0, -1e6])
    share_softly(out, 3, 1.0)
    assert out.tolist() == [1, 0, 0]
