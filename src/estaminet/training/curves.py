"""A training run as a picture: what it wins, what it has learned, how it plays and how fast it goes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from estaminet.arena.plots import COLOURS, DASHES, INK, PALE, STYLE
from estaminet.training.evaluation import Evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Row = Mapping[str, float]
"""Figures of one update by their names: those of `Losses`, and minutes, steps, rate and speed."""
PANELS: Final = (
    ("What they cannot foresee yet, nats", {"value": "critic", "share": "actor"}),
    ("How undecided the actor is, nats", {"entropy": ""}),
    ("Part of the odds that moved as far as they may", {"clipped": ""}),
)


def draw_curves(file: Path, title: str, chance: float, rows: Sequence[Row], evaluations: Sequence[Evaluation]) -> None:
    """Write the picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):  # type: ignore[arg-type]  # its keys are checked when they are set
        figure = Figure(figsize=(11, 7))
        panels = figure.subplots(2, 2).flatten()
        figure.subplots_adjust(left=0.07, right=0.97, top=0.87, bottom=0.08, hspace=0.32, wspace=0.18)
        figure.text(0.02, 0.95, title, fontsize=14, fontweight="bold", va="center")
        if rows:
            last = rows[-1]
            said = f"{last['steps'] / 1e6:,.1f} M steps in {last['minutes']:.1f} minutes"
            figure.text(0.98, 0.95, said, ha="right", va="center", color=PALE, fontsize=9)
        _draw_shares(panels[0], chance, evaluations)
        for axes, (name, lines) in zip(panels[1:], PANELS, strict=True):
            _draw_lines(axes, name, lines, rows)
        for axes in panels[2:]:
            axes.set_xlabel("minutes")
        figure.savefig(file, format="png", dpi=130, metadata={"Software": None})


def _draw_shares(axes: "Axes", chance: float, evaluations: Sequence[Evaluation]) -> None:
    axes.set_title("Share of the victory; dashed: chance", loc="left", fontsize=10)
    axes.axhline(chance, color=PALE, linestyle=DASHES, linewidth=1.2)
    axes.set_ylim(0, 1)
    for opponent, colour in zip(dict.fromkeys(each.opponent for each in evaluations), COLOURS, strict=False):
        those = [each for each in evaluations if each.opponent == opponent]
        minutes = [each.seconds / 60 for each in those]
        axes.plot(
            minutes, [each.share for each in those], "o-", color=colour, markersize=4, label=f"against {opponent}"
        )
        low = [each.share if each.low is None else each.low for each in those]
        high = [each.share if each.high is None else each.high for each in those]
        axes.fill_between(minutes, low, high, color=colour, alpha=0.15, linewidth=0)
    if evaluations:
        axes.legend(frameon=False, fontsize=9, labelcolor=INK)


def _draw_lines(axes: "Axes", name: str, lines: Mapping[str, str], rows: Sequence[Row]) -> None:
    axes.set_title(name, loc="left", fontsize=10)
    minutes = [row["minutes"] for row in rows]
    for (line, label), colour in zip(lines.items(), COLOURS, strict=False):
        axes.plot(minutes, [row[line] for row in rows], color=colour, linewidth=1.5, label=label)
    if len(lines) > 1:
        axes.legend(frameon=False, fontsize=9, labelcolor=INK)
