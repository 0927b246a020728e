"""Random play: one game in words, then many in compiled code.

python docs/examples/random_play.py poule --players 3 --games 1000
"""

import argparse
from time import perf_counter

import numpy as np

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import playouts


def play_in_words(name: str, players: int | None, seed: int) -> estaminet.Position:
    """A whole game, one legal text after the other."""
    rng = np.random.default_rng(seed)
    position = estaminet.game(name).start(players, seed=seed)
    while not position.is_over:
        position.play(str(rng.choice(position.legal())))
    return position


def play_compiled(name: str, players: int | None, games: int, seed: int) -> int:
    """Play one deal to its end, again and again, without Python in between; how many decisions that took."""
    game = estaminet.game(name)
    kernel = game.kernel
    start = game.start(players, seed=seed)
    choices = np.empty(kernel.most_legal, np.int16)  # room for the legal codes
    return playouts(kernel.functions, start.memory, games, choices, generator(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=estaminet.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()

    position = play_in_words(wanted.game, wanted.players, wanted.seed)
    print(position)
    print(f"{len(position.history)} actions, scores {position.scores()}, won by {position.winners()}")

    began = perf_counter()
    decisions = play_compiled(wanted.game, wanted.players, wanted.games, wanted.seed)
    pace = decisions / (perf_counter() - began) / 1e6
    print(f"{wanted.games} more games, {decisions} decisions: {pace:.1f} million a second on one core")


if __name__ == "__main__":
    main()
