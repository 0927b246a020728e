"""The record of a table's game, with the proof of its deal, and records to be looked at again."""

import orjson

from estaminet.engine.fairness import MEMBER
from estaminet.engine.record import FindGame, Record, parse_line
from estaminet.table.errors import NotOver
from estaminet.table.live.log import line_messages
from estaminet.table.live.updates import Views
from estaminet.table.rules.play import Play
from estaminet.table.rules.state import State, Status


def write_record(state: State) -> bytes:
    """One line of JSON: the record that any engine reads, with the proof, the names and how it ended.

    Nobody gets it before the game is over.
    """
    if state.status is not Status.OVER or state.play is None or state.outcome is None:
        raise NotOver("The record of a game can be had when it is over.")
    members = Record.of(state.play.position).to_data() | {
        "names": [seat.name or (seat.level or "") for seat in state.seats],
        "turned": state.terms.turned,
        "outcome": {"reason": state.outcome.reason, "winners": state.outcome.winners},
    }
    if state.is_practice:
        members["practice"] = True
    if state.terms.lesson is None:
        members[MEMBER] = state.proof.to_data()
    return orjson.dumps(members)


def write_replay(line: bytes, find_game: FindGame, seat: int | None, *, with_drawing: bool) -> bytes:
    """Every position of a record as a seat, or a spectator, saw it; every action is checked on the way."""
    data = parse_line(line)
    record = Record.read(data, find_game)
    views = Views()
    frames: list[dict[str, object]] = []
    play = Play(record.start)
    for position in record.positions():
        if position.history:
            play = play.after(position.history[-1])
        drawing = position.render(seat) if with_drawing else None
        frames.append(
            {
                "view": orjson.Fragment(views.write(play, seat, drawing=drawing)),
                "action": position.actions[-1] if position.history else "",
                "lines": line_messages(play.lines),
            }
        )
    return orjson.dumps({"game": record.start.game.name, "names": read_names(data), "frames": frames})


def read_names(data: object) -> list[str]:
    """Who played, as far as a record tells; anybody may have written it, so what is no text is left out."""
    names = data.get("names") if isinstance(data, dict) else None
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [text.encode(errors="replace").decode() for text in texts]
