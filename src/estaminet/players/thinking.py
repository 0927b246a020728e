"""How a strong player makes up its mind: calculate where that is affordable, else search."""

from typing import Final

import numpy as np

from estaminet.engine import compiling
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import generator
from estaminet.players import exact
from estaminet.players.ending import Ending
from estaminet.players.search import Budget, Candidate, Style, Thoughts, search

HOST_SECONDS: Final = 0.2


def think(
    game: Game, players: int, known: Known, seat: int, budget: Budget, seed: int, style: Style | None = None
) -> Thoughts:
    """What the seat that is to move can do, the best first, from what it knows and nothing else."""
    return (
        win_at_once(game, players, known, seat, seed)
        or calculate_end(game, players, known, seat)
        or search(game, players, known, seat, budget, seed, style)
    )


def win_at_once(game: Game, players: int, known: Known, seat: int, seed: int) -> Thoughts | None:
    """A turn that wins whatever is hidden, if there is one."""
    compiling.compile_functions("estaminet.players")
    rules = game.kernel.pointers
    line = np.empty(max(game.kernel.most_legal, exact.LONGEST_LINE), np.int16)
    length = exact.find_win(
        rules.to_move, rules.legal, rules.apply, rules.returns, rules.determinize,
        known, seat, line, np.zeros(players), generator(seed),
    )  # fmt: skip
    if length == 0:
        return None
    first, *others = line[:length].tolist()
    shares = tuple(float(each == seat) for each in range(players))
    return Thoughts([Candidate(first, 0, shares, tuple(others))], shares, is_exact=True)


def calculate_end(game: Game, players: int, known: Known, seat: int) -> Thoughts | None:
    """What every action is worth if all play for the most of their own, if that can be calculated."""
    if not game.kernel.is_end_near(known):
        return None
    ending = Ending(game.kernel, players, exact.END_NODES)
    candidates = []
    for code in game.kernel.codes(known).tolist():
        shares = ending.value(known, code)
        if shares is None:
            return None
        candidates.append(Candidate(code, 0, shares))
    candidates.sort(key=lambda each: (-each.shares[seat], each.code))
    return Thoughts(candidates, candidates[0].shares, is_exact=True)


class SearchPlayer:
    """Takes the best action it can think of."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed = seed
        self._budget = budget

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        return think(game, players, known, seat, self._budget, self._seed).candidates[0].code


class HostPlayer:
    """Thinks as long as the game says a host does; on a machine that is very busy a little less."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        budget = Budget(iterations=game.host_iterations, seconds=HOST_SECONDS)
        return SearchPlayer(self._seed, budget).choose(game, players, known, seat)
