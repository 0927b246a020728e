"""The value of a position to each seat: its expected share of the victory, from a hand-written evaluation.

- Each owner's final money is projected, in marks: the present money; the guests, by the payments still expected before
  they are lured away; room for more of them; tiles; the cards in hand; how soon the next first action comes.
- The shares follow by a softmax that grows sharper as the cash cards run out. When one is left, they follow from the
  first owner in turn to lead with the tip, who collects and wins.
- Guests without a seat belong to the pub that seats them. The owner who is about to move guests is trusted
  to make the best one-ply move; a card in hand for a later turn is worth a small bonus.

The constants come from a conditional logit over some thousand games of greedy players against each other, rounded, and
then from duels between neighbouring values; temperatures are such that in self-play the shares come true.
"""

import math
from typing import Final

import numpy as np

from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Memory, record
from estaminet.engine.kernel import share_softly
from estaminet.games.nuit.rules import (
    ASKED_KIND,
    CAPACITY,
    CASH_CARDS,
    COLOURS,
    DIFFERENT,
    FIRST_ACTION,
    FOOSBALL,
    GROUP,
    GROUP_SIZE,
    GUEST_CARDS,
    HAND,
    KINDS,
    NAMING_KIND,
    NAMING_TILE,
    NONE,
    OPEN,
    OVER,
    PLAYING_CARD,
    PUTTING,
    SEATING,
    SIZES,
    SPACES,
    START_TILES,
    STATE,
    TIPS,
    VALUES,
    State,
    find_room,
    returns,
)

# Tables go by the number of cash cards left. Everything else is in marks unless stated otherwise.
COLLECTIONS: Final = np.array([0, 1, 1.5, 1.75, 1.9, 2, 2])
"""Payments still expected from a guest at the present pub."""
TEMPERATURE: Final = np.array([0.0, 40, 75, 118, 190, 270, 400])
"""A projection that is higher by this makes a victory e times as likely."""

# For each of the COLLECTIONS to come.
OPEN_CARD: Final = 0.3
"""The part of an open guest card's value that each owner with room for it may expect."""
WELCOME: Final = 25.0
"""The worth from which a guest card is worth the action."""
FREE_SEAT: Final = 2.0
UNPAID_CARD: Final = 9.0
"""An unpaid card in hand."""
LEAVING: Final = 0.7
"""A `from` card in hand, for every guest on its kind."""
LURED: Final = 0.04
"""A `to` card in hand, the part of the value of all guests who would come to its owner."""
LURED_GROUP: Final = 2
"""Expected size of such a group."""

# For each cash card left but one.
TILE: Final = 9.0
"""A tile in the pub."""
OCCUPIED_TILE: Final = 6.0
"""One with guests: spread over more tiles, fewer can be lured away at once."""

ROUND: Final = 150.0
"""Having the next first action now, not a whole round later."""
SAFE_LEAD: Final = 11.0
"""The lead, tip included, with which the next owner in turn collects last half the time."""
LEAD_SPREAD: Final = 20.0
"""Expected shift of a lead until the next turn."""
LEAD_DRIFT: Final = 4.0
"""The increase for every turn in between."""

CARD_VALUE: Final = (GROUP * VALUES).sum(axis=1)
COUNT: Final = np.array([spaces.bit_count() for spaces in range(1 << SPACES)], np.int64)
"""Number of spaces in a mask."""


@jit
def value_room(state: State, seat: int, awaited: int) -> float:
    """Open guest cards that fit, and free seats, less those that the group now being seated will take."""
    value = 0.0
    for slot in range(OPEN[GUEST_CARDS]):
        card = int(state.rows[GUEST_CARDS, slot])
        if card != NONE:
            room = int(state.free_seats[seat, ASKED_KIND[card]])
            if ASKED_KIND[card] == state.group_kind:
                room -= awaited
            if room >= GROUP_SIZE[card]:
                value += OPEN_CARD * (CARD_VALUE[card] - WELCOME)
    free = -awaited
    for kind in range(KINDS):
        free += int(state.free_seats[seat, kind])
    return value + FREE_SEAT * free


@jit
def value_hand(state: State, seat: int) -> float:
    """The expected effect of the hand: guests leaving a kind of furniture, coming here (N5.3), or unpaid."""
    value = 0.0
    for slot in range(HAND):
        card = int(state.hands[seat, slot])
        if card < 0:
            continue
        kind = card >> 2
        value += UNPAID_CARD * (card & 1)
        if not card >> 1 & 1:
            value += LEAVING * state.on_kind[kind]
        elif state.free_seats[seat, kind] >= LURED_GROUP:
            pub = seat
            within_reach = 0
            for _ in range(state.players - 1):
                pub -= 1
                if pub < 0:
                    pub += state.players
                if state.free_seats[pub, kind] >= LURED_GROUP:
                    break
                within_reach += int(state.worth[pub])
            value += LURED * within_reach
    return value


@jit
def project_money(state: State, seat: int, cash_left: int) -> float:
    """An owner's expected money."""
    worth = int(state.worth[seat])
    awaited = 0
    if state.stage == SEATING and seat == state.decides:
        for colour in range(COLOURS):
            awaited += int(state.waiting[colour])
            worth += int(state.waiting[colour]) * VALUES[colour]
        if state.group_kind >= FOOSBALL:
            awaited = CAPACITY[state.group_kind]
    projected: float = state.money[seat] + COLLECTIONS[cash_left] * worth
    if cash_left == 1:
        return projected
    potential = value_room(state, seat, awaited) + value_hand(state, seat)
    tiles = SPACES - COUNT[state.empty[seat]]
    if state.stage == PUTTING:
        for slot in range(START_TILES):
            if state.start_tiles[seat, slot] != NONE:
                tiles += 1
                potential += FREE_SEAT * CAPACITY[state.start_tiles[seat, slot]]
    furniture = TILE * tiles + OCCUPIED_TILE * COUNT[state.with_guests[seat]]
    turns_away = seat - int(state.turn)
    if turns_away < 0 or (turns_away == 0 and state.stage > FIRST_ACTION):
        turns_away += int(state.players)
    projected += COLLECTIONS[cash_left] * potential + (cash_left - 1) * furniture
    return projected - ROUND * turns_away / state.players


@jit
def share_last_collection(state: State, shares: Amounts) -> None:
    """N7.1: the first in turn to lead with the tip wins. Projections become shares, in place."""
    players = int(state.players)
    tip = 0
    for look in range(DIFFERENT[CASH_CARDS]):
        tip += int(state.unseen[CASH_CARDS, look]) * TIPS[look]
    first = shares[0]
    second = -math.inf
    for seat in range(1, players):
        if shares[seat] > first:
            second = first
            first = shares[seat]
        else:
            second = max(second, shares[seat])
    mover = int(state.turn)
    won_now = 0.0
    if state.stage == FIRST_ACTION and 0 < state.sitting[mover] < state.in_pubs:  # N4.3
        lead = shares[mover] + tip - (second if shares[mover] == first else first)
        if lead >= 0:
            won_now = 1.0 if lead > 0 else 0.5
    still_open = 1 - won_now
    spread = LEAD_SPREAD
    seat = mover
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        lead = shares[seat] + tip - (second if shares[seat] == first else first)
        chance = 1 / (1 + exponential((SAFE_LEAD - lead) / spread))
        shares[seat] = still_open * chance
        still_open *= 1 - chance
        spread += LEAD_DRIFT
    shares[mover] += won_now
    for seat in range(players):
        shares[seat] /= 1 - still_open  # if nobody collects, the next round is like this one


@jit
def foresee_move(state: State, cash_left: int, shares: Amounts) -> None:
    """N5: apply to the shares the move with the most gain for the owner whose turn it is."""
    players = int(state.players)
    mover = int(state.turn)
    stays = COLLECTIONS[cash_left]
    is_played = state.card != NONE
    best = -math.inf
    best_pub = best_found = best_value = 0
    best_leaves = 0.0
    for slot in range(1 if is_played else HAND):
        card = int(state.card) if is_played else int(state.hands[mover, slot])
        if card < 0:
            continue
        kind = card >> 2
        is_to = card >> 1 & 1
        leaves = (1 - (card & 1)) - stays
        for pub in range(players):
            spaces = int(state.of_kind[pub, kind])
            if is_to:
                spaces = ~spaces
            spaces &= int(state.with_guests[pub])
            if state.stage == NAMING_KIND:
                spaces = 1 << int(state.from_space) if pub == state.from_pub else 0
            # A softmax: a mark more for an owner costs everybody else in proportion to that owner's share.
            loss = ((pub == mover) - shares[pub]) * leaves
            most = max(0.0, loss + (1 - shares[mover]) * stays)
            space = -1
            while spaces:
                space += 1
                has_guests = spaces & 1
                spaces >>= 1
                if not has_guests:
                    continue
                number = value = 0
                for colour in range(COLOURS):
                    number += int(state.guests[pub, space, colour])
                    value += int(state.guests[pub, space, colour]) * VALUES[colour]
                if most * value <= best:
                    continue
                for sought in range(kind if is_to else 0, kind + 1 if is_to else KINDS):
                    if sought == state.tiles[pub, space]:
                        continue
                    found = find_room(state, pub, sought, number)
                    gain = 0.0
                    if found == NONE:
                        gain = loss * value
                    elif found != pub:
                        gain = (loss + ((found == mover) - shares[found]) * stays) * value
                    if gain > best:
                        best = gain
                        best_pub, best_found, best_value = pub, found, value
                        best_leaves = leaves
    if best_found == best_pub:
        return
    marks = best_value / TEMPERATURE[cash_left]
    shares[best_pub] *= exponential(best_leaves * marks)
    if best_found != NONE:
        shares[best_found] *= exponential(stays * marks)
    total = 0.0
    for seat in range(players):
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@jit
def evaluate(memory: Memory, out: Amounts) -> None:
    """Each seat's expected share of the victory, at any stage of a turn; the true one after the game."""
    state: State = record(memory, STATE)
    if state.stage == OVER:
        returns(memory, out)
        return
    cash_left = SIZES[CASH_CARDS] - int(state.tops[CASH_CARDS])
    for seat in range(state.players):
        out[seat] = project_money(state, seat, cash_left)
    if cash_left == 1:
        share_last_collection(state, out)
    else:
        share_softly(out, int(state.players), TEMPERATURE[cash_left])
    is_before_card = state.stage == PLAYING_CARD or (state.stage == SEATING and state.card == NONE)
    if state.stage == NAMING_TILE or state.stage == NAMING_KIND or (is_before_card and state.is_second_on):
        foresee_move(state, cash_left, out)


@jit
def holdings(memory: Memory, out: Amounts) -> None:
    """N7.2: each owner's marks if all guests paid now."""
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = int(state.money[seat]) + (0 if state.stage == OVER else int(state.worth[seat]))


@jit
def lead(world: Memory, seat: int) -> float:
    """An owner's expected lead over the best of the others."""
    state: State = record(world, STATE)
    left = 0 if state.stage == OVER else SIZES[CASH_CARDS] - int(state.tops[CASH_CARDS])
    own, most = 0.0, -math.inf
    for other in range(state.players):
        marks = state.money[other] + COLLECTIONS[left] * state.worth[other]
        if other == seat:
            own = marks
        else:
            most = max(most, marks)
    return own - most
