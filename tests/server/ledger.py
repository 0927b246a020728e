"""The cards that each has seen, from the rules' pages alone: nothing here asks the engine what to hide.

A card is named by its place in the deal. For every ply it is noted who gets to see the card at which place, and what
it looks like. Two deals that look the same to somebody, place by place, are the same to them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Deal = dict[str, Any]
"""As a record writes it."""
Place = tuple[str | int, ...]
"""The place of a card in the deal: the name of the list, then the index."""
Looks = dict[Place, tuple[str, ...]]
"""The cards seen, and where."""


class Impossible(Exception):
    """With this deal the game cannot have gone like that."""


class Move(NamedTuple):
    seat: int
    text: str


class Seen:
    """Cards seen by each seat and the spectators (None)."""

    def __init__(self, players: int) -> None:
        self.by: dict[int | None, Looks] = {seat: {} for seat in (None, *range(players))}
        self.groups: list[list[Place]] = []
        """Places that chance fills from the same cards."""

    def show(self, seat: int | None, place: Place, *looks: str) -> None:
        self.by[seat][place] = looks

    def show_all(self, place: Place, *looks: str) -> None:
        for looked in self.by.values():
            looked[place] = looks


# Poule

TILES = (
    "farmhand", "maid", "farmer", "farmeress", "burgher", "burgheress", "knight", "lady", "bishop", "abbess", "king",
    "queen", "beggar", "quack", "thief", "cardsharp", "preacher", "tax_collector", "purse", "fire", "fire", "curse",
)  # fmt: skip
"""P1.3, by id."""
CELLS = 30


def watch_poule(deal: Deal, players: int, moves: Sequence[Move], to_move: int | None) -> Seen:
    """P2.2, P3: a secret tile each, then whatever is drawn or placed."""
    seen = Seen(players)
    seen.groups = [[("rounds", each, at) for at in range(len(tiles))] for each, tiles in enumerate(deal["rounds"])]
    number, pieces, top = 0, 0, players
    secrets: dict[int, Place] = {}

    def name(place: Place) -> str:
        return "canary-p-" + TILES[deal["rounds"][place[1]][place[2]]]

    def begin(first: int) -> None:
        for dealt in range(players):
            seat = (first + dealt) % players
            secrets[seat] = ("rounds", number, dealt)
            seen.show(seat, secrets[seat], name(secrets[seat]))

    begin(deal["first"])
    for at, (seat, text) in enumerate(moves):
        kind = text.split()[0]
        if kind == "draw":
            seen.show_all(("rounds", number, top), name(("rounds", number, top)))
            top += 1
        elif kind == "secret":
            seen.show_all(secrets[seat], name(secrets[seat]))
        pieces += kind in ("stall", "place", "secret")
        if pieces == CELLS:
            number, pieces, top = number + 1, 0, players
            first = moves[at + 1].seat if at + 1 < len(moves) else to_move  # P2.3: the richest, who then moves
            if first is not None:
                begin(first)
    return seen


# Reeperbahn

CARDS = (
    *("lilli",) * 12, *("guard1",) * 4, *("guard2",) * 10, *("flank",) * 2, *("hans1",) * 2, *("hans2",) * 8,
    *("hans3",) * 2, "lola1", *("lola2",) * 3, *("lola3",) * 5, *("lola4",) * 3, "lola5", *("lola0",) * 2,
)  # fmt: skip
"""R1.4, by id."""
HAND = 8


class Card(NamedTuple):
    """How it is chosen among others of its kind: one that can be counted out at the refill first, then by its id."""

    is_second: bool
    number: int
    place: Place

    kind: str

    @property
    def name(self) -> str:
        return "canary-c-" + self.kind


class Street:
    """The cards of reeperbahn: two hands, a stack, the discards."""

    def __init__(self, deal: Deal) -> None:
        self.seen = Seen(2)
        self._reshuffle: list[int] = deal["reshuffle"]
        self._stack = [Card(False, number, ("deck", at), CARDS[number]) for at, number in enumerate(deal["deck"])][::-1]
        self.seen.groups = [[card.place for card in self._stack], [("reshuffle", at) for at in range(len(CARDS))]]
        self._hands: list[list[Card]] = [[], []]
        self._is_refilled = False
        for dealt in range(2 * HAND):  # R2.2
            self._take((deal["hans"] + dealt) % 2)

    def move(self, seat: int, text: str) -> None:
        word, *rest = text.split()
        if word == "end":
            while len(self._hands[seat]) < HAND and self._stack:
                self._take(seat)
                if not self._stack and not self._is_refilled:
                    self._refill()
        elif word != "charm":
            kind = rest[0] if word == "discard" else word.replace("joker", "lola")
            for _ in range(2 if word == "court" else 1):
                self._spend(seat, kind.replace("court", "lilli"))

    def _take(self, seat: int) -> None:
        card = self._stack.pop()
        self._hands[seat].append(card)
        self.seen.show(seat, card.place, card.name)

    def _spend(self, seat: int, kind: str) -> None:
        card = min((each for each in self._hands[seat] if each.kind == kind), default=None)
        if card is None:
            raise Impossible(f"seat {seat} has no {kind}")
        self._hands[seat].remove(card)
        self.seen.show_all(card.place, card.name)

    def _refill(self) -> None:
        """R6.2: a player who sees all discards can count out the hands."""
        held = [card for hand in self._hands for card in hand]
        numbers = {card.number for card in held}
        self._stack = [
            Card(True, number, ("reshuffle", at), CARDS[number])
            for at, number in enumerate(self._reshuffle)
            if number not in numbers
        ][::-1]
        self._is_refilled = True
        self.seen.groups = [[card.place for card in held], [card.place for card in self._stack]]
        for seat, hand in enumerate(self._hands):
            self.seen.show(1 - seat, ("counted",), *sorted(card.name for card in hand))
        self.seen.show(None, ("counted",), *sorted(card.name for card in held))


def watch_reeperbahn(deal: Deal, players: int, moves: Sequence[Move], to_move: int | None) -> Seen:  # noqa: ARG001  # as all
    street = Street(deal)
    for seat, text in moves:
        street.move(seat, text)
    return street.seen


# Nuit

FURNITURE = ("terrace",) * 9 + ("table",) * 9 + ("dance",) * 4 + ("bar",) * 8 + ("foosball",) * 4 + ("billiards",) * 4
"""N1.2, by id."""
ASKED = ("terrace",) * 5 + ("table",) * 4 + ("bar",) * 5 + ("dance",) * 3 + ("foosball",) * 2 + ("billiards",) * 2
"""N1.4: what each guest card asks for."""
KINDS = ("terrace", "table", "dance", "bar", "foosball", "billiards")
ACTION_LOOKS = (0, 0, 1, 2, 2, 3)
"""N1.5: of the six cards of a kind, which look the same."""


def name_thing(stack: str, number: int) -> str:
    """Its name in the marked server."""
    if stack == "actions":
        kind, copy = divmod(number, 6)
        return f"canary-a{4 * kind + ACTION_LOOKS[copy]}-{KINDS[kind]}"
    if stack == "guests":
        return f"canary-g{number}-{ASKED[number]}"
    return FURNITURE[number] if stack == "furniture" else f"tip {number}"


class Pubs:
    """The four stacks of nuit, the open rows and the hands."""

    def __init__(self, deal: Deal, players: int) -> None:
        self.seen = Seen(players)
        self.seen.groups = [[(stack, at) for at in range(len(cards))] for stack, cards in deal.items()]
        self._deal = deal
        self._tops = dict.fromkeys(deal, 0)
        self._hands: dict[tuple[int, int], Place] = {}
        for _ in range(3 * players):  # N2.2
            self._turn_up("furniture")
        for seat in range(players):
            for slot in range(2):
                self._draw_secretly(seat, slot)
        for _ in range(2):  # N2.1
            self._turn_up("furniture")
        for _ in range(3):
            self._turn_up("guests")
        self._row: list[Place | None] = [self._turn_up("actions") for _ in range(3)]
        self._slot = 0

    def move(self, seat: int, text: str) -> None:
        word, *rest = text.split()
        if word in ("equip", "host", "cash"):
            self._turn_up({"equip": "furniture", "host": "guests", "cash": "cash"}[word])
        elif word == "card":
            self._slot = int(rest[0])
            self._show_all(self._hands[seat, self._slot])
        elif text == "take stack":
            self._draw_secretly(seat, self._slot)
        elif word == "take":
            place = self._row[int(rest[0])]
            assert place is not None
            self._hands[seat, self._slot] = place
            self._row[int(rest[0])] = self._turn_up("actions")

    def _next(self, stack: str) -> Place | None:
        at = self._tops[stack]
        self._tops[stack] += 1
        return (stack, at) if at < len(self._deal[stack]) else None

    def _turn_up(self, stack: str) -> Place | None:
        place = self._next(stack)
        if place:
            self._show_all(place)
        return place

    def _draw_secretly(self, seat: int, slot: int) -> None:
        place = self._next("actions")
        assert place is not None
        self._hands[seat, slot] = place
        self.seen.show(seat, place, self._name(place))

    def _show_all(self, place: Place) -> None:
        self.seen.show_all(place, self._name(place))

    def _name(self, place: Place) -> str:
        stack = str(place[0])
        return name_thing(stack, self._deal[stack][place[1]])


def watch_nuit(deal: Deal, players: int, moves: Sequence[Move], to_move: int | None) -> Seen:  # noqa: ARG001  # as all
    pubs = Pubs(deal, players)
    for seat, text in moves:
        pubs.move(seat, text)
    return pubs.seen


WATCH: Mapping[str, Callable[[Deal, int, Sequence[Move], int | None], Seen]] = {
    "poule": watch_poule,
    "reeperbahn": watch_reeperbahn,
    "nuit": watch_nuit,
}
