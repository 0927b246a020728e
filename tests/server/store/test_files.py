"""What lies on the disk: who may read it, who may use it, and what happens when there is no room."""

import resource
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.people import Refused
from tests.server.servers import RunningServer
from tests.server.test_operation import fail_to_start

__all__ = ["run"]
pytestmark = pytest.mark.compiled
PRIVATE = 0o600


def modes(folder: Path) -> dict[str, int]:
    files = (file for file in folder.iterdir() if not file.name.startswith("server-"))
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in files}


# Who may read it


def test_nobody_else_reads_the_database_or_what_is_exported(tmp_path: Path, meet: Meet, run: Run) -> None:
    with RunningServer(tmp_path) as server:
        seat_two(server, meet)
        export = tmp_path / "tables.jsonl"
        export.touch(mode=0o644)
        assert run("export", export, "--database", server.database).code == 0
        names = {"estaminet.db", "estaminet.db-wal", "estaminet.db-shm", "estaminet.db.lock", "tables.jsonl"}
        assert modes(tmp_path) == dict.fromkeys(names, PRIVATE)
        assert "others could read" not in server.log()


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.query("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    (tmp_path / "estaminet.db").chmod(0o644)
    with closing(server.start()):
        assert set(modes(tmp_path).values()) == {PRIVATE}
        assert "others could read estaminet.db: now its owner alone can" in server.log()


def test_the_folder_that_is_made_for_it_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = RunningServer(tmp_path)
    server.database = ""
    with closing(server.start()):
        assert modes(tmp_path)["estaminet"] == 0o700
        assert modes(tmp_path / "estaminet")["estaminet.db"] == PRIVATE


# Who may use it


def test_a_second_server_on_the_same_file_is_told_so(tmp_path: Path, meet: Meet) -> None:
    """Also by another name of the file, and until the first one is gone, however it went."""
    with closing(RunningServer(tmp_path).start()) as server:
        link = tmp_path / "link.db"
        link.symlink_to(tmp_path / "estaminet.db")
        sentence = fail_to_start("--database", f"sqlite:///{link}")
        assert "(server.locked)" in sentence
        assert str(tmp_path / "estaminet.db") in sentence
        assert meet(server, "Anna").get("/api/me") == {"name": "Anna"}
        server.kill()
        server.start()


def test_of_two_servers_that_start_at_once_one_serves(tmp_path: Path) -> None:
    servers = [RunningServer(tmp_path, f"sqlite:///{tmp_path / 'shared.db'}") for _ in range(2)]
    processes = [server.launch() for server in servers]
    try:
        codes: list[int] = []
        while not codes:
            codes = [code for process in processes if (code := process.poll()) is not None]
        assert codes == [1]
        survivor = next(server for server, process in zip(servers, processes, strict=True) if process.poll() is None)
        survivor.wait(survivor.answers, "answer")
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_tables_are_exported_and_imported_beside_a_running_server(tmp_path: Path, meet: Meet, run: Run) -> None:
    with RunningServer(tmp_path) as server:
        table, _ = seat_two(server, meet)
        file = tmp_path / "tables.jsonl"
        assert run("export", file, "--database", server.database).code == 0
        assert table in file.read_text()
        assert run("import", file, "--database", server.database).code == 0
        backup = f"VACUUM INTO '{tmp_path / 'copy.db'}'"
        server.query(backup)
        assert meet(server).watch(table)["number"] == 3


# Room


def test_a_disk_without_room_is_noticed_and_so_is_its_end(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        table = anna.set_up("poule", ["me", "open"])["id"]
        assert server.process is not None
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)

        def health() -> tuple[int, str]:
            answer = anna.http.get("/healthz")
            return answer.status_code, answer.json()["status"]

        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        server.wait(lambda: health() == (503, "read_only"), "notice that nothing can be written")
        with pytest.raises(Refused, match=r"503.*server\.store"):
            anna.command(table, "sit")
        assert anna.watch(table)["number"] == 0, "who looks is still answered"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        server.wait(lambda: health() == (200, "ok"), "notice that there is room again")
        assert anna.command(table, "sit")["number"] == 1


def test_however_many_ask_for_health_little_is_written(tmp_path: Path, meet: Meet) -> None:
    with closing(RunningServer(tmp_path).start()) as server:
        before = server.query("SELECT value FROM keys WHERE name = 'pulse'")
        values = set()
        visitor = meet(server)
        for _ in range(60):
            visitor.get("/healthz")
            values.add(server.query("SELECT value FROM keys WHERE name = 'pulse'")[0])
        assert before
        assert len(values) < 30
