"""What networks are told of a board: every action has its place, and whose pieces are which."""

import numpy as np
import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine import shapes
from estaminet.engine.shapes import (
    NOTHING,
    Shape,
    count_actor_inputs,
    count_critic_inputs,
    find_one_ply_columns,
    find_others,
    find_prior_columns,
    find_true_prior_columns,
)
from estaminet.games.nuit.components import PUBS, SPACES


def find_shape(name: str) -> Shape:
    shape = estaminet.game(name).shape()
    assert shape is not None
    return shape


@pytest.mark.parametrize("name", ["poule", "nuit"])
def test_every_action_has_a_logit_of_its_own_and_pieces_see_its_mask(name: str) -> None:
    game, shape = estaminet.game(name), find_shape(name)
    assert len(set(shape.logits.tolist())) == len(game.actions)
    used = shape.columns[shape.columns >= game.kernel.features] - game.kernel.features
    pointing = {code for code, action in enumerate(game.actions) if {"cell", "space"} & set(action.parts)}
    assert set(used.tolist()) == pointing


@pytest.mark.parametrize("name", ["poule", "nuit"])
def test_empty_pieces_see_nothing_and_are_not_heard(name: str) -> None:
    shape = find_shape(name)
    assert len(shape.columns) % 8 == 0
    assert (shape.columns[shape.pieces :] == NOTHING).all()
    assert not shape.lines[:, :, shape.pieces :].any()
    assert not shape.lines[:, shape.pieces :].any()


@pytest.mark.parametrize("name", ["poule", "nuit"])
def test_a_piece_that_sees_whether_an_action_is_legal_also_sees_what_it_promises(name: str) -> None:
    game, plain = estaminet.game(name), find_shape(name)
    shape = shapes.find_shape(game, worlds=1)
    assert shape is not None
    features, promised = game.kernel.features, find_one_ply_columns(game)
    for before, after in zip(plain.columns, shape.columns, strict=True):
        codes = before[before >= features] - features
        assert sorted(after[after >= promised.start] - promised.start) == sorted(codes)
        assert set(after[after < promised.start]) == set(before)
    assert shapes.find_shape(game) is not None
    assert (plain.columns < promised.start).all()


def test_a_space_of_nuit_belongs_to_its_pub() -> None:
    shape = find_shape("nuit")
    assert shape.owners is not None
    assert shape.owners[: shape.pieces].tolist() == [pub for pub in range(len(PUBS)) for _ in SPACES]
    assert np.flatnonzero(shape.lines[0, len(SPACES)]).tolist() == list(range(len(SPACES), 2 * len(SPACES)))


def test_a_game_need_not_have_a_shape() -> None:
    assert CONNECT_FOUR.shape() is None
    assert estaminet.game("reeperbahn").shape() is None


def test_inputs_are_the_observation_and_the_mask_and_then_what_the_others_see() -> None:
    game = estaminet.game("poule")
    seen = game.kernel.features + len(game.actions)
    assert 0 <= count_actor_inputs(game) - seen < 8
    assert 0 <= count_actor_inputs(game, worlds=2) - seen - len(game.actions) - 8 < 8
    assert find_one_ply_columns(game) == range(seen, seen + len(game.actions))
    assert find_prior_columns(game, 3) == range(seen + len(game.actions), seen + len(game.actions) + 3)
    assert find_true_prior_columns(game, 3).start == count_actor_inputs(game, worlds=2)
    assert find_others(game, worlds=2) >= find_true_prior_columns(game, 5).stop
    assert find_others(game) == count_actor_inputs(game)
    assert 0 <= count_critic_inputs(game, 3) - count_actor_inputs(game) - 2 * game.kernel.features < 8
