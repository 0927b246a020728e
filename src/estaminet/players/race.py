"""A race between actions: those that a network prefers are played on in imagined worlds until one is left.

Nobody in a playout knows more than at a table: every seat moves by its own view. All actions meet the same worlds, and
one that falls behind for good is dropped. The network's prior counts until there are enough worlds.
"""

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import Known
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.networks import playouts
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network, find_weights
from estaminet.players.playouts import NO_ENDS, imagine, value_worlds
from estaminet.players.search import Budget, Candidate, SearchResult, find_settings

SEEDS: Final = 1 << 31
MOST_WORLDS: Final = 4096
"""However much time there is."""
NETWORK: Final = "network"
ROLLOUT: Final = "rollout"
LEAST_SPREAD: Final = 0.05
"""By how much the difference of two actions varies from world to world, at least."""
Floats = NDArray[np.float64]


class RaceSettings(NamedTuple):
    """How a learned player thinks. A game says in `race_settings` what suits it better than these."""

    playout: str = NETWORK
    """The player in imagined worlds: the NETWORK, or as in a classic search, the ROLLOUT policy."""
    prior: float = 1.0
    """The weight of the network's logits; 0: none."""
    least: float = 0.02
    """An action that the network would take less often is not tried."""
    most: int = 8
    """The most actions that are tried."""
    turns: int = 4
    """Changes of mover after which the network's playout ends."""
    sharpness: float = 1.0
    """How much more often the network takes there what it likes better; 1: as it has learned."""
    asks_network: bool = True
    """Whether the network evaluates the end of its playout, not the game's `evaluate`."""
    playouts: int = 16
    """Playouts between two looks at the clock: enough to share a pass over the weights."""
    trust: float = 3.0
    """The weight of a share in one world against the network's logits."""
    doubt: float = 2.5
    """An action is dropped when it is behind by so many standard errors."""
    proven: int = 8
    """After so many worlds at the earliest."""


VARIANTS: Final[Mapping[str, Mapping[str, object]]] = {
    "noprior": {"prior": 0.0, "least": 0.0, "most": 1000},
    "novalue": {"asks_network": False},
    "policy": {"most": 1},
    "network": {"playout": NETWORK},
    "rollout": {"playout": ROLLOUT},
    "habit": {"playout": ROLLOUT},  # its former name, in results
}
"""Ablations of a learned player: by name, the settings that change."""


def find_race_settings(game: Game, changes: Iterable[str] = ()) -> RaceSettings:
    """The best settings of a race in a game, with changes."""
    settings = {**game.race_settings}
    for change in changes:
        settings |= read_change(change)
    return RaceSettings(**settings)  # type: ignore[arg-type]  # a mapping of settings


def read_change(change: str) -> Mapping[str, object]:
    """The settings of a change: ``noprior`` is one of the variants, ``turns=2`` a member and its number."""
    name, _, number = change.partition("=")
    usual = RaceSettings()._asdict()
    if change in VARIANTS:
        return VARIANTS[change]
    if not number or name not in usual:
        known = ", ".join(
            [*VARIANTS, *(f"{member}=…" for member, value in usual.items() if type(value) in (int, float))]
        )
        raise EstaminetError(
            "entrant.unknown", f"A learned search cannot be changed by {change!r:.60}, but by: {known}."
        )
    try:
        return {name: type(usual[name])(number)}
    except ValueError as error:
        raise EstaminetError(
            "entrant.unknown", f"A learned search cannot be changed by {change!r:.60}: {error}."
        ) from None


def run_race(
    policy: Policy,
    game: Game,
    known: Known,
    seat: int,
    budget: Budget,
    seed: int,
    settings: RaceSettings | None = None,
) -> SearchResult:
    """The actions of a seat that is to move, the best first, from its knowledge alone."""
    began = perf_counter()
    race = _Race(policy, game, known, seat, seed, find_race_settings(game) if settings is None else settings)
    played, longest = 0, 0.0
    while race.is_open:
        number = max(1, race.settings.playouts // len(race.alive))
        if budget.iterations is not None:
            number = min(number, (budget.iterations - played) // len(race.alive))
        elapsed = perf_counter() - began
        if number <= 0 or (budget.seconds is not None and longest and elapsed + longest > budget.seconds):
            break
        played += number * len(race.alive)
        race.run(number)
        longest = max(longest, perf_counter() - began - elapsed)
    return race.conclude()


class _Race:
    """Actions that are tried in the same worlds until one is left."""

    def __init__(self, policy: Policy, game: Game, known: Known, seat: int, seed: int, settings: RaceSettings) -> None:
        self.settings = settings
        self._policy, self._game, self._known, self._seat = policy, game, known, seat
        self._rng = generator(seed)
        output = policy.evaluate(known, seat)
        self.players = policy.players
        odds = np.array([exponential(float(each)) for each in output.logits - output.logits.max()])
        odds /= odds.sum()
        order = np.argsort(-odds, kind="stable")[: settings.most]
        order = order[odds[order] >= min(settings.least, odds.max())]
        self._codes, self._preference = output.codes[order], settings.prior * output.logits[order].astype(np.float64)
        self.alive = np.arange(len(order))
        """Places of the actions that are not dropped, among all that are tried."""
        self._tried = np.zeros(len(order), np.int64)
        self._rows = playouts.Rows.new(policy.packed, game.kernel)
        self._playing = playouts.PlayoutSettings(
            turns=settings.turns, sharpness=settings.sharpness, asks_network=settings.asks_network
        )
        self._values = np.empty((0, len(order), self.players))
        """By world, action and seat; of an action that was dropped, up to then."""
        self._expected = np.zeros(self.players)
        playouts.write_shares(output.shares, seat, self._expected)

    @property
    def is_open(self) -> bool:
        return len(self.alive) > 1 and len(self._values) < MOST_WORLDS

    def run(self, number: int) -> None:
        """Try all that are left in so many worlds more, and drop what is too far behind."""
        worlds = self._imagine(number)
        values = np.zeros((number, len(self._codes), self.players))
        values[:, self.alive] = self._roll_out(worlds) if self.settings.playout == ROLLOUT else self._play_on(worlds)
        self._values = np.concatenate([self._values, values])
        self._tried[self.alive] += number
        if len(self._values) >= self.settings.proven:
            self._drop()

    def _imagine(self, number: int) -> NDArray[np.uint8]:
        worlds = np.empty((number, self._known.size), np.uint8)
        imagine(self._policy.functions, self._known, self._seat, worlds.reshape(-1), self._rng)
        return worlds

    def _play_on(self, worlds: NDArray[np.uint8]) -> Floats:
        """Every seat's expected share after each action in each world, with the network playing for all."""
        policy, count = self._policy, len(self.alive)
        chances = np.array([below(self._rng, SEEDS) for _ in worlds], np.uint64)
        found = np.zeros((len(worlds), count, self.players))
        playouts.play_on(
            policy.functions,
            policy.scratch,
            policy.packed,
            self._rows,
            self._playing,
            np.repeat(worlds, count, axis=0).reshape(-1),
            np.tile(self._codes[self.alive], len(worlds)),
            np.repeat(chances, count),
            found.reshape(-1),
        )
        return found

    def _roll_out(self, worlds: NDArray[np.uint8]) -> Floats:
        """The same with the rollout policy for all."""
        policy, settings = self._policy, find_settings(self._game)
        lines = self._codes[self.alive, None]
        found = np.zeros((len(worlds), len(lines), self.players))
        value_worlds(policy.functions, policy.scratch, settings, worlds.reshape(-1), lines, found, NO_ENDS, self._rng)
        return found

    def _drop(self) -> None:
        """Drop actions, except the best and all that may still be better."""
        scores = self._score(self.alive)
        first = self.alive[scores.argmax()]
        own = self._values[:, self.alive, self._seat]
        spread = np.maximum(np.std(self._values[:, first, self._seat, None] - own, axis=0), LEAST_SPREAD)
        error = self.settings.trust * spread * np.sqrt(len(self._values))
        self.alive = self.alive[(scores.max() - scores < self.settings.doubt * error) | (self.alive == first)]

    def _score(self, places: NDArray[np.int64]) -> Floats:
        """The scores of actions that were tried in all worlds: prior and results."""
        scores: Floats = self._preference[places] + self.settings.trust * self._values[:, places, self._seat].sum(
            axis=0
        )
        return scores

    def conclude(self) -> SearchResult:
        """The result: actions that were not dropped, the best first, then the others, the last dropped first."""
        scores = np.full(len(self._codes), -np.inf)
        scores[self.alive] = self._score(self.alive)
        order = sorted(range(len(self._codes)), key=lambda at: (-scores[at], -self._tried[at], at))
        candidates = [Candidate(int(self._codes[at]), int(self._tried[at]), self._find_shares(at)) for at in order]
        return SearchResult(candidates, candidates[0].shares)

    def _find_shares(self, at: int) -> tuple[float, ...]:
        """Every seat's expected share after an action; if it was never tried, the network's before it."""
        tried = self._tried[at]
        return tuple((self._values[:tried, at].mean(axis=0) if tried else self._expected).tolist())


class LearnedPlayer:
    """Calculates where that is affordable, else runs a race with a network: the one given, or the one of the game."""

    def __init__(self, seed: int, budget: Budget, network: Network | None = None, changes: Sequence[str] = ()) -> None:
        self._seed, self._budget, self._network, self._changes = seed, budget, network, changes
        self._policies: dict[tuple[Game, int], Policy] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        """Its choice, and then the actions that it values as highly, within so small a share."""
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return [int(codes[0])]
        return self.think(game, players, known, seat).list_near(seat, loss)

    def think(self, game: Game, players: int, known: Known, seat: int) -> SearchResult:
        """The seat's actions, the best first: calculated where that is affordable, otherwise from a race."""
        settings = find_race_settings(game, self._changes)
        return (
            calculate_end(game, players, known, seat)
            or win_at_once(game, players, known, seat, self._seed)
            or run_race(self._find_policy(game, players), game, known, seat, self._budget, self._seed, settings)
        )

    def _find_policy(self, game: Game, players: int) -> Policy:
        key = game, players
        if key not in self._policies:
            self._policies[key] = Policy(self._network or require_weights(game, players), game, players)
        return self._policies[key]


def require_weights(game: Game, players: int) -> Network:
    """The network that comes with a game; ``network.invalid`` if there is none."""
    found = find_weights(game, players)
    if found is None:
        raise EstaminetError(
            "network.invalid",
            f"{game.name} with {players} players comes without a trained network; name one: learned:FILE.npz@0.1s.",
        )
    return found
