"""Search with what was learned: the actions that a network likes are played on in imagined worlds, by the network.

Nobody in a playout knows more than at a table: every seat moves by its own view. All actions meet the same worlds, and
one that falls behind for good is dropped. What the network liked before counts until enough worlds have spoken.
"""

from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import BadNetwork
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import below, generator
from estaminet.players.networks import playouts
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network, find_weights
from estaminet.players.search import Budget, Candidate, Thoughts
from estaminet.players.thinking import calculate_end, win_at_once

SEEDS: Final = 1 << 31
MOST_WORLDS: Final = 4096
"""However much time there is."""
LEAST_SPREAD: Final = 0.05
"""By how much the difference of two actions varies from world to world, at least."""
Floats = NDArray[np.float64]


class Style(NamedTuple):
    """How a learned player thinks."""

    least: float = 0.02
    """An action that the network would take less often is not tried."""
    most: int = 8
    """Nor are more than so many."""
    turns: int = 4
    """After how many changes of mover a playout ends."""
    playouts: int = 16
    """How many there are between two looks at the clock: enough to share a pass over the weights."""
    trust: float = 3.0
    """How much a share in one world counts beside the network's logits."""
    doubt: float = 2.5
    """An action is dropped when it is behind by so many standard errors."""
    proven: int = 8
    """After so many worlds at the earliest."""


def plan(
    policy: Policy, game: Game, known: Known, seat: int, budget: Budget, seed: int, style: Style | None = None
) -> Thoughts:
    """What a seat that is to move can do, the best first, from what it knows and nothing else."""
    race = _Race(policy, game, known, seat, seed, style or Style())
    began = perf_counter()
    played, longest = 0, 0.0
    while race.is_open:
        number = max(1, race.style.playouts // len(race.alive))
        if budget.iterations is not None:
            number = min(number, (budget.iterations - played) // len(race.alive))
        elapsed = perf_counter() - began
        if number == 0 or (budget.seconds is not None and played and elapsed + longest > budget.seconds):
            break
        played += number * len(race.alive)
        race.run(number)
        longest = max(longest, perf_counter() - began - elapsed)
    return race.conclude()


def weigh_worlds(worlds: NDArray[np.uint8]) -> Floats:
    """How likely each of some imagined worlds is, by what the seat has seen the others do.

    All are alike so far. Here is the place to ask how likely the policy would have played the `last_turns` of a record
    with the hands of each world.
    """
    return np.ones(len(worlds))


class _Race:
    """Actions that are tried in the same worlds until one is left."""

    def __init__(self, policy: Policy, game: Game, known: Known, seat: int, seed: int, style: Style) -> None:
        self.style = style
        self._policy, self._kernel, self._known, self._seat = policy, game.kernel, known, seat
        self._rng = generator(seed)
        opinion = policy.judge(known, seat)
        self._players = len(opinion.shares)
        odds = np.array([playouts.exponential(float(each)) for each in opinion.logits - opinion.logits.max()])
        odds /= odds.sum()
        order = np.argsort(-odds, kind="stable")[: style.most]
        order = order[odds[order] >= min(style.least, odds.max())]
        self._codes, self._liking = opinion.codes[order], opinion.logits[order].astype(np.float64)
        self.alive = np.arange(len(order))
        """Places of the actions that are not dropped, among all that are tried."""
        self._tried = np.zeros(len(order), np.int64)
        self._weights = np.empty(0)
        self._values = np.empty((0, len(order), self._players))
        """By world, action and seat; of an action that was dropped, up to then."""
        self._expected = np.zeros(self._players)
        playouts.write_shares(opinion.shares, seat, self._expected)

    @property
    def is_open(self) -> bool:
        return len(self.alive) > 1 and len(self._weights) < MOST_WORLDS

    def run(self, number: int) -> None:
        """Try all that are left in so many worlds more, and drop what is too far behind."""
        rules, kernel, alive = self._policy.rules, self._kernel, self.alive
        worlds = np.empty((number, self._known.size), np.uint8)
        playouts.imagine(rules.determinize, self._known, self._seat, worlds.reshape(-1), self._rng)
        chances = np.array([below(self._rng, SEEDS) for _ in range(number)], np.uint64)
        found = np.zeros((number, len(alive), self._players))
        playouts.play_on(
            rules.to_move, rules.legal, rules.apply, rules.returns, rules.encode, *self._policy.packed,
            kernel.features, kernel.most_legal, self._policy.numbers.reshape(-1),
            np.repeat(worlds, len(alive), axis=0).reshape(-1), np.tile(self._codes[alive], number), self.style.turns,
            np.repeat(chances, len(alive)), found.reshape(-1),
        )  # fmt: skip
        values = np.zeros((number, len(self._codes), self._players))
        values[:, alive] = found
        self._values = np.concatenate([self._values, values])
        self._weights = np.concatenate([self._weights, weigh_worlds(worlds)])
        self._tried[alive] += number
        if len(self._weights) >= self.style.proven:
            self._drop()

    def _drop(self) -> None:
        """The first of those that are left stays; so do all that may still be better."""
        scores = self._score(self.alive)
        first = self.alive[scores.argmax()]
        own = self._values[:, self.alive, self._seat]
        spread = np.maximum(np.std(self._values[:, first, self._seat, None] - own, axis=0), LEAST_SPREAD)
        error = self.style.trust * spread * np.sqrt((self._weights**2).sum())
        self.alive = self.alive[(scores.max() - scores < self.style.doubt * error) | (self.alive == first)]

    def _score(self, places: NDArray[np.int64]) -> Floats:
        """How good actions look that were tried in all worlds: by the network's liking, and by what they brought."""
        own = self._values[:, places, self._seat]
        scores: Floats = self._liking[places] + self.style.trust * (self._weights[:, None] * own).sum(axis=0)
        return scores

    def conclude(self) -> Thoughts:
        """First those that were not dropped, the best first, then the others, the last dropped first."""
        scores = np.full(len(self._codes), -np.inf)
        scores[self.alive] = self._score(self.alive)
        order = sorted(range(len(self._codes)), key=lambda at: (-scores[at], -self._tried[at], at))
        candidates = [Candidate(int(self._codes[at]), int(self._tried[at]), self._find_shares(at)) for at in order]
        return Thoughts(candidates, candidates[0].shares)

    def _find_shares(self, at: int) -> tuple[float, ...]:
        """What every seat may expect after an action; if it was never tried, what the network says before it."""
        tried = self._tried[at]
        if tried == 0:
            return tuple(self._expected.tolist())
        return tuple(np.average(self._values[:tried, at], axis=0, weights=self._weights[:tried]).tolist())


class LearnedPlayer:
    """Calculates where that is affordable, else plans with a network: the one given, or the one of the game."""

    def __init__(self, seed: int, budget: Budget, network: Network | None = None, style: Style | None = None) -> None:
        self._seed, self._budget, self._network, self._style = seed, budget, network, style
        self._policy: Policy | None = None

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        thoughts = (
            calculate_end(game, players, known, seat)
            or win_at_once(game, players, known, seat, self._seed)
            or plan(self._find_policy(game, players), game, known, seat, self._budget, self._seed, self._style)
        )
        return thoughts.candidates[0].code

    def _find_policy(self, game: Game, players: int) -> Policy:
        if self._policy is None:
            network = self._network or require_weights(game, players)
            self._policy = Policy(network, game, players)
        return self._policy


def require_weights(game: Game, players: int) -> Network:
    """The network that comes with a game; BadNetwork if there is none."""
    found = find_weights(game, players)
    if found is None:
        raise BadNetwork(
            f"{game.name} with {players} players comes without a trained network; name one: learned:FILE.npz@0.1s."
        )
    return found
