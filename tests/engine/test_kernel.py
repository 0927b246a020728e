"""A kernel is put together from a game's modules: nothing may be missing, and nothing defined twice."""

from types import ModuleType

import numpy as np
import pytest

import estaminet
from estaminet.engine.kernel import Kernel

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
