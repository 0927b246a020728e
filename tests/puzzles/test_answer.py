"""After a try: the best, what was tried and what tempts, each with what it costs; why; and what is likely to follow."""

from itertools import islice

import pytest

import estaminet
from estaminet.engine.game import Game
from estaminet.puzzles import Puzzle, load_puzzles
from estaminet.puzzles.answer import LONGEST, TEMPTING, find_answer
from estaminet.puzzles.model import imagine

pytestmark = pytest.mark.compiled
GAMES = ["reeperbahn", "poule", "nuit"]


def some(game: Game) -> list[Puzzle]:
    return list(islice(load_puzzles(game).values(), 0, None, 12))


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_try_meets_the_best_and_the_two_most_tempting(name: str) -> None:
    game = estaminet.game(name)
    for puzzle in some(game):
        wrong = puzzle.tries[-1]
        answer = find_answer(puzzle, game, wrong.action)
        best, *others = answer.rows
        firsts = [row.actions[0] for row in answer.rows]
        assert best.is_right
        assert best.actions == (puzzle.tries[0].action, *puzzle.plan)
        assert best.cost is None
        assert best.share == pytest.approx(puzzle.share, abs=0 if puzzle.is_exact else 0.12)
        assert len(set(firsts)) == len(firsts)
        assert len(others) == min(1 + TEMPTING, len(puzzle.tries) - len(puzzle.best))
        assert [row.actions[0] for row in others if row.is_tried] == [wrong.action]
        assert all(row.cost is not None and row.share < best.share and not row.is_right for row in others)
        shares = [row.share for row in others]
        assert shares == sorted(shares, reverse=True)
        assert answer.reason.key.startswith(("reason.", f"{name}.reason_"))


@pytest.mark.parametrize("name", GAMES)
def test_every_right_try_is_shown_as_one(name: str) -> None:
    game = estaminet.game(name)
    for puzzle in some(game):
        answer = find_answer(puzzle, game, puzzle.best[-1])
        [tried] = [row for row in answer.rows if row.is_tried]
        assert tried.is_right
        assert tried.actions[0] == puzzle.best[-1] == answer.tried[0]


@pytest.mark.parametrize("name", GAMES)
def test_what_follows_can_be_played_and_goes_on_until_the_others_have_moved(name: str) -> None:
    game = estaminet.game(name)
    for puzzle in some(game):
        answer = find_answer(puzzle, game, puzzle.tries[-1].action)
        for line in (answer.tried, answer.best):
            position = puzzle.position(game)
            position.memory = imagine(position, puzzle.world)
            movers = set()
            for text in line:
                movers.add(position.to_move)
                position.play(text)
            assert len(movers) > 1 or position.is_over or len(line) == LONGEST
