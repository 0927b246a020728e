"""`estaminet train`: a network learns a game by playing against itself."""

import shlex
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from estaminet.cli.arguments import GameName, OptionTexts, Players, read_options
from estaminet.cli.output import errors
from estaminet.engine.errors import BadTraining
from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue
from estaminet.extras import require_extra
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from estaminet.lab.training.evaluation import Evaluation
    from estaminet.lab.training.trainer import Report, Trainer

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped with Ctrl-C."""
DEALS: Final = 50
"""Of a match against a house player, each played from every seat."""
LONGEST_MATCH: Final = 30.0
"""Seconds after which no further deal is begun."""
BESIDE: Final = (".npz", ".png")
"""How the files beside a checkpoint end."""
REPORTED_EVERY: Final = 30.0
"""Seconds between two lines where there is no terminal to show a bar in."""
CHECKED_EVERY: Final = 64
"""Steps between two looks for illegal actions on a GPU: there are none as long as the mask is used."""


def train(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(
            dir_okay=False, help="The checkpoint; the network that plays and the curves are written beside it."
        ),
    ],
    players: Players = None,
    minutes: Annotated[
        float | None, typer.Option(help="How long; with all that was done before a resume. 10 if left out.")
    ] = None,
    updates: Annotated[int | None, typer.Option(help="How long, as a number of updates in place of minutes.")] = None,
    device: Annotated[str | None, typer.Option(help="cuda or cpu; a GPU if there is one.")] = None,
    resume: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Go on from this checkpoint, with its settings.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Of the first weights, the deals and the choices.")] = None,
    option: OptionTexts = None,
    games: Annotated[int | None, typer.Option(help="Games at once.")] = None,
    steps: Annotated[int | None, typer.Option(help="Steps of every game between two updates.")] = None,
    epochs: Annotated[int | None, typer.Option(help="How often each step is learned from.")] = None,
    minibatch: Annotated[int | None, typer.Option(help="Decisions in one step of the optimizer.")] = None,
    width: Annotated[int | None, typer.Option(help="Of the network's layers.")] = None,
    blocks: Annotated[int | None, typer.Option(help="How many residual blocks the network has.")] = None,
    rate: Annotated[float | None, typer.Option(help="The learning rate at the beginning.")] = None,
    entropy: Annotated[float | None, typer.Option(help="What indecision is worth at the beginning.")] = None,
    evaluate: Annotated[
        str, typer.Option(metavar="NAME,NAME...", help="Whom the network meets now and then; '' for nobody.")
    ] = "random,greedy",
    compile: Annotated[bool, typer.Option("--compile", help="Use torch.compile: slow to begin, then faster.")] = False,  # noqa: A002  # the option's name
) -> None:
    """Train a network by self-play (PPO). Ctrl-C ends it early; --resume goes on.

    [dim]estaminet train reeperbahn --minutes 10 --out mine.pt[/]

    [dim]estaminet arena reeperbahn --players net:mine.npz,greedy --games 400[/]
    """
    require_extra("train")
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option) if option else None
    wanted = {
        "minutes": minutes, "updates": updates, "seed": seed, "games": games, "steps": steps, "epochs": epochs,
        "minibatch": minibatch, "width": width, "blocks": blocks, "rate": rate, "entropy": entropy,
    }  # fmt: skip
    rivals = tuple(name.strip() for name in evaluate.split(",") if name.strip())
    with open_run(chosen, players, options, wanted, out, device, resume, rivals) as trainer:
        if trainer.spent >= 1:
            raise BadTraining(f"The run of {resume} is over; with more --minutes it goes on.")
        trainer.learner.use_compiler(wanted=compile and not trainer.progress.in_full_precision)
        follow(trainer)
    tell(trainer)
    if trainer.is_stopped:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def open_run(
    game: Game,
    players: int | None,
    options: Mapping[str, OptionValue] | None,
    wanted: Mapping[str, object],
    out: Path,
    device: str | None,
    resume: Path | None,
    rivals: tuple[str, ...],
) -> "Iterator[Trainer]":
    """A run with all that it needs, checked before anything is written."""
    import torch

    from estaminet.lab.plan import make_plan
    from estaminet.lab.training.checkpoint import load_checkpoint
    from estaminet.lab.training.evaluation import Evaluator, Match
    from estaminet.lab.training.settings import CPU, CUDA, Settings
    from estaminet.lab.training.trainer import Trainer
    from estaminet.vector import VectorGames

    device = device or (CUDA if torch.cuda.is_available() else CPU)
    if device not in (CPU, CUDA):
        raise BadTraining(f"A device is cuda or cpu, not {device!r:.60}.")
    if device == CUDA and not torch.cuda.is_available():
        raise BadTraining("There is no GPU here that torch can use; --device cpu trains without one.")
    check_output(out, resume)
    checkpoint = load_checkpoint(resume) if resume else None
    before: dict[str, Any] = checkpoint["about"] if checkpoint else {"players": game.seats[0], "options": {}}
    players = game.check_players(before["players"] if players is None else players)
    agreed: Mapping[str, OptionValue] = before["options"] if options is None else options
    settings = Settings(**checkpoint["settings"]) if checkpoint else Settings.for_device(device)
    settings = settings.but(**wanted)
    for rival in rivals:
        make_plan(game.name, [rival] * players, seed=0, options=agreed)
    on_gpu: dict[str, Any] = (
        {"device": CUDA, "check_every": CHECKED_EVERY, "final_observations": False} if device == CUDA else {}
    )
    match = Match(game.name, players, agreed, rivals, DEALS, LONGEST_MATCH)
    with (
        closing(VectorGames(game, settings.games, players=players, options=agreed, **on_gpu)) as environment,
        closing(Evaluator(match)) as evaluator,
    ):
        trainer = Trainer(
            environment,
            settings,
            out,
            device=device,
            evaluator=evaluator if rivals else None,
            command=shlex.join(["estaminet", *sys.argv[1:]]),
            say=say,
        )
        if checkpoint:
            trainer.resume(checkpoint)
        yield trainer


def check_output(out: Path, resume: Path | None) -> None:
    """Nothing is written over but the run that goes on."""
    if out.suffix in BESIDE:
        raise BadTraining(
            f"{out} is what is written beside a checkpoint: call the checkpoint {out.with_suffix('.pt')}."
        )
    if not out.parent.is_dir():
        raise BadTraining(f"There is no folder {out.parent} to write to.")
    if resume and resume.resolve() == out.resolve():
        return
    for file in (out, *map(out.with_suffix, BESIDE)):
        if file.exists():
            raise BadTraining(f"{file} is there already: --resume {out} goes on with it, another --out begins anew.")


def follow(trainer: "Trainer") -> None:
    """Train, with a bar, until it is done or Ctrl-C is pressed; that waits for the update under way."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())

    def stop(*_: object) -> None:
        trainer.is_stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second one does not wait

    before = signal.signal(signal.SIGINT, stop)
    try:
        with Progress(*columns, console=errors, transient=True) as progress:
            task = progress.add_task(trainer.environment.game.name, total=1.0)
            told = 0.0
            for report in trainer.run():
                progress.update(task, completed=report.spent, description=describe(report))
                if not errors.is_terminal and trainer.progress.seconds - told > REPORTED_EVERY:
                    told = trainer.progress.seconds
                    say(f"{told / 60:.1f} min · {describe(report)}")
    finally:
        signal.signal(signal.SIGINT, before)


def describe(report: "Report") -> str:
    """A line of figures."""
    shares = "".join(f" · {name_share(each)}" for each in report.evaluations)
    losses = report.losses
    return (
        f"{report.steps / 1e6:,.1f} M steps, {report.speed / 1e3:,.0f} k/s · value {losses.value:.3f} · "
        f"entropy {losses.entropy:.2f}{shares}"
    )


def name_share(evaluation: "Evaluation") -> str:
    return f"{evaluation.opponent} {evaluation.share:.0%}"


def tell(trainer: "Trainer") -> None:
    """What came of it, and where it is."""
    progress = trainer.progress
    verb = "Stopped" if trainer.is_stopped else "Done"
    newest = {each.opponent: each for each in progress.evaluations}
    say(f"{verb} after {progress.steps:,} steps in {progress.seconds / 60:.1f} minutes, {progress.updates} updates.")
    for each in newest.values():
        within = "" if each.low is None or each.high is None else f" ({each.low:.1%} to {each.high:.1%})"
        say(f"Against {each.opponent}: {each.share:.1%}{within} of {each.games} games, at {each.steps:,} steps.")
    say(f"{trainer.network_file} plays, {trainer.picture_file} shows the curves; --resume {trainer.file} goes on.")


def say(sentence: str) -> None:
    errors.print(sentence, highlight=False, soft_wrap=True, markup=False)
