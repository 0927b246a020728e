"""Whether styles are as strong as their level, and play differently: ``python -m bench.styles poule 3 regular``.

Every style meets the plain level from the same deals, from every seat. Reported are its share of the victory, how often
it does otherwise than the plain level in its place, and what that changes: how much its share then varies between
imagined worlds, and what its strongest rival has at once.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean, pstdev
from typing import Final

from estaminet.arena.intervals import estimate
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.games import REGISTRY
from estaminet.players.levels import STYLES, seat_player
from estaminet.players.player import Player
from estaminet.players.search import Style
from estaminet.players.styles import AT_ONCE, find_rival, imagine

PLAIN: Final = "plain"
OTHER_WORLDS: Final = 10_007
"""The seed of worlds in which nobody has chosen: what was chosen for standing out in some would stand out there."""


@dataclass
class Watched:
    """A player, and what it does otherwise than somebody of the same seed would in its place."""

    player: Player
    other: Player
    differs: list[bool] = field(default_factory=list)
    """For every decision, whether it did."""
    spreads: list[float] = field(default_factory=list)
    """Where it did: by how much more its share varies between worlds."""
    rivals: list[float] = field(default_factory=list)
    """How much more it leaves its strongest rival at once."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = [each.choose(game, players, known, seat) for each in (self.player, self.other)]
        if len(game.kernel.codes(known)) > 1:
            self.differs.append(codes[0] != codes[1])
        if codes[0] != codes[1]:
            later = imagine(game, players, known, seat, codes, Style(**game.search_settings), OTHER_WORLDS)[:, :, seat].std(
                axis=0
            )
            at_once = imagine(game, players, known, seat, codes, AT_ONCE, OTHER_WORLDS)
            rival = at_once[:, :, find_rival(at_once, seat)].mean(axis=0)
            self.spreads.append(float(later[0] - later[1]))
            self.rivals.append(float(rival[0] - rival[1]))
        return codes[0]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.styles", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("level")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the deals")
    wanted = parser.parse_args()
    game = REGISTRY.find(wanted.game)
    print(f"## {game.name} {wanted.players}, {wanted.level}: {wanted.deals} deals from every seat")
    print("| style | share | 95 % | score varies by | does otherwise | spread then | rival then |")
    print("|---|---|---|---|---|---|---|")
    for style in (PLAIN, *STYLES):
        print(report(style, game, wanted.players, wanted.level, wanted.deals, wanted.seed), flush=True)


def report(style: str, game: Game, players: int, level: str, deals: int, seed: int) -> str:
    """A row of the table."""
    name = level if style == PLAIN else f"{level}+{style}"
    hero = Watched(seat_player(name, 1), seat_player(level, 1))
    games = list(play_deals(game, players, hero, level, deals, seed))
    share = estimate([fmean(each for each, _ in deal) for deal in games], least=0, most=1)
    scores = pstdev([score for deal in games for _, score in deal])
    interval = f"{share.low or 0:.1%} to {share.high or 1:.1%}"
    behaviour = f"{fmean(hero.differs):.0%} | {fmean(hero.spreads or [0]):+.4f} | {fmean(hero.rivals or [0]):+.4f}"
    return f"| {style} | {share.mean:.1%} | {interval} | {scores:.1f} | {behaviour} |"


def play_deals(
    game: Game, players: int, hero: Player, level: str, deals: int, seed: int
) -> Iterator[list[tuple[float, float]]]:
    """For every deal, from every seat: the hero's share, and its score."""
    for deal in range(deals):
        found = []
        for seat in range(players):
            position = game.start(players, seed=f"styles/{seed}/{deal}")
            seats = [hero if each == seat else seat_player(level, 100 * deal + each) for each in range(players)]
            while (mover := position.to_move) is not None:
                known = position.known_to(mover)
                position.play_code(seats[mover].choose(game, players, known, mover))
            found.append((position.returns()[seat], float(position.scores()[seat])))
        yield found


if __name__ == "__main__":
    main()
