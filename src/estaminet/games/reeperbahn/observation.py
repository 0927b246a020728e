"""The observation of a seat for learning (layout in the game's README), and the table from another seat."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, Memory, look_up, record
from estaminet.games.reeperbahn import components
from estaminet.games.reeperbahn.components import ACTIONS, CARDS, HAND, SQUARES, E, W
from estaminet.games.reeperbahn.rules import (
    COUNT_BITS,
    FIGURES,
    KINDS,
    LAST_TURNS,
    MODES,
    MOVABLE,
    NONE,
    SEATS,
    STATE,
    State,
    can_joke,
    copies_of,
    pull,
)

PLACES: Final = FIGURES * SQUARES
TURNS: Final = PLACES + 5 * KINDS + MODES + 10
FEATURES: Final = TURNS + SEATS * KINDS

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
    (
        "own_spent",
        KINDS,
        "own cards of each kind spent in the last 4 turns / 8, earlier ones halved; below 0 if swapped",
    ),
    ("other_spent", KINDS, "the same of the other player"),
)
"""Name, length and meaning of each section."""


# Tables in place of divisions, and non-negative indices, make the whole observation a third faster.
ROW: Final = 1 + max(kind.copies for kind in components.KINDS)
PARTS: Final = np.zeros(ROW * ROW, np.float32)
for number in range(1, ROW):
    PARTS[ROW * number : ROW * (number + 1)] = np.arange(ROW) / number
COPIES: Final = np.array([components.copies_in_game(is_royal_visit=is_royal) for is_royal in (False, True)], np.int64)
EIGHTHS: Final = ROW * HAND
FIFTHS: Final = ROW * MOVABLE
OLDEST: Final = np.float32(1 / (HAND << (LAST_TURNS - 1)))
"""The weight of a card of the last turn, where one of the newest has an eighth."""
EVEN_KINDS: Final = sum(15 << COUNT_BITS * kind for kind in range(0, KINDS, 2))
"""The bits of every other kind: without those between, their counts have a byte each to add up in."""
NO_CARDS: Final = sum(128 << COUNT_BITS * kind for kind in range(0, KINDS, 2))
"""128 more in each byte keeps all above zero: none borrows from the next. Counts add up to 120 at most."""


@jit
def encode_cards(state: State, seat: int, out: Features) -> None:
    """A player's knowledge of cards by kind."""
    copies = COPIES[np.uint64(state.is_royal_visit)]
    hand, own_known = state.hand[np.uint64(seat)], state.known[np.uint64(seat)]
    other_known = state.known[np.uint64(1 - seat)]
    for kind in range(KINDS):
        held, sure, discarded, count = int(hand[kind]), int(other_known[kind]), int(state.discards[kind]), copies[kind]
        out[PLACES + kind] = PARTS[np.uint64(EIGHTHS + held)]
        out[PLACES + KINDS + kind] = PARTS[np.uint64(ROW * count + discarded)]
        out[PLACES + 2 * KINDS + kind] = PARTS[np.uint64(EIGHTHS + sure)]
        out[PLACES + 3 * KINDS + kind] = PARTS[np.uint64(EIGHTHS + int(own_known[kind]))]
        out[PLACES + 4 * KINDS + kind] = PARTS[np.uint64(ROW * count + count - held - discarded - sure)]


@jit
def encode_known_together(state: State, out: Features) -> None:
    """A spectator's knowledge."""
    for kind in range(KINDS):
        sure, discarded = int(state.known_together[kind]), int(state.discards[kind])
        count = copies_of(state, kind)
        out[PLACES + KINDS + kind] = discarded / count
        out[PLACES + 2 * KINDS + kind] = sure / HAND
        out[PLACES + 4 * KINDS + kind] = (count - discarded - sure) / count


@jit
def encode_turns(state: State, own: int, out: Features) -> None:
    """The cards spent by both in their last turns."""
    for step in range(SEATS):
        turns = state.last_turns[np.uint64(own ^ step)]
        at = TURNS + step * KINDS
        even, odd = 0, 0
        for age in range(LAST_TURNS):
            turn = int(turns[age])
            cards = abs(turn)
            sign = 1 if turn >= 0 else -1
            even = 2 * even + sign * (cards & EVEN_KINDS)
            odd = 2 * odd + sign * (cards >> COUNT_BITS & EVEN_KINDS)
        even += NO_CARDS
        odd += NO_CARDS
        for place in range(KINDS // 2):
            out[at + 2 * place] = np.float32((even >> 8 * place & 255) - 128) * OLDEST
            out[at + 2 * place + 1] = np.float32((odd >> 8 * place & 255) - 128) * OLDEST
        out[at + KINDS - 1] = np.float32((even >> COUNT_BITS * (KINDS - 1) & 255) - 128) * OLDEST


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """The street as the observer sees it, its own club low; the layout is in the game's README."""
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
    if seat >= 0:
        encode_cards(state, seat, out)
    else:
        encode_known_together(state, out)
    at += 5 * KINDS
    if state.winner == NONE:
        out[at + int(state.mode)] = 1
        out[at + MODES] = state.turn == own
        out[at + MODES + 1] = state.turn == opponent
        out[at + MODES + 2] = can_joke(state)
    at += MODES + 3
    out[at] = PARTS[np.uint64(EIGHTHS + int(state.hand_sizes[own]))]
    out[at + 1] = PARTS[np.uint64(EIGHTHS + int(state.hand_sizes[opponent]))]
    out[at + 2] = int(state.stack) / CARDS
    out[at + 3] = state.is_refilled
    out[at + 4] = PARTS[np.uint64(FIFTHS + pull(state, own))]
    out[at + 5] = PARTS[np.uint64(FIFTHS + pull(state, opponent))]
    out[at + 6] = state.is_royal_visit
    encode_turns(state, own, out)


# The street from its other end: actions and positions as the two players see each other's.

OTHER_GUARD: Final = {"w": "e", "e": "w"}


def seen_from(text: str, players: int, seat: int) -> str:  # noqa: ARG001  # always two
    """R4.3: one player's low guard is the other's high guard; figures move toward the acting player (R4.1)."""
    *head, last = text.split()
    return text if seat == 0 else " ".join([*head, OTHER_GUARD.get(last, last)])


TEXTS: Final = [action.text for action in ACTIONS]
MIRRORED: Final = np.array([TEXTS.index(seen_from(text, SEATS, 1)) for text in TEXTS], np.int8)
"""For each code, the same action seen from the other end."""


def reseat(memory: Memory, players: int, seat: int) -> Memory:  # noqa: ARG001  # always two
    """Exchange seats and mirror squares."""
    mirrored = memory.copy()
    if seat == 0:
        return mirrored
    for name in ("hand_cards", "hand_sizes", "hand", "known", "last_turns"):
        field = look_up(mirrored, State, name)
        field[:] = field[::-1].copy()
    for name in ("turn", "winner"):
        field = look_up(mirrored, State, name)
        if 0 <= field < SEATS:
            field[...] = 1 - field
    figures = look_up(mirrored, State, "figures")
    figures[:] = SQUARES + 1 - figures
    figures[[W, E]] = figures[[E, W]]
    done = look_up(mirrored, State, "done")
    done[:] = MIRRORED[done]
    return mirrored
