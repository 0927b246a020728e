"""The names of arrays in annotations, which nobody checks in a page."""

from numpy import ndarray as NDArray

__all__ = ["NDArray"]
