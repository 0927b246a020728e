"""Hints: the turns that a seat could play, their values, everybody's chances, and a reason.

The strongest thinker of the game says which turns are worth a look. Their figures are measured: all meet the same
imagined worlds, equally often, so that differences are not chance; a chance and a lead come from the same playouts.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game, LogLine
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.position import Position
from estaminet.players import reasons
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.search import Budget, SearchResult, search
from estaminet.players.thinker import Line, LineResults, Thinker

DEFAULT_BUDGET: Final = Budget(seconds=1.0)
MOST_TURNS: Final = 3
MOST_LINES: Final = 24
"""Lines of the search that are considered for turns."""
FIRST_LOOK: Final = 6
"""Different turns that are tried first, to find the best few."""
FIRST_WORLDS: Final = 48
WORLDS: Final = 320
"""Imagined worlds for each shown turn: a chance of one half is known to 2.8 points."""
SURE: Final = 2.0
"""Standard errors that make a difference significant."""
STEPS: Final = (1, 2, 5)
"""Units to which a lead may be rounded, times powers of ten."""
WIDER: Final = 1.1
"""How much more the leads of a risky turn vary."""
SAME: Final = 1e-9
"""Calculated shares that differ by less are equal."""
LONGEST_CONTINUATION: Final = 60
"""The most actions of a likely continuation."""

Risk = Literal["riskier", "safer", "later"]


@dataclass(frozen=True)
class Turn:
    """A turn that a seat could play, from its first action on."""

    actions: tuple[str, ...]
    """Up to the end of the turn, or until something new is revealed."""
    share: float
    """The share of the victory that the seat may expect after it."""
    lead: float | None
    """By how much it is then ahead of the best of the others, in the game's own unit, at the end of the same playouts;
    rounded to what is certain; None if the game has none."""
    error: float = 0.0
    """The standard error of the share; 0 if it was calculated."""
    is_as_good: bool = False
    """Whether it is as good as the first one, as far as can be told."""
    risk: Risk | None = None
    """Why its chance is better than that of a turn with a better lead.

    It is riskier, and the seat is behind; safer, and the seat is ahead; or what it brings comes after the playouts.
    """


@dataclass(frozen=True)
class HintedAction:
    """One action that the seat could take."""

    action: str
    share: float
    """The share of the victory that the seat may expect after it."""
    visits: int
    """The number of visits; 0 if it was calculated."""
    continuation: tuple[str, ...]
    """The expected continuation, as far as it was searched."""


@dataclass(frozen=True)
class ExpectedAction:
    """One action of a likely continuation."""

    seat: int
    action: str
    lines: tuple[LogLine, ...]
    """Its lines of the log."""


@dataclass(frozen=True)
class Hint:
    """A hint for a seat, from its own knowledge."""

    actions: tuple[HintedAction, ...]
    """Every legal action, the best first; empty if the seat is not to move."""
    win_shares: tuple[float, ...]
    """The share of the victory that every seat may expect, if the first turn is played."""
    is_exact: bool
    """Whether all of it was calculated to the end, and not estimated."""
    turns: tuple[Turn, ...] = ()
    """The best few whole turns that differ in what matters, the best first."""
    reason: LogLine | None = None
    """The reason why the first is better than the second, or that it wins at once; None if there is none."""
    following: tuple[ExpectedAction, ...] = ()
    """The likely continuation of the first of them, several turns, in one of the imagined worlds."""

    @property
    def suggestions(self) -> tuple[HintedAction, ...]:
        """The actions, under their former name."""
        return self.actions


def find_hint(position: Position, seat: int, budget: Budget = DEFAULT_BUDGET, *, seed: int = 0) -> Hint:
    """A hint for a seat, from what it may know and nothing else.

    The budget is for finding turns; a third of a second more measures them.

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
    thinker = Thinker(game, position.players)
    if position.to_move != seat:
        means = thinker.try_lines(known, seat, [()], WORLDS, generator(seed)).means[0]
        return Hint((), tuple(means.tolist()), is_exact=False)
    thoughts, found = find_turns(thinker, known, seat, budget, seed)
    trial = found.take(order_as_read(game, found, seat, thoughts))
    turns = describe_turns(game, seat, trial, thoughts)
    actions = tuple(
        HintedAction(
            game.actions[each.code].text,
            each.shares[seat],
            each.visits,
            tuple(game.actions[code].text for code in each.continuation),
        )
        for each in thoughts.candidates
    )
    shares = thoughts.shares if thoughts.is_exact else tuple(trial.means[0].tolist())
    return Hint(
        actions,
        shares,
        thoughts.is_exact,
        turns,
        explain(game, trial, seat, turns, thoughts),
        continue_likely(thinker, trial, seat),
    )


def find_turns(
    thinker: Thinker, known: Known, seat: int, budget: Budget, seed: int, worlds: int = WORLDS
) -> tuple[SearchResult, LineResults]:
    """The value of every action, and the best few turns, the best first, tried in so many worlds."""
    thoughts = value_all_actions(thinker, known, seat, budget, seed)
    return thoughts, try_turns(thinker, known, seat, thoughts, seed, worlds)


def value_all_actions(thinker: Thinker, known: Known, seat: int, budget: Budget, seed: int) -> SearchResult:
    """The value of every legal action: calculated if all of them can be, otherwise searched.

    A turn that wins at once comes first. It is worth the whole victory only where nothing that is hidden can spoil it.
    What the thinker would do comes next, then what a search finds besides.
    """
    game, players = thinker.game, thinker.players
    if found := calculate_end(game, players, known, seat):
        return found
    searched = search(game, players, known, seat, _halve(budget) if thinker.has_network else budget, seed)
    won = win_at_once(game, players, known, seat, seed)
    if won is None and not thinker.has_network:
        return searched
    if won is None:
        return _merge(thinker.think(known, seat, _halve(budget), seed), searched)
    (winning,) = won.candidates
    own = next(each for each in searched.candidates if each.code == winning.code)
    others = [each for each in searched.candidates if each is not own]
    if won.is_exact:
        return SearchResult([winning, *others], won.shares, is_exact=not others, lines=[winning, *searched.lines])
    first = own._replace(continuation=winning.continuation)
    return SearchResult([first, *others], searched.shares, lines=[first, *searched.lines])


def _halve(budget: Budget) -> Budget:
    """Half of a budget."""
    iterations = None if budget.iterations is None else max(1, budget.iterations // 2)
    return Budget(iterations, None if budget.seconds is None else budget.seconds / 2, budget.threads)


def _merge(thoughts: SearchResult, searched: SearchResult) -> SearchResult:
    """The thinker's candidates, the best first, then those of the search alone."""
    seen = {each.code for each in thoughts.candidates}
    others = [each for each in searched.candidates if each.code not in seen]
    lines = [*(thoughts.lines or thoughts.candidates), *searched.lines]
    return SearchResult([*thoughts.candidates, *others], thoughts.shares, thoughts.is_exact, lines)


def try_turns(
    thinker: Thinker, known: Known, seat: int, thoughts: SearchResult, seed: int, worlds: int = WORLDS
) -> LineResults:
    """The best few turns in the same worlds, the best first."""
    rng = generator(seed)
    lines = choose_turns(thinker, known, seat, thoughts, seed)
    if len(lines) > MOST_TURNS:
        means = thinker.try_lines(known, seat, lines, FIRST_WORLDS, rng).means[:, seat]
        means[0] = 1  # the thinker's own choice is always included
        lines = [lines[at] for at in np.argsort(-means, kind="stable")[:MOST_TURNS]]
    trial = thinker.try_lines(known, seat, lines, worlds, rng)
    worth = [_find_exact(thoughts, line, seat) for line in lines] if thoughts.is_exact else trial.means[:, seat]
    return trial.take(np.argsort(-np.array(worth), kind="stable").tolist())


def _find_exact(thoughts: SearchResult, line: Line, seat: int) -> float:
    """The calculated share of a turn, which is that of its first action."""
    return next(each.shares[seat] for each in thoughts.candidates if each.code == line[0])


def choose_turns(thinker: Thinker, known: Known, seat: int, thoughts: SearchResult, seed: int) -> list[Line]:
    """Turns that a person would tell apart, the thinker's best first."""
    game = thinker.game
    (world,) = imagine_worlds(game, known, seat, 1, seed)
    found: dict[Hashable, list[Line]] = {}
    shares: dict[Hashable, float] = {}
    for line in (thoughts.lines or thoughts.candidates)[:MOST_LINES]:
        turn = thinker.finish_turn(world, seat, (line.code, *line.continuation))
        key = game.turn_key(world, turn)
        if abs(shares.setdefault(key, line.shares[seat]) - line.shares[seat]) < SAME:
            found.setdefault(key, []).append(turn)
        if len(found) == FIRST_LOOK:
            break
    return [pick_lead(thinker, known, seat, turns, seed) for turns in found.values()]


def pick_lead(thinker: Thinker, known: Known, seat: int, turns: Sequence[Line], seed: int) -> Line:
    """Of turns with the same share the one with the best lead: nobody likes to leave money behind."""
    if len(turns) == 1:
        return turns[0]
    leads = find_leads(thinker.game, thinker.try_lines(known, seat, turns, FIRST_WORLDS, generator(seed)), seat)
    return turns[0] if leads is None else turns[int(leads.mean(axis=0).argmax())]


def imagine_worlds(game: Game, known: Known, seat: int, number: int, seed: int) -> list[Memory]:
    """Positions that agree with what a seat knows."""
    rng = generator(seed)
    worlds: list[Memory] = [known.copy() for _ in range(number)]
    for world in worlds:
        game.kernel.determinize(world, seat, rng)
    return worlds


def order_as_read(game: Game, trial: LineResults, seat: int, thoughts: SearchResult) -> list[int]:
    """The best first; of chances that read the same, in percent, the one that leaves the seat furthest ahead.

    Winning at once leaves nothing to be ahead of.
    """
    leads = find_leads(game, trial, seat)
    if leads is None or reasons.wins_at_once(game, trial, seat):
        return list(range(len(trial.lines)))
    shares = trial.means[:, seat]
    if thoughts.is_exact:
        shares = np.array([_find_exact(thoughts, line, seat) for line in trial.lines])
    leads = leads.mean(axis=0)
    return sorted(range(len(trial.lines)), key=lambda at: (-round(100 * float(shares[at])), -float(leads[at])))


def describe_turns(game: Game, seat: int, trial: LineResults, thoughts: SearchResult) -> tuple[Turn, ...]:
    """Tried turns, as they are shown."""
    leads = find_leads(game, trial, seat)
    turns: list[Turn] = []
    for at, line in enumerate(trial.lines):
        share, error = float(trial.means[at, seat]), trial.find_error(at, seat)
        if thoughts.is_exact:
            share, error = _find_exact(thoughts, line, seat), 0.0
        turns.append(
            Turn(
                tuple(game.actions[code].text for code in line),
                share,
                None if leads is None else round_lead(leads[:, at]),
                error,
                is_as_good=at > 0
                and is_as_good(trial, at, seat, turns[0].share - share if thoughts.is_exact else None),
                risk=None if leads is None else find_risk(trial, leads, at, seat),
            )
        )
    return tuple(turns)


def explain(game: Game, trial: LineResults, seat: int, turns: Sequence[Turn], thoughts: SearchResult) -> LogLine | None:
    """Why the first turn is better than the next one that is not as good; None if there is none."""
    worse = next((at for at, turn in enumerate(turns) if at and not turn.is_as_good), None)
    if worse is None and reasons.wins_at_once(game, trial, seat):
        return reasons.WON
    if worse is None:
        return reasons.CLOSE_CALL if len(turns) > 1 else None
    calculated = turns[0].share - turns[worse].share if thoughts.is_exact else None
    return reasons.find_reason(game, trial, seat, worse=worse, calculated=calculated)


def is_as_good(trial: LineResults, line: int, seat: int, calculated: float | None) -> bool:
    """Whether a turn is as good as the first, as far as the playouts tell; or exactly, if it was calculated."""
    if calculated is not None:
        return calculated < SAME
    gain, error = trial.compare(0, line, seat)
    return gain <= SURE * error


def find_leads(game: Game, trial: LineResults, seat: int) -> NDArray[np.float64] | None:
    """(worlds, lines): the seat's lead at the end of every playout; None if the game has none."""
    leads = [[game.lead(end, seat) for end in ends] for ends in trial.ends]
    return None if leads[0][0] is None else np.array(leads, np.float64)


def find_risk(trial: LineResults, leads: NDArray[np.float64], line: int, seat: int) -> Risk | None:
    """Why a turn with a better chance than a later one has a worse lead; None if it has not.

    Nothing is said of a turn that has both worse than one above it: a reader compares it with that one.
    """
    if (leads[:, :line].mean(axis=0) > leads[:, line].mean()).any():
        return None
    for other in range(line + 1, len(trial.lines)):
        gain, error = trial.compare(line, other, seat)
        behind = PairedDifference.of(leads[:, other] - leads[:, line])
        if gain > SURE * error and behind.mean > SURE * behind.error:
            spread, usual = float(leads[:, line].std()), float(leads[:, other].std())
            lead = float(leads[:, [line, other]].mean())
            if spread > WIDER * usual and lead < 0:
                return "riskier"
            return "safer" if usual > WIDER * spread and lead > 0 else "later"
    return None


def round_lead(leads: NDArray[np.float64]) -> float:
    """Their mean, to a whole number that is not finer than its standard error."""
    mean, error = PairedDifference.of(leads)
    step = next(step * 10**tens for tens in count() for step in STEPS if step * 10**tens >= error)
    return float(round(mean / step) * step)


class PairedDifference(NamedTuple):
    """The mean of paired differences, and its error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "PairedDifference":
        return cls(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


def find_reason(
    game: Game, players: int, known: Known, seat: int, better: Sequence[int], worse: Sequence[int], *, seed: int = 0
) -> LogLine:
    """Why a seat does better with one turn than with another; both are codes, and begin at what the seat knows.

    Neither goes on after something that the game's `pauses` name: it would come out otherwise in an imagined world.
    """
    trial = Thinker(game, players).try_lines(known, seat, [better, worse], WORLDS, generator(seed))
    return reasons.find_reason(game, trial, seat)


def continue_likely(thinker: Thinker, trial: LineResults, seat: int) -> tuple[ExpectedAction, ...]:
    """The likely continuation of the first turn, in the world in which its result is closest to average."""
    shares = trial.shares[:, 0, seat]
    return play_likely(thinker, trial.worlds[int(np.abs(shares - shares.mean()).argmin())], trial.lines[0])


def play_likely(thinker: Thinker, world: Memory, line: Line) -> tuple[ExpectedAction, ...]:
    """A turn, and then everybody's quick choices, until the seat has moved once more."""
    game, kernel, players = thinker.game, thinker.game.kernel, thinker.players
    memory, mover = world.copy(), kernel.to_move(world)
    found: list[ExpectedAction] = []
    turns = players + 1
    for at in range(LONGEST_CONTINUATION):
        legal = kernel.codes(memory).tolist() if kernel.to_move(memory) >= 0 else []
        if kernel.to_move(memory) != mover:
            mover, turns = kernel.to_move(memory), turns - 1
        if not legal or not turns:
            break
        is_given = at < len(line) and line[at] in legal
        code = line[at] if is_given else thinker.go_on(kernel.known(memory, mover), mover, legal)
        before = kernel.known(memory, NOBODY)
        kernel.apply(memory, code)
        lines = game.describe(before, game.actions[code], kernel.known(memory, NOBODY))
        found.append(ExpectedAction(mover, game.actions[code].text, tuple(lines)))
    return tuple(found)
