"""What is legal now: as a mask for a learner, and as texts for people."""

from collections.abc import Iterator, Sequence
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Action
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Codes, Ids


@jit
def mark(codes: Codes, count: int, numbers: Codes, mask: Ids) -> None:
    """Write 1 at the numbers of the first `count` codes, 0 elsewhere; NumPy's own indexing takes ten times as long."""
    for number in range(mask.size):
        mask[number] = 0
    for each in range(count):
        mask[numbers[codes[each]]] = 1


class LegalTexts(Sequence[str]):
    """The texts of the legal actions, in the order of the mask. Looked up when they are read: training never does."""

    __slots__ = ("_actions", "_codes", "_mask")

    def __init__(self, actions: Sequence[Action], codes: NDArray[np.int16], mask: NDArray[np.int8]) -> None:
        self._actions = actions
        self._codes = codes
        self._mask = mask

    def __len__(self) -> int:
        return int(np.count_nonzero(self._mask))

    def __iter__(self) -> Iterator[str]:
        return (self._actions[code].text for code in self._codes[self._mask == 1].tolist())

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return [*self][place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]  # compared like a list, so like a list it has none

    def __repr__(self) -> str:
        return repr([*self])


NO_TEXTS: Final = LegalTexts((), np.zeros(0, np.int16), np.zeros(0, np.int8))
"""For an agent that is not to move."""
