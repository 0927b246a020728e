"""The value of every action, in plain Python: every physical tile or card may be the next one."""

from collections.abc import Callable, Sequence

import numpy as np

from estaminet.engine.position import Position
from estaminet.games.nuit import rules as nuit
from estaminet.games.poule import rules as poule

Outcomes = Callable[[Position, str], list[Position]]
"""Everything that an action may lead to, each equally likely."""


def just_play(position: Position, text: str) -> list[Position]:
    after = position.copy()
    after.play(text)
    return [after]


def draw_any_tile(position: Position, text: str) -> list[Position]:
    """Every physical tile of the stack may be the next."""
    if text != "draw":
        return just_play(position, text)
    state = position.memory.view(poule.STATE)[0]
    found = []
    for place in range(int(state.top), int(state.tiles)):
        after = position.copy()
        stack = after.memory.view(poule.STATE)[0].shuffles[int(state.round_number)]
        stack[[int(state.top), place]] = stack[[place, int(state.top)]]
        found += just_play(after, text)
    return found


def draw_any_card(position: Position, text: str) -> list[Position]:
    """Every physical thing of the stack from which a `nuit` action draws may be the next."""
    words = {"equip": nuit.TILES, "host": nuit.GUEST_CARDS, "cash": nuit.CASH_CARDS, "take": nuit.ACTION_CARDS}
    stack = words.get(text.split()[0])
    if stack is None:
        return just_play(position, text)
    top = int(position.memory.view(nuit.STATE)[0].tops[stack])
    found = []
    for place in range(top, nuit.SIZES[stack]):
        after = position.copy()
        cards = after.memory.view(nuit.STATE)[0].stacks[stack]
        cards[[top, place]] = cards[[place, top]]
        found += just_play(after, text)
    return found or just_play(position, text)


def plain_values(position: Position, outcomes: Outcomes) -> dict[str, list[float]]:
    """Every seat's share after every action: the mean over all outcomes, the first of equally good actions."""
    found: dict[bytes, list[float]] = {}
    return {text: plain_mean(outcomes(position, text), outcomes, found) for text in position.legal()}


def plain_mean(positions: Sequence[Position], outcomes: Outcomes, found: dict[bytes, list[float]]) -> list[float]:
    return [float(share) for share in np.mean([plain_value(each, outcomes, found) for each in positions], axis=0)]


def plain_value(position: Position, outcomes: Outcomes, found: dict[bytes, list[float]]) -> list[float]:
    """Public knowledge determines a value; the true order of the stack is not used."""
    seat = position.to_move
    if seat is None:
        return position.returns()
    key = position.known_to().tobytes()
    if key not in found:
        best: list[float] = []
        for text in position.legal():
            shares = plain_mean(outcomes(position, text), outcomes, found)
            if not best or shares[seat] > best[seat] + 1e-12:
                best = shares
        found[key] = best
    return found[key]
