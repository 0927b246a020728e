"""Files as they travel: packed by brotli and gzip as tightly as these can. Large ones are packed once on a machine."""

import gzip
import hashlib
from pathlib import Path
from typing import Final, NamedTuple

import platformdirs

LARGE: Final = 500_000
"""Bytes from which on a packed file is kept: to pack Pyodide takes half a minute."""


class Packed(NamedTuple):
    """One file, twice."""

    br: bytes
    gz: bytes


def pack(data: bytes) -> Packed:
    """The smallest that a browser can unpack."""
    import brotli

    if len(data) < LARGE:
        return Packed(brotli.compress(data), gzip.compress(data, mtime=0))
    folder = platformdirs.user_cache_path("estaminet") / "packed"
    file = folder / f"{hashlib.sha256(data).hexdigest()[:32]}.br"
    try:
        packed = file.read_bytes()
    except OSError:
        packed = brotli.compress(data)
        keep(file, packed)
    return Packed(packed, gzip.compress(data, mtime=0))


def keep(file: Path, packed: bytes) -> None:
    """Put it aside, if there is a place for it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(packed)
        part.replace(file)
    except OSError:
        return
