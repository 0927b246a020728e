"""The people of the house: who plays where. Each has a style; how strong they are is said at the table."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args

from estaminet.players.styles import Style

Character = Literal["rosa", "gaston", "hugo", "odile", "clara", "emil", "suzon", "felix", "greta"]
STYLES: Final[Mapping[Character, Style]] = {
    "rosa": "bold",
    "gaston": "bold",
    "hugo": "bold",
    "odile": "careful",
    "clara": "careful",
    "emil": "careful",
    "suzon": "teasing",
    "felix": "teasing",
    "greta": "teasing",
}
CHARACTERS: Final[tuple[Character, ...]] = get_args(Character)


def seat_characters(table_id: str, chosen: Sequence[Character | None]) -> list[Character]:
    """Who of the house plays on each seat, or would if nobody else did: who was chosen, or somebody by the table's lot.

    Nobody sits twice, unless there are more seats than people of the house.
    """
    lots = sorted(CHARACTERS, key=lambda each: hashlib.sha256(f"{table_id}/{each}".encode()).digest())
    free = [each for each in lots if each not in chosen]
    return [each or (free.pop(0) if free else lots[number % len(lots)]) for number, each in enumerate(chosen)]
