"""How a network sees the board: cells along rows and columns."""

from collections.abc import Mapping

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.shapes import Shape, fill_up, find_sections, place_actions, split
from estaminet.games.poule import observation
from estaminet.games.poule.components import CELLS, COLUMNS


def describe_square(game: Game) -> Shape:
    """Cells that hear each other along rows and columns; fires cut these."""
    count = len(CELLS)
    cells = split(find_sections(observation.LAYOUT)["cells"], count)
    fire = find_sections(observation.CELL_LAYOUT)["fire"][0]
    rows, columns = np.divmod(np.arange(count), len(COLUMNS))
    lines = np.zeros((2, count, count), np.float32)
    between = np.zeros((count, 2, count, count), np.float32)
    for relation, (line, place) in enumerate([(rows, columns), (columns, rows)]):
        lines[relation] = (line[:, None] == line) / 3
        for cell in range(count):
            first, last = np.minimum(place[:, None], place), np.maximum(place[:, None], place)
            is_there = (line[:, None] == line[cell]) & (line == line[cell])
            between[cell, relation] = is_there & (first <= place[cell]) & (place[cell] <= last)

    def find_cell(parts: Mapping[str, str]) -> int | None:
        return CELLS.index(parts["cell"]) if "cell" in parts else None

    return fill_up(place_actions(game, cells, find_cell, ("cell",), lines), walls=cells[:, fire], between=between)
