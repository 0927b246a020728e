"""Random games, action by action beside a second implementation of the rules page."""

import random
from collections import Counter

import pytest

from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import ACTIONS, KIND_NAMES, KIND_OF
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn import reference
from tests.games.reeperbahn.table import hand

TEXTS = [action.text for action in ACTIONS]


def names(cards: list[int]) -> Counter[str]:
    return Counter(KIND_NAMES[KIND_OF[card]] for card in cards)


@pytest.mark.compiled
@pytest.mark.parametrize("edition", ["reeperbahn", "royal_visit"])
@pytest.mark.parametrize("habit", ["any", "few", "many", "charm"])
def test_both_implementations_play_the_same_games(edition: str, habit: str) -> None:
    dice = random.Random(f"{edition} {habit}")
    for seed in range(8):
        position = GAME.start(seed=seed, options={"edition": edition})
        other = reference.Game(dict(position.deal.values), edition == "royal_visit")
        while not position.is_over:
            legal = position.legal()
            assert legal == [text for text in TEXTS if other.is_legal(text)]
            text = dice.choice(legal)
            if habit == "few" and "end" in legal:
                text = "end"
            elif habit == "many":
                text = dice.choice([text for text in legal if text.startswith("discard")] or legal)
            elif habit == "charm":
                text = dice.choice([text for text in legal if text.startswith("charm")] or legal)
            position.play(text)
            other.play(text)
            state: rules.State = position.memory.view(rules.STATE)[0]
            assert [int(square) for square in state.figures] == [
                other.places[name] for name in ("lilli", "w", "e", "hans", "lola", "charly")
            ]
            assert [hand(position, seat) for seat in (0, 1)] == [names(cards) for cards in other.hands]
            assert [KIND_NAMES[KIND_OF[card]] for card in state.deck[: state.stack][::-1]] == [
                KIND_NAMES[KIND_OF[card]] for card in other.stack
            ]
            assert Counter(dict(zip(KIND_NAMES, state.discards.tolist(), strict=True))) == names(other.discards)
            assert (position.winners() or []) == other.winners
            assert position.is_over or position.to_move == other.turn
