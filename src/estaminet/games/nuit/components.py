"""The components (N1), the options (N8), and the notation of actions (N10)."""

from typing import Final, NamedTuple

from estaminet.engine.game import Action
from estaminet.engine.options import Choice, Number, Options

PUBS: Final = ("Charlys Pub", "Schwarze Sau", "Mama Nostra", "Hungrige Herzen", "Café Lebensart")

SPACES: Final = ("i1", "i2", "i3", "i4", "i5", "i6", "i7", "t1", "t2", "t3")
"""N1.1: seven spaces inside, then the terrace."""
INSIDE: Final = 7
MIDDLE: Final = SPACES.index("i4")
"""The only inside space that touches no wall."""
NEIGHBOURS: Final = (("i1", "i2"), ("i1", "i3"), ("i2", "i4"), ("i3", "i4"),
                     ("i4", "i5"), ("i3", "i6"), ("i4", "i7"), ("i6", "i7"))  # fmt: skip
LONGEST_BAR: Final = 3


class Furniture(NamedTuple):
    """A kind of furniture tile."""

    name: str
    tiles: int
    seats: int
    """Number of guests on one tile."""
    is_for_a_group: bool = False
    """N6.1: whether one group has the tile to itself, of any size."""


FURNITURE: Final = (
    Furniture("terrace", tiles=9, seats=3),
    Furniture("table", tiles=9, seats=2),
    Furniture("dance", tiles=4, seats=4),
    Furniture("bar", tiles=8, seats=2),
    Furniture("foosball", tiles=4, seats=4, is_for_a_group=True),
    Furniture("billiards", tiles=4, seats=4, is_for_a_group=True),
)
"""N1.2, in the order of the ids in a deal."""
KINDS: Final = tuple(furniture.name for furniture in FURNITURE)
TILES: Final = tuple(kind for kind, furniture in enumerate(FURNITURE) for _ in range(furniture.tiles))
"""The kind of every tile, by id."""

COLOURS: Final = ("yellow", "red", "blue")
VALUES: Final = (10, 20, 30)
LETTERS: Final = "YRB"


class GuestCard(NamedTuple):
    """A group of guests and the kind of furniture it asks for."""

    kind: int
    guests: tuple[int, int, int]
    """Number in yellow, red and blue."""


def _guest_cards(furniture: str, groups: str) -> list[GuestCard]:
    counts = [(group.count("Y"), group.count("R"), group.count("B")) for group in groups.split()]
    return [GuestCard(KINDS.index(furniture), guests) for guests in counts]


GUEST_CARDS: Final = (
    *_guest_cards("terrace", "YY YR YYR YRB YYRB"),
    *_guest_cards("table", "RB YB RRB YRBB"),
    *_guest_cards("bar", "RR YB YYR RBB YYRB"),
    *_guest_cards("dance", "BB YRB RRBB"),
    *_guest_cards("foosball", "YRB YYRR"),
    *_guest_cards("billiards", "YRRB YBBB"),
)
"""N1.4, by id."""


class ActionCard(NamedTuple):
    """A kind of action card: guests leave this kind of furniture, or look for it."""

    kind: int
    is_to: bool
    is_unpaid: bool

    @property
    def number(self) -> int:
        """Its place in ACTION_CARDS."""
        return 4 * self.kind + 2 * self.is_to + self.is_unpaid


ACTION_CARDS: Final = tuple(
    ActionCard(kind, is_to, is_unpaid)
    for kind in range(len(KINDS))
    for is_to in (False, True)
    for is_unpaid in (False, True)
)
"""Every kind once."""
ACTION_CARD_IDS: Final = tuple(card.number for card in ACTION_CARDS for _ in range(1 if card.is_unpaid else 2))
"""N1.5: the kind of every card, by id."""

TIPS: Final = (30, 40, 50, 60, 70)
"""Every kind once."""
TIP_IDS: Final = (0, 1, 2, 2, 3, 4)
"""N1.6: the kind of every cash card, by id."""

OPTIONS: Final = Options(
    Choice("action_draw", ("open", "stack"), rule="N8"),
    Number("threshold", default=10, lowest=0, highest=63, rule="N8"),
)

ACTIONS: Final = (
    *(Action(f"put {space}", "put", (f"space:{space}",)) for space in SPACES),
    *(
        Action(f"equip {tile} {space}", "equip", (f"tile:{tile}", f"space:{space}"))
        for tile in range(2)
        for space in SPACES
    ),
    *(Action(f"host {card}", "host", (f"guest_card:{card}",)) for card in range(3)),
    Action("cash", "cash", ("cash",)),
    Action("pass", "pass", ()),
    *(Action(f"card {slot}", "card", (f"hand:{slot}",)) for slot in range(2)),
    *(
        Action(f"from {seat} {space}", "from", (f"pub:{seat}", f"space:{space}"))
        for seat in range(len(PUBS))
        for space in SPACES
    ),
    *(Action(f"to {kind}", "to", (f"kind:{kind}",)) for kind in KINDS),
    *(Action(f"seat {space}", "seat", (f"space:{space}",)) for space in SPACES),
    *(Action(f"take {card}", "take", (f"action_card:{card}",)) for card in range(3)),
    Action("take stack", "take", ("action_stack",)),
)
"""In the order of the codes in `rules`."""
