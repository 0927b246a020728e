"""Roi de la nuit, put together."""

from collections.abc import Mapping, Sequence
from typing import Final

from estaminet.engine.compiling import Memory
from estaminet.engine.deal import Part, Shuffle
from estaminet.engine.game import Action, Game, Message, Refusal
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.games.nuit import drawing, log, refusals, rules, view
from estaminet.games.nuit.components import GUEST_CARDS, OPTIONS
from estaminet.games.nuit.notation import ACTIONS


class Nuit(Game):
    """Pub owners furnish their pubs, welcome guests, collect, and lure each other's guests away."""

    name = "nuit"
    title = "Roi de la nuit"
    seats = range(3, 6)
    options = OPTIONS
    actions = ACTIONS
    messages = log.MESSAGES
    rules = rules
    end_rule = "N7.3"

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:  # noqa: ARG002  # every game is dealt alike
        """N2.4: the same for every number of players and all options."""
        return (
            Shuffle("furniture", range(rules.TILES)),
            Shuffle("guests", range(rules.GUEST_CARDS)),
            Shuffle("actions", range(rules.ACTION_CARDS)),
            Shuffle("cash", range(rules.CASH_CARDS)),
        )

    def view(self, known: Known, seat: int) -> Mapping[str, object]:
        return view.look(known, seat)

    def draw(self, known: Known, seat: int) -> str:
        return drawing.draw(known, seat)

    def tell(self, before: Known, action: Action, after: Known) -> list[Message]:
        return log.tell(before, action, after)

    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        return refusals.explain(known, seat, action)

    def census(self, memory: Memory) -> Mapping[str, int]:
        """Everything of N1, wherever it is."""
        state: rules.State = memory.view(rules.STATE)[0]
        tiles = (state.tiles, state.start_tiles, state.open_tiles, state.tile_stack)
        guest_cards = [card for cards in (state.open_guests, state.guest_stack) for card in cards if card != rules.NONE]
        action_cards = (state.hands, state.open_actions, state.action_stack)
        to_come = sum(sum(GUEST_CARDS[card].guests) for card in guest_cards)
        here = int(state.guests.sum()) + int(state.waiting.sum()) + int(state.gone_home.sum())
        return {
            "tiles": sum(int((place != rules.NONE).sum()) for place in tiles),
            "guests": here + to_come,
            "action_cards": sum(int((place != rules.NONE).sum()) for place in action_cards) + int(state.cards_played),
            "cash_cards": int((state.cash_stack != rules.NONE).sum()) + int(state.cash_top),
        }


GAME: Final = Nuit()
