"""The rules of nuit a second time, written from the page alone: slow, plain, in the words of the page.

Nothing of the engine is used here, so that a mistake would have to be made twice to go unnoticed.
"""

from typing import Any

FURNITURE = ["terrace"] * 9 + ["table"] * 9 + ["dance"] * 4 + ["bar"] * 8 + ["foosball"] * 4 + ["billiards"] * 4
GUESTS = [
    *(("terrace", guests) for guests in ("YY", "YR", "YYR", "YRB", "YYRB")),
    *(("table", guests) for guests in ("RB", "YB", "RRB", "YRBB")),
    *(("bar", guests) for guests in ("RR", "YB", "YYR", "RBB", "YYRB")),
    *(("dance", guests) for guests in ("BB", "YRB", "RRBB")),
    *(("foosball", guests) for guests in ("YRB", "YYRR")),
    *(("billiards", guests) for guests in ("YRRB", "YBBB")),
]
KINDS = ["terrace", "table", "dance", "bar", "foosball", "billiards"]
ACTIONS = [
    (kind, direction, paying)
    for kind in KINDS
    for direction, paying in [("from", True)] * 2 + [("from", False)] + [("to", True)] * 2 + [("to", False)]
]
TIPS = [30, 40, 50, 50, 60, 70]
SEATS = {"terrace": 3, "table": 2, "dance": 4, "bar": 2}
VALUE = {"Y": 10, "R": 20, "B": 30}
INSIDE = ["i1", "i2", "i3", "i4", "i5", "i6", "i7"]
TERRACE = ["t1", "t2", "t3"]
PAIRS = ["i1 i2", "i1 i3", "i2 i4", "i3 i4", "i4 i5", "i3 i6", "i4 i7", "i6 i7"]


class Pub:
    def __init__(self) -> None:
        self.tiles: dict[str, str] = {}
        self.guests: dict[str, str] = {}
        self.money = 0

    def worth(self) -> int:
        return sum(VALUE[guest] for guests in self.guests.values() for guest in guests)

    def number(self) -> int:
        return sum(map(len, self.guests.values()))

    def bar_of(self, space: str) -> set[str]:
        """All bar tiles connected with this space, were it a bar tile too."""
        bar = {space}
        while True:
            more = {
                other
                for pair in PAIRS
                for one, other in (pair.split(), pair.split()[::-1])
                if one in bar and self.tiles.get(other) == "bar" and other not in bar
            }
            if not more:
                return bar
            bar |= more

    def spaces_for(self, kind: str) -> list[str]:
        free = [space for space in (TERRACE if kind == "terrace" else INSIDE) if space not in self.tiles]
        if kind == "bar":
            free = [space for space in free if len(self.bar_of(space)) <= 3]
            free = [space for space in free if space != "i4" or len(self.bar_of(space)) > 1]
        return free

    def seats_for(self, kind: str) -> list[str]:
        """The spaces of this kind where the next guest, or a whole group of players, can go."""
        mine = [space for space, tile in self.tiles.items() if tile == kind]
        if kind in SEATS:
            return [space for space in mine if len(self.guests.get(space, "")) < SEATS[kind]]
        return [space for space in mine if not self.guests.get(space)]

    def takes(self, kind: str, guests: str) -> bool:
        if kind not in SEATS:
            return bool(self.seats_for(kind))
        free = sum(SEATS[kind] - len(self.guests.get(space, "")) for space in self.seats_for(kind))
        return free >= len(guests)


class Reference:
    def __init__(self, deal: dict[str, list[int]], players: int, options: dict[str, Any]) -> None:
        self.furniture = [FURNITURE[card] for card in deal["furniture"]]
        self.cards = [GUESTS[card] for card in deal["guests"]]
        self.actions = [ACTIONS[card] for card in deal["actions"]]
        self.cash = [TIPS[card] for card in deal["cash"]]
        self.options = options
        self.pubs = [Pub() for _ in range(players)]
        self.to_put = [[self.furniture.pop(0) for _ in range(3)] for _ in range(players)]
        self.hands: list[list[Any]] = [[self.actions.pop(0) for _ in range(2)] for _ in range(players)]
        self.open_tiles: list[Any] = [self.furniture.pop(0) for _ in range(2)]
        self.open_cards: list[Any] = [self.cards.pop(0) for _ in range(3)]
        self.open_actions: list[Any] = [None] * 3
        if options["action_draw"] == "open":
            self.open_actions = [self.actions.pop(0) for _ in range(3)]
        self.turn = self.decides = 0
        self.asks = "put"
        self.waiting, self.waiting_for = "", ""
        self.card: Any = None
        self.slot = 0
        self.source = (0, "")
        self.is_on = False
        self.played = 0
        self.passed = False
        self.idle = 0

    def legal(self) -> list[str]:
        pub, mine = self.pubs[self.decides], self.pubs[self.turn]
        found: list[str] = []
        if self.asks == "put":
            found = [f"put {space}" for space in pub.spaces_for(self.to_put[self.turn][0])]
        elif self.asks == "first":
            for slot, tile in enumerate(self.open_tiles):
                found += [f"equip {slot} {space}" for space in (mine.spaces_for(tile) if tile else [])]
            found += [f"host {slot}" for slot, card in enumerate(self.open_cards) if card and mine.takes(*card)]
            others = [other for other in self.pubs if other is not mine and other.number()]
            found += ["cash"] if mine.number() and others else []
            found = found or ["pass"]
        elif self.asks == "seat":
            found = [f"seat {space}" for space in pub.seats_for(self.waiting_for)]
        elif self.asks == "card":
            found = [f"card {slot}" for slot, card in enumerate(self.hands[self.turn]) if card]
        elif self.asks == "from":
            found = [f"from {seat} {space}" for seat, space in self.tiles_to_empty()]
        elif self.asks == "to":
            seat, space = self.source
            found = [f"to {kind}" for kind in KINDS if kind != self.pubs[seat].tiles[space]]
        elif self.asks == "take":
            found = [f"take {slot}" for slot, card in enumerate(self.open_actions) if card]
            found += ["take stack"] if self.actions else []
        return sorted(found)

    def tiles_to_empty(self) -> list[tuple[int, str]]:
        kind, direction, _ = self.card
        return [
            (seat, space)
            for seat, pub in enumerate(self.pubs)
            for space, tile in pub.tiles.items()
            if pub.guests.get(space) and (tile == kind) == (direction == "from")
        ]

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        verb, *words = text.split()
        getattr(self, f"do_{verb}")(*words)

    def do_put(self, space: str) -> None:
        self.pubs[self.turn].tiles[space] = self.to_put[self.turn].pop(0)
        if not self.to_put[self.turn]:
            self.turn = self.decides = (self.turn + 1) % len(self.pubs)
            if self.turn == 0:
                self.asks = "first"

    def do_equip(self, slot: str, space: str) -> None:
        self.pubs[self.turn].tiles[space] = self.open_tiles[int(slot)]
        self.open_tiles[int(slot)] = self.furniture.pop(0) if self.furniture else None
        self.after_first_action()

    def do_host(self, slot: str) -> None:
        self.waiting_for, self.waiting = self.open_cards[int(slot)]
        self.open_cards[int(slot)] = self.cards.pop(0) if self.cards else None
        self.asks = "seat"

    def do_cash(self) -> None:
        for pub in self.pubs:
            pub.money += pub.worth()
        self.pubs[self.turn].money += self.cash.pop(0)
        if self.cash:
            self.after_first_action()
        else:
            self.asks = "nothing"

    def do_pass(self) -> None:
        self.passed = True
        self.after_first_action()

    def after_first_action(self) -> None:
        self.is_on = self.is_on or sum(pub.number() for pub in self.pubs) >= self.options["threshold"]
        if self.is_on and any(self.hands[self.turn]):
            self.asks = "card"
        else:
            self.next_turn()

    def do_card(self, slot: str) -> None:
        self.slot = int(slot)
        self.card, self.hands[self.turn][self.slot] = self.hands[self.turn][self.slot], None
        self.played += 1
        if self.tiles_to_empty():
            self.asks = "from"
        else:
            self.after_second_action()

    def do_from(self, seat: str, space: str) -> None:
        self.source = int(seat), space
        if self.card[1] == "to":
            self.move(self.card[0])
        else:
            self.asks = "to"

    def do_to(self, kind: str) -> None:
        self.move(kind)

    def move(self, kind: str) -> None:
        seat, space = self.source
        group = "".join(sorted(self.pubs[seat].guests.pop(space), key="YRB".index))
        order = [(seat + step) % len(self.pubs) for step in range(len(self.pubs))]
        found = next((pub for pub in order if self.pubs[pub].takes(kind, group)), None)
        if found != seat and self.card[2]:
            self.pubs[seat].money += sum(VALUE[guest] for guest in group)
        if found is None:
            self.after_second_action()
        else:
            self.asks, self.decides, self.waiting, self.waiting_for = "seat", found, group, kind

    def do_seat(self, space: str) -> None:
        number = 1 if self.waiting_for in SEATS else len(self.waiting)
        guests = self.pubs[self.decides].guests
        guests[space] = guests.get(space, "") + self.waiting[:number]
        self.waiting = self.waiting[number:]
        if self.waiting:
            return
        if self.card:
            self.after_second_action()
        else:
            self.after_first_action()

    def after_second_action(self) -> None:
        self.decides = self.turn
        if self.played == 36:
            self.last_collection()
        elif self.actions or any(self.open_actions):
            self.asks = "take"
        else:
            self.next_turn()

    def do_take(self, which: str) -> None:
        if which == "stack":
            taken = self.actions.pop(0)
        else:
            taken = self.open_actions[int(which)]
            self.open_actions[int(which)] = self.actions.pop(0) if self.actions else None
        self.hands[self.turn][self.slot] = taken
        self.next_turn()

    def next_turn(self) -> None:
        self.idle = self.idle + 1 if self.passed and not self.card else 0
        self.passed, self.card = False, None
        if self.idle == len(self.pubs):
            self.last_collection()
            return
        self.turn = self.decides = (self.turn + 1) % len(self.pubs)
        self.asks = "first"

    def last_collection(self) -> None:
        for pub in self.pubs:
            pub.money += pub.worth()
        self.asks = "nothing"
