"""All that people get to see of some games, as one number: the same program runs here and in Pyodide."""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence

import estaminet
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.position import Position, reveals_something
from estaminet.engine.record import Record, parse_record


def answer(wanted: str) -> str:
    """The digest of a game that JSON names, with the options and the number of games that are wanted."""
    about = json.loads(wanted)
    return digest(estaminet.game(about["name"]), about["options"][about["name"]], about["count"])


def digest(game: Game, options: Sequence[Mapping[str, object]], count: int) -> str:
    """Views of all seats, texts, drawings, refusals, the log, undo, deals and records."""
    found = hashlib.sha256()
    for seed in range(count):
        position = game.start(game.seats[seed % len(game.seats)], seed, options[seed % len(options)])
        dice = random.Random(seed)
        while not position.is_over:
            for seen in look(position, dice):
                found.update(json.dumps(seen, sort_keys=True, default=str).encode())
            if dice.random() < 0.1 and position.history:
                position.undo()
            else:
                play(position, dice, found)
        line = Record.of(position).to_json()
        found.update(line.encode())
        found.update(json.dumps([position.scores(), position.winners(), position.log()]).encode())
        assert parse_record(line, lambda _name: game).replay().scores() == position.scores()
    return found.hexdigest()


def look(position: Position, dice: random.Random) -> list[object]:
    """What every seat and a spectator see, and what somebody is told who tries what is not possible."""
    viewers = [*range(position.players), None]
    seen: list[object] = [position.view(seat) for seat in viewers]
    seen += [position.own_view(seat) for seat in viewers]
    seen += [position.render(seat) for seat in viewers]
    for _ in range(5):
        action = dice.choice(position.game.actions).text
        if action not in position.legal():
            try:
                position.play(action)
            except EstaminetError as error:
                seen.append([error.code, str(error)])
    return seen


def play(position: Position, dice: random.Random, found: "hashlib._Hash") -> None:
    """A random action: what it will do, what it did, and whether it may be taken back."""
    seat = position.to_move
    assert seat is not None
    action = dice.choice(position.legal())
    found.update(json.dumps(position.foresee([action])).encode())
    before, known = position.known_to(), position.known_to(seat)
    position.play(action)
    lines = position.game.describe(before, position.game.actions[position.history[-1]], position.known_to())
    code, after = position.history[-1], position.known_to(seat)
    shows = reveals_something(position.game.kernel, seat, known, code, after, worlds=3)
    found.update(json.dumps([lines, shows]).encode())
