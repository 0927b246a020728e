"""Puts networks where the games look for them, with their cards and curves."""

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.champions.runs import Run
from bench.strength.page import draw_table, span
from bench.strength.playing import Result
from estaminet.arena.report import percent
from estaminet.games import REGISTRY
from estaminet.players.networks.weights import Network

NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five"}


def install(runs: Sequence[Run], made: Path, machine: str, source: Path, pictures: Path) -> list[Path]:
    """Copy what was made into the games' folders, and write a card for each game; all files that were written.

    One that has learned to beat another is no player of the house.
    """
    written = []
    runs = [run for run in runs if not run.against]
    for name in dict.fromkeys(run.game for run in runs):
        folder = source / name / "weights"
        parts = []
        for run in sorted((run for run in runs if run.game == name), key=lambda run: run.players):
            notes_file = made / f"{run.name}.json"
            if not notes_file.exists():
                continue
            notes = json.loads(notes_file.read_text())
            folder.mkdir(exist_ok=True)
            target = folder / f"{run.players}.npz"
            shutil.copyfile(made / f"{run.name}.npz", target)
            picture = pictures / f"training-{run.name}.png"
            draw(run, notes, picture)
            parts.append(describe(run, target, notes, machine, picture))
            written += [target, picture]
        if parts:
            card = folder / "README.md"
            card.write_text("\n".join([f"# The networks of `{name}`", *parts]), encoding="utf-8")
            written.append(card)
    return written


def draw(run: Run, notes: Mapping[str, Any], picture: Path) -> None:
    from estaminet.training.curves import draw_curves
    from estaminet.training.evaluation import Evaluation

    title = f"{REGISTRY.find(run.game).title}, {run.players} players"
    evaluations = [Evaluation(**each) for each in notes["evaluations"]]
    draw_curves(picture, title, 1 / run.players, notes["rows"], evaluations)


def describe(run: Run, file: Path, notes: Mapping[str, Any], machine: str, picture: Path) -> str:
    """The card of one network."""
    network = Network.load(file)
    weights = sum(values.size for values in network.arrays.values())
    width = len(network.arrays["norm.weight"])
    lines = [
        ("command", f"`{network.about['command']}`"),
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
    """Without the folder in which its network was at the time."""
    kind, _, rest = name.partition(":")
    return "the network alone" if kind == "net" else f"`{kind}{rest[rest.rfind('@') :]}`"
