"""Positions for the tests: hands by their kinds, streets drawn in text."""

from collections import Counter

from estaminet.engine.position import Position
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import FIGURES, FIRST_IDS, KIND_NAMES, KIND_OF, ids_in_game
from estaminet.games.reeperbahn.game import GAME

SIGNS = {"w": "w", "e": "e", "L": "lilli", "h": "hans", "l": "lola", "c": "charly"}


def kinds(text: str) -> list[str]:
    """The kinds in ``lilli*3 flank``, one by one."""
    found = []
    for word in text.split():
        kind, _, times = word.partition("*")
        found += [kind] * int(times or 1)
    return found


def pick(left: list[int], text: str) -> list[int]:
    """Take the lowest ids of these kinds out of the ids that are left."""
    picked = []
    for kind in kinds(text):
        card = next(card for card in left if KIND_NAMES[KIND_OF[card]] == kind)
        left.remove(card)
        picked.append(card)
    return picked


def begin(
    hand: str = "",
    other: str = "",
    stack: str = "",
    *,
    starter: int = 0,
    edition: str = "reeperbahn",
    street: str = "",
    reshuffle: list[int] | None = None,
) -> Position:
    """A game whose starter and other player hold these cards and any others; the stack begins with these."""
    ids = ids_in_game(edition)
    left = list(ids)
    named = [pick(left, text) for text in (hand, other, stack)]
    hands = [cards + [left.pop() for _ in range(8 - len(cards))] for cards in named[:2]]
    deck = [card for pair in zip(*hands, strict=True) for card in pair] + named[2] + left
    deal = {"hans": starter, "deck": deck, "reshuffle": ids if reshuffle is None else reshuffle}
    position = GAME.start(options={"edition": edition}, deal=deal)
    draw_street(position, street)
    return position


def draw_street(position: Position, street: str) -> None:
    """Put figures where a drawing has them: rows of 17 squares; a row without a figure may be left out."""
    state: rules.State = position.memory.view(rules.STATE)[0]
    for line in street.split():
        assert len(line) == 17, line
        for square, sign in enumerate(line, start=1):
            if sign != ".":
                state.figures[FIGURES.index(SIGNS[sign])] = square


def play(position: Position, *texts: str) -> None:
    for text in texts:
        position.play(text)


def squares(position: Position, *names: str) -> list[int]:
    """Figures' squares."""
    state: rules.State = position.memory.view(rules.STATE)[0]
    return [int(state.figures[FIGURES.index(name)]) for name in names]


def hand(position: Position, seat: int) -> Counter[str]:
    """The true cards of a seat."""
    state: rules.State = position.memory.view(rules.STATE)[0]
    return Counter(dict(zip(KIND_NAMES, state.hand[seat].tolist(), strict=True)))


def swap(position: Position, count: int) -> None:
    """The acting player swaps so many cards, of any kinds."""
    for _ in range(count):
        position.play(next(text for text in position.legal() if text.startswith("discard")))
    position.play("end")


def is_legal(position: Position, *texts: str) -> list[bool]:
    legal = position.legal()
    assert all(text in GAME.codes for text in texts)
    return [text in legal for text in texts]


def craft(
    hands: tuple[str, str], stack: str, known: tuple[str, str] | None = None, *, edition: str = "reeperbahn"
) -> Position:
    """A position with few unseen cards: all others are discarded. With `known` it is one after the refill."""
    position = GAME.start(options={"edition": edition}, seed=1)
    state: rules.State = position.memory.view(rules.STATE)[0]
    left = ids_in_game(edition)
    for seat, text in enumerate(hands):
        cards = pick(left, text)
        state.hand_cards[seat] = sum(1 << card for card in cards)
        state.hand[seat] = by_kind([KIND_OF[card] for card in cards])
        state.hand_sizes[seat] = len(cards)
    cards = pick(left, stack)
    state.deck[: len(cards)] = cards[::-1]
    state.stack = len(cards)
    state.discards[:] = by_kind([KIND_OF[card] for card in left])
    if known is not None:
        state.is_refilled = 1
        for seat, text in enumerate(known):
            state.known[seat] = by_kind([KIND_NAMES.index(kind) for kind in kinds(text)])
        state.known_together[:] = state.known.sum(axis=0)
    return position


def by_kind(numbers: list[int]) -> list[int]:
    counts = Counter(numbers)
    return [counts[kind] for kind in range(len(KIND_NAMES))]


def lowest_id(kind: str) -> int:
    return FIRST_IDS[KIND_NAMES.index(kind)]
