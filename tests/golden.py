"""Golden playthroughs: whole games that a person can read; `make golden` writes them anew, the tests compare."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import estaminet
from estaminet.engine.game import Game, LogLine
from estaminet.engine.jit.random import below, generator
from estaminet.engine.position import Position

FOLDER: Final = Path(__file__).parent / "playthroughs"
SEED: Final = 1994
DRAW_EVERY: Final = 25


def names() -> list[tuple[str, int]]:
    """Each game of the house with each player count."""
    return [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]


def path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def playthrough(name: str, players: int) -> str:
    """A random game, action by action, as a spectator sees it."""
    game = estaminet.game(name)
    return "\n".join(line.rstrip() for line in lines(game, game.start(players, seed=SEED))) + "\n"


def lines(game: Game, position: Position) -> Iterator[str]:
    rng = generator(SEED)
    yield f"{game.title}, {position.players} players, seed {SEED}"
    yield f"sequences of one, two actions: {count(position, 1)}, {count(position, 2)}"
    while legal := position.legal():
        if len(position.history) % DRAW_EVERY == 0:
            yield f"\n{position}\n"
        text = legal[below(rng, len(legal))]
        before = position.known_to()
        ply, seat = len(position.history), position.to_move
        position.play(text)
        yield f"{ply:4}  seat {seat}  {text:<16} 1 of {len(legal):<4} shows {game.kernel.revealed(position.memory)}"
        told = game.describe(before, game.actions[position.history[-1]], position.known_to())
        yield from (f"      {describe(message)}" for message in told)
    yield f"\n{position}\n"
    yield f"scores {position.scores()}, winners {position.winners()}, shares {position.returns()}"


def count(position: Position, depth: int) -> int:
    """The number of action sequences of this length."""
    codes = position.legal_codes()
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = position.copy()
        game = position.game
        game.kernel.apply(after.memory, code)
        total += count(after, depth - 1)
    return total


def describe(message: LogLine) -> str:
    return " ".join([message.key, *(f"{name}={value}" for name, value in message.arguments.items())])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, players in names():
        path(name, players).write_text(playthrough(name, players), encoding="utf-8")
        print(f"{path(name, players)} written")
