"""Reads a QR code from a picture, as the camera of a phone does, but for the angle.

Only what the page draws: bytes, the lowest level of correction, up to version 5, where all lies in one block. It must
be without a flaw: a code that needs correction from the start is not read from across a room.
"""

import io
from collections.abc import Iterator
from typing import Final

from PIL import Image

MARGIN: Final = 4
"""Modules around it, all light: with less, cameras miss it."""
FORMAT: Final = 0x5412
"""The mask of the bits that name level and mask."""
LOWEST, BYTES = 0b01, 0b0100
CORRECTION: Final = {1: 7, 2: 10, 3: 15, 4: 20, 5: 26}
"""The number of correcting codewords, by version."""
MASKS: Final = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
Modules = list[list[int]]


def read_code(picture: bytes, modules: int) -> str:
    """The text of a code that is so many modules wide, with its margin."""
    image = Image.open(io.BytesIO(picture)).convert("L").resize((modules * 5, modules * 5), Image.Resampling.BOX)
    light = image.tobytes()
    dark = [[int(light[(y * 5 + 2) * modules * 5 + x * 5 + 2] < 128) for x in range(modules)] for y in range(modules)]
    inside = range(MARGIN, modules - MARGIN)
    assert not any(dark[y][x] for y in range(modules) for x in range(modules) if y not in inside or x not in inside)
    return read_modules([[dark[y][x] for x in inside] for y in inside])


def read_modules(code: Modules) -> str:
    version = (len(code) - 17) // 4
    bits = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    named = number(bits) ^ FORMAT
    assert named >> 13 == LOWEST
    stream = [code[y][x] ^ (MASKS[named >> 10 & 7](y, x) == 0) for y, x in places(len(code), version)]
    words = [number(stream[at : at + 8]) for at in range(0, len(stream) - 7, 8)]
    check(words, CORRECTION[version])
    assert number(stream[:4]) == BYTES
    length = number(stream[4:12])
    return bytes(number(stream[12 + 8 * at : 20 + 8 * at]) for at in range(length)).decode()


def places(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Places of the bits: two columns at a time from the right, up and down, around what is the same in every code."""
    middle = size - 7

    def is_fixed(y: int, x: int) -> bool:
        is_corner = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
        is_aligning = version > 1 and abs(y - middle) < 3 and abs(x - middle) < 3
        return is_corner or is_aligning or 6 in (y, x)

    right = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, column in enumerate(right):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        yield from ((y, x) for y in rows for x in (column, column - 1) if not is_fixed(y, x))


def check(words: list[int], corrections: int) -> None:
    """As a polynomial over the field of 256, the codewords must have these roots."""
    root = 1
    for _ in range(corrections):
        rest = 0
        for word in words:
            rest = multiply(rest, root) ^ word
        assert rest == 0
        root = multiply(root, 2)


def multiply(one: int, other: int) -> int:
    product = 0
    while other:
        product ^= one * (other & 1)
        one, other = (one << 1) ^ (0x11D * (one >> 7)), other >> 1
    return product


def number(bits: list[int]) -> int:
    return int("".join(str(int(bit)) for bit in bits), 2)
