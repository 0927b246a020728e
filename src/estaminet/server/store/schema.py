"""The tables of the database. A change here needs a migration in migrations/."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

keys = Table(
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""The keys of signatures."""

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""People who have been here. A cookie or token without a device and of an earlier epoch is void."""

devices = Table(
    "devices",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("devices_by_person", "person"),
    Index("devices_by_age", "seen"),
)
"""Devices: browsers, bots, and personal links that nobody has opened yet."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("status", String(10), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("owner", String(40)),
    Column("review", String(64)),
    Index("tables_by_status", "status", "touched"),
    Index("tables_by_owner", "owner", "status"),
)
"""The terms of a table, its summary for the lobby, and the key of its review."""

is_branch = tables.c.summary.contains('"opening":"branch"', autoescape=True)
"""Whether it is a branch of another game, as its summary says."""

events = Table(
    "events",
    metadata,
    Column("table_id", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("person", String(40)),
    Column("text", String(100), nullable=False),
    Column("salt", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""The log of every table. A move is accepted exactly when its row is committed."""

visits = Table(
    "visits",
    metadata,
    Column("person", String(40), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("calendar", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("person", "table_id"),
    Index("visits_by_table", "table_id"),
)
"""People's visits to tables, with the number of their valid calendar link."""

remarks = Table(
    "remarks",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("phrase", String(20), nullable=False),
    Column("text", String(200), nullable=False),
    Index("remarks_by_table", "table_id", "at"),
    Index("remarks_by_person", "person"),
)
"""Talk at tables: a phrase by its key, or a text."""

hints = Table(
    "hints",
    metadata,
    Column("table_id", String(40), nullable=False),
    Column("person", String(40), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("actions", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "person", "ply"),
    Index("hints_by_person", "person"),
)
"""The decisions for which people had a hint, and the number of actions shown. Secret."""

reviews = Table(
    "reviews",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("reviews_by_age", "created"),
)
"""Reviews, by a fingerprint of deal and actions; compressed JSON."""

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("plan", Text, nullable=False),
    Column("author", String(40), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("owner", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("challenges_by_owner", "owner"),
    Index("challenges_by_age", "created"),
)
"""Deals that people want to play against each other, each by themselves."""

tries = Table(
    "tries",
    metadata,
    Column("contest", String(80), nullable=False),
    Column("person", String(40), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("mark", String(16), nullable=False),
    Column("is_listed", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("contest", "person"),
    Index("tries_by_table", "table_id"),
    Index("tries_by_person", "person"),
)
"""Tries at the deals of contests, one for each person. Later ones are practice, and not here."""

house_games = Table(
    "house_games",
    metadata,
    Column("contest", String(80), nullable=False),
    Column("number", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("share", Float, nullable=False),
    Column("lead", Float),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("contest", "number"),
    Index("house_games_by_age", "created"),
)
"""The house's own games of contests."""

channels = Table(
    "channels",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("label", String(200), nullable=False),
    Column("device", String(40), nullable=False),
    Column("is_confirmed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("channels_by_person", "person"),
)
"""Channels for reminders: browsers, mail addresses, topics. A device's lasts as long as the device."""

reminder_choices = Table(
    "reminder_choices",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("language", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_to", Integer, nullable=False),
    Column("every", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)
"""People's settings of reminders, and the time of their last digest."""

reminders = Table(
    "reminders",
    metadata,
    Column("person", String(40), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person", "table_id", "turn", "kind"),
)
"""Reminders sent: the process that writes the row sends the message. Kind "here": people seen at a table."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("url", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""The processes that share this database."""
