"""A training run with everything it needs, checked before anything is written."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from importlib.resources import as_file
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS, Game
from estaminet.engine.options import OptionValue
from estaminet.players.networks.weights import find_weights_file

if TYPE_CHECKING:
    from estaminet.training.checkpoint import InitialWeights
    from estaminet.training.trainer import Trainer

DEALS: Final = 50
"""Deals of a match against a house player, each played from every seat."""
LONGEST_MATCH: Final = 30.0
"""Seconds after which no further deal is begun."""
BESIDE: Final = (".npz", ".png")
"""How the files beside a checkpoint end."""
CHECKED_EVERY: Final = 64
"""Steps between two looks for illegal actions on a GPU: there are none as long as the mask is used."""


class Run(NamedTuple):
    """The arguments of a run; None is the default."""

    game: Game
    players: int | None
    options: Mapping[str, OptionValue] | None
    out: Path
    device: str | None
    resume: Path | None
    start: Path | None
    against: str | None
    opponents: tuple[str, ...]
    """The opponents of test matches."""
    changes: Mapping[str, Any]
    """The settings that were given."""


@contextmanager
def open_run(run: Run, say: Callable[[str], None]) -> "Iterator[Trainer]":
    """The trainer of a run, ready to go."""
    from estaminet.arena.plan import make_plan
    from estaminet.training.checkpoint import load_checkpoint, load_initial_weights
    from estaminet.training.evaluation import Evaluator, Match
    from estaminet.training.settings import CUDA, Settings
    from estaminet.training.trainer import Trainer
    from estaminet.vector import VectorGames

    game, device = run.game, find_device(run.device)
    if run.resume and run.start:
        raise EstaminetError(
            "training.invalid", "--resume continues a run, --start begins a new one: choose one of them."
        )
    check_output(run.out, run.resume)
    checkpoint = load_checkpoint(run.resume) if run.resume else None
    before: dict[str, Any] = checkpoint["about"] if checkpoint else {"players": game.seats[0], "options": {}}
    players = game.check_players(before["players"] if run.players is None else run.players)
    options: Mapping[str, OptionValue] = before["options"] if run.options is None else run.options
    beginning = load_initial_weights(run.start, game.name) if run.start else None
    opponent = find_opponent(run.against, game, players) if run.against else None
    settings = Settings.load(checkpoint["settings"]) if checkpoint else Settings.for_device(device)
    model = opponent or beginning
    settings = settings.change({**(model.sizes if model and not checkpoint else {}), **run.changes})
    if opponent and opponent.one_ply_worlds != settings.one_ply_worlds:
        raise EstaminetError(
            "training.invalid",
            "A network that learns to beat another sees the same one-ply values: leave --one-ply-worlds out.",
        )
    if beginning and beginning.one_ply_worlds not in (0, settings.one_ply_worlds):
        raise EstaminetError(
            "training.invalid", "A network keeps the one-ply values that it began with: leave --one-ply-worlds out."
        )
    for opponent_name in run.opponents:
        make_plan(game.name, [opponent_name] * players, seed=0, options=options)
    on_gpu: dict[str, Any] = (
        {"device": CUDA, "check_every": CHECKED_EVERY, "final_observations": False} if device == CUDA else {}
    )
    match = Match(game.name, players, options, run.opponents, DEALS, LONGEST_MATCH)
    with (
        closing(
            VectorGames(
                game, settings.games, players=players, options=options, one_ply_worlds=settings.one_ply_worlds, **on_gpu
            )
        ) as environment,
        closing(Evaluator(match)) as evaluator,
    ):
        trainer = Trainer(
            environment,
            settings,
            run.out,
            device=device,
            opponents=[opponent.actor] if opponent else [],
            evaluator=evaluator if run.opponents else None,
            command=shlex.join(["estaminet", *sys.argv[1:]]),
            say=say,
        )
        if checkpoint:
            trainer.resume(checkpoint)
        elif beginning:
            trainer.begin_like(beginning.actor, beginning.critic)
        yield trainer


def find_device(wanted: str | None) -> str:
    import torch

    from estaminet.training.settings import CPU, CUDA

    device = wanted or (CUDA if torch.cuda.is_available() else CPU)
    if device not in (CPU, CUDA):
        raise EstaminetError("training.invalid", f"A device is cuda or cpu, not {device!r:.60}.")
    if device == CUDA and not torch.cuda.is_available():
        raise EstaminetError(
            "training.invalid", "There is no GPU here that torch can use; --device cpu trains without one."
        )
    return device


def find_opponent(name: str, game: Game, players: int) -> "InitialWeights":
    """The network of a file, or the house's own."""
    from estaminet.players.networks.weights import Network
    from estaminet.training.checkpoint import load_initial_weights

    if name not in LEVELS:
        file = Path(name)
        if not file.is_file():
            raise EstaminetError("training.invalid", f"There is no network {name!r:.60}, and no level of that name.")
        Network.load(file).check(game, players)
        return load_initial_weights(file, game.name)
    own = find_weights_file(game, players)
    if own is None:
        raise EstaminetError(
            "training.invalid",
            f"The house plays {game.name} with {players} players without a network: name one, FILE.npz.",
        )
    with as_file(own) as file:
        return load_initial_weights(file, game.name)


def check_output(out: Path, resume: Path | None) -> None:
    """Check that nothing is overwritten but the resumed run."""
    if out.suffix in BESIDE:
        raise EstaminetError(
            "training.invalid",
            f"{out} is what is written beside a checkpoint: call the checkpoint {out.with_suffix('.pt')}.",
        )
    if not out.parent.is_dir():
        raise EstaminetError("training.invalid", f"There is no folder {out.parent} to write to.")
    if resume and resume.resolve() == out.resolve():
        return
    for file in (out, *map(out.with_suffix, BESIDE)):
        if file.exists():
            raise EstaminetError(
                "training.invalid",
                f"{file} is there already: --resume {out} goes on with it, another --out begins anew.",
            )
