"""The kernels of one game: what a GPU does in every game at once, with a thread for each. They trust their caller.

Positions lie word by word, the same word of all games side by side, and every thread works on a copy of its own.
Deals are drawn ahead, by threads that do nothing else: SHA-256 in one thread would hold up the 31 beside it.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import cuda

from estaminet.engine.jit import random
from estaminet.engine.kernel import Kernel
from estaminet.envs.vector import afterstates, dealing, stepping
from estaminet.envs.vector.cuda.twins import find_twin
from estaminet.envs.vector.dealing import BLOCK, SCRATCH_COLUMNS, SCRATCH_ROWS
from estaminet.envs.vector.stepping import DEAL_ANEW, OVER, STAY

WORD: Final = 8
"""Bytes of a word of memory: no field of a record is longer."""

NOT_LEGAL: Final = -1
"""In place of the code of an action."""

# Places of the notes that threads leave.
ILLEGAL: Final = 0
"""How many actions of a step are not legal."""
AWAITING_RESET: Final = 1
"""How many games are over and were not reset."""
REFUSED: Final = 2
"""Whether a step was refused: until somebody asks why, nothing happens."""
BAD_SEATS: Final = 3
"""How many seats that there are not were to be observed."""
TO_DRAW: Final = 4
"""How many games need their next deal."""
NOTES: Final = 5


Array = Any
"""Of numba, on the GPU; or a number."""


class Kernels(NamedTuple):
    """Each takes blocks, threads and a stream in brackets, then its arrays. All are compiled at their first launch."""

    check: Any
    step: Any
    draw: Any
    finish_drawing: Any
    deal: Any
    sample: Any
    observe: Any
    look_ahead: Any


@cache
def build_kernels(kernel: Kernel, players: int, streams: int, message_bytes: int) -> Kernels:
    """The kernels of a game for so many players, whose deal has so many streams, and messages of so many bytes."""
    start, to_move, legal = find_twin(kernel.start), find_twin(kernel.to_move), find_twin(kernel.legal)
    apply, returns, encode = find_twin(kernel.apply), find_twin(kernel.returns), find_twin(kernel.encode)
    determinize, look_at_world = find_twin(kernel.determinize), find_twin(afterstates.look_at_world)
    show, act, choose = find_twin(stepping.show), find_twin(stepping.act), find_twin(stepping.choose)
    draw_deal, renew_bits = find_twin(dealing.draw_deal), find_twin(dealing.renew_bits)
    below = find_twin(random.below)
    memory_bytes, most_legal = kernel.memory_bytes, kernel.most_legal
    words = -(-memory_bytes // WORD)
    is_dealt = streams > 0
    message_room = max(1, message_bytes)

    @cuda.jit(device=True)
    def draw_from(bits: Array, streams: Array, messages: Array, cards: Array, deal: Array) -> None:
        """Write the deal of these bits."""
        scratch = cuda.local.array((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32)
        block = cuda.local.array(BLOCK, np.uint8)
        own_messages = cuda.local.array(message_room, np.uint8)
        for at in range(messages.size):
            own_messages[at] = messages[at]
        draw_deal(bits, streams, own_messages, cards, deal, scratch, block)

    @cuda.jit(device=True)
    def copy_bits(source: Array, target: Array) -> None:
        """Word by word, and all words before the first is written: memory is slow to answer."""
        given, taken = source.view(np.uint64), target.view(np.uint64)
        a, b, c, d = given[0], given[1], given[2], given[3]
        taken[0], taken[1], taken[2], taken[3] = a, b, c, d

    @cuda.jit(device=True)
    def draw_next(
        game: Array, streams: Array, messages: Array, cards: Array, bits: Array, next_bits: Array, deals: Array,
    ) -> None:  # fmt: skip
        """Write the deal that follows the one a game is played with."""
        scratch = cuda.local.array((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32)
        block = cuda.local.array(BLOCK, np.uint8)
        copy_bits(bits[game], next_bits[game])
        renew_bits(next_bits[game], scratch, block)
        draw_from(next_bits[game], streams, messages, cards, deals[game])

    @cuda.jit(device=True)
    def show_all(
        numbers: Array, game: Array, memory: Array, choices: Array, counts: Array, movers: Array, observations: Array,
        masks: Array,
    ) -> None:  # fmt: skip
        """Write what the seat to move sees and can do. What it can do is read again, so that it is noted nearby."""
        codes = cuda.local.array(most_legal, np.int16)
        show(to_move, legal, encode, numbers, game, memory, codes, counts, movers, observations, masks)
        for at in range(counts[game]):
            choices[game, at] = codes[at]

    @cuda.jit
    def check(
        mode: Array, given: Array, movers: Array, masks: Array, codes: Array, asked: Array, actions: Array, notes: Array
    ) -> None:  # fmt: skip
        """Read the numbers of actions as codes, and count those that are not legal."""
        game = cuda.grid(1)
        if game >= movers.size or notes[REFUSED]:
            return
        number, mover = given[game], movers[game]
        if mover == OVER:
            actions[game] = 0
            if mode == stepping.DISABLED:
                cuda.atomic.add(notes, AWAITING_RESET, 1)
        elif number < 0 or number >= masks.shape[1] or not masks[game, number]:
            actions[game] = NOT_LEGAL
            asked[game] = number
            cuda.atomic.add(notes, ILLEGAL, 1)
        else:
            actions[game] = codes[mover, number]

    @cuda.jit
    def step(
        mode: Array, at_random: Array, randoms: Array, notes: Array, actions: Array, numbers: Array, options: Array,
        streams: Array, messages: Array, cards: Array, records: Array, bits: Array, next_bits: Array, deals: Array,
        is_drawn: Array, queue: Array, choices: Array, counts: Array, movers: Array, observations: Array,
        masks: Array, moved: Array, rewards: Array, shares: Array, ended: Array, final_observations: Array,
    ) -> None:  # fmt: skip
        """Carry out one action in every game, and deal anew where the mode says so; nothing if any is refused."""
        game = cuda.grid(1)
        if game >= actions.size:
            return
        room = cuda.local.array(words, np.uint64)
        memory = room.view(np.uint8)[:memory_bytes]
        for word in range(words):  # memory is slow to answer: everything that will be needed is asked for at once
            room[word] = records[word, game]
        if notes[ILLEGAL] or notes[AWAITING_RESET]:
            notes[REFUSED] = 1
            return
        action = actions[game]
        if at_random:
            action = 0
            if counts[game] > 0:
                action = int(choices[game, below(randoms[game], counts[game])])
        then = act(
            to_move, apply, returns, encode, mode, game, action, memory, counts, movers, observations, masks,
            moved, rewards, shares, ended, final_observations,
        )  # fmt: skip
        if then == DEAL_ANEW:
            if is_dealt:
                if is_drawn[game]:
                    is_drawn[game] = 0
                    queue[cuda.atomic.add(notes, TO_DRAW, 1)] = game
                else:  # the second game that ended here since deals were drawn
                    draw_next(game, streams, messages, cards, bits, next_bits, deals)
                copy_bits(next_bits[game], bits[game])
            start(memory, players, options, deals[game])
        if then != STAY:
            show_all(numbers, game, memory, choices, counts, movers, observations, masks)
        for word in range(words):
            records[word, game] = room[word]

    @cuda.jit
    def draw(
        everywhere: Array, notes: Array, streams: Array, messages: Array, cards: Array, bits: Array, next_bits: Array,
        deals: Array, is_drawn: Array, queue: Array,
    ) -> None:  # fmt: skip
        """Draw the next deal of the games in the queue, or of all."""
        at = cuda.grid(1)
        if at >= (is_drawn.size if everywhere else notes[TO_DRAW]):
            return
        game = at if everywhere else queue[at]
        draw_next(game, streams, messages, cards, bits, next_bits, deals)
        is_drawn[game] = 1

    @cuda.jit
    def finish_drawing(notes: Array) -> None:
        """Empty the queue."""
        if cuda.grid(1) == 0:
            notes[TO_DRAW] = 0

    @cuda.jit
    def deal(
        chosen: Array, numbers: Array, options: Array, streams: Array, messages: Array, cards: Array, records: Array,
        bits: Array, deals: Array, choices: Array, counts: Array, movers: Array, observations: Array, masks: Array,
        moved: Array,
    ) -> None:  # fmt: skip
        """Deal the chosen games from their bits."""
        game = cuda.grid(1)
        if game >= chosen.size or not chosen[game]:
            return
        room = cuda.local.array(words, np.uint64)
        memory = room.view(np.uint8)[:memory_bytes]
        if is_dealt:
            draw_from(bits[game], streams, messages, cards, deals[game])
        start(memory, players, options, deals[game])
        show_all(numbers, game, memory, choices, counts, movers, observations, masks)
        moved[game] = OVER
        for word in range(words):
            records[word, game] = room[word]

    @cuda.jit
    def sample(choices: Array, counts: Array, movers: Array, numbers: Array, randoms: Array, actions: Array) -> None:
        """For every game the number of one of its legal actions."""
        game = cuda.grid(1)
        if game < actions.size:
            actions[game] = choose(game, choices, counts, movers, numbers, randoms)

    @cuda.jit
    def observe(seats: Array, notes: Array, records: Array, observations: Array) -> None:
        """What one seat of every game sees."""
        game = cuda.grid(1)
        if game >= seats.size:
            return
        if seats[game] < 0 or seats[game] >= players:
            cuda.atomic.add(notes, BAD_SEATS, 1)
            return
        room = cuda.local.array(words, np.uint64)
        for word in range(words):
            room[word] = records[word, game]
        encode(room.view(np.uint8)[:memory_bytes], seats[game], observations[game])

    @cuda.jit
    def look_ahead(
        worlds: Array, records: Array, movers: Array, choices: Array, counts: Array, starts: Array, randoms: Array,
        observations: Array, outcomes: Array,
    ) -> None:  # fmt: skip
        """What every legal action leads to, in several imagined worlds."""
        game = cuda.grid(1)
        if game >= movers.size or not counts[game]:
            return
        world_room, ahead_room = cuda.local.array(words, np.uint64), cuda.local.array(words, np.uint64)
        world = world_room.view(np.uint8)[:memory_bytes]
        ahead = ahead_room.view(np.uint8)[:memory_bytes]
        shares = cuda.local.array(players, np.float64)
        for number in range(worlds):
            for word in range(words):
                world_room[word] = records[word, game]
            determinize(world, movers[game], randoms[game])
            look_at_world(
                to_move, apply, returns, encode, game, movers[game], number, worlds, world, ahead, choices, counts,
                starts, shares, observations, outcomes,
            )  # fmt: skip

    return Kernels(check, step, draw, finish_drawing, deal, sample, observe, look_ahead)
