"""Modules that are not loaded until needed: they cost time and memory."""

import subprocess
import sys
from pathlib import Path

from tests.server.servers import RunningServer

LIST = "import sys; print(*sys.modules)"
SERVE = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from estaminet.cli import main; main()"


def loaded_by(program: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", f"{program}; {LIST}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_games_load_nothing_of_the_players_the_server_and_the_command() -> None:
    loaded = loaded_by("import estaminet")
    packages = {"fastapi", "pydantic", "sqlalchemy", "uvicorn", "typer", "rich", "matplotlib", "torch", "scipy.linalg"}
    own = {f"estaminet.{name}" for name in ("players", "review", "arena", "puzzles", "training", "server", "cli")}
    assert not loaded & (packages | own | {f"estaminet.games.{name}" for name in ("poule", "reeperbahn", "nuit")})


def test_a_command_loads_nothing_of_the_others() -> None:
    loaded = loaded_by("from estaminet.cli import make_app; make_app(['serve'])")
    own = {f"estaminet.{name}" for name in ("players", "review", "arena", "puzzles", "training")}
    assert not loaded & (own | {"estaminet.cli.arena", "estaminet.cli.play", "estaminet.cli.train", "pydantic"})


def test_a_house_that_is_opened_loads_nothing_for_reminders_migrations_and_other_databases(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, program=SERVE).start()
    server.stop()
    loaded = set(server.log().split())
    assert "estaminet.server.http.app" in loaded
    reminders = {"httpx", "cryptography", "py_vapid", "http_ece", "aiosmtplib", "icalendar"}
    assert not loaded & (reminders | {"alembic", "asyncpg", "segno", "zeroconf", "matplotlib", "estaminet.cli.arena"})
