"""Results as tables that a person reads: the same cells in the terminal and in Markdown."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

from estaminet.arena.intervals import Estimate
from estaminet.arena.results import Results, Row
from estaminet.games import REGISTRY


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
