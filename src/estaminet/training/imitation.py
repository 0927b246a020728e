"""Demonstrations: decisions of a house player, for a network that begins by imitating it.

A teacher plays all seats. Now and then a careless player moves in its place, so that the network also learns to
recover; the demonstration is the teacher's choice all the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.arena.entrants import find_entrant
from estaminet.arena.workers import worker_pool
from estaminet.engine.jit.random import below, generator
from estaminet.engine.observation import count_actor_inputs, number_actions
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.games import REGISTRY
from estaminet.players.networks.policy import see
from estaminet.players.player import Player

CARELESS: Final = "regular"
CARELESS_EVERY: Final = 8
"""One decision in so many is made by the careless player."""
GAMES_IN_A_PART: Final = 4
SEEDS: Final = 1_000_003
"""Between the deals of two of them."""


class Demonstrations(NamedTuple):
    """Decisions with a choice, one in each row."""

    inputs: NDArray[np.float16]
    """The inputs of an actor."""
    actions: NDArray[np.int16]
    """The canonical number of the teacher's action."""
    shares: NDArray[np.float32]
    """The result of the game for all seats, from the mover on."""

    @classmethod
    def join(cls, parts: "Sequence[Demonstrations]") -> "Demonstrations":
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class DemonstrationPlan(NamedTuple):
    """The game and the teacher. Plain data: it travels to the processes that play."""

    game: str
    players: int
    options: Mapping[str, OptionValue]
    teacher: str
    """An entrant of the arena, by name."""
    seed: int = 0

    def teach(self, part: int) -> Demonstrations:
        """The demonstrations of some games, different ones in each part."""
        game, teacher, careless = REGISTRY.find(self.game), find_entrant(self.teacher), find_entrant(CARELESS)
        played = []
        for number in range(part * GAMES_IN_A_PART, (part + 1) * GAMES_IN_A_PART):
            seed = self.seed * SEEDS + number
            position = game.start(self.players, seed=seed, options=self.options)
            played.append(_play(position, teacher.seat(seed), careless.seat(seed), seed))
        return Demonstrations.join(played)


def gather_demonstrations(curriculum: DemonstrationPlan, decisions: int, jobs: int) -> Iterator[Demonstrations]:
    """The parts of so many demonstrations, as they are finished."""
    with worker_pool(jobs) as pool:
        running: set[Future[Demonstrations]] = set()
        part = found = 0
        while found < decisions:
            while len(running) < 2 * jobs:
                running.add(pool.submit(curriculum.teach, part))
                part += 1
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for lessons in (each.result() for each in finished):
                found += len(lessons.actions)
                yield lessons
        for each in running:
            each.cancel()


def _play(position: Position, teacher: Player, careless: Player, seed: int) -> Demonstrations:
    game, players, rng = position.game, position.players, generator(seed)
    kernel, numbers = game.kernel, number_actions(game, players).numbers
    codes = np.empty(kernel.most_legal, np.int16)
    rows, actions, movers = [np.zeros((0, count_actor_inputs(game)), np.float16)], [], []
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        if len(kernel.codes(known)) == 1:
            position.play_code(int(kernel.codes(known)[0]))
            continue
        row = np.zeros(count_actor_inputs(game), np.float32)
        see(kernel.functions, known, seat, kernel.features, numbers[seat], codes, row)
        code = teacher.choose(game, players, known, seat)
        rows.append(row[None].astype(np.float16))
        actions.append(numbers[seat][code])
        movers.append(seat)
        if below(rng, CARELESS_EVERY) == 0:
            code = careless.choose(game, players, known, seat)
        position.play_code(code)
    result = np.array(position.returns(), np.float32)
    shares = np.array([np.roll(result, -mover) for mover in movers], np.float32)
    return Demonstrations(np.concatenate(rows), np.array(actions, np.int16), shares.reshape(-1, players))
