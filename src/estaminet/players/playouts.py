"""Playouts: a few turns are played on in imagined worlds, then the game's `evaluate` values the result."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Codes, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.engine.jit.structs import Struct
from estaminet.players.one_ply import copy_memory, find_one_ply_value

WorldShares = Annotated[NDArray[np.float64], types.float64[:, :, ::1]]
"""By world, line and seat."""
Lines = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""Actions that follow each other, a line a row, filled up with NONE."""

NONE: Final = -1
NO_ENDS: Final = np.empty(0, np.uint8)
"""For callers who do not need the final positions of playouts."""
POOLED: Final = -2
"""In the place of a seat: what all seats together know, which is every hand, and no order of a stack."""
SEEDS: Final = 1 << 31


class SearchSettings(Struct):
    """How a tree grows, and how its leaves are played out. A game says in `search_settings` what suits it better."""

    exploration: float = 0.6
    """The exploration constant: the bonus of actions with few visits."""
    sharpness: float = 25.0
    """How much more often an action is tried whose one-ply value is better."""
    trust: float = 2.0
    """The visits that the one-ply value of an action counts for."""
    own_turn: bool = False
    """Whether the tree holds the seat's own turn alone; the playout does the rest."""
    playout_turns: int = 0
    """Turns that are played before a leaf is evaluated."""
    candidates: int = 1
    """Of how many actions a playout takes the one with the best one-ply value; one: any."""
    rollout: bool = False
    """Whether a leaf is worth what the game's `rollout` says, in place of that playout."""


@jit
def choose_action(
    functions: Functions, scratch: Scratch, memory: Memory, count: int, mover: int, candidates: int, rng: Random
) -> int:
    """The legal action with the best one-ply value in a world of the mover's own imagination.

    Of all actions, or of some random ones where there are more than the candidates.
    """
    codes = scratch.codes
    if count == 1 or candidates <= 1:
        return int(codes[below(rng, count)])
    copy_memory(memory, scratch.imagined)
    functions.determinize(scratch.imagined, mover, rng)
    best = -1.0
    action = 0
    for at in range(min(count, candidates)):
        code = int(codes[at if count <= candidates else below(rng, count)])
        value = find_one_ply_value(functions, scratch, scratch.imagined, code, mover)
        if value > best:
            best = value
            action = code
    return action


@jit
def play_out(functions: Functions, scratch: Scratch, settings: SearchSettings, memory: Memory, rng: Random) -> None:
    """Play on for a few turns, then write every seat's expected share to `shares`."""
    if settings.rollout:
        functions.rollout(memory, scratch.shares)
        return
    turns = settings.playout_turns
    last = functions.to_move(memory)
    while turns > 0:
        mover = functions.to_move(memory)
        if mover != last:
            last = mover
            turns -= 1
        if mover < 0 or turns == 0:
            break
        count = functions.legal(memory, scratch.codes)
        functions.apply(memory, choose_action(functions, scratch, memory, count, mover, settings.candidates, rng))
    if functions.to_move(memory) < 0:
        functions.returns(memory, scratch.shares)
    else:
        functions.evaluate(memory, scratch.shares)


@jit
def follow_line(functions: Functions, scratch: Scratch, memory: Memory, line: Codes) -> None:
    """Take the actions of a line in the turn of the seat to move, as far as they are possible."""
    mover = functions.to_move(memory)
    for step in range(line.size):
        is_possible = False
        if line[step] != NONE and functions.to_move(memory) == mover:
            for at in range(functions.legal(memory, scratch.codes)):
                is_possible = is_possible or scratch.codes[at] == line[step]
        if not is_possible:
            return
        functions.apply(memory, line[step])


@jit
def imagine(functions: Functions, root: Memory, seat: int, worlds: Memory, rng: Random) -> None:
    """Fill memory with positions that agree with what a seat knows, or, for POOLED, all seats together."""
    size = root.size
    for begin in range(0, worlds.size, size):
        world = worlds[begin : begin + size]
        copy_memory(root, world)
        if seat == POOLED:
            functions.redraw(world, rng)
        else:
            functions.determinize(world, seat, rng)


@jit
def value_worlds(
    functions: Functions,
    scratch: Scratch,
    settings: SearchSettings,
    worlds: Memory,
    lines: Lines,
    out: WorldShares,
    ends: Memory,
    rng: Random,
) -> None:
    """Write each seat's share after each of some lines, or after none (NONE), in each of some worlds.

    All lines meet the same chances after a world. The positions to which they were played out follow each other in
    `ends`, if it has room for them.
    """
    size = scratch.memory.size
    for number in range(out.shape[0]):
        seed = below(rng, SEEDS)
        for choice in range(lines.shape[0]):
            copy_memory(worlds[number * size : (number + 1) * size], scratch.memory)
            scratch.chances[0] = seed
            follow_line(functions, scratch, scratch.memory, lines[choice])
            if functions.to_move(scratch.memory) < 0:
                functions.returns(scratch.memory, scratch.shares)
            else:
                play_out(functions, scratch, settings, scratch.memory, scratch.chances)
            for each in range(out.shape[2]):
                out[number, choice, each] = scratch.shares[each]
            if ends.size > 0:
                begin = (number * lines.shape[0] + choice) * size
                copy_memory(scratch.memory, ends[begin : begin + size])
