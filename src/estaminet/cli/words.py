"""English for the messages of the games' logs. Other languages live with the screens that need them."""

from typing import Final

from estaminet.engine.game import Message

SENTENCES: Final = {
    "poule.stall": "Seat {seat} sets up a stall of rank {rank} on {cell}.",
    "poule.draw": "Seat {seat} draws {tile} ({value}).",
    "poule.place": "Seat {seat} places {tile} ({value}) on {cell}.",
    "poule.secret": "Seat {seat} plays the secret tile: {tile} ({value}) on {cell}.",
    "poule.pass": "Seat {seat} passes.",
    "poule.round_paid": "Round {round} is paid out.",
    "poule.gain": "Seat {seat}: {amount} écus, now {money}.",
    "poule.round_begins": "Round {round} begins with seat {seat}.",
    "poule.wins": "Seat {seat} wins with {money} écus.",
}


def sentence(message: Message) -> str:
    """The message in English; for a game with no words here its key and arguments."""
    template = SENTENCES.get(message.key)
    if template is None:
        arguments = ", ".join(f"{name} {value}" for name, value in message.arguments.items())
        return f"{message.key.rpartition('.')[2].replace('_', ' ')}: {arguments}".removesuffix(": ")
    return template.format(**message.arguments)
