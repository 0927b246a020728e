"""Another deal that agrees with everything a seat has seen: the game so far, with other hidden cards.

It is found by trying, and works for every game: two cards of the deal change places, the same actions are played, and
the deal is taken if the seat sees just what it saw, before every action, and nobody did what they could not have done.
`determinize` imagines a position in no time; a deal is needed by whoever wants to write the game down or take back.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.deal import Deal, Lot, Part, Stream, flatten_parts
from estaminet.engine.jit.layout import Codes, Memory, PackedOptions
from estaminet.engine.kernel import Kernel

PARTNERS: Final = 2
"""Exchanges that are tried before a card counts as seen."""
MOST_PAIRS: Final = 600
"""Without a stack, hidden cards are found pair by pair; so many pairs are tried, the latest first."""
SWEEPS: Final = 4
"""Exchanges of every hidden card."""


class Played(NamedTuple):
    """A game so far, without its deal."""

    kernel: Kernel
    players: int
    options: PackedOptions
    actions: Sequence[int]


class SeatHistory:
    """All that a seat has seen of a game."""

    def __init__(self, played: Played, deal: Codes, seat: int) -> None:
        self._played, self._seat = played, seat
        self._seen: list[bytes] = []
        self._movers: list[int] = []
        kernel, memory = played.kernel, self._start(deal)
        for code in played.actions:
            self._seen.append(self._look(memory))
            self._movers.append(int(kernel.to_move(memory)))
            kernel.apply(memory, code)
        self._seen.append(self._look(memory))

    def contradicts(self, deal: Codes) -> bool:
        """Whether another deal would have shown them something else, or made an action impossible."""
        kernel, memory = self._played.kernel, self._start(deal)
        for ply, code in enumerate(self._played.actions):
            if self._look(memory) != self._seen[ply]:
                return True
            # Its view determines a seat's own legal actions.
            if self._movers[ply] != self._seat and code not in kernel.codes(memory).tolist():
                return True
            kernel.apply(memory, code)
        return self._look(memory) != self._seen[-1]

    def _start(self, deal: Codes) -> Memory:
        memory = self._played.kernel.new_memory()
        self._played.kernel.start(memory, self._played.players, self._played.options, deal)
        return memory

    def _look(self, memory: Memory) -> bytes:
        return self._played.kernel.known(memory, self._seat).tobytes()


def imagine_deal(played: Played, parts: Sequence[Part], deal: Deal, seat: int, bits: bytes) -> Deal:
    """A random deal that a seat cannot tell from the true one: every such deal is possible."""
    stream = Stream(bits, "imagined")
    witness = SeatHistory(played, deal.packed, seat)
    packed: list[int] = deal.packed.tolist()

    def take(changed: list[int]) -> bool:
        """Take a deal if it contradicts nothing; whether it was taken."""
        if witness.contradicts(np.array(changed, np.int16)):
            return False
        packed[:] = changed
        return True

    first = 0
    for part in flatten_parts(parts):
        size = 1 if isinstance(part, Lot) else len(part.ids)
        if size > 1:
            _imagine_stack(packed, range(first, first + size), stream, take)
        first += size
    return Deal.unpack(parts, packed)


def _imagine_stack(packed: list[int], places: range, stream: Stream, take: Callable[[list[int]], bool]) -> None:
    """Deal anew what is hidden of one stack. Undrawn cards are at its end."""
    low, high = places[0], places[-1]  # a single card has nothing to be exchanged with
    while low < high:
        middle = (low + high) // 2
        if all(take(_shuffle(packed, range(middle, places.stop), stream)) for _ in range(PARTNERS)):
            high = middle
        else:
            low = middle + 1
    undrawn = list(range(low, places.stop)) if low < places[-1] else []
    drawn = [place for place in reversed(places) if place not in undrawn]
    hidden = _find_hidden(packed, drawn, undrawn, stream, take)
    free = [*hidden, *undrawn]
    for _ in range(SWEEPS if len(free) > 1 else 0):
        for place in hidden:
            take(_exchange(packed, place, free[stream.below(len(free))]))
        if undrawn:
            take(_shuffle(packed, undrawn, stream))


def _find_hidden(
    packed: list[int],
    drawn: Sequence[int],
    undrawn: Sequence[int],
    stream: Stream,
    take: Callable[[list[int]], bool],
) -> list[int]:
    """The drawn cards that the seat has not seen: in the hands of others, or set aside."""
    if undrawn:
        tries = ([undrawn[stream.below(len(undrawn))] for _ in range(PARTNERS)] for _ in drawn)
        pairs = zip(drawn, tries, strict=True)
        return [place for place, others in pairs if any(take(_exchange(packed, place, each)) for each in others)]
    found: set[int] = set()
    count = 0
    for at, place in enumerate(drawn):
        for other in drawn[:at]:
            count += 1
            if count <= MOST_PAIRS and not {place, other} <= found and take(_exchange(packed, place, other)):
                found |= {place, other}
    return sorted(found)


def _exchange(packed: list[int], one: int, other: int) -> list[int]:
    changed = packed.copy()
    changed[one], changed[other] = packed[other], packed[one]
    return changed


def _shuffle(packed: list[int], places: Sequence[int], stream: Stream) -> list[int]:
    changed = packed.copy()
    for last in range(len(places) - 1, 0, -1):
        one, other = places[last], places[stream.below(last + 1)]
        changed[one], changed[other] = changed[other], changed[one]
    return changed
