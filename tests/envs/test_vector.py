"""Thousands of games in one array: the same games as everywhere else, by the conventions of Gymnasium."""

import hashlib
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded, UnsupportedMode
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.deal import Deal, Lot, Part, Shuffle, Shuffles, seed_bits
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator, seed_with
from estaminet.engine.observation import number_actions
from estaminet.engine.position import Position
from estaminet.envs.vector.deals import (
    BLOCK,
    INITIAL_HASH,
    ROUNDS,
    SCRATCH_COLUMNS,
    SCRATCH_ROWS,
    compress,
    draw_deal,
    pad_message,
    tabulate_deal,
)
from estaminet.players.one_ply import find_one_ply_values
from estaminet.vector import VectorGames, look_ahead
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

GAMES = [*map(estaminet.game, estaminet.games()), CONNECT_FOUR]
TABLES = [(game, players) for game in GAMES for players in game.seats]


def variants(game: Game) -> Iterator[dict[str, object]]:
    """Every option away from its default, one at a time."""
    for option in game.options:
        for value in (*getattr(option, "values", ()), *range(getattr(option, "lowest", 0), 12), True):
            if option.pack(value) is not None and value != option.default:
                yield {option.name: value}


def play_out(environment: VectorGames) -> int:
    """Random steps until a game ends; which one."""
    for _ in range(environment.game.kernel.longest):
        ended = environment.step(environment.sample())[2]
        if ended.any():
            return int(ended.argmax())
    raise AssertionError("no game ended")


@pytest.mark.parametrize("length", [0, 3, 55, 56, 64, 200])
def test_the_hash_is_sha256(length: int) -> None:
    message = bytes(range(length))
    padded = np.frombuffer(pad_message(message), np.uint8).copy()
    state, schedule = INITIAL_HASH.copy(), np.zeros(ROUNDS, np.uint32)
    for at in range(0, len(padded), BLOCK):
        compress(state, padded, at, schedule)
    assert state.astype(">u4").tobytes() == hashlib.sha256(message).digest()


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (Lot("first", 3),),
        (Shuffle("deck", (9, 4, 7, 1)), Lot("a label that is longer than one block of the hash " * 2, 1000)),
        (Shuffles("rounds", range(60), 3), Shuffle("one", (5,)), Shuffle("none", ())),
    ],
)
def test_any_parts_are_drawn_as_a_deal_draws_them(parts: tuple[Part, ...]) -> None:
    tables = tabulate_deal(parts)
    drawn = np.zeros_like(tables.cards)
    scratch, block = np.zeros((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32), np.zeros(BLOCK, np.uint8)
    for seed in range(20):
        bits = seed_bits(seed)
        draw_deal(np.frombuffer(bits, np.uint8).copy(), *tables, drawn, scratch, block)
        assert drawn.tolist() == Deal.draw(parts, bits).packed.tolist()


@pytest.mark.parametrize("canonical", [True, False])
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", str(value)))
def test_every_step_is_what_a_position_does(game: Game, players: int, canonical: bool) -> None:  # noqa: FBT001  # a parameter
    environment = VectorGames(game, 3, players=players, copy=True, canonical=canonical)
    numbers, codes = number_actions(game, players, canonical=canonical)
    observation, info = environment.reset(seed=11)
    positions = [game.start(players, seed=11 + number) for number in range(3)]
    kernel = game.kernel
    seen, finished = np.empty(kernel.features, np.float32), 0
    while not finished:
        for number, position in enumerate(positions):
            seat = position.to_move
            assert info["to_move"][number] == seat is not None
            legal = sorted(numbers[seat, position.legal_codes()].tolist())
            assert np.flatnonzero(observation["action_mask"][number]).tolist() == legal
            kernel.encode(position.memory, seat, seen)
            assert observation["observation"][number].tolist() == seen.tolist()
        before = [position.to_move for position in positions]
        actions = environment.sample()
        observation, rewards, ended, cut_short, info = environment.step(actions)
        assert not cut_short.any()
        assert info["moved"].tolist() == before
        for number, position in enumerate(positions):
            position.play_code(int(codes[before[number], actions[number]]))
            assert ended[number] == position.is_over
            assert info["returns"][number].tolist() == position.returns()
            assert rewards[number] == position.returns()[info["moved"][number]]
            if position.is_over:
                finished += 1
                kernel.encode(position.memory, info["moved"][number], seen)
                assert info["final_obs"]["observation"][number].tolist() == seen.tolist()
                positions[number] = game.start(players, seed=environment.deal_seed(number))
    assert environment.memories.tolist() == [position.memory.tolist() for position in positions]
    environment.close()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_is_dealt_as_the_game_deals_it(game: Game) -> None:
    for options in ({}, *variants(game)):
        environment = VectorGames(game, 2, options=options)
        environment.reset(seed=5)
        for number in range(2):
            start = game.start(seed=5 + number, options=options)
            assert environment.memories[number].tolist() == start.memory.tolist()
        environment.close()


def test_a_new_deal_comes_from_the_hash_of_the_one_before() -> None:
    environment = VectorGames("reeperbahn", 4)
    environment.reset(seed=3)
    assert environment.deal_seed(2) == seed_bits(5)
    ended = play_out(environment)
    assert environment.deal_seed(ended) == hashlib.sha256(seed_bits(3 + ended)).digest()


def test_play_does_not_depend_on_the_number_of_threads() -> None:
    def play(threads: int) -> tuple[bytes, bytes, bytes]:
        environment = VectorGames("nuit", 300, threads=threads)
        environment.reset(seed=1)
        for _ in range(40):
            observation, *_ = environment.step(environment.sample())
        afterstates = environment.look_ahead(2)
        environment.close()
        return environment.memories.tobytes(), observation["observation"].tobytes(), afterstates.observations.tobytes()

    assert play(1) == play(3)


def test_the_same_seed_gives_the_same_games_and_no_seed_others() -> None:
    environment = VectorGames("poule", 5)
    deals = []
    for seed in (7, None, 7, [7, 8, 9, 10, 11], 8):
        environment.reset(seed=seed)
        deals.append(environment.memories.copy())
    assert deals[0].tolist() == deals[2].tolist() == deals[3].tolist()
    assert deals[0][1:].tolist() == deals[4][:-1].tolist()
    assert all(first.tolist() != second.tolist() for first, second in zip(deals[0], deals[1], strict=True))
    fresh = VectorGames("poule", 2), VectorGames("poule", 2)
    for each in fresh:
        each.reset()
    assert fresh[0].deal_seed(0) != fresh[1].deal_seed(0)
    assert fresh[0].deal_seed(1) == seed_bits((fresh[0].np_random_seed or 0) + 1)


def test_sampling_takes_every_legal_action_equally_often() -> None:
    environment = VectorGames("reeperbahn", 2000)
    environment.reset(seed=4)
    legal = environment.step(environment.sample())[0]["action_mask"]
    hits = np.zeros(len(environment.game.actions))
    for _ in range(20):
        actions = environment.sample()
        assert legal[np.arange(2000), actions].all()
        hits += np.bincount(actions, minlength=len(hits))
    expected = 20 * (legal / legal.sum(axis=1, keepdims=True)).sum(axis=0)
    often = expected > 50
    assert (np.abs(hits - expected)[often] < 5 * np.sqrt(expected[often])).all()


def test_an_action_that_is_not_legal_names_its_games_and_changes_none() -> None:
    environment = VectorGames("poule", 8, copy=True)
    observation, _ = environment.reset(seed=2)
    before = environment.memories.copy()
    actions = environment.sample()
    actions[[3, 5]] = environment.game.code("pass")
    with pytest.raises(InvalidAction, match=r"games 3, 5: in game 3, 'pass' .* is not possible: .*\(P3.4\)"):
        environment.step(actions)
    actions[[3, 5]] = observation["action_mask"][[3, 5]].argmax(axis=1)
    for wrong in (-1, len(environment.game.actions), 1 << 40):
        with pytest.raises(InvalidAction, match=f"game 7: {wrong} is no action of poule"):
            environment.step([*actions[:7], wrong])
    assert environment.memories.tolist() == before.tolist()
    environment.step(actions)
    assert (environment.memories != before).any(axis=1).all()


def test_an_error_names_the_action_as_the_seat_sees_it_and_as_the_rules_write_it() -> None:
    environment = VectorGames("reeperbahn", 12, copy=True)
    _, info = environment.reset(seed=2)
    actions = environment.sample()
    game = int(np.flatnonzero(info["to_move"] == 1)[0])
    actions[game] = environment.game.code("joker5 w")
    with pytest.raises(InvalidAction, match=rf"game {game}, 'joker5 e' \(action 35 of seat 1\) is not possible: .*\(R"):
        environment.step(actions)
    environment = VectorGames("reeperbahn", 12, canonical=False)
    environment.reset(seed=2)
    with pytest.raises(InvalidAction, match=rf"game {game}, 'joker5 w' \(action 35 of seat 1\) is not possible: .*\(R"):
        environment.step(actions)


def test_many_wrong_games_are_counted() -> None:
    environment = VectorGames("poule", 9)
    environment.reset(seed=2)
    with pytest.raises(InvalidAction, match="games 0, 1, 2, 3, 4 and 4 more"):
        environment.step(np.full(9, -1))


def test_actions_of_a_wrong_shape_or_type_are_refused() -> None:
    environment = VectorGames("poule", 4)
    environment.reset(seed=2)
    for wrong in ([0, 0, 0], 0, [[0, 0, 0, 0]]):
        with pytest.raises(InvalidAction, match=r"shape \(4,\)"):
            environment.step(wrong)
    for types in (np.float32, np.bool_, np.str_):
        with pytest.raises(InvalidAction, match="whole numbers"):
            environment.step(np.zeros(4, types))
    legal = environment.sample()
    legal.flags.writeable = False
    environment.step(legal)
    environment.step(environment.sample().astype(np.int16))


def test_nothing_can_be_done_before_the_deal_or_after_the_end() -> None:
    environment = VectorGames("poule", 4)
    for act in (environment.sample, environment.look_ahead, lambda: environment.step([0] * 4)):
        with pytest.raises(ResetNeeded, match="call reset first"):
            act()
    with pytest.raises(ResetNeeded, match="first reset is of all games"):
        environment.reset(options={"reset_mask": np.arange(4) == 1})
    environment.reset(seed=1)
    environment.close()
    environment.close()
    with pytest.raises(ClosedEnvironmentError):
        environment.sample()
    with pytest.raises(ClosedEnvironmentError):
        environment.reset()


def test_what_cannot_be_made_says_why() -> None:
    with raises_code("game.unknown"):
        VectorGames("chess", 2)
    with raises_code("players.range"):
        VectorGames("nuit", 2, players=2)
    with raises_code("option.value"):
        VectorGames("poule", 2, options={"rounds": 99})
    with pytest.raises(UnsupportedMode):
        VectorGames("poule", 2, render_mode="human")
    for wrong in (0, -3, 2.5, True):
        with pytest.raises(ValueError, match="num_envs is a whole number"):
            VectorGames("poule", wrong)  # type: ignore[arg-type]  # as a person might


def test_reset_refuses_what_it_does_not_know() -> None:
    environment = VectorGames("poule", 3)
    environment.reset(seed=1)
    before = environment.memories.copy()
    with pytest.raises(ValueError, match="not 'tiles'"):
        environment.reset(options={"tiles": "open"})
    for mask in ([True, False, True], np.ones(2, bool), np.ones(3)):
        with pytest.raises(ValueError, match="array of 3 booleans"):
            environment.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="chooses no game"):
        environment.reset(options={"reset_mask": np.zeros(3, bool)})
    with pytest.raises(ValueError, match="one for each of the 3 games"):
        environment.reset(seed=[1, 2])
    assert environment.memories.tolist() == before.tolist()


def test_a_finished_game_is_dealt_in_the_next_step_where_that_is_asked() -> None:
    environment = VectorGames("reeperbahn", 4, autoreset_mode="NextStep", copy=True)
    assert environment.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    environment.reset(seed=6)
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        observation, rewards, ended, _, info = environment.step(environment.sample())
    over = int(ended.argmax())
    assert info["to_move"][over] == -1
    assert info["returns"][over].sum() == 1
    assert not observation["action_mask"][over].any()
    actions = environment.sample()
    assert actions[over] == 0
    observation, rewards, ended, _, info = environment.step(actions)
    assert (info["moved"][over], rewards[over], ended[over]) == (-1, 0, False)
    fresh = environment.game.start(seed=environment.deal_seed(over))
    assert environment.memories[over].tolist() == fresh.memory.tolist()
    numbers = environment.numbering.numbers[fresh.to_move, fresh.legal_codes()]
    assert np.flatnonzero(observation["action_mask"][over]).tolist() == sorted(numbers.tolist())


def test_without_autoreset_a_finished_game_waits_for_its_reset() -> None:
    environment = VectorGames("reeperbahn", 4, autoreset_mode=AutoresetMode.DISABLED, copy=True)
    environment.reset(seed=6)
    over = play_out(environment)
    before = environment.memories.copy()
    with pytest.raises(ResetNeeded, match=f"game {over}"):
        environment.step(environment.sample())
    assert environment.memories.tolist() == before.tolist()
    mask = np.arange(4) == over
    _, info = environment.reset(options={"reset_mask": mask})
    assert (environment.memories != before).any(axis=1).tolist() == mask.tolist()
    assert info["to_move"][over] >= 0
    environment.step(environment.sample())


def test_gymnasium_makes_it_and_wraps_it() -> None:
    made = gymnasium.make_vec("estaminet/reeperbahn-v0", 6)
    assert isinstance(made.unwrapped, VectorGames)
    assert made.single_action_space == gymnasium.spaces.Discrete(54)
    observation, _ = made.reset(seed=1)
    assert made.observation_space.contains(observation)
    assert made.action_space.contains(made.unwrapped.sample())
    wrapped = DictInfoToList(RecordEpisodeStatistics(made))
    wrapped.reset(seed=1)
    steps, ended = 0, np.zeros(6, np.bool_)
    while not ended.any():
        _, rewards, ended, _, info = wrapped.step(made.unwrapped.sample())
        steps += 1
    over = int(ended.argmax())
    assert info[over]["episode"]["l"] == steps
    assert info[over]["episode"]["r"] == rewards[over]
    assert info[over]["final_info"]["returns"].sum() == 1
    assert "final_obs" not in info[int(ended.argmin())]


def test_observations_are_written_over_unless_copies_are_asked_for() -> None:
    for copies in (False, True):
        environment = VectorGames("poule", 3, copy=copies)
        first, _ = environment.reset(seed=1)
        before = first["action_mask"].copy()
        second, rewards, *_ = environment.step(environment.sample())
        assert (first["observation"] is second["observation"]) != copies
        assert (first["action_mask"] == before).all() == copies
        assert environment.step(environment.sample())[1] is not rewards


def test_any_seat_can_be_observed() -> None:
    environment = VectorGames("nuit", 3)
    observation, info = environment.reset(seed=1)
    assert (environment.observe(info["to_move"]) == observation["observation"]).all()
    seen = np.empty(environment.game.kernel.features, np.float32)
    environment.game.kernel.encode(environment.memories[1], 2, seen)
    assert (environment.observe(2)[1] == seen).all()
    for wrong in (3, -1, 0.5):
        with raises_code("seat.unknown", match="0 to 2"):
            environment.observe(wrong)


def position_in(game: Game, plies: int) -> Position:
    position = game.start(seed=9)
    for ply in range(plies):
        codes = position.legal_codes()
        position.play_code(codes[ply % len(codes)])
    return position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_seat_looks_ahead_from_what_it_knows_alone(game: Game) -> None:
    position = position_in(game, 12)
    seat, players = position.to_move, position.players
    assert seat is not None
    known, true = position.known_to(seat), position.memory
    expected = look_ahead(game, players, known, seat, worlds=3, seed=1)
    cheating = look_ahead(game, players, true, seat, worlds=3, seed=1)  # type: ignore[arg-type]  # what it must not get
    assert expected.codes.tolist() == position.legal_codes()
    assert expected.starts.tolist() == [0]
    assert expected.observations.shape == (len(expected.codes), 3, game.kernel.features)
    assert expected.observations.tobytes() == cheating.observations.tobytes()


def test_looking_ahead_sees_what_follows_and_who_has_won() -> None:
    environment = VectorGames(CONNECT_FOUR, 2)
    environment.reset()
    for columns in zip("adadad", "abcbce", strict=True):
        environment.step([CONNECT_FOUR.code(f"drop {column}") for column in columns])
    afterstates = environment.look_ahead()
    assert afterstates.starts[1] == len(CONNECT_FOUR.actions)
    assert afterstates.outcomes[CONNECT_FOUR.code("drop a"), 0] == 1
    assert np.isnan(afterstates.outcomes[1 : afterstates.starts[1]]).all()
    ahead = position_of(environment, 0)
    ahead.play("drop b")
    seen = np.empty(CONNECT_FOUR.kernel.features, np.float32)
    CONNECT_FOUR.kernel.encode(ahead.memory, 0, seen)
    assert afterstates.observations[1, 0].tolist() == seen.tolist()


@pytest.mark.parametrize(("name", "players"), [("reeperbahn", 2), ("nuit", 4)])
def test_an_environment_looks_ahead_with_the_numbers_that_it_takes(name: str, players: int) -> None:
    environment = VectorGames(name, 6, players=players, copy=True)
    environment.reset(seed=3)
    for _ in range(60):
        observation, *_, info = environment.step(environment.sample())
        afterstates = environment.look_ahead()
        ends = [*afterstates.starts[1:], len(afterstates.codes)]
        for number, (start, end) in enumerate(zip(afterstates.starts, ends, strict=True)):
            offered = np.flatnonzero(observation["action_mask"][number]).tolist()
            assert sorted(afterstates.codes[start:end].tolist()) == offered
            seat = int(info["to_move"][number])
            known = environment.game.kernel.known(environment.memories[number], seat)
            codes = look_ahead(environment.game, players, known, seat).codes
            assert environment.numbering.codes[seat, afterstates.codes[start:end]].tolist() == codes.tolist()


def position_of(environment: VectorGames, number: int) -> Position:
    start = environment.game.start(environment.players, seed=environment.deal_seed(number))
    start.memory[:] = environment.memories[number]
    return start


def test_every_table_can_be_drawn() -> None:
    environment = VectorGames("poule", 2, render_mode="ansi")
    environment.reset(seed=4)
    assert environment.render() == tuple(str(environment.game.start(seed=seed)) for seed in (4, 5))
    assert VectorGames("poule", 1).render() is None


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_one_ply_values_are_those_of_each_action_one_by_one(game: Game, players: int) -> None:
    kernel, scratch, worlds = game.kernel, game.kernel.new_scratch(players), 2
    environment = VectorGames(game, 4, players=players, one_ply_worlds=worlds)
    observation, info = environment.reset(seed=1)
    for _ in range(30):
        for each in range(4):
            seat, rng = int(info["to_move"][each]), generator(0)
            known = kernel.known(environment.memories[each], seat)
            seed_with(rng, known)
            count = find_one_ply_values(kernel.functions, scratch, known, seat, worlds, rng)
            expected = np.zeros(len(game.actions), np.float32)
            expected[environment.numbering.numbers[seat][scratch.codes[:count]]] = scratch.values[:count]
            assert np.array_equal(observation["one_ply_values"][each], expected)
            prior, rng = np.zeros((worlds, players)), generator(0)
            seed_with(rng, known)
            for shares in prior:
                world = known.copy()
                kernel.determinize(world, seat, rng)
                kernel.evaluate(world, shares)
            assert np.allclose(observation["value_prior"][each], np.roll(prior.mean(0), -seat))
        assert environment.observation_space.contains(observation)
        observation, _, _, _, info = environment.step(environment.sample())


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_evaluate_is_of_the_true_positions(game: Game, players: int) -> None:
    environment = VectorGames(game, 4, players=players)
    environment.reset(seed=1)
    expected = np.zeros(players)
    for _ in range(30):
        for memory, shares in zip(environment.memories, environment.evaluate(), strict=True):
            game.kernel.evaluate(memory, expected)
            assert np.array_equal(shares, expected.astype(np.float32))
        environment.step(environment.sample())


def test_a_game_that_is_over_has_no_one_ply_values() -> None:
    environment = VectorGames(CONNECT_FOUR, 8, one_ply_worlds=1, autoreset_mode=AutoresetMode.DISABLED)
    environment.reset(seed=1)
    over = play_out(environment)
    observation, _ = environment.reset(options={"reset_mask": np.arange(8) == (over + 1) % 8})
    assert not observation["one_ply_values"][over].any()
    assert not observation["value_prior"][over].any()
    assert observation["one_ply_values"].any(axis=1).sum() > 5


def test_the_former_names_of_one_ply_values_are_read() -> None:
    former, found = (VectorGames("poule", 4, **{name: 1}) for name in ("promises", "one_ply_worlds"))  # type: ignore[arg-type]
    before, after = (environment.reset(seed=1)[0] for environment in (former, found))
    assert np.array_equal(before["promises"], after["one_ply_values"])
    assert np.array_equal(before["outlook"], after["value_prior"])
    assert former.observation_space.contains(before)


def test_there_are_no_one_ply_values_where_nobody_wants_them() -> None:
    assert set(VectorGames("reeperbahn", 2).reset(seed=1)[0]) == {"observation", "action_mask"}
    for wrong in (-1, 0.5):
        with pytest.raises(ValueError, match="one_ply_worlds is a whole number"):
            VectorGames("reeperbahn", 2, one_ply_worlds=wrong)  # type: ignore[arg-type]
