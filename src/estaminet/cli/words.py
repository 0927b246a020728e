"""English for the messages of the games' logs. Other languages live with the screens that need them."""

from typing import Final

from estaminet.engine.game import LogLine

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
    "reeperbahn.lilli": "Seat {seat} leads Lilli to {square}.",
    "reeperbahn.court": "Seat {seat} moves the whole court: guards on {w} and {e}, Lilli on {lilli}.",
    "reeperbahn.guard": "Seat {seat} plays {card}: guard {guard} goes to {square}.",
    "reeperbahn.guards": "Seat {seat} moves both guards, to {w} and {e}.",
    "reeperbahn.flank": "Seat {seat} calls the guards to Lilli's side, to {w} and {e}.",
    "reeperbahn.hans": "Seat {seat} plays {card}: Hans goes to {square}.",
    "reeperbahn.lola": "Seat {seat} plays {card}: Lola goes to {square}.",
    "reeperbahn.joker": "Seat {seat} plays {card} as a joker: {figure} goes to {square}.",
    "reeperbahn.charm": "Seat {seat} lets Hans charm {figure} to {square}.",
    "reeperbahn.discard": "Seat {seat} discards {card}.",
    "reeperbahn.end": "Seat {seat} ends the turn.",
    "reeperbahn.draw": "Seat {seat} draws {count}; {stack} left in the stack.",
    "reeperbahn.refill": "The stack was empty: the discards are shuffled in, {stack} left.",
    "reeperbahn.charly": "Charly follows seat {seat} by {steps} to {square}.",
    "reeperbahn.wins": "Seat {seat} wins: {by}.",
    "reeperbahn.tie": "Nobody has Lilli or Charly: a draw.",
    "nuit.put": "Seat {seat} puts {tile} on {space}.",
    "nuit.equip": "Seat {seat} buys {tile} for {space}.",
    "nuit.host": "Seat {seat} welcomes {guests} to the {furniture}.",
    "nuit.cash": "Seat {seat} collects, with a tip of {tip}.",
    "nuit.collect": "Seat {seat} gets {amount} from the guests, now {money}.",
    "nuit.pass": "Seat {seat} passes.",
    "nuit.second_action": "The town is full: from now on every turn moves guests.",
    "nuit.card": "Seat {seat} plays a card: {type} {furniture}, {payment}.",
    "nuit.no_effect": "Seat {seat} finds nobody to move.",
    "nuit.from": "Seat {seat} empties {space} of seat {pub}: {guests} leave the {furniture}.",
    "nuit.to": "Seat {seat} sends them to look for {furniture}.",
    "nuit.paid": "They pay seat {seat} {amount}, now {money}.",
    "nuit.find_room": "{guests} find room at the {furniture} of seat {pub}.",
    "nuit.go_home": "{guests} find no room and go home.",
    "nuit.seat": "Seat {seat} shows {guests} to {space}, {furniture}.",
    "nuit.take": "Seat {seat} takes the open card {type} {furniture}, {payment}.",
    "nuit.take_stack": "Seat {seat} takes a card from the stack.",
    "nuit.last_collect": "The last card is played: everybody collects once more.",
    "nuit.wins": "Seat {seat} is king of the night with {money} marks.",
}


def sentence(message: LogLine) -> str:
    """The message in English; for a game with no words here its key and arguments."""
    template = SENTENCES.get(message.key)
    if template is None:
        arguments = ", ".join(f"{name} {value}" for name, value in message.arguments.items())
        return f"{message.key.rpartition('.')[2].replace('_', ' ')}: {arguments}".removesuffix(": ")
    return template.format(**message.arguments)
