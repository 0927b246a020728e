"""Records read from Python."""

from typing import Annotated, NamedTuple

import numpy as np

from estaminet.engine.jit.layout import Short, Small, Smalls, Whole, Wholes, layout, reader, unpack


class Street(NamedTuple):
    """Some fields of the record below, in an order of their own."""

    money: tuple[int, ...]
    houses: bytes
    shown: int
    turn: int
    ways: tuple[int, ...]


class State:
    """A record with gaps between its fields."""

    turn: Small
    shown: Whole
    stack: Short
    houses: Annotated[Smalls, 3]
    ways: Annotated[Smalls, 2, 2]
    money: Annotated[Wholes, 2]
    last: Small


def test_a_reader_reads_the_fields_that_are_wanted_and_no_others() -> None:
    record = np.zeros((), layout(State))
    record["turn"], record["shown"], record["stack"], record["last"] = -1, 70_000, 300, 9
    record["houses"], record["ways"], record["money"] = [1, 2, 3], [[-1, -2], [3, 4]], [-5, 100_000]
    memory = np.frombuffer(record.tobytes(), np.uint8)
    assert reader(State, Street)(memory) == ((-5, 100_000), b"\1\2\3", 70_000, -1, (-1, -2, 3, 4))
    assert unpack(memory, State).shown == 70_000
