"""P8: every action of the game as people write it, in the order of the codes in `rules`."""

from typing import Final

from estaminet.engine.game import Action
from estaminet.games.poule.components import CELLS, RANKS

ACTIONS: Final = (
    *(Action(f"stall {rank} {cell}", "stall", (f"rank:{rank}", f"cell:{cell}")) for rank in RANKS for cell in CELLS),
    Action("draw", "draw", ("stack",)),
    *(Action(f"place {cell}", "place", (f"cell:{cell}",)) for cell in CELLS),
    *(Action(f"secret {cell}", "secret", ("secret", f"cell:{cell}")) for cell in CELLS),
    Action("pass", "pass", ()),
)
