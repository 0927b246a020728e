"""Hints: what a seat could do, what each action would bring, how everybody's chances stand, and why.

Whole turns are compared in the same imagined worlds, so that what tells them apart is not chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game, LogLine
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players import tree
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.player import GreedyPlayer
from estaminet.players.playouts import play_out
from estaminet.players.search import Budget, Candidate, Thoughts, find_settings, search

DEFAULT_BUDGET: Final = Budget(seconds=1.0)
MOST_TURNS: Final = 3
MOST_LINES: Final = 24
"""How many lines of thought are looked at for them."""
LONGEST_TURN: Final = tree.LONGEST_PATH
WORLDS: Final = 128
"""In how many imagined worlds a turn is tried."""
STEPS: Final = (0.5, 1, 2, 5)
"""To which numbers a lead may be rounded, and to ten times these, and so on."""
REASON_WORLDS: Final = 32
CLOSE: Final = 1
NEAR: Final = 2
"""In percent of the victory: what is closer is as good; what is nearer too, unless the game has a reason."""
REASON_KEYS: Final = {"reason.chance": ("percent",), "reason.close": ()}
"""What can be said of any game."""


@dataclass(frozen=True)
class Turn:
    """What a seat could do, from its first action on."""

    actions: tuple[str, ...]
    """Until the turn is over, or something is shown that it would have to think about."""
    share: float
    """The share of the victory that the seat may expect after it."""
    lead: float | None
    """By how much it would then be ahead, in the game's own unit, rounded to what is certain; None if it has none."""


@dataclass(frozen=True)
class HintedAction:
    """One action that the seat could take."""

    action: str
    share: float
    """The share of the victory that the seat may expect after it."""
    visits: int
    """How often it was tried; 0 if it was calculated."""
    continuation: tuple[str, ...]
    """What is expected to follow, as far as it was looked at."""


@dataclass(frozen=True)
class Hint:
    """What a seat can learn by thinking about what it knows."""

    actions: tuple[HintedAction, ...]
    """Every legal action, the best first; empty if the seat is not to move."""
    win_shares: tuple[float, ...]
    """The share of the victory that every seat may expect."""
    is_exact: bool
    """Whether all of it was calculated to the end, and not estimated."""
    turns: tuple[Turn, ...] = ()
    """The best few whole turns that a person would tell apart, the best first."""
    reason: LogLine | None = None
    """Why the first of them is better than the second; None if there is no second."""

    @property
    def suggestions(self) -> tuple[HintedAction, ...]:
        """The actions, under their former name."""
        return self.actions


def find_hint(position: Position, seat: int, budget: Budget = DEFAULT_BUDGET, *, seed: int = 0) -> Hint:
    """What a seat could do and expect, from what it may know and nothing else.

    >>> import estaminet
    >>> position = estaminet.game("poule").start(players=2, seed=7)
    >>> hint = find_hint(position, seat=position.to_move, budget=Budget(iterations=50))
    >>> len(hint.actions) == len(position.legal()), round(sum(hint.win_shares), 3)
    (True, 1.0)
    >>> best = hint.turns[0]
    >>> best.actions[0] in position.legal(), best.lead is not None  # in écus, at the end of the round
    (True, True)
    """
    if type(seat) is not int or not 0 <= seat < position.players:
        raise EstaminetError(
            "seat.unknown", f"There is no seat {seat!r:.60}; the seats are 0 to {position.players - 1}."
        )
    if position.is_over:
        return Hint((), tuple(position.returns()), is_exact=True)
    game, known = position.game, position.known_to(seat)
    if position.to_move != seat:
        return Hint((), search(game, position.players, known, seat, budget, seed).shares, is_exact=False)
    thoughts = value_all_actions(game, position.players, known, seat, budget, seed)
    actions = (
        HintedAction(
            game.actions[each.code].text,
            each.shares[seat],
            each.visits,
            tuple(game.actions[code].text for code in each.continuation),
        )
        for each in thoughts.candidates
    )
    weighed = weigh_turns(game, position.players, known, seat, thoughts, seed)
    turns = tuple(turn for _, turn in weighed)
    reason = None
    if len(weighed) > 1:
        (better, first), (worse, second) = weighed[:2]
        reason = find_reason(game, known, seat, better, worse, gain=first.share - second.share, seed=seed)
    return Hint(tuple(actions), thoughts.shares, thoughts.is_exact, turns, reason)


def value_all_actions(game: Game, players: int, known: Known, seat: int, budget: Budget, seed: int) -> Thoughts:
    """What every legal action is worth: calculated if all of them can be, else searched.

    A turn that wins at once comes first. It is worth the whole victory only where nothing that is hidden can spoil it.
    """
    if found := calculate_end(game, players, known, seat):
        return found
    searched = search(game, players, known, seat, budget, seed)
    won = win_at_once(game, players, known, seat, seed)
    if won is None:
        return searched
    (winning,) = won.candidates
    own = next(each for each in searched.candidates if each.code == winning.code)
    others = [each for each in searched.candidates if each is not own]
    if won.is_exact:
        return Thoughts([winning, *others], won.shares, is_exact=not others)
    first = own._replace(continuation=winning.continuation)
    return Thoughts([first, *others], searched.shares)


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
    """The whole turn that a line begins, or as much of a line as is the turn; the rest of it by one-ply values."""
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
    kernel, functions, settings = game.kernel, game.kernel.functions, find_settings(game)
    scratch = kernel.new_scratch(players)
    memory, shares = scratch.memory, scratch.shares
    found: list[float] = []
    leads: list[float] = []
    for number, world in enumerate(worlds):
        memory[:] = world
        for code in codes:
            if kernel.to_move(memory) != seat or code not in kernel.codes(memory):
                break
            kernel.apply(memory, code)
        play_out(functions, scratch, settings, memory, generator(seed + number))
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


def find_reason(
    game: Game, known: Known, seat: int, better: Sequence[int], worse: Sequence[int], *, gain: float, seed: int = 0
) -> LogLine:
    """Why a seat does better with one turn than with another; both are codes, and begin at what the seat knows.

    Neither goes on after something that the game's `pauses` name: it would come out otherwise in an imagined world.
    `gain` is how much more of the victory it brings: what is said if the game itself has nothing to say.
    """
    percent = round(100 * gain)
    if percent < CLOSE:
        return LogLine("reason.close", {})
    worlds = imagine_worlds(game, known, seat, REASON_WORLDS, seed)
    found = game.reason(worlds, seat, better, worse)
    if found or percent >= NEAR:
        return found or LogLine("reason.chance", {"percent": percent})
    return LogLine("reason.close", {})
