"""Packages needed by one part only. They are imported where they are used, so that the rest works without them."""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Final

from estaminet.engine.errors import EstaminetError

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "lab": ("matplotlib", "openskill", "scipy"),
    "lan": ("zeroconf",),
    "ray": ("ray",),
    "cuda": ("gymnasium", "numba_cuda"),
    "gymnasium": ("gymnasium",),
    "pettingzoo": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "train": ("gymnasium", "matplotlib", "scipy", "torch"),
    "site": ("brotli", "ziglang"),
    "push": ("aiosmtplib", "cryptography", "http_ece", "httpx", "py_vapid"),
}
"""The modules of each optional extra."""
SERVER: Final = ("fastapi", "uvicorn", "sqlalchemy", "orjson", "pydantic_settings")
"""Modules without which there is no house, only games: installations of the games alone lack them."""


def require_extra(extra: str, *modules: str) -> None:
    """Check that these modules of an extra, or all of them, are installed; the error says how to install it."""
    _require(modules or EXTRAS[extra], f"'estaminet[{extra}]'")


def require_server() -> None:
    """Check that the server's modules are installed; the error says how to do so."""
    _require(SERVER, "estaminet")


def _require(modules: Iterable[str], package: str) -> None:
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise EstaminetError(
            "extra.missing", f"This needs {' and '.join(missing)}, not installed here: pip install {package} adds it."
        )
