"""Packages that only the lab needs. They are imported where they are used, so that all else works without them."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from estaminet.engine.errors import MissingExtra

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {"lab": ("matplotlib", "openskill"), "ray": ("ray",)}
"""The modules that each optional extra installs."""


def require_extra(extra: str) -> None:
    """Check that an extra is installed; the error says how to install it."""
    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingExtra(
            f"This needs {' and '.join(missing)}, not installed here: pip install 'estaminet[{extra}]' adds it."
        )
