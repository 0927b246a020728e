"""What is legal now: as a mask for a learner, and as texts for people."""

from collections.abc import Iterator, Sequence
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.compiling import jit
from estaminet.engine.game import Action
from estaminet.engine.layout import Codes, Ids


@jit
def mark(codes: Codes, count: int, mask: Ids) -> None:
    """Write 1 at each of the first `count` codes, 0 everywhere else; NumPy's own indexing takes ten times as long."""
    for code in range(mask.size):
        mask[code] = 0
    for each in range(count):
        mask[codes[each]] = 1


class LegalTexts(Sequence[str]):
    """The texts of the legal actions, ascending by code. Looked up only when they are read: training never does."""

    __slots__ = ("_actions", "_mask")

    def __init__(self, actions: Sequence[Action], mask: NDArray[np.int8]) -> None:
        self._actions = actions
        self._mask = mask

    def __len__(self) -> int:
        return int(np.count_nonzero(self._mask))

    def __iter__(self) -> Iterator[str]:
        return (self._actions[code].text for code in np.flatnonzero(self._mask).tolist())

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


NO_TEXTS: Final = LegalTexts((), np.zeros(0, np.int8))
"""For an agent that is not to move."""
