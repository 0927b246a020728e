"""Draws deals in compiled code, number for number as `estaminet.engine.deal` does from the same 256 bits."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.adapters.vector.hashing import BLOCK, DIGEST, FIRST, ROUNDS, mix
from estaminet.adapters.vector.recipe import (
    CARDS,
    COUNTER,
    MESSAGE,
    MESSAGE_BLOCKS,
    NUMBER,
    PLACE,
    SIDES,
)
from estaminet.engine.compiling import jit
from estaminet.engine.deal import SEED_BYTES, WORD
from estaminet.engine.layout import Codes, Memory

Streams = Annotated[NDArray[np.int64], types.int64[:, ::1]]
Room = Annotated[NDArray[np.uint32], types.uint32[:, ::1]]
"""Words of hashes on their way; every thread has its own."""

INNER_PAD: Final = 0x36
OUTER_PAD: Final = 0x5C

# Rows of the room.
SCHEDULE: Final = 0
STATE: Final = 1
INNER: Final = 2
OUTER: Final = 3
CURSOR: Final = 4
"""How far a stream has been read."""
ROOM: Final = 5
ROOM_COLUMNS: Final = ROUNDS

# Places in the cursor.
WORDS_READ: Final = 0
NEXT_BLOCK: Final = 1


@jit
def write_digest(room: Room, out: Memory) -> None:
    """The hash as bytes."""
    for word in range(DIGEST):
        for byte in range(4):
            out[4 * word + byte] = room[STATE, word] >> (24 - 8 * byte) & 0xFF


@jit
def pad_digest(block: Memory, hashed_before: int) -> None:
    """Fill up a block that begins with a hash."""
    for at in range(SEED_BYTES, BLOCK):
        block[at] = 0
    block[SEED_BYTES] = 0x80
    bits = 8 * (hashed_before + SEED_BYTES)
    block[BLOCK - 2] = bits >> 8
    block[BLOCK - 1] = bits & 0xFF


@jit
def renew(bits: Memory, room: Room, block: Memory) -> None:
    """Put SHA-256 of the bits in their place: those of the next deal."""
    for at in range(SEED_BYTES):
        block[at] = bits[at]
    pad_digest(block, 0)
    for word in range(DIGEST):
        room[STATE, word] = FIRST[word]
    mix(room[STATE], block, 0, room[SCHEDULE])
    write_digest(room, bits)


@jit
def take_key(bits: Memory, pad: int, room: Room, row: int, block: Memory) -> None:
    """One half of HMAC: the key, mixed in ahead of all messages."""
    for at in range(BLOCK):
        block[at] = pad
    for at in range(SEED_BYTES):
        block[at] = bits[at] ^ pad
    for word in range(DIGEST):
        room[row, word] = FIRST[word]
    mix(room[row], block, 0, room[SCHEDULE])


@jit
def draw_block(streams: Streams, stream: int, messages: Memory, room: Room, block: Memory) -> None:
    """The next block of a stream: HMAC-SHA256 of its label and the block's number."""
    message = streams[stream, MESSAGE]
    number = room[CURSOR, NEXT_BLOCK]
    for byte in range(COUNTER):
        messages[message + streams[stream, NUMBER] + byte] = number >> (8 * (COUNTER - 1 - byte)) & 0xFF
    for word in range(DIGEST):
        room[STATE, word] = room[INNER, word]
    for part in range(streams[stream, MESSAGE_BLOCKS]):
        mix(room[STATE], messages, message + part * BLOCK, room[SCHEDULE])
    write_digest(room, block)
    pad_digest(block, BLOCK)
    for word in range(DIGEST):
        room[STATE, word] = room[OUTER, word]
    mix(room[STATE], block, 0, room[SCHEDULE])
    room[CURSOR, WORDS_READ] = 0
    room[CURSOR, NEXT_BLOCK] = number + 1


@jit
def draw_below(limit: int, streams: Streams, stream: int, messages: Memory, room: Room, block: Memory) -> int:
    """A fair number from 0 to limit - 1."""
    fair = WORD - WORD % limit
    while True:
        if room[CURSOR, WORDS_READ] == DIGEST:
            draw_block(streams, stream, messages, room, block)
        word = room[STATE, room[CURSOR, WORDS_READ]]
        room[CURSOR, WORDS_READ] += 1
        if word < fair:
            return int(word % limit)


@jit
def draw_deal(
    bits: Memory, streams: Streams, messages: Memory, cards: Codes, deal: Codes, room: Room, block: Memory
) -> None:
    """Write the deal of these bits. `messages`, `room` and `block` are changed: every thread has its own."""
    take_key(bits, INNER_PAD, room, INNER, block)
    take_key(bits, OUTER_PAD, room, OUTER, block)
    for at in range(cards.size):
        deal[at] = cards[at]
    for stream in range(streams.shape[0]):
        room[CURSOR, WORDS_READ] = DIGEST
        room[CURSOR, NEXT_BLOCK] = 0
        first = streams[stream, PLACE]
        if streams[stream, SIDES] > 0:
            deal[first] = draw_below(streams[stream, SIDES], streams, stream, messages, room, block)
        for last in range(streams[stream, CARDS] - 1, 0, -1):
            other = draw_below(last + 1, streams, stream, messages, room, block)
            deal[first + last], deal[first + other] = deal[first + other], deal[first + last]
