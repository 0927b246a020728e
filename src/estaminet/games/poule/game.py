"""La Poule aux œufs d'or, put together."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from estaminet.engine.deal import Lot, Part, Shuffles
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.poule import (
    drawing,
    evaluation,
    knowledge,
    levels,
    log,
    observation,
    outcomes,
    outlook,
    reasons,
    refusals,
    rewinding,
    rollout,
    rules,
    seating,
    shape,
    view,
)
from estaminet.games.poule.components import OPTIONS, tiles_in_game
from estaminet.games.poule.notation import ACTIONS


class Poule(Game):
    """Market traders set up stalls, and earn from the buyers and lose to the rogues beside them."""

    name = "poule"
    title = "La Poule aux œufs d'or"
    seats = range(2, 5)
    options = OPTIONS
    actions = ACTIONS
    log_keys = log.KEYS
    sentences = log.SENTENCES
    modules = (rules, knowledge, observation, evaluation, outcomes, rollout, rewinding)
    end_rule = "P5.1"
    search_settings = MappingProxyType({"exploration": 0.5, "sharpness": 40, "own_turn": 1, "rollout": 1})
    race_settings = MappingProxyType({"playout": "habit", "least": 0.0, "most": rules.MOST_LEGAL, "doubt": 4.0})
    ladders = levels.LADDERS
    reviewing = MappingProxyType({"turns": 4, "worlds": 128, "doubted_from": 3})
    luck_weights = MappingProxyType({2: 0.67, 3: 0.73, 4: 0.45})
    pauses = frozenset({"stall", "draw", "place", "secret", "pass"})
    reason_keys = reasons.KEYS

    own = staticmethod(view.build_own_view)
    view = staticmethod(view.build_view)
    render = staticmethod(drawing.render)
    describe = staticmethod(log.describe)
    explain = staticmethod(refusals.explain)
    reseat = staticmethod(seating.reseat)
    shape = shape.describe_square
    lead = staticmethod(outlook.lead)
    reason = staticmethod(reasons.reason)

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """P2.4."""
        tiles = range(tiles_in_game(wizard=bool(options["wizard"])))
        return Lot("first", players), Shuffles("rounds", tiles, int(options["rounds"]))

    def round_of(self, known: Known) -> int:
        return int(unpack(known, rules.State).round_number)

    def holdings(self, known: Known) -> Sequence[int]:
        """P4.5: everybody's écus, if the round were paid as the square is now."""
        state = unpack(known, rules.State)
        parts = view.segments(state.board.tobytes(), state.players)
        return [
            int(state.money[seat]) + sum(part["value"] * part["ranks"][seat] for part in parts)
            for seat in range(state.players)
        ]

    def census(self, memory: Memory) -> Mapping[str, int]:
        """The tiles of a round, wherever they are, and the cells of the square."""
        state = unpack(memory, rules.State)
        on_board = (state.board >= rules.TILE) & (state.board < rules.STALL)
        in_hands = int((state.secret != rules.NONE).sum()) + (state.drawn != rules.NONE)
        return {
            "tiles": int(on_board.sum()) + in_hands + state.tiles - state.top,
            "cells": int((state.board != rules.EMPTY).sum()) + state.free,
        }


GAME: Final = Poule()
