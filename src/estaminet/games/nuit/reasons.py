"""Why one turn is better than another: the pay of the next turns, and the guests seated after them."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Fact
from estaminet.games.nuit import rules

REASON_KEYS: Final = {
    "nuit.reason_wins": (),
    "nuit.reason_earns": ("amount",),
    "nuit.reason_costs": ("seat", "amount"),
    "nuit.reason_worth": ("amount",),
    "nuit.reason_denies": ("seat", "amount"),
    "nuit.reason_room": ("amount",),
}
"""After the next turns. Amounts are in marks, guests at their value for each collection; seats are counted."""
MARKS: Final = 5

Records = NDArray[np.void]


def find_facts(afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> list[Fact]:
    """The results of a turn, at once and some turns later."""
    after, end = (records.view(rules.STATE)[..., 0] for records in (afters, ends))
    players = int(end["players"].flat[0])
    leads = after["money"] - np.delete(after["money"], seat, -1).max(axis=-1, keepdims=True)
    wins = (after["stage"] == rules.OVER) & (leads[..., seat] > 0)
    return [
        Fact(wins.astype(np.float64), more="nuit.reason_wins", weight=1.0),
        *find_money(end, seat, players),
        Fact(end["free_seats"][..., seat, :].sum(axis=-1).astype(np.float64), more="nuit.reason_room"),
    ]


def find_money(end: Records, seat: int, players: int) -> Iterator[Fact]:
    """The money in the tills, and the value of the guests."""
    for each in range(players):
        money, worth = (end[name][..., each].astype(np.float64) for name in ("money", "worth"))
        if each == seat:
            yield Fact(money, more="nuit.reason_earns", step=MARKS)
            yield Fact(worth, more="nuit.reason_worth", step=MARKS)
        else:
            who = {"seat": each}
            yield Fact(money, less="nuit.reason_costs", arguments=who, rival=each, step=MARKS)
            yield Fact(worth, less="nuit.reason_denies", arguments=who, rival=each, step=MARKS)
