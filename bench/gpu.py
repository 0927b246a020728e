"""``make bench-gpu``: random play on a GPU, ours beside Pgx's connect four on the same GPU in the same run.

One step is a legal action drawn in every game and carried out, a new deal where that ends the game, the observation of
whoever is next, and the mask: all in arrays on the GPU. Sixteen of them are one CUDA graph. Pgx does the same in one
compiled loop of 32 steps. Neither keeps what was seen at the end of a game.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.harness import count_per_second
from bench.positions import find

IN_A_GRAPH: Final = 16
REPETITIONS: Final = 5
SIZES: Final = (4096, 65_536, 1_048_576)
GAMES: Final = (("connect_four", 2), ("reeperbahn", 2), ("poule", 3), ("nuit", 4))
PGX: Final = "pgx connect_four"


def time_ours(name: str, players: int, games: int, seconds: float) -> float:
    """Steps of all games a second, in a graph."""
    from cuda.core import Device

    from estaminet.vector import VectorGames

    device = Device()
    device.set_current()
    environment = VectorGames(find(name), games, players=players, device="cuda", final_observations=False)
    environment.reset(seed=1)
    for _ in range(2 * IN_A_GRAPH):  # compiles everything
        environment.step_randomly()
    environment.check()
    stream = device.create_stream()
    environment.use_stream(int(stream.handle))
    graph = stream.create_graph_builder()
    graph.begin_building()
    for _ in range(IN_A_GRAPH):
        environment.step_randomly()
    steps = graph.end_building().complete()

    def work() -> int:
        for _ in range(4):
            steps.launch(stream)
        stream.sync()
        return 4 * IN_A_GRAPH * games

    for _ in range(max(1, environment.game.kernel.longest // 4 // IN_A_GRAPH)):
        work()  # games of all ages, as in a long run
    found = median(count_per_second(work, seconds) for _ in range(REPETITIONS))
    environment.check()
    return found


def time_pgx(games: int, seconds: float) -> float:
    """The same of Pgx's connect four, with its own random play and auto-reset, in a compiled loop."""
    import jax
    import pgx
    from pgx.experimental.utils import act_randomly
    from pgx.experimental.wrappers import auto_reset

    loop = 32
    environment = pgx.make("connect_four")
    step = auto_reset(environment.step, environment.init)

    def one(_: int, carried: Any) -> Any:  # noqa: ANN401  # JAX's
        state, key = carried
        key, acting, resetting = jax.random.split(key, 3)
        action = act_randomly(acting, state.legal_action_mask)
        return jax.vmap(step)(state, action, jax.random.split(resetting, games)), key

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, loop, one, (state, key)), donate_argnums=0)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, games))
    state, key = run(state, key)

    def work() -> int:
        nonlocal state, key
        for _ in range(4):
            state, key = run(state, key)
        jax.block_until_ready(state)
        return 4 * loop * games

    work()
    return median(count_per_second(work, seconds) for _ in range(REPETITIONS))


def measure(task: str, players: int, sizes: Sequence[int], seconds: float) -> list[float | str]:
    """Measurements in a process of their own, since each library takes the GPU's memory for itself; or why not."""
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    command = [sys.executable, "-m", "bench.gpu", "--task", task, str(players), str(seconds), *map(str, sizes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # ourselves
    found: list[float | str] = [float(line) for line in done.stdout.splitlines()]
    return found + [(done.stderr.strip().splitlines() or ["it failed"])[-1]] * (len(sizes) - len(found))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="how many games at once")
    parser.add_argument("--seconds", type=float, default=0.3, help="of one repetition")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file, too")
    parser.add_argument("--task", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.task:
        task, players, seconds, *sizes = arguments.task
        for games in map(int, sizes):
            is_pgx = task == PGX
            print(time_pgx(games, float(seconds)) if is_pgx else time_ours(task, int(players), games, float(seconds)))
        return
    report(arguments.sizes, arguments.seconds, arguments.json)


def report(sizes: Sequence[int], seconds: float, file: Path | None) -> None:
    """Measure everything, and print it as a table."""
    console = Console()
    table = Table("", *(f"{size:,} games" for size in sizes), title="Millions of steps a second, with observations")
    found: dict[str, list[float | str]] = {}
    for task, players in ((PGX, 2), *GAMES):
        console.print(f"· {task}", highlight=False)
        found[task] = measure(task, players, sizes, seconds)
        for reason in dict.fromkeys(each for each in found[task] if isinstance(each, str)):
            console.print(f"  not measured: {reason}", highlight=False, markup=False)
        table.add_row(task, *(f"{each / 1e6:,.0f}" if isinstance(each, float) else "" for each in found[task]))
    pairs = zip(found["connect_four"], found[PGX], strict=True)
    ratios = [
        f"{ours / pgx:.1f} x" if isinstance(ours, float) and isinstance(pgx, float) else "" for ours, pgx in pairs
    ]
    table.add_row("connect_four by Pgx's", *ratios)
    console.print(table)
    if file:
        file.write_text(json.dumps({"sizes": list(sizes), "steps a second": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
