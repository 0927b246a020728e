"""What every legal action leads to, as the seat to move imagines it: for learners that judge positions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.adapters.vector.crew import Crew
from estaminet.adapters.vector.imagining import imagine_games
from estaminet.adapters.vector.pointers import Functions, list_functions
from estaminet.engine import compiling
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import generator


class Outlook(NamedTuple):
    """All legal actions of all games, one after the other, each in several imagined worlds.

    The worlds agree with what the seat to move knows and come from nothing else; those of one game are the same for
    all its actions.
    """

    observations: NDArray[np.float32]
    """(actions, worlds, features): what the seat that acts sees after its action."""
    outcomes: NDArray[np.float64]
    """(actions, worlds): its share of the victory where the action ends the game, else NaN."""
    codes: NDArray[np.int64]
    """(actions,): which action each is."""
    starts: NDArray[np.int64]
    """(games,): where the actions of each game begin."""


def imagine(
    functions: Functions,
    features: int,
    players: int,
    worlds: int,
    memories: NDArray[np.uint8],
    movers: NDArray[np.int64],
    choices: NDArray[np.int16],
    counts: NDArray[np.int64],
    randoms: NDArray[np.uint64],
    crew: Crew,
) -> Outlook:
    """The outlook of many games."""
    ends = np.cumsum(counts)
    starts = ends - counts
    actions = int(ends[-1])
    observations = np.empty((actions * worlds, features), np.float32)
    outcomes = np.empty(actions * worlds)
    crew.run(
        lambda queue, thread: imagine_games(
            functions, queue, thread, players, worlds, memories, movers, choices, counts, starts, randoms,
            observations, outcomes,
        )
    )  # fmt: skip
    is_legal = np.arange(choices.shape[1]) < counts[:, None]
    return Outlook(
        observations.reshape(actions, worlds, features),
        outcomes.reshape(actions, worlds),
        choices[is_legal].astype(np.int64),
        starts,
    )


def look_ahead(game: Game, players: int, known: Known, seat: int, *, worlds: int = 1, seed: int = 0) -> Outlook:
    """The outlook of one seat that is to move: what a trained player asks at the table."""
    compiling.compile_functions(__package__)
    choices = np.empty((1, game.kernel.most_legal), np.int16)
    count = game.kernel.legal(known, choices[0])
    return imagine(
        list_functions(game.kernel),
        game.kernel.features,
        players,
        worlds,
        known[None],
        np.array([seat]),
        choices,
        np.array([count]),
        generator(seed)[None],
        Crew(1),
    )
