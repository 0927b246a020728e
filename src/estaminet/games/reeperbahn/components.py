"""The components (R1), the options, and the notation of actions (R9)."""

from itertools import accumulate
from typing import Final, NamedTuple

from estaminet.engine.game import Action
from estaminet.engine.options import Choice, Options

SQUARES: Final = 17
CENTRE: Final = 9
"""R1.1: the manhole."""
ENTRANCES: Final = ((1, 2), (16, 17))
"""R1.1: the squares before each seat's club."""

FIGURES: Final = ("lilli", "w", "e", "hans", "lola", "charly")
"""R1.2."""
LILLI: Final = 0
W: Final = 1
E: Final = 2
HANS: Final = 3
LOLA: Final = 4
CHARLY: Final = 5

HAND: Final = 8
"""R2.2, R3.3: the cards of a player when a turn begins."""


class CardKind(NamedTuple):
    """Identical cards."""

    name: str
    colour: str
    copies: int


KINDS: Final = (
    CardKind("lilli", "green", 12),
    CardKind("guard1", "grey", 4), CardKind("guard2", "grey", 10), CardKind("flank", "grey", 2),
    CardKind("hans1", "yellow", 2), CardKind("hans2", "yellow", 8), CardKind("hans3", "yellow", 2),
    CardKind("lola1", "red", 1), CardKind("lola2", "red", 3), CardKind("lola3", "red", 5), CardKind("lola4", "red", 3),
    CardKind("lola5", "red", 1), CardKind("lola0", "red", 2),
)  # fmt: skip
"""R1.3."""
LILLI_CARD: Final = 0
GUARD1: Final = 1
GUARD2: Final = 2
FLANK_CARD: Final = 3
HANS1: Final = 4
LOLA1: Final = 7
LOLA0: Final = 12

KIND_NAMES: Final = tuple(kind.name for kind in KINDS)
CARDS: Final = sum(kind.copies for kind in KINDS)
FIRST_IDS: Final = tuple(accumulate((kind.copies for kind in KINDS[:-1]), initial=0))
"""R1.4: the lowest id of each kind."""
KIND_OF: Final = tuple(number for number, kind in enumerate(KINDS) for _ in range(kind.copies))
"""R1.4: the kind of each id."""

EDITIONS: Final = ("reeperbahn", "royal_visit")
ABSENT: Final = 48
"""R9: the card missing from royal_visit."""
OPTIONS: Final = Options(Choice("edition", EDITIONS, rule="R9"))


def ids_in_game(edition: str) -> list[int]:
    """R9: the shuffled cards."""
    return [card for card in range(CARDS) if edition == "reeperbahn" or card != ABSENT]


def copies_in_game(*, is_royal_visit: bool) -> list[int]:
    """R1.3, R9: the number of cards of each kind."""
    return [kind.copies - (is_royal_visit and number == KIND_OF[ABSENT]) for number, kind in enumerate(KINDS)]


JOKERS: Final = range(1, 6)
"""R4.8: the numbers on red cards."""
JOKER_FIGURES: Final = ("lilli", "hans", "w", "e")
CHARMED: Final = ("lilli", "w", "e")

ACTIONS: Final = (
    Action("lilli", "lilli", ("card:lilli", "figure:lilli")),
    Action("court", "court", ("card:lilli", "figures:court")),
    *(Action(f"guard1 {guard}", "guard1", ("card:guard1", f"figure:{guard}")) for guard in "we"),
    *(Action(f"guard2 {guard}", "guard2", ("card:guard2", f"figure:{guard}")) for guard in "we"),
    Action("guard2 we", "guard2", ("card:guard2", "figures:we")),
    Action("flank", "flank", ("card:flank", "figures:we")),
    *(Action(f"hans{n}", f"hans{n}", (f"card:hans{n}", "figure:hans")) for n in range(1, 4)),
    *(Action(f"lola{n}", f"lola{n}", (f"card:lola{n}", "figure:lola")) for n in (*JOKERS, 0)),
    *(
        Action(f"joker{n} {figure}", f"joker{n}", (f"card:lola{n}", f"figure:{figure}"))
        for n in JOKERS
        for figure in JOKER_FIGURES
    ),
    *(Action(f"charm {figure}", "charm", ("figure:hans", f"figure:{figure}")) for figure in CHARMED),
    *(Action(f"discard {kind}", "discard", (f"card:{kind}", "discards")) for kind in KIND_NAMES),
    Action("end", "end", ()),
)
"""In the order of the codes in `rules`."""
