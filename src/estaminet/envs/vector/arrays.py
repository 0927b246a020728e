"""The types of arrays with a row, or a number, for each game."""

from typing import Annotated

import numpy as np
from numba import types
from numpy.typing import NDArray

Bytes = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
"""Positions, or the bits behind their deals."""
Observations = Annotated[NDArray[np.float32], types.float32[:, ::1]]
Masks = Annotated[NDArray[np.int8], types.int8[:, ::1]]
Choices = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""The legal codes of each game, ascending."""
Table = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""For each seat the number of every code, or the code of every number."""
Randoms = Annotated[NDArray[np.uint64], types.uint64[:, ::1]]
"""The random generator of each game."""
Shares = Annotated[NDArray[np.float64], types.float64[:, ::1]]
Numbers = Annotated[NDArray[np.int64], types.int64[::1]]
Flags = Annotated[NDArray[np.bool_], types.boolean[::1]]
