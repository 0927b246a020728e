"""`estaminet games`: what there is to play."""

from estaminet.cli.output import console
from estaminet.games import REGISTRY


def games() -> None:
    """List the games with their players and options."""
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        players = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        console.print(f"[bold]{name}[/]  {game.title}, {players} players", highlight=False)
        for option in game.options:
            setting = f"{option.name}={str(option.default).lower()}"
            console.print(f"    {setting:<24} {option.allowed}  ({option.rule})", highlight=False, soft_wrap=True)
