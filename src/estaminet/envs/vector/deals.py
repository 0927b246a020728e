"""Draws deals in compiled code, number for number as `estaminet.engine.deal` does from the same 256 bits.

SHA-256 (FIPS 180-4) and HMAC are written out here because Python's own hold the GIL for messages this short. On two
threads, the whole deal of `poule` or `nuit` is drawn 3 times as fast as threads of Python compute its hashes with
`hashlib`, and 7 times as fast as compiled code that calls `hmac` for them; on one thread, 1.5 and 3.7 times as fast.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Annotated, Final, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.deal import SEED_BYTES, WORD, Lot, Part, flatten_parts
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import JIT_IS_OFF, Codes, Memory

Words = Annotated[NDArray[np.uint32], types.uint32[::1]]
Word = Annotated[np.uint32, types.uint32]
Streams = Annotated[NDArray[np.int64], types.int64[:, ::1]]
HashMemory = Annotated[NDArray[np.uint32], types.uint32[:, ::1]]
"""Words of unfinished hashes; every thread has its own."""

BLOCK: Final = 64
"""Bytes that are hashed at once."""
DIGEST: Final = 8
"""Words of a hash."""
ROUNDS: Final = 64
COUNTER: Final = 8
"""Bytes of the block number in a message."""
INNER_PAD: Final = 0x36
OUTER_PAD: Final = 0x5C

# Columns of a stream.
SIDES: Final = 0
"""Of a lot; 0 for a shuffle."""
PLACE: Final = 1
"""Where in the deal it is written."""
CARDS: Final = 2
"""Of a shuffle; 0 for a lot."""
MESSAGE: Final = 3
"""Where in the messages its first byte is."""
MESSAGE_BLOCKS: Final = 4
NUMBER: Final = 5
"""Where in its message the block number is."""
STREAM_COLUMNS: Final = 6

# Rows of the scratch memory.
SCHEDULE: Final = 0
STATE: Final = 1
INNER: Final = 2
OUTER: Final = 3
CURSOR: Final = 4
"""How far a stream has been read."""
SCRATCH_ROWS: Final = 5
SCRATCH_COLUMNS: Final = ROUNDS

# Columns of the cursor.
WORDS_READ: Final = 0
NEXT_BLOCK: Final = 1


class DealTables(NamedTuple):
    """What chance decides in a game, as tables for compiled code."""

    streams: NDArray[np.int64]
    """A row for each label: see the columns above."""
    messages: NDArray[np.uint8]
    """For each label what is hashed: the label, a zero byte, space for the block number, the padding of SHA-256."""
    cards: NDArray[np.int16]
    """The deal before it is shuffled: all cards ascending, 0 for a lot."""


def tabulate_deal(parts: Sequence[Part]) -> DealTables:
    """The tables for the parts of a game's deal."""
    singles = flatten_parts(parts)
    streams = np.zeros((len(singles), STREAM_COLUMNS), np.int64)
    messages, cards = b"", list[int]()
    for row, part in zip(streams, singles, strict=True):
        message = part.name.encode() + b"\0"
        padded = pad_message(message + bytes(COUNTER), hashed_before=BLOCK)
        row[PLACE], row[MESSAGE] = len(cards), len(messages)
        row[MESSAGE_BLOCKS], row[NUMBER] = len(padded) // BLOCK, len(message)
        row[SIDES], row[CARDS] = (part.sides, 0) if isinstance(part, Lot) else (0, len(part.ids))
        messages += padded
        cards += [0] if isinstance(part, Lot) else sorted(part.ids)
    return DealTables(streams, np.frombuffer(messages, np.uint8).copy(), np.array(cards, np.int16))


def pad_message(message: bytes, hashed_before: int = 0) -> bytes:
    """The last part of what is hashed, padded to whole blocks."""
    bits = 8 * (hashed_before + len(message))
    zeros = -(len(message) + 1 + COUNTER) % BLOCK
    return message + b"\x80" + bytes(zeros) + bits.to_bytes(COUNTER)


def _list_primes(count: int) -> list[int]:
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    return primes


def _cube_root(number: int) -> int:
    """The whole part of it."""
    root: int = round(number ** (1 / 3))
    while root**3 > number:
        root -= 1
    while (root + 1) ** 3 <= number:
        root += 1
    return root


# The first 32 bits after the point of the square and cube roots of the first primes.
INITIAL_HASH: Final = np.array([isqrt(prime << 64) % (1 << 32) for prime in _list_primes(DIGEST)], np.uint32)
ROUND_CONSTANTS: Final = np.array([_cube_root(prime << 96) % (1 << 32) for prime in _list_primes(ROUNDS)], np.uint32)


@jit
def rotate(word: Word, places: int) -> Word:
    """A word, rotated to the right."""
    return np.uint32(word >> places) | np.uint32(word << (32 - places))


@jit
def compress(state: Words, message: Memory, at: int, schedule: Words) -> None:
    """Hash one block of the message into the state; `schedule` is scratch memory for ROUNDS words."""
    for word in range(16):
        place = at + 4 * word
        schedule[word] = (
            int(message[place]) << 24
            | int(message[place + 1]) << 16
            | int(message[place + 2]) << 8
            | int(message[place + 3])
        )
    # Sums are cut back to 32 bits at once: one and a half times as fast as in whole registers.
    for word in range(16, ROUNDS):
        early, late = schedule[word - 15], schedule[word - 2]
        schedule[word] = np.uint32(
            schedule[word - 16]
            + (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3)
            + schedule[word - 7]
            + (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10)
        )
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for step in range(ROUNDS):
        choice = g ^ (e & (f ^ g))
        new = np.uint32(
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND_CONSTANTS[step] + schedule[step]
        )
        majority = (a & b) | (c & (a | b))
        top = np.uint32(new + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority)
        h, g, f, e, d, c, b, a = g, f, e, np.uint32(d + new), c, b, a, top
    for word, value in enumerate((a, b, c, d, e, f, g, h)):
        state[word] += value


if JIT_IS_OFF:
    # Machine arithmetic wraps around silently, and this hash relies on it.
    compress = np.errstate(over="ignore")(compress)


@jit
def write_digest(scratch: HashMemory, out: Memory) -> None:
    """The hash as bytes."""
    for word in range(DIGEST):
        for byte in range(4):
            out[4 * word + byte] = scratch[STATE, word] >> (24 - 8 * byte) & 0xFF


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
def renew_bits(bits: Memory, scratch: HashMemory, block: Memory) -> None:
    """Replace the bits by their SHA-256: those of the next deal."""
    for at in range(SEED_BYTES):
        block[at] = bits[at]
    pad_digest(block, 0)
    for word in range(DIGEST):
        scratch[STATE, word] = INITIAL_HASH[word]
    compress(scratch[STATE], block, 0, scratch[SCHEDULE])
    write_digest(scratch, bits)


@jit
def hash_key(bits: Memory, pad: int, scratch: HashMemory, row: int, block: Memory) -> None:
    """One half of HMAC: the state after the key, from which every message goes on."""
    for at in range(BLOCK):
        block[at] = pad
    for at in range(SEED_BYTES):
        block[at] = bits[at] ^ pad
    for word in range(DIGEST):
        scratch[row, word] = INITIAL_HASH[word]
    compress(scratch[row], block, 0, scratch[SCHEDULE])


@jit
def draw_block(streams: Streams, stream: int, messages: Memory, scratch: HashMemory, block: Memory) -> None:
    """The next block of a stream: HMAC-SHA256 of its label and the block's number."""
    message = streams[stream, MESSAGE]
    number = scratch[CURSOR, NEXT_BLOCK]
    for byte in range(COUNTER):
        messages[message + streams[stream, NUMBER] + byte] = number >> (8 * (COUNTER - 1 - byte)) & 0xFF
    for word in range(DIGEST):
        scratch[STATE, word] = scratch[INNER, word]
    for part in range(streams[stream, MESSAGE_BLOCKS]):
        compress(scratch[STATE], messages, message + part * BLOCK, scratch[SCHEDULE])
    write_digest(scratch, block)
    pad_digest(block, BLOCK)
    for word in range(DIGEST):
        scratch[STATE, word] = scratch[OUTER, word]
    compress(scratch[STATE], block, 0, scratch[SCHEDULE])
    scratch[CURSOR, WORDS_READ] = 0
    scratch[CURSOR, NEXT_BLOCK] = number + 1


@jit
def draw_below(limit: int, streams: Streams, stream: int, messages: Memory, scratch: HashMemory, block: Memory) -> int:
    """A fair number from 0 to limit - 1."""
    fair = WORD - WORD % limit
    while True:
        if scratch[CURSOR, WORDS_READ] == DIGEST:
            draw_block(streams, stream, messages, scratch, block)
        word = scratch[STATE, scratch[CURSOR, WORDS_READ]]
        scratch[CURSOR, WORDS_READ] += 1
        if word < fair:
            return int(word % limit)


@jit
def draw_deal(
    bits: Memory, streams: Streams, messages: Memory, cards: Codes, deal: Codes, scratch: HashMemory, block: Memory
) -> None:
    """Write the deal of these bits. `messages`, `scratch` and `block` are changed: every thread has its own."""
    hash_key(bits, INNER_PAD, scratch, INNER, block)
    hash_key(bits, OUTER_PAD, scratch, OUTER, block)
    for at in range(cards.size):
        deal[at] = cards[at]
    for stream in range(streams.shape[0]):
        scratch[CURSOR, WORDS_READ] = DIGEST
        scratch[CURSOR, NEXT_BLOCK] = 0
        first = streams[stream, PLACE]
        if streams[stream, SIDES] > 0:
            deal[first] = draw_below(streams[stream, SIDES], streams, stream, messages, scratch, block)
        for last in range(streams[stream, CARDS] - 1, 0, -1):
            other = draw_below(last + 1, streams, stream, messages, scratch, block)
            deal[first + last], deal[first + other] = deal[first + other], deal[first + last]
