"""Search with what was learned: the actions that a network likes are played on in imagined worlds, by the network.

Nobody in a playout knows more than at a table: every seat moves by its own view. All actions meet the same worlds, and
one that falls behind for good is dropped. What the network liked before counts until enough worlds have spoken.
"""

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import Known
from estaminet.players import search as classic
from estaminet.players.networks import playouts, weighing
from estaminet.players.networks.arithmetic import exponential
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network, find_weights
from estaminet.players.search import Budget, Candidate, Liking, Thoughts, search
from estaminet.players.thinking import calculate_end, win_at_once
from estaminet.players.worlds import POOLED, value_worlds

SEEDS: Final = 1 << 31
MOST_WORLDS: Final = 4096
"""However much time there is."""
WEIGHED_AT_ONCE: Final = 32
WEIGHING: Final = 0.25
"""The part of a budget after which no more worlds are weighed."""
MOST_UNEVEN: Final = 4
"""Weighed worlds count together for a quarter of their number at least."""
ACTIONS_A_TURN: Final = 3
"""About so many passes over the weights a playout needs for each turn."""
NETWORK: Final = "network"
HABIT: Final = "habit"
TREE: Final = "tree"
LEAST_SPREAD: Final = 0.05
"""By how much the difference of two actions varies from world to world, at least."""
Floats = NDArray[np.float64]


class Style(NamedTuple):
    """How a learned player thinks. A game says in `race_settings` what suits it better than these."""

    playout: str = NETWORK
    """Who plays on in imagined worlds: the NETWORK, the game's HABIT, or a classic TREE that tries first what the
    network likes, at every action of the turn. What follows `loyalty` is not for a tree."""
    prior: float = 1.0
    """How much the network's logits count; 0: not at all."""
    loyalty: float = 0.0
    """How much a tree holds on to what the network likes, however much was tried."""
    least: float = 0.02
    """An action that the network would take less often is not tried."""
    most: int = 8
    """Nor are more than so many."""
    turns: int = 4
    """After how many changes of mover the network's playout ends."""
    sharpness: float = 1.0
    """How much more often the network takes there what it likes better; 1: as it has learned."""
    asks_network: bool = True
    """Whether the network says what its playout has come to, not the game's `evaluate`."""
    playouts: int = 16
    """How many there are between two looks at the clock: enough to share a pass over the weights."""
    trust: float = 3.0
    """How much a share in one world counts beside the network's logits."""
    doubt: float = 2.5
    """An action is dropped when it is behind by so many standard errors."""
    proven: int = 8
    """After so many worlds at the earliest."""
    weighed: int = 0
    """From how many worlds those that are played on are drawn, by how likely they are; 0: all are alike."""
    past: int = 2
    """How many turns of the others tell how likely that is."""


VARIANTS: Final[Mapping[str, Mapping[str, object]]] = {
    "weights": {"weighed": 64},
    "noweights": {"weighed": 0},
    "noprior": {"prior": 0.0, "least": 0.0, "most": 1000},
    "novalue": {"asks_network": False},
    "policy": {"most": 1},
    "network": {"playout": NETWORK},
    "habit": {"playout": HABIT},
    "tree": {"playout": TREE},
}
"""What a learned player can do without or do differently, to see what it is worth: by name, what changes in a style."""


def find_style(game: Game, changes: Iterable[str] = ()) -> Style:
    """How a game is planned best, or otherwise."""
    settings = {**game.race_settings}
    for change in changes:
        settings |= read_change(change)
    return Style(**settings)  # type: ignore[arg-type]  # a mapping of settings


def read_change(change: str) -> Mapping[str, object]:
    """What a change makes of a style: ``noprior`` is one of the variants, ``turns=2`` a member and its number."""
    name, _, number = change.partition("=")
    usual = Style()._asdict()
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


def plan(
    policy: Policy, game: Game, known: Known, seat: int, budget: Budget, seed: int, style: Style | None = None
) -> Thoughts:
    """What a seat that is to move can do, the best first, from what it knows and nothing else."""
    style = find_style(game) if style is None else style
    if style.playout == TREE:
        trying = classic.Style(**game.search_settings)._replace(loyalty=style.loyalty)
        return search(game, policy.players, known, seat, budget, seed, trying, Liking(policy, style.prior))
    began = perf_counter()
    race = _Race(policy, game, known, seat, seed, style)
    played, longest = race.weigh(budget), 0.0
    while race.is_open:
        number = max(1, race.style.playouts // len(race.alive))
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

    def __init__(self, policy: Policy, game: Game, known: Known, seat: int, seed: int, style: Style) -> None:
        self.style = style
        self._policy, self._game, self._known, self._seat = policy, game, known, seat
        self._rng = generator(seed)
        opinion = policy.judge(known, seat)
        self.players = policy.players
        odds = np.array([exponential(float(each)) for each in opinion.logits - opinion.logits.max()])
        odds /= odds.sum()
        order = np.argsort(-odds, kind="stable")[: style.most]
        order = order[odds[order] >= min(style.least, odds.max())]
        self._codes, self._liking = opinion.codes[order], style.prior * opinion.logits[order].astype(np.float64)
        self.alive = np.arange(len(order))
        """Places of the actions that are not dropped, among all that are tried."""
        self._tried = np.zeros(len(order), np.int64)
        self._worlds, self._weights = np.empty((0, known.size), np.uint8), np.empty(0)
        self._values = np.empty((0, len(order), self.players))
        """By world, action and seat; of an action that was dropped, up to then."""
        self._expected = np.zeros(self.players)
        playouts.write_shares(opinion.shares, seat, self._expected)

    @property
    def is_open(self) -> bool:
        return len(self.alive) > 1 and len(self._values) < MOST_WORLDS

    def weigh(self, budget: Budget) -> int:
        """Imagine worlds and ask how likely they are, with a part of the budget; how many playouts that was worth."""
        style, kernel, rules = self.style, self._game.kernel, self._policy.rules
        if not (style.weighed and style.past and kernel.can_rewind and self.is_open):
            return 0
        began, asked, passes = perf_counter(), 0, max(1, style.turns * ACTIONS_A_TURN)
        found: list[NDArray[np.uint8]] = []
        odds: list[Floats] = []
        while len(found) * WEIGHED_AT_ONCE < style.weighed:
            worlds = self._imagine(WEIGHED_AT_ONCE)
            odds.append(np.ones(WEIGHED_AT_ONCE))
            asked += weighing.weigh(
                rules.to_move, rules.legal, rules.apply, rules.encode, rules.rewind, rules.hide,
                rules.determinize, rules.evaluate, *self._policy.packed, kernel.features, kernel.most_legal,
                self._policy.numbers.reshape(-1), worlds.reshape(-1), self._seat,
                style.past, odds[-1], self._rng,
            )  # fmt: skip
            found.append(worlds)
            if budget.seconds is not None and perf_counter() - began > WEIGHING * budget.seconds:
                break
            if budget.iterations is not None and asked > WEIGHING * budget.iterations * passes:
                break
        if asked:
            self._worlds = np.concatenate(found)
            self._weights = weighing.temper(np.concatenate(odds), len(self._worlds) / MOST_UNEVEN)
        return asked // passes

    def run(self, number: int) -> None:
        """Try all that are left in so many worlds more, and drop what is too far behind."""
        worlds = self._draw(number)
        values = np.zeros((number, len(self._codes), self.players))
        values[:, self.alive] = self._follow_habit(worlds) if self.style.playout == HABIT else self._play_on(worlds)
        self._values = np.concatenate([self._values, values])
        self._tried[self.alive] += number
        if len(self._values) >= self.style.proven:
            self._drop()

    def _imagine(self, number: int) -> NDArray[np.uint8]:
        worlds = np.empty((number, self._known.size), np.uint8)
        playouts.imagine(self._policy.rules.determinize, self._known, self._seat, worlds.reshape(-1), self._rng)
        return worlds

    def _draw(self, number: int) -> NDArray[np.uint8]:
        """Worlds to play on in: new ones, or of those that were weighed, each with a new order of the stacks."""
        if len(self._worlds) == 0:
            return self._imagine(number)
        drawn = self._worlds[weighing.draw_worlds(self._weights, number, self._rng)]
        for world in drawn:
            self._game.kernel.redraw(world, self._rng)
        return drawn

    def _play_on(self, worlds: NDArray[np.uint8]) -> Floats:
        """What every seat may expect after each action in each world, if the network plays for all."""
        rules, kernel, style, count = self._policy.rules, self._game.kernel, self.style, len(self.alive)
        chances = np.array([below(self._rng, SEEDS) for _ in worlds], np.uint64)
        found = np.zeros((len(worlds), count, self.players))
        playouts.play_on(
            rules.to_move, rules.legal, rules.apply, rules.returns, rules.evaluate, rules.encode, rules.hide,
            rules.determinize, *self._policy.packed, kernel.features, kernel.most_legal,
            self._policy.numbers.reshape(-1), np.repeat(worlds, count, axis=0).reshape(-1),
            np.tile(self._codes[self.alive], len(worlds)), style.turns, style.sharpness, style.asks_network,
            np.repeat(chances, count), found.reshape(-1),
        )  # fmt: skip
        return found

    def _follow_habit(self, worlds: NDArray[np.uint8]) -> Floats:
        """The same, if all play as in a classic search."""
        rules, kernel = self._policy.rules, self._game.kernel
        lines = self._codes[self.alive, None]
        settings = np.array(classic.Style(**self._game.search_settings), np.float64)
        found = np.zeros((len(worlds), len(lines), self.players))
        for number, world in enumerate(worlds):
            value_worlds(
                rules.to_move, rules.legal, rules.apply, rules.returns, rules.evaluate, rules.rollout,
                rules.determinize, rules.redraw, world, POOLED, lines, np.empty(kernel.most_legal, np.int16), settings,
                found[number : number + 1], self._rng,
            )  # fmt: skip
        return found

    def _drop(self) -> None:
        """The first of those that are left stays; so do all that may still be better."""
        scores = self._score(self.alive)
        first = self.alive[scores.argmax()]
        own = self._values[:, self.alive, self._seat]
        spread = np.maximum(np.std(self._values[:, first, self._seat, None] - own, axis=0), LEAST_SPREAD)
        error = self.style.trust * spread * np.sqrt(len(self._values))
        self.alive = self.alive[(scores.max() - scores < self.style.doubt * error) | (self.alive == first)]

    def _score(self, places: NDArray[np.int64]) -> Floats:
        """How good actions look that were tried in all worlds: by the network's liking, and by what they brought."""
        scores: Floats = self._liking[places] + self.style.trust * self._values[:, places, self._seat].sum(axis=0)
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
        return tuple((self._values[:tried, at].mean(axis=0) if tried else self._expected).tolist())


class LearnedPlayer:
    """Calculates where that is affordable, else plans with a network: the one given, or the one of the game."""

    def __init__(self, seed: int, budget: Budget, network: Network | None = None, changes: Sequence[str] = ()) -> None:
        self._seed, self._budget, self._network, self._changes = seed, budget, network, changes
        self._policy: Policy | None = None

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        """Its choice, and then whatever else it holds to be worth as much, but for so small a share."""
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return [int(codes[0])]
        style = find_style(game, self._changes)
        thoughts = (
            calculate_end(game, players, known, seat)
            or win_at_once(game, players, known, seat, self._seed)
            or plan(self._find_policy(game, players), game, known, seat, self._budget, self._seed, style)
        )
        return thoughts.list_near(seat, loss)

    def _find_policy(self, game: Game, players: int) -> Policy:
        if self._policy is None:
            network = self._network or require_weights(game, players)
            self._policy = Policy(network, game, players)
        return self._policy


def require_weights(game: Game, players: int) -> Network:
    """The network that comes with a game; ``network.invalid`` if there is none."""
    found = find_weights(game, players)
    if found is None:
        raise EstaminetError(
            "network.invalid",
            f"{game.name} with {players} players comes without a trained network; name one: learned:FILE.npz@0.1s.",
        )
    return found
