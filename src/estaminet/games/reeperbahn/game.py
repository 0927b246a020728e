"""Auf der Reeperbahn, put together."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.deal import Lot, Part, Shuffle
from estaminet.engine.game import AccountWeights, Action, Fact, Game, Ladder, LogLine, Refusal, Search, Shortsighted
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.reeperbahn import evaluation, hidden, observation, reasons, rules, view, words
from estaminet.games.reeperbahn.components import ACTIONS, CHARLY, LILLI, OPTIONS, SQUARES, ids_in_game
from estaminet.games.reeperbahn.view import EffectView, OwnView, ReeperbahnView


class Reeperbahn(Game):
    """Two nightclub owners pull the figures of a street, and above all Lilli and Charly, to their own door."""

    name = "reeperbahn"
    title = "Auf der Reeperbahn"
    seats = range(2, 3)
    options = OPTIONS
    actions = ACTIONS
    log_keys = words.LOG_KEYS
    sentences = words.SENTENCES
    modules = (rules, hidden, observation, evaluation)
    end_rule = "R8.1"
    search_settings = MappingProxyType(
        {"exploration": 1.0, "own_turn": 1, "playout_turns": 5, "candidates": rules.MOST_LEGAL}
    )
    ladders = MappingProxyType(
        {
            2: Ladder(Shortsighted(0.22), Shortsighted(0.15), Shortsighted(0.1), Shortsighted(0.05), Search(40)),
        }
    )
    reviewing = MappingProxyType({"worlds": 256, "iterations": 384})
    luck_weights = MappingProxyType({2: 0.59})
    account_weights = MappingProxyType({2: AccountWeights(0.7, 0.3, 0.7)})
    reason_keys = reasons.REASON_KEYS

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """R2.3."""
        ids = ids_in_game(str(options["edition"]))
        return Lot("hans", players), Shuffle("deck", ids), Shuffle("reshuffle", ids)

    def view(self, known: Known, seat: int) -> ReeperbahnView:
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

    def lead(self, world: Memory, seat: int) -> float:
        return evaluation.lead(world, seat)

    def seen_from(self, text: str, players: int, seat: int) -> str:
        return observation.seen_from(text, players, seat)

    def reseat(self, memory: Memory, players: int, seat: int) -> Memory:
        return observation.reseat(memory, players, seat)

    def round_of(self, known: Known) -> int:
        """R6.2: the first stack, then the second."""
        return int(unpack(known, rules.State).is_refilled)

    def tally(self, known: Known) -> Mapping[str, Sequence[int]]:
        """The distances of Lilli and Charly to each entrance."""
        figures = unpack(known, rules.State).figures.tolist()
        return {name: count_squares(figures[figure]) for name, figure in (("lilli", LILLI), ("charly", CHARLY))}

    def census(self, memory: Memory) -> Mapping[str, int]:
        """The cards, in any place, and the figures on the street."""
        state = unpack(memory, rules.State)
        return {
            "cards": int(state.hand.sum()) + int(state.discards.sum()) + int(state.stack),
            "figures": sum(1 <= square <= SQUARES for square in state.figures.tolist()),
        }


def count_squares(square: int) -> list[int]:
    """Squares left to each entrance."""
    first, second = rules.FIRST_ENTRANCE
    return [max(square - first, 0), max(second - square, 0)]


GAME: Final = Reeperbahn()
