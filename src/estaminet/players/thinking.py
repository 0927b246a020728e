"""How a strong player makes up its mind: calculate where that is affordable, else search."""

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Kernel, Known
from estaminet.players import exact
from estaminet.players.ahead import find_rules
from estaminet.players.exact import Ending, find_only_world, has_secrets
from estaminet.players.search import Budget, Candidate, Style, Thoughts, search


def think(
    game: Game, players: int, known: Known, seat: int, budget: Budget, seed: int, style: Style | None = None
) -> Thoughts:
    """What the seat that is to move can do, the best first, from what it knows and nothing else."""
    return (
        calculate_end(game, players, known, seat)
        or win_at_once(game, players, known, seat, seed)
        or search(game, players, known, seat, budget, seed, style)
    )


def win_at_once(game: Game, players: int, known: Known, seat: int, seed: int) -> Thoughts | None:
    """A turn that wins in every imagined world, if there is one; exact if nothing that is hidden can spoil it."""
    rules = find_rules(game.kernel)
    line = np.empty(max(game.kernel.most_legal, exact.LONGEST_LINE), np.int16)
    length = exact.find_win(
        rules.to_move, rules.legal, rules.apply, rules.returns, rules.determinize,
        known, seat, line, np.zeros(players), generator(seed),
    )  # fmt: skip
    if length == 0:
        return None
    codes = line[:length].tolist()
    first, *others = codes
    shares = tuple(float(each == seat) for each in range(players))
    is_exact = is_certain(game.kernel, players, known, seat, codes)
    return Thoughts([Candidate(first, 0, shares, tuple(others))], shares, is_exact=is_exact)


def is_certain(kernel: Kernel, players: int, known: Known, seat: int, codes: list[int]) -> bool:
    """Whether actions win the whole victory in every world, not only in those that were imagined.

    Either they meet nothing that is drawn or hidden, and then it happens in all worlds alike; or there is one only.
    """
    only = find_only_world(kernel, known, seat)
    memory = known.copy() if only is None else only
    weights = np.empty(kernel.most_outcomes)
    for code in codes:
        if only is None and kernel.outcomes(memory, code, weights) != 0:
            return False
        kernel.apply(memory, code)
    shares = np.zeros(players)
    if kernel.to_move(memory) < 0:
        kernel.returns(memory, shares)
    return bool(shares[seat] == 1)


def calculate_end(game: Game, players: int, known: Known, seat: int) -> Thoughts | None:
    """What every action is worth if all play for the most of their own, if that can be calculated.

    The others then play as if they knew what the seat knows: where they do not and have to choose, it is not exact.
    """
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
    is_exact = not ending.has_answer or not has_secrets(game.kernel, players, known)
    return Thoughts(candidates, candidates[0].shares, is_exact)
