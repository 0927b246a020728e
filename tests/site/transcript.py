"""Games, and all that can be asked of each of their positions, as bytes: `play.mjs` writes the same in WebAssembly."""

import json
import random
import struct
from pathlib import Path
from typing import Any, Final

import numpy as np

from estaminet.engine.contract import option_sets
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position

PLAY: Final = Path(__file__).with_name("play.mjs")


def play_games(game: Game, count: int) -> list[Position]:
    """Random games to their ends, with every number of players in turn, and every option on the way."""
    found = []
    options = list(option_sets(game))
    for seed in range(count):
        players = game.seats[seed % len(game.seats)]
        position = game.start(players, seed, options[seed // len(game.seats) % len(options)])
        dice = random.Random(seed)
        while not position.is_over:
            position.follow(dice.choice(position.legal_codes()))
        found.append(position)
    return found


def pick_positions(game: Game, count: int, *, before_end: int = 1000) -> list[Position]:
    """Positions of such games: from anywhere, or so many actions before the end at most."""
    found = []
    for seed, played in enumerate(play_games(game, count)):
        last = len(played.history) - 1
        position = played.restart()
        for code in played.history[: random.Random(seed).randint(max(0, last - before_end), last)]:
            position.follow(code)
        found.append(position)
    return found


class Transcript:
    """The bytes, and what stands where."""

    def __init__(self, games: list[Position]) -> None:
        self._games = games
        self._parts: list[bytes] = []
        self._names: list[str] = []
        for number, each in enumerate(games):
            self._play(number, each)
        self.bytes = b"".join(self._parts)

    def save(self, file: Path) -> None:
        """The data to play the games again."""
        games = [
            {
                "players": each.players,
                "options": each.game.options.pack(each.options).tolist(),
                "deal": each.deal.packed.tolist(),
                "actions": each.history,
            }
            for each in self._games
        ]
        file.write_text(json.dumps(games))

    def find(self, place: int) -> str:
        """The field at a place of the bytes."""
        end = 0
        for part, name in zip(self._parts, self._names, strict=True):
            end += len(part)
            if place < end:
                return name
        return "the end"

    def _play(self, number: int, played: Position) -> None:
        kernel = played.game.kernel
        memory, codes = played.restart().memory, np.zeros(kernel.most_legal, np.int16)
        amounts, weights = np.zeros(played.players), np.zeros(kernel.most_outcomes)
        features = np.zeros(kernel.features, np.float32)
        for ply in range(len(played.history) + 1):
            if ply:
                kernel.apply(memory, played.history[ply - 1])

            def write(name: str, value: Any, place: str = f"game {number}, ply {ply}: ") -> None:  # noqa: ANN401
                self._names.append(place + name)
                self._parts.append(struct.pack("<d", value) if isinstance(value, int) else value.tobytes())

            write("memory", memory)
            mover = kernel.to_move(memory)
            write("to_move", mover)
            write("revealed", kernel.revealed(memory))
            legal = 0 if mover < 0 else kernel.legal(memory, codes)
            write("legal", codes[:legal])
            for name in ("scores", "evaluate", "holdings"):
                getattr(kernel, name)(memory, amounts)
                write(name, amounts)
            for seat in range(-1, played.players):
                write(f"hide from {seat}", kernel.known(memory, seat))
            if mover >= 0:
                world, rng = kernel.known(memory, mover), generator(ply + 99)
                kernel.determinize(world, mover, rng)
                write("determinize", world)
                write("its chances", rng)
                kernel.encode(memory, mover, features)
                write("encode", features)
                for code in codes[:legal].tolist():
                    count = kernel.outcomes(memory, code, weights)
                    write(f"outcomes of {code}", count)
                    write("their weights", weights[: max(count, 0)])
            other = memory.copy()
            kernel.rollout(other, amounts)
            write("rollout", amounts)
            other = memory.copy()
            kernel.canonicalize(other)
            write("canonicalize", other)
        kernel.returns(memory, amounts)
        write("returns", amounts)
