"""The street as plain data with stable names, and as a text drawing."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.jit.layout import reader
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.reeperbahn import hidden, rules
from estaminet.games.reeperbahn.components import (
    ACTIONS,
    CENTRE,
    CHARLY,
    ENTRANCES,
    FIGURES,
    KIND_NAMES,
    LILLI,
    SQUARES,
    copies_in_game,
)

CardCounts = dict[str, int]
"""The number of cards of each kind, without empty kinds."""


class TurnView(TypedDict):
    """R3: the acting player's actions in this turn."""

    mode: str
    """``fresh``, ``cards`` or ``swap``."""
    colour: str | None
    """R3.1: the one colour of the cards of this turn."""
    red_means: str | None
    """R4.9: ``lola``, ``green``, ``grey`` or ``yellow``, once a red card has been played."""
    done: list[str]
    """The actions of this turn so far."""
    can_joke: bool
    """R4.8: whether red cards may move other figures."""


class OwnView(TypedDict):
    """The viewer's knowledge of the cards."""

    hand: CardCounts | None
    """The viewer's own."""
    known: list[CardCounts] | None
    """For each seat, its cards that the other player knows since all were counted at the refill."""
    unseen: CardCounts
    """The cards unseen by the viewer: in the stack, or among the unknown cards of others."""


class ReeperbahnView(OwnView):
    """The scene."""

    figures: dict[str, int]
    """The square of every figure."""
    pull: list[int]
    """R7.1: for each seat, Charly's move if its turn ended now."""
    charly_after: list[int]
    """R8.2: for each seat, his square after it."""
    turn: TurnView
    hand_sizes: list[int]
    known_together: CardCounts
    """The cards known to be in one of the two hands, for a spectator."""
    discards: CardCounts
    stack: int
    """R6.1: number of cards left to draw."""
    is_refilled: bool
    """R6.2: whether the stack is the second, and last, one."""
    end: str | None
    """The end of the game: ``lilli`` or ``charly`` on an entrance, or the ``stack``."""


class EffectView(TypedDict):
    """Effect of an action."""

    figures: dict[str, int]
    """The new squares of the figures moved; Charly is not among them."""
    pull: int
    """R7.1: Charly's move if the turn ended then."""
    charly: int
    """His square after it."""
    winners: list[int] | None
    """None if the game goes on."""


class Scene(NamedTuple):
    """The record as a view needs it."""

    is_royal_visit: int
    turn: int
    mode: int
    winner: int
    is_refilled: int
    stack: int
    done_count: int
    done: tuple[int, ...]
    figures: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hand: bytes
    discards: bytes
    known: bytes
    known_together: bytes


read_scene = reader(rules.State, Scene)

MODES = {
    rules.FRESH: ("fresh", None, None),
    rules.GREEN: ("cards", "green", None),
    rules.GREY: ("cards", "grey", None),
    rules.YELLOW: ("cards", "yellow", None),
    rules.RED: ("cards", "red", "lola"),
    rules.RED_AS_GREEN: ("cards", "red", "green"),
    rules.RED_AS_GREY: ("cards", "red", "grey"),
    rules.RED_AS_YELLOW: ("cards", "red", "yellow"),
    rules.SWAP: ("swap", None, None),
}
"""For each mode of the record the turn's mode, its colour, the meaning of red."""
COPIES: Final = tuple(bytes(copies_in_game(is_royal_visit=is_royal_visit)) for is_royal_visit in (False, True))
NO_CARDS: Final = bytes(rules.KINDS)
KEPT: Final = 4096
"""Number of cached hands and piles."""


def build_view(known: Known, seat: int) -> ReeperbahnView:
    """The street as seen by a seat or a spectator."""
    scene = read_scene(known)
    charly, (low, high) = scene.figures[CHARLY], rules.FIRST_ENTRANCE
    pull = [int(rules.measure_pull(known, player)) for player in range(rules.SEATS)]
    return {
        "figures": dict(zip(FIGURES, scene.figures, strict=True)),
        "pull": pull,
        "charly_after": [max(charly - pull[0], low), min(charly + pull[1], high)],
        "turn": turn_of(scene, can_joke=bool(rules.is_joker_possible(known))),
        "hand_sizes": list(scene.hand_sizes),
        "known_together": cards(scene.known_together),
        "discards": cards(scene.discards),
        "stack": scene.stack,
        "is_refilled": bool(scene.is_refilled),
        "end": end(scene.winner, scene.figures),
        **own_of(scene, seat),
    }


def build_own_view(known: Known, seat: int) -> OwnView:
    """A seat's own hand, and its unseen cards."""
    return own_of(read_scene(known), seat)


def own_of(scene: Scene, seat: int) -> OwnView:
    """The same, from a record already read."""
    if seat == NOBODY:
        unseen = list_unseen(scene.is_royal_visit, NO_CARDS, scene.discards, scene.known_together)
        return {"hand": None, "known": None, "unseen": unseen}
    hand = scene.hand[seat * rules.KINDS :][: rules.KINDS]
    certain = scene.known[: rules.KINDS], scene.known[rules.KINDS :]
    return {
        "hand": cards(hand),
        "known": [cards(each) for each in certain],
        "unseen": list_unseen(scene.is_royal_visit, hand, scene.discards, certain[1 - seat]),
    }


@lru_cache(maxsize=KEPT)
def list_unseen(is_royal_visit: int, hand: bytes, discards: bytes, certain: bytes) -> CardCounts:
    """All cards but the viewer's, the discards, and those certain to be in other hands."""
    by_kind = zip(COPIES[is_royal_visit], hand, discards, certain, strict=True)
    return cards(bytes(copies - held - gone - sure for copies, held, gone, sure in by_kind))


@lru_cache(maxsize=KEPT)
def cards(counts: bytes) -> CardCounts:
    """Counts by kind under the kinds' names."""
    return {name: count for name, count in zip(KIND_NAMES, counts, strict=True) if count}


def look_at_turn(known: Known) -> TurnView:
    """The actions of this turn, and their consequences for the rest of it."""
    return turn_of(read_scene(known), can_joke=bool(rules.is_joker_possible(known)))


def turn_of(scene: Scene, *, can_joke: bool) -> TurnView:
    """The same, from a record already read."""
    mode, colour, red_means = MODES[scene.mode]
    return {
        "mode": mode,
        "colour": colour,
        "red_means": red_means,
        "done": [ACTIONS[code].text for code in scene.done[: scene.done_count]],
        "can_joke": can_joke,
    }


def end(winner: int, figures: Sequence[int]) -> str | None:
    """What ended the game, if it is over."""
    if winner == rules.NONE:
        return None
    for figure, name in ((LILLI, "lilli"), (CHARLY, "charly")):
        if rules.owner_of(figures[figure]) != rules.NONE:
            return name
    return "stack"


def list_effects(known: Known, seat: int, codes: Sequence[int]) -> list[EffectView]:
    """The effect of each action: the same in every world that a seat can imagine."""
    world = known.copy()
    hidden.determinize(world, seat, generator(0))
    before = read_scene(known).figures
    found = np.empty((len(codes), hidden.FORESEEN), np.int16)
    hidden.foresee(world, np.empty_like(world), np.array(codes, np.int16), found)
    return [describe_effect(before, after) for after in found.tolist()]


def describe_effect(before: Sequence[int], after: list[int]) -> EffectView:
    """The result of `hidden.foresee` for an action."""
    won = after[hidden.WON]
    return {
        "figures": {
            name: after[figure]
            for figure, name in enumerate(FIGURES)
            if figure != CHARLY and after[figure] != before[figure]
        },
        "pull": after[hidden.PULLED],
        "charly": after[hidden.CHARLY_AFTER],
        "winners": None if won == rules.NONE else [0, 1] if won == rules.DRAW else [won],
    }


# The street in a terminal.

ROWS = (
    ("court", {"w": "w", "lilli": "Li", "e": "e"}),
    ("Hans", {"hans": "Ha"}),
    ("Lola", {"lola": "Lo"}),
    ("Charly", {"charly": "Ch"}),
)
"""Figures that can share a square are in different rows; Charly walks on the kerb."""


def render(known: Known, seat: int) -> str:
    """The street with its figures, the turn, the cards."""
    view = build_view(known, seat)
    scene = read_scene(known)
    lines = [*draw_street(view), "", *draw_turn(view, scene.turn, scene.winner), ""]
    for player, count in enumerate(view["hand_sizes"]):
        you = "  (you)" if player == seat else ""
        lines.append(f"seat {player}  {count} cards, pulls Charly {view['pull'][player]}{you}")
    which = "second stack" if view["is_refilled"] else "stack"
    lines.append(f"{which} {view['stack']}, discarded: {list_cards(view['discards'])}")
    if view["hand"] is not None:
        lines.append(f"your hand: {list_cards(view['hand'])}")
    if view["known"] is not None and seat != NOBODY and view["is_refilled"]:
        lines.append(f"seat {1 - seat} is known to hold: {list_cards(view['known'][1 - seat])}")
    if seat == NOBODY and view["is_refilled"]:
        lines.append(f"in the two hands together: {list_cards(view['known_together'])}")
    return "\n".join(lines)


def draw_street(view: ReeperbahnView) -> list[str]:
    """Entrances in brackets, the centre in parentheses, a row for every figure that stands alone."""
    low, high = ENTRANCES[0][-1], ENTRANCES[1][0]
    border = {low: "│", high - 1: "│"}
    squares = range(1, SQUARES + 1)
    numbers = "".join(f"{f'({n})' if n == CENTRE else n:^4}{border.get(n, '')}" for n in squares)
    lines = [f"{'':8}{'seat 0':<9}{'seat 1':>61}".rstrip(), f"{'':8}{numbers}".rstrip()]
    for title, signs in ROWS:
        by_square = {view["figures"][name]: sign for name, sign in signs.items()}
        street = "".join(f"{by_square.get(n, '·'):^4}{border.get(n, '')}" for n in squares)
        lines.append(f"{title:<8}{street}".rstrip())
    return lines


def draw_turn(view: ReeperbahnView, turn: int, winner: int) -> list[str]:
    """The player to act and the actions so far, or the result."""
    if winner != rules.NONE:
        result = "a draw" if winner == rules.DRAW else f"seat {winner} wins"
        return [f"The game is over: {result} ({view['end']})."]
    done = view["turn"]["done"]
    lines = [f"Turn of seat {turn}" + (f": {', '.join(done)}" if done else "")]
    red = view["turn"]["red_means"]
    if red is not None:
        lines.append("Red cards move Lola." if red == "lola" else f"Red cards stand for {red}.")
    elif view["turn"]["mode"] == "fresh" and view["turn"]["can_joke"]:
        lines.append("Red cards may be jokers.")
    return lines


def list_cards(cards: CardCounts) -> str:
    """``lilli ×3, flank``."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in cards.items()) or "none"
