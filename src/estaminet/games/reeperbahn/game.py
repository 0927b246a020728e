"""Auf der Reeperbahn, put together."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from estaminet.engine.deal import Lot, Part, Shuffle
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.reeperbahn import (
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
    view,
)
from estaminet.games.reeperbahn.components import CHARLY, LILLI, OPTIONS, SQUARES, ids_in_game
from estaminet.games.reeperbahn.notation import ACTIONS


class Reeperbahn(Game):
    """Two nightclub owners pull the figures of a street, and above all Lilli and Charly, to their own door."""

    name = "reeperbahn"
    title = "Auf der Reeperbahn"
    seats = range(2, 3)
    options = OPTIONS
    actions = ACTIONS
    log_keys = log.KEYS
    sentences = log.SENTENCES
    modules = (rules, knowledge, observation, evaluation, outcomes)
    end_rule = "R8.1"
    search_settings = MappingProxyType({"exploration": 1.0, "own_turn": 1, "playout_turns": 5, "candidates": rules.MOST_LEGAL})
    ladders = levels.LADDERS
    reviewing = MappingProxyType({"turns": 5, "worlds": 200})
    luck_weights = MappingProxyType({2: 0.59})
    reason_keys = reasons.KEYS

    own = staticmethod(view.build_own_view)
    view = staticmethod(view.build_view)
    render = staticmethod(drawing.render)
    describe = staticmethod(log.describe)
    explain = staticmethod(refusals.explain)
    seen_from = staticmethod(seating.seen_from)
    reseat = staticmethod(seating.reseat)
    lead = staticmethod(outlook.lead)
    reason = staticmethod(reasons.reason)

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """R2.3."""
        ids = ids_in_game(str(options["edition"]))
        return Lot("hans", players), Shuffle("deck", ids), Shuffle("reshuffle", ids)

    def round_of(self, known: Known) -> int:
        """R6.2: the first stack, then the second."""
        return int(unpack(known, rules.State).is_refilled)

    def tally(self, known: Known) -> Mapping[str, Sequence[int]]:
        """How many squares Lilli and Charly still have to go to each entrance."""
        figures = unpack(known, rules.State).figures.tolist()
        return {name: count_squares(figures[figure]) for name, figure in (("lilli", LILLI), ("charly", CHARLY))}

    def census(self, memory: Memory) -> Mapping[str, int]:
        """The cards, wherever they are, and the figures that stand on the street."""
        state = unpack(memory, rules.State)
        return {
            "cards": int(state.hand.sum()) + int(state.discards.sum()) + int(state.stack),
            "figures": sum(1 <= square <= SQUARES for square in state.figures.tolist()),
        }


def count_squares(square: int) -> list[int]:
    """From a square to each entrance."""
    first, second = rules.FIRST_ENTRANCE
    return [max(square - first, 0), max(second - square, 0)]


GAME: Final = Reeperbahn()
