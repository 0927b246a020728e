"""Puzzles at a server: who solves one sees what the seat sees, and nothing else."""

import json
from itertools import islice

import pytest

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.puzzles import Puzzle, Rating, load_puzzles
from estaminet.puzzles.answer import find_answer
from estaminet.server.live.records import write_answer, write_puzzle
from tests.server.conftest import Meet
from tests.server.people import Refused
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
GAMES = ["reeperbahn", "poule", "nuit"]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_sent_changes_with_what_the_seat_cannot_see(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = estaminet.game(name)
    for puzzle in islice(load_puzzles(game).values(), 0, None, 9):
        wrong = puzzle.tries[-1].action
        sent = write_puzzle(puzzle, game), write_answer(puzzle, game, wrong, None)
        twin = puzzle.position(game)
        true = twin.memory.tobytes()
        game.kernel.determinize(twin.memory, puzzle.seat, generator(99))
        assert twin.memory.tobytes() != true

        def find_twin(_puzzle: Puzzle, _game: Game, twin: Position = twin) -> Position:
            return twin.copy()

        with monkeypatch.context() as patch:
            patch.setattr(Puzzle, "position", find_twin)
            assert (write_puzzle(puzzle, game), write_answer(puzzle, game, wrong, None)) == sent


def test_a_puzzle_is_listed_shown_and_tried(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    listed = anna.get("/api/puzzles/reeperbahn")
    assert len(listed) >= 55
    shown = anna.get(f"/api/puzzles/reeperbahn/{listed[0]['id']}")
    assert set(shown) == {"id", "game", "difficulty", "view"}
    assert shown["view"]["seat"] == shown["view"]["to_move"]
    assert not any(secret in json.dumps(shown) for secret in ("deal", "theme", "loss", "best"))
    puzzle = load_puzzles(estaminet.game("reeperbahn"))[shown["id"]]
    assert sorted(shown["view"]["legal"]) == sorted(each.action for each in puzzle.tries)
    place, rating = f"/api/puzzles/reeperbahn/{puzzle.id}", {"mu": 25.0, "sigma": 8.0}
    right = anna.post(place, {"action": puzzle.best[0], "rating": rating})
    assert right["is_right"]
    assert right["rating"]["mu"] > 25
    wrong = anna.post(place, {"action": puzzle.tries[-1].action, "rating": rating})
    assert not wrong["is_right"]
    assert wrong["rating"]["mu"] < 25
    answer = find_answer(puzzle, estaminet.game("reeperbahn"), puzzle.tries[-1].action)
    assert [frame["action"] for frame in wrong["frames"]] == list(answer.tried)
    assert [row["actions"] for row in wrong["rows"]] == [list(row.actions) for row in answer.rows]
    assert all(len(row["effects"]) == len(row["actions"]) for row in wrong["rows"])
    assert wrong["reason"] == {"key": answer.reason.key, "arguments": dict(answer.reason.arguments)}
    assert {frame["view"]["seat"] for frame in wrong["frames"]} == {puzzle.seat}
    assert wrong["best_frames"][0]["action"] in wrong["best"]
    assert anna.post(place, {"action": puzzle.best[0]})["rating"] is None


@pytest.mark.parametrize(
    ("place", "message", "code"),
    [
        ("poule/0000000000", {"action": "draw"}, "puzzle.unknown"),
        ("chess/0000000000", {"action": "draw"}, "game.unknown"),
        ("reeperbahn/ID", {"action": "fly"}, "action.unknown"),
        ("reeperbahn/ID", {"action": "end"}, "action.illegal"),
        ("reeperbahn/ID", {"action": "end", "rating": {"mu": 1e9, "sigma": 1}}, "message.invalid"),
        ("reeperbahn/ID", {}, "message.invalid"),
    ],
)
def test_what_cannot_be_tried_is_refused(
    server: RunningServer, meet: Meet, place: str, message: dict[str, object], code: str
) -> None:
    anna = meet(server, "Anna")
    fresh = next(each for each in load_puzzles(estaminet.game("reeperbahn")).values() if not each.find("end"))
    with pytest.raises(Refused) as refused:
        anna.post(f"/api/puzzles/{place.replace('ID', fresh.id)}", message)
    assert refused.value.code == code


def test_a_try_can_be_rated_without_being_stored(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    game = estaminet.game("poule")
    puzzle = next(iter(load_puzzles(game).values()))
    message = {"action": puzzle.best[0], "rating": {"mu": 25.0, "sigma": 8.0}}
    first, again = (anna.post(f"/api/puzzles/poule/{puzzle.id}", message) for _ in range(2))
    assert first == again == json.loads(write_answer(puzzle, game, puzzle.best[0], Rating(25.0, 8.0)))
