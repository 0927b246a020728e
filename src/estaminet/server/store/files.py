"""The file of a SQLite database: private to its owner, and for one server at a time."""

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from estaminet.server.errors import Refusal, StoreUnreachable

PRIVATE: Final = 0o600
OTHERS: Final = 0o077
COMPANIONS: Final = ("", "-wal", "-shm", "-journal")
"""SQLite puts files beside the database, and gives new ones the mode of the database."""
log = logging.getLogger(__name__)


def file_of(url: URL) -> Path | None:
    """The file of a database; None if it is elsewhere, or in memory."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)).resolve() if is_file else None


def keep_private(file: Path) -> list[str]:
    """Make a database private, be it new or old; the names of files that others could read before."""
    if not file.exists():
        with suppress(OSError):  # opening it will fail, and say why
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    files = (file.with_name(file.name + each) for each in COMPANIONS)
    return [each.name for each in files if _tighten(each)]


def _tighten(file: Path) -> bool:
    """Make a file private; whether others could read it before."""
    if os.name != "posix" or not file.exists() or not file.stat().st_mode & OTHERS:
        return False
    try:
        file.chmod(PRIVATE)
    except OSError:
        log.warning("others can read %s, and this process may not forbid it", file.name)
        return False
    return True


def claim(file: Path) -> int:
    """Claim a database for one server, until the result is closed or the process dies."""
    try:
        lock = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise StoreUnreachable(f"The database cannot be opened: {file}: {error.strerror}.") from error
    try:
        _lock(lock)
    except OSError as error:
        os.close(lock)
        raise Refusal("server.locked", f"Another server is using {file}: SQLite is for one at a time.") from error
    return lock


def _lock(file: int) -> None:
    """Lock a file for this process; OSError if another one has."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
