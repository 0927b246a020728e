"""R9: every action of the game as people write it, in the order of the codes in `rules`."""

from typing import Final

from estaminet.engine.game import Action
from estaminet.games.reeperbahn.components import KIND_NAMES

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
