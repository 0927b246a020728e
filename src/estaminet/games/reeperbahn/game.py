"""Auf der Reeperbahn, put together."""

from collections.abc import Mapping, Sequence
from typing import Final

from estaminet.engine.compiling import Memory, unpack
from estaminet.engine.deal import Lot, Part, Shuffle
from estaminet.engine.game import Action, Game, Message, Refusal
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.reeperbahn import drawing, judgement, knowledge, log, observation, refusals, rules, view
from estaminet.games.reeperbahn.components import OPTIONS, SQUARES, ids_in_game
from estaminet.games.reeperbahn.notation import ACTIONS


class Reeperbahn(Game):
    """Two nightclub owners pull the figures of a street, and above all Lilli and Charly, to their own door."""

    name = "reeperbahn"
    title = "Auf der Reeperbahn"
    seats = range(2, 3)
    options = OPTIONS
    actions = ACTIONS
    messages = log.MESSAGES
    modules = (rules, knowledge, observation, judgement)
    end_rule = "R8.1"

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """R2.3."""
        ids = ids_in_game(str(options["edition"]))
        return Lot("hans", players), Shuffle("deck", ids), Shuffle("reshuffle", ids)

    def view(self, known: Known, seat: int) -> Mapping[str, object]:
        return view.look(known, seat)

    def draw(self, known: Known, seat: int) -> str:
        return drawing.draw(known, seat)

    def tell(self, before: Known, action: Action, after: Known) -> list[Message]:
        return log.tell(before, action, after)

    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        return refusals.explain(known, seat, action)

    def census(self, memory: Memory) -> Mapping[str, int]:
        """The cards, wherever they are, and the figures that stand on the street."""
        state = unpack(memory, rules.State)
        return {
            "cards": int(state.hand.sum()) + int(state.discards.sum()) + int(state.stack),
            "figures": sum(1 <= square <= SQUARES for square in state.figures.tolist()),
        }


GAME: Final = Reeperbahn()
