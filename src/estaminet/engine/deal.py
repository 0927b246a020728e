"""All chance of a game, drawn before its first move, so that anybody can draw it again.

The recipe, to check a deal with other tools:

1. A deal comes from 256 bits. ``seed=7`` stands for SHA-256 of the text ``estaminet seed 7``.
2. Each part of the deal has a label (``deck``, ``rounds/0``). Its stream is the concatenation of
   HMAC-SHA256(key=the bits, message=label in UTF-8, a zero byte, block number as 8 bytes) for block 0,
   1, 2..., read as 32-bit numbers; all numbers are big-endian.
3. A number below n is the next 32-bit number modulo n; numbers from the largest multiple of n upward are skipped.
4. A shuffle starts from the ascending ids and, for i from the last place down to 1, swaps places i and
   (a number below i + 1).
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import BadDeal, EstaminetError

DealValue = int | list[int] | list[list[int]]
SEED_BYTES: Final = 32
WORD: Final = 1 << 32


def seed_bits(seed: int | str | bytes) -> bytes:
    """The 256 bits behind a seed; bytes are the bits themselves."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise EstaminetError("seed.invalid", f"A seed in bytes has {SEED_BYTES} of them, not {len(seed)}.")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise EstaminetError(
            "seed.invalid", f"A seed is a whole number, a text or {SEED_BYTES} bytes, not {seed!r:.60}."
        )
    return hashlib.sha256(f"estaminet seed {seed}".encode()).digest()


class Stream:
    """The endless fair numbers behind one label."""

    def __init__(self, bits: bytes, label: str) -> None:
        self._words = self._draw_words(bits, label.encode() + b"\0")

    @staticmethod
    def _draw_words(bits: bytes, prefix: bytes) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(bits, prefix + block.to_bytes(8), "sha256")
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4])
            block += 1

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        fair = WORD - WORD % limit
        return next(word for word in self._words if word < fair) % limit

    def shuffle(self, ids: Sequence[int]) -> list[int]:
        """The ids in a uniformly random order."""
        cards = sorted(ids)
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


@dataclass(frozen=True)
class Lot:
    """One of several seats, drawn by lot."""

    name: str
    sides: int

    def draw(self, bits: bytes) -> int:
        return Stream(bits, self.name).below(self.sides)

    def check(self, value: object) -> list[int]:
        if type(value) is not int or not 0 <= value < self.sides:
            raise BadDeal(f"In the deal, {self.name} is a number from 0 to {self.sides - 1}, not {value!r:.60}.")
        return [value]


@dataclass(frozen=True)
class Shuffle:
    """Every card once, top first."""

    name: str
    ids: Sequence[int]

    def draw(self, bits: bytes) -> list[int]:
        return Stream(bits, self.name).shuffle(self.ids)

    def check(self, value: object) -> list[int]:
        cards = _cards(self.name, value)
        expected = set(self.ids)
        seen: set[int] = set()
        for card in cards:
            if card not in expected:
                raise BadDeal(f"In the deal, {self.name} has no card {card!r:.60}.")
            if card in seen:
                raise BadDeal(f"In the deal, {self.name} has card {card} twice.")
            seen.add(card)
        if missing := expected - seen:
            raise BadDeal(f"In the deal, {self.name} lacks card {min(missing)}.")
        return cards


@dataclass(frozen=True)
class Shuffles:
    """The same cards shuffled several times, independently."""

    name: str
    ids: Sequence[int]
    times: int

    @property
    def parts(self) -> list[Shuffle]:
        return [Shuffle(f"{self.name}/{number}", self.ids) for number in range(self.times)]

    def draw(self, bits: bytes) -> list[list[int]]:
        return [part.draw(bits) for part in self.parts]

    def check(self, value: object) -> list[int]:
        if not isinstance(value, list) or len(value) != self.times:
            raise BadDeal(f"In the deal, {self.name} is a list of {self.times} shuffles.")
        lists = zip(self.parts, value, strict=True)
        return [card for part, cards in lists for card in part.check(cards)]


Part = Lot | Shuffle | Shuffles


def flatten_parts(parts: Sequence[Part]) -> list[Lot | Shuffle]:
    """The parts with several shuffles split up: each has a label and a stream of its own."""
    return [single for part in parts for single in (part.parts if isinstance(part, Shuffles) else [part])]


def _cards(name: str, value: object) -> list[int]:
    if not isinstance(value, list):
        raise BadDeal(f"In the deal, {name} is a list of card numbers.")
    for card in value:
        if type(card) is not int:
            raise BadDeal(f"In the deal, {name} holds card numbers only, not {card!r:.60}.")
    return value


class Deal:
    """Everything that chance decides in one game."""

    def __init__(self, parts: Sequence[Part], values: object) -> None:
        """Check that ``values`` is a deal of these parts; BadDeal names the fault."""
        if not isinstance(values, Mapping):
            raise BadDeal("A deal is an object with one member for each thing that is drawn.")
        names = [part.name for part in parts]
        for name in values:
            if name not in names:
                known = ", ".join(names) or "none"
                raise BadDeal(f"The deal has a part {name!r:.60}; its parts are: {known}.")
        for name in names:
            if name not in values:
                raise BadDeal(f"The deal lacks its part {name}.")
        self.values: dict[str, DealValue] = {name: values[name] for name in names}
        """The deal as a record writes it."""
        flat = [number for part in parts for number in part.check(values[part.name])]
        self.packed: NDArray[np.int16] = np.array(flat, np.int16)
        """The deal as ``start`` takes it: all parts one after the other."""

    @classmethod
    def draw(cls, parts: Sequence[Part], bits: bytes) -> "Deal":
        """The deal of these 256 bits."""
        return cls(parts, {part.name: part.draw(bits) for part in parts})

    @classmethod
    def unpack(cls, parts: Sequence[Part], packed: Sequence[int]) -> "Deal":
        """The deal that ``start`` takes as these numbers."""
        rest = iter(packed)
        values: dict[str, DealValue] = {}
        for part in parts:
            if isinstance(part, Lot):
                values[part.name] = next(rest)
            elif isinstance(part, Shuffle):
                values[part.name] = list(islice(rest, len(part.ids)))
            else:
                values[part.name] = [list(islice(rest, len(part.ids))) for _ in range(part.times)]
        return cls(parts, values)
