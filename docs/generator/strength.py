"""The summary of docs/house-players.md, from docs/strength.json: a table of steps and a picture of the ladder.

``python -m docs.generator.strength`` writes both anew.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from docs.generator.links import ROOT
from docs.generator.tables import tabulate

PAGE: Final = ROOT / "docs" / "house-players.md"
PICTURE: Final = ROOT / "docs" / "pictures" / "levels.svg"
RESULTS: Final = ROOT / "docs" / "strength.json"
BEGIN: Final = "<!-- steps: written by python -m docs.generator.strength -->"
END: Final = "<!-- end of steps -->"
LEVELS: Final = ("guest", "apprentice", "regular", "waiter", "host", "king")
COLOURS: Final = {"poule": "#b8651b", "reeperbahn": "#9d2449", "nuit": "#2f5d8a"}
DASHES: Final = {2: "", 3: "9 4", 4: "4 3", 5: "1.5 3"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 780, 400, 54, 170, 22, 44
GRID: Final = 200
"""Rating points between two lines of the grid."""
Match = Mapping[str, Any]
Kind = tuple[str, int]
"""A game and a number of players."""


def read_steps(results: Path = RESULTS) -> dict[Kind, list[Match]]:
    """For each kind of game its matches of a level against the one below, the weakest first."""
    matches = [each for each in json.loads(results.read_text())["matches"] if each["table"] == "levels"]
    kinds: dict[Kind, list[Match]] = {}
    for match in sorted(matches, key=lambda each: LEVELS.index(each["players"][0])):
        kinds.setdefault((match["game"], len(match["players"])), []).append(match)
    return {kind: kinds[kind] for kind in sorted(kinds, key=lambda kind: (list(COLOURS).index(kind[0]), kind[1]))}


def rate_step(match: Match) -> float:
    """How far the first player is above the others, in rating points: 400 for odds ten times those of chance."""
    share, players = match["share"]["mean"], len(match["players"])
    return 400 * math.log10(share * (players - 1) / (1 - share))


def tabulate_steps(steps: Mapping[Kind, Sequence[Match]]) -> str:
    """A row for each pair of neighbours, the strongest first; a column for each kind of game."""
    heads = ["share of the victory, in %", *(f"`{game}` {players}" for game, players in steps)]
    rows: list[list[object]] = [["chance", *(f"{100 / players:.0f}" for _, players in steps)]]
    for at in reversed(range(len(LEVELS) - 1)):
        cells = [_say_share(matches[at]) for matches in steps.values()]
        rows.append([f"`{LEVELS[at + 1]}` against `{LEVELS[at]}`", *cells])
    return tabulate(heads, rows)


def draw_ladder(steps: Mapping[Kind, Sequence[Match]]) -> str:
    """The levels from left to right, a line for each kind of game; its steps add up."""
    ladders = {kind: _add_up(matches) for kind, matches in steps.items()}
    most = max(ladder[-1] for ladder in ladders.values())

    def across(at: int) -> float:
        return LEFT + at * (WIDTH - LEFT - RIGHT) / (len(LEVELS) - 1)

    def up(rating: float) -> float:
        return HEIGHT - BOTTOM - rating * (HEIGHT - TOP - BOTTOM) / most

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img" '
        'aria-label="Rating of each level above guest, for each game and number of players">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fbf8f2"/>',
    ]
    for rating in range(0, math.ceil(most), GRID):
        y = up(rating)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd5c7"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#6b6253">{rating}</text>')
    for at, level in enumerate(LEVELS):
        parts.append(f'<text x="{across(at):.1f}" y="{HEIGHT - 18}" text-anchor="middle" fill="#2b261e">{level}</text>')
    labels = _spread({kind: up(ladder[-1]) for kind, ladder in ladders.items()})
    for (game, players), ladder in ladders.items():
        colour, points = COLOURS[game], [(across(at), up(rating)) for at, rating in enumerate(ladder)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[players]}"/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(
            f'<text x="{WIDTH - RIGHT + 10}" y="{labels[game, players] + 4:.1f}" fill="{colour}">'
            f"{game}, {players} players</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def write_summary() -> None:
    """Draw the picture and put the table into the page, between its two marks."""
    steps = read_steps()
    PICTURE.write_text(draw_ladder(steps))
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{tabulate_steps(steps)}\n\n{END}{rest.partition(END)[2]}")


def _say_share(match: Match) -> str:
    share = match["share"]
    return f"{100 * share['mean']:.0f} ({100 * share['low']:.0f}-{100 * share['high']:.0f})"


def _add_up(matches: Sequence[Match]) -> list[float]:
    ladder = [0.0]
    for match in matches:
        ladder.append(ladder[-1] + rate_step(match))
    return ladder


def _spread(heights: Mapping[Kind, float], apart: float = 17) -> dict[Kind, float]:
    """Heights of labels that do not overlap, in the order of the lines' ends."""
    spread: dict[Kind, float] = {}
    free = float(TOP)
    for kind in sorted(heights, key=lambda kind: heights[kind]):
        spread[kind] = max(heights[kind], free)
        free = spread[kind] + apart
    return spread


if __name__ == "__main__":
    write_summary()
