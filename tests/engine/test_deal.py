"""Deals: drawn from 256 bits as the recipe says, fair, and refused when a card is wrong."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

import estaminet
from estaminet.engine.deal import Deal, Lot, Shuffle, Shuffles, Stream, seed_bits
from estaminet.engine.errors import BadDeal
from tests.refusals import raises_code

PARTS = (Lot("first", 3), Shuffle("deck", range(4)), Shuffles("rounds", range(3), 2))


def recipe_shuffle(bits: bytes, label: str, count: int) -> list[int]:
    """The recipe of the module's docstring, written a second time by somebody who has only read it."""
    words: list[int] = []
    for block in range(40):
        digest = hmac.new(bits, label.encode() + b"\0" + block.to_bytes(8, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    cards = list(range(count))
    for place in reversed(range(1, count)):
        while words[0] >= 2**32 // (place + 1) * (place + 1):
            words.pop(0)
        other = words.pop(0) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def test_a_seed_stands_for_a_hash() -> None:
    assert seed_bits(7) == hashlib.sha256(b"estaminet seed 7").digest()
    assert seed_bits("7") == seed_bits(7)
    assert seed_bits(bytes(range(32))) == bytes(range(32))


@pytest.mark.parametrize("seed", [b"short", True, 1.5, None])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with raises_code("seed.invalid"):
        seed_bits(seed)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("label", ["deck", "rounds/0", "rounds/1"])
def test_a_shuffle_follows_the_published_recipe(label: str) -> None:
    assert Stream(seed_bits(7), label).shuffle(range(55)) == recipe_shuffle(seed_bits(7), label, 55)


def test_the_deal_of_a_seed_never_changes() -> None:
    """Saved seeds, golden games and published proofs rely on these very numbers."""
    assert Deal.draw(PARTS, seed_bits(7)).values == {
        "first": Stream(seed_bits(7), "first").below(3),
        "deck": recipe_shuffle(seed_bits(7), "deck", 4),
        "rounds": [recipe_shuffle(seed_bits(7), "rounds/0", 3), recipe_shuffle(seed_bits(7), "rounds/1", 3)],
    }


def test_every_order_is_equally_likely() -> None:
    counts = Counter(tuple(Stream(seed_bits(seed), "deck").shuffle(range(4))) for seed in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


def test_numbers_near_the_end_of_a_word_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(seed_bits(0), "x")
    monkeypatch.setattr(stream, "_words", iter([2**32 - 1, 8]))
    assert stream.below(3) == 2  # 2**32 - 1 is a multiple of 3: it would favour 0


@pytest.mark.parametrize(("one", "other"), [("deck", "reshuffle"), ("rounds/0", "rounds/1")])
def test_two_shuffles_of_a_deal_are_independent(one: str, other: str) -> None:
    """R2.3: nothing about the second stack follows from the first."""
    pairs = Counter(
        (Stream(seed_bits(seed), one).shuffle(range(5))[0], Stream(seed_bits(seed), other).shuffle(range(5))[0])
        for seed in range(5000)
    )
    chi_square = sum((pairs[a, b] - 200) ** 2 / 200 for a in range(5) for b in range(5))
    assert chi_square < 51.2  # 24 degrees of freedom, one in a thousand


@pytest.mark.parametrize("name", estaminet.games())
def test_a_deal_has_every_card_once(name: str) -> None:
    game = estaminet.game(name)
    options = game.options.resolve()
    for players in game.seats:
        parts = game.deal_parts(players, options)
        for seed in range(20):
            values = Deal.draw(parts, seed_bits(seed)).values
            for part in parts:
                value = values[part.name]
                if isinstance(part, Shuffle):
                    assert sorted(value) == list(part.ids)  # type: ignore[arg-type]
                elif isinstance(part, Shuffles):
                    assert [sorted(cards) for cards in value] == [list(part.ids)] * part.times  # type: ignore


GOOD: dict[str, object] = {"first": 0, "deck": [0, 1, 2, 3], "rounds": [[0, 1, 2], [2, 1, 0]]}


def test_a_good_deal_is_packed_in_order() -> None:
    assert Deal(PARTS, GOOD).packed.tolist() == [0, 0, 1, 2, 3, 0, 1, 2, 2, 1, 0]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"deck": [0, 1, 2, 2]}, "deck has card 2 twice"),
        ({"deck": [0, 1, 2]}, "deck lacks card 3"),
        ({"deck": [0, 1, 2, 4]}, "deck has no card 4"),
        ({"deck": [0, 1, 2, True]}, "card numbers only, not True"),
        ({"deck": [0, 1, 2, "3"]}, "card numbers only, not '3'"),
        ({"deck": 5}, "deck is a list"),
        ({"first": 3}, "first is a number from 0 to 2, not 3"),
        ({"first": False}, "first is a number from 0 to 2, not False"),
        ({"rounds": [[0, 1, 2]]}, "rounds is a list of 2 shuffles"),
        ({"rounds": [[0, 1, 2], [0, 1, 1]]}, "rounds/1 has card 1 twice"),
        ({"joker": 1}, "has a part 'joker'"),
    ],
)
def test_a_bad_deal_is_refused_with_a_sentence(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadDeal, match=complaint):
        Deal(PARTS, GOOD | change)


def test_a_deal_must_be_whole() -> None:
    with pytest.raises(BadDeal, match="lacks its part rounds"):
        Deal(PARTS, {"first": 0, "deck": [0, 1, 2, 3]})
    with pytest.raises(BadDeal, match="is an object"):
        Deal(PARTS, [1, 2])
