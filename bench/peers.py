# ruff: noqa: S311  # a benchmark needs no secret numbers
"""The speed of the peers. Runs on their own Python, which has nothing of Estaminet."""

import random
from functools import cache
from time import perf_counter
from typing import Any, Final, Protocol

from bench.harness import count_per_second, seconds_per_call

DEALS: Final = 4
"""The deals that a measurement cycles through."""
STEP: Final = 0.02
"""The approximate seconds of one batch of rollouts."""
EXPLORATION: Final = 2.0
"""The constant of UCT that the peer's own examples use."""
ENOUGH_MEMORY: Final = 1_000
"""Megabytes: no search here needs a tenth of it."""
COUNTED_DECISIONS: Final = 30_000
"""The decisions sampled to estimate the length of a deal's games."""


class State(Protocol):
    """Methods used of an OpenSpiel state."""

    def clone(self) -> "State": ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def history(self) -> list[int]: ...


@cache
def dealt(name: str) -> tuple[Any, tuple[State, ...]]:
    """An OpenSpiel game, and its first positions after the deal with a choice."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    states = [game.new_initial_state() for _ in range(DEALS)]
    for state in states:
        while state.is_chance_node() or len(state.legal_actions()) == 1:
            advance(state, rng)
    return game, tuple(states)


def advance(state: State, rng: random.Random) -> int:
    """One random action, or a chance event; its number of decisions."""
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
        return 0
    state.apply_action(rng.choice(state.legal_actions()))
    return 1


def play(state: State, rng: random.Random) -> int:
    """Play a copy of a position to its end from Python; its decisions."""
    copy = state.clone()
    decisions = 0
    while not copy.is_terminal():
        decisions += advance(copy, rng)
    return decisions


@cache
def decisions_left(name: str, deal: int) -> float:
    """The average number of decisions in a random game of this deal."""
    rng = random.Random(1)
    state = dealt(name)[1][deal]
    games, decisions = 0, 0
    while decisions < COUNTED_DECISIONS:
        decisions += play(state, rng)
        games += 1
    return decisions / games


def roll_out(name: str, deal: int, rollouts: int, seed: int) -> tuple[int, float, float]:
    """Random rollouts in C++: their number, decisions and seconds.

    With one simulation more than there are actions, the bot sends `rollouts` games from the position itself and as
    many from behind each of its actions, so the mean number of decisions is known.
    """
    import pyspiel

    game, states = dealt(name)
    state = states[deal]
    actions = len(state.legal_actions())
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, actions + 1, ENOUGH_MEMORY, False, seed, False)
    left = decisions_left(name, deal)
    begin = perf_counter()
    bot.step(state)
    spent = perf_counter() - begin
    return rollouts * (1 + actions), rollouts * (left + actions * (left - 1)), spent


@cache
def rollouts_per_step(name: str, deal: int) -> int:
    """The number of rollouts in about STEP seconds."""
    rollouts, spent = 1, 0.0
    while spent < STEP / 2:
        rollouts *= 2
        _, _, spent = roll_out(name, deal, rollouts, 1)
    return rollouts


def roll_out_for(name: str, seconds: float) -> tuple[float, float]:
    """Games and decisions a second of random rollouts in C++."""
    sizes = [rollouts_per_step(name, deal) for deal in range(DEALS)]
    games, decisions, time, step = 0, 0.0, 0.0, 0
    while time < seconds or step % DEALS:
        more_games, more_decisions, spent = roll_out(name, step % DEALS, sizes[step % DEALS], step)
        games, decisions, time, step = games + more_games, decisions + more_decisions, time + spent, step + 1
    return games / time, decisions / time


def games(name: str, seconds: float) -> float:
    """Rollouts a second in C++; those after the first action count as whole games, in the peer's favour."""
    return roll_out_for(name, seconds)[0]


def decisions(name: str, seconds: float) -> float:
    """Decisions of rollouts a second in C++."""
    return roll_out_for(name, seconds)[1]


@cache
def played(name: str) -> tuple[tuple[int, ...], State]:
    """The actions of a random game, and the position in its middle. For games without chance after the deal."""
    state = dealt(name)[1][0]
    end, middle = state.clone(), state.clone()
    rng = random.Random(1)
    while not end.is_terminal():
        advance(end, rng)
    actions = tuple(end.history()[len(state.history()) :])
    for action in actions[: len(actions) // 2]:
        middle.apply_action(action)
    return actions, middle


def calls(name: str, seconds: float) -> float:
    """Seconds for one `legal_actions` and one `apply_action`, called from Python."""
    start, actions = dealt(name)[1][0], played(name)[0]

    def replay() -> None:
        state = start.clone()
        legal, apply = state.legal_actions, state.apply_action
        for action in actions:
            legal()
            apply(action)

    return seconds_per_call(replay, seconds) / len(actions)


def clone(name: str, seconds: float) -> float:
    """Seconds to copy a state from Python, in the middle of a game."""
    return seconds_per_call(played(name)[1].clone, seconds, batch=100)


def plain_search(name: str, simulations: int, seconds: float) -> float:
    """Simulations a second of tree search in C++, from the start of a game that hides nothing."""
    import pyspiel

    game, states = dealt(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, ENOUGH_MEMORY, False, 1, False)

    def search() -> int:
        bot.mcts_search(states[0])
        return simulations

    return count_per_second(search, seconds)


def hidden_search(name: str, simulations: int, seconds: float) -> float:
    """Simulations a second of information-set tree search in C++, from the middle of a game.

    The bot refuses games that hide nothing, such as connect four, and skips single-action positions.
    """
    import pyspiel

    state = played(name)[1].clone()
    rng = random.Random(1)
    while len(state.legal_actions()) == 1:
        advance(state, rng)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORATION, simulations)

    def search() -> int:
        bot.step(state)
        return simulations

    return count_per_second(search, seconds)


def rlcard(name: str, seconds: float) -> float:
    """Decisions a second of random play in an RLCard environment, which gives an observation with each."""
    import rlcard as package

    environment = package.make(name, config={"seed": 1})
    rng = random.Random(1)

    def game() -> int:
        state, _ = environment.reset()
        count = 0
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            count += 1
        return count

    return count_per_second(game, seconds)


def pettingzoo(name: str, seconds: float) -> float:
    """Decisions a second of random play in a PettingZoo environment, which gives an observation with each."""
    from importlib import import_module

    return step_agents(import_module(f"pettingzoo.classic.{name}").env(), seconds)


def step_agents(environment: Any, seconds: float) -> float:  # noqa: ANN401  # PettingZoo has no types
    """Decisions a second in any environment of PettingZoo's kind."""
    rng = random.Random(1)

    def game() -> int:
        environment.reset(seed=rng.randrange(1 << 30))
        count = 0
        for _ in environment.agent_iter():
            observation, _, is_over, is_cut_short, _ = environment.last()
            if is_over or is_cut_short:
                environment.step(None)
            else:
                environment.step(rng.choice(observation["action_mask"].nonzero()[0]))
                count += 1
        return count

    return count_per_second(game, seconds)
