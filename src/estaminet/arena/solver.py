"""Exact values of every action under perfect play, for positions small enough to enumerate.

Every seat plays for the most of its own share of the victory; among equally good actions it takes the one with the
lowest code. A draw that nobody can foresee counts as the mean of all it may bring. What is *solved* is what the seat to
move can know; with `is_open` it is the true position, as if all cards lay open for everybody.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from estaminet.engine.errors import EstaminetError, HiddenPosition, LargePosition
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.players.exact import Ending, find_only_world, has_secrets

MOST_NODES: Final = 10_000_000
"""Positions that are searched before one is called too large: a quarter of a minute of an idle core."""
REMEMBERED: Final = 1 << 20
"""Positions that are remembered, so as not to look at them again."""
EQUAL: Final = 1e-9
"""Shares that differ by less are the same."""

GoThrough = Callable[[list[int]], Iterable[int]]
"""Goes through the actions one by one: a place to show how far it is."""


@dataclass(frozen=True)
class Solved:
    """One legal action."""

    action: str
    shares: tuple[float, ...]
    """Every seat's exact share of the victory after it."""


@dataclass(frozen=True)
class Solution:
    """The legal actions of a position, with their values."""

    seat: int
    """The seat to move."""
    actions: tuple[Solved, ...]
    """The best first, equal ones in the order of their codes."""
    nodes: int
    """The number of positions searched."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Every seat's share of the victory with the best play of all."""
        return self.actions[0].shares

    @property
    def values(self) -> dict[str, float]:
        """The value of every action for the seat to move."""
        return {each.action: each.shares[self.seat] for each in self.actions}

    @property
    def best(self) -> tuple[str, ...]:
        """The actions that lose nothing."""
        return tuple(each.action for each in self.actions if self.loss(each.action) == 0)

    def loss(self, action: str) -> float:
        """What the seat gives away with an action."""
        lost = self.shares[self.seat] - self.values[action]
        return 0.0 if lost < EQUAL else lost


def solve(
    position: Position, *, most_nodes: int = MOST_NODES, is_open: bool = False, go_through: GoThrough = iter
) -> Solution:
    """The exact value of every legal action. HiddenPosition or LargePosition says why there is none.

    >>> import estaminet
    >>> position = estaminet.game("poule").start(players=2, seed=7, options={"rounds": 1, "tiles": "open"})
    >>> while len(position.legal()) > 3:
    ...     position.play(position.legal()[0])
    >>> solution = solve(position)
    >>> solution.seat, len(solution.actions) == len(position.legal()), sum(solution.shares)
    (0, True, 1.0)
    """
    seat = position.to_move
    if seat is None:
        raise EstaminetError("game.over", "The game is over: there is nothing to solve.", rule=position.game.end_rule)
    world = position.memory if is_open else find_only_world(position.game.kernel, position.known_to(), NOBODY)
    if world is None and has_secrets(position.game.kernel, position.players, position.memory):
        raise HiddenPosition(say_hidden(position))
    memory = position.known_to(seat) if world is None else world
    ending = Ending(
        position.game.kernel, position.players, most_nodes, remembered=REMEMBERED, is_open=world is not None
    )
    solved = []
    for code in go_through(position.legal_codes()):
        shares = ending.value(memory, code)
        if shares is None:
            if ending.is_hidden:
                raise HiddenPosition(say_hidden(position))
            raise LargePosition(f"This position is too large: more than {most_nodes:,} positions can follow it.")
        solved.append(Solved(position.game.actions[code].text, shares))
    # Sums are rounded: what differs by no more than that is equal, and keeps the order of the codes.
    solved.sort(key=lambda each: -round(each.shares[seat] / EQUAL))
    return Solution(seat, tuple(solved), ending.nodes)


def say_hidden(position: Position) -> str:
    """Why more than draws is open."""
    public = position.known_to()
    if any(not np.array_equal(position.known_to(seat), public) for seat in range(position.players)):
        return (
            "What one seat knows and another does not can still matter here. What an action is worth then depends on "
            "what the seats make each other believe, and cannot be found by looking at everything that may follow."
        )
    return f"{position.game.name} cannot say what may still be drawn here: too much of the game is left."
