"""The plan of an arena: every deal once for each rotation of the players, all from one seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from estaminet.arena.entrants import Entrant, find_entrant
from estaminet.engine.deal import seed_bits
from estaminet.engine.options import OptionValue
from estaminet.games import REGISTRY


class Seating(NamedTuple):
    """One game: a deal, and the rotation of the list of players."""

    deal: int
    rotation: int


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is played. Plain data: it travels to the process that plays."""

    game: str
    entrants: tuple[Entrant, ...]
    """In the order in which they were given; the same one may have several places."""
    seed: int
    options: Mapping[str, OptionValue]

    @property
    def names(self) -> list[str]:
        """The name at each place of the list."""
        return [entrant.name for entrant in self.entrants]

    def places(self, rotation: int) -> list[int]:
        """For each seat, its place in the list of players."""
        count = len(self.entrants)
        return [(seat + rotation) % count for seat in range(count)]

    def count_deals(self, games: int) -> int:
        """The number of whole deals for at least so many games."""
        return -(-games // len(self.entrants))

    def seatings(self, games: int) -> list[Seating]:
        """All games of so many, rounded up to whole deals."""
        return [
            Seating(deal, rotation)
            for deal in range(self.count_deals(games))
            for rotation in range(len(self.entrants))
        ]  # fmt: skip

    def deal_seed(self, seating: Seating) -> str:
        """The seed of the deal, the same for all its rotations."""
        return f"{self.seed}/{seating.deal}"

    def player_seed(self, seating: Seating, place: int) -> int:
        """The seed of one player in one game."""
        return int.from_bytes(seed_bits(f"{self.seed}/{seating.deal}/{seating.rotation}/{place}")[:8])


def make_plan(game: str, players: Sequence[str], *, seed: int, options: Mapping[str, object] | None) -> Plan:
    """A plan in which the game, the number of players, the options and every player have been checked."""
    chosen = REGISTRY.find(game)
    start = chosen.start(len(players), options=options)
    found = {name: find_entrant(name) for name in dict.fromkeys(players)}
    for entrant in found.values():
        entrant.check(chosen, len(players))
    return Plan(game, tuple(found[name] for name in players), seed, start.options)
