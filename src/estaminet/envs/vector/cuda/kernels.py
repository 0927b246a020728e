"""The CUDA kernels of one game, which step all games at once with a thread for each. They trust their caller.

Positions lie word by word, the same word of all games side by side, and every thread works on a copy of its own.
Deals are drawn ahead, by threads that do nothing else: SHA-256 in one thread would hold up the 31 beside it. For
one-ply values, worlds are imagined first, then every action has a thread: those side by side try the actions of one
game, which take about as long as each other.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import cuda

from estaminet.engine.jit import random
from estaminet.engine.kernel import Kernel
from estaminet.envs.vector import afterstates, deals, steps
from estaminet.envs.vector.cuda.twins import find_twin
from estaminet.envs.vector.deals import BLOCK, SCRATCH_COLUMNS, SCRATCH_ROWS
from estaminet.envs.vector.steps import DEAL_ANEW, OVER, STAY

WORD: Final = 8
"""Bytes of a word of memory: no field of a record is longer."""

NOT_LEGAL: Final = -1
"""In place of the code of an action."""

# Places of the notes that threads leave.
ILLEGAL: Final = 0
"""The number of illegal actions of a step."""
AWAITING_RESET: Final = 1
"""The number of finished games that were not reset."""
REFUSED: Final = 2
"""Whether a step was refused: nothing happens until `check`."""
BAD_SEATS: Final = 3
"""The number of unknown seats in `observe`."""
TO_DRAW: Final = 4
"""The number of games that need their next deal."""
NOTES: Final = 5


BLOCKS: Final = 4096
"""At most: a thread goes on with another action when it has done one."""

Array = Any
"""Of numba, on the GPU; or a number."""


class DeviceFunctions(NamedTuple):
    """What `Functions` is on a CPU: the twins of a game's functions."""

    start: Any
    to_move: Any
    legal: Any
    apply: Any
    returns: Any
    hide: Any
    determinize: Any
    evaluate: Any
    encode: Any


class DeviceScratch(NamedTuple):
    """Memory of one thread, by the names of `Scratch`."""

    world: Any
    ahead: Any
    shares: Any


class DeviceDeal(NamedTuple):
    """What games are dealt from, and the deals that are drawn ahead."""

    options: Any
    streams: Any
    messages: Any
    cards: Any
    bits: Any
    next_bits: Any
    deals: Any
    is_drawn: Any
    queue: Any


class DeviceGames(NamedTuple):
    """What the seats to move see, by the names of `steps.Games`."""

    numbers: Any
    choices: Any
    counts: Any
    movers: Any
    observations: Any
    masks: Any
    moved: Any
    rewards: Any
    shares: Any
    ended: Any
    final_observations: Any


class DeviceAfterstates(NamedTuple):
    """The same of `afterstates.AfterstateBatch`."""

    movers: Any
    choices: Any
    counts: Any
    starts: Any
    randoms: Any
    worlds: Any
    observations: Any
    outcomes: Any


class Kernels(NamedTuple):
    """Each takes blocks, threads and a stream in brackets, then its arrays. All are compiled at their first launch.

    One-ply values take three, one after the other: `imagine`, `value` and `finish_values`.
    """

    check: Any
    step: Any
    draw: Any
    finish_drawing: Any
    deal: Any
    sample: Any
    observe: Any
    look_ahead: Any
    evaluate: Any
    imagine: Any
    value: Any
    finish_values: Any


@cache
def find_functions(kernel: Kernel) -> DeviceFunctions:
    """A game's functions on the GPU."""
    return DeviceFunctions(*(find_twin(getattr(kernel, name)) for name in DeviceFunctions._fields))


@cache
def build_kernels(kernel: Kernel, players: int, streams: int, message_bytes: int) -> Kernels:
    """The kernels of a game for so many players, whose deal has so many streams, and messages of so many bytes."""
    functions = find_functions(kernel)
    look_at_world, show, act = find_twin(afterstates.look_at_world), find_twin(steps.show), find_twin(steps.act)
    choose, below, seed_with = find_twin(steps.choose), find_twin(random.below), find_twin(random.seed_with)
    draw_deal, renew_bits = find_twin(deals.draw_deal), find_twin(deals.renew_bits)
    memory_bytes, most_legal = kernel.memory_bytes, kernel.most_legal
    words = -(-memory_bytes // WORD)
    is_dealt = streams > 0
    message_room = max(1, message_bytes)

    @cuda.jit(device=True)
    def draw_from(deal: Array, bits: Array, game: Array) -> None:
        """Write the deal of these bits."""
        scratch = cuda.local.array((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32)
        block = cuda.local.array(BLOCK, np.uint8)
        own_messages = cuda.local.array(message_room, np.uint8)
        for at in range(deal.messages.size):
            own_messages[at] = deal.messages[at]
        draw_deal(bits, deal.streams, own_messages, deal.cards, deal.deals[game], scratch, block)

    @cuda.jit(device=True)
    def copy_bits(source: Array, target: Array) -> None:
        """Word by word, and all words before the first is written: memory is slow to answer."""
        given, taken = source.view(np.uint64), target.view(np.uint64)
        a, b, c, d = given[0], given[1], given[2], given[3]
        taken[0], taken[1], taken[2], taken[3] = a, b, c, d

    @cuda.jit(device=True)
    def draw_next(deal: Array, game: Array) -> None:
        """Write the deal that follows the one a game is played with."""
        scratch = cuda.local.array((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32)
        block = cuda.local.array(BLOCK, np.uint8)
        following = deal.next_bits[game]
        copy_bits(deal.bits[game], following)
        renew_bits(following, scratch, block)
        draw_from(deal, following, game)

    @cuda.jit(device=True)
    def show_all(games: Array, game: Array, memory: Array) -> None:
        """Write what the seat to move sees and can do. What it can do is read again, so that it is noted nearby."""
        codes = cuda.local.array(most_legal, np.int16)
        show(functions, games, game, memory, codes)
        for at in range(games.counts[game]):
            games.choices[game, at] = codes[at]

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
            if mode == steps.DISABLED:
                cuda.atomic.add(notes, AWAITING_RESET, 1)
        elif number < 0 or number >= masks.shape[1] or not masks[game, number]:
            actions[game] = NOT_LEGAL
            asked[game] = number
            cuda.atomic.add(notes, ILLEGAL, 1)
        else:
            actions[game] = codes[mover, number]

    @cuda.jit
    def step(
        mode: Array, at_random: Array, randoms: Array, notes: Array, actions: Array, records: Array, deal: Array,
        games: Array,
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
            if games.counts[game] > 0:
                action = int(games.choices[game, below(randoms[game], games.counts[game])])
        then = act(functions, games, mode, game, action, memory)
        if then == DEAL_ANEW:
            if is_dealt:
                if deal.is_drawn[game]:
                    deal.is_drawn[game] = 0
                    deal.queue[cuda.atomic.add(notes, TO_DRAW, 1)] = game
                else:  # the second game that ended here since deals were drawn
                    draw_next(deal, game)
                copy_bits(deal.next_bits[game], deal.bits[game])
            functions.start(memory, players, deal.options, deal.deals[game])
        if then != STAY:
            show_all(games, game, memory)
        for word in range(words):
            records[word, game] = room[word]

    @cuda.jit
    def draw(everywhere: Array, notes: Array, deal: Array) -> None:
        """Draw the next deal of the games in the queue, or of all."""
        at = cuda.grid(1)
        if at >= (deal.is_drawn.size if everywhere else notes[TO_DRAW]):
            return
        game = at if everywhere else deal.queue[at]
        draw_next(deal, game)
        deal.is_drawn[game] = 1

    @cuda.jit
    def finish_drawing(notes: Array) -> None:
        """Empty the queue."""
        if cuda.grid(1) == 0:
            notes[TO_DRAW] = 0

    @cuda.jit
    def deal_games(chosen: Array, records: Array, deal: Array, games: Array) -> None:
        """Deal the chosen games from their bits."""
        game = cuda.grid(1)
        if game >= chosen.size or not chosen[game]:
            return
        room = cuda.local.array(words, np.uint64)
        memory = room.view(np.uint8)[:memory_bytes]
        if is_dealt:
            draw_from(deal, deal.bits[game], game)
        functions.start(memory, players, deal.options, deal.deals[game])
        show_all(games, game, memory)
        games.moved[game] = OVER
        for word in range(words):
            records[word, game] = room[word]

    @cuda.jit
    def sample(games: Array, randoms: Array, actions: Array) -> None:
        """For every game the number of one of its legal actions."""
        game = cuda.grid(1)
        if game < actions.size:
            actions[game] = choose(games, game, randoms)

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
        functions.encode(room.view(np.uint8)[:memory_bytes], seats[game], observations[game])

    @cuda.jit
    def look_ahead(records: Array, games: Array) -> None:
        """What every legal action leads to, in several imagined worlds."""
        game = cuda.grid(1)
        if game >= games.movers.size or not games.counts[game]:
            return
        world_room, ahead_room = cuda.local.array(words, np.uint64), cuda.local.array(words, np.uint64)
        world = world_room.view(np.uint8)[:memory_bytes]
        ahead = ahead_room.view(np.uint8)[:memory_bytes]
        shares = cuda.local.array(players, np.float64)
        for number in range(games.worlds):
            for word in range(words):
                world_room[word] = records[word, game]
            functions.determinize(world, games.movers[game], games.randoms[game])
            look_at_world(functions, DeviceScratch(world, ahead, shares), games, game, number)

    @cuda.jit
    def evaluate(records: Array, expected: Array) -> None:
        """What share of the victory every seat of each game may expect."""
        game = cuda.grid(1)
        if game >= expected.shape[0]:
            return
        room = cuda.local.array(words, np.uint64)
        shares = cuda.local.array(players, np.float64)
        for word in range(words):
            room[word] = records[word, game]
        functions.evaluate(room.view(np.uint8)[:memory_bytes], shares)
        for seat in range(players):
            expected[game, seat] = shares[seat]

    @cuda.jit
    def imagine(
        worlds: Array, records: Array, movers: Array, counts: Array, imagined: Array, queue: Array, waiting: Array,
        values: Array, priors: Array,
    ) -> None:  # fmt: skip
        """Write some worlds of every game as its mover imagines them, and put its legal actions into the queue.

        And what every seat may expect in them.
        """
        game = cuda.grid(1)
        if game >= movers.size:
            return
        for number in range(values.shape[1]):
            values[game, number] = 0
        for seat in range(players):
            priors[game, seat] = 0
        count, mover = counts[game], movers[game]
        if count == 0:
            return
        known_room, world_room = cuda.local.array(words, np.uint64), cuda.local.array(words, np.uint64)
        known = known_room.view(np.uint8)[:memory_bytes]
        world = world_room.view(np.uint8)[:memory_bytes]
        rng = cuda.local.array(1, np.uint64)
        shares, expected = cuda.local.array(players, np.float64), cuda.local.array(players, np.float64)
        for seat in range(players):
            expected[seat] = 0
        for word in range(words):
            known_room[word] = records[word, game]
        functions.hide(known, mover)
        seed_with(rng, known)
        for number in range(worlds):
            for word in range(words):
                world_room[word] = known_room[word]
            functions.determinize(world, mover, rng)
            for word in range(words):
                imagined[number * words + word, game] = world_room[word]
            functions.evaluate(world, shares)
            for seat in range(players):
                expected[seat] += shares[seat] / worlds
        for seat in range(players):
            priors[game, seat] = expected[(mover + seat) % players]
        begin = cuda.atomic.add(waiting, 0, count)
        for at in range(count):
            queue[begin + at] = game * most_legal + at

    @cuda.jit
    def value(
        worlds: Array, imagined: Array, movers: Array, choices: Array, numbers: Array, queue: Array, waiting: Array,
        values: Array,
    ) -> None:  # fmt: skip
        """Try every action of the queue in all worlds of its game."""
        ahead_room = cuda.local.array(words, np.uint64)
        ahead = ahead_room.view(np.uint8)[:memory_bytes]
        shares = cuda.local.array(players, np.float64)
        for place in range(cuda.grid(1), waiting[0], cuda.gridsize(1)):
            game, at = queue[place] // most_legal, queue[place] % most_legal
            mover, code = movers[game], int(choices[game, at])
            found = 0.0
            for number in range(worlds):
                for word in range(words):
                    ahead_room[word] = imagined[number * words + word, game]
                functions.apply(ahead, code)
                functions.evaluate(ahead, shares)
                found += shares[mover] / worlds
            values[game, numbers[mover, code]] = found

    @cuda.jit
    def finish_values(waiting: Array) -> None:
        """Empty the queue."""
        if cuda.grid(1) == 0:
            waiting[0] = 0

    return Kernels(
        check, step, draw, finish_drawing, deal_games, sample, observe, look_ahead, evaluate, imagine, value,
        finish_values,
    )  # fmt: skip
