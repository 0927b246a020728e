"""The games in OpenSpiel: correct by that library's own tests, fair to every seat, and exact where chance decides."""

import importlib
import itertools
import pickle
import random
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

import estaminet
import estaminet.open_spiel
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.contract import option_sets
from estaminet.engine.observation import number_actions
from estaminet.engine.position import Position
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


def load(name: str, **parameters: object) -> Any:  # noqa: ANN401  # pyspiel has no types
    return pyspiel.load_game(f"python_estaminet_{name}", parameters)


def option_cases() -> Iterator[tuple[str, dict[str, object]]]:
    """Every player count, and every value of every option with the smallest."""
    for name in estaminet.games():
        game = estaminet.game(name)
        for players in game.seats:
            yield name, {"players": players}
        for options in option_sets(game):
            if options:
                yield name, {**options}


def deal(state: Any, rng: random.Random) -> None:  # noqa: ANN401  # pyspiel has no types
    """Let chance decide until a player does."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])


def walk(game: Any, seed: int) -> Iterator[Any]:  # noqa: ANN401  # pyspiel has no types
    """A random game: the same state before every decision and at the end."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    deal(state, rng)
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
        deal(state, rng)
    yield state


def record_of(position: Position) -> str:
    return estaminet.Record.of(position).to_json()


def late_poule(seed: int = 3, stack: int = 1, cells: int = 2) -> Position:
    """One round of poule with few empty cells, hardly a tile left in the stack, and both secret tiles in hand."""
    position = estaminet.game("poule").start(2, seed, {"rounds": 1})
    rng = random.Random(seed)
    draws = 20 - stack
    while 30 - sum(text != "draw" for text in position.actions) > cells:
        legal = position.legal()
        stalls = [text for text in legal if text.startswith("stall")]
        if not legal[0].startswith("place") and draws and (rng.random() < 0.7 or not stalls):
            draws -= 1
            position.play("draw")
        else:
            position.play(rng.choice(stalls or legal))
    return position


def later(name: str, players: int, plies: int, seed: int = 1) -> Position:
    position = estaminet.game(name).start(players, seed)
    rng = random.Random(seed)
    for _ in range(plies):
        position.play_code(rng.choice(position.legal_codes()))
    return position


@pytest.mark.parametrize(("name", "parameters"), [*option_cases()])
def test_passes_the_random_simulations_of_open_spiel(name: str, parameters: dict[str, object]) -> None:
    pyspiel.random_sim_test(load(name, **parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", estaminet.games())
def test_passes_the_api_tests_of_open_spiel(name: str) -> None:
    members = {"game": load(name), "game_name": name}
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), members)
    run_tests(case)


def test_a_small_end_passes_the_tests_of_whole_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "end", (4, 120, 228))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "end", 99)
    members = {"game": load("poule", record=record_of(late_poule())), "game_name": "end"}
    run_tests(type("end", (api_test.EnforceAPIOnFullTreeBase,), members))


def run_tests(case: type[unittest.TestCase]) -> None:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 4
    assert result.wasSuccessful(), [*result.failures, *result.errors]


def test_any_game_can_be_registered() -> None:
    estaminet.open_spiel.register(CONNECT_FOUR)
    estaminet.open_spiel.register(CONNECT_FOUR)
    pyspiel.random_sim_test(load("connect_four"), num_sims=1, serialize=True, verbose=False)


def test_it_is_the_same_game() -> None:
    rng = random.Random(5)
    for name in estaminet.games():
        game = estaminet.game(name)
        *_, last = walk(load(name), seed=rng.randrange(100))
        history = last.game_history
        values, at = {}, 0
        for part in game.deal_parts(game.seats[0], game.options.resolve()):
            width = sum(len(each.places) for each in history.scenario.parts if each.label.split("/")[0] == part.name)
            values[part.name] = history.deal[at : at + width].tolist()
            at += width
        packed = np.concatenate([*map(np.ravel, values.values())]).astype(np.int16)
        memory = game.kernel.new_memory()
        game.kernel.start(memory, game.seats[0], game.options.pack(game.options.resolve()), packed)
        for code in history.actions:
            assert code in game.kernel.codes(memory)
            game.kernel.apply(memory, code)
        assert memory.tobytes() == history.memory.tobytes()
        assert sum(last.returns()) == pytest.approx(1)


@pytest.mark.parametrize("name", estaminet.games())
def test_chance_decides_only_what_somebody_sees(name: str) -> None:
    state = load(name).new_initial_state()
    rng = random.Random(2)
    deal(state, rng)
    dealt = len(state.history())
    assert dealt < state.get_game().max_chance_nodes_in_history()
    other = load(name).new_initial_state()
    for outcome in state.history():
        other.apply_action(outcome)
    assert str(other) == str(state)
    assert not other.is_chance_node()


def test_every_outcome_has_its_exact_probability() -> None:
    """Over all deals that agree with what the table knows, fixed play gives what the tree of chances gives."""
    game = load("poule", record=record_of(late_poule(stack=2)))
    scenario = game.scenario

    def follow(state: Any) -> float:  # noqa: ANN401  # pyspiel has no types
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            return sum(float(chance) * follow(state.child(outcome)) for outcome, chance in outcomes)
        return follow(state.child(choose(state.legal_actions())))

    def choose(legal: list[int]) -> int:
        return 120 if 120 in legal else legal[-1]  # draw as long as there is a stack

    (number,) = [number for number, places in enumerate(scenario.undealt) if places]
    places = [*scenario.undealt[number]]
    shares = []
    for order in itertools.permutations(scenario.deal[places].tolist()):
        changed = scenario.deal.copy()
        changed[places] = order
        memory = scenario.play(changed[None, :], scenario.actions)[0]
        while scenario.game.kernel.to_move(memory) >= 0:
            scenario.game.kernel.apply(memory, choose(scenario.game.kernel.codes(memory).tolist()))
        out = np.zeros(2)
        scenario.game.kernel.returns(memory, out)
        shares.append(out[0])
    assert 0 < np.mean(shares) < 1
    assert follow(game.new_initial_state()) == pytest.approx(np.mean(shares))


@pytest.mark.parametrize(("name", "players"), [("poule", 3), ("reeperbahn", 2), ("nuit", 4)])
def test_a_resampled_state_looks_the_same_to_its_player(name: str, players: int) -> None:
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    differs = False
    for ply, state in enumerate(walk(load(name, players=players), seed=4)):
        if ply % 16 or state.is_terminal():
            continue
        for player in range(players):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            assert [entry.action for entry in other.full_history()] == [
                entry.action for entry in state.full_history() if entry.player >= 0
            ]
            differs |= other.game_history.memory.tobytes() != state.game_history.memory.tobytes()
            while not other.is_terminal():
                assert not other.is_chance_node()
                other.apply_action(other.legal_actions()[-1])
    assert differs


def test_information_states_of_two_worlds_part_when_a_seat_sees_the_difference() -> None:
    game = load("poule", rounds=1)
    state = game.new_initial_state()
    strings = []
    for tile in (5, 6):
        other = state.clone()
        other.apply_action(0)
        for outcome in (tile, 7):
            other.apply_action(outcome)
        strings.append([other.information_state_string(player) for player in range(2)])
    assert strings[0][0] != strings[1][0]
    assert strings[0][1] == strings[1][1]


def test_states_come_back_from_files_at_any_moment() -> None:
    for name in estaminet.games():
        for ply, state in enumerate(walk(load(name), seed=9)):
            if ply in {0, 20}:
                action = state.legal_actions()[0]
                text = pyspiel.serialize_game_and_state(state.get_game(), state)
                imagined = state.resample_from_infostate(0, random.Random(1).random)
                for original, copied in [
                    (state, pickle.loads(pickle.dumps(state))),  # noqa: S301  # our own
                    (state, pyspiel.deserialize_game_and_state(text)[1]),
                    (imagined, pickle.loads(pickle.dumps(imagined))),  # noqa: S301  # our own
                ]:
                    assert copied.history() == original.history()
                    assert str(copied.child(action)) == str(original.child(action))
            if ply == 20:
                break


@pytest.mark.parametrize("name", ["reeperbahn", "nuit"])
def test_an_action_is_what_its_player_sees(name: str) -> None:
    game = estaminet.game(name)
    for canonical in (True, False):
        loaded = load(name, canonical=canonical)
        assert load(name, **loaded.get_parameters()).get_parameters()["canonical"] is canonical
        numbers, _ = number_actions(game, game.seats[0], canonical=canonical)
        *_, last = walk(loaded, seed=3)
        again = pyspiel.load_game(str(loaded)).new_initial_state()
        codes, renamed = [], 0
        for entry in last.full_history():
            if entry.player >= 0:
                code = game.code(again.action_to_string(entry.player, entry.action))
                assert numbers[entry.player, code] == entry.action
                assert again.legal_actions() == sorted(numbers[entry.player, again.game_history.legal()].tolist())
                codes.append(code)
                renamed += code != entry.action
            again.apply_action(entry.action)
        assert tuple(codes) == again.game_history.actions == last.game_history.actions
        assert str(again) == str(last)
        assert (renamed > 0) == canonical


def test_an_information_state_recalls_actions_as_its_player_sees_them() -> None:
    state = next(itertools.islice(walk(load("nuit"), seed=3), 90, None))
    game, codes = estaminet.game("nuit"), list(state.game_history.actions)
    assert any(game.actions[code].kind == "from" for code in codes)
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    for player in range(3):
        observer.set_from(state, player)
        recalled = observer.dict["actions"][: len(codes)] * len(game.actions) - 1
        assert recalled.round().tolist() == number_actions(game, 3).numbers[player, codes].tolist()


def test_a_game_that_begins_with_a_record_comes_back_from_its_name() -> None:
    game = load("nuit", record=record_of(later("nuit", 4, plies=12)))
    assert game.num_players() == 4
    again = pyspiel.load_game(str(game))
    assert again.get_parameters() == game.get_parameters()
    assert pickle.loads(pickle.dumps(game)).scenario is again.scenario  # noqa: S301  # our own
    packed = estaminet.open_spiel.pack_record(record_of(later("nuit", 4, plies=12)))
    assert str(pyspiel.load_game(f"python_estaminet_nuit(record={packed})")) == str(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players", "plies"), [("poule", 3, 13), ("reeperbahn", 2, 46), ("nuit", 3, 20)])
def test_from_a_record_chance_deals_what_the_table_cannot_know(name: str, players: int, plies: int) -> None:
    position = later(name, players, plies)
    known = position.known_to().tobytes()
    for redeal in ("table", "seats"):
        game = load(name, record=record_of(position), redeal=redeal)
        hands = set()
        for seed in range(4):
            state = game.new_initial_state()
            deal(state, random.Random(seed))
            kernel = position.game.kernel
            assert kernel.known(state.game_history.memory, -1).tobytes() == known
            hands.add(tuple(kernel.known(state.game_history.memory, seat).tobytes() for seat in range(players)))
        assert len(hands) == (1 if redeal == "seats" else 4)


def test_what_cannot_be_dealt_one_by_one_is_refused() -> None:
    """After the refill both players know the other's hand, and a spectator only both together."""
    position = later("reeperbahn", 2, plies=81, seed=refilled_seed())
    with pytest.raises(pyspiel.SpielError, match="redeal=seats"):
        load("reeperbahn", record=record_of(position))
    assert load("reeperbahn", record=record_of(position), redeal="seats").scenario.undealt_count > 0


def refilled_seed() -> int:
    """A random game whose stack has been refilled after 81 actions, and which is not over."""
    for seed in range(100):
        position = estaminet.game("reeperbahn").start(2, seed)
        rng = random.Random(seed)
        while not position.is_over and len(position.history) < 81:
            position.play_code(rng.choice(position.legal_codes()))
        if not position.is_over and position.view()["board"]["stack"] > 20:  # type: ignore[operator]  # a number
            return seed
    raise AssertionError("no game gets that far")


@pytest.mark.parametrize("name", estaminet.games())
def test_its_search_bots_play(name: str) -> None:
    game = load(name)
    rng = np.random.RandomState(1)
    state = next(itertools.islice(walk(game, seed=1), 6, None))
    fair = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 4, random_state=rng)
    assert fair.step(state) in state.legal_actions()
    ours = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert ours.step(state) in state.legal_actions()
    theirs = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 4, 1000, False, 1, False)
    assert theirs.mcts_search(state).best_child().action in state.legal_actions()


def test_uniform_random_bots_play_to_the_end() -> None:
    game = load("reeperbahn")
    bots = [pyspiel.make_uniform_random_bot(player, 3) for player in range(2)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 4)) == 1


def test_cfr_makes_a_small_end_less_exploitable() -> None:
    game = load("poule", record=record_of(late_poule()))
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    first = exploitability.exploitability(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert 0 < exploitability.exploitability(game, solver.average_policy()) < first / 3


def test_observers_see_as_much_as_they_ask_for() -> None:
    def observe(whose: object) -> object:
        return pyspiel.IIGObservationType(perfect_recall=False, private_info=whose)

    game = load("poule", players=3)
    state = next(iter(walk(game, seed=1)))
    seat = make_observation(game)
    table = make_observation(game, observe(pyspiel.PrivateInfoType.NONE))
    seat.set_from(state, 1)
    table.set_from(state, 1)
    kernel = estaminet.game("poule").kernel
    out = np.empty(kernel.features, np.float32)
    kernel.encode(kernel.known(state.game_history.memory, 1), 1, out)
    assert seat.dict["observation"].tolist() == out.tolist()
    assert seat.dict["player"].tolist() == [0, 1, 0]
    assert table.dict["observation"].tolist() != out.tolist()
    assert make_observation(game, observe(pyspiel.PrivateInfoType.ALL_PLAYERS)) is None
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        make_observation(game, None, {"size": 3})


def test_actions_are_written_as_in_the_rules() -> None:
    state = next(iter(walk(load("poule"), seed=1)))
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    assert {"stall III c4", "draw", "secret a1"} <= texts
    assert load("poule").new_initial_state().action_to_string(pyspiel.PlayerId.CHANCE, 1) == "first 1"


@pytest.mark.parametrize(
    ("name", "parameters", "complaint"),
    [
        ("poule", {"players": 5}, "poule is for 2 to 4 players, not 5"),
        ("poule", {"rounds": 10}, r"Option rounds cannot be 10; allowed: 1 to 9. \(P6.1\)"),
        ("poule", {"tiles": "shut"}, "Option tiles cannot be 'shut'"),
        ("poule", {"redeal": "hands"}, "redeal cannot be 'hands'; allowed: table, seats"),
        ("poule", {"record": "nonsense"}, "neither a line of JSON nor"),
        ("poule", {"record": "{}"}, "lacks its member format"),
        ("poule", {"record": "nuit for 3"}, "The record is of 'nuit', not of poule"),
        ("nuit", {"record": "nuit for 3", "players": 4}, "3 players, not 4"),
        ("nuit", {"record": "nuit for 3", "threshold": 5}, "threshold is 10"),
        ("poule", {"colour": "red"}, "colour"),
    ],
)
def test_bad_parameters_are_refused(name: str, parameters: dict[str, object], complaint: str) -> None:
    if parameters.get("record") == "nuit for 3":
        parameters = {**parameters, "record": record_of(estaminet.game("nuit").start(3))}
    with pytest.raises(pyspiel.SpielError, match=complaint):
        load(name, **parameters)


def test_bad_actions_are_refused_and_change_nothing() -> None:
    state = load("poule").new_initial_state()
    rng = random.Random(3)
    refuse(state, 2, "2 cannot be dealt now")
    deal(state, rng)
    refuse(state, 121, r"'place a1' is not possible: .*\(P3")
    refuse(state, 1000, "1000 is no action of poule")
    with pytest.raises(pyspiel.SpielError, match="nothing to decide"):
        state.chance_outcomes()
    with pytest.raises(pyspiel.SpielError, match="nobody sits there"):
        state.resample_from_infostate(2, rng.random)
    state.apply_action(120)
    with pytest.raises(pyspiel.SpielError, match="chance decides"):
        state.resample_from_infostate(0, rng.random)
    *_, last = walk(load("poule", rounds=1), seed=1)
    refuse(last, 120, r"The game is over. \(P5.1\)")


def refuse(state: Any, action: int, complaint: str) -> None:  # noqa: ANN401  # pyspiel has no types
    before = str(state), state.history()
    with pytest.raises(pyspiel.SpielError, match=complaint):
        state.apply_action(action)
    assert (str(state), state.history()) == before


def test_without_open_spiel_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere: Callable[[str], None] = lambda _: None  # noqa: E731  # it has a type
    monkeypatch.setattr("estaminet.extras.find_spec", nowhere)
    with raises_code("extra.missing", match=r"estaminet\[openspiel\]"):
        importlib.reload(estaminet.open_spiel)
