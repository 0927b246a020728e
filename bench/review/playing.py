# ruff: noqa: S311  # an experiment needs no secret numbers
"""Games of mixed levels, and what reviews say of them, a line of JSON each."""

import random
from collections.abc import Iterator
from time import perf_counter, process_time
from typing import Final

import numpy as np

import estaminet
from estaminet.engine.record import Record
from estaminet.players.levels import seat_player
from estaminet.review import Decision, Effort, Review, account, review_in_steps
from estaminet.review.decisions import LONGER, make_reviewer
from estaminet.review.replay import follow
from estaminet.review.valuation import Valuer, find_valuation, greedy_style

LEVELS: Final = ("apprentice", "regular", "greedy", "host")
CHEAP: Final = Effort(turns=0, worlds=8, iterations=8, comparisons=8, confirmations=8, deals=200, threads=1)
"""For what does not depend on how well a game is valued: that accounts add up, and that luck is zero on average."""
OTHER_SEED: Final = 7919
Row = dict[str, object]


def play(name: str, players: int, number: int) -> tuple[list[str], Record]:
    """A game between players of levels drawn by lot."""
    lots = random.Random(number)
    levels = [lots.choice(LEVELS) for _ in range(players)]
    seats = [seat_player(level, 10 * number + seat) for seat, level in enumerate(levels)]
    position = estaminet.game(name).start(players, seed=number)
    while (mover := position.to_move) is not None:
        position.play_code(seats[mover].choose(position.game, players, position.known_to(mover), mover))
    return levels, Record.of(position)


def review_games(name: str, players: int, numbers: range, effort: Effort, *, with_again: bool) -> Iterator[Row]:
    """Whole reviews; with the marked decisions of another review, from another seed, if wanted."""
    for number in numbers:
        levels, record = play(name, players, number)
        began, worked = perf_counter(), process_time()
        steps = review_in_steps(record, effort=effort, seed=number)
        next(steps)
        first = perf_counter() - began
        found = last(steps)
        row = {
            **describe(name, levels, found),
            "first": first,
            "seconds": perf_counter() - began,
            "processor": process_time() - worked,
        }
        if with_again:
            row["pairs"] = [
                [marked.loss, marked.loss_error, *value_again(record, marked, effort)] for marked in found.mistakes
            ]
            again = {each.ply: each for each in last(review_in_steps(record, effort=effort, seed=OTHER_SEED)).decisions}
            row["again"] = [
                [marked.loss, again[marked.ply].loss, again[marked.ply].verdict] for marked in found.mistakes
            ]
        yield row


def value_again(record: Record, marked: Decision, effort: Effort) -> tuple[float, float]:
    """What a mistake cost against what was shown as better, on worlds of another seed; with its standard error."""
    replay = follow(record)
    valuation = find_valuation(replay.game, effort)
    valuer = Valuer(replay.game, replay.players, greedy_style(replay.game, valuation.turns))
    reviewer = make_reviewer(replay, valuation, valuer, effort, OTHER_SEED)
    better = [replay.game.code(text) for text in marked.better]
    loss = reviewer.compare(marked.ply, better, effort.confirmations, "again", LONGER)
    return loss.lost, loss.error


def last(steps: Iterator[Review]) -> Review:
    *_, found = steps
    return found


def describe(name: str, levels: list[str], found: Review) -> Row:
    """What is kept of a review."""
    return {
        "game": name,
        "players": found.players,
        "plies": len(found.actions),
        "levels": levels,
        "result": list(found.result),
        "terms": [account.terms for account in found.accounts],
        "weight": found.accounts[0].luck_weight,
        "stakes": [account.stake for account in found.accounts],
        "marked": [count_marked(found.mistakes, seat) for seat in range(found.players)],
    }


def count_marked(marked: list[Decision], seat: int) -> int:
    return sum(each.seat == seat for each in marked)


def find_luck(name: str, players: int, numbers: range, effort: Effort) -> Iterator[Row]:
    """The luck alone, as it is before it is weighed: what the weights are fitted to."""
    for number in numbers:
        levels, record = play(name, players, number)
        replay = follow(record)
        valuation = find_valuation(replay.game, effort)
        style = greedy_style(replay.game, valuation.turns)
        valuer = Valuer(replay.game, players, style)
        dealt = account.value_deal(replay, valuer, valuation.worlds, number)
        found = dealt - account.value_place(replay, style, effort.deals)
        for ply in range(len(replay.codes)):
            drawn = account.value_draw(replay, valuer, valuation.worlds, number, ply)
            found += np.zeros(players) if drawn is None else drawn
        yield {"game": name, "players": players, "levels": levels, "result": replay.result, "luck": found.tolist()}
