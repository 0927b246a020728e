"""What a table promises about its deal is kept, can be checked by anybody, and cannot be used for another table."""

import hashlib
import json
from pathlib import Path

import pytest

from estaminet.engine.errors import EstaminetError
from estaminet.engine.fairness import fingerprint, verify
from estaminet.games import REGISTRY
from estaminet.server.rules.apply import replay
from estaminet.server.rules.commands import Leave, Start
from estaminet.server.rules.events import Event, EventKind
from tests.cli.conftest import Run, run
from tests.engine import verifier
from tests.server.conftest import Meet
from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.server.tables import Table, sit

pytestmark = pytest.mark.compiled
__all__ = ["run"]


def give_up(server: RunningServer, meet: Meet, *, is_old: bool = False) -> tuple[Json, Json, Json]:
    """What was promised at a table, how it ended, and its record."""
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"], options={"rounds": 1})
    if is_old:
        forget_terms(server, table["id"])
    promised = meet(server).watch(table["id"])["table"]
    anna.command(table["id"], "sit", salt="annas-salt")
    bert.command(table["id"], "sit", salt="berts-salt", invitation=table["invitation"])
    anna.command(table["id"], "start")
    end = bert.command(table["id"], "resign")["table"]
    record = bert.get(f"/api/tables/{table['id']}/record")
    return table | promised, end, record


def forget_terms(server: RunningServer, table: str) -> None:
    """Store a table that nobody has looked at yet as it was stored before there were terms."""
    [(text,)] = server.query("SELECT terms FROM tables WHERE id = ?", table)
    terms = json.loads(text)
    del terms["wording"]
    server.query("UPDATE tables SET terms = ? WHERE id = ?", json.dumps(terms), table)


def is_accepted(record: Json, table: str | None, tmp_path: Path, run: Run) -> set[bool]:
    """What the engine, the command and a stranger say of a record."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    options = ("--table", table) if table else ()
    try:
        is_verified = verify(record, REGISTRY.find).table == (fingerprint(table) if table else "")
    except EstaminetError:
        is_verified = False
    return {is_verified, run("verify", file, *options).code == 0, verifier.is_fair(json.dumps(record), table)}


def test_a_record_proves_what_was_promised_before_anybody_sat(
    server: RunningServer, meet: Meet, tmp_path: Path, run: Run
) -> None:
    promised, end, record = give_up(server, meet)
    proof = record["fairness"]
    assert (proof["version"], proof["salts"]) == (2, ["annas-salt", "berts-salt"])
    assert (proof["commitment"], proof["terms"]) == (promised["commitment"], promised["terms"])
    assert json.loads(proof["terms"]) == {
        "game": "poule", "options": record["options"], "players": 2, "table": fingerprint(promised["id"])
    }  # fmt: skip
    assert end["proof"] == proof
    assert promised["id"] not in json.dumps(record)
    assert is_accepted(record, promised["id"], tmp_path, run) == {True}
    assert meet(server).post("/api/verify", record)["commitment"] == promised["commitment"]


def test_what_is_told_when_a_table_is_set_up_is_what_it_shows(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    told = anna.set_up("nuit", ["me", "host", "host"], options={"threshold": 5})
    shown = anna.watch(told["id"])["table"]
    assert (shown["commitment"], shown["terms"]) == (told["commitment"], told["terms"])
    assert json.loads(told["terms"])["options"] == shown["options"]


@pytest.mark.parametrize("change", ["options", "players", "table", "terms"])
def test_a_record_of_anything_else_is_refused(
    change: str, server: RunningServer, meet: Meet, tmp_path: Path, run: Run
) -> None:
    promised, _, record = give_up(server, meet)
    table = promised["id"]
    if change == "options":
        record["options"]["purse_start"] = 40
    elif change == "players":
        record["players"] = 3
        record["fairness"]["salts"].append("")
    elif change == "table":
        table = "another-table"
    else:
        record["fairness"]["terms"] = record["fairness"]["terms"].replace('"players":2', '"players":3')
    assert is_accepted(record, table, tmp_path, run) == {False}


def test_a_table_from_before_there_were_terms_ends_with_the_proof_that_it_promised(
    server: RunningServer, meet: Meet, tmp_path: Path, run: Run
) -> None:
    promised, end, record = give_up(server, meet, is_old=True)
    proof = record["fairness"]
    assert promised["terms"] == ""
    assert promised["commitment"] == hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest()
    assert proof.keys() == {"commitment", "seed", "salts"}
    assert end["proof"] == proof
    assert is_accepted(record, None, tmp_path, run) == {True}


def test_whoever_sits_down_again_has_the_salt_that_they_had(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open", "open"])
    came = {"invitation": table["invitation"]}
    bert.command(table["id"], "sit", seat=1, salt="first", **came)
    anna.command(table["id"], "sit", salt="annas")
    for number in range(3):
        bert.command(table["id"], "leave")
        seats = bert.command(table["id"], "sit", seat=2, salt=f"chosen-{number}", **came)["table"]["seats"]
        assert [seat["salt"] for seat in seats] == ["annas", None, "first"]
    written = [salt for _, kind, *_, salt in server.events(table["id"]) if kind == "sat"]
    assert written == ["first", "annas", "first", "first", "first"]


def test_an_empty_salt_stays_too_and_that_of_somebody_else_is_theirs() -> None:
    table = Table("poule", ["me", "open"])
    table.ask("bert", sit())
    table.ask("bert", Leave(type="leave"))
    table.ask("carl", sit(salt="carls"))
    assert table.state.salts == ("", "carls")
    table.ask("carl", Leave(type="leave"))
    table.ask("bert", sit(salt="chosen"))
    assert table.state.seats[1].salt == ""


def test_what_was_chosen_twice_before_salts_stayed_is_read_as_it_was_written() -> None:
    table = Table("poule", ["me", "open"])
    table.ask("anna", sit(salt="annas"))
    table.ask("bert", sit(salt="first"))
    table.ask("bert", Leave(type="leave"))
    table.happen(Event(4, table.now, EventKind.SAT, 1, "bert", "Bert", "second"))
    table.ask("anna", Start(type="start"))
    assert replay(table.state.terms, table.events).salts == ("annas", "second")
