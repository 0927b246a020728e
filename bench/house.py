"""``python -m bench.house``: how long the house takes in a page, in Pyodide in Node.js, and natively.

The part that is measured (`measure`) runs in both, on its process's own time. Before each time is taken, the same was
done once: browsers compile what is run often, and natively functions are loaded.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import estaminet
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.players import Budget, find_hint
from estaminet.players.levels import LevelPlayer, seat_player
from estaminet.puzzles.answer import find_answer
from estaminet.puzzles.model import load_puzzles
from estaminet.review import Effort, review_in_steps

LEVELS = ("guest", "waiter", "host", "king")
DECISIONS = 8
"""The number timed of each kind, in games with the most players."""


def measure(name: str, now: Callable[[], float]) -> dict[str, float]:
    """Times of some tasks in a game, in milliseconds."""
    game = estaminet.game(name)
    positions = list(pick_positions(name))
    found = {"a move, and what everybody sees": time_all(move, positions, now)}
    for level in LEVELS:
        found[f"a decision of {level}"] = time_all(partial(choose, LevelPlayer(level, 1)), positions, now)
    found["a hint of 2,000 iterations"] = time_all(hint, positions[:3], now)
    puzzles = [*load_puzzles(game).values()][:3]
    found["an answer to a puzzle"] = time_all(lambda each: find_answer(each, game, each.tries[-1].action), puzzles, now)
    return found


def pick_positions(name: str) -> Iterator[Position]:
    """From the middle of random games."""
    game = estaminet.game(name)
    for seed in range(DECISIONS):
        position, dice = game.start(game.seats[-1], seed), random.Random(seed)  # noqa: S311  # no secret
        for _ in range(10 + 3 * seed):
            before, code = position.copy(), dice.choice(position.legal_codes())
            position.play_code(code)
            if position.is_over:
                position = before
                break
        yield position


def time_all(work: Callable[[Any], object], given: list[Any], now: Callable[[], float]) -> float:
    """Average milliseconds of each, on its second run."""
    for each in given:
        work(each)
    begin = now()
    for each in given:
        work(each)
    return 1000 * (now() - begin) / len(given)


def move(position: Position) -> None:
    """A server's work: the action, the views of every seat, and the log."""
    after = position.copy()
    before = after.known_to()
    after.play_code(after.legal_codes()[0])
    for seat in (*range(after.players), None):
        after.own_view(seat)
    after.view()
    after.game.describe(before, after.game.actions[after.history[-1]], after.known_to())


def choose(player: LevelPlayer, position: Position) -> None:
    seat = position.to_move or 0
    player.choose(position.game, position.players, position.known_to(seat), seat)


def hint(position: Position) -> None:
    find_hint(position, position.to_move or 0, Budget(iterations=2000))


def time_review(name: str, now: Callable[[], float]) -> float:
    """Seconds for the review of a game of hosts, with the budget of a house on a device."""
    game = estaminet.game(name)
    position = game.start(game.seats[0], 1)
    players = [seat_player("waiter", seat) for seat in range(position.players)]
    while (seat := position.to_move) is not None:
        position.follow(players[seat].choose(game, position.players, position.known_to(seat), seat))
    begin = now()
    for _ in review_in_steps(Record.of(position), effort=Effort(threads=1)):
        pass
    return now() - begin


def answer(wanted: str) -> str:
    """A measurement in Pyodide."""
    from js import process  # type: ignore[import-not-found]

    def now() -> float:
        return float(process.cpuUsage().user) / 1e6

    about = json.loads(wanted)
    if about["review"]:
        return json.dumps({"review": time_review(about["name"], now)})
    return json.dumps(measure(about["name"], now))


def main(reviews: bool) -> None:
    """A line for each game and task: in a page, natively, and the ratio."""
    from estaminet.site.kit import list_files

    node, games = shutil.which("node") or "node", estaminet.games()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in list_files([estaminet.game(name) for name in games]):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(data)
        for name in games:
            script, files = Path(__file__).with_suffix(".mjs"), sorted(map(str, folder.glob(f"{name}*")))
            command: list[str | Path] = [
                node,
                script,
                folder,
                __file__,
                json.dumps({"name": name, "review": reviews}),
                *files,
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # our own words
            starts, said = done.stdout.splitlines()
            here = {"review": time_review(name, process_time)} if reviews else measure(name, process_time)
            print(name, starts)
            for what, there in json.loads(said).items():
                print(f"  {what}: {there:.1f} in a page, {here[what]:.1f} natively, {there / here[what]:.1f} times")


if __name__ == "__main__":
    main("--reviews" in sys.argv)
