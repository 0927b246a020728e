"""The games in PettingZoo: its own tests pass for every game, player count and option, and bad input does no harm."""

import copy
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count, pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet
from pettingzoo import AECEnv
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import estaminet
import estaminet.pettingzoo
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.contract import Case, cases
from estaminet.engine.jit.random import generator
from estaminet.envs.pettingzoo.environment import GameEnvironment
from estaminet.envs.pettingzoo.family import Environments
from estaminet.envs.pettingzoo.image import HEIGHT, MARGIN, TOP, WIDTH, render_pixels, render_svg, wrap_lines
from estaminet.pettingzoo import poule_v0, reeperbahn_v0
from tests.refusals import raises_code

pytestmark = [
    pytest.mark.compiled,
    # PettingZoo spares only its own games with masks these two, by their names.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def every_case() -> Iterator[ParameterSet]:
    for name in estaminet.games():
        for case in cases(estaminet.game(name)):
            yield pytest.param(case, id=str(case))


every = pytest.mark.parametrize("case", list(every_case()))


def seeded(make: Callable[..., AECEnv], case: Case, **more: object) -> AECEnv:
    """An environment that does the same every time, although these tests draw actions and deals as they like."""
    environment = make(players=case.players, options=case.options, **more)
    environment.reset(seed=case.seed)
    for number, agent in enumerate(environment.possible_agents):
        environment.action_space(agent).seed(number)
    return environment


def play_some(
    name: str, plies: int = 12, *, players: int | None = None, render_mode: str | None = None
) -> GameEnvironment:
    """A game in which the first and the last legal action have been chosen in turn."""
    environment = Environments(estaminet.game(name)).raw_env(players=players, render_mode=render_mode)
    environment.reset(seed=6)
    for ply in range(plies):
        environment.step(offered(environment)[-(ply % 2)])
    return environment


def offered(environment: GameEnvironment) -> list[int]:
    """The numbers of what the agent to move can do."""
    numbers: list[int] = np.flatnonzero(environment.mask).tolist()
    return numbers


def finish(environment: AECEnv) -> None:
    """Play until the game is over for everybody."""
    while not any(environment.terminations.values()):
        environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[-1]))


@every
def test_its_api_test_passes(case: Case) -> None:
    api_test(seeded(Environments(case.game).env, case), num_cycles=case.game.kernel.longest)


@every
def test_its_seed_test_passes(case: Case) -> None:
    seed_test(partial(Environments(case.game).env, players=case.players, options=case.options))


@every
def test_its_max_cycles_test_passes(case: Case) -> None:
    environments = Environments(case.game)
    max_cycles_test(
        SimpleNamespace(
            env=partial(seeded, environments.env, case),
            parallel_env=partial(seeded, environments.parallel_env, case),
        )
    )


@every
def test_its_render_test_passes(case: Case) -> None:
    render_test(
        partial(seeded, Environments(case.game).env, case),
        custom_tests={
            "ansi": lambda text: len(text.splitlines()) > 3,
            "svg": lambda text: ElementTree.fromstring(text).tag.endswith("svg"),  # noqa: S314  # written by ourselves
        },
    )


@every
def test_its_performance_benchmark_runs(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock of its own, so that five seconds are a hundred cycles: whole games, and new ones."""
    clock = count(step=0.05)
    monkeypatch.setattr(
        sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=lambda: next(clock))
    )
    random.seed(case.seed)
    environment = seeded(Environments(case.game).env, case)
    performance_benchmark(environment)
    assert next(clock) > 5


@pytest.mark.parametrize("name", estaminet.games())
def test_the_form_in_which_all_act_at_once_passes_the_tests_for_it(name: str) -> None:
    environments = Environments(estaminet.game(name))
    case = next(cases(environments.game))
    parallel_api_test(seeded(environments.parallel_env, case), num_cycles=60)
    parallel_seed_test(environments.parallel_env)
    api_test(seeded(environments.env, case, max_cycles=40), num_cycles=60)


def test_a_game_that_nobody_has_heard_of_passes_too() -> None:
    api_test(seeded(Environments(CONNECT_FOUR).env, next(cases(CONNECT_FOUR))))


def test_every_installed_game_is_found_under_its_name() -> None:
    assert dir(estaminet.pettingzoo) == sorted(f"{name}_v0" for name in estaminet.games())
    assert str(poule_v0.env()) == "poule_v0"
    with pytest.raises(ImportError, match="halma_v0"):
        from estaminet.pettingzoo import halma_v0  # noqa: F401  # there is none
    with pytest.raises(AttributeError, match=r"no attribute 'poule_v9'; it has .*poule_v0"):
        _ = estaminet.pettingzoo.poule_v9


def test_without_pettingzoo_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "estaminet.pettingzoo")
    with raises_code("extra.missing", match=r"needs pettingzoo, .*pip install 'estaminet\[pettingzoo\]'"):
        import_module("estaminet.pettingzoo")


def test_without_matplotlib_only_pixels_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with raises_code("extra.missing", match=r"needs matplotlib, .*pip install 'estaminet\[lab\]'"):
        poule_v0.env(render_mode="rgb_array")
    assert "Round 1" in str(play_some("poule", render_mode="svg").render())


def test_a_seed_deals_what_it_deals_everywhere_and_all_later_deals_follow_from_it() -> None:
    one, other = poule_v0.raw_env(players=3), poule_v0.raw_env(players=3)
    deals = []
    for environment in (one, other):
        environment.reset(seed=7)
        deals.append([environment.position.deal.values])
        for _ in range(2):
            environment.reset()
            deals[-1].append(environment.position.deal.values)
    assert deals[0][0] == estaminet.game("poule").start(3, seed=7).deal.values
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1] != deals[0][2]


def test_without_a_seed_two_environments_deal_differently() -> None:
    one, other = reeperbahn_v0.raw_env(), reeperbahn_v0.raw_env()
    one.reset()
    other.reset()
    assert one.position.deal.values != other.position.deal.values


@pytest.mark.parametrize("name", estaminet.games())
def test_an_agent_sees_what_its_seat_knows_and_nothing_else(name: str) -> None:
    environment = play_some(name)
    kernel, truth = environment.game.kernel, environment.position.memory.copy()
    for seat, agent in enumerate(environment.possible_agents):
        expected = np.empty(kernel.features, np.float32)
        kernel.encode(kernel.known(truth, seat), seat, expected)
        seen = environment.observe(agent)
        assert np.array_equal(seen["observation"], expected)
        kernel.determinize(environment.position.memory, seat, generator(3))
        assert np.array_equal(environment.observe(agent)["observation"], expected)
        environment.position.memory[:] = truth
    together = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
    assert np.array_equal(environment.state(), np.concatenate(together))
    assert environment.state_space.contains(environment.state())


@pytest.mark.parametrize("name", estaminet.games())
def test_secrets_are_gone_before_a_game_makes_an_observation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one which tells all that it is given tells no more than the seat knows."""

    def tell_all(memory: np.ndarray[Any, Any], seat: int, out: np.ndarray[Any, Any]) -> None:
        out[:] = seat
        out[: min(memory.size, out.size)] = memory[: out.size]

    environment = play_some(name)
    kernel, truth = environment.game.kernel, environment.position.memory.copy()
    monkeypatch.setattr(kernel, "encode", tell_all)
    for seat, agent in enumerate(environment.possible_agents):
        known = np.empty(kernel.features, np.float32)
        tell_all(kernel.known(truth, seat), seat, known)
        assert np.array_equal(environment.observe(agent)["observation"], known)
        assert not np.array_equal(known[: truth.size], truth[: known.size])


@pytest.mark.parametrize("name", estaminet.games())
def test_only_the_agent_to_move_is_offered_actions_and_their_texts(name: str) -> None:
    environment = play_some(name)
    position = environment.position
    for seat, agent in enumerate(environment.possible_agents):
        is_to_move = seat == position.to_move
        mask = environment.observe(agent)["action_mask"]
        codes = environment.numbering.codes[seat, mask == 1].tolist()
        assert sorted(codes) == (position.legal_codes() if is_to_move else [])
        assert [*environment.infos[agent]["legal"]] == [position.game.actions[code].text for code in codes]
        assert is_to_move == (agent == environment.agent_selection)


@pytest.mark.parametrize("canonical", [True, False])
def test_a_number_does_what_its_text_says(canonical: bool) -> None:  # noqa: FBT001  # a parameter
    for name in ("reeperbahn", "nuit"):
        environment = Environments(estaminet.game(name)).raw_env(canonical=canonical)
        environment.reset(seed=8)
        position, rng, renamed = environment.position, random.Random(2), 0
        while not position.is_over:
            legal = dict(zip(offered(environment), environment.last()[-1]["legal"], strict=True))
            number = rng.choice([*legal])
            assert canonical or position.game.code(legal[number]) == number
            renamed += position.game.code(legal[number]) != number
            environment.step(number)
            assert position.actions[-1] == legal[number]
        assert (renamed > 0) == canonical


def test_an_error_has_the_number_as_it_was_given_and_the_text_of_the_rules() -> None:
    for canonical, text in ((True, "joker5 e"), (False, "joker5 w")):
        environment = reeperbahn_v0.raw_env(canonical=canonical)
        environment.reset(seed=6)
        while environment.position.to_move == 0:
            environment.step(offered(environment)[-1])
        with pytest.raises(AssertionError, match=f"illegal action 35: '{text}' is not possible"):
            environment.step(environment.game.code("joker5 w"))


def test_the_texts_of_a_moment_stay_what_they_were() -> None:
    environment = play_some("reeperbahn", 0)
    legal = environment.last()[-1]["legal"]
    before = [*legal]
    assert sorted(before) == sorted(environment.position.legal())
    environment.step(offered(environment)[0])
    assert legal == before
    assert (len(legal), legal[0], legal[-2:], repr(legal)) == (len(before), before[0], before[-2:], repr(before))


def test_a_mask_can_be_scribbled_on() -> None:
    environment = play_some("poule")
    environment.observe(environment.agent_selection)["action_mask"][:] = 1
    with pytest.raises(AssertionError, match="illegal action"):
        environment.step(illegal_code(environment))


@pytest.mark.parametrize("name", estaminet.games())
def test_the_rewards_are_the_shares_of_the_victory(name: str) -> None:
    environment = Environments(estaminet.game(name)).env(players=estaminet.game(name).seats[-1])
    environment.reset(seed=2)
    finish(environment)
    shares = environment.unwrapped.position.returns()
    assert list(environment.rewards.values()) == shares
    assert sum(shares) == pytest.approx(1)
    paid = {}
    for agent in environment.agent_iter():
        paid[agent] = environment.last()[1]
        environment.step(None)
    assert list(paid.values()) == shares


def illegal_code(environment: GameEnvironment) -> int:
    return int(np.flatnonzero(environment.mask == 0)[0])


@pytest.mark.parametrize("name", estaminet.games())
def test_the_raw_environment_refuses_what_is_illegal_with_its_rule_and_goes_on(name: str) -> None:
    environment = play_some(name)
    before = environment.position.memory.copy()
    with pytest.raises(AssertionError, match=r"illegal action \d+: .* is not possible: .*\([A-Z]\d+(\.\d+)?\)"):
        environment.step(illegal_code(environment))
    assert np.array_equal(environment.position.memory, before)
    finish(environment)
    assert environment.position.is_over


def test_whoever_acts_illegally_loses_as_in_other_games_of_pettingzoo(caplog: pytest.LogCaptureFixture) -> None:
    environment = poule_v0.env(players=3)
    environment.reset(seed=1)
    culprit = environment.agent_selection
    environment.step(illegal_code(environment.unwrapped))
    assert "Illegal move made" in caplog.text
    assert environment.rewards == {agent: -1.0 if agent == culprit else 0 for agent in environment.agents}
    assert all(environment.terminations.values())
    for agent in environment.agent_iter():
        assert not environment.observe(agent)["action_mask"].any()
        environment.step(None)
    assert environment.agents == []
    environment.reset(seed=1)
    finish(environment)
    assert environment.unwrapped.position.is_over


@pytest.mark.parametrize("make", [poule_v0.env, poule_v0.raw_env])
@pytest.mark.parametrize("action", [None, -1, 10_000, 1.0, "draw", np.array([1]), np.float64(1), np.int64(-1), [1]])
def test_what_is_no_action_is_refused_and_the_game_goes_on(make: Callable[[], AECEnv], action: object) -> None:
    environment = make()
    environment.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        environment.step(action)
    environment.step(np.int32(environment.unwrapped.position.legal_codes()[0]))
    assert len(environment.unwrapped.position.history) == 1
    finish(environment)


@pytest.mark.parametrize("make", [reeperbahn_v0.env, reeperbahn_v0.raw_env])
def test_a_finished_game_takes_no_more_actions(make: Callable[[], AECEnv], caplog: pytest.LogCaptureFixture) -> None:
    environment = make()
    environment.reset(seed=1)
    finish(environment)
    with pytest.raises(ValueError, match="the only valid action is None"):
        environment.step(0)
    for _ in environment.possible_agents:
        environment.step(None)
    assert (environment.agents, caplog.text) == ([], "")
    environment.step(0)
    assert "step() called after all agents are terminated" in caplog.text
    environment.reset(seed=1)
    assert environment.agents == environment.possible_agents


def test_nothing_can_be_done_before_the_first_deal() -> None:
    environment = poule_v0.env()
    for act in (environment.render, environment.state, environment.agent_iter, partial(environment.step, 0)):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            act()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 9}, "poule is for 2 to 4 players, not 9"),
        ({"players": "3"}, "poule is for 2 to 4 players"),
        ({"options": {"turbo": True}}, "There is no option 'turbo'; the options are: rounds"),
        ({"options": {"rounds": 99}}, "Option rounds cannot be 99"),
        ({"render_mode": "smell"}, "render_mode is one of human, ansi, rgb_array, svg or None, not 'smell'"),
        ({"max_cycles": 0}, "max_cycles is a whole number from 1"),
    ],
)
def test_an_environment_that_cannot_be_is_not_made(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        poule_v0.env(**arguments)


def test_rendering_without_a_mode_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert play_some("poule").render() is None


def test_a_person_is_shown_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    environment = play_some("reeperbahn", 3, render_mode="human")
    assert capsys.readouterr().out.count("Charly   ") == 3
    assert environment.render() is None
    assert capsys.readouterr().out.strip() == environment.position.render(environment.position.to_move).strip()


@pytest.mark.parametrize("name", estaminet.games())
def test_an_image_shows_the_position_and_nothing_falls_off_its_edge(name: str) -> None:
    game = estaminet.game(name)
    environment = play_some(name, 0, players=game.seats[-1], render_mode="rgb_array")
    frames: list[np.ndarray[Any, Any]] = []
    rng = random.Random(4)
    while not environment.position.is_over:
        environment.step(rng.choice(offered(environment)))
        if len(environment.position.history) % 40 == 1:
            frame = environment.render()
            assert isinstance(frame, np.ndarray)
            frames.append(frame)
    for frame in frames:
        assert frame.shape == (HEIGHT, WIDTH, 3)
        paper = frame[-1, -1]
        assert (frame[TOP + 1 :, -MARGIN:] == paper).all()
        assert (frame[-MARGIN:] == paper).all()
        assert (frame[TOP + MARGIN :] != paper).any()
    assert all(not np.array_equal(one, other) for one, other in pairwise(frames))


def test_an_svg_has_every_word_of_the_drawing_in_its_column() -> None:
    drawing = "<you> & I   10\n\n            9"
    tree = ElementTree.fromstring(render_svg("'Who' < \"I\"", drawing))  # noqa: S314  # written by ourselves
    title, words, ten, nine = [each for each in tree.iter() if each.tag.endswith("text")]
    assert [each.text for each in (title, words, ten, nine)] == ["'Who' < \"I\"", "<you> & I", "10", "9"]
    assert ten.get("x") == nine.get("x")


def test_sentences_are_wrapped_and_columns_are_not() -> None:
    table = "a  " * 30
    assert wrap_lines(f"{table}\n{'word ' * 30}")[0] == table
    assert all(len(line) <= len(table) for line in wrap_lines(f"{table}\n{'word ' * 30}"))
    assert wrap_lines("a short one") == ["a short one"]


@pytest.mark.parametrize("drawing", ["", "x", "wide  " * 400, "high\n" * 400])
def test_any_drawing_has_an_image(drawing: str) -> None:
    assert render_pixels("title", drawing).shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])  # noqa: S301  # our own
def test_a_copy_goes_its_own_way_from_the_same_position(duplicate: Callable[[AECEnv], AECEnv]) -> None:
    unused = duplicate(poule_v0.env(players=4))
    unused.reset(seed=1)
    assert unused.unwrapped.players == 4
    environment = poule_v0.env(players=3, options={"rounds": 2})
    environment.reset(seed=5)
    environment.step(environment.unwrapped.position.legal_codes()[0])
    twin = duplicate(environment)
    assert twin.last()[-1] == environment.last()[-1]
    finish(environment)
    assert len(twin.unwrapped.position.history) == 1
    finish(twin)
    assert twin.unwrapped.position.history == environment.unwrapped.position.history
    assert twin.rewards == environment.rewards
    environment.reset()
    twin.reset()
    assert twin.unwrapped.position.deal.values == environment.unwrapped.position.deal.values


def test_of_all_who_act_at_once_the_one_to_move_counts(caplog: pytest.LogCaptureFixture) -> None:
    environment = poule_v0.parallel_env(players=3)
    environment.reset(seed=1)
    position, mover = environment.table.position, environment.table.agent_selection
    code = position.legal_codes()[3]
    observations, _, _, _, infos = environment.step(
        {agent: code if agent == mover else -5 for agent in environment.agents}
    )
    assert (position.history, caplog.text) == ([code], "")
    assert observations.keys() == infos.keys() == set(environment.possible_agents)
    environment.step(dict.fromkeys(environment.agents, illegal_code(environment.table)))
    assert len(position.history) == 2
    assert "taking a legal action at random" in caplog.text
    for actions in ({}, dict.fromkeys(environment.agents, 10_000), dict.fromkeys(environment.agents)):
        with pytest.raises(AssertionError, match=r"action of player_\d is not in action space"):
            environment.step(actions)
    assert len(position.history) == 2


def test_cycles_end_with_the_game_or_are_truncated() -> None:
    environment = reeperbahn_v0.parallel_env(max_cycles=5)
    environment.reset(seed=1)
    for cycle in range(1, 6):
        mask = environment.table.mask
        _, _, terminations, truncations, _ = environment.step(dict.fromkeys(environment.agents, int(mask.argmax())))
        assert set(truncations.values()) == {cycle == 5}
        assert set(terminations.values()) == {False}
    assert environment.agents == []
    assert environment.step({}) == ({}, {}, {}, {}, {})
    environment = reeperbahn_v0.parallel_env()
    environment.reset(seed=1)
    while environment.agents:
        answers = dict.fromkeys(environment.agents, int(environment.table.mask.argmax()))
        _, rewards, terminations, truncations, _ = environment.step(answers)
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert [*rewards.values()] == environment.table.position.returns()
