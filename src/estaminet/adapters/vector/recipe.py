"""What chance decides in a game, as tables for compiled code: made from the same parts as every deal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.adapters.vector.hashing import BLOCK
from estaminet.engine.deal import Lot, Part, Shuffle, Shuffles

COUNTER: Final = 8
"""Bytes of the block number in a message."""

# Columns of a stream.
SIDES: Final = 0
"""Of a lot; 0 for a shuffle."""
PLACE: Final = 1
"""Where in the deal it is written."""
CARDS: Final = 2
MESSAGE: Final = 3
"""Where in the messages its first byte is."""
MESSAGE_BLOCKS: Final = 4
NUMBER: Final = 5
"""Where in its message the block number is."""
STREAM_COLUMNS: Final = 6


class Recipe(NamedTuple):
    """How a deal is drawn from 256 bits."""

    streams: NDArray[np.int64]
    """A row for each label: see the columns above."""
    messages: NDArray[np.uint8]
    """Each label with its zero byte, room for the block number, and the padding of SHA-256."""
    cards: NDArray[np.int16]
    """The deal before it is shuffled: all cards ascending, 0 for a lot."""


def write_recipe(parts: Sequence[Part]) -> Recipe:
    """The tables for a game's parts."""
    singles = [single for part in parts for single in (part.parts if isinstance(part, Shuffles) else [part])]
    streams = np.zeros((len(singles), STREAM_COLUMNS), np.int64)
    messages, cards = b"", list[int]()
    for row, single in zip(streams, singles, strict=True):
        message = single.name.encode() + b"\0"
        padded = pad(message + bytes(COUNTER), hashed_before=BLOCK)
        row[PLACE], row[MESSAGE] = len(cards), len(messages)
        row[MESSAGE_BLOCKS], row[NUMBER] = len(padded) // BLOCK, len(message)
        row[SIDES], row[CARDS] = sides_and_cards(single)
        messages += padded
        cards += [0] if isinstance(single, Lot) else sorted(single.ids)
    return Recipe(streams, np.frombuffer(messages, np.uint8).copy(), np.array(cards, np.int16))


def sides_and_cards(part: Lot | Shuffle) -> tuple[int, int]:
    """A lot has sides, a shuffle has cards."""
    return (part.sides, 0) if isinstance(part, Lot) else (0, len(part.ids))


def pad(message: bytes, hashed_before: int = 0) -> bytes:
    """The end of what is hashed, filled up to whole blocks."""
    bits = 8 * (hashed_before + len(message))
    zeros = -(len(message) + 1 + COUNTER) % BLOCK
    return message + b"\x80" + bytes(zeros) + bits.to_bytes(COUNTER)
