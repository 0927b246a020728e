"""What networks know of a game's shape: which columns describe which piece of the board, and which pieces are in touch.

The input of an actor is the observation of the seat to move, then its action mask. If it wants to know the one-ply
values of its actions, they follow, and then the value prior: what every seat may expect, from the one to move on, as
that one sees it. A critic's goes on with the true value prior, if an actor has one, and with what the other seats see,
in turn. Both are filled up with zeros to a length that matrix units like. Everything is taken from the games' own
tables: nothing here knows the number of a column.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Action, Game

NOTHING: Final = -1
"""The column of a piece that has no such feature: it reads 0."""
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


class Shape(NamedTuple):
    """A board as equal pieces, and a table around it: all columns that belong to no piece."""

    pieces: int
    """How many pieces there are; the arrays have room for a few more, which stay empty."""
    columns: NDArray[np.int64]
    """(pieces, features): where the features of each piece are in the input, or NOTHING."""
    logits: NDArray[np.int64]
    """(actions,): where the logit of each action is, among those of all pieces and then those of the table."""
    kinds: int
    """How many logits each piece has."""
    rest: int
    """How many the table has."""
    lines: NDArray[np.float32]
    """(relations, pieces, pieces): how much each piece hears of each other one."""
    walls: NDArray[np.int64] | None = None
    """(pieces,): the column that is 1 if nothing can be heard across a piece."""
    between: NDArray[np.float32] | None = None
    """(pieces, relations, pieces, pieces): 1 where a piece stands between two others, or is one of them."""
    owners: NDArray[np.int64] | None = None
    """(pieces,): the seat to which a piece belongs, counted from the one to move; NOTHING for empty ones."""


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
    game: Game,
    columns: NDArray[np.int64],
    find_piece: Callable[[Mapping[str, str]], int | None],
    places: tuple[str, ...],
    lines: NDArray[np.float32],
) -> Shape:
    """Give every action that points at a piece to that piece: its logit, and its column of the mask."""
    kinds: dict[object, int] = {}
    found: list[tuple[int, int, int]] = []
    others = []
    for code, action in enumerate(game.actions):
        piece = find_piece(action.parts)
        if piece is None:
            others.append(code)
        else:
            found.append((code, piece, kinds.setdefault(_name_kind(action, places), len(kinds))))
    count = len(columns)
    mask = np.full((count, len(kinds)), NOTHING, np.int64)
    logits = np.empty(len(game.actions), np.int64)
    size = _align(count)
    for code, piece, kind in found:
        mask[piece, kind] = game.kernel.features + code
        logits[code] = piece * len(kinds) + kind
    logits[others] = size * len(kinds) + np.arange(len(others))
    return Shape(count, np.concatenate([columns, mask], 1), logits, len(kinds), len(others), lines)


def _name_kind(action: Action, places: tuple[str, ...]) -> object:
    """What two actions share that do the same in two places."""
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
    """The same with empty pieces at the end, which nobody hears."""
    more = (0, _align(shape.pieces) - shape.pieces)
    return shape._replace(
        columns=np.pad(shape.columns, (more, (0, 0)), constant_values=NOTHING),
        lines=np.pad(shape.lines, ((0, 0), more, more)),
        walls=None if walls is None else np.pad(walls, more, constant_values=NOTHING),
        between=None if between is None else np.pad(between, (more, (0, 0), more, more)),
        owners=None if owners is None else np.pad(owners, more, constant_values=NOTHING),
    )
