"""The record of a table's game, with the proof of its deal. Nobody gets it before the game is over."""

import json

import orjson

from estaminet.engine.fairness import MEMBER
from estaminet.engine.game import LogLine
from estaminet.engine.kernel import Known
from estaminet.engine.record import FindGame, Record, parse_record
from estaminet.table.errors import NotOver
from estaminet.table.picture import Views, line_messages
from estaminet.table.state import Status, TableState


def write_record(state: TableState) -> bytes:
    """One line of JSON: the record that any engine reads, with the proof, the names and how it ended."""
    if state.status is not Status.OVER or state.position is None or state.outcome is None:
        raise NotOver("The record of a game can be had when it is over.")
    members = orjson.loads(Record.of(state.position).to_json()) | {
        MEMBER: state.proof.to_data(),
        "names": [seat.name or (seat.level or "") for seat in state.seats],
        "outcome": {"reason": state.outcome.reason, "winners": state.outcome.winners},
    }
    return orjson.dumps(members)


def write_replay(line: bytes, find_game: FindGame, seat: int | None) -> bytes:
    """Every position of a record as a seat, or a spectator, saw it; every action is checked on the way."""
    record = parse_record(line, find_game)
    game, views = record.start.game, Views()
    frames: list[dict[str, object]] = []
    before: Known | None = None
    for position in record.positions():
        action = game.actions[position.history[-1]] if position.history else None
        after = position.known_to()
        told: list[LogLine] = game.describe(before, action, after) if action and before is not None else []
        view = orjson.Fragment(views.write(position, after, position.own_view(seat)))
        frames.append({"view": view, "action": action.text if action else "", "lines": line_messages(told)})
        before = after
    return orjson.dumps({"game": game.name, "names": read_names(line), "frames": frames})


def read_names(line: bytes) -> list[str]:
    """Who played, as far as a record tells; anybody may have written it, so what is no text is left out."""
    names = json.loads(line).get("names")  # reads whatever `parse_record` reads
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [text.encode(errors="replace").decode() for text in texts]
