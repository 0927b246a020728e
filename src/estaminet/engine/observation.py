"""Games for learners: the numbers of actions, and the columns of a network's input.

Actions have their codes, or the codes they would have if the seat that acts were seat 0. A code is absolute: in
`reeperbahn`, ``guard1 w`` moves the near guard of seat 0 and the far guard of seat 1. But what a seat observes is seen
from its own side, so that a learner who is offered codes cannot know which guard is which. Canonical numbers go with
the observation: what looks the same has the same number. Records, positions and players at a table use codes.

The input of an actor is the observation of the seat to move, then its action mask. If it sees one-ply values,
they follow, and then the value prior: what every seat may expect, from the one to move on, as that one sees it. A
critic's goes on with the true value prior, if an actor has one, and with what the other seats see, in turn. Both are
filled up with zeros to a length that matrix units like. All columns come from the games' own tables.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import ContractBroken, UnknownAction
from estaminet.engine.game import NOTHING, Action, Game, Shape

ONE_PLY_SCALE: Final = np.float32(10)
"""In a column of one-ply values stands by how much an action is worth less than the best, so many times: about as
large as other columns."""
PRIOR_SCALE: Final = np.float32(20)
"""How much one-ply values count in logits, until a network learns better: an action that is worth a hundredth of the
victory less than the best is taken once while that is taken seven times. In poule with two players, actions drawn so
win half of the games against the best one-ply value; with half of this 41 %, with a quarter 16 %."""
LEAST_PRIOR: Final = 0.01
"""In columns of a value prior stand the logarithms of shares, of this one at least: nothing is certain."""
ALIGNED: Final = 8
"""Inputs and pieces are filled up to a multiple of this."""
PRIOR_COLUMNS: Final = ALIGNED
"""So many columns a value prior has, for any number of seats: what follows it is always in the same columns."""


def count_actor_inputs(game: Game, *, worlds: int = 0) -> int:
    """The columns of what an actor sees, with or without one-ply values of some worlds."""
    return _align(game.kernel.features + (2 * len(game.actions) + PRIOR_COLUMNS if worlds else len(game.actions)))


def count_critic_inputs(game: Game, players: int, *, worlds: int = 0) -> int:
    """The columns of what a critic sees; the first of them are the actor's."""
    return _align(find_others(game, worlds=worlds) + (players - 1) * game.kernel.features)


def find_one_ply_columns(game: Game) -> range:
    """The columns of one-ply values, in the input of an actor that has any."""
    first = game.kernel.features + len(game.actions)
    return range(first, first + len(game.actions))


def find_prior_columns(game: Game, players: int) -> range:
    """The columns of the value prior as the seat to move sees it, in the input of such an actor."""
    first = find_one_ply_columns(game).stop
    return range(first, first + players)


def find_true_prior_columns(game: Game, players: int) -> range:
    """The columns of the value prior as it is, in the input of such an actor's critic."""
    first = count_actor_inputs(game, worlds=1)
    return range(first, first + players)


def find_others(game: Game, *, worlds: int = 0) -> int:
    """The first column of what the other seats see, in the input of a critic."""
    return count_actor_inputs(game, worlds=worlds) + (PRIOR_COLUMNS if worlds else 0)


def find_shape(game: Game, *, worlds: int = 0) -> Shape | None:
    """A game's shape, in which every piece also has the one-ply values of its actions if there are any."""
    shape = game.shape()
    if shape is None or not worlds:
        return shape
    mask = shape.columns[:, -shape.kinds :]
    one_ply = np.where(mask == NOTHING, NOTHING, mask + len(game.actions))
    return shape._replace(columns=np.concatenate([shape.columns, one_ply], 1))


def find_sections(layout: Sequence[tuple[Any, ...]]) -> dict[str, range]:
    """The columns of each section of an observation, or of a part of one."""
    sections, at = {}, 0
    for name, length, *_ in layout:
        sections[name] = range(at, at + length)
        at += length
    return sections


def split(section: range | NDArray[np.int64], parts: int) -> NDArray[np.int64]:
    """The columns of each of some equal parts, a part a row."""
    return np.asarray(section, np.int64).reshape(parts, -1)


def place_actions(
    actions: Sequence[Action],
    features: int,
    columns: NDArray[np.int64],
    find_piece: Callable[[Mapping[str, str]], int | None],
    places: tuple[str, ...],
    lines: NDArray[np.float32],
) -> Shape:
    """Give every action that points at a piece to that piece: its logit, and its column of the mask."""
    kinds: dict[object, int] = {}
    found: list[tuple[int, int, int]] = []
    others = []
    for code, action in enumerate(actions):
        piece = find_piece(action.parts)
        if piece is None:
            others.append(code)
        else:
            found.append((code, piece, kinds.setdefault(_name_kind(action, places), len(kinds))))
    count = len(columns)
    mask = np.full((count, len(kinds)), NOTHING, np.int64)
    logits = np.empty(len(actions), np.int64)
    size = _align(count)
    for code, piece, kind in found:
        mask[piece, kind] = features + code
        logits[code] = piece * len(kinds) + kind
    logits[others] = size * len(kinds) + np.arange(len(others))
    return Shape(count, np.concatenate([columns, mask], 1), logits, len(kinds), len(others), lines)


def _name_kind(action: Action, places: tuple[str, ...]) -> object:
    """The kind that actions share if they do the same in different places."""
    return action.kind, tuple(target for target in action.targets if target.partition(":")[0] not in places)


def _align(count: int) -> int:
    return -(-count // ALIGNED) * ALIGNED


def fill_up(
    shape: Shape,
    *,
    walls: NDArray[np.int64] | None = None,
    between: NDArray[np.float32] | None = None,
    owners: NDArray[np.int64] | None = None,
) -> Shape:
    """The shape with empty pieces at the end, which nobody hears."""
    more = (0, _align(shape.pieces) - shape.pieces)
    return shape._replace(
        columns=np.pad(shape.columns, (more, (0, 0)), constant_values=NOTHING),
        lines=np.pad(shape.lines, ((0, 0), more, more)),
        walls=None if walls is None else np.pad(walls, more, constant_values=NOTHING),
        between=None if between is None else np.pad(between, (more, (0, 0), more, more)),
        owners=None if owners is None else np.pad(owners, more, constant_values=NOTHING),
    )


# The numbers of actions.


class Numbering(NamedTuple):
    """The numbers of all actions, for every seat that may act."""

    numbers: NDArray[np.int16]
    """(players, actions): the number of each code."""
    codes: NDArray[np.int16]
    """(players, actions): the code of each number."""


def number_actions(game: Game, players: int, *, canonical: bool = True) -> Numbering:
    """The canonical numbers of a game's actions, or their codes; ContractBroken if two actions had the same."""
    seats = [_list_numbers(game, players, seat if canonical else 0) for seat in range(players)]
    return Numbering(np.array(seats, np.int16), np.argsort(seats, axis=1).astype(np.int16))


def _list_numbers(game: Game, players: int, seat: int) -> list[int]:
    try:
        numbers = [game.code(game.seen_from(action.text, players, seat)) for action in game.actions]
    except UnknownAction as error:
        raise ContractBroken(f"`seen_from` leads to no action: {error}") from None
    if len(set(numbers)) < len(numbers):
        raise ContractBroken(f"`seen_from` makes two actions of seat {seat} the same.")
    if seat == 0 and numbers != sorted(numbers):
        raise ContractBroken("`seen_from` renames actions of seat 0.")
    return numbers
