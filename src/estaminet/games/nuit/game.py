"""Roi de la nuit, put together."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

import numpy as np

from estaminet.engine.deal import Part, Shuffle
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.nuit import (
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
    rules,
    seating,
    shape,
    view,
)
from estaminet.games.nuit.components import GUEST_CARDS, OPTIONS
from estaminet.games.nuit.notation import ACTIONS


class Nuit(Game):
    """Pub owners furnish their pubs, welcome guests, collect, and lure each other's guests away."""

    name = "nuit"
    title = "Roi de la nuit"
    seats = range(3, 6)
    options = OPTIONS
    actions = ACTIONS
    log_keys = log.KEYS
    sentences = log.SENTENCES
    modules = (rules, knowledge, observation, evaluation, outcomes)
    end_rule = "N7.3"
    search_settings = MappingProxyType({"own_turn": 1, "playout_turns": 8, "candidates": rules.MOST_LEGAL})
    ladders = levels.LADDERS
    reviewing = MappingProxyType({"turns": 8, "worlds": 160})
    luck_weights = MappingProxyType({3: 0.39, 4: 0.34, 5: 0.40})
    pauses = frozenset()
    reason_keys = reasons.KEYS

    own = staticmethod(view.build_own_view)
    view = staticmethod(view.build_view)
    render = staticmethod(drawing.render)
    describe = staticmethod(log.describe)
    explain = staticmethod(refusals.explain)
    seen_from = staticmethod(seating.seen_from)
    reseat = staticmethod(seating.reseat)
    shape = shape.describe_pubs
    turn_key = staticmethod(reasons.turn_key)
    lead = staticmethod(outlook.lead)
    reason = staticmethod(reasons.reason)

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:  # noqa: ARG002  # every game is dealt alike
        """N2.4: the same for every number of players and all options."""
        return (
            Shuffle("furniture", range(rules.SIZES[rules.TILES])),
            Shuffle("guests", range(rules.SIZES[rules.GUEST_CARDS])),
            Shuffle("actions", range(rules.SIZES[rules.ACTION_CARDS])),
            Shuffle("cash", range(rules.SIZES[rules.CASH_CARDS])),
        )

    def round_of(self, known: Known) -> int:
        """How often guests have paid."""
        return int(unpack(known, rules.State).tops[rules.CASH_CARDS])

    def holdings(self, known: Known) -> Sequence[int]:
        """N7.2: everybody's marks, if all guests paid now."""
        state = unpack(known, rules.State)
        return (state.money + state.worth)[: state.players].tolist()  # type: ignore[no-any-return]

    def census(self, memory: Memory) -> Mapping[str, int]:
        """Everything of N1, wherever it is."""
        state = unpack(memory, rules.State)
        lying = [
            [thing for place in places for thing in place.ravel().tolist() if thing != rules.NONE]
            for places in zip_longest(state.stacks, state.rows, fillvalue=np.array([], np.int8))
        ]
        to_come = sum(sum(GUEST_CARDS[card].guests) for card in lying[rules.GUEST_CARDS])
        here = int(state.guests.sum()) + int(state.waiting.sum()) + int(state.gone_home.sum())
        tiles = int((state.tiles != rules.NONE).sum()) + int((state.start_tiles != rules.NONE).sum())
        return {
            "tiles": len(lying[rules.TILES]) + tiles,
            "guests": here + to_come,
            "action_cards": len(lying[rules.ACTION_CARDS])
            + int((state.hands != rules.NONE).sum())
            + int(state.cards_played),
            "cash_cards": len(lying[rules.CASH_CARDS]) + int(state.tops[rules.CASH_CARDS]),
        }


GAME: Final = Nuit()
