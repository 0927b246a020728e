"""What an operator wants to see of a running server, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
COMMITS = Counter("estaminet_commits", "Transactions with events of tables", registry=REGISTRY)
WRITTEN = Counter("estaminet_events", "Events written to the logs of tables", registry=REGISTRY)
REFUSALS = Counter("estaminet_refusals", "Requests that got a typed error", ["code"], registry=REGISTRY)
CONNECTIONS = Gauge("estaminet_connections", "Open WebSocket connections", registry=REGISTRY)
ROOMS = Gauge("estaminet_rooms", "Tables in memory", registry=REGISTRY)
THINKING = Gauge("estaminet_house_thinking", "House players that think at this moment", registry=REGISTRY)
WAITING = Gauge("estaminet_house_waiting", "House players that wait for their turn to think", registry=REGISTRY)
THOUGHT = Histogram("estaminet_house_seconds", "Seconds that a house player thought", ["level"], registry=REGISTRY)
REQUESTS = Histogram(
    "estaminet_requests_seconds", "Seconds that a request took", ["method", "route", "status"], registry=REGISTRY
)
CROSSINGS = Counter(
    "estaminet_crossings", "Times that another process was told of a table's event, or told us", registry=REGISTRY
)
