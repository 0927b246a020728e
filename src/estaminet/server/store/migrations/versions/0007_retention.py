"""What is old is found fast, and calendar links can be revoked."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("devices_by_age", "devices", ["seen"])
    op.create_index("reviews_by_age", "reviews", ["created"])
    op.add_column("visits", sa.Column("calendar", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("visits", "calendar")
    op.drop_index("reviews_by_age", "reviews")
    op.drop_index("devices_by_age", "devices")
