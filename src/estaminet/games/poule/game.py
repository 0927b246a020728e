"""La Poule aux œufs d'or, put together."""

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.deal import Lot, Part, Shuffles
from estaminet.engine.game import (
    AccountWeights,
    Action,
    Fact,
    Game,
    Ladder,
    LogLine,
    Refusal,
    Search,
    Shape,
    Shortsighted,
)
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.poule import evaluation, hidden, observation, reasons, rollout, rules, view, words
from estaminet.games.poule.components import ACTIONS, OPTIONS, tiles_in_game
from estaminet.games.poule.view import OwnView, PouleView


class Poule(Game):
    """Market traders set up stalls, and earn from the buyers and lose to the rogues beside them."""

    name = "poule"
    title = "La Poule aux œufs d'or"
    seats = range(2, 5)
    options = OPTIONS
    actions = ACTIONS
    log_keys = words.LOG_KEYS
    sentences = words.SENTENCES
    modules = (rules, hidden, observation, evaluation, rollout)
    end_rule = "P5.1"
    search_settings = MappingProxyType({"exploration": 0.5, "sharpness": 40, "own_turn": 1, "rollout": 1})
    race_settings = MappingProxyType({"playout": "rollout", "least": 0.0, "most": rules.MOST_LEGAL, "doubt": 4.0})
    ladders = MappingProxyType(
        {
            2: Ladder(Shortsighted(0.14), Shortsighted(0.093), Shortsighted(0.058), Shortsighted(0.03), Search(250)),
            3: Ladder(Shortsighted(0.237), Shortsighted(0.14), Shortsighted(0.09), Shortsighted(0.052), Search(12)),
            4: Ladder(
                Shortsighted(0.169), Shortsighted(0.108), Shortsighted(0.0685), Shortsighted(0.0365), Search(120)
            ),
        }
    )
    reviewing = MappingProxyType({"worlds": 160, "iterations": 1600, "doubted_from": 3})
    luck_weights = MappingProxyType({2: 0.67, 3: 0.73, 4: 0.45})
    account_weights = MappingProxyType(
        {2: AccountWeights(0.85, 0.45, 0.6), 3: AccountWeights(0.5, 0.05, 0.2), 4: AccountWeights(0.5, 0.15, 0.2)}
    )
    pauses = frozenset({"stall", "draw", "place", "secret", "pass"})
    reason_keys = reasons.REASON_KEYS

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """P2.4."""
        tiles = range(tiles_in_game(wizard=bool(options["wizard"])))
        return Lot("first", players), Shuffles("rounds", tiles, int(options["rounds"]))

    def view(self, known: Known, seat: int) -> PouleView:
        return view.build_view(known, seat)

    def own(self, known: Known, seat: int) -> OwnView:
        return view.build_own_view(known, seat)

    def render(self, known: Known, seat: int) -> str:
        return view.render(known, seat)

    def describe(self, before: Known, action: Action, after: Known) -> list[LogLine]:
        return words.describe(before, action, after)

    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        return words.explain(known, seat, action)

    def find_facts(self, afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> Sequence[Fact]:
        return reasons.find_facts(afters, ends, seat)

    def turn_key(self, world: Memory, codes: Sequence[int]) -> Hashable:  # noqa: ARG002  # the square is the same in all
        """The same for stalls of any rank on one cell."""
        return tuple((ACTIONS[code].kind, ACTIONS[code].parts.get("cell")) for code in codes)

    def lead(self, world: Memory, seat: int) -> float:
        return evaluation.lead(world, seat)

    def reseat(self, memory: Memory, players: int, seat: int) -> Memory:
        return observation.reseat(memory, players, seat)

    def shape(self) -> Shape:
        return observation.describe_square()

    def round_of(self, known: Known) -> int:
        return int(unpack(known, rules.State).round_number)

    def holdings(self, known: Known) -> Sequence[int]:
        """P4.5: each seat's écus if the round were paid now."""
        amounts = np.zeros(unpack(known, rules.State).players)
        self.kernel.holdings(known, amounts)
        return [int(amount) for amount in amounts]

    def census(self, memory: Memory) -> Mapping[str, int]:
        """The tiles of a round, in any place, and the cells of the square."""
        state = unpack(memory, rules.State)
        on_board = (state.board >= rules.TILE) & (state.board < rules.STALL)
        in_hands = int((state.secret != rules.NONE).sum()) + (state.drawn != rules.NONE)
        return {
            "tiles": int(on_board.sum()) + in_hands + state.tiles - state.top,
            "cells": int((state.board != rules.EMPTY).sum()) + state.free,
        }


GAME: Final = Poule()
