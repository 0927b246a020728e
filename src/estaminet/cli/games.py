"""`estaminet games`: what there is to play."""

from rich.table import Table

from estaminet.cli.output import console
from estaminet.games import REGISTRY


def games() -> None:
    """List the games with their players and options."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("game", "title", "players", "options (default first)"):
        table.add_column(heading)
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        options = [f"{option.name} = {option.default}; {option.allowed}  [{option.rule}]" for option in game.options]
        players = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        table.add_row(name, game.title, players, "\n".join(options).replace("[", r"\["))
    console.print(table)
