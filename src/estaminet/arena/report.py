"""Results as tables for people: the same cells in the terminal and in Markdown."""

import csv
import io
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from estaminet.arena.intervals import Estimate
from estaminet.arena.results import Results, Row
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class TextTable(NamedTuple):
    """A table of texts; the first column is a name, all others are numbers."""

    heads: list[str]
    rows: list[list[str]]


def list_entrants(results: Results) -> TextTable:
    """The entrants, the best first."""
    rows = [
        [
            label(row),
            str(row.games),
            percent(row.share.mean),
            span(row.share, percent),
            f"{row.times_chance:.2f}",
            f"{row.rating.mu:.1f} ± {2 * row.rating.sigma:.1f}",
        ]
        for row in results.rows
    ]
    return TextTable(["player", "games", "win share", "95 %", "× chance", "rating"], rows)


def list_without_luck(results: Results) -> TextTable:
    """The entrants once more, without what the draws gave them; no rows if that was not asked for."""
    rows = [
        [
            label(row),
            f"{100 * row.without_luck.luck:+.1f} %",
            percent(row.without_luck.share.mean),
            span(row.without_luck.share, percent),
            "–" if row.without_luck.narrower is None else f"{100 * row.without_luck.narrower:.0f} %",
        ]
        for row in results.rows
        if row.without_luck
    ]
    return TextTable(["player", "luck", "without luck", "95 %", "narrower"], rows)


def list_details(results: Results) -> TextTable:
    """More details of the entrants."""
    rows = [
        [
            label(row),
            number(row.score.mean),
            span(row.score, number),
            duration(row.mean_thinking),
            duration(row.longest_thinking),
        ]
        for row in results.rows
    ]
    return TextTable(["player", "mean score", "95 %", "thinks", "at most"], rows)


def list_seats(results: Results) -> TextTable:
    """The share of each seat, whoever sits there."""
    rows = [[f"seat {seat}", percent(each.mean), span(each, percent)] for seat, each in enumerate(results.seats)]
    return TextTable(["whoever sits there", "win share", "95 %"], rows)


def headline(results: Results) -> str:
    """The headline: game, players and deals."""
    defaults = REGISTRY.find(results.plan.game).options.resolve(None)
    changed = {name: value for name, value in results.plan.options.items() if value != defaults[name]}
    options = "".join(f", {name} {str(value).lower()}" for name, value in changed.items())
    deals = "deal" if results.deals == 1 else "deals"
    return (
        f"{results.plan.game}{options}: {results.games} games, {results.deals} {deals} from every seat, "
        f"seed {results.plan.seed}. Chance is {percent(results.chance)}."
    )


def list_notes(results: Results) -> list[str]:
    """Notes: why no more games were played, and the cost of the luck."""
    notes = []
    if results.aim is not None:
        found = "Stopped when" if results.is_stopped else "All games were played before"
        notes.append(
            f"{found} every interval reached {100 * results.aim:g} % or less to each side. "
            "The intervals of shares hold whenever one stops."
        )
    if results.luck_seconds is not None:
        notes.append(f"Finding the luck of a game took {duration(results.luck_seconds)}.")
    return notes


def to_markdown(results: Results) -> str:
    """The whole report."""
    parts = [
        f"# Arena: {results.plan.game}",
        " ".join([headline(results), *list_notes(results)]),
        _to_table(list_entrants(results)),
        *([_to_table(list_without_luck(results))] if results.luck_seconds is not None else []),
        _to_table(list_details(results)),
        "Intervals are over deals; the rating is followed by two standard deviations; thinking is for one decision.",
        _to_table(list_seats(results)),
        "![Win share of each player, and as the deals went by](results.svg)",
    ]
    return "\n\n".join(parts) + "\n"


def to_csv(results: Results) -> str:
    """All numbers of the entrants, a row each; cells of what was not asked for are empty."""
    text = io.StringIO()
    heads = ["player", "places", "games", "deals"]
    for name in ("share", "share_without_luck", "score"):
        heads += [name, f"{name}_low", f"{name}_high"]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*heads, "luck", "narrower", "times_chance", "mu", "sigma", "mean_thinking", "longest_thinking"])
    for row in results.rows:
        rest = row.without_luck
        cells: list[object] = [row.entrant, row.places, row.games, results.deals]
        for each in (row.share, rest.share if rest else None, row.score):
            cells += [each.mean, each.low, each.high] if each else ["", "", ""]
        cells += [rest.luck, rest.narrower] if rest else ["", ""]
        cells += [row.times_chance, row.rating.mu, row.rating.sigma, row.mean_thinking, row.longest_thinking]
        writer.writerow(cells)
    return text.getvalue()


def label(row: Row) -> str:
    """The name of an entrant, with the number of its places if there are several."""
    return row.entrant if row.places == 1 else f"{row.entrant} × {row.places}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def number(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def span(value: Estimate, show: Callable[[float], str]) -> str:
    """An interval, or a dash if there is none."""
    return "–" if value.low is None or value.high is None else f"{show(value.low)} to {show(value.high)}"


def duration(seconds: float) -> str:
    """Seconds in a unit that makes them readable."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _to_table(sheet: TextTable) -> str:
    lines = [sheet.heads, ["---", *["---:"] * (len(sheet.heads) - 1)], *sheet.rows]
    return "\n".join(f"| {' | '.join(_escape(line))} |" for line in lines)


def _escape(cells: Sequence[str]) -> list[str]:
    return [cell.replace("|", r"\|") for cell in cells]


# Pictures: who wins how much, and how that settled as the deals went by


# Okabe and Ito: told apart by everybody, also on a grey printout by their order.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
INK: Final = "#222222"
PALE: Final = "#7a7a7a"
DASHES: Final = (0, (4, 3))
BELOW: Final = 0.25
"""How much lower the share without luck lies; the entrants have a distance of 1."""
LONGEST_NAME: Final = 15
STYLE: Final = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same everywhere
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#c8c8c8",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#ececec",
    "xtick.color": "#c8c8c8",
    "ytick.color": "#c8c8c8",
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "svg.hashsalt": "estaminet",  # the same results give the same file
}


def draw_results(results: Results, folder: Path) -> None:
    """Write results.png and results.svg."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    title = f"{REGISTRY.find(results.plan.game).title}, {len(results.plan.entrants)} players"
    with rc_context(STYLE):  # type: ignore[arg-type]  # its keys are checked when they are set
        figure = Figure(figsize=(11, 2.8 + 0.4 * max(len(results.rows), 3)))
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.1))
        figure.subplots_adjust(left=0.13, right=0.88, top=0.78, bottom=0.15, wspace=0.19)
        draw_shares(left, results)
        draw_settling(right, results)
        figure.text(0.02, 0.93, title, fontsize=14, fontweight="bold", va="center")
        figure.text(0.98, 0.93, headline(results).partition(": ")[2], ha="right", va="center", color=PALE, fontsize=9)
        figure.savefig(folder / "results.png", dpi=160, metadata={"Software": None})
        figure.savefig(folder / "results.svg", metadata={"Date": None})


def draw_shares(axes: "Axes", results: Results) -> None:
    """A dot and its interval for each entrant, the best on top, beside the line of chance.

    Below it a ring and its interval without luck, if that was asked for.
    """
    for place, (row, colour) in enumerate(_coloured(results)):
        draw_interval(axes, row.share, place, colour)
        axes.plot(row.share.mean, place, "o", color=colour, markersize=8, clip_on=False)
        if row.without_luck:
            draw_interval(axes, row.without_luck.share, place + BELOW, colour)
            mean = row.without_luck.share.mean
            axes.plot(mean, place + BELOW, "o", color=colour, markerfacecolor="white", markersize=7, clip_on=False)
        axes.annotate(
            percent(row.share.mean),
            (row.share.mean, place),
            xytext=(0, 12),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    axes.set_yticks(range(len(results.rows)), [_shorten(label(row)) for row in results.rows])
    axes.set_ylim(len(results.rows) - 0.5, -0.75)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.axvline(results.chance, color=PALE, linestyle=DASHES, linewidth=1.2, zorder=1)
    shares = [share for row in results.rows for share in _list_shares(row)]
    most = max([share.high or share.mean for share in shares] + [results.chance])
    margin = 0.05 * most
    axes.set_xlim(-margin, most + margin)
    axes.xaxis.set_major_formatter(_show_share)
    with_interval = " with 95 % interval" if results.deals > 1 else ""
    what = "; ring: without luck" if results.luck_seconds is not None else f" of a seat{with_interval}"
    axes.set_title(f"Win share{what}; dashed: chance", loc="left", fontsize=10)


def draw_interval(axes: "Axes", share: Estimate, height: float, colour: str) -> None:
    """A broad line, if there is an interval."""
    if share.low is not None and share.high is not None:
        ends = [share.low, share.high]
        axes.plot(ends, [height, height], color=colour, linewidth=5, alpha=0.4, solid_capstyle="butt")


def draw_settling(axes: "Axes", results: Results) -> None:
    """The win share of each entrant after the first deal, the first two, and so on; without luck if it is known."""
    from matplotlib.ticker import MaxNLocator

    dot = "o" if results.deals == 1 else ""  # one deal makes no line
    least, most = 0.0, results.chance  # without luck a share can leave what is possible for a while
    for row, colour in _coloured(results):
        sums = accumulate(_settled(row)[1])
        running = [total / count for count, total in enumerate(sums, start=1)]
        axes.plot(range(1, len(running) + 1), running, color=colour, linewidth=1.8, marker=dot, clip_on=False)
        least, most = min(least, *running), max(most, *running)
    axes.axhline(results.chance, color=PALE, linestyle=DASHES, linewidth=1.2, zorder=1)
    axes.set_xlim(1, max(results.deals, 2))
    axes.set_ylim(least * 1.05, most * 1.05)
    axes.yaxis.set_major_formatter(_show_share)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    which = "The same" if results.luck_seconds is None else "Without luck"
    axes.set_title(f"{which} as the deals went by", loc="left", fontsize=10)
    axes.set_xlabel(f"deals, each played from {len(results.plan.entrants)} seats")
    name_lines(axes, results, most * 1.05)


def name_lines(axes: "Axes", results: Results, top: float) -> None:
    """The name of each entrant where its line ends, or as near as the other names let it be."""
    rows = sorted(_coloured(results), key=lambda each: -_settled(each[0])[0])
    gap = 0.065 * top
    height = top + gap
    for place, (row, colour) in enumerate(rows):
        # Those below need their room as well.
        height = max(min(_settled(row)[0], height - gap), gap * (len(rows) - 1 - place))
        axes.annotate(
            _shorten(label(row)),
            (max(results.deals, 2), height),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=colour,
            annotation_clip=False,
        )


def _coloured(results: Results) -> list[tuple[Row, str]]:
    return [(row, COLOURS[place % len(COLOURS)]) for place, row in enumerate(results.rows)]


def _list_shares(row: Row) -> list[Estimate]:
    return [row.share, row.without_luck.share] if row.without_luck else [row.share]


def _settled(row: Row) -> tuple[float, list[float]]:
    """Where the line of an entrant ends, and what it is the mean of."""
    if row.without_luck:
        return row.without_luck.share.mean, row.without_luck.shares_by_deal
    return row.share.mean, row.shares_by_deal


def _shorten(name: str) -> str:
    """The end of a long name: in a path it says most."""
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"


def _show_share(share: float, _: object) -> str:
    return f"{100 * share:.0f} %"
