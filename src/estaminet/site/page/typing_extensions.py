"""Names that Python itself has."""

from typing import TypedDict

__all__ = ["TypedDict"]
