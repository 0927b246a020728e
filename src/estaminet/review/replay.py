"""A replayed game: every position, every action with its seat, and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import Record


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
