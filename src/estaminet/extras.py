"""Packages that only one part needs. They are imported where they are used, so that all else works without them."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from estaminet.engine.errors import MissingExtra

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "server": ("fastapi", "uvicorn", "sqlalchemy", "orjson"),
    "lab": ("matplotlib", "openskill"),
    "ray": ("ray",),
    "gymnasium": ("gymnasium",),
    "pettingzoo": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
}
"""The modules that each optional extra installs."""


def require_extra(extra: str, *modules: str) -> None:
    """Check that these modules of an extra, or all of them, are installed; the error says how to install it."""
    missing = [module for module in modules or EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingExtra(
            f"This needs {' and '.join(missing)}, not installed here: pip install 'estaminet[{extra}]' adds it."
        )
