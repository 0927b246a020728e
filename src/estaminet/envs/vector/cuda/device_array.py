"""Arrays that stay on the GPU, for whichever library works with them there."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


class DeviceArray:
    """An array in the memory of a GPU. PyTorch, JAX and CuPy take it without a copy.

    It speaks DLPack and CUDA's array interface. The environment writes into it at its next step.
    """

    def __init__(self, array: Any, shape: tuple[int, ...] | None = None) -> None:  # noqa: ANN401  # numba's
        """With a shape, several leading axes in place of the first one of `array`."""
        self.array = array
        """As numba has it."""
        self.shape: tuple[int, ...] = array.shape if shape is None else shape
        self.dtype: np.dtype[Any] = array.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next along each axis."""
        first, *others = self.array.strides
        leading = self.shape[: self.ndim - len(others)]
        return (*(first * int(np.prod(leading[at + 1 :])) for at in range(len(leading))), *others)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.array.__cuda_array_interface__, "shape": self.shape, "strides": self.strides}

    def __dlpack__(self, **wishes: Any) -> object:  # noqa: ANN401  # of the protocol
        return self._view().__dlpack__(**wishes)

    def __dlpack_device__(self) -> tuple[int, int]:
        found: tuple[int, int] = self._view().__dlpack_device__()
        return found

    def numpy(self) -> NDArray[Any]:
        """A copy in the memory of the CPU."""
        found: NDArray[Any] = self.array.copy_to_host().reshape(self.shape)
        return found

    def __repr__(self) -> str:
        return f"DeviceArray({self.numpy()!r})"

    def _view(self) -> Any:  # noqa: ANN401  # cuda.core's
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1)
