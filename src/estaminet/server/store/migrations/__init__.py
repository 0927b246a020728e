"""How the database got its shape, one step after the other, with Alembic.

A new step: `alembic -c src/estaminet/server/store/migrations/alembic.ini revision -m "what it does"`, and HEAD below.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table

from estaminet.server.errors import StoreUnreachable
from estaminet.server.store.schema import metadata

HEAD: Final = "0010"
"""The step that this version of the server needs."""

version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic looks up the step that a database is at."""


def create(connection: Connection) -> None:
    """Give an empty database its shape at once, as all steps together would, and without loading Alembic."""
    metadata.create_all(connection)
    version.create(connection)
    connection.execute(version.insert().values(version_num=HEAD))


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
