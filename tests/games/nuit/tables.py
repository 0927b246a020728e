"""Positions drawn as text, and the same sums as the rules keep, counted from scratch."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

import estaminet
from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import ACTION_CARD_IDS, FURNITURE, GUEST_CARDS, KINDS, LETTERS, TILES, TIPS, VALUES

NUIT = estaminet.game("nuit")
EMPTY = """
    .  .
    .  .  .
    .  .
    .  .  .
"""
NONE = rules.NONE


def state_of(position: Position) -> rules.State:
    """The record of a position, to look at or to change."""
    state: rules.State = position.memory.view(rules.STATE)[0]
    return state


def card_number(text: str) -> int:
    """``to dance unpaid`` as the record writes it; ``-`` is an empty slot."""
    if text == "-":
        return NONE
    kind, furniture, *unpaid = text.split()
    return 4 * KINDS.index(furniture) + 2 * (kind == "to") + (unpaid == ["unpaid"])


def guest_card(text: str) -> int:
    """``bar YYR`` as the record writes it; ``-`` is an empty slot."""
    if text == "-":
        return NONE
    furniture, letters = text.split()
    guests = tuple(letters.count(letter) for letter in LETTERS)
    return next(card for card, (kind, group) in enumerate(GUEST_CARDS) if KINDS[kind] == furniture and group == guests)


def set_table(
    *plans: str,
    turn: int = 0,
    hands: Mapping[int, Sequence[str]] | None = None,
    known: Iterable[tuple[int, int]] = (),
    open_tiles: Sequence[str] = ("-", "-"),
    open_guests: Sequence[str] = ("-", "-", "-"),
    open_actions: Sequence[str] = ("-", "-", "-"),
    tile_stack: Sequence[str] = (),
    guest_stack: Sequence[str] = (),
    action_stack: Sequence[str] | None = None,
    tips: Sequence[int] = (30, 40, 50, 50, 60, 70),
    options: Mapping[str, object] | None = None,
    second_action: bool = False,
) -> Position:
    """A position before a first action.

    A plan has a word for every space, row by row: ``.`` is an empty space, ``bar`` a tile, ``bar:YR`` a
    tile with guests. Stacks are top first; action cards that are nowhere else are in their stack or were played.
    """
    position = NUIT.start(players=len(plans), seed=1, options=options)
    state = state_of(position)
    state.stage, state.turn, state.decides, state.is_second_on = rules.FIRST_ACTION, turn, turn, second_action
    state.start_tiles[:] = NONE
    for seat, plan in enumerate(plans):
        for space, word in enumerate(plan.split()):
            tile, _, guests = word.partition(":")
            state.tiles[seat, space] = NONE if tile == "." else KINDS.index(tile)
            state.guests[seat, space] = [guests.count(letter) for letter in LETTERS]
    state.hands[:] = NONE
    for seat, hand in (hands or {}).items():
        state.hands[seat] = [card_number(card) for card in hand]
    for seat, slot in known:
        state.is_known[seat, slot] = 1
    state.rows[:] = NONE
    state.rows[rules.TILES, :2] = [NONE if kind == "-" else KINDS.index(kind) for kind in open_tiles]
    state.rows[rules.GUEST_CARDS] = [guest_card(card) for card in open_guests]
    state.rows[rules.ACTION_CARDS] = [card_number(card) for card in open_actions]
    if action_stack is None:
        seen = Counter([*state.hands.ravel().tolist(), *state.rows[rules.ACTION_CARDS].tolist()])
        cards = sorted((Counter(ACTION_CARD_IDS) - seen).elements())
    else:
        cards = [card_number(card) for card in action_stack]
    for stack, things in (
        (rules.TILES, [KINDS.index(kind) for kind in tile_stack]),
        (rules.GUEST_CARDS, [guest_card(card) for card in guest_stack]),
        (rules.ACTION_CARDS, cards),
        (rules.CASH_CARDS, [TIPS.index(tip) for tip in tips]),
    ):
        top = rules.SIZES[stack] - len(things)
        state.tops[stack] = top
        state.stacks[stack] = NONE
        state.stacks[stack, top : rules.SIZES[stack]] = things
    held = int((state.hands != NONE).sum()) + int((state.rows[rules.ACTION_CARDS] != NONE).sum())
    state.cards_played = rules.SIZES[rules.ACTION_CARDS] - held - len(cards)
    for name, value in count_sums(state).items():
        setattr(state, name, value)
    return position


def stack_of(state: rules.State, stack: int) -> list[int]:
    """The rest of a stack, top first."""
    left: list[int] = state.stacks[stack, state.tops[stack] : rules.SIZES[stack]].tolist()
    return left


def count_sums(state: rules.State) -> dict[str, object]:
    """Everything in the record that follows from the rest of it, in the plainest way."""
    free_seats = np.zeros((rules.SEATS, rules.KINDS), np.int8)
    of_kind = np.zeros((rules.SEATS, rules.KINDS), np.int16)
    on_kind = np.zeros(rules.KINDS, np.int8)
    empty, with_room, with_guests = np.zeros((3, rules.SEATS), np.int16)
    for seat, space in itertools.product(range(int(state.players)), range(rules.SPACES)):
        kind = int(state.tiles[seat, space])
        if kind == NONE:
            empty[seat] += 1 << space
            continue
        of_kind[seat, kind] += 1 << space
        guests = int(state.guests[seat, space].sum())
        on_kind[kind] += guests
        free = FURNITURE[kind].seats - guests
        if FURNITURE[kind].is_for_a_group and guests:
            free = 0
        free_seats[seat, kind] += free
        with_room[seat] += (free > 0) << space
        with_guests[seat] += (guests > 0) << space
    sitting = state.guests.sum(axis=(1, 2))
    secret = [
        int(state.hands[seat, slot])
        for seat, slot in itertools.product(range(rules.SEATS), range(rules.HAND))
        if state.hands[seat, slot] != NONE and not state.is_known[seat, slot]
    ]
    unseen = np.zeros((rules.STACKS, rules.MOST_DIFFERENT), np.int8)
    for stack in range(rules.STACKS):
        for thing in stack_of(state, stack) + (secret if stack == rules.ACTION_CARDS else []):
            unseen[stack, thing] += 1
    return {
        "in_pubs": int(sitting.sum()),
        "on_kind": on_kind,
        "sitting": sitting,
        "worth": (state.guests.sum(axis=1) * np.array(VALUES)).sum(axis=1),
        "free_seats": free_seats,
        "empty": empty,
        "of_kind": of_kind,
        "with_room": with_room,
        "with_guests": with_guests,
        "unseen": unseen,
    }


def play(position: Position, *actions: str) -> Position:
    """Carry out the actions, and return the position."""
    for action in actions:
        position.play(action)
    return position


def deal(**first: Sequence[int]) -> dict[str, list[int]]:
    """A deal with these cards on top and all others in ascending order below."""
    sizes = {"furniture": len(TILES), "guests": len(GUEST_CARDS), "actions": len(ACTION_CARD_IDS), "cash": 6}
    return {
        name: [*first.get(name, ()), *(each for each in range(size) if each not in first.get(name, ()))]
        for name, size in sizes.items()
    }
