"""What Python itself has by now."""

from typing import TypedDict

__all__ = ["TypedDict"]
