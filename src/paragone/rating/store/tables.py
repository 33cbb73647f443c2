"""The tables of a study, one definition for SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 1  # of the tables; store/migrations.py has what leads here from an older one
metadata = MetaData()
_ID = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself only where they are INTEGER


def _id() -> Column[int]:
    return Column("id", _ID, primary_key=True, autoincrement=True)


settings = Table(
    "settings", metadata, Column("name", String(60), primary_key=True), Column("value", Text, nullable=False)
)

items = Table(
    "items",
    metadata,
    _id(),
    Column("role", String(10), nullable=False),  # item or gold
    Column("arm", Text, nullable=False),  # the model, or the pair of models, that is compared
    Column("prompt_key", Text, nullable=False),  # scenario and prompt: the unit of chance
    Column("prompt", Text, nullable=False),  # the words that are shown
    Column("sensitive", Boolean, nullable=False),
    Column("images", Text, nullable=False),  # JSON: the sample behind each, and the opaque name it is shown under
    Column("expected", Text, nullable=False),  # JSON of a gold item: question -> least and most, or words
)

invitations = Table(
    "invitations",
    metadata,
    _id(),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),  # owner, open, single or personal
    Column("uses_left", Integer),  # null: endless
    Column("expires_at", Float),
    Column("rater_id", _ID),  # of a personal one, once it was used
    Column("created_at", Float, nullable=False),
)

raters = Table(
    "raters",
    metadata,
    _id(),
    Column("code", String(20), nullable=False, unique=True),  # random: all that exports tell
    Column("session_hash", String(64), unique=True),
    Column("platform_hash", String(64), unique=True),  # of a crowd's worker id, salted
    Column("platform", String(40), nullable=False),
    Column("state", String(10), nullable=False),  # active, done, left, excluded
    Column("reason", Text, nullable=False),  # of an exclusion
    Column("position", Integer, nullable=False),
    Column("sees_sensitive", Boolean, nullable=False),
    Column("consented_at", Float, nullable=False),
    Column("consent_hash", String(64), nullable=False),  # which words they agreed to
    Column("seen_at", Float, nullable=False),
)

tasks = Table(
    "tasks",
    metadata,
    Column("rater_id", _ID, ForeignKey("raters.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("item_id", _ID, ForeignKey("items.id"), nullable=False),
    Column("role", String(10), nullable=False),  # item, gold or repeat
    Column("shown_order", String(20), nullable=False),  # which image stood where
    Column("round", Integer, nullable=False),  # goes up when a vote is taken back
    Column("exposure_ms", Integer),
    Column("shown_at", Float),
    Column("done_at", Float),
    Index("tasks_by_item", "item_id"),
)

votes = Table(
    "votes",
    metadata,
    _id(),
    Column("rater_id", _ID, ForeignKey("raters.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("item_id", _ID, ForeignKey("items.id"), nullable=False),
    Column("role", String(10), nullable=False),
    Column("question", String(60), nullable=False),
    Column("value", Float),
    Column("answer", Text, nullable=False),
    Column("seconds", Float),
    Column("exposure_ms", Integer),
    Column("at", Float, nullable=False),
    UniqueConstraint("rater_id", "position", "question", name="one_vote"),
    Index("votes_by_item", "item_id"),
)
