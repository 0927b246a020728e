"""Files as they travel: packed as tightly as brotli and gzip can. Large ones are packed by brotli once on a machine."""

import gzip
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import platformdirs

LARGE: Final = 500_000
"""Bytes from which on a packed file is put aside: to pack Pyodide takes half a minute."""
BROTLI: Final = ".br"
GZIP: Final = ".gz"
ENDINGS: Final = (BROTLI, GZIP)
WORTH_IT: Final = {BROTLI: 1.0, GZIP: 0.75}
"""So much of a file may be left when it is packed: the other way is for browsers without TLS, and files take room."""


def pack(data: bytes) -> bytes:
    """Packed by brotli."""
    import brotli

    if len(data) < LARGE:
        return bytes(brotli.compress(data))
    folder = platformdirs.user_cache_path("estaminet") / "packed"
    file = folder / (hashlib.sha256(data).hexdigest()[:32] + BROTLI)
    try:
        return file.read_bytes()
    except OSError:
        packed = bytes(brotli.compress(data))
        put_aside(file, packed)
        return packed


def put_aside(file: Path, packed: bytes) -> None:
    """Write it there, if there is a place for it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")  # another process may pack it too
        part.write_bytes(packed)
        part.replace(file)
    except OSError:
        return


def list_packed(path: Path, data: bytes, packed: bytes) -> Iterator[tuple[Path, bytes]]:
    """What lies beside a file, where that is worth it: a host sends it to whoever can unpack it."""
    for ending, shorter in ((BROTLI, packed), (GZIP, gzip.compress(data, mtime=0))):
        if len(shorter) < WORTH_IT[ending] * len(data):
            yield Path(f"{path}{ending}"), shorter
