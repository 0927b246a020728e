"""The kernel of a game: the same few functions, with the same signatures, for every game.

They work on *memory*, the bytes of a game's record. What a seat cannot know is removed in one function,
the game's ``hide``; memory that went through it has the type `Known`, and only that reaches a view, a
drawing, a log or a house player.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, Final, NewType

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.compiler import Progress, compile_functions, jit, jit_allocating
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Features, Memory, PackedOptions, Random
from estaminet.engine.jit.random import below
from estaminet.engine.jit.structs import list_names

Known = NewType("Known", NDArray[np.uint8])
"""Memory from which everything that one seat cannot know has been removed."""

NOBODY: Final = -1
"""The seat of a spectator: sees what everybody sees."""


# Defaults for functions that a game may leave out.


@jit
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:  # noqa: ARG001  # nothing is known of this game
    """For a game that cannot say: -1."""
    return -1


@jit
def fix_outcome(memory: Memory, action: int, number: int) -> None:
    """For a game that cannot say: nothing."""


@jit
def is_end_near(memory: Memory) -> bool:  # noqa: ARG001  # the same for every position
    """For a game whose `outcomes` are few wherever there are any."""
    return True


@jit
def canonicalize(memory: Memory) -> None:
    """For a game that remembers nothing without need: nothing."""


@jit
def rollout(memory: Memory, shares: Amounts) -> None:
    """For a game without a quick playout: nothing."""


@jit
def holdings(memory: Memory, amounts: Amounts) -> None:  # noqa: ARG001  # nothing is known of this game
    """For a game that counts nothing along the way: nothing to anybody."""
    for seat in range(amounts.size):
        amounts[seat] = 0


@jit
def redraw(memory: Memory, rng: Random) -> None:
    """For a game that cannot say: nothing."""


class Kernel:
    """The compiled rules of one game. Trusts its caller; `Position` is the face that checks."""

    start: Callable[[Memory, int, PackedOptions, Codes], None]
    """(memory, players, options, deal): a position ready for the first action."""
    to_move: Callable[[Memory], int]
    """The seat that decides now; -1 when the game is over."""
    legal: Callable[[Memory, Codes], int]
    """Write the legal action codes in ascending order; how many. `out` has `most_legal` places, and all may change."""
    apply: Callable[[Memory, int], None]
    """Carry out a legal action, in place."""
    revealed: Callable[[Memory], int]
    """What the last action revealed to everybody; 0 if nothing."""
    returns: Callable[[Memory, Amounts], None]
    """Each seat's share of the victory, 0 to 1, of a finished game."""
    scores: Callable[[Memory, Amounts], None]
    """The game's own money or points, so far."""
    hide: Callable[[Memory, int], None]
    """Blank, in place, everything that a seat (or NOBODY) cannot know: the one place where secrets go."""
    determinize: Callable[[Memory, int, Random], None]
    """Resample, in place, what a seat cannot know, uniformly among all that agrees with what it knows."""
    evaluate: Callable[[Memory, Amounts], None]
    """Each seat's expected share of the victory, from a hand-written evaluation; of a finished game its `returns`."""
    encode: Callable[[Memory, int, Features], None]
    """A seat's observation as numbers, for learning; needs no more than the seat knows."""

    outcomes: Callable[[Memory, int, Amounts], int] = staticmethod(outcomes)
    """(memory of a seat, action, weights): how many different things the action may draw, each with its weight; 0 if
    it draws nothing, -1 where more than that is hidden and matters. `weights` has `most_outcomes` places. For exact
    endings; a game may do without."""
    fix_outcome: Callable[[Memory, int, int], None] = staticmethod(fix_outcome)
    """(memory, action, number): decide, in place, which of those things the action draws."""
    is_end_near: Callable[[Memory], bool] = staticmethod(is_end_near)
    """Whether it is worth a house player's time to try to calculate to the end."""
    canonicalize: Callable[[Memory], None] = staticmethod(canonicalize)
    """Blank, in place, what cannot matter any more: positions with the same future become the same bytes."""
    rollout: Callable[[Memory, Amounts], None] = staticmethod(rollout)
    """Play on, in place, to a point that is easy to evaluate, every seat from what it knows; then write each seat's
    expected share of the victory. Quicker and surer than `evaluate` after some turns; a game may do without."""

    holdings: Callable[[Memory, Amounts], None] = staticmethod(holdings)
    """Every seat's holdings as people count them at a glance: money if everything open were paid now, squares.
    For house players who look no further; a game may do without."""
    redraw: Callable[[Memory, Random], None] = staticmethod(redraw)
    """Shuffle, in place, what no seat has seen: the stacks, never a hand. For the
    review of a finished game; where a game does without, `can_redraw` is False and there is none."""
    FUNCTIONS: Final = (
        "start", "to_move", "legal", "apply", "revealed", "returns", "scores", "hide", "determinize",
        "evaluate", "encode",
    )  # fmt: skip
    PLAY: Final = ("start", "to_move", "legal", "apply", "revealed", "returns", "scores", "hide", "determinize")
    """The functions for games among people, with everything else in the same modules.
    House players, hints and learning need the rest."""
    OPTIONAL: Final = ("outcomes", "fix_outcome", "is_end_near", "canonicalize", "rollout", "holdings", "redraw")
    SIZES: Final = ("STATE", "MOST_LEGAL", "LONGEST", "FEATURES")
    """Where a game defines `outcomes`, also MOST_OUTCOMES."""

    def __init__(
        self, modules: Sequence[ModuleType], progress: Progress | None = None, *, only_play: bool = False
    ) -> None:
        """Find in a game's modules the functions and sizes that every game has; compile all, or PLAY, if need be."""
        found = find_parts(modules)
        only = {found[name].__module__ for name in self.PLAY} if only_play else None
        compile_functions(modules[0].__package__ or modules[0].__name__, progress, only)
        for name in (*self.FUNCTIONS, *(name for name in self.OPTIONAL if name in found)):
            setattr(self, name, found[name])
        self.can_redraw = "redraw" in found
        """Whether the game has a `redraw`."""
        self.memory_bytes: int = found["STATE"].itemsize
        """Size of a position."""
        self.most_legal: int = found["MOST_LEGAL"]
        """The most legal actions of a position."""
        self.longest: int = found["LONGEST"]
        """The most actions of a game."""
        self.most_outcomes: int = found.get("MOST_OUTCOMES", 0)
        """The most outcomes of an action."""
        self.features: int = found["FEATURES"]
        """Length of an observation."""

    @cached_property
    def functions(self) -> Functions:
        """The same functions, as one argument of compiled ones."""
        return Functions(**{name: getattr(self, name) for name in list_names(Functions)})

    def new_scratch(self, players: int) -> Scratch:
        """Memory for compiled functions to work in, with so many players."""
        return Scratch(
            codes=np.empty(self.most_legal, np.int16),
            known=self.new_memory(),
            world=self.new_memory(),
            memory=self.new_memory(),
            imagined=self.new_memory(),
            ahead=self.new_memory(),
            shares=np.zeros(players),
            expected=np.zeros(players),
            values=np.zeros(self.most_legal),
            chances=np.zeros(1, np.uint64),
        )

    def new_memory(self) -> Memory:
        """The bytes of a position that is still to be started."""
        return np.zeros(self.memory_bytes, np.uint8)

    def codes(self, memory: Memory) -> Codes:
        """The legal action codes of a position, ascending."""
        out = np.empty(self.most_legal, np.int16)
        return out[: self.legal(memory, out)]

    def known(self, memory: Memory, seat: int) -> Known:
        """A copy of a position without everything that this seat (or NOBODY) cannot know."""
        copy = memory.copy()
        self.hide(copy, seat)
        return Known(copy)


def find_parts(modules: Sequence[ModuleType]) -> dict[str, Any]:
    """The functions and sizes that the modules of a game define, by their names, still to be compiled.

    One that is missing, or two things of one name, are a TypeError: neither may win silently.
    """
    found: dict[str, Any] = {}
    homes: dict[str, str] = {}
    for module in modules:
        for name in (*Kernel.FUNCTIONS, *Kernel.OPTIONAL, *Kernel.SIZES, "MOST_OUTCOMES"):
            if name not in vars(module):
                continue
            part = vars(module)[name]
            if name in found and part is not found[name]:
                raise TypeError(f"{name} is defined twice: in {homes[name]} and in {module.__name__}")
            found.setdefault(name, part)
            homes.setdefault(name, module.__name__)
    needed = {*Kernel.FUNCTIONS, *Kernel.SIZES, *(["MOST_OUTCOMES"] if "outcomes" in found else [])}
    if missing := sorted(needed - set(found)):
        names = ", ".join(module.__name__ for module in modules)
        raise TypeError(f"a game needs {', '.join(missing)} in {names}")
    return found


# For rules and evaluations: each seat's share of the victory, when the most money or points win.


@jit
def share_victory(amounts: Amounts, players: int) -> None:
    """Turn final amounts into shares of the victory: the most win, equal ones share."""
    most = amounts[0]
    for seat in range(1, players):
        most = max(most, amounts[seat])
    sharing = 0
    for seat in range(players):
        sharing += amounts[seat] == most
    for seat in range(players):
        amounts[seat] = 1 / sharing if amounts[seat] == most else 0.0


@jit
def share_softly(amounts: Amounts, players: int, spread: float) -> None:
    """Turn expected amounts into expected shares: a lead of one spread is worth e to 1 between two seats."""
    most = amounts[0]
    for seat in range(1, players):
        most = max(most, amounts[seat])
    total = 0.0
    for seat in range(players):
        amounts[seat] = exponential((amounts[seat] - most) / spread)
        total += amounts[seat]
    for seat in range(players):
        amounts[seat] /= total


# Random play of any game, in compiled code.


@jit
def play_randomly(functions: Functions, memory: Memory, choices: Codes, played: Codes, rng: Random) -> int:
    """Play random actions to the end and write them to ``played``; how many. ``choices`` is scratch."""
    count = 0
    while functions.to_move(memory) >= 0:
        action = choices[below(rng, functions.legal(memory, choices))]
        functions.apply(memory, action)
        played[count] = action
        count += 1
    return count


@jit_allocating
def playouts(functions: Functions, start: Memory, games: int, choices: Codes, rng: Random) -> int:
    """Play a position to the end again and again at random; the number of decisions taken."""
    memory = np.empty_like(start)
    decisions = 0
    for _ in range(games):
        for at in range(start.size):
            memory[at] = start[at]
        while functions.to_move(memory) >= 0:
            functions.apply(memory, choices[below(rng, functions.legal(memory, choices))])
            decisions += 1
    return decisions
