"""There are contests: challenges, who plays which deal where, and how the house itself played it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("author", sa.String(40), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_by_owner", "challenges", ["owner"])
    op.create_index("challenges_by_age", "challenges", ["created"])
    op.create_table(
        "tries",
        sa.Column("contest", sa.String(80), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("contest", "person"),
    )
    op.create_index("tries_by_table", "tries", ["table_id"])
    op.create_index("tries_by_person", "tries", ["person"])
    op.create_table(
        "house_games",
        sa.Column("contest", sa.String(80), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("lead", sa.Float),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("contest", "number"),
    )
    op.create_index("house_games_by_age", "house_games", ["created"])


def downgrade() -> None:
    op.drop_table("house_games")
    op.drop_table("tries")
    op.drop_table("challenges")
