"""A game so far, dealt anew from what the seat to move has seen."""

import json
import time

import estaminet


def answer(wanted: str) -> str:
    """The deal that was imagined, and how many seconds that took."""
    position = play_so_far(estaminet.game(json.loads(wanted)["name"]))
    began = time.perf_counter()
    imagined = position.imagine(position.to_move or 0, seed=2)
    return json.dumps([imagined.deal.values, time.perf_counter() - began])


def play_so_far(game: estaminet.Game) -> estaminet.Position:
    """Two thirds of a game."""
    position = game.start(seed=5)
    while not position.is_over:
        legal = position.legal_codes()
        position.play_code(legal[7 * len(position.history) % len(legal)])
    return estaminet.Record.of(position).at(len(position.history) * 2 // 3)
