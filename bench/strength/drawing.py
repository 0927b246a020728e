"""A picture of stated chances beside what came of them, a panel for each game and number of players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from estaminet.arena.plots import COLOURS, DASHES, PALE, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ACROSS: Final = 4
"""Panels side by side, at most."""
CURVES: Final = {"search": COLOURS[0], "network": COLOURS[1]}
Data = Mapping[str, Any]
"""What `calibration.summarize_sample` says."""


def draw_calibration(samples: Sequence[Data], file: Path) -> None:
    """Of games with itself."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    shown = [sample for sample in samples if sample["who"] == sample["others"]]
    across = min(len(shown), ACROSS)
    down = -(-len(shown) // across)
    with rc_context(STYLE):  # type: ignore[arg-type]  # its keys are checked when they are set
        figure = Figure(figsize=(1 + 2.9 * across, 0.6 + 2.9 * down), layout="constrained")
        panels = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
        for axes, sample in zip(panels.flat, shown, strict=False):
            draw_panel(axes, sample)
        for axes in panels.flat[len(shown) :]:
            axes.set_axis_off()
        panels[0, 0].legend(loc="upper left", frameon=False, fontsize=9)
        figure.supylabel("share of the victory that came of it", fontsize=10)
        figure.supxlabel("share of the victory that was stated", fontsize=10)
        figure.savefig(file, dpi=160, metadata={"Software": None})


def draw_panel(axes: "Axes", sample: Data) -> None:
    """A curve of the search and one of its network alone; on the dashed line, chances are true."""
    axes.plot([0, 1], [0, 1], color=PALE, linestyle=DASHES, linewidth=1.2, zorder=1)
    for name, colour in CURVES.items():
        if found := sample[name]:
            bins = found["bins"]
            stated = [each["stated"] for each in bins]
            axes.vlines(
                stated, [each["low"] for each in bins], [each["high"] for each in bins], colour, linewidth=4, alpha=0.35
            )
            axes.plot(stated, [each["won"] for each in bins], "o-", color=colour, markersize=4, label=name)
    axes.set_title(f"{sample['game']}, {sample['players']} players", loc="left", fontsize=10)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks([0, 0.25, 0.5, 0.75, 1])
        axis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
