"""A small network learns a game by playing against itself in a thousand games at once, and then beats `greedy`.

python docs/examples/train.py                      # eight minutes of training, then a match
estaminet arena reeperbahn --players ./docs/examples/train.py:Bot,greedy --games 400 --out match

In every game the seat to move imagines what each of its actions leads to, from what it knows and nothing else, and
takes the one after which the network rates its chances highest; now and then another. What it then sees is stored. When
the game is over, the network learns to predict the outcome from it, and its own later judgement. A better judge plays
better games, and those teach it more.
"""

import argparse
from pathlib import Path
from time import perf_counter

import numpy as np
from small_network import Floats, Network

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.lab.intervals import Estimate, estimate
from estaminet.players.player import GreedyPlayer, Player
from estaminet.vector import Afterstates, VectorGames, look_ahead

GAME = "reeperbahn"
FILE = Path(__file__).with_suffix(".npz")
HIDDEN = (128, 32)
BATCH = 1024
RATE = 1e-3
"""How fast the network learns at first; it slows down towards the end."""
WILD = 0.02
"""How often an action is taken that need not be the best."""
TRUST = 0.8
"""How much the worth of a decision depends on what happened later, and not on what the network thought next."""


def promise(network: Network, afterstates: Afterstates) -> Floats:
    """What each action promises, on average over the imagined worlds."""
    judged = network.judge(afterstates.observations.reshape(-1, afterstates.observations.shape[2]))
    is_open = np.isnan(afterstates.outcomes)
    promises: Floats = np.where(is_open, judged.reshape(is_open.shape), afterstates.outcomes).mean(axis=1)
    return promises


class Bot:
    """The network at a table."""

    def __init__(self, seed: int, network: Network | None = None, *, worlds: int = 8) -> None:
        self._network = network or Network.load(FILE)
        self._seed, self._worlds = seed << 32, worlds

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        self._seed += 1
        afterstates = look_ahead(game, players, known, seat, worlds=self._worlds, seed=self._seed)
        return int(afterstates.codes[promise(self._network, afterstates).argmax()])


class School:
    """Games of the network against itself, and the decisions that it learns from."""

    def __init__(self, games: int, hidden: tuple[int, ...], seed: int, *, capacity: int = 300_000) -> None:
        self.environment = VectorGames(GAME, games)
        self.environment.reset(seed=seed)
        self.rng = np.random.default_rng(seed)
        kernel = self.environment.game.kernel
        self.network = Network.draw((kernel.features, *hidden, 1), self.rng)
        self.finished = 0
        """How many games are over."""
        self.stored = 0
        """How many decisions were stored; the newest are in `_rows`, and what they were worth in `_worth`."""
        self._rows, self._worth = np.zeros((capacity, kernel.features), np.float32), np.zeros(capacity, np.float32)
        # Of the decisions in games under way: whose it was, what the best action promised, whether another was taken,
        # and what the seat then saw.
        self._step, self._began = 0, np.zeros(games, np.int64)
        past = kernel.longest, games
        self._seats, self._best, self._wild = np.zeros(past, np.int64), np.zeros(past), np.zeros(past, np.bool_)
        self._seen = np.zeros((*past, kernel.features), np.float32)

    def play(self) -> None:
        """One action in every game: the best, or now and then any."""
        games, now = self.environment.num_envs, self._step % len(self._seats)
        afterstates = self.environment.look_ahead()
        promises = promise(self.network, afterstates)
        counts = np.diff(afterstates.starts, append=len(promises))
        best = np.maximum.reduceat(promises, afterstates.starts)
        places = np.flatnonzero(promises == np.repeat(best, counts))
        places = places[np.searchsorted(places, afterstates.starts)]  # the first one of each game
        is_wild = self.rng.random(games) < WILD
        places = np.where(is_wild, afterstates.starts + self.rng.integers(counts), places)
        _, _, ended, _, info = self.environment.step(afterstates.codes[places])
        self._seats[now], self._best[now], self._wild[now] = info["moved"], best, is_wild
        self._seen[now] = self.environment.observe(info["moved"])
        self._step += 1
        for game in np.flatnonzero(ended).tolist():
            self._store(game, info["returns"][game].tolist())
        self._began[ended] = self._step

    def _store(self, game: int, shares: list[float]) -> None:
        """What came of each decision, from the last to the first."""
        steps = np.arange(self._began[game], self._step)[::-1] % len(self._seats)
        worth = []
        columns = (column[steps, game].tolist() for column in (self._seats, self._best, self._wild))
        for seat, best, is_wild in zip(*columns, strict=True):
            worth.append(shares[seat])
            shares[seat] = TRUST * (best if is_wild else shares[seat]) + (1 - TRUST) * best
        steps, worth = steps[1:], worth[1:]  # after the last decision the environment shows the next game
        at = np.arange(self.stored, self.stored + len(steps)) % len(self._worth)
        self._rows[at], self._worth[at] = self._seen[steps, game], worth
        self.stored += len(steps)
        self.finished += 1

    def learn(self, rows: int, rate: float) -> float:
        """From so many decisions, old and new; the log-loss."""
        some = self.rng.integers(min(self.stored, len(self._worth)), size=rows)
        return self.network.learn(self._rows[some], self._worth[some], rate)


def compare(network: Network, deals: int, seed: int) -> Estimate:
    """The network's share of the victory against `greedy`: every deal is played from every seat."""
    game = estaminet.game(GAME)
    players = game.seats[0]
    results = []
    for deal in range(deals):
        shares = []
        for own in range(players):
            seated: list[Player] = [GreedyPlayer(deal * players + seat) for seat in range(players)]
            seated[own] = Bot(deal, network)
            position = game.start(players, seed=f"compare {seed} {deal}")
            while (seat := position.to_move) is not None:
                position.play_code(seated[seat].choose(game, players, position.known_to(seat), seat))
            shares.append(position.returns()[own])
        results.append(float(np.mean(shares)))
    return estimate(results, least=0, most=1)


def train(minutes: float, games: int, seed: int) -> Network:
    """Play and learn for so long, and report how it goes."""
    school = School(games, HIDDEN, seed)
    began, next_report, losses = perf_counter(), 0.0, [np.log(2)]
    while (spent := (perf_counter() - began) / 60 / minutes) < 1:
        school.play()
        if school.stored > BATCH:
            losses.append(school.learn(BATCH, RATE * (1 - 0.95 * spent)))
        if spent * minutes >= next_report:
            next_report += 0.5
            print(
                f"{spent * minutes:4.1f} min  {school.finished:8,} games  log-loss {np.mean(losses[-300:]):.3f}",
                flush=True,
            )
    school.environment.close()
    return school.network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8, help="how long to train")
    parser.add_argument("--deals", type=int, default=200, help="of the match, each played from every seat")
    parser.add_argument("--games", type=int, default=1024, help="at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE, help="where the network is saved")
    wanted = parser.parse_args()
    network = train(wanted.minutes, wanted.games, wanted.seed)
    network.save(wanted.file)
    print(f"Saved in {wanted.file}. A match against greedy, {wanted.deals} deals from every seat:")
    result = compare(network, wanted.deals, wanted.seed)
    low, high = result.low or 0.0, result.high or 1.0
    chance = 1 / estaminet.game(GAME).seats[0]
    print(f"share {result.mean:.1%}, 95 % interval {low:.1%} to {high:.1%}; chance is {chance:.1%}")
    print("Stronger than greedy." if low > chance else "Not shown to be stronger: train longer.")


if __name__ == "__main__":
    main()
