"""Properties of whole games played at random: nothing gets lost, every sum is right, every refusal has a reason."""

import random

import numpy as np
import pytest

from estaminet.engine.kernel import NOBODY
from estaminet.games.nuit import rules
from tests.games.nuit.tables import NUIT, count_sums, state_of

GAMES = [
    (3, 1, {}),
    (5, 5, {"action_draw": "stack", "threshold": 0}),
    *(
        pytest.param(*game, marks=pytest.mark.compiled)
        for game in [
            (4, 2, {}),
            (5, 3, {}),
            (3, 4, {"action_draw": "stack"}),
            (3, 6, {"threshold": 0}),
            (4, 7, {"threshold": 63}),
        ]
    ),
]
"""Two of them also in plain Python."""


@pytest.mark.parametrize(("players", "seed", "options"), GAMES)
def test_N1_sums_and_pieces_stay_right_to_the_end(players: int, seed: int, options: dict[str, object]) -> None:
    rng = random.Random(seed)
    position = NUIT.start(players=players, seed=seed, options=options)
    state = state_of(position)
    while not position.is_over:
        codes = position.legal_codes()
        assert 0 < len(codes) <= rules.MOST_LEGAL
        assert codes == sorted(set(codes))
        position.play_code(rng.choice(codes))
        assert NUIT.census(position.memory) == {"tiles": 38, "guests": 63, "action_cards": 36, "cash_cards": 6}
        for name, value in count_sums(state).items():
            assert np.array_equal(getattr(state, name), np.asarray(value)), name
        assert (state.stage == rules.SEATING) == bool(state.waiting.sum() > 0)
    assert len(position.history) <= rules.LONGEST
    assert abs(sum(position.returns()) - 1) < 1e-9


@pytest.mark.parametrize(("players", "seed", "options"), GAMES[1:5])
def test_N10_what_is_not_legal_is_refused_with_a_rule(players: int, seed: int, options: dict[str, object]) -> None:
    rng = random.Random(seed)
    position = NUIT.start(players=players, seed=seed, options=options)
    rules_named = set()
    while not position.is_over:
        legal = set(position.legal_codes())
        seat = position.to_move
        assert seat is not None
        known = position.known_to(seat)
        for code in set(range(len(NUIT.actions))) - legal:
            refusal = NUIT.explain(known, seat, NUIT.actions[code])
            assert refusal.sentence.endswith(".")
            assert refusal.sentence[0].islower()
            rules_named.add(refusal.rule)
        position.play_code(rng.choice(sorted(legal)))
    assert rules_named >= {"N2.3", "N3.1", "N4", "N4.2", "N4.4", "N5.2", "N5.6", "N6.1"}
    for action in NUIT.actions:
        assert NUIT.explain(position.known_to(0), 0, action).sentence == "the game is over."


def test_N10_every_action_text_has_its_code() -> None:
    texts = [action.text for action in NUIT.actions]
    assert len(texts) == len(set(texts)) == rules.TAKE_STACK + 1
    for text, code in (
        ("put i1", rules.PUT),
        ("equip 0 i1", rules.EQUIP),
        ("equip 1 t3", rules.EQUIP + 19),
        ("host 2", rules.HOST + 2),
        ("cash", rules.CASH),
        ("pass", rules.PASS),
        ("card 1", rules.CARD + 1),
        ("from 2 i5", rules.FROM + 24),
        ("to terrace", rules.TO),
        ("to billiards", rules.TO + 5),
        ("seat t1", rules.SEAT + 7),
        ("take 2", rules.TAKE + 2),
        ("take stack", rules.TAKE_STACK),
    ):
        assert NUIT.code(text) == code


def test_N10_scores_are_the_marks() -> None:
    position = NUIT.start(players=3, seed=1)
    state_of(position).money[:3] = [120, 0, 70]
    assert position.scores() == [120, 0, 70]
    assert position.view()["scores"] == [120, 0, 70]


@pytest.mark.parametrize(("players", "seed", "options"), GAMES[:5])
def test_the_log_tells_every_action_with_the_declared_arguments(
    players: int, seed: int, options: dict[str, object]
) -> None:
    rng = random.Random(seed)
    position = NUIT.start(players=players, seed=seed, options=options)
    while not position.is_over:
        position.play_code(rng.choice(position.legal_codes()))
    for lines in position.log():
        for line in lines:
            assert set(line.arguments) == set(NUIT.log_keys[line.key]), line
            assert all(type(value) in (str, int) for value in line.arguments.values())
    assert [line.key for line in position.log()[-1]].count("nuit.wins") == len(position.winners() or [])


@pytest.mark.parametrize(("players", "seed", "options"), GAMES[:3])
def test_every_position_can_be_looked_at_and_drawn(players: int, seed: int, options: dict[str, object]) -> None:
    rng = random.Random(seed)
    position = NUIT.start(players=players, seed=seed, options=options)
    while not position.is_over:
        position.play_code(rng.choice(position.legal_codes()))
        for seat in (NOBODY, len(position.history) % players):
            drawing = NUIT.render(NUIT.kernel.known(position.memory, seat), seat)
            assert max(map(len, drawing.splitlines())) <= 120
            assert ("(you)" in drawing) is (seat != NOBODY)
