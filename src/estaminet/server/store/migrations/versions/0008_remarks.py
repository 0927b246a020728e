"""People say a word to each other at tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "remarks",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
    )
    op.create_index("remarks_by_table", "remarks", ["table_id", "at"])
    op.create_index("remarks_by_person", "remarks", ["person"])


def downgrade() -> None:
    op.drop_index("remarks_by_person", "remarks")
    op.drop_index("remarks_by_table", "remarks")
    op.drop_table("remarks")
