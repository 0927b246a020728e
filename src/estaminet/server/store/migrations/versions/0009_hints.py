"""It is known for which decisions people had a hint."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hints",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("actions", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", "ply"),
    )
    op.create_index("hints_by_person", "hints", ["person"])


def downgrade() -> None:
    op.drop_index("hints_by_person", "hints")
    op.drop_table("hints")
