"""`estaminet simulate`: random games as records."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from estaminet.cli.arguments import GameName, OptionTexts, Players, read_options
from estaminet.cli.output import errors, open_output, with_progress
from estaminet.engine.deal import seed_bits
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.options import OptionValue
from estaminet.engine.play import play_randomly
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.games import REGISTRY


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(min=0, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: OptionTexts = None,
    with_legal: Annotated[
        bool, typer.Option("--with-legal", help="Add the sorted list of legal actions before each action.")
    ] = False,
    out: Annotated[
        Path, typer.Option(dir_okay=False, allow_dash=True, help="Output file, as JSON Lines; - for the terminal.")
    ] = Path("-"),
) -> None:
    """Play random games and write their records, one JSON object a line.

    [dim]estaminet simulate poule --players 3 --games 1000 --seed 7 --out games.jsonl[/]

    [dim]estaminet simulate nuit --players 4 --option threshold=5 --with-legal[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    # A wrong number of players is found before the file is touched.
    chosen.start(players, options=options)
    with open_output(out) as file:
        for position in with_progress(random_games(chosen, players, options, games, seed), chosen.title, games):
            file.write(Record.of(position, with_legal=with_legal).to_json() + "\n")
    if str(out) != "-":
        errors.print(f"{games} games of {chosen.name} written to {out}", highlight=False)


def random_games(
    game: Game, players: int | None, options: dict[str, OptionValue], games: int, seed: int
) -> Iterator[Position]:
    """Finished games; game number i of a seed is always the same one."""
    kernel, rules = game.kernel, game.kernel.pointers
    choices = np.empty(kernel.most_legal, np.int16)
    played = np.empty(kernel.longest, np.int16)
    for number in range(games):
        position = game.start(players, seed=f"{seed}/{number}", options=options)
        rng = generator(int.from_bytes(seed_bits(f"{seed}/{number}/play")[:8]))
        count = play_randomly(rules.to_move, rules.legal, rules.apply, position.memory, choices, played, rng)
        position.history = played[:count].tolist()
        yield position
