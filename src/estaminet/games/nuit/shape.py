"""How a network sees the board: the spaces of all pubs."""

from collections.abc import Mapping

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.shapes import Shape, fill_up, find_sections, place_actions, split
from estaminet.games.nuit import observation
from estaminet.games.nuit.components import PUBS, SPACES


def describe_pubs(game: Game) -> Shape:
    """The spaces of all pubs, each with its pub's till and hand.

    A space hears its pub, and all hear the pub of the seat to move.
    """
    spaces = len(SPACES)
    pubs = split(find_sections(observation.LAYOUT)["pubs"], len(PUBS))
    owners = np.repeat(np.arange(len(PUBS)), spaces)
    of_spaces = find_sections(observation.PUB_LAYOUT)["spaces"]
    columns = np.concatenate(
        [np.concatenate([split(pub[of_spaces], spaces), np.tile(np.delete(pub, of_spaces), (spaces, 1))], 1)
         for pub in pubs]
    )  # fmt: skip
    lines = np.stack([owners[:, None] == owners, np.tile(owners == 0, (len(owners), 1))]) / 3

    def find_space(parts: Mapping[str, str]) -> int | None:
        return int(parts.get("pub", 0)) * spaces + SPACES.index(parts["space"]) if "space" in parts else None

    return fill_up(place_actions(game, columns, find_space, ("pub", "space"), lines.astype(np.float32)), owners=owners)
