"""`estaminet train`: a network learns a game by playing against itself."""

import inspect
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import fields
from importlib.resources import as_file
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_type_hints

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from estaminet.cli.output import GameName, OptionTexts, Players, errors, read_options
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS, Game
from estaminet.engine.options import OptionValue
from estaminet.extras import require_extra
from estaminet.games import REGISTRY
from estaminet.players.networks.weights import find_weights_file
from estaminet.training.settings import FLAGS, HELP, Settings

if TYPE_CHECKING:
    from estaminet.training.evaluation import Evaluation
    from estaminet.training.trainer import Report, Trainer
if TYPE_CHECKING:
    from estaminet.training.checkpoint import InitialWeights
    from estaminet.training.trainer import Trainer

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped with Ctrl-C."""
REPORTED_EVERY: Final = 30.0
"""Seconds between two lines where there is no terminal to show a bar in."""
LESSONS: Final = 100_000
CRITIC_WARMUP: Final = 0.05
"""The fraction of a run in which only the critic learns, if the actor begins with something."""
COLUMNS: Final = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())


def take_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for every setting of a run; its `changes` are the given ones."""
    hints = get_type_hints(Settings)
    options = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                hints[each.name] | None,
                typer.Option(*(each.metadata[FLAGS] or [f"--{each.name.replace('_', '-')}"]), help=each.metadata[HELP]),
            ],
        )
        for each in fields(Settings)
        if HELP in each.metadata
    ]

    def run(**arguments: object) -> None:
        given = {each.name: arguments.pop(each.name) for each in options}
        command(**arguments, changes={name: value for name, value in given.items() if value is not None})

    signature = inspect.signature(command, eval_str=True)
    own = [each for each in signature.parameters.values() if each.name != "changes"]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    vars(run)["__signature__"] = signature.replace(parameters=[*own, *options])
    return run


@take_settings
def train(
    *,
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(
            dir_okay=False, help="The checkpoint; the network that plays and the curves are written beside it."
        ),
    ],
    players: Players = None,
    device: Annotated[str | None, typer.Option(help="cuda or cpu; left out, a GPU if there is one.")] = None,
    resume: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Continue from this checkpoint, with its settings.")
    ] = None,
    option: OptionTexts = None,
    start: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Begin with this checkpoint or network, even one for another number of players.",
        ),
    ] = None,
    imitate: Annotated[
        str | None, typer.Option(metavar="NAME", help="Begin by imitating this player: host, search@40, ...")
    ] = None,
    lessons: Annotated[int, typer.Option(min=100, help="The number of its decisions to imitate.")] = LESSONS,
    against: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Learn to beat only this network: FILE.npz, or a level's, such as king."),
    ] = None,
    evaluate: Annotated[
        str, typer.Option(metavar="NAME,NAME...", help="Players for regular test matches; '' for none.")
    ] = "random,greedy",
    compile: Annotated[bool, typer.Option("--compile", help="Use torch.compile: slow start, then faster.")] = False,  # noqa: A002  # the option's name
    changes: dict[str, object],
) -> None:
    """Train a network by self-play (PPO). Ctrl-C ends it early; --resume continues.

    [dim]estaminet train reeperbahn --minutes 10 --out mine.pt[/]

    [dim]estaminet arena reeperbahn --players net:mine.npz,greedy --games 400[/]
    """
    require_extra("train")
    chosen = REGISTRY.find(game)
    if not resume and (start or imitate):
        changes.setdefault("critic_warmup", CRITIC_WARMUP)
    options = read_options(chosen, option) if option else None
    opponents = tuple(name.strip() for name in evaluate.split(",") if name.strip())
    run = Run(chosen, players, options, out, device, resume, start, against, opponents, changes)
    with open_run(run, say) as trainer:
        if trainer.spent >= 1:
            raise EstaminetError("training.invalid", f"The run of {resume} is over; with more --minutes it goes on.")
        trainer.learner.use_compiler(wanted=compile and not trainer.progress.in_full_precision)
        if imitate and trainer.settings.one_ply_worlds:
            raise EstaminetError(
                "training.invalid", "A network that sees one-ply values begins with them, not with what a player does."
            )
        if imitate:
            learn_from(trainer, imitate, lessons)
        follow(trainer)
    report_result(trainer)
    if trainer.is_stopped:
        raise typer.Exit(INTERRUPTED)


def learn_from(trainer: "Trainer", teacher: str, decisions: int) -> None:
    """Let a player play, with a bar, and train the network to imitate it."""
    from estaminet.training.imitation import DemonstrationPlan, Demonstrations, gather_demonstrations

    environment = trainer.environment
    curriculum = DemonstrationPlan(
        environment.game.name, environment.players, environment.options, teacher, trainer.settings.seed
    )
    parts = []
    with Progress(*COLUMNS, console=errors, transient=True) as progress:
        task = progress.add_task(f"{teacher} plays", total=decisions)
        for part in gather_demonstrations(curriculum, decisions, os.cpu_count() or 1):
            parts.append(part)
            progress.advance(task, len(part.actions))
    say(f"{teacher} made {sum(len(part.actions) for part in parts):,} decisions; learning from them.")
    alike = trainer.imitate(Demonstrations.join(parts))
    say(f"Where the network has not seen what {teacher} does, it does the same {alike:.0%} of the time.")


def follow(trainer: "Trainer") -> None:
    """Train, with a bar, until the end or Ctrl-C, which waits for the present update."""

    def stop(*_: object) -> None:
        trainer.is_stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second one does not wait

    before = signal.signal(signal.SIGINT, stop)
    try:
        with Progress(*COLUMNS, console=errors, transient=True) as progress:
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


def report_result(trainer: "Trainer") -> None:
    """Print the result and the files of a run."""
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


# A run with all that it needs, checked before anything is written


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
    from estaminet.arena.match import make_plan
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
