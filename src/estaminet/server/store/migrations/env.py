"""What Alembic runs: on the connection that the server hands in, or on the address of its own settings."""

from alembic import context
from sqlalchemy import create_engine

from estaminet.server.store.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    connection = create_engine(context.config.get_main_option("sqlalchemy.url") or "").connect()
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
