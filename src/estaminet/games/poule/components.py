"""The components (P1), the options (P6), and the notation of actions (P8)."""

from typing import Final, NamedTuple

from estaminet.engine.game import Action
from estaminet.engine.options import Choice, Flag, Number, Options


class Tile(NamedTuple):
    """A character or an event of the market."""

    name: str
    value: int


ROWS: Final = "12345"
COLUMNS: Final = "abcdef"
CELLS: Final = tuple(column + row for row in ROWS for column in COLUMNS)
"""P1.1: row by row from the castle side, so that cell number = 6 x row + column."""

TILES: Final = (
    Tile("farmhand", 1), Tile("maid", 1), Tile("farmer", 2), Tile("farmeress", 2),
    Tile("burgher", 3), Tile("burgheress", 3), Tile("knight", 4), Tile("lady", 4),
    Tile("bishop", 5), Tile("abbess", 5), Tile("king", 6), Tile("queen", 6),
    Tile("beggar", -1), Tile("quack", -2), Tile("thief", -3),
    Tile("cardsharp", -4), Tile("preacher", -5), Tile("tax_collector", -6),
    Tile("purse", 0), Tile("fire", 0), Tile("fire", 0), Tile("curse", 0), Tile("wizard", 0),
)  # fmt: skip
"""P1.2, by id (P1.3); the wizard is used only with its option (P6.6)."""
PURSE: Final = 18
FIRE: Final = 19
SECOND_FIRE: Final = 20
CURSE: Final = 21
WIZARD: Final = 22

RANKS: Final = ("I", "II", "III", "IIII")
HIGHER_RANKS: Final = (3, 2, 1)
"""P1.4: stalls of rank II, III, IIII in each colour."""
RANK_ONE_STALLS: Final = (0, 0, 4, 3, 2)
"""P1.4: stalls of rank I in each colour, by the number of players."""

MOST_ROUNDS: Final = 9
OPTIONS: Final = Options(
    Number("rounds", default=3, lowest=1, highest=MOST_ROUNDS, rule="P6.1"),
    Choice("stalls_return", ("rank_one", "all", "none"), rule="P6.2"),
    Choice("end", ("rounds", "last_stall"), rule="P6.3", suggests={"last_stall": {"rounds": 9}}),
    Choice("tiles", ("secret", "open"), rule="P6.5"),
    Flag("wizard", rule="P6.6"),
    Number("purse_start", default=50, lowest=0, highest=500, rule="P6.7"),
)


def tiles_in_game(*, wizard: bool) -> int:
    """Number of tiles shuffled for a round."""
    return len(TILES) if wizard else len(TILES) - 1


ACTIONS: Final = (
    *(Action(f"stall {rank} {cell}", "stall", (f"rank:{rank}", f"cell:{cell}")) for rank in RANKS for cell in CELLS),
    Action("draw", "draw", ("stack",)),
    *(Action(f"place {cell}", "place", (f"cell:{cell}",)) for cell in CELLS),
    *(Action(f"secret {cell}", "secret", ("secret", f"cell:{cell}")) for cell in CELLS),
    Action("pass", "pass", ()),
)
"""In the order of the codes in `rules`."""
