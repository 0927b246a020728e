"""N10: every action of the game as people write it, in the order of the codes in `rules`."""

from typing import Final

from estaminet.engine.game import Action
from estaminet.games.nuit.components import KINDS, PUBS, SPACES

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
