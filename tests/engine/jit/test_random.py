"""Random numbers of compiled code: fair, and the same on every machine."""

from collections import Counter

import numpy as np
import pytest

from estaminet.engine.jit.random import below, generator, seed_with


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    """The first numbers of SplitMix64 from 1234567, as its authors' program gives them."""
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    rng = generator(1234567)
    assert [below(rng, 1000) for _ in words] == [(word >> 32) * 1000 >> 32 for word in words]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 10])
def test_every_number_below_a_limit_is_equally_likely(limit: int) -> None:
    rng = generator(5)
    counts = Counter(below(rng, limit) for _ in range(limit * 1000))
    assert sorted(counts) == list(range(limit))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 28  # at most 9 degrees of freedom


def test_a_seed_may_be_any_whole_number() -> None:
    assert generator(-1)[0] == 2**64 - 1
    assert generator(2**70 + 5)[0] == 5


def test_the_leftover_of_a_word_is_not_given_to_the_low_numbers() -> None:
    """With a limit of 3 x 2**30 a naive method would draw some numbers twice as often as others."""
    rng = generator(9)
    limit = 3 << 30
    counts = Counter(below(rng, limit) * 3 // limit for _ in range(6000))
    assert sum((counts[third] - 2000) ** 2 / 2000 for third in range(3)) < 13.8  # one in a thousand


def test_a_generator_begins_with_all_bytes_in_their_order() -> None:
    def begin(data: bytes) -> int:
        rng = generator(0)
        seed_with(rng, np.frombuffer(data, np.uint8).copy())
        return int(rng[0])

    word = 0x9E3779B97F4A7C15
    for byte in b"known":
        word = (word ^ byte) * 0xBF58476D1CE4E5B9 % 2**64
        word ^= word >> 32
    assert begin(b"known") == word
    assert len({begin(data) for data in (b"known", b"nknow", b"known\0", b"\0known", b"Known", b"")}) == 6
