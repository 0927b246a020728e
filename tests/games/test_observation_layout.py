"""`LAYOUT`: what a game says about its observation is what `encode` writes, section by section."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from estaminet.engine.jit.layout import unpack
from estaminet.engine.jit.random import below, generator
from estaminet.engine.position import Position
from estaminet.games.nuit import components as nuit
from estaminet.games.nuit import observation as nuit_observation
from estaminet.games.nuit.rules import State as NuitState
from estaminet.games.poule import components as poule
from estaminet.games.poule import observation as poule_observation
from estaminet.games.poule.rules import State as PouleState
from estaminet.games.reeperbahn import components as reeperbahn
from estaminet.games.reeperbahn import observation as reeperbahn_observation
from estaminet.games.reeperbahn.rules import State as ReeperbahnState
from estaminet.games.reeperbahn.rules import measure_pull
from tests.games.last_turns import read_turns

Layout = tuple[tuple[Any, ...], ...]
Sections = dict[str, Any]
OBSERVATIONS = {"poule": poule_observation, "reeperbahn": reeperbahn_observation, "nuit": nuit_observation}


def one_hot(at: int, size: int) -> list[int]:
    """All zeros for a negative place."""
    return [int(each == at) for each in range(size)]


def read(layout: Layout, numbers: NDArray[np.float32]) -> Sections:
    """An observation by the names of its sections; equal parts are a list, a single one stands for itself."""
    sections: Sections = {}
    start = 0
    for name, length, _, *parts in layout:
        section = numbers[start : start + length]
        start += length
        if parts:
            size = sum(part[1] for part in parts[0])
            inner = [read(parts[0], section[at : at + size]) for at in range(0, length, size)]
            sections[name] = inner if len(inner) > 1 else inner[0]
        else:
            sections[name] = tidy(section.tolist())
    return sections


def tidy(value: object) -> object:
    """The same with numbers that can be compared."""
    if isinstance(value, dict):
        return {name: tidy(each) for name, each in value.items()}
    if isinstance(value, list):
        return [tidy(each) for each in value]
    assert isinstance(value, int | float | np.number)
    return round(float(value), 4) + 0.0


def walk(name: str, players: int, seed: int, **options: object) -> Iterator[tuple[Position, int]]:
    """Every ninth position of a random game, each time for another seat, and the end for seat 0."""
    position = estaminet.game(name).start(players, seed=seed, options=options)
    rng = generator(seed)
    while not position.is_over:
        if len(position.history) % 9 == 0:
            yield position, len(position.history) % players
        codes = position.legal_codes()
        position.play_code(codes[int(below(rng, len(codes)))])
    yield position, 0


def observe(position: Position, seat: int) -> Sections:
    out = np.full(position.game.kernel.features, np.nan, np.float32)
    position.game.kernel.encode(position.known_to(seat), seat, out)
    return read(OBSERVATIONS[position.game.name].LAYOUT, out)


def lengths(layout: Layout) -> Iterator[tuple[int, Layout]]:
    """Every section that has equal parts, at any depth, with its length."""
    for _, length, _, *parts in layout:
        if parts:
            yield length, parts[0]
            yield from lengths(parts[0])


def test_every_game_that_lays_out_its_observation_is_read_here() -> None:
    games = map(estaminet.game, estaminet.games())
    laid_out = {game.name for game in games if any(hasattr(module, "LAYOUT") for module in game.modules)}
    assert laid_out == OBSERVATIONS.keys()


@pytest.mark.parametrize("module", OBSERVATIONS.values(), ids=OBSERVATIONS)
def test_the_sections_fill_the_observation(module: ModuleType) -> None:
    assert sum(section[1] for section in module.LAYOUT) == module.FEATURES
    for length, parts in lengths(module.LAYOUT):
        assert length % sum(part[1] for part in parts) == 0
    for layout in (module.LAYOUT, *(parts for _, parts in lengths(module.LAYOUT))):
        assert len({section[0] for section in layout}) == len(layout)


@pytest.mark.parametrize("module", OBSERVATIONS.values(), ids=OBSERVATIONS)
def test_the_readme_names_offsets_at_which_a_section_begins(module: ModuleType) -> None:
    readme = (Path(str(module.__file__)).parent / "README.md").read_text()
    table = re.search(r"## Observation for learning[^|]*((?:^\|.*\n)+)", readme, re.MULTILINE)
    assert table
    offsets = [int(row) for row in re.findall(r"^\| (\d+) \|", table[1], re.MULTILINE)]
    ends = np.cumsum([section[1] for section in module.LAYOUT]).tolist()
    assert len(offsets) > 10
    assert {0, *ends} > set(offsets)


def describe_poule(position: Position, seat: int) -> Sections:
    state = unpack(position.memory, PouleState)
    players, is_open = state.players, bool(state.tiles_are_open)
    seats = [(seat + step) % players for step in range(players)]
    used = np.zeros((30, 4))
    for step, each in enumerate(seats):
        for age, turn in enumerate(read_turns("poule", position.memory)[each].tolist()):
            if 0 < turn < 61:
                used[(turn - 1) % 30, step] = (4 - age) / 4 * (1 if turn < 31 else -1)
    cells = []
    unseen = {**dict.fromkeys(range(22 + (state.tiles == 23)), 1), poule.FIRE: 2, poule.SECOND_FIRE: 0}
    if state.tiles < 23:
        unseen[poule.WIZARD] = 0
    for piece, turns in zip(state.board.tolist(), used.tolist(), strict=True):
        tile = piece - 1 if 0 < piece < 24 else None
        if tile is not None:
            unseen[tile] -= 1
        ranks = [0.0] * 4
        if piece >= 24:
            ranks[seats.index((piece - 24) // 4)] = ((piece - 24) % 4 + 1) / 4
        named = {name: [int(tile == at)] for name, at in (("purse", 18), ("fire", 19), ("curse", 21), ("wizard", 22))}
        value = poule.TILES[tile].value / 6 if tile is not None else 0
        cells.append({"tile": [int(tile is not None)], "value": [value], **named, "stall": ranks, "used": turns})
    for held in (state.drawn, state.secret[seat]):
        if held >= 0:
            unseen[held] -= 1
    stack = state.shuffles[state.round_number, state.top : state.tiles].tolist() if is_open else []
    absent = {"stalls": [0] * 4, "money": [0], "secret": [0], "turn": [0]}
    present = [
        {
            "stalls": [count / 4 for count in state.stalls[each].tolist()],
            "money": [state.money[each] / 100],
            "secret": [int(state.secret[each] >= 0)],
            "turn": [int(state.turn == each)],
        }
        for each in seats
    ]
    return {
        "cells": cells,
        "seats": present + [absent] * (4 - players),
        "own_secret": one_hot(state.secret[seat], 23),
        "drawn": one_hot(state.drawn, 23),
        "unseen": [unseen.get(tile, 0) for tile in range(23)],
        "open_stack": [(tile + 1) / 23 for tile in stack] + [0] * (23 - len(stack)),
        "open_top": one_hot(stack[0] if stack else -1, 23),
        "players": [players / 4],
        "rounds_played": [state.round_number / 9],
        "rounds_left": [(state.rounds - state.round_number) / 9],
        "placing": [int(state.drawn >= 0)],
        "over": [int(position.is_over)],
        "stack": [(state.tiles - state.top) / 23],
        "empty": [state.board.tolist().count(0) / 30],
        "return_all": [int(position.options["stalls_return"] == "all")],
        "return_none": [int(position.options["stalls_return"] == "none")],
        "last_stall": [int(position.options["end"] == "last_stall")],
        "open": [int(position.options["tiles"] == "open")],
        "with_wizard": [int(bool(position.options["wizard"]))],
        "first": [(state.first - seat) % players / 4],
    }


def describe_reeperbahn(position: Position, seat: int) -> Sections:
    state, turns = unpack(position.memory, ReeperbahnState), read_turns("reeperbahn", position.memory)
    other = 1 - seat
    squares = dict(zip(reeperbahn.FIGURES, state.figures.tolist(), strict=True))
    places = {name: one_hot(at - 1 if seat == 0 else 17 - at, 17) for name, at in squares.items()}
    guards = ("w", "e") if seat == 0 else ("e", "w")
    copies = np.array(reeperbahn.copies_in_game(is_royal_visit=bool(state.is_royal_visit)))
    is_over = position.is_over
    can_joke = squares["lola"] < squares["lilli"] if state.turn == 0 else squares["lola"] > squares["lilli"]
    return {
        **{name: places[name] for name in ("lilli", "hans", "lola", "charly")},
        "near_guard": places[guards[0]],
        "far_guard": places[guards[1]],
        "own_hand": (state.hand[seat] / 8).tolist(),
        "discards": (state.discards / copies).tolist(),
        "known_hand": (state.known[other] / 8).tolist(),
        "own_known": (state.known[seat] / 8).tolist(),
        "unseen": ((copies - state.hand[seat] - state.discards - state.known[other]) / copies).tolist(),
        "mode": one_hot(-1 if is_over else state.mode, 9),
        "own_turn": [int(position.to_move == seat)],
        "other_turn": [int(position.to_move == other)],
        "joker": [int(can_joke and not is_over)],
        "own_size": [state.hand[seat].sum() / 8],
        "other_size": [state.hand[other].sum() / 8],
        "stack": [state.stack / 55],
        "refilled": [state.is_refilled],
        "own_pull": [measure_pull(position.memory, seat) / 5],
        "other_pull": [measure_pull(position.memory, other) / 5],
        "royal_visit": [int(position.options["edition"] == "royal_visit")],
        "own_spent": (np.array((8, 4, 2, 1)) @ turns[seat] / 64).tolist(),
        "other_spent": (np.array((8, 4, 2, 1)) @ turns[other] / 64).tolist(),
    }


def describe_card(card: int) -> Sections:
    if card < 0:
        return {"kind": [0] * 6, "to": [0], "unpaid": [0]}
    kind = nuit.ACTION_CARDS[card]
    return {"kind": one_hot(kind.kind, 6), "to": [int(kind.is_to)], "unpaid": [int(kind.is_unpaid)]}


def describe_group(kind: int, guests: list[int]) -> Sections:
    return {"kind": one_hot(kind, 6), "guests": [count / 4 for count in guests]}


def describe_turns(turns: list[list[int]], seat: int, players: int) -> Sections:
    first, moved = np.zeros(4), np.zeros(5)
    cards = {name: np.zeros(size) for name, size in (("kind", 6), ("to", 1), ("unpaid", 1))}
    for weight, (action, left, found, value, card) in zip((1, 0.5), turns, strict=True):
        first += weight * np.array(one_hot(action - 1, 4))
        for name, numbers in describe_card(card - 1).items():
            cards[name] += weight * np.array(numbers)
        for pub, sign in ((left, -1), (found, 1)):
            moved[(pub - 1 - seat) % players] += sign * weight * value / 10 if pub else 0
    return {
        "first": first.tolist(),
        "card": {name: numbers.tolist() for name, numbers in cards.items()},
        "moved": moved.tolist(),
    }


def describe_pub(position: Position, seat: int, pub: int) -> Sections:
    state = unpack(position.memory, NuitState)
    hand = [
        {"held": [int(card >= 0)], "known": [known], "card": describe_card(card if known or pub == seat else -1)}
        for card, known in zip(state.hands[pub].tolist(), state.is_known[pub].tolist(), strict=True)
    ]
    guests = state.guests[pub].sum(axis=0)
    return {
        "spaces": [describe_group(*space) for space in zip(state.tiles[pub], state.guests[pub].tolist(), strict=True)],
        "start_tiles": [state.start_tiles[pub].tolist().count(kind) for kind in range(6)],
        "free_seats": (state.free_seats[pub] / 4).tolist(),
        "hand": hand,
        "money": [state.money[pub] / 500],
        "worth": [(guests * nuit.VALUES).sum() / 100],
        "sitting": [guests.sum() / 10],
        "turn": [int(state.turn == pub)],
        "decides": [int(position.to_move == pub)],
        "last_turns": describe_turns(read_turns("nuit", position.memory)[pub].tolist(), seat, state.players),
    }


def describe_nuit(position: Position, seat: int) -> Sections:
    state = unpack(position.memory, NuitState)
    players = state.players
    pubs = [describe_pub(position, seat, (seat + step) % players) for step in range(players)]
    empty = read(nuit_observation.PUB_LAYOUT, np.zeros(nuit_observation.PUB_FEATURES, np.float32))
    nobody = (-1, [0, 0, 0])
    cards = [nuit.GUEST_CARDS[card] if card >= 0 else nobody for card in state.rows[1].tolist()]
    unseen_cards = state.unseen[2].copy()
    for card, is_known in zip(state.hands[seat].tolist(), state.is_known[seat].tolist(), strict=True):
        if card >= 0 and not is_known:
            unseen_cards[card] -= 1
    left = [[(size - top) / size] for size, top in zip((38, 21, 36, 6), state.tops.tolist(), strict=True)]
    waiting = [tile for tile in state.start_tiles[state.turn].tolist() if tile >= 0] if state.stage == 0 else [-1]
    return {
        "pubs": pubs + [empty] * (5 - players),
        "open_tiles": [number for tile in state.rows[0, :2].tolist() for number in one_hot(tile, 6)],
        "open_guests": [describe_group(card[0], list(card[1])) for card in cards],
        "open_cards": [describe_card(card) for card in state.rows[2].tolist()],
        "unseen_tiles": state.unseen[0, :6].tolist(),
        "tiles_left": left[0],
        "unseen_guests": state.unseen[1, :21].tolist(),
        "guests_left": left[1],
        "unseen_cards": unseen_cards[:24].tolist(),
        "cards_left": left[2],
        "unseen_tips": state.unseen[3, :5].tolist(),
        "tips_left": left[3],
        "stage": one_hot(state.stage, 8),
        "group": describe_group(state.group_kind, state.waiting.tolist()),
        "played": describe_card(state.card),
        "start_tile": one_hot(waiting[0], 6),
        "from_pub": one_hot((state.from_pub - seat) % players if state.from_pub >= 0 else -1, 5),
        "from_space": one_hot(state.from_space, 10),
        "gone_home": (state.gone_home / 10).tolist(),
        "players": [players / 5],
        "from_stack": [int(position.options["action_draw"] == "stack")],
        "threshold": [int(position.options["threshold"]) / 63],
        "second_action": [state.is_second_on],
        "passed": [state.has_passed],
        "idle_turns": [state.idle_turns / 5],
        "cards_played": [state.cards_played / 36],
    }


@pytest.mark.parametrize(
    ("name", "players", "options", "describe"),
    [
        ("poule", 3, {}, describe_poule),
        ("poule", 2, {"tiles": "open", "wizard": True, "stalls_return": "none", "end": "last_stall"}, describe_poule),
        ("reeperbahn", 2, {}, describe_reeperbahn),
        ("reeperbahn", 2, {"edition": "royal_visit"}, describe_reeperbahn),
        ("nuit", 4, {}, describe_nuit),
        ("nuit", 3, {"action_draw": "stack", "threshold": 3}, describe_nuit),
    ],
)
def test_every_section_holds_what_it_says(
    name: str, players: int, options: dict[str, object], describe: Callable[[Position, int], Sections]
) -> None:
    for position, seat in walk(name, players, seed=5, **options):
        observed, expected = observe(position, seat), describe(position, seat)
        assert observed.keys() == expected.keys()
        for section, numbers in expected.items():
            assert tidy(numbers) == observed[section], (section, len(position.history), seat)
