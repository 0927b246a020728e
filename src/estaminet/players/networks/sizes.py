"""Where the sizes of a network stand in its layout, one array of whole numbers for compiled code."""

from typing import Final

INPUTS: Final = 0
ACTIONS: Final = 1
PLAYERS: Final = 2
WIDTH: Final = 3
BLOCKS: Final = 4
PIECES: Final = 5
"""0 for a network of rows."""
COLUMNS: Final = 6
"""Of each piece."""
AROUND: Final = 7
"""Columns of the table."""
RELATIONS: Final = 8
KINDS: Final = 9
REST: Final = 10
HAS_WALLS: Final = 11
HAS_OWNERS: Final = 12
PROMISES: Final = 13
"""Over how many imagined worlds promises are averaged; 0 for a network that does without."""
PROMISED_FROM: Final = 14
"""The first column of promises; behind them is the outlook of every seat."""
HEADER: Final = 15
"""Then the columns of the pieces and of the table, the place of each logit, and of each piece its wall and owner."""
