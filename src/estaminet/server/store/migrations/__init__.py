"""How the database got its shape, one step after the other, with Alembic.

A new step: `alembic -c src/estaminet/server/store/migrations/alembic.ini revision -m "what it does"`, and HEAD below.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from estaminet.server.errors import StoreUnreachable

HEAD: Final = "0007"
"""The step that this version of the server needs."""


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a step."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise StoreUnreachable("The database was made by another version of estaminet, and is left alone.") from error
