"""How the database got its shape, one step after the other, with Alembic.

A new step: `alembic -c src/estaminet/table/migrations/alembic.ini revision -m "what it does"`, and HEAD below.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection

HEAD: Final = "0001"
"""The step that this version of the server needs."""


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a step."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
