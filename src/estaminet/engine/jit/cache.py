"""The folders of compiled code, named by everything that it depends on."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

import numba
import numpy as np
import platformdirs
from llvmlite.binding import get_host_cpu_name

VERSIONS: Final = 4
"""Versions of a package that are kept: several checkouts may be in use at once."""
UNUSED_SECONDS: Final = 86_400
"""Seconds without a new user before a version is deleted: a running process may still load code."""


def cache_root() -> Path:
    """The folder of all compiled code."""
    return platformdirs.user_cache_path("estaminet") / "kernels"


def clear_cache() -> None:
    """Delete all compiled code."""
    shutil.rmtree(cache_root(), ignore_errors=True)


TOGETHER: Final = ("engine", "players", "envs/vector")
"""Folders of this package whose functions are compiled into each other: a change in one makes all of them stale."""


@cache
def cache_folder(sources: Path) -> Path:
    """The folder for the code of a package, named by all sources that may be in it, where they lie, and by the machine.

    That is what is compiled together, the package itself with the folders in it, and nothing else: rules keep to their
    own folder and the engine. Numba finds code by the place of its source: a copy elsewhere is compiled anew.
    """
    digest = _digest_together().copy()
    digest.update(bytes(sources.absolute()))
    _add_sources(digest, sources)
    folder = cache_root() / f"{sources.stem}-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="estaminet-"))  # no home to write to: compiled anew by every process
    _delete_old_versions(folder)
    return folder


def _delete_old_versions(current: Path) -> None:
    versions = current.parent.glob(current.name.rpartition("-")[0] + "-*")
    for old in sorted(versions, key=_last_use, reverse=True)[VERSIONS:]:
        if time.time() - _last_use(old) > UNUSED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """The last time a process used it; one that was just deleted counts as the oldest."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@cache
def _digest_together() -> "hashlib._Hash":
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__} {get_host_cpu_name()}".encode())
    for name in TOGETHER:
        _add_sources(digest, Path(__file__).parents[2] / name)
    return digest


def _add_sources(digest: "hashlib._Hash", folder: Path) -> None:
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        digest.update(f"{file.relative_to(folder.parent)}".encode())
        digest.update(file.read_bytes())
