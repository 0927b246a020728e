"""Everything that can be asked of a device, one file a subject, as at the server."""

from estaminet.device.paths import find_route
from estaminet.device.routes import branches, contests, games, people, puzzles, records, tables

__all__ = ["branches", "contests", "find_route", "games", "people", "puzzles", "records", "tables"]
