"""``make bench-gpu``: random play on a GPU, ours beside Pgx's connect four on the same GPU in the same run.

One step is a legal action drawn in every game and carried out, a new deal where that ends the game, the observation of
whoever is next, and the mask: all in arrays on the GPU. Sixteen of them are one CUDA graph. Pgx does the same in one
compiled loop of 32 steps. Neither keeps what was seen at the end of a game.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from bench.harness import A_SECOND, Row, Worker, count_per_second, ours, peer
from bench.positions import find
from bench.table import add_json_option, open_console, run

IN_A_GRAPH: Final = 16
SIZES: Final = (4096, 65_536, 1_048_576)
GAMES: Final = (("connect_four", 2), ("reeperbahn", 2), ("poule", 3), ("nuit", 4))


def rows(sizes: Iterable[int] = SIZES) -> Iterator[Row]:
    for size in sizes:
        pgx = peer("Pgx", pgx_steps, size)
        for game, players in GAMES:
            them = pgx if game == "connect_four" else None
            yield Row(
                f"{size:,} games, steps with observations", game, A_SECOND, ours(steps, game, players, size), them
            )


@lru_cache(maxsize=1)
def prepare_ours(name: str, players: int, games: int) -> Callable[[], int]:
    """A function that plays some steps of all games in a graph; returns a count."""
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
    block = graph.end_building().complete()

    def work() -> int:
        for _ in range(4):
            block.launch(stream)
        stream.sync()
        return 4 * IN_A_GRAPH * games

    for _ in range(max(1, environment.game.kernel.longest // 4 // IN_A_GRAPH)):
        work()  # games of all ages, as in a long run
    environment.check()
    return work


def steps(name: str, players: int, games: int, seconds: float) -> float:
    """Steps of all games a second."""
    return count_per_second(prepare_ours(name, players, games), seconds)


@lru_cache(maxsize=1)
def prepare_pgx(games: int) -> Callable[[], int]:
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
    return work


def pgx_steps(games: int, seconds: float) -> float:
    return count_per_second(prepare_pgx(games), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="how many games at once")
    parser.add_argument("--seconds", type=float, default=0.3, help="of one repetition")
    add_json_option(parser)
    arguments = parser.parse_args()
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # each library has its own process
    workers = {"ours": Worker(Path(sys.executable)), "peers": Worker(Path(sys.executable))}
    run(list(rows(arguments.sizes)), workers, open_console(120), 5, arguments.seconds, file=arguments.json)


if __name__ == "__main__":
    main()
