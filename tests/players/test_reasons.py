"""Why one turn is better than another: what is said is so, and it explains the difference."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from estaminet.engine.game import Fact, Game, LogLine
from estaminet.engine.jit.random import below, generator
from estaminet.players.levels import LevelPlayer
from estaminet.players.reasons import REASON_KEYS, RIVAL_SHARE, compare, find_reason, follow_lines
from estaminet.players.search import Budget
from estaminet.players.thinker import LineResults, Thinker

WORLDS = 300
GAMES = ("poule", "reeperbahn", "nuit")
FEW, MANY = 12, 300
LEVELS = ("apprentice", "regular", "waiter", "host")


# What is a reason at all: facts of a game that has no other.


Explain = Callable[..., LogLine]


class Told:
    """A game of two lines, of which only facts are known."""

    def __init__(self, *facts: Fact) -> None:
        self.facts = facts
        self.reason_keys = {"more": ("amount",), "less": ("seat",), "part": ("line", "amount"), "wins": ()}

    def find_facts(self, afters: object, ends: object, seat: int) -> Sequence[Fact]:  # noqa: ARG002  # a game's
        return self.facts


@pytest.fixture
def explain(monkeypatch: pytest.MonkeyPatch) -> Explain:
    monkeypatch.setattr("estaminet.players.reasons.follow_lines", lambda _, trial: trial.ends)

    def find(shares: NDArray[np.float64], *facts: Fact) -> LogLine:
        """The reason of seat 0 for the first line; seat 1 gets the rest, seat 2 nothing."""
        all_shares = np.stack([shares, 1 - shares, np.zeros_like(shares)], axis=-1)
        nothing = np.zeros((len(shares), 2, 1), np.uint8)
        game = cast("Game", Told(*facts))
        return find_reason(game, LineResults(nothing[:, 0], [(0,), (1,)], all_shares, nothing), 0)

    return find


def draw(better: float, worse: float, seed: int = 1) -> NDArray[np.float64]:
    """Numbers that chance changes, by as much as one, around these means."""
    return np.random.default_rng(seed).normal([better, worse], 1.0, (WORLDS, 2))


def test_the_reason_is_what_explains_most_with_its_figure(explain: Explain) -> None:
    income, idle = draw(8, 2), draw(5, 0, seed=2)
    shares = 0.5 + 0.03 * income
    assert explain(shares, Fact(idle, more="wins"), Fact(income, more="more")) == LogLine("more", {"amount": 6})


def test_more_of_a_bad_thing_is_no_reason(explain: Explain) -> None:
    income = draw(2, 8)
    assert explain(0.5 - 0.03 * income, Fact(income, more="more")).key == "reason.later"
    assert explain(0.5 - 0.03 * income, Fact(income, less="less", arguments={"seat": 1})).key == "less"


def test_what_explains_less_than_a_third_is_no_reason(explain: Explain) -> None:
    income = draw(8, 2)
    later = np.array([0.5, 0.0])
    assert explain(0.3 + 0.03 * income + later, Fact(income, more="more")) == LogLine("reason.later", {})


def test_a_difference_of_less_than_a_point_is_a_close_call(explain: Explain) -> None:
    income = draw(8, 2)
    assert explain(0.5 + 0.001 * income, Fact(income, more="more")) == LogLine("reason.close", {})


def test_whoever_cannot_win_any_more_is_not_named(explain: Explain) -> None:
    income = draw(2, 8)
    lost = Fact(income, less="less", arguments={"seat": 2}, rival=2)
    assert explain(0.5 - 0.03 * income, lost) == LogLine("reason.later", {})


def test_a_part_that_makes_up_most_is_named_in_its_place(explain: Explain) -> None:
    row, column = draw(8, 2), draw(1, 1, seed=2)
    parts = [Fact(row, more="part", arguments={"line": "row"}), Fact(column, more="part", arguments={"line": "column"})]
    whole = Fact(row + column, more="more", parts=parts)
    assert explain(0.5 + 0.03 * whole.numbers, whole) == LogLine("part", {"line": "row", "amount": 6})


def test_a_win_at_once_needs_no_chance_to_be_a_reason(explain: Explain) -> None:
    wins = np.tile([1.0, 0.0], (WORLDS, 1))
    assert explain(0.2 + 0.8 * wins, Fact(wins, more="wins", weight=1.0)) == LogLine("wins", {})


def test_figures_are_not_finer_than_they_are_known(explain: Explain) -> None:
    income = 100 * draw(8, 2)
    amount = explain(0.5 + 0.0003 * income, Fact(income, more="more", step=5)).arguments["amount"]
    assert amount in range(570, 640, 10)


# What games say.


def play_trials(name: str, number: int) -> Iterator[tuple[Game, int, LineResults, LineResults]]:
    """So many turns that the house thought of in games of house players."""
    return islice((each for seed in count(1) for each in play_trials_of(name, seed)), number)


def play_trials_of(name: str, seed: int) -> Iterator[tuple[Game, int, LineResults, LineResults]]:
    """Some turns of one game, each tried in two sets of worlds."""
    game, rng = estaminet.game(name), generator(seed)
    players = game.seats[seed % len(game.seats)]
    position = game.start(players=players, seed=seed)
    house = [LevelPlayer(LEVELS[below(rng, len(LEVELS))], seed + seat, is_timed=False) for seat in range(players)]
    moments = []
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        if len(position.legal_codes()) > 1:
            moments.append((seat, known))
        position.play_code(house[seat].choose(game, players, known, seat))
    thinker = Thinker(game, players)
    for _ in range(6):
        seat, known = moments[below(rng, len(moments))]
        thoughts = thinker.think(known, seat, Budget(iterations=100), seed)
        turns = [thinker.finish_turn(known, seat, (each.code, *each.continuation)) for each in thoughts.candidates]
        lines = list({game.turn_key(known, turn): turn for turn in reversed(turns[:8])}.values())[::-1][:2]
        if len(lines) == 2:
            trial = thinker.try_lines(known, seat, lines, WORLDS, generator(seed))
            trial = trial.take(np.argsort(-trial.means[:, seat]).tolist())
            yield game, seat, trial, thinker.try_lines(known, seat, trial.lines, WORLDS, generator(seed + 1000))


def find_fact(game: Game, trial: LineResults, seat: int, line: LogLine) -> Fact:
    """The fact of which a reason speaks."""
    facts = game.find_facts(follow_lines(game, trial), trial.ends, seat)
    every = [*facts, *(part for fact in facts for part in fact.parts)]
    (found,) = (
        fact
        for fact in every
        if line.key in (fact.more, fact.less) and fact.arguments.items() <= dict(line.arguments).items()
    )
    return found


class Claim(NamedTuple):
    """The reason for a decision."""

    matters: bool
    line: LogLine
    is_so: bool | None
    """In other worlds; None of one that claims nothing."""


def hold(game: Game, seat: int, trial: LineResults, fresh: LineResults) -> Claim:
    line = find_reason(game, trial, seat)
    gain, error = trial.compare(0, 1, seat)
    matters = bool(gain >= 0.03 and gain > 2 * error)
    assert set(line.arguments) == set({**game.reason_keys, **REASON_KEYS}[line.key]), line
    if line.key in REASON_KEYS:
        return Claim(matters, line, None)
    fact = find_fact(game, trial, seat, line)
    assert fact.rival is None or trial.means[:, fact.rival].max() >= RIVAL_SHARE, line
    said, found = (compare(find_fact(game, each, seat, line).numbers, 0, 1) for each in (trial, fresh))
    is_so = said.mean * found.mean > 0
    if "amount" in line.arguments:
        figure, step = float(line.arguments["amount"]), max(2 * said.error, fact.step)
        is_so = is_so and abs(abs(found.mean) - figure) <= 3 * float(np.hypot(said.error, found.error)) + step
    return Claim(matters, line, bool(is_so))


def check_claims(name: str, number: int) -> tuple[int, int]:
    """What is said is so in other worlds; how many decisions matter, and how many of those have a reason."""
    claims = [hold(*each) for each in play_trials(name, number)]
    made = [each.is_so for each in claims if each.is_so is not None]
    broken = made.count(False)
    assert broken <= 0.03 * len(made) + 1, f"{broken} of {len(made)} claims are not so in other worlds"
    matter = [each for each in claims if each.matters]
    return len(matter), sum(each.is_so is not None for each in matter)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_reason_claims_is_so_in_other_worlds(name: str) -> None:
    matter, explained = check_claims(name, FEW)
    assert matter  # of a dozen; in reeperbahn most of them are close
    assert explained >= matter / 2


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_most_decisions_that_matter_have_a_reason(name: str) -> None:
    matter, explained = check_claims(name, MANY)
    print(f"{name}: {explained} of {matter}")
    assert explained >= 0.75 * matter


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_of_a_line_at_once_does_not_depend_on_its_place(name: str) -> None:
    game, _, trial, _ = next(iter(play_trials(name, 1)))
    turned = trial.take([1, 0])
    assert np.array_equal(follow_lines(game, turned)[:, ::-1], follow_lines(game, trial))


def test_what_the_lines_of_the_square_pay_adds_up_to_what_the_round_pays() -> None:
    for game, seat, trial, _ in play_trials("poule", 4):
        for fact in game.find_facts(follow_lines(game, trial), trial.ends, seat):
            if fact.parts:
                assert np.array_equal(np.sum([part.numbers for part in fact.parts], axis=0), fact.numbers)
