"""The record of a table's game, with the proof of its deal. Nobody gets it before the game is over."""

import orjson

from estaminet.engine.fairness import MEMBER
from estaminet.engine.record import Record
from estaminet.table.errors import NotOver
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
