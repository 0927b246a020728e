"""Export and import: a whole server's tables as a file, checked on the way back."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import insert, text

from estaminet.engine.errors import EstaminetError
from estaminet.games import REGISTRY
from estaminet.server.rules.apply import apply, replay
from estaminet.server.rules.commands import Resign
from estaminet.server.rules.state import State
from estaminet.server.store.backup import export_tables, import_table
from estaminet.server.store.database import Store
from estaminet.server.store.rows import Entry
from estaminet.server.store.schema import people
from tests.cli.conftest import Run, run
from tests.server.tables import Table, move, started

__all__ = ["run"]
T = TypeVar("T")


@asynccontextmanager
async def open_store(path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite:///{path}", REGISTRY)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def with_store(path: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    async def go() -> T:
        async with open_store(path) as store:
            return await work(store)

    return asyncio.run(go())


async def keep(store: Store, *tables: Table) -> None:
    """Put tables into a database as a server does."""
    async with store.begin() as connection:
        for name in ("anna", "bert"):  # nobody else sits down in these tests
            await connection.execute(insert(people), {"id": name, "name": name, "epoch": 0, "created": 1})
    for number, table in enumerate(tables):
        state = State.of(table.state.terms._replace(id=f"table-{number}"))
        await store.add_table(state, 1)
        for event in table.events:
            after = apply(state, event)
            assert await store.writer.append(Entry(event, state, after))
            state = after


async def export(store: Store, *, finished_only: bool = False) -> list[bytes]:
    return [line async for line in export_tables(store, finished_only=finished_only) if isinstance(line, bytes)]


@pytest.fixture
def lines(tmp_path: Path) -> list[bytes]:
    """Two tables of a server: one where a game goes on, one where it is over."""
    playing, over = started(), started()
    move(playing)
    over.ask("anna", Resign(type="resign"))
    with_store(tmp_path / "old.db", lambda store: keep(store, playing, over))
    return with_store(tmp_path / "old.db", export)


def test_what_was_exported_can_be_imported_and_is_the_same(lines: list[bytes], tmp_path: Path) -> None:
    async def move_house(store: Store) -> list[bool]:
        return [await import_table(store, line) for line in lines]

    assert with_store(tmp_path / "new.db", move_house) == [True, True]
    assert with_store(tmp_path / "new.db", export) == lines
    assert with_store(tmp_path / "new.db", move_house) == [False, False]


def test_a_table_keeps_the_version_of_its_proof(lines: list[bytes], tmp_path: Path) -> None:
    old = json.loads(lines[1])
    old["terms"]["id"] = "from-before-there-were-terms"
    del old["terms"]["wording"]

    async def move_house(store: Store) -> list[dict[str, object]]:
        proofs = []
        for line in (lines[1], json.dumps(old).encode()):
            await import_table(store, line)
            found = await store.load_table(json.loads(line)["terms"]["id"])
            assert found is not None
            proofs.append(replay(*found).proof.to_data())
        return proofs  # type: ignore[return-value]  # JSON

    new_proof, old_proof = with_store(tmp_path / "new.db", move_house)
    assert (new_proof["version"], new_proof["terms"]) == (2, json.loads(lines[1])["terms"]["wording"])
    assert old_proof.keys() == {"commitment", "seed", "salts"}
    assert old_proof["commitment"] == hashlib.sha256(bytes.fromhex(json.loads(lines[1])["seed"])).hexdigest()


def test_only_finished_games_can_be_asked_for(lines: list[bytes], tmp_path: Path) -> None:
    finished = with_store(tmp_path / "old.db", lambda store: export(store, finished_only=True))
    assert finished == lines[1:]


def test_my_tables_are_found_again(lines: list[bytes], tmp_path: Path) -> None:
    async def import_and_list(store: Store) -> list[str]:
        for line in lines:
            await import_table(store, line)
        return sorted(listed.id for listed in await store.list_of("bert", 10))

    assert with_store(tmp_path / "new.db", import_and_list) == ["table-0", "table-1"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data | {"format": "other/1"},
        lambda data: data | {"seed": "xyz"},
        lambda data: data | {"events": data["events"][1:]},
        lambda data: data | {"events": [*data["events"], [5, 1, "moved", 0, None, "stall I a1", ""]]},
        lambda data: data | {"events": [[1, 1, "danced", None, None, "", ""]]},
        lambda data: {"format": data["format"]},
        lambda data: data["events"],
    ],
)
def test_a_spoilt_line_gets_a_typed_error_and_adds_nothing(
    spoil: Callable[[dict[str, object]], object], lines: list[bytes], tmp_path: Path
) -> None:
    spoilt = json.dumps(spoil(json.loads(lines[0]))).encode()
    with pytest.raises(EstaminetError):
        with_store(tmp_path / "new.db", lambda store: import_table(store, spoilt))
    assert with_store(tmp_path / "new.db", export) == []


def test_a_table_is_imported_whole_or_not_at_all(lines: list[bytes], tmp_path: Path) -> None:
    """If the database fails half way, no table without its events stays behind."""

    async def fail_half_way(store: Store) -> None:
        async with store.begin() as connection:
            await connection.execute(text("ALTER TABLE events RENAME TO mislaid"))
        with pytest.raises(EstaminetError):
            await import_table(store, lines[0])
        async with store.begin() as connection:
            await connection.execute(text("ALTER TABLE mislaid RENAME TO events"))

    with_store(tmp_path / "new.db", fail_half_way)
    assert with_store(tmp_path / "new.db", export) == []


def test_the_commands_export_and_import(lines: list[bytes], tmp_path: Path, run: Run) -> None:
    file = tmp_path / "tables.jsonl"
    assert run("export", file, "--database", f"sqlite:///{tmp_path / 'old.db'}").code == 0
    assert file.read_bytes().splitlines() == lines
    result = run("import", file, "--database", f"sqlite:///{tmp_path / 'new.db'}")
    assert (result.code, "2 tables added" in result.err) == (0, True)
    file.write_bytes(lines[0] + b"\n" + b"{}\n")
    result = run("import", file, "--database", f"sqlite:///{tmp_path / 'third.db'}")
    assert (result.code, "Line 2" in result.err) == (1, True)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET terms = '{' WHERE id = 'table-0'",
        "UPDATE tables SET terms = '{}' WHERE id = 'table-0'",
        "UPDATE tables SET terms = replace(terms, 'poule', 'ludo') WHERE id = 'table-0'",
        "UPDATE events SET kind = 'danced' WHERE table_id = 'table-0' AND number = 1",
        "UPDATE events SET text = 'castle' WHERE table_id = 'table-0' AND kind = 'moved'",
        "DELETE FROM events WHERE table_id = 'table-0' AND number = 2",
    ],
)
def test_a_damaged_table_is_named_and_all_others_are_exported(
    damage: str, lines: list[bytes], tmp_path: Path, run: Run
) -> None:
    async def spoil(store: Store) -> None:
        async with store.begin() as connection:
            await connection.execute(text(damage))

    with_store(tmp_path / "old.db", spoil)
    file = tmp_path / "tables.jsonl"
    result = run("export", file, "--database", f"sqlite:///{tmp_path / 'old.db'}")
    assert (result.code, "table-0: " in result.err, "Traceback" in result.err) == (1, True, False)
    assert file.read_bytes().splitlines() == lines[1:]
