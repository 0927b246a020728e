"""What a seat knows, as numbers for learning; the layout is in the game's README."""

from typing import Final

from estaminet.engine.compiling import jit
from estaminet.engine.layout import Features, Memory, record
from estaminet.games.reeperbahn.components import CARDS, HAND, SQUARES, E, W
from estaminet.games.reeperbahn.rules import (
    FIGURES,
    KINDS,
    MODES,
    MOVABLE,
    NONE,
    STATE,
    State,
    can_joke,
    copies_of,
    pull,
)

PLACES: Final = FIGURES * SQUARES
FEATURES: Final = PLACES + 5 * KINDS + MODES + 10

LAYOUT: Final = (
    ("lilli", SQUARES, "the square of Lilli, one-hot, counted from the own club"),
    ("near_guard", SQUARES, "the guard on the own side, the same"),
    ("far_guard", SQUARES, "the guard on the other side"),
    ("hans", SQUARES, "Hans"),
    ("lola", SQUARES, "Lola"),
    ("charly", SQUARES, "Charly"),
    ("own_hand", KINDS, "own cards of each kind / 8"),
    ("discards", KINDS, "discarded cards of each kind / its copies"),
    ("known_hand", KINDS, "cards of each kind known to be in the other hand / 8; for a spectator in both"),
    ("own_known", KINDS, "own cards of each kind that the other player knows / 8"),
    ("unseen", KINDS, "cards of each kind that the observer has not seen / its copies"),
    ("mode", MODES, "the turn, one-hot: fresh, green, grey, yellow, red, red as green, as grey, as yellow, swap"),
    ("own_turn", 1, "1 if the observer acts"),
    ("other_turn", 1, "1 if the other one acts"),
    ("joker", 1, "1 if red cards of the acting player may be jokers"),
    ("own_size", 1, "cards in the own hand / 8"),
    ("other_size", 1, "cards in the other hand / 8"),
    ("stack", 1, "cards in the stack / 55"),
    ("refilled", 1, "1 if the stack is the second one"),
    ("own_pull", 1, "how far Charly would move for the observer / 5"),
    ("other_pull", 1, "how far for the other / 5"),
    ("royal_visit", 1, "1 if `edition` is `royal_visit`"),
)
"""Name, length and meaning of each section."""


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """The street as the observer sees it, the own club low; the layout is in the game's README."""
    state: State = record(memory, STATE)
    for at in range(FEATURES):
        out[at] = 0
    is_mirrored = seat == 1
    for figure in range(FIGURES):
        square = int(state.figures[figure])
        row = figure
        if is_mirrored:
            square = SQUARES + 1 - square
            if W <= figure <= E:
                row = W + E - figure
        out[row * SQUARES + square - 1] = 1
    own = max(seat, 0)
    opponent = 1 - own
    at = PLACES
    for kind in range(KINDS):
        discarded = int(state.discards[kind])
        if seat >= 0:
            held = int(state.hand[own, kind])
            sure = int(state.known[opponent, kind])
            out[at + kind] = held / HAND
            out[at + 2 * KINDS + kind] = sure / HAND
            out[at + 3 * KINDS + kind] = int(state.known[own, kind]) / HAND
        else:
            held = 0
            sure = int(state.known_together[kind])
            out[at + 2 * KINDS + kind] = sure / HAND
        count = copies_of(state, kind)
        out[at + KINDS + kind] = discarded / count
        out[at + 4 * KINDS + kind] = (count - held - discarded - sure) / count
    at += 5 * KINDS
    if state.winner == NONE:
        out[at + int(state.mode)] = 1
        out[at + MODES] = state.turn == own
        out[at + MODES + 1] = state.turn == opponent
        out[at + MODES + 2] = can_joke(state)
    at += MODES + 3
    out[at] = int(state.hand_sizes[own]) / HAND
    out[at + 1] = int(state.hand_sizes[opponent]) / HAND
    out[at + 2] = int(state.stack) / CARDS
    out[at + 3] = state.is_refilled
    out[at + 4] = pull(state, own) / MOVABLE
    out[at + 5] = pull(state, opponent) / MOVABLE
    out[at + 6] = state.is_royal_visit
