"""Why one turn is better than another: the pay of the round, line by line, and the stalls kept."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Fact
from estaminet.games.poule import rules
from estaminet.games.poule.components import RANKS
from estaminet.games.poule.view import LINES

REASON_KEYS: Final = {
    "poule.reason_wins": (),
    "poule.reason_earns": ("amount",),
    "poule.reason_earns_line": ("amount", "line"),
    "poule.reason_costs": ("seat", "amount"),
    "poule.reason_costs_line": ("seat", "amount", "line"),
    "poule.reason_keeps": ("rank",),
    "poule.reason_spends": ("seat", "rank"),
}
"""Amounts are in écus, at the end of the round; a stall is kept for the next one, or not."""

Numbers = NDArray[np.float64]


def find_facts(afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> list[Fact]:
    """Playouts end with the round: its pay, and the stalls left in hand."""
    after, end = (records.view(rules.STATE)[..., 0] for records in (afters, ends))
    players = int(end["players"].flat[0])
    leads = after["money"] - np.delete(after["money"], seat, -1).max(axis=-1, keepdims=True)
    wins = (after["stage"] == rules.OVER) & (leads[..., seat] > 0)
    return [
        Fact(wins.astype(np.float64), more="poule.reason_wins", weight=1.0),
        *find_pay(ends, end["last_gains"], seat, players),
        *find_stalls(end, seat, players),
    ]


def find_pay(ends: NDArray[np.uint8], gains: NDArray[np.int16], seat: int, players: int) -> Iterator[Fact]:
    """P4.5: the pay of every seat, by line."""
    lines = pay_lines(ends)
    for each in range(players):
        parts = np.moveaxis(lines[..., each], -1, 0)
        numbers = gains[..., each].astype(np.float64)
        if each == seat:
            named = [
                Fact(part, more="poule.reason_earns_line", arguments={"line": line})
                for line, part in zip(LINES, parts, strict=True)
            ]
            yield Fact(numbers, more="poule.reason_earns", parts=named)
        else:
            named = [
                Fact(part, less="poule.reason_costs_line", arguments={"seat": each, "line": line}, rival=each)
                for line, part in zip(LINES, parts, strict=True)
            ]
            yield Fact(numbers, less="poule.reason_costs", arguments={"seat": each}, rival=each, parts=named)


def pay_lines(ends: NDArray[np.uint8]) -> Numbers:
    """(worlds, lines of play, lines of the square, seats): pay of each line of the square."""
    paid = np.zeros((*ends.shape[:2], rules.LINES, rules.SEATS))
    rules.write_pay(ends.copy().reshape(-1), paid.reshape(-1))
    return paid


def find_stalls(end: NDArray[np.void], seat: int, players: int) -> Iterator[Fact]:
    """P3.5: the stalls kept for later rounds."""
    for rank in range(1, rules.RANKS):
        for each in range(players):
            numbers = end["stalls"][..., each, rank].astype(np.float64)
            if each == seat:
                yield Fact(numbers, more="poule.reason_keeps", arguments={"rank": RANKS[rank]})
            else:
                gaps: dict[str, str | int] = {"seat": each, "rank": RANKS[rank]}
                yield Fact(numbers, less="poule.reason_spends", arguments=gaps, rival=each)
