"""For operators: structured logs, and metrics for Prometheus. No token, id or address gets into either."""

import logging
import sys
from typing import Final

import orjson
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

FIELDS: Final = ("method", "route", "status", "milliseconds", "code", "level")
"""The fields of a record beside its message."""


class JsonLines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        members: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{record.msecs:03.0f}",
            "severity": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        members |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if record.exc_info:
            members["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(members).decode()


def excuse(record: logging.LogRecord) -> bool:
    """Invalid text is the sender's fault: worth a log line, not a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def set_up_logs(severity: str = "info") -> None:
    """Send all logs to standard error, in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=severity.upper(), force=True)
    logging.getLogger("uvicorn.error").addFilter(excuse)
    for name in ("uvicorn.error", "uvicorn.access", "aiosqlite", "sqlalchemy", "alembic", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)  # their lines for information name paths, and so tables


REGISTRY = CollectorRegistry()
COMMITS = Counter("estaminet_commits", "Transactions with events of tables", registry=REGISTRY)
WRITTEN = Counter("estaminet_events", "Events written to the logs of tables", registry=REGISTRY)
REFUSALS = Counter("estaminet_refusals", "Requests that got a typed error", ["code"], registry=REGISTRY)
CONNECTIONS = Gauge("estaminet_connections", "Open WebSocket connections", registry=REGISTRY)
HELD = Histogram(
    "estaminet_intake_seconds",
    "Seconds at a time for which the bytes of one connection held everybody else up",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.25),
    registry=REGISTRY,
)
SESSIONS = Gauge("estaminet_sessions", "Tables in memory", registry=REGISTRY)
THINKING = Gauge("estaminet_house_thinking", "House players thinking now", registry=REGISTRY)
WAITING = Gauge("estaminet_house_waiting", "House players waiting to think", registry=REGISTRY)
READING = Gauge("estaminet_records_reading", "Records being read, replayed or verified now", registry=REGISTRY)
QUEUED = Gauge("estaminet_records_waiting", "Records waiting to be read, replayed or verified", registry=REGISTRY)
THOUGHT = Histogram(
    "estaminet_house_seconds", "Seconds for a decision of a house player, or a hint", ["level"], registry=REGISTRY
)
REQUESTS = Histogram(
    "estaminet_requests_seconds", "Seconds for a request", ["method", "route", "status"], registry=REGISTRY
)
PROCESSES = Gauge(
    "estaminet_processes", "Processes that share the database, as far as this one knows", registry=REGISTRY
)
REMINDERS = Counter(
    "estaminet_reminders", "Reminders by channel, and what became of them", ["channel", "outcome"], registry=REGISTRY
)
CROSSINGS = Counter(
    "estaminet_crossings", "Messages about tables' events to and from other processes", registry=REGISTRY
)
