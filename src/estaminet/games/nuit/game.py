"""Roi de la nuit, put together."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.deal import Part, Shuffle
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
from estaminet.games.nuit import evaluation, hidden, observation, reasons, rules, view, words
from estaminet.games.nuit.components import ACTIONS, GUEST_CARDS, OPTIONS
from estaminet.games.nuit.view import EffectView, NuitView, OwnView


class Nuit(Game):
    """Pub owners furnish their pubs, welcome guests, collect, and lure each other's guests away."""

    name = "nuit"
    title = "Roi de la nuit"
    seats = range(3, 6)
    options = OPTIONS
    actions = ACTIONS
    log_keys = words.LOG_KEYS
    sentences = words.SENTENCES
    modules = (rules, hidden, observation, evaluation)
    end_rule = "N7.3"
    search_settings = MappingProxyType({"own_turn": 1, "playout_turns": 8, "candidates": rules.MOST_LEGAL})
    ladders = MappingProxyType(
        {
            3: Ladder(
                Shortsighted(0.14, True),
                Shortsighted(0.058, True),
                Shortsighted(0.081),
                Shortsighted(0.03),
                Search(24),
            ),
            4: Ladder(
                Shortsighted(0.105, True), Shortsighted(0.05, True), Shortsighted(0.071), Shortsighted(0.03), Search(12)
            ),
            5: Ladder(
                Shortsighted(0.095, True),
                Shortsighted(0.048, True),
                Shortsighted(0.06),
                Shortsighted(0.027),
                Search(14),
            ),
        }
    )
    reviewing = MappingProxyType({"worlds": 160, "iterations": 800})
    luck_weights = MappingProxyType({3: 0.39, 4: 0.34, 5: 0.40})
    account_weights = MappingProxyType(
        {3: AccountWeights(0.45, 0.2, 0.7), 4: AccountWeights(0.3, 0.2, 0.6), 5: AccountWeights(0.35, 0.2, 0.6)}
    )
    pauses = frozenset()
    reason_keys = reasons.REASON_KEYS

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:  # noqa: ARG002  # every game is dealt alike
        """N2.4: the same for every number of players and all options."""
        return (
            Shuffle("furniture", range(rules.SIZES[rules.TILES])),
            Shuffle("guests", range(rules.SIZES[rules.GUEST_CARDS])),
            Shuffle("actions", range(rules.SIZES[rules.ACTION_CARDS])),
            Shuffle("cash", range(rules.SIZES[rules.CASH_CARDS])),
        )

    def view(self, known: Known, seat: int) -> NuitView:
        return view.build_view(known, seat)

    def own(self, known: Known, seat: int) -> OwnView:
        return view.build_own_view(known, seat)

    def effects(self, known: Known, seat: int, codes: Sequence[int]) -> Sequence[EffectView]:
        return view.list_effects(known, seat, codes)

    def render(self, known: Known, seat: int) -> str:
        return view.render(known, seat)

    def describe(self, before: Known, action: Action, after: Known) -> list[LogLine]:
        return words.describe(before, action, after)

    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        return words.explain(known, seat, action)

    def find_facts(self, afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> Sequence[Fact]:
        return reasons.find_facts(afters, ends, seat)

    def turn_key(self, world: Memory, codes: Sequence[int]) -> Hashable:
        return words.turn_key(world, codes)

    def lead(self, world: Memory, seat: int) -> float:
        return evaluation.lead(world, seat)

    def seen_from(self, text: str, players: int, seat: int) -> str:
        return observation.seen_from(text, players, seat)

    def reseat(self, memory: Memory, players: int, seat: int) -> Memory:
        return observation.reseat(memory, players, seat)

    def shape(self) -> Shape:
        return observation.describe_pubs()

    def round_of(self, known: Known) -> int:
        """The number of collections."""
        return int(unpack(known, rules.State).tops[rules.CASH_CARDS])

    def holdings(self, known: Known) -> Sequence[int]:
        """N7.2: each owner's marks if all guests paid now."""
        amounts = np.zeros(unpack(known, rules.State).players)
        self.kernel.holdings(known, amounts)
        return [int(amount) for amount in amounts]

    def census(self, memory: Memory) -> Mapping[str, int]:
        """Everything of N1, in any place."""
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
