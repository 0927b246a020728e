"""A replayed game: every position, every action with its seat, and the result."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Final, NamedTuple

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.players.playouts import SearchSettings
from estaminet.players.thinker import Thinker


@dataclass(frozen=True)
class Replay:
    """A whole game, or as much of it as was played."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    positions: tuple[Position, ...]
    """Before the first action, and after each."""
    codes: tuple[int, ...]
    movers: tuple[int, ...]
    result: tuple[float, ...]
    is_finished: bool = True
    """Whether it was played to its end; otherwise the result came from outside the rules."""

    def memory(self, ply: int) -> Memory:
        """The true position before an action."""
        return self.positions[ply].memory

    def known(self, ply: int, seat: int) -> Known:
        """What a seat knew before an action."""
        return self.game.kernel.known(self.memory(ply), seat)

    def turn(self, ply: int) -> tuple[int, ...]:
        """An action and the rest of its seat's turn."""
        end = ply + 1
        while end < len(self.codes) and self.movers[end] == self.movers[ply]:
            end += 1
        return self.codes[ply:end]

    def turn_number(self, ply: int) -> int:
        """The turn of an action, from 1."""
        return 1 + sum(self.movers[at] != self.movers[at - 1] for at in range(1, ply + 1))

    def rounds(self) -> tuple[int, ...]:
        """The plies of the actions after which a new round is played."""
        numbers = [self.game.round_of(self.known(ply, NOBODY)) for ply in range(len(self.positions))]
        return tuple(ply for ply in range(len(self.codes) - 1) if numbers[ply + 1] != numbers[ply])

    def tallies(self) -> dict[str, tuple[tuple[int | float, ...], ...]]:
        """The tallies before the first action and after each."""
        found: dict[str, list[tuple[int | float, ...]]] = {}
        for ply, position in enumerate(self.positions):
            tally: Mapping[str, Sequence[int | float]] = self.game.tally(self.known(ply, NOBODY))
            for name, numbers in (tally or {"score": position.scores()}).items():
                found.setdefault(name, []).append(tuple(numbers))
        return {name: tuple(numbers) for name, numbers in found.items()}


def follow(record: Record, result: Sequence[float] | None = None) -> Replay:
    """The replay of a game that was played to its end, or that somebody ended early with a result: everybody's share.

    BadRecord, ``game.unfinished``, ``result.invalid`` or ``game.not_reviewable`` says why there is none.
    """
    positions = tuple(record.positions())
    last = positions[-1]
    if result is not None:
        check_result(last, result)
    elif not last.is_over:
        raise EstaminetError("game.unfinished", "This game is not over: it can be reviewed when it is.")
    if not last.game.kernel.can_redraw:
        raise EstaminetError(
            "game.not_reviewable", f"{last.game.name} does not say what nobody has seen: its kernel has no `redraw`."
        )
    movers = tuple(position.to_move for position in positions[:-1])
    return Replay(
        last.game,
        last.players,
        last.options,
        positions,
        tuple(last.history),
        tuple(seat for seat in movers if seat is not None),
        tuple(last.returns() if result is None else result),
        is_finished=last.is_over,
    )


def check_result(last: Position, result: Sequence[float]) -> None:
    """Check the result of a game that ended early in this position."""
    if last.is_over:
        raise EstaminetError("result.invalid", "This game was played to its end: it has its own result.")
    is_shared_out = all(isinstance(share, float | int) and share >= 0 for share in result) and isclose(sum(result), 1)
    if len(result) != last.players or not is_shared_out:
        raise EstaminetError(
            "result.invalid", f"A result is {last.players} shares that add up to 1, not {tuple(result)!r:.60}."
        )


def list_seats(replay: Replay, seat: int | None) -> tuple[int, ...]:
    """The seats to look at: one, or all."""
    if seat is None:
        return tuple(range(replay.players))
    if type(seat) is not int or not 0 <= seat < replay.players:
        raise EstaminetError("seat.unknown", f"There is no seat {seat!r:.60}; the seats are 0 to {replay.players - 1}.")
    return (seat,)


# How much work a review takes, and the random numbers of each of its parts


TRIES: Final = 8
"""Redrawn worlds that show whether an action draws something."""
DOUBTED_TURNS: Final = 4
"""The turns that the second model plays out."""


class Valuation(NamedTuple):
    """The valuation of a game, whose `reviewing` may change it."""

    worlds: int = 128
    """The number of worlds."""
    iterations: int = 400
    """The iterations for a decision."""
    doubted_from: int = 99
    """With so many players or more greedy playouts must confirm a mistake."""


@dataclass(frozen=True)
class Effort:
    """How much work a review takes. The same effort and seed give the same review, on any number of threads."""

    turns: int | None = None
    """Turns that greedy players play out a position; the thinker's way if left out."""
    worlds: int | None = None
    """Worlds for each position; the game's number if left out."""
    iterations: int | None = None
    """Iterations for a decision; the game's number if left out."""
    comparisons: int = 256
    """Worlds in which the played turn meets the best."""
    confirmations: int = 400
    """Other worlds, in which a suspected mistake meets it again."""
    deals: int = 200
    """Deals for a seat's expected share before the deal."""
    threads: int = 2


def find_valuation(game: Game, effort: Effort) -> Valuation:
    """The valuation of a game with so much effort."""
    own = Valuation(**game.reviewing)
    return own._replace(
        worlds=own.worlds if effort.worlds is None else effort.worlds,
        iterations=own.iterations if effort.iterations is None else effort.iterations,
    )


def make_thinker(game: Game, players: int, turns: int | None = None) -> Thinker:
    """The thinker that values positions; with a number, by so many greedy turns."""
    return Thinker(game, players, None if turns is None else greedy_settings(game, turns))


def greedy_settings(game: Game, turns: int) -> SearchSettings:
    """The settings of playouts of so many greedy turns."""
    return SearchSettings(playout_turns=turns, candidates=game.kernel.most_legal)


def stream(seed: int, *names: object) -> Random:
    """Independent random numbers for every purpose, the same on any number of threads."""
    digest = hashlib.sha256("/".join(map(str, (seed, *names))).encode()).digest()
    return generator(int.from_bytes(digest[:8]))


def draws_something(game: Game, players: int, memory: Memory, action: int, rng: Random) -> bool:
    """Whether what the seats see after an action depends on an order that nobody knew.

    Only redrawn worlds are asked: if the true one had a say, draws that show something rare would be looked at more
    often than the same draw when it shows something usual, and luck would no longer be zero on average.
    """
    kernel = game.kernel
    seen = set()
    for _ in range(TRIES):
        world = memory.copy()
        kernel.redraw(world, rng)
        kernel.apply(world, action)
        seen.add(b"".join(kernel.known(world, seat).tobytes() for seat in range(players)))
        if len(seen) > 1:
            return True
    return False
