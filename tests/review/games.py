"""Finished games to look back on, and how little work it takes to look at them."""

from functools import cache

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.record import Record
from estaminet.players.levels import seat_player
from estaminet.review import Effort

CHEAP = Effort(turns=0, worlds=4, iterations=8, comparisons=8, confirmations=16, deals=10, threads=1)
TABLES = [("reeperbahn", 2), ("poule", 2), ("poule", 3), ("poule", 4), ("nuit", 3), ("nuit", 4), ("nuit", 5)]


def play_out(game: Game, players: int, seed: int, options: dict[str, object] | None = None) -> Record:
    """A game between an apprentice and others who err on purpose, too."""
    seats = [seat_player("regular" if seat else "apprentice", 10 * seed + seat) for seat in range(players)]
    position = game.start(players, seed=seed, options=options)
    while (mover := position.to_move) is not None:
        position.play_code(seats[mover].choose(game, players, position.known_to(mover), mover))
    return Record.of(position)


@cache
def finished(name: str, players: int, seed: int = 1) -> Record:
    """A whole game; of poule, two rounds."""
    return play_out(estaminet.game(name), players, seed, {"rounds": 2} if name == "poule" else None)
