"""Many worlds at once, in compiled code: one game, with whatever is still to be dealt in another order in each."""

from collections.abc import Callable
from typing import Annotated

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.compiling import jit_allocating
from estaminet.engine.layout import Amounts, Codes, Memory, PackedOptions
from estaminet.engine.pointers import Apply, Legal, ToMove, pointer

_memory = types.uint8[::1]
Start = Annotated[
    Callable[[Memory, int, PackedOptions, Codes], None],
    pointer(types.void(_memory, types.int64, types.int64[::1], types.int16[::1])),
]
Hide = Annotated[Callable[[Memory, int], None], pointer(types.void(_memory, types.int64))]
Returns = Annotated[Callable[[Memory, Amounts], None], pointer(types.void(_memory, types.float64[::1]))]
Worlds = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
"""A record a row."""
Deals = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""A deal a row, as ``start`` takes it."""
Trace = Annotated[NDArray[np.uint8], types.uint8[:, :, ::1]]
"""A record for every ply and every viewer."""


@jit_allocating
def play_worlds(
    start: Start, apply: Apply, worlds: Worlds, players: int, options: PackedOptions, deals: Deals, actions: Codes
) -> None:
    """Play the same actions from every deal."""
    for number in range(len(worlds)):
        memory = worlds[number]
        start(memory, players, options, deals[number])
        for at in range(len(actions)):
            apply(memory, actions[at])


@jit_allocating
def look_around(hide: Hide, memory: Memory, first: int, views: Worlds) -> None:
    """Write what each seat from the first one on knows of a world."""
    for at in range(len(views)):
        for byte in range(len(memory)):
            views[at, byte] = memory[byte]
        hide(views[at], first + at)


@jit_allocating
def find_difference(
    to_move: ToMove, returns: Returns, hide: Hide, apply: Apply, action: int, worlds: Worlds, views: Worlds
) -> int:
    """The first world that some seat can tell from world 0, or that ends otherwise; 0 if there is none.

    An action that is not negative is carried out in all of them before. ``views`` gets what every seat knows of
    world 0.
    """
    if action >= 0:
        for number in range(len(worlds)):
            apply(worlds[number], action)
    players = len(views)
    look_around(hide, worlds[0], 0, views)
    is_over = to_move(worlds[0]) < 0
    shares = np.zeros(players)
    if is_over:
        returns(worlds[0], shares)
    known = np.empty_like(views)
    others = np.zeros(players)
    for number in range(1, len(worlds)):
        look_around(hide, worlds[number], 0, known)
        for seat in range(players):
            for byte in range(known.shape[1]):
                if known[seat, byte] != views[seat, byte]:
                    return number
        if is_over:
            returns(worlds[number], others)
            for seat in range(players):
                if others[seat] != shares[seat]:
                    return number
    return 0


@jit_allocating
def trace_game(
    start: Start, apply: Apply, hide: Hide, players: int, options: PackedOptions, deal: Codes, actions: Codes,
    first: int, trace: Trace,
) -> None:  # fmt: skip
    """Write what each viewer from the first one on knows before every action and at the end."""
    memory = np.zeros(trace.shape[2], np.uint8)
    start(memory, players, options, deal)
    look_around(hide, memory, first, trace[0])
    for at in range(len(actions)):
        apply(memory, actions[at])
        look_around(hide, memory, first, trace[at + 1])


@jit_allocating
def find_departure(
    start: Start, legal: Legal, apply: Apply, hide: Hide, players: int, options: PackedOptions, deal: Codes,
    actions: Codes, first: int, trace: Trace, choices: Codes,
) -> int:  # fmt: skip
    """The first ply at which another deal shows the viewers something else, or forbids what was played.

    One more than the last if there is none.
    """
    memory = np.zeros(trace.shape[2], np.uint8)
    known = np.empty_like(trace[0])
    start(memory, players, options, deal)
    for at in range(len(actions) + 1):
        look_around(hide, memory, first, known)
        for viewer in range(known.shape[0]):
            for byte in range(known.shape[1]):
                if known[viewer, byte] != trace[at, viewer, byte]:
                    return at
        if at < len(actions):
            is_legal = False
            for choice in range(legal(memory, choices)):
                is_legal |= choices[choice] == actions[at]
            if not is_legal:
                return at
            apply(memory, actions[at])
    return len(actions) + 1
