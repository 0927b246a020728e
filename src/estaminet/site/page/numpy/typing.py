"""The names of arrays in annotations, which a page never checks."""

from numpy import ndarray as NDArray

__all__ = ["NDArray"]
