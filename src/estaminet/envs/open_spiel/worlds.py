"""Many worlds of one game at once, in compiled code: in each, what is still undealt lies in another order."""

from typing import Annotated

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit_allocating
from estaminet.engine.jit.functions import Functions
from estaminet.engine.jit.layout import Codes, Memory, PackedOptions

Worlds = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
"""A record a row."""
Deals = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""A deal a row, as ``start`` takes it."""
Trace = Annotated[NDArray[np.uint8], types.uint8[:, :, ::1]]
"""A record for every ply and every viewer."""


@jit_allocating
def play_worlds(
    functions: Functions, worlds: Worlds, players: int, options: PackedOptions, deals: Deals, actions: Codes
) -> None:
    """Play the same actions from every deal."""
    for number in range(len(worlds)):
        memory = worlds[number]
        functions.start(memory, players, options, deals[number])
        for at in range(len(actions)):
            functions.apply(memory, actions[at])


@jit_allocating
def write_views(functions: Functions, memory: Memory, first: int, views: Worlds) -> None:
    """Write what each viewer, from the first on, knows of a world."""
    for at in range(len(views)):
        for byte in range(len(memory)):
            views[at, byte] = memory[byte]
        functions.hide(views[at], first + at)


@jit_allocating
def find_difference(functions: Functions, action: int, worlds: Worlds, views: Worlds) -> int:
    """The first world that some seat can tell from world 0, or that ends otherwise; 0 if there is none.

    An action that is not negative is carried out in all of them first. What every seat knows of world 0 is written
    to ``views``.
    """
    if action >= 0:
        for number in range(len(worlds)):
            functions.apply(worlds[number], action)
    players = len(views)
    write_views(functions, worlds[0], 0, views)
    is_over = functions.to_move(worlds[0]) < 0
    shares = np.zeros(players)
    if is_over:
        functions.returns(worlds[0], shares)
    known = np.empty_like(views)
    others = np.zeros(players)
    for number in range(1, len(worlds)):
        write_views(functions, worlds[number], 0, known)
        for seat in range(players):
            for byte in range(known.shape[1]):
                if known[seat, byte] != views[seat, byte]:
                    return number
        if is_over:
            functions.returns(worlds[number], others)
            for seat in range(players):
                if others[seat] != shares[seat]:
                    return number
    return 0


@jit_allocating
def trace_game(
    functions: Functions, players: int, options: PackedOptions, deal: Codes, actions: Codes, first: int, trace: Trace
) -> None:
    """Write what each viewer, from the first on, knows before every action and at the end."""
    memory = np.zeros(trace.shape[2], np.uint8)
    functions.start(memory, players, options, deal)
    write_views(functions, memory, first, trace[0])
    for at in range(len(actions)):
        functions.apply(memory, actions[at])
        write_views(functions, memory, first, trace[at + 1])


@jit_allocating
def find_departure(
    functions: Functions,
    players: int,
    options: PackedOptions,
    deal: Codes,
    actions: Codes,
    first: int,
    trace: Trace,
    choices: Codes,
) -> int:
    """The first ply at which another deal shows the viewers something else, or forbids what was played.

    If there is none, one more than the number of actions.
    """
    memory = np.zeros(trace.shape[2], np.uint8)
    known = np.empty_like(trace[0])
    functions.start(memory, players, options, deal)
    for at in range(len(actions) + 1):
        write_views(functions, memory, first, known)
        for viewer in range(known.shape[0]):
            for byte in range(known.shape[1]):
                if known[viewer, byte] != trace[at, viewer, byte]:
                    return at
        if at < len(actions):
            is_legal = False
            for choice in range(functions.legal(memory, choices)):
                is_legal |= choices[choice] == actions[at]
            if not is_legal:
                return at
            functions.apply(memory, actions[at])
    return len(actions) + 1
