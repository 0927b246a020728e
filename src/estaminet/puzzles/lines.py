"""What may follow an action: played on in one imagined world, which the solver's seat cannot tell from the true one."""

from typing import Final

from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players.search import Budget
from estaminet.players.thinking import think
from estaminet.puzzles.model import Try
from estaminet.puzzles.proving import Proof
from estaminet.review.valuation import Effort, Valuer, find_valuation, greedy_style

WORLDS: Final = 16
"""So many worlds are asked which of them shows a mistake for what it is."""
LENGTH: Final = 6
"""Actions after the one that was tried."""
ITERATIONS: Final = 40
"""How long everybody thinks."""


def imagine(position: Position, world: int) -> Memory:
    """A world with this seed, made from what the seat to move knows and nothing else."""
    seat = position.to_move or 0
    memory: Memory = position.known_to(seat).copy()
    position.game.kernel.determinize(memory, seat, generator(world))
    return memory


def choose_world(position: Position, proof: Proof) -> int:
    """The world in which the most tempting mistake costs about what it costs on average."""
    seat = position.to_move or 0
    game = position.game
    wrong = next(code for code in proof.order if code not in proof.best)
    valuer = Valuer(game, position.players, greedy_style(game, find_valuation(game, Effort()).turns))
    known = position.known_to(seat)

    def measure(world: int) -> float:
        shares = valuer.try_lines(known, seat, [[proof.best[0]], [wrong]], 1, generator(world))[0, :, seat]
        return abs(float(shares[0] - shares[1]) - proof.loss(wrong))

    return min(range(1, WORLDS + 1), key=measure)


def write_lines(position: Position, proof: Proof, world: int) -> tuple[Try, ...]:
    """Every action with what it gives away and what may follow it."""
    return tuple(
        Try(
            position.game.actions[code].text,
            proof.loss(code),
            play_on(position, code, world, proof.continuation if code == proof.order[0] else ()),
        )
        for code in proof.order
    )


def play_on(position: Position, code: int, world: int, plan: tuple[int, ...] = ()) -> tuple[str, ...]:
    """What may follow an action: first what was planned, then everybody does what they think best."""
    game, kernel = position.game, position.game.kernel
    memory, seat = imagine(position, world), position.to_move
    kernel.apply(memory, code)
    planned = list(plan)
    line: list[str] = []
    while len(line) < LENGTH and (mover := kernel.to_move(memory)) >= 0:
        codes = kernel.codes(memory).tolist()
        if planned and mover == seat and planned[0] in codes:
            choice = planned.pop(0)
        else:
            planned.clear()
            known = kernel.known(memory, mover)
            budget = Budget(iterations=ITERATIONS)
            choice = codes[0]
            if len(codes) > 1:
                choice = think(game, position.players, known, mover, budget, world).candidates[0].code
        kernel.apply(memory, choice)
        line.append(game.actions[choice].text)
    return tuple(line)
