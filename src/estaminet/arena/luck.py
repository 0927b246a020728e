"""The luck of a game of an arena: every seat's luck of the draws, as far as it shows in results.

It is zero on average for every player, so results without it have the same mean and spread less; `review.account` says
why. The luck of the deal is left out: a deal is played from every seat, where it adds up to zero for everybody.
"""

import json
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from estaminet.arena.plan import Plan, Seating
from estaminet.engine.deal import seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.record import parse_record, write_line
from estaminet.games import REGISTRY
from estaminet.review.account import value_draw
from estaminet.review.replay import Replay, follow
from estaminet.review.valuation import Effort, find_valuation, make_thinker

MOST: Final = 1.0
"""No result is moved by more: an interval for bounded observations can rely on it."""
FEWER: Final = 4
"""A review looks at so many times more worlds: it speaks of one game, an arena of the mean of many."""


@dataclass(frozen=True)
class Luck:
    """The luck of the draws of one game, for every seat."""

    seating: Seating
    shares: list[float]
    """To be taken from the shares of the victory; they add up to zero."""
    seconds: float
    """How long it took to find."""

    @classmethod
    def read(cls, line: bytes | str) -> "Luck":
        """From a line of the luck file."""
        members = json.loads(line)
        return cls(Seating(members["deal"], members["rotation"]), members["luck"], members["seconds"])

    def to_line(self) -> str:
        """A line of the luck file."""
        return write_line({**self.seating._asdict(), "luck": self.shares, "seconds": self.seconds})


def check_luck(game: str) -> None:
    """``game.not_reviewable`` if the luck of this game cannot be found."""
    if not REGISTRY.find(game).kernel.can_redraw:
        raise EstaminetError(
            "game.not_reviewable",
            f"{game} does not say what nobody has seen, so its luck cannot be found: leave out --luck.",
        )


def find_luck(plan: Plan, seating: Seating, line: str) -> Luck:
    """The luck of a finished game, from its line in the games file: the same on every machine but for the seconds."""
    began = perf_counter()
    replay = follow(parse_record(line, REGISTRY.find))
    seed = int.from_bytes(seed_bits(f"{plan.seed}/{seating.deal}/{seating.rotation}/luck")[:8])
    return Luck(seating, weigh_draws(replay, seed), perf_counter() - began)


def weigh_draws(replay: Replay, seed: int) -> list[float]:
    """What all draws together gave every seat, times the game's luck weight.

    The weight of a draw shrinks where the sum comes near `MOST`. It depends on what was drawn before and on nothing
    else, so the mean stays zero.
    """
    game, players = replay.game, replay.players
    valuation = find_valuation(game, Effort())
    thinker = make_thinker(game, players)
    worlds = max(valuation.worlds // FEWER, 1)
    weight = game.luck_weights.get(players, 1.0)
    total = np.zeros(players)
    for ply in range(len(replay.codes)):
        gained = value_draw(replay, thinker, worlds, seed, ply)
        if gained is not None:
            total += min(weight, MOST - float(np.abs(total).max())) * gained
    return [float(share) for share in total]
