"""The compiled rules and a second set, written from the page alone, allow the same actions and pay the same money."""

import pytest

import estaminet
from estaminet.engine.jit.random import below, generator
from tests.games.nuit.reference import Reference

OPTIONS: list[dict[str, object]] = [{}, {"action_draw": "stack"}, {"threshold": 0}, {"threshold": 63}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 30), marks=pytest.mark.compiled)], ids=str)
def test_two_independent_writings_of_the_rules_agree(seeds: range, players: int, options: dict[str, object]) -> None:
    for seed in seeds:
        position = estaminet.game("nuit").start(players, seed=seed, options=options)
        reference = Reference(position.deal.values, players, position.options)  # type: ignore[arg-type]
        rng = generator(seed)
        while not position.is_over:
            legal = sorted(position.legal())
            assert (legal, position.to_move) == (reference.legal(), reference.decides), position.actions
            # Collecting is avoided half of the time, so that games also end with the last action card.
            choices = [text for text in legal if text != "cash"] if seed % 2 else legal
            text = (choices or legal)[below(rng, len(choices or legal))]
            position.play(text)
            reference.play(text)
        assert reference.legal() == []
        assert position.scores() == [pub.money for pub in reference.pubs]
