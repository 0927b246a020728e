"""Tables know their owners, so that they can be counted."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.String(40)))
    op.create_index("tables_by_owner", "tables", ["owner", "status"])
    tables = sa.table("tables", sa.column("id"), sa.column("terms"), sa.column("owner"), sa.column("status"))
    connection = op.get_bind()
    unfinished = connection.execute(sa.select(tables.c.id, tables.c.terms).where(tables.c.status != "over")).all()
    for table_id, terms in unfinished:
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(owner=json.loads(terms)["owner"]))


def downgrade() -> None:
    op.drop_index("tables_by_owner", "tables")
    op.drop_column("tables", "owner")
