"""Whole turns: what a seat could do until somebody else is to move, and what would come of each.

All turns are tried in the same imagined worlds, so that what tells them apart is not chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players import tree
from estaminet.players.ahead import find_rules
from estaminet.players.player import GreedyPlayer
from estaminet.players.search import Candidate, Style, Thoughts

MOST_TURNS: Final = 3
MOST_LINES: Final = 24
"""How many lines of thought are looked at for them."""
LONGEST_TURN: Final = tree.LONGEST_PATH
WORLDS: Final = 128
"""In how many imagined worlds a turn is tried."""
STEPS: Final = (0.5, 1, 2, 5)
"""To which numbers a lead may be rounded, and to ten times these, and so on."""


@dataclass(frozen=True)
class Turn:
    """What a seat could do, from its first action on."""

    actions: tuple[str, ...]
    """Until the turn is over, or something is shown that it would have to think about."""
    share: float
    """The share of the victory that the seat may expect after it."""
    lead: float | None
    """By how much it would then be ahead, in the game's own unit, rounded to what is certain; None if it has none."""


class _Trial(NamedTuple):
    """What came of a turn."""

    codes: tuple[int, ...]
    share: float
    leads: list[float]


def imagine_worlds(game: Game, known: Known, seat: int, number: int, seed: int) -> list[Memory]:
    """Positions that agree with what a seat knows."""
    rng = generator(seed)
    worlds: list[Memory] = [known.copy() for _ in range(number)]
    for world in worlds:
        game.kernel.determinize(world, seat, rng)
    return worlds


def weigh_turns(
    game: Game, players: int, known: Known, seat: int, thoughts: Thoughts, seed: int
) -> list[tuple[tuple[int, ...], Turn]]:
    """The best turns, the best first, each with its codes."""
    worlds = imagine_worlds(game, known, seat, WORLDS, seed)
    trials = []
    for line, codes in _choose_lines(game, players, known, seat, thoughts, seed):
        shares, leads = _play_on(game, players, worlds, seat, codes, seed)
        # A search has tried it in worlds of its own; where it was calculated, nothing has to be tried.
        total = line.visits + len(worlds)
        pooled = (line.visits * line.shares[seat] + sum(shares)) / total
        trials.append(_Trial(codes, pooled if thoughts.lines else line.shares[seat], leads))
    trials.sort(key=lambda trial: -trial.share)
    return [
        (each.codes, Turn(tuple(game.actions[code].text for code in each.codes), each.share, _round(each.leads)))
        for each in trials
    ]


def _choose_lines(
    game: Game, players: int, known: Known, seat: int, thoughts: Thoughts, seed: int
) -> list[tuple[Candidate, tuple[int, ...]]]:
    """Lines of thought whose turns are different; if there are too few, some that differ in little."""
    (world,) = imagine_worlds(game, known, seat, 1, seed)
    chosen: list[tuple[Candidate, tuple[int, ...]]] = []
    alike: list[tuple[Candidate, tuple[int, ...]]] = []
    turn_keys = set()
    results = set()
    for line in (thoughts.lines or thoughts.candidates)[:MOST_LINES]:
        codes = _complete(game, players, world, seat, (line.code, *line.continuation))
        turn_key, result = game.turn_key(world, codes), Game.turn_key(game, world, codes)
        if result not in results:
            (alike if turn_key in turn_keys else chosen).append((line, codes))
        turn_keys.add(turn_key)
        results.add(result)
        if len(chosen) == MOST_TURNS:
            break
    return [*chosen, *alike][:MOST_TURNS]


def _complete(game: Game, players: int, world: Memory, seat: int, line: Sequence[int]) -> tuple[int, ...]:
    """The whole turn that a line begins, or as much of a line as is the turn; the rest of it by what promises most."""
    kernel = game.kernel
    memory = world.copy()
    turn: list[int] = []
    for at in range(LONGEST_TURN):
        legal = kernel.codes(memory).tolist() if kernel.to_move(memory) == seat else []
        if not legal:
            break
        if at == len(line) or line[at] not in legal:
            line = (*line[:at], GreedyPlayer(0).choose(game, players, kernel.known(memory, seat), seat))
        code = line[at]
        turn.append(code)
        kernel.apply(memory, code)
        kind = game.actions[code].kind
        if kernel.revealed(memory) if game.pauses is None else kind in game.pauses:
            break
    return tuple(turn)


def _play_on(
    game: Game, players: int, worlds: Sequence[Memory], seat: int, codes: Sequence[int], seed: int
) -> tuple[list[float], list[float]]:
    """What a seat may expect after a turn in each world: its share of the victory, and its lead if there is any."""
    kernel, rules = game.kernel, find_rules(game.kernel)
    style = np.array(Style(**game.search_settings), np.float64)
    legal = np.empty(kernel.most_legal, np.int16)
    memory, imagined, ahead = (np.empty_like(worlds[0]) for _ in range(3))
    shares = np.zeros(players)
    found: list[float] = []
    leads: list[float] = []
    for number, world in enumerate(worlds):
        memory[:] = world
        for code in codes:
            if kernel.to_move(memory) != seat or code not in kernel.codes(memory):
                break
            kernel.apply(memory, code)
        tree.play_out(
            rules.to_move, rules.legal, rules.apply, rules.returns, rules.evaluate, rules.rollout, rules.determinize,
            memory, legal, imagined, ahead, shares, style, generator(seed + number),
        )  # fmt: skip
        found.append(float(shares[seat]))
        lead = game.lead(memory, seat)
        if lead is not None:
            leads.append(lead)
    return found, leads


def _round(leads: Sequence[float]) -> float | None:
    """Their mean, to a step that is not finer than its standard error."""
    if not leads:
        return None
    error = float(np.std(leads)) / sqrt(len(leads))
    step = next(step * 10**tens for tens in count() for step in STEPS if step * 10**tens >= error)
    return float(round(float(np.mean(leads)) / step) * step)
