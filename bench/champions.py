"""``python -m bench.champions``: train the networks that come with the games on a GPU, and measure them.

Each is trained by its own command, `estaminet train`, then measured. What is there already is not trained again.
``--install`` puts what was made into the games' folders, with cards.
"""

import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

from bench.strength.matches import DEALS, Match, Result, play, say
from bench.strength.page import draw_table, span
from estaminet.arena.report import percent
from estaminet.players.networks.weights import Network
from estaminet.training.settings import FLAGS, Settings

USUAL: Final[Mapping[str, Any]] = {
    "games": 16_384, "minibatch": 16_384, "one_ply_worlds": 2, "greedy": 0.25, "shaped": False, "width": 288,
    "rate": 4e-4, "entropy": 0.003, "critic_warmup": 0.02,
}  # fmt: skip
"""Small minibatches, for many steps in little time. Three networks, 288 wide, are not larger than 4 MB together."""
QUICK: Final[Mapping[str, Any]] = {"games": 32_768, "minibatch": 32_768}
"""Without one-ply values, for a game whose network learns them by itself."""
NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Run:
    """One network."""

    game: str
    players: int
    minutes: float
    start: str = ""
    """The run whose network it starts from; empty: it starts from one-ply values alone."""
    settings: Mapping[str, Any] = field(default_factory=lambda: USUAL)

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}"

    @property
    def command(self) -> str:
        """The command that trains it, in the folder of the others."""
        return shlex.join(["estaminet", *self.list_words(Path())])

    def list_words(self, folder: Path) -> list[str]:
        """The arguments of the command, with all files in a folder."""
        words = ["train", self.game, "--players", str(self.players), "--minutes", f"{self.minutes:g}"]
        for name, value in self.settings.items():
            flags = Settings.__dataclass_fields__[name].metadata[FLAGS]
            on, _, off = flags[0].partition("/") if flags else ("", "", "")
            words += [on if value else off] if off else [f"--{name.replace('_', '-')}", str(value)]
        if self.start:
            checkpoint = folder / f"{self.start}.pt"
            words += ["--start", str(checkpoint if checkpoint.exists() else checkpoint.with_suffix(".npz"))]
        return [*words, "--out", str(folder / f"{self.name}.pt")]


RUNS: Final = (
    Run("poule", 2, 11.0),
    Run("nuit", 4, 8.0),
    Run("poule", 4, 10.0, "poule-2"),
    Run("nuit", 3, 2.0, "nuit-4"),
    Run("poule", 3, 8.0, "poule-4"),
    Run("nuit", 5, 2.0, "nuit-4"),
    Run("reeperbahn", 2, 13.0, settings=QUICK),
)
"""In order of training: the most instructive first."""


def make(run: Run, folder: Path, device: str, jobs: int, deals: float = 1.0, thinking: str = "0.1s") -> None:
    """Train a network unless it exists, then play the rest of its matches."""
    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / f"{run.name}.json"
    if not notes.exists():
        program = Path(sys.executable).with_name("estaminet")
        subprocess.run([program, *run.list_words(folder), "--device", device], check=True)
        from estaminet.training.checkpoint import load_checkpoint  # training needs torch

        seconds = load_checkpoint(folder / f"{run.name}.pt")["progress"]["seconds"]
        notes.write_text(json.dumps({"seconds": seconds, "matches": {}}))
    known = json.loads(notes.read_text())
    for match in list_matches(run, folder, deals, thinking):
        result = play(match, folder / "matches", jobs)
        known["matches"][match.players[0].partition(":")[0] + f" {match.players[1]}"] = result.to_data()
        notes.write_text(json.dumps(known))
        print(f"{match.players[0]} against {match.players[1]}, {run.name}: {say(result)}", flush=True)


def list_matches(run: Run, folder: Path, part: float, thinking: str) -> list[Match]:
    """The network alone against greedy, then its search against greedy and against the classic one."""
    deals = max(1, round(DEALS[run.players] * part))
    network = folder / f"{run.name}.npz"
    search = f"learned:{network}@{thinking}"
    pairs = [(f"net:{network}", "greedy"), (search, f"classic@{thinking}"), (search, "greedy")]
    return [
        Match("champions", run.game, (first, *[second] * (run.players - 1)), deals, seed=31) for first, second in pairs
    ]


def install(runs: Sequence[Run], made: Path, machine: str, source: Path, pictures: Path) -> list[Path]:
    """Copy the house networks into the games' folders, and write a card for each game; all files written."""
    written: list[Path] = []
    cards: dict[Path, list[str]] = {}
    for run in sorted(runs, key=lambda run: (run.game, run.players)):
        if not (made / f"{run.name}.json").exists():
            continue
        folder = source / run.game / "weights"
        folder.mkdir(exist_ok=True)
        target, picture = folder / f"{run.players}.npz", pictures / f"training-{run.name}.png"
        shutil.copyfile(made / f"{run.name}.npz", target)
        shutil.copyfile(made / f"{run.name}.png", picture)
        notes = json.loads((made / f"{run.name}.json").read_text())
        card = cards.setdefault(folder / "README.md", [f"# The networks of `{run.game}`"])
        card.append(describe(run, target, notes, machine, picture))
        written += [target, picture]
    for file, parts in cards.items():
        file.write_text("\n".join(parts), encoding="utf-8")
    return [*written, *cards]


def describe(run: Run, file: Path, notes: Mapping[str, Any], machine: str, picture: Path) -> str:
    """The card of one network."""
    network = Network.load(file)
    weights = sum(values.size for values in network.arrays.values())
    width = len(network.arrays["norm.weight"])
    lines = [
        ("command", f"`{run.command}`"),
        ("machine", machine),
        ("seed", str(network.about["seed"])),
        ("steps", f"{network.about['steps']:,} in {notes['seconds']:.0f} s"),
        ("network", f"{width} wide, {weights / 1e6:.1f} million weights in half precision"),
        ("curves", f"docs/pictures/{picture.name}"),
        ("SHA-256", f"`{hashlib.sha256(file.read_bytes()).hexdigest()}`"),
    ]
    results = [Result.read(each) for each in notes["matches"].values()]
    rows = [
        [name_player(each.players[0]), f"`{each.players[1]}`", str(each.games), percent(each.share.mean), span(each)]
        for each in results
    ]
    return "\n".join(
        [
            f"\n## For {NUMBERS[run.players]} players, `{file.name}`\n",
            "| | |\n|---|---|",
            *(f"| {name} | {value} |" for name, value in lines),
            "",
            draw_table(["player", "against", "games", "share of the victory", "95 %"], rows),
            "",
        ]
    )


def name_player(name: str) -> str:
    """The name without the folder of its network."""
    kind, _, rest = name.partition(":")
    return "the network alone" if kind == "net" else f"`{kind}{rest[rest.rfind('@') :]}`"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.champions", description=__doc__)
    parser.add_argument("--only", default="*", metavar="PATTERN", help="which networks: poule-*, nuit-4")
    parser.add_argument("--folder", type=Path, default=Path(".bench/champions"), help="where everything is kept")
    parser.add_argument("--times", type=float, default=1.0, help="all runs are so many times as long")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores for the matches")
    parser.add_argument("--deals", type=float, default=1.0, help="so many times as many deals in the matches")
    parser.add_argument("--list", action="store_true", help="say how they are trained, and train nothing")
    parser.add_argument("--install", metavar="MACHINE", help="write the games' folders; on what machine it was trained")
    wanted = parser.parse_args()
    runs = [replace(run, minutes=wanted.times * run.minutes) for run in RUNS if fnmatch(run.name, wanted.only)]
    if wanted.list:
        print("\n".join(run.command for run in runs))
    elif wanted.install:
        games, pictures = Path("src/estaminet/games"), Path("docs/pictures")
        print("\n".join(map(str, install(runs, wanted.folder, wanted.install, games, pictures))))
    else:
        for run in runs:
            make(run, wanted.folder, wanted.device, wanted.jobs, wanted.deals)


if __name__ == "__main__":
    main()
